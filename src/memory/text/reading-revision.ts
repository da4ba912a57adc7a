// By which revision of the program a note was read into the rows of the index. What is stored of a line (its terms, that it may tell a
// day, who speaks) follows from the line and from the code and the tables of languages that read it, so rows that others have made
// are outdated.

declare const READING_REVISION: string | undefined;

/** In the built program a digest of the code that reads notes, which scripts/build.js takes; from the sources it is always the same. */
export const readingRevision: string = typeof READING_REVISION === 'string' ? READING_REVISION : 'sources';

// Until when a line of a note is true: `Lives in Paris (until 2026-09-14)`. The program writes this mark when something new
// takes the place of the line, and a person can write it by hand; a month or a year is enough. Pure.

const commentStart = '<!--';
/** The mark at the end of a line, with the comment of the consolidation behind it left out. */
const mark = /\(until (\d{4}(?:-\d{2}(?:-\d{2})?)?)\)[.\s]{0,3}$/i;
/** What may stand before the words of a line: a list marker, a check box, and the day or time at which it was noted. */
const leadIn = /^\s*(?:[-*+] )?(?:\[[ xX]\] )?(?:\d{4}-\d{2}-\d{2}: |\d{1,2}:\d{2} )?/;
const shownMark = /^until (\d{4}(?:-\d{2}(?:-\d{2})?)?): /;

/** The words of a line: without its list marker, its check box, and the day or time at which it was noted. */
export const withoutLeadIn = (line: string): string => line.replace(leadIn, '');

const parts = (line: string): { words: string; comment: string } => {
  const at = line.lastIndexOf(commentStart);
  return at === -1 ? { words: line, comment: '' } : { words: line.slice(0, at), comment: line.slice(at) };
};

/** The same without the comment of the consolidation: its words and numbers are in every line that the night has written. */
export const wordsOfLine = (line: string): string => withoutLeadIn(parts(line).words).trimEnd();

/** The day at which a line of the consolidation was said, `YYYY-MM-DD`; null for other lines. */
export const saidIn = (line: string): string | null =>
  / said (\d{4}-\d{2}-\d{2}),/.exec(parts(line).comment)?.[1] ?? null;

/** The last day, month or year in which a line is true, as it is marked; null where the line has no mark. */
export const untilOf = (line: string): string | null => mark.exec(parts(line).words)?.[1] ?? null;

/** Whether the day, month or year has been reached. @param today `YYYY-MM-DD` */
export const isPast = (until: string, today: string): boolean => until <= today.slice(0, until.length);

/** The line with the mark at the end of its words. A line that has a mark is returned as it is. */
export function withUntil(line: string, until: string): string {
  if (untilOf(line) !== null) return line;
  const { words, comment } = parts(line);
  return `${words.trimEnd()} (until ${until})${comment && ` ${comment}`}`;
}

/** The line without the mark. */
export function withoutUntil(line: string): string {
  const { words, comment } = parts(line);
  return words.replace(mark, '').trimEnd() + (comment && ` ${comment}`);
}

/** The line as a reader is shown it, with the mark before the words: `- until 2026-09-14: Lives in Paris`. */
export function showUntil(line: string, until: string): string {
  const lead = leadIn.exec(line)?.[0] ?? '';
  const { words, comment } = parts(line.slice(lead.length));
  return `${lead}until ${until}: ${words.replace(mark, '').trimEnd()}${comment && ` ${comment}`}`;
}

/** The inverse of {@link showUntil} for the lines of a passage: what a model copies is found in the note again. */
export const asWritten = (passage: string): string =>
  passage
    .split('\n')
    .map((line) => {
      const lead = leadIn.exec(line)?.[0] ?? '';
      const shown = shownMark.exec(line.slice(lead.length));
      return shown ? `${lead}${withUntil(line.slice(lead.length + shown[0].length), shown[1] ?? '')}` : line;
    })
    .join('\n');

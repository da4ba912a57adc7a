// Whose words a chunk of a note holds, by where it stands and how it is marked. The program writes the person's words into
// MEMORY.md and the daily notes; any other note may have been imported, or be shared with somebody. Pure.
import type { Source, Trust } from '../session/entry.ts';

const written = /^(?:MEMORY|\d{4}-\d{2}-\d{2})(?:\.md)?$/;
/** Markdown's mark of a quotation, in a list or not. It also leads the lines that a channel marks as somebody else's. */
const quoted = /^[ \t]{0,8}(?:[-*+] )?(?:\d\d:\d\d )?> /m;
/** A label in brackets before a line, such as `[forwarded]`: no check box, no link. */
const labelled = /^[ \t]{0,8}(?:[-*+] )?(?:\d\d:\d\d )?\[(?![ xX]\]|\[)[^\]\n]{1,80}\](?!\()/;

export const trustOfChunk = ({ path, text }: Pick<Source, 'path' | 'text'>): Trust =>
  written.test(path) && !quoted.test(text) && !text.split(/[\n\r]/).some((line) => labelled.test(line))
    ? 'own'
    : 'others';

/** Of several chunks: `others` where one of them is. */
export const trustOfChunks = (chunks: readonly Pick<Source, 'path' | 'text'>[]): Trust =>
  chunks.some((chunk) => trustOfChunk(chunk) === 'others') ? 'others' : 'own';

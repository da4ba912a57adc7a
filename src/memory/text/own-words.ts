// Tells whether a line of a note holds the person's own words, by its place and its marks. The program writes the person's words into
// MEMORY.md and the daily notes; any other note may have been imported, or be shared with somebody. Pure.

const written = /^(?:MEMORY|\d{4}-\d{2}-\d{2})(?:\.md)?$/;

/** Whether all lines of a chunk are the person's own words. @param path relative to the vault */
export const holdsOwnWords = (path: string, text: string): boolean =>
  written.test(path) && !text.split(lineEnd).some(isMarked);

/** Leads the line of a daily note that says what a conversation came to. It is the assistant's, and no source of facts. */
export const summaryMark = '💬';

/** All that can end a line: a mark after a lone CR or a U+2028 counts as well. */
const lineEnd = /[\n\r\u2028\u2029]/;
const bullets = ['- ', '* ', '+ '];
const timeOfDay = /^\d\d:\d\d /;
const maxLabel = 80;

/** What stands in a line behind its bullet and its time of day. */
function contentOf(whole: string): string {
  let line = whole.trimStart();
  if (bullets.some((bullet) => line.startsWith(bullet))) line = line.slice(2).trimStart();
  return timeOfDay.test(line) ? line.slice(6) : line;
}

/** Whether one of the lines is a quotation (`> `), as Markdown marks the words of somebody else. */
export const holdsQuotation = (text: string): boolean =>
  text.split(lineEnd).some((line) => contentOf(line).startsWith('> '));

/**
 * A quotation, which also leads the lines that a channel marks as somebody else's, or a line with a label in
 * brackets before it, such as `[forwarded]`; no check box, no link.
 */
function isMarked(whole: string): boolean {
  const line = contentOf(whole);
  if (line.startsWith('> ')) return true;
  const end = line.startsWith('[') ? line.indexOf(']') : -1;
  const label = line.slice(1, end);
  return (
    end > 0 &&
    label.trim() !== '' &&
    label !== 'x' &&
    label !== 'X' &&
    label.length <= maxLabel &&
    line[end + 1] !== '(' &&
    !label.startsWith('[')
  );
}

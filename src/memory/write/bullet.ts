// One remembered thing as a Markdown bullet, and what a bullet says when the dressing is taken off. Pure.
import { toUSVString } from 'node:util';

/** What a person said, made fit for a bullet: no control characters, no list marker of its own, no blank lines. */
export function cleanText(text: string): string {
  return (
    toUSVString(text)
      .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
      // oxlint-disable-next-line no-control-regex -- taking them out is the point
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .split('\n')
      .map((line) => line.trimEnd())
      .filter((line) => line.trim() !== '')
      .join('\n')
      .trim()
      .replace(/^[-*+]\s+/, '')
  );
}

/** `- <label> first line`, further lines indented into the same bullet. */
export function bulletLines(label: string, text: string): string[] {
  const [first = '', ...rest] = text.split('\n');
  return [`- ${label} ${first}`, ...rest.map((line) => `  ${line}`)];
}

/** The bullets of a note: the lines from a marker at the left margin to the next line that is not indented. */
export function bulletsOf(lines: readonly string[]): { line: number; text: string }[] {
  const bullets: { line: number; text: string }[] = [];
  let open = false;
  for (const [i, line] of lines.entries()) {
    const last = bullets.at(-1);
    if (/^[-*+]\s/.test(line)) {
      bullets.push({ line: i + 1, text: line });
      open = true;
    } else if (open && last && /^\s+\S/.test(line)) last.text += `\n${line}`;
    else open = false;
  }
  return bullets;
}

/** Read by hand: a pattern looks for the end of each of a thousand unclosed comments in all that follows. */
export function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', start + 4);
    if (end === -1) break;
    kept.push(text.slice(from, start));
    from = end + 3;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

/** What a bullet or a text says, without marker, date, time, our comment, spacing and letter forms: equal = the same thing. */
export function essence(text: string): string {
  return withoutComments(text)
    .trim()
    .replace(/^[-*+]\s+(?:\[[ xX]\]\s+)?/, '')
    .replace(/^\d{4}-\d{2}-\d{2}:?\s+/, '')
    .replace(/^\d{1,2}:\d{2}\s+/, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

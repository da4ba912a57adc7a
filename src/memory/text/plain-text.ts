// Markdown as a reader would say it: without list marks, emphasis, link targets and quote signs. Pure, and linear in the length of
// any text: each pattern stops at the next opening mark, and emphasis is matched by one walk from each side.

const lineStart = /^[ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?(?:#{1,6}[ \t]+)?/;
const link = /!?\[([^[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g;
const wikiLink = /\[\[(?:[^[\]|\n]*\|)?([^[\]\n]*)\]\]/g;
const emphasisMark = /\*\*|__|~~|`|\n/g;

export function plainText(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(lineStart, ''));
  return withoutEmphasis(lines.join('\n').replace(link, '$1').replace(wikiLink, '$1'))
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

/** Takes out each pair of marks around words of one line; what stands inside a pair is left as it is. */
function withoutEmphasis(text: string): string {
  const marks = [...text.matchAll(emphasisMark)];
  if (marks.length < 2) return text;
  const closings = closingsOf(marks, text);
  let plain = '';
  let end = 0;
  for (const [i, { 0: mark, index }] of marks.entries()) {
    const closing = closings[i];
    const inside = index + mark.length;
    if (index < end || closing === undefined || closing <= inside || !/\S/.test(text.charAt(inside))) continue;
    plain += text.slice(end, index) + text.slice(inside, closing);
    end = closing + mark.length;
  }
  return plain + text.slice(end);
}

/** For each mark, where the next one of its kind in its line stands that can close it: behind a word. */
function closingsOf(marks: readonly RegExpExecArray[], text: string): (number | undefined)[] {
  const next = new Map<string, number>();
  const closings: (number | undefined)[] = [];
  for (let i = marks.length - 1; i >= 0; i -= 1) {
    const { 0: mark, index } = marks[i] as RegExpExecArray;
    if (mark === '\n') next.clear();
    else {
      closings[i] = next.get(mark);
      if (/\S/.test(text.charAt(index - 1))) next.set(mark, index);
    }
  }
  return closings;
}

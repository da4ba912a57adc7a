// What changed between two lists of lines, and its picture as a unified diff. Pure.

/** Lines `aStart..aEnd` of the one became lines `bStart..bEnd` of the other; half-open, zero-based. */
export interface Hunk {
  aStart: number;
  aEnd: number;
  bStart: number;
  bEnd: number;
}

/** Above this many cells the changed middle counts as one hunk: still right, only coarser. */
const maxCells = 4_000_000;

/** The changed places, in order, by longest common subsequence. */
export function diffLines(a: readonly string[], b: readonly string[]): Hunk[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let aEnd = a.length;
  let bEnd = b.length;
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1;
    bEnd -= 1;
  }
  if (start === aEnd && start === bEnd) return [];
  const rows = aEnd - start;
  const columns = bEnd - start;
  if (rows * columns > maxCells) return [{ aStart: start, aEnd, bStart: start, bEnd }];

  // length[i][j]: of the longest common subsequence of a[start + i..aEnd] and b[start + j..bEnd].
  const width = columns + 1;
  const length = new Uint32Array((rows + 1) * width);
  const at = (i: number, j: number): number => length[i * width + j] ?? 0;
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      length[i * width + j] =
        a[start + i] === b[start + j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const hunks: Hunk[] = [];
  let i = 0;
  let j = 0;
  while (i < rows || j < columns) {
    if (i < rows && j < columns && a[start + i] === b[start + j]) {
      i += 1;
      j += 1;
      continue;
    }
    const hunk = { aStart: start + i, aEnd: start + i, bStart: start + j, bEnd: start + j };
    while ((i < rows || j < columns) && !(i < rows && j < columns && a[start + i] === b[start + j])) {
      if (j < columns && (i === rows || at(i, j + 1) >= at(i + 1, j))) j += 1;
      else i += 1;
    }
    hunks.push({ ...hunk, aEnd: start + i, bEnd: start + j });
  }
  return hunks;
}

const contextLines = 3;

/** A unified diff as `diff -u` prints it, empty where nothing changed. */
export function unifiedDiff(name: string, before: string, after: string): string {
  const a = toLines(before);
  const b = toLines(after);
  const groups: Hunk[][] = [];
  for (const hunk of diffLines(a, b)) {
    const last = groups.at(-1);
    if (last && hunk.aStart - (last.at(-1)?.aEnd ?? 0) <= contextLines * 2) last.push(hunk);
    else groups.push([hunk]);
  }
  if (groups.length === 0) return '';
  const out = [`--- a/${name}`, `+++ b/${name}`];
  for (const group of groups) {
    const first = group[0];
    const last = group.at(-1);
    if (!first || !last) continue;
    const aStart = Math.max(0, first.aStart - contextLines);
    const aEnd = Math.min(a.length, last.aEnd + contextLines);
    const bStart = first.bStart - (first.aStart - aStart);
    const bEnd = last.bEnd + (aEnd - last.aEnd);
    out.push(`@@ -${range(aStart, aEnd)} +${range(bStart, bEnd)} @@`);
    let at = aStart;
    for (const hunk of group) {
      for (; at < hunk.aStart; at += 1) out.push(...show(' ', a[at]));
      for (; at < hunk.aEnd; at += 1) out.push(...show('-', a[at]));
      for (const line of b.slice(hunk.bStart, hunk.bEnd)) out.push(...show('+', line));
    }
    for (; at < aEnd; at += 1) out.push(...show(' ', a[at]));
  }
  return `${out.join('\n')}\n`;
}

const toLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const range = (start: number, end: number): string =>
  `${end > start ? start + 1 : start}${end - start === 1 ? '' : `,${end - start}`}`;

const show = (mark: string, line = ''): string[] =>
  line.endsWith('\n') ? [mark + line.slice(0, -1)] : [mark + line, '\\ No newline at end of file'];

// What changed between two lists of lines, and its picture as a unified diff. Pure; the comparison is jsdiff's.
import { diffArrays, structuredPatch } from 'diff';

/** Lines `aStart..aEnd` of the one became lines `bStart..bEnd` of the other; half-open, zero-based. */
export interface Hunk {
  aStart: number;
  aEnd: number;
  bStart: number;
  bEnd: number;
}

/** Beyond this many changed lines all that lies between the first and the last counts as one hunk: still right, only coarser. */
const maxEditLength = 1000;

/** The changed places, in order. */
export function diffLines(a: readonly string[], b: readonly string[]): Hunk[] {
  const { start, aEnd, bEnd } = changedMiddle(a, b);
  if (start === aEnd && start === bEnd) return [];
  // As numbers, which compare in no time however long the lines are.
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly string[]): number[] =>
    lines.map((line) => {
      const number = numbers.get(line) ?? numbers.size;
      numbers.set(line, number);
      return number;
    });
  const changes = diffArrays(numbered(a.slice(start, aEnd)), numbered(b.slice(start, bEnd)), { maxEditLength });
  if (!changes) return [{ aStart: start, aEnd, bStart: start, bEnd }];
  const hunks: Hunk[] = [];
  let open: Hunk | null = null;
  let [i, j] = [start, start];
  for (const { count, added, removed } of changes) {
    if (!added && !removed) {
      [i, j, open] = [i + count, j + count, null];
      continue;
    }
    if (!open) hunks.push((open = { aStart: i, aEnd: i, bStart: j, bEnd: j }));
    if (removed) i += count;
    else j += count;
    [open.aEnd, open.bEnd] = [i, j];
  }
  return hunks;
}

/** What is left of both when equal beginnings and ends are taken away. */
function changedMiddle(a: readonly string[], b: readonly string[]): { start: number; aEnd: number; bEnd: number } {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let [aEnd, bEnd] = [a.length, b.length];
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1;
    bEnd -= 1;
  }
  return { start, aEnd, bEnd };
}

const contextLines = 3;

/** A unified diff as `diff -u` prints it, empty where nothing changed. */
export function unifiedDiff(name: string, before: string, after: string): string {
  if (before === after) return '';
  const patch = structuredPatch(name, name, before, after, undefined, undefined, {
    context: contextLines,
    maxEditLength,
  });
  if (!patch) return `--- a/${name}\n+++ b/${name}\n(more than ${maxEditLength} lines differ)\n`;
  const hunks = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
    ...lines,
  ]);
  return `${[`--- a/${name}`, `+++ b/${name}`, ...hunks].join('\n')}\n`;
}

const range = (start: number, count: number): string =>
  `${count === 0 ? start - 1 : start}${count === 1 ? '' : `,${count}`}`;

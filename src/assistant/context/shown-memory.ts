// MEMORY.md as a model sees it: the day a line was said in place of the comment behind it, and where the note is too long,
// the important lines of it. The file itself is never changed here. Pure.
import { cutText } from '../../base/text/text.ts';
import { datedLine, untilIfPast, withDates } from '../../memory/dated-lines.ts';

interface ShownLine {
  text: string;
  isHeading: boolean;
  /** Which lines stay when not all can: hand-written ones first, then by what the consolidation thought of them. */
  weight: number;
}

/** A single line longer than this is shown in part. */
const maxLineUnits = 2_000;

/**
 * @param maxUnits of what is returned, but for the sentence about what was left out
 * @param today `YYYY-MM-DD`
 */
export function showMemory(memory: string, maxUnits: number, today: string): string {
  if (memory.trim() === '') return '(nothing yet)';
  const whole = withDates(memory, today);
  if (whole.length <= maxUnits) return whole;
  const lines = shownLines(memory, today);
  const kept = maxImportant(lines, maxUnits);
  const shown = lines.filter((_, i) => kept.has(i)).map(({ text }) => text);
  const missing = lines.length - shown.length;
  return `${shown.join('\n')}\n[${missing} less important lines are not shown. memory_search finds them; memory_get with key "MEMORY.md" shows all.]`;
}

/** Which lines fit, the weightiest first, each with its heading. */
function maxImportant(lines: readonly ShownLine[], maxUnits: number): Set<number> {
  const headings: (number | null)[] = [];
  let heading: number | null = null;
  for (const [i, line] of lines.entries()) {
    if (line.isHeading) heading = i;
    headings.push(heading);
  }
  const kept = new Set<number>();
  let left = maxUnits;
  const weightOf = (i: number): number => lines[i]?.weight ?? 0;
  const unitsOf = (i: number): number => (lines[i]?.text.length ?? 0) + 1;
  const byWeight = [...lines.keys()]
    .filter((i) => !lines[i]?.isHeading)
    .sort((a, b) => weightOf(b) - weightOf(a) || a - b);
  for (const i of byWeight) {
    const above = headings[i] ?? null;
    const needed = above === null || kept.has(above) ? [i] : [i, above];
    const units = needed.reduce((sum, one) => sum + unitsOf(one), 0);
    if (units > left) continue;
    left -= units;
    for (const one of needed) kept.add(one);
  }
  return kept;
}

/** Lines without text are left out: they cost room and say nothing. */
function shownLines(memory: string, today: string): ShownLine[] {
  let isHistory = false;
  return memory.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const isHeading = line.startsWith('#');
    if (isHeading) isHistory = line.replaceAll('#', '').trim().toLowerCase() === 'history';
    const { text, importance } = datedLine(line, untilIfPast(line, today));
    return [{ text: cutText(text, maxLineUnits), isHeading, weight: isHistory ? importance / 10 : importance }];
  });
}

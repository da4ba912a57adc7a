// The archive of the long-term memory: lines for which MEMORY.md has no room, and which a night can still find to be true no longer. Pure.
import type { ReadNearness } from '../../memory/embed/cosines.ts';
import { untilOf, withoutUntil } from '../../memory/text/validity.ts';
import { type LongTermLine, linesOfLongTerm, parseProvenLine } from '../../memory/write/long-term.ts';
import { fromRaw, insertLines, type RawNote, replaceLines, splitRaw, textLines } from '../../memory/write/raw-note.ts';
import { contentWords } from '../../memory/write/words.ts';

/** A line of the archive that holds no longer, or is back in MEMORY.md. */
export interface ClosedLine {
  /** As it stands. */
  whole: string;
  /** What takes its place; null for one that goes. */
  past: string | null;
}

/** The archive with lines added; each once. For a note that may not exist yet. */
export function addToArchive(note: RawNote, lines: readonly string[]): RawNote {
  if (lines.length === 0) return note;
  const start =
    note.raw.trim() === '' ? insertLines({ ...note, raw: '' }, 0, ['# Archive of the long-term memory', '']) : note;
  const there = new Set(splitRaw(start.raw).map((line) => parseProvenLine(fromRaw(line.raw, start)).text));
  const added = lines.filter((line) => !there.has(parseProvenLine(line).text));
  return insertLines(start, splitRaw(start.raw).length, added);
}

/** The archive without lines of ours that go back to where they were. One that was changed by hand since stays. */
export function takeFromArchive(note: RawNote, lines: readonly string[]): RawNote {
  const all = textLines(note);
  return replaceLines(
    note,
    new Map(lines.map((line) => [all.lastIndexOf(line) + 1, []] as const).filter(([line]) => line > 0)),
  );
}

/** The archive with lines marked as past, or taken out. One that was changed by hand since stays. */
export function closeInArchive(note: RawNote, closed: readonly ClosedLine[]): RawNote {
  const all = textLines(note);
  return replaceLines(
    note,
    new Map(
      closed.flatMap(({ whole, past }) => {
        const at = all.lastIndexOf(whole) + 1;
        return at > 0 ? [[at, past === null ? [] : [past]] as const] : [];
      }),
    ),
  );
}

/** The inverse: with these lines as they were before they were closed. */
export function reopenInArchive(note: RawNote, wholes: readonly string[]): RawNote {
  const all = textLines(note);
  const said = (line: string): string => withoutUntil(parseProvenLine(line).text);
  const edits = new Map<number, string[]>();
  const gone: string[] = [];
  for (const whole of wholes) {
    if (all.includes(whole)) continue;
    const at = all.findLastIndex((line) => untilOf(line) !== null && said(line) === said(whole));
    if (at === -1) gone.push(whole);
    else edits.set(at + 1, [whole]);
  }
  return addToArchive(replaceLines(note, edits), gone);
}

/** The lines of ours in the archive that still hold. */
export const openInArchive = (note: RawNote): LongTermLine[] =>
  linesOfLongTerm(note)
    .filter(({ text, provenance }) => provenance !== null && untilOf(text) === null)
    .map((line) => ({ ...line, isArchived: true }));

/** How many lines of the archive a request shows. */
const maxShown = 12;
/** Of these the nearest are found: the last ones. Comparing them takes some seconds. */
const maxCompared = 1_000;
const minCosine = 0.3;

/**
 * The lines that are nearest to what was said, in the order of the archive: those that it may outdate.
 * @param said what is read this time
 * @param nearness null without a model: then the words in common tell
 */
export async function nearestInArchive(
  lines: readonly LongTermLine[],
  said: readonly string[],
  nearness: ReadNearness,
): Promise<LongTermLine[]> {
  const compared = lines.slice(-maxCompared);
  if (compared.length === 0 || said.length === 0) return [];
  const texts = compared.map(({ text }) => text.replace(/^\s*[-*+]\s+/, ''));
  const cosines = await nearness(texts, said);
  const near = cosines?.map((cosine) => (cosine < minCosine ? 0 : cosine)) ?? wordsInCommon(texts, said);
  const shown = [...near.keys()]
    .filter((i) => (near[i] ?? 0) > 0)
    .toSorted((a, b) => (near[b] ?? 0) - (near[a] ?? 0))
    .slice(0, maxShown);
  return compared.filter((_, i) => shown.includes(i));
}

/** For each text the words that it has in common with what was said, each counting the less the more texts have it. */
function wordsInCommon(texts: readonly string[], said: readonly string[]): number[] {
  const words = texts.map((text) => contentWords(text));
  const counts = new Map<string, number>();
  for (const word of words.flatMap((ofText) => [...ofText])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = contentWords(said.join('\n'));
  return words.map((ofText) =>
    [...ofText].reduce((sum, word) => (common.has(word) ? sum + 1 / (counts.get(word) ?? 1) : sum), 0),
  );
}

// Makes the passages that are shown from ranked lines: the best with some lines around them, the rest alone, no line twice. Pure over
// the chunk table; the text comes from the caller.
import { type ChunkTable, none } from '../index/chunk-table.ts';
import { indentOfItem } from '../text/outline.ts';
import { passages as shown } from '../weights.ts';

export interface Passage {
  file: number;
  startLine: number;
  endLine: number;
  text: string;
  /** The line that the passage was made for. */
  slot: number;
}

interface Place {
  startLine: number;
  endLine: number;
  fromChar: number | null;
  text: string;
}

/** Puts passages in the order of reading where more than a few are wanted. @param hits best first @param lengthOf in characters */
export function inReadingOrder<Hit extends { slot: number; rank: number }>(
  hits: readonly Hit[],
  limit: number,
  lengthOf: (slot: number) => number,
): readonly Hit[] {
  if (limit <= shown.byRankAlone) return hits;
  const rest = hits
    .slice(shown.byRankAlone)
    .map((hit) => ({ hit, worth: hit.rank - (shown.costOfHundred * lengthOf(hit.slot)) / 100 }));
  return [...hits.slice(0, shown.byRankAlone), ...rest.sort((a, b) => b.worth - a.worth).map(({ hit }) => hit)];
}

interface Open {
  slot: number;
  /** In the order of the file. */
  slots: number[];
}

/** The lines before or after a passage. */
interface Side {
  step: Int32Array;
  /** The outermost line of the passage on this side. */
  edge: number;
  /** How many were added. */
  count: number;
}

/**
 * @param ranked slots, best first
 * @param placeOf the stored lines of a slot
 * @param options `wide` false: single lines only. `newerOf` a line: the one that was put before it, in whose passage it does not stand, as
 * it would mostly be read first there
 */
export function passagesOf(
  ranked: readonly number[],
  limit: number,
  lines: ChunkTable,
  placeOf: (slot: number) => Place,
  { wide = true, newerOf = () => null }: { wide?: boolean; newerOf?: (slot: number) => number | null } = {},
): Passage[] {
  const passages: Open[] = [];
  const taken = new Set<number>();
  const rankOf = new Map<number, number>();
  for (let rank = 0; rank < ranked.length; rank += 1) rankOf.set(ranked[rank] as number, rank);

  const indentAt = (slot: number): number => indentOfItem(placeOf(slot).text);

  /**
   * Adds line by line the neighbour of the passage that ranks better; where neither is ranked, the one nearer to the match. Of a nested
   * list first what the match stands under, and no line without that: "3,600" would be read as the price of another firm.
   */
  function widen(passage: Open): void {
    /** Of the outermost item in the passage. */
    let indent = indentAt(passage.slot);
    let chars = placeOf(passage.slot).text.length;
    const sides = [lines.columns.next, lines.columns.previous].map((step): Side => ({
      step,
      edge: passage.slot,
      count: 0,
    }));
    for (;;) {
      let best: { side: Side; slot: number; length: number; rank: number } | null = null;
      for (const side of sides) {
        const slot = side.step[side.edge] ?? none;
        if (slot === none || taken.has(slot) || passage.slots.includes(newerOf(slot) ?? none)) continue;
        const isAbove = side !== sides[0];
        if (!isOfBranch(indentAt(slot), { isAbove, edge: indentAt(side.edge), outermost: indent })) continue;
        const rank = rankOf.get(slot) ?? Infinity;
        const { linesAround, maxChars } = rank < shown.found ? shown.whereFound : shown.elsewhere;
        const length = placeOf(slot).text.length + 1;
        const isUnder = isAbove && indent > 0;
        if ((side.count >= linesAround && !isUnder) || chars + length > maxChars) continue;
        if (!best || isUnder || rank < best.rank || (rank === best.rank && side.count < best.side.count))
          best = { side, slot, length, rank };
      }
      if (!best) return;
      const { side, slot, length } = best;
      side.edge = slot;
      side.count += 1;
      chars += length;
      taken.add(slot);
      if (side === sides[0]) passage.slots.push(slot);
      else passage.slots.unshift(slot);
      indent = Math.min(indent, indentAt(slot));
    }
  }

  for (const slot of ranked) {
    if (taken.has(slot)) continue;
    if (passages.length === limit) break;
    const passage = { slot, slots: [slot] };
    taken.add(slot);
    if (wide && passages.length < shown.widened) widen(passage);
    passages.push(passage);
  }
  return passages.map(({ slot, slots }) => ({
    slot,
    file: lines.columns.file[slot] ?? 0,
    ...joined(slots.map(placeOf)),
  }));
}

/**
 * Whether a line of a nested list stands under what a passage holds, beside it, or above it. All by how far they are indented.
 * @param passage the line at its end on this side, and its outermost one
 */
function isOfBranch(
  indent: number,
  { isAbove, edge, outermost }: { isAbove: boolean; edge: number; outermost: number },
): boolean {
  return isAbove ? indent <= outermost : indent > outermost || (indent === outermost && edge === outermost);
}

function joined(places: readonly Place[]): { startLine: number; endLine: number; text: string } {
  let text = '';
  let end = 0;
  for (const place of places) {
    if (end > 0) text += '\n'.repeat(Math.max(0, place.startLine - end));
    text += place.text;
    end = place.endLine;
  }
  return { startLine: places[0]?.startLine ?? 0, endLine: end, text };
}

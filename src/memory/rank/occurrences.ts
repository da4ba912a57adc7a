// How often the terms of a query stand in a few lines, read from their postings at once.
import type { ChunkTable } from '../index/chunk-table.ts';
import { countOf, isLabel, slotOf } from '../index/postings.ts';
import type { TermEntries } from './term-lookup.ts';

export interface Occurrences {
  /** How often a line says the term. */
  count(slot: number, term: string): number;
  /** Where no line has the term itself: whether this one has a word that begins like it, holds it or is a part of it. */
  isRelated(slot: number, term: string): boolean;
  /** Whether a heading above the line says the term, and few other headings do. */
  inHeading(slot: number, term: string): boolean;
}

/** A word that stands above more parts of the notes than this says little about which of them is meant. */
const fewParts = 3;
const rareShare = 0.05;

export function occurrencesIn(
  slots: Iterable<number>,
  entries: Pick<TermEntries, 'of' | 'relatives' | 'headings'>,
  lines: ChunkTable,
): Occurrences {
  const places = new Map<number, number>();
  for (const slot of slots) places.set(slot, places.size + 1);
  const { places: placeOf } = lines.scratch;
  for (const [slot, place] of places) placeOf[slot] = place;
  const countsOf = (list: Uint32Array): Uint8Array => {
    const counts = new Uint8Array(places.size + 1);
    for (let i = 0; i < list.length; i += 1) {
      const entry = list[i] as number;
      if (!isLabel(entry)) counts[placeOf[slotOf(entry)] as number] = countOf(entry);
    }
    counts[0] = 0;
    return counts;
  };
  const words = new Map([...entries.of].map(([term, list]) => [term, countsOf(list)]));
  const related = new Map([...entries.relatives].map(([term, list]) => [term, countsOf(list)]));
  for (const slot of places.keys()) placeOf[slot] = 0;
  const { part } = lines.columns;
  const partsHere = new Set([...places.keys()].map((slot) => part[slot] as number));
  const maxParts = Math.max(fewParts, rareShare * lines.averages.parts);
  const partsOf = (list: Uint32Array): Set<number> =>
    new Set(list.length > maxParts ? [] : Array.from(list, slotOf).filter((id) => partsHere.has(id)));
  const headed = new Map([...entries.headings].map(([term, list]) => [term, partsOf(list)]));
  return {
    count: (slot, term) => words.get(term)?.[places.get(slot) ?? 0] ?? 0,
    inHeading: (slot, term) => headed.get(term)?.has(part[slot] as number) ?? false,
    isRelated: (slot, term) => (related.get(term)?.[places.get(slot) ?? 0] ?? 0) > 0,
  };
}

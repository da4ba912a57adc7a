// How often the terms of a query stand in a few lines, read from their postings at once.
import type { ChunkTable } from '../index/chunk-table.ts';
import { countOf, isLabel, slotOf } from '../index/postings.ts';
import type { TermEntries } from './term-lookup.ts';

/** The occurrences of one term. Places are those of {@link Occurrences.placeOf}; place 0 is no line and has none. */
export interface TermOccurrences {
  /** How often the line at each place says the term. */
  counts: Uint8Array;
  /** Where no line has the term itself: over 0 where the line has a word that begins like it, holds it or is a part of it. */
  related: Uint8Array | null;
  /** The parts of sections under a heading that says the term, where few headings do. */
  headed: ReadonlySet<number>;
}

export interface Occurrences {
  /** The place of a slot among those that were looked at; 0 for others. */
  placeOf(slot: number): number;
  of(term: string): TermOccurrences | undefined;
  /** How often a line says the term. */
  count(slot: number, term: string): number;
}

/** A word that stands above more parts of the notes than this says little about which of them is meant. */
const fewParts = 3;
const rareShare = 0.05;

/** @param slots one that is among them several times counts once */
export function occurrencesIn(
  slots: Int32Array,
  entries: Pick<TermEntries, 'of' | 'relatives' | 'headings'>,
  lines: ChunkTable,
): Occurrences {
  const places = new Map<number, number>();
  const { places: placeOf } = lines.scratch;
  const { part } = lines.columns;
  const partsHere = new Set<number>();
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] as number;
    if (placeOf[slot] !== 0) continue;
    places.set(slot, places.size + 1);
    placeOf[slot] = places.size;
    partsHere.add(part[slot] as number);
  }
  const countsOf = (list: Uint32Array): Uint8Array => {
    const counts = new Uint8Array(places.size + 1);
    for (let i = 0; i < list.length; i += 1) {
      const entry = list[i] as number;
      if (!isLabel(entry)) counts[placeOf[slotOf(entry)] as number] = countOf(entry);
    }
    counts[0] = 0;
    return counts;
  };
  const maxParts = Math.max(fewParts, rareShare * lines.averages.parts);
  const headedBy = (list: Uint32Array | undefined): Set<number> => {
    const headed = new Set<number>();
    if (!list || list.length > maxParts) return headed;
    for (let i = 0; i < list.length; i += 1) {
      const id = slotOf(list[i] as number);
      if (partsHere.has(id)) headed.add(id);
    }
    return headed;
  };
  const terms = new Map<string, TermOccurrences>();
  for (const [term, list] of entries.of) {
    const related = entries.relatives.get(term);
    terms.set(term, {
      counts: countsOf(list),
      related: related ? countsOf(related) : null,
      headed: headedBy(entries.headings.get(term)),
    });
  }
  for (let i = 0; i < slots.length; i += 1) placeOf[slots[i] as number] = 0;
  return {
    placeOf: (slot) => places.get(slot) ?? 0,
    of: (term) => terms.get(term),
    count: (slot, term) => terms.get(term)?.counts[places.get(slot) ?? 0] ?? 0,
  };
}

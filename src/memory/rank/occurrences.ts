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

/** @param slots repeated slots count once */
export function occurrencesIn(
  slots: Int32Array,
  entries: Pick<TermEntries, 'of' | 'relatives' | 'headings'>,
  lines: ChunkTable,
): Occurrences {
  const { places: placeOf } = lines.scratch;
  const { part } = lines.columns;
  const places = new Places(slots.length);
  let size = 0;
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] as number;
    if (placeOf[slot] !== 0) continue;
    size += 1;
    places.set(slot, size);
    placeOf[slot] = size;
  }
  const countsOf = (list: Uint32Array): Uint8Array => {
    const counts = new Uint8Array(size + 1);
    for (let i = 0; i < list.length; i += 1) {
      const entry = list[i] as number;
      if (!isLabel(entry)) counts[placeOf[slotOf(entry)] as number] = countOf(entry);
    }
    counts[0] = 0;
    return counts;
  };
  const maxParts = Math.max(fewParts, rareShare * lines.averages.parts);
  let partsHere: ReadonlySet<number> | null = null;
  const headedBy = (list: Uint32Array | undefined): Set<number> => {
    const headed = new Set<number>();
    if (!list || list.length === 0 || list.length > maxParts) return headed;
    partsHere ??= new Set(Array.from(slots, (slot) => part[slot] as number));
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
    placeOf: (slot) => places.of(slot),
    of: (term) => terms.get(term),
    count: (slot, term) => terms.get(term)?.counts[places.of(slot)] ?? 0,
  };
}

/** The places of some slots: a hash table in one array, because each search makes one of a thousand slots and lets it go. */
class Places {
  /** A slot plus one, and its place behind it; 0 where there is none. */
  readonly #cells: Int32Array;
  readonly #mask: number;

  /** @param max how many slots it takes */
  constructor(max: number) {
    const cells = 2 ** Math.ceil(Math.log2(2 * max + 2));
    this.#cells = new Int32Array(2 * cells);
    this.#mask = cells - 1;
  }

  set(slot: number, place: number): void {
    const at = this.#cellOf(slot);
    this.#cells[at] = slot + 1;
    this.#cells[at + 1] = place;
  }

  /** 0 for a slot that is not among them. */
  of(slot: number): number {
    return this.#cells[this.#cellOf(slot) + 1] as number;
  }

  #cellOf(slot: number): number {
    let cell = slot & this.#mask;
    while (this.#cells[2 * cell] !== 0 && this.#cells[2 * cell] !== slot + 1) cell = (cell + 1) & this.#mask;
    return 2 * cell;
  }
}

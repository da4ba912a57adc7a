// The parts of sections, by their ids: how many terms each has, where its chunks begin, and which terms its headings hold.
import { decodeTerms } from '../store/term-bytes.ts';
import type { PartRow } from '../store/note-tables.ts';
import { type Column, enlarged, none } from './columns.ts';
import { Postings } from './postings.ts';

function createScratch(size: number) {
  return {
    scores: new Float32Array(size),
    counts: new Float32Array(size),
    touched: new Int32Array(size),
    found: new Int32Array(size),
  };
}

const atFirst = 1024;

export class PartTable {
  /** The parts whose heading holds a term. */
  readonly headings = new Postings();
  /** The first slot of each part. */
  #firstSlot: Int32Array;
  /** Terms of each part, headings and lines together; -1 where there is no such part. */
  #terms: Int32Array;
  #count = 0;
  #sumOfTerms = 0;
  #scratch: ReturnType<typeof createScratch>;

  /** @param ids how many ids there is room for */
  constructor(ids: number = atFirst) {
    this.#firstSlot = new Int32Array(ids).fill(none);
    this.#terms = new Int32Array(ids).fill(none);
    this.#scratch = createScratch(ids);
  }

  /** How many there are. */
  get count(): number {
    return this.#count;
  }
  /** How many terms a part has on average, for BM25. */
  get averageTerms(): number {
    return this.#count === 0 ? 0 : this.#sumOfTerms / this.#count;
  }
  /** What a search works out for every part, by its id; left all zero, but for `touched` and `found`. */
  get scratch() {
    return this.#scratch;
  }

  add({ id, terms }: PartRow): void {
    const size = this.#terms.length;
    if (id >= size) {
      const larger = Math.max(id + 1, 2 * size);
      this.#terms = enlarged(this.#terms, larger, none);
      this.#firstSlot = enlarged(this.#firstSlot, larger, none);
      this.#scratch = createScratch(larger);
    }
    this.#terms[id] = 0;
    this.#count += 1;
    decodeTerms(terms, (term, count) => {
      this.headings.add(id, term, count, false);
      this.addTerms(id, count);
    });
  }

  remove(id: number): void {
    this.#sumOfTerms -= this.#terms[id] ?? 0;
    this.#terms[id] = none;
    this.#firstSlot[id] = none;
    this.#count -= 1;
  }

  /** @param terms below 0 where lines went */
  addTerms(id: number, terms: number): void {
    this.#terms[id] = (this.#terms[id] ?? 0) + terms;
    this.#sumOfTerms += terms;
  }

  /** Terms of each part, by its id; -1 where there is no such part. */
  get terms(): Int32Array {
    return this.#terms;
  }

  firstSlotOf(id: number): number {
    return this.#firstSlot[id] ?? none;
  }

  setFirstSlot(id: number, slot: number): void {
    this.#firstSlot[id] = slot;
  }

  mergeHeadings(): Generator<void> {
    return this.headings.merge((id) => this.#terms[id] !== none);
  }

  get numbers(): Record<string, number> {
    return { partCount: this.#count, termsInParts: this.#sumOfTerms };
  }
  set numbers({ partCount = 0, termsInParts = 0 }: Record<string, number>) {
    this.#count = partCount;
    this.#sumOfTerms = termsInParts;
  }

  get arrays(): Record<string, Column> {
    return { partFirstSlot: this.#firstSlot, partTerms: this.#terms };
  }
}

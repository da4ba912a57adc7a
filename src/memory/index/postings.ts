// Which slots hold a term, and how often: an inverted index hot in memory, 4 bytes an entry. It grows at its end and is
// merged now and then; an entry is never taken out, its slot dies. Knows no scores.
import { enlarged } from './columns.ts';

const countBits = 7;
const maxCount = 2 ** countBits - 1;
const labelBit = 2 ** countBits;
/** More lines than a person writes. */
const maxSlots = 2 ** (32 - countBits - 1);

export const slotOf = (entry: number): number => entry >>> (countBits + 1);
export const countOf = (entry: number): number => entry & maxCount;
export const isLabel = (entry: number): boolean => (entry & labelBit) !== 0;
export const entryOf = (slot: number, count: number, label: boolean): number =>
  ((slot << (countBits + 1)) | (label ? labelBit : 0) | Math.min(count, maxCount)) >>> 0;

const pieceSize = 2 ** 15;
const termsAtFirst = 1024;
/** So many entries take some ms: in a large vault each entry of a term lies elsewhere. */
const termsPerStep = 1500;
const entriesPerStep = 30_000;
/** The share of room that may stay empty at the end. */
const maxWaste = 0.2;

export class Postings {
  /** Entries of term t: #merged[#starts[t]] up to #starts[t + 1]. */
  #merged = new Uint32Array(0);
  #starts = new Uint32Array(1);
  // Those added since: each term's are a chain from the last one back. In pieces, because what grows in one is copied for long.
  #added: Uint32Array[] = [];
  #before: Int32Array[] = [];
  #last = new Int32Array(termsAtFirst).fill(-1);
  #used = 0;

  /** How many entries wait to be merged. */
  get unmerged(): number {
    return this.#used;
  }

  add(slot: number, term: number, count: number, label: boolean): void {
    if (slot >= maxSlots) throw new RangeError(`More than ${maxSlots} lines.`);
    const used = this.#used;
    if (used === this.#added.length * pieceSize) {
      this.#added.push(new Uint32Array(pieceSize));
      this.#before.push(new Int32Array(pieceSize));
    }
    if (term >= this.#last.length) this.#last = enlarged(this.#last, Math.max(term + 1, 2 * this.#last.length), -1);
    const piece = Math.floor(used / pieceSize);
    (this.#added[piece] as Uint32Array)[used % pieceSize] = entryOf(slot, count, label);
    (this.#before[piece] as Int32Array)[used % pieceSize] = this.#last[term] ?? -1;
    this.#last[term] = used;
    this.#used = used + 1;
  }

  /** The entries of a term, to be read at once with {@link slotOf}, {@link countOf}, {@link isLabel}; also those of dead slots. */
  of(term: number): Uint32Array {
    const from = this.#startOf(term);
    const to = this.#startOf(term + 1);
    let at = this.#last[term] ?? -1;
    if (at < 0) return this.#merged.subarray(from, to);
    const fresh: number[] = [];
    for (; at >= 0; at = this.#beforeAt(at)) fresh.push(this.#addedAt(at));
    const all = new Uint32Array(to - from + fresh.length);
    all.set(this.#merged.subarray(from, to));
    all.set(fresh, to - from);
    return all;
  }

  /** Sorts everything by term and leaves out dead slots, in short steps between which it may be read but not added to. */
  *merge(isAlive: (slot: number) => boolean): Generator<void> {
    const terms = Math.max(this.#starts.length - 1, this.#last.length);
    const entries = new Uint32Array(this.#merged.length + this.#used);
    const ends = new Uint32Array(terms + 1);
    let size = 0;
    let rest = entriesPerStep;
    const keep = (entry: number): void => {
      if (!isAlive(slotOf(entry))) return;
      entries[size] = entry;
      size += 1;
    };
    for (let term = 0; term < terms; term += 1) {
      ends[term] = size;
      rest -= entriesPerStep / termsPerStep;
      let from = this.#startOf(term);
      const to = this.#startOf(term + 1);
      let at = this.#last[term] ?? -1;
      // The entries of a word that every line has are more than one step.
      while (from < to || at >= 0) {
        if (rest <= 0) {
          rest = entriesPerStep;
          yield;
        }
        const until = Math.min(to, from + Math.ceil(rest));
        rest -= until - from;
        for (; from < until; from += 1) keep(this.#merged[from] as number);
        for (; at >= 0 && rest > 0; at = this.#beforeAt(at)) {
          keep(this.#addedAt(at));
          rest -= 1;
        }
      }
    }
    ends[terms] = size;
    // A copy of its size blocks for long where there are many, so the room that dead slots leave stays unless it is large.
    this.#merged = size > (1 - maxWaste) * entries.length ? entries.subarray(0, size) : entries.slice(0, size);
    this.#starts = ends;
    this.#added = [];
    this.#before = [];
    this.#last = new Int32Array(termsAtFirst).fill(-1);
    this.#used = 0;
  }

  /** All entries, and where those of each term begin. Only of merged postings. */
  get arrays(): { entries: Uint32Array; starts: Uint32Array } {
    return { entries: this.#merged, starts: this.#starts };
  }

  /** Arrays of such lengths in the place of its own, to be filled by the caller. */
  resize({ entries, starts }: { entries: number; starts: number }): void {
    this.#merged = new Uint32Array(entries);
    this.#starts = new Uint32Array(starts);
  }

  #startOf(term: number): number {
    return this.#starts[Math.min(term, this.#starts.length - 1)] ?? 0;
  }

  #addedAt(at: number): number {
    return this.#added[Math.floor(at / pieceSize)]?.[at % pieceSize] as number;
  }

  #beforeAt(at: number): number {
    return this.#before[Math.floor(at / pieceSize)]?.[at % pieceSize] as number;
  }
}

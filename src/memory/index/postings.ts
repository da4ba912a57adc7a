// Which slots hold a term, and how often: an inverted index hot in memory, 4 bytes an entry. It grows at its end and is
// merged now and then; an entry is never taken out, its slot dies. Knows no scores.

export interface Postings {
  add(slot: number, term: number, count: number, label: boolean): void;
  /** The entries of a term, to be read at once with {@link slotOf}, {@link countOf}, {@link isLabel}; also those of dead slots. */
  of(term: number): Uint32Array;
  /** How many entries wait to be merged. */
  readonly unmerged: number;
  /** Sorts everything by term and leaves out dead slots, in short steps between which it may be read but not added to. */
  merge(isAlive: (slot: number) => boolean): Generator<void>;
}

const countBits = 7;
const mostCount = 2 ** countBits - 1;
const labelBit = 2 ** countBits;
/** More lines than anyone writes. */
const mostSlots = 2 ** (32 - countBits - 1);

export const slotOf = (entry: number): number => entry >>> (countBits + 1);
export const countOf = (entry: number): number => entry & mostCount;
export const isLabel = (entry: number): boolean => (entry & labelBit) !== 0;
export const entryOf = (slot: number, count: number, label: boolean): number =>
  ((slot << (countBits + 1)) | (label ? labelBit : 0) | Math.min(count, mostCount)) >>> 0;

const pieceSize = 2 ** 15;
/** In a large vault each entry of a term lies elsewhere: some ms. */
const termsPerStep = 1500;
const entriesPerStep = 30_000;
/** The share of room that may stay empty at the end. */
const wasted = 0.2;

// oxlint-disable-next-line max-lines-per-function -- small readers and writers over the same arrays
export function createPostings(): Postings {
  /** Entries of term t: merged[starts[t]] up to starts[t + 1]. */
  let merged = new Uint32Array(0);
  let starts = new Uint32Array(1);
  // Those added since: each term's are a chain from the last one back. In pieces, because what grows in one is copied for long.
  let added: Uint32Array[] = [];
  let before: Int32Array[] = [];
  let last = new Int32Array(1024).fill(-1);
  let used = 0;

  const addedAt = (at: number): number => added[Math.floor(at / pieceSize)]?.[at % pieceSize] as number;
  const beforeAt = (at: number): number => before[Math.floor(at / pieceSize)]?.[at % pieceSize] as number;
  const startOf = (term: number): number => starts[Math.min(term, starts.length - 1)] ?? 0;

  return {
    get unmerged() {
      return used;
    },
    add(slot, term, count, label) {
      if (slot >= mostSlots) throw new RangeError(`More than ${mostSlots} lines.`);
      if (used === added.length * pieceSize) {
        added.push(new Uint32Array(pieceSize));
        before.push(new Int32Array(pieceSize));
      }
      if (term >= last.length) {
        const size = last.length;
        const larger = new Int32Array(Math.max(term + 1, 2 * size)).fill(-1, size);
        larger.set(last);
        last = larger;
      }
      const piece = Math.floor(used / pieceSize);
      (added[piece] as Uint32Array)[used % pieceSize] = entryOf(slot, count, label);
      (before[piece] as Int32Array)[used % pieceSize] = last[term] ?? -1;
      last[term] = used;
      used += 1;
    },
    of(term) {
      const from = startOf(term);
      const to = startOf(term + 1);
      let at = last[term] ?? -1;
      if (at < 0) return merged.subarray(from, to);
      const fresh: number[] = [];
      for (; at >= 0; at = beforeAt(at)) fresh.push(addedAt(at));
      const all = new Uint32Array(to - from + fresh.length);
      all.set(merged.subarray(from, to));
      all.set(fresh, to - from);
      return all;
    },
    *merge(isAlive) {
      const terms = Math.max(starts.length - 1, last.length);
      const entries = new Uint32Array(merged.length + used);
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
        let from = startOf(term);
        const to = startOf(term + 1);
        let at = last[term] ?? -1;
        // The entries of a word that every line has are more than one step.
        while (from < to || at >= 0) {
          if (rest <= 0) {
            rest = entriesPerStep;
            yield;
          }
          const until = Math.min(to, from + Math.ceil(rest));
          rest -= until - from;
          for (; from < until; from += 1) keep(merged[from] as number);
          for (; at >= 0 && rest > 0; at = beforeAt(at)) {
            keep(addedAt(at));
            rest -= 1;
          }
        }
      }
      ends[terms] = size;
      // A copy of its size blocks for long where there are many, so the room that dead slots leave stays unless it is large.
      merged = size > (1 - wasted) * entries.length ? entries.subarray(0, size) : entries.slice(0, size);
      starts = ends;
      added = [];
      before = [];
      last = new Int32Array(1024).fill(-1);
      used = 0;
    },
  };
}

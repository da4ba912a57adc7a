// BM25 over every line, with the lines beside it as weaker columns, and over every part of a section. It reads posting entries and
// does not know their words.
// S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; k1, b and the floor of the
// idf as in SQLite's FTS5.
import { type ChunkTable, none } from '../index/chunk-table.ts';
import { countOf, isLabel, slotOf } from '../index/postings.ts';
import { bm25 } from '../weights.ts';
import { Highest } from './top-k.ts';

/** The highest scores, each divided by the very highest. */
export interface Scores {
  /** Slots of lines or ids of parts, ascending. */
  keys: Int32Array;
  /** The scores in the order of the keys. */
  values: Float64Array;
}

/** Where one word of the query stands, and where those that are taken for it stand, each with how much it counts. */
export type Places = readonly { list: Uint32Array; share: number }[];

/** @returns 0 for what is not among the best */
export function scoreOf({ keys, values }: Scores, key: number): number {
  let from = 0;
  let to = keys.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((keys[middle] as number) < key) from = middle + 1;
    else to = middle;
  }
  return from < keys.length && keys[from] === key ? (values[from] as number) : 0;
}

/**
 * A step is a word: one that stands in each of a million lines takes some tens of ms.
 * @param words each with all its places; other words for it in the lines come after the word itself, whose share is 1
 */
export function* scoreLines(words: readonly Places[], lines: ChunkTable): Generator<void, Scores> {
  const { counts, touched } = lines.scratch;
  const count = (places: Places): Counted => {
    let saying = 0;
    let touchedSize = 0;
    for (const { list, share } of places) {
      touchedSize = countAround(list, share, touchedSize, lines);
      if (share === 1) saying = touchedSize;
    }
    // A line with related words only holds the word in part.
    let having = saying;
    for (let i = saying; i < touchedSize; i += 1) having += Math.min(1, counts[touched[i] as number] as number);
    return { touchedSize, having };
  };
  return yield* score(words, count, {
    all: lines.size,
    lengths: lines.columns.allTerms,
    average: lines.averages.line || 1,
    scratch: lines.scratch,
    max: bm25.maxLines,
  });
}

/**
 * Adds the entries of a word to the counts of their lines and of those beside them. A line that had none goes into `touched`.
 * @returns how many are in there now
 */
function countAround(
  list: Uint32Array,
  share: number,
  touchedBefore: number,
  { columns, scratch }: ChunkTable,
): number {
  const { id, previous, next } = columns;
  const { counts, touched } = scratch;
  let touchedSize = touchedBefore;
  for (let i = 0; i < list.length; i += 1) {
    const entry = list[i] as number;
    const slot = slotOf(entry);
    if (id[slot] === none) continue;
    const count = share * countOf(entry);
    touchedSize = add(slot, count, counts, touched, touchedSize);
    if (isLabel(entry)) continue;
    const after = next[slot] as number;
    if (after !== none) touchedSize = add(after, bm25.previous * count, counts, touched, touchedSize);
    const before = previous[slot] as number;
    if (before !== none) touchedSize = add(before, bm25.next * count, counts, touched, touchedSize);
  }
  return touchedSize;
}

/** Adds to what is there by a key, which goes into `keys` where that was nothing. @returns how many keys there are now */
function add(key: number, amount: number, sums: Float32Array, keys: Int32Array, size: number): number {
  const sum = sums[key] as number;
  sums[key] = sum + amount;
  if (sum !== 0) return size;
  keys[size] = key;
  return size + 1;
}

/**
 * Scores parts of sections in the same steps.
 * @param words of each, its entries in the lines and in the headings
 */
export function* scoreParts(
  words: readonly { list: Uint32Array; headings: Uint32Array }[],
  lines: ChunkTable,
): Generator<void, Scores> {
  const { id, part } = lines.columns;
  const { counts, touched } = lines.partScratch;
  const { partTerms } = lines;
  const count = ({ list, headings }: { list: Uint32Array; headings: Uint32Array }): Counted => {
    let touchedSize = 0;
    for (let i = 0; i < list.length; i += 1) {
      const entry = list[i] as number;
      const slot = slotOf(entry);
      if (id[slot] !== none && !isLabel(entry))
        touchedSize = add(part[slot] as number, countOf(entry), counts, touched, touchedSize);
    }
    for (let i = 0; i < headings.length; i += 1) {
      const entry = headings[i] as number;
      if (partTerms[slotOf(entry)] !== none)
        touchedSize = add(slotOf(entry), countOf(entry), counts, touched, touchedSize);
    }
    return { touchedSize, having: touchedSize };
  };
  const { part: average, parts: all } = lines.averages;
  return yield* score(words, count, {
    all,
    lengths: partTerms,
    average: average || 1,
    scratch: lines.partScratch,
    max: bm25.maxParts,
  });
}

/** What a word was counted in: `scratch.touched` begins with those keys. */
interface Counted {
  touchedSize: number;
  /** How many hold the word, for its weight; one that holds it in part counts in part. */
  having: number;
}

interface Scored {
  /** How many there are. */
  all: number;
  /** The length of each text in terms, by its key. */
  lengths: Int32Array;
  average: number;
  scratch: ChunkTable['scratch'] | ChunkTable['partScratch'];
  max: number;
}

/** @param count adds the counts of a word to `scratch.counts`, which are zero before */
function* score<Word>(
  words: readonly Word[],
  count: (word: Word) => Counted,
  { all, lengths, average, scratch, max }: Scored,
): Generator<void, Scores> {
  const { scores, found } = scratch;
  let foundSize = 0;
  try {
    for (const word of words) {
      const { touchedSize, having } = count(word);
      foundSize = addScores(scratch, { touchedSize, foundSize, weight: idf(all, having), lengths, average });
      yield;
    }
    return bestOf(found.subarray(0, foundSize), scores, max);
  } finally {
    // Also where the ranking is broken off between two words.
    for (let i = 0; i < foundSize; i += 1) scores[found[i] as number] = 0;
  }
}

interface OfWord {
  touchedSize: number;
  foundSize: number;
  weight: number;
  lengths: Int32Array;
  average: number;
}

/**
 * Adds what a word is worth to the score of each text that holds it, and makes its counts zero again. It is a function of its own, over
 * typed arrays alone: called back for a length, the engine makes an object of every number.
 * @returns how many texts have a score now
 */
function addScores(
  { scores, counts, touched, found }: Scored['scratch'],
  { touchedSize, foundSize: before, weight, lengths, average }: OfWord,
): number {
  let foundSize = before;
  for (let i = 0; i < touchedSize; i += 1) {
    const key = touched[i] as number;
    const amount = weight * saturated(counts[key] as number, (lengths[key] as number) / average);
    counts[key] = 0;
    foundSize = add(key, amount, scores, found, foundSize);
  }
  return foundSize;
}

const idf = (all: number, having: number): number =>
  Math.max(bm25.minIdf, Math.log((all - having + 0.5) / (having + 0.5)));

/** @param length of the text, where 1 is average */
export const saturated = (count: number, length: number): number =>
  (count * (bm25.k1 + 1)) / (count + bm25.k1 * (1 - bm25.b + bm25.b * length));

/** The highest of what was found. */
function bestOf(found: Int32Array, scores: Float32Array, max: number): Scores {
  const highest = new Highest(max);
  highest.offerAll(found, scores);
  const keys = highest.take();
  const values = new Float64Array(keys.length);
  let top = 0;
  for (let i = 0; i < keys.length; i += 1) top = Math.max(top, scores[keys[i] as number] as number);
  for (let i = 0; i < keys.length; i += 1) values[i] = (scores[keys[i] as number] as number) / top;
  return { keys, values };
}

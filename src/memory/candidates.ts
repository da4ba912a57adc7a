// The first look of a search, at every line there is: how near it is to the query by its vector, and which lines are worth
// a closer look. All that costs time with the size of the vault is here and in lexical.ts.
import { createHighest, type Highest } from './highest.ts';
import type { Lexical } from './lexical.ts';
import { type Lines, none, windowShares } from './lines.ts';
import { quantize } from './vectors.ts';

export interface Candidates {
  /** Ascending. */
  slots: number[];
  /** Of each: the cosine of the line alone, and of the window of five lines around it. Null without a query's vector. */
  dense: { own: Float32Array; window: Float32Array } | null;
}

export interface FirstLook {
  lines: Lines;
  lexical: Lexical;
  /** The query's vector. */
  pooled: Float32Array | null;
  /** 1 by subject where the query names it. */
  named: Uint8Array | null;
  /** In the vectors, 0..1. */
  trust: number;
  allowed: ((slot: number) => boolean) | null;
  most: number;
  /** In a vault with more lines, only those that a sketch of their vectors says to be near are compared in full. */
  mostCompared?: number;
}

/** How much each counts in the first look; the closer one has weights of its own. */
const firstWeights = { part: 0.3, length: 0.3, asking: -0.2, subject: 0.4 };

/** Up to here comparing all costs less than what the sketch makes of it would: some 2 ms. */
const mostCompared = 50_000;
/**
 * As many lines are compared in full where not all are. Of the 150 lines with the highest first score, 99.85 % are among the first
 * 1,000 by the sketch (LoCoMo, BEAM and XQuAD together, 35,066 lines, 179 of their queries; 99.5 % are among the first 500); the
 * ten best of 400 questions there are the very same with it and without.
 */
const leastCompared = 1_000;
/** So many lines go through all of it before the next ones do: what is worked out of them is then still near the processor. */
const slotsAtOnce = 8_192;

/** The lines with the highest first score, at most `most`. In steps of some ms; the lines must stay as they are between them. */
export function* findCandidates(look: FirstLook): Generator<void, Candidates> {
  const { lexical, lines } = look;
  for (const [slot, score] of lexical.lines) lines.scratch.scores[slot] = score;
  try {
    return yield* findByScores(look);
  } finally {
    // Where the lines did change nobody goes on, and the scratch may have been moved.
    for (const slot of lexical.lines.keys()) lines.scratch.scores[slot] = 0;
  }
}

function* findByScores(look: FirstLook): Generator<void, Candidates> {
  const { lines, pooled, most } = look;
  const { top } = lines;
  const { shares } = lines.scratch;
  const query = pooled && quantize(pooled);
  const sketched = query !== null && top > (look.mostCompared ?? mostCompared);
  yield;
  if (query) writeShares(query, lines, sketched);
  yield;
  const scoresOf = createScores(look);
  const found = createHighest(sketched ? Math.max(most, leastCompared) : most);
  for (let from = 0; from < top; from += slotsAtOnce) {
    offerScores(look, from, scoresOf(from, Math.min(top, from + slotsAtOnce)), found);
    yield;
  }
  let slots = found.take();
  if (query && sketched) {
    writeExactShares(query, slots, lines);
    const highest = createHighest(most);
    for (const slot of slots) highest.offer(scoresOf(slot, slot + 1)[0] ?? 0, slot);
    slots = highest.take();
  }
  if (!query) return { slots, dense: null };
  const own = Float32Array.from(slots, (slot) => (shares[slot] as number) / (lines.columns.weight[slot] as number));
  const window = new Float32Array(slots.length);
  for (const [i, slot] of slots.entries()) writeWindows(lines, slot, window.subarray(i, i + 1));
  return { slots, dense: { own, window } };
}

/** Writes what each line adds to the windows that it is in: its weight times its cosine, which the sketch only knows about. */
function writeShares(query: Int8Array, lines: Lines, sketched: boolean): void {
  const { top } = lines;
  const { weight, scale } = lines.columns;
  const { shares } = lines.scratch;
  if (sketched) {
    lines.sketch.compare(query, top, (first, differences, one, each) => {
      for (let i = 0; i < differences.length; i += 1) {
        const slot = first + i;
        shares[slot] = (scale[slot] as number) > 0 ? (weight[slot] as number) * (one - each * (differences[i] as number)) : 0;
      }
    });
    return;
  }
  const unit = unitOf(query);
  const dots = lines.dots(query);
  const count = Math.min(top, dots.length);
  for (let slot = 0; slot < count; slot += 1) shares[slot] = (dots[slot] as number) * (scale[slot] as number) * unit * (weight[slot] as number);
  shares.fill(0, count, top);
}

/** The same for the windows of these slots, exactly. */
function writeExactShares(query: Int8Array, slots: readonly number[], lines: Lines): void {
  const { weight, scale } = lines.columns;
  const { shares, places } = lines.scratch;
  const compared: number[] = [];
  for (const slot of slots)
    lines.forWindow(slot, (other) => {
      if (places[other] === 0) compared.push(other);
      places[other] = 1;
    });
  const dots = lines.dotsAt(query, compared);
  const unit = unitOf(query);
  for (const [i, slot] of compared.entries()) {
    places[slot] = 0;
    shares[slot] = (dots[i] as number) * (scale[slot] as number) * unit * (weight[slot] as number);
  }
}

function unitOf(query: Int8Array): number {
  let square = 0;
  for (const value of query) square += value * value;
  return square > 0 ? 1 / Math.sqrt(square) : 0;
}

/**
 * Writes the cosines of the windows around the slots from `from` on. A window's vector is a weighted sum, so its cosine follows
 * from those of its lines.
 */
function writeWindows({ columns, scratch }: Lines, from: number, into: Float32Array): void {
  const { previous, next, windowScale } = columns;
  const { shares } = scratch;
  for (let i = 0, slot = from; i < into.length; i += 1, slot += 1) {
    let sum = shares[slot] as number;
    const before = previous[slot] as number;
    if (before !== none) {
      sum += windowShares.beside * (shares[before] as number);
      const second = previous[before] as number;
      if (second !== none) sum += windowShares.second * (shares[second] as number);
    }
    const after = next[slot] as number;
    if (after !== none) {
      sum += windowShares.beside * (shares[after] as number);
      const second = next[after] as number;
      if (second !== none) sum += windowShares.second * (shares[second] as number);
    }
    into[i] = sum * (windowScale[slot] as number);
  }
}

/**
 * Expects the shares in their scratch, and the scores of words in `scores`.
 * @returns a function that gives the first scores of a few slots, to be read before it is called again
 */
function createScores({ lines, lexical, pooled, named, trust }: FirstLook): (from: number, to: number) => Float32Array {
  const { part, length, asking, subject } = lines.columns;
  const { scores } = lines.scratch;
  const ofParts = new Float32Array(lines.averages.partsEnd);
  for (const [at, score] of lexical.parts) ofParts[at] = firstWeights.part * score;
  const room = new Float32Array(Math.min(slotsAtOnce, lines.top));
  return (from, to) => {
    const first = room.subarray(0, to - from);
    if (pooled) {
      writeWindows(lines, from, first);
      for (let i = 0, slot = from; slot < to; i += 1, slot += 1)
        first[i] = trust * (first[i] as number) + firstWeights.length * (length[slot] as number) + firstWeights.asking * (asking[slot] as number);
      if (named) for (let i = 0, slot = from; slot < to; i += 1, slot += 1) if (named[subject[slot] as number] === 1) first[i] = (first[i] as number) + firstWeights.subject;
    } else first.fill(0);
    for (let i = 0, slot = from; slot < to; i += 1, slot += 1) first[i] = (first[i] as number) + (scores[slot] as number) + (ofParts[part[slot] as number] as number);
    return first;
  };
}

function offerScores({ lines, pooled, allowed }: FirstLook, from: number, scores: Float32Array, highest: Highest): void {
  const { id } = lines.columns;
  let { least } = highest;
  for (let i = 0, slot = from; i < scores.length; i += 1, slot += 1) {
    const score = scores[i] as number;
    if (score < least || id[slot] === none || (!pooled && score === 0) || (allowed && !allowed(slot))) continue;
    highest.offer(score, slot);
    ({ least } = highest);
  }
}

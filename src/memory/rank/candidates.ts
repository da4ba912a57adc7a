// The first look of a search, at every line there is: how near it is to the query by its vector, and which lines are worth
// a closer look. Only this file, term-lookup.ts and bm25.ts take time that grows with the vault.
import { vectorLength } from '../kernel/vector-math.ts';
import { type ChunkTable, none } from '../index/chunk-table.ts';
import { quantize } from '../index/vectors.ts';
import { linked } from '../kernel/window-scores.ts';
import { firstWeights, maxScanned, minScanned, windowShares } from '../weights.ts';
import { Highest } from './top-k.ts';
import type { Lexical } from './keyword-scores.ts';

export interface Candidates {
  /** Ascending. */
  slots: Int32Array;
  /** The cosine of each line alone, and of the window of five lines around it. Null when the query has no vector. */
  dense: { own: Float32Array; window: Float32Array } | null;
}

export interface FirstLook {
  lines: ChunkTable;
  lexical: Lexical;
  /** The query's vector. */
  pooled: Float32Array | null;
  /** For each subject a number over 0 where the query names it. */
  named: Float32Array | null;
  /** How far the vectors are trusted, 0..1. */
  trust: number;
  allowed: ((slot: number) => boolean) | null;
  /** The days that the query names, and whether it names nothing else. */
  about?: { from: number; to: number; only: boolean } | null;
  /** Lines that name one of those days in their own words. */
  naming?: ReadonlyMap<number, number>;
  /** Where the vectors are on disk: the contents whose own are nearest to the query's. */
  near?: readonly number[];
  max: number;
  /** In a vault with more lines, only those that a sketch of their vectors says to be near are compared in full. */
  maxCompared?: number;
}

/** The lines with the highest first score, at most `max`. In steps of some ms; the lines must stay as they are between them. */
export function* findCandidates(look: FirstLook): Generator<void, Candidates> {
  const { lines, pooled } = look;
  try {
    writeExtras(look);
    yield;
    if (!pooled) return { slots: findByWords(look), dense: null };
    const slots = yield* findByVector(look, quantize(pooled));
    const { shares } = lines.scratch;
    const dense = { own: new Float32Array(slots.length), window: new Float32Array(slots.length) };
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] as number;
      dense.own[i] = (shares[slot] as number) / (lines.columns.weight[slot] as number);
      dense.window[i] = windowOf(lines, slot);
    }
    return { slots, dense };
  } finally {
    // The whole buffer is cleared: if the lines changed meanwhile, it is unknown which of its cells were written.
    lines.scratch.scores.fill(0, 0, lines.top);
  }
}

/** Writes the part of the scores that needs no vector: by the words in a line and in its part, by its day, and by its subject. */
function writeExtras({ lines, lexical, pooled, named, about, naming = new Map() }: FirstLook): void {
  const { scores } = lines.scratch;
  const { day, subject } = lines.columns;
  const { keys: slots, values } = lexical.lines;
  for (let i = 0; i < slots.length; i += 1) add(scores, slots[i] as number, values[i] as number);
  const { keys: parts, values: ofParts } = lexical.parts;
  for (let i = 0; i < parts.length; i += 1) {
    const score = firstWeights.part * (ofParts[i] as number);
    lines.forPart(parts[i] as number, (slot) => add(scores, slot, score));
  }
  if (about) {
    const weight = about.only ? firstWeights.onlyDay : firstWeights.day;
    for (let slot = 0; slot < lines.top; slot += 1)
      if ((day[slot] as number) >= about.from && (day[slot] as number) <= about.to) add(scores, slot, weight);
    for (const slot of naming.keys()) add(scores, slot, weight);
  }
  if (!pooled || !named) return;
  for (let slot = 0; slot < lines.top; slot += 1)
    if ((named[subject[slot] as number] as number) > 0) add(scores, slot, firstWeights.subject);
}

function add(scores: Float32Array, slot: number, score: number): void {
  scores[slot] = (scores[slot] as number) + score;
}

function findByWords({ lines, allowed, max }: FirstLook): Int32Array {
  const { scores } = lines.scratch;
  const { id } = lines.columns;
  const highest = new Highest(max);
  for (let slot = 0; slot < lines.top; slot += 1) {
    const score = scores[slot] as number;
    if (score !== 0 && id[slot] !== none && (!allowed || allowed(slot))) highest.offer(score, slot);
  }
  return highest.take();
}

function* findByVector(look: FirstLook, query: Int8Array): Generator<void, Int32Array> {
  const { lines, max } = look;
  if (lines.onDisk) return findOnDisk(look, query);
  const sketched = lines.top > (look.maxCompared ?? maxScanned);
  yield;
  if (sketched) writeSketchedShares(query, lines);
  else writeShares(query, lines);
  yield;
  const found = yield* findHighest(look, sketched ? Math.max(max, minScanned) : max);
  const alone = findHighestAlone(look, sketched ? Math.max(max, minScanned) : max);
  yield;
  const both = Int32Array.from(new Set([...found, ...alone]));
  if (!sketched) return both.sort();
  return bestOf(both, look, query);
}

/** How many times as many lines are compared for their words on disk: many a name stands in more lines than are looked at closely. */
const moreByWords = 4;

/** Where the vectors are on disk: the lines with the nearest ones, those beside them, and those with the most words. */
function findOnDisk(look: FirstLook, query: Int8Array): Int32Array {
  const { lines, allowed, near = [] } = look;
  const { previous, next } = lines.columns;
  const slots = new Set<number>(findByWords({ ...look, max: moreByWords * look.max }));
  for (const content of near)
    for (const slot of lines.contentSlots(content))
      slots
        .add(slot)
        .add(previous[slot] as number)
        .add(next[slot] as number);
  slots.delete(none);
  return bestOf(Int32Array.from(allowed ? [...slots].filter(allowed) : slots), look, query);
}

/** Compares these lines in full. @returns the best of them, by the windows around them and by themselves */
function bestOf(slots: Int32Array, look: FirstLook, query: Int8Array): Int32Array {
  const { lines, max } = look;
  writeExactShares(query, slots, lines);
  const { shares } = lines.scratch;
  const { weight } = lines.columns;
  const [around, itself] = [new Highest(max), new Highest(max)];
  for (const slot of slots) {
    around.offer(firstScore(look, slot), slot);
    itself.offer(scoreAlone(shares[slot] as number, weight[slot] as number), slot);
  }
  return Int32Array.from(new Set([...around.take(), ...itself.take()])).sort();
}

/** After so many slots the lowest score to beat is known, and few others reach it. The kernel takes multiples of four. */
const slotsAtFirst = 512;

/** Finds the slots with the highest first scores, from the shares in the scratch columns. */
function* findHighest(look: FirstLook, max: number): Generator<void, Int32Array> {
  const { top, windowScores } = look.lines;
  const highest = new Highest(max);
  for (let from = 0; from < top;) {
    const to = Math.min(top, from + (from === 0 ? slotsAtFirst : windowScores.slotsAtOnce));
    offerWindows(look, from, to, highest);
    from = to;
    yield;
  }
  return highest.take();
}

/** Finds lines by their own vectors: in a list of unrelated facts the window around a line is only noise. */
function findHighestAlone(look: FirstLook, max: number): Int32Array {
  const { allowed, lines } = look;
  const { top, columns, scratch } = lines;
  const { id, weight } = columns;
  const { shares } = scratch;
  const highest = new Highest(max);
  let { min } = highest;
  for (let slot = 0; slot < top; slot += 1) {
    const score = scoreAlone(shares[slot] as number, weight[slot] as number);
    // Not `score < min`: the quotient of an empty slot may be no number.
    if (!(score >= min) || id[slot] === none || (allowed && !allowed(slot))) continue;
    highest.offer(score, slot);
    min = highest.min;
  }
  return highest.take();
}

/** These scores count the vector alone: with the words in them, lines that share only a weak word would take all the places. */
const scoreAlone = (share: number, weight: number): number => share / weight;

/** Offers the lines of some slots. */
function offerWindows(look: FirstLook, from: number, to: number, highest: Highest): void {
  const { lines, allowed, trust } = look;
  const { id, links } = lines.columns;
  const { length, asking } = firstWeights;
  const { passed, scores } = lines.windowScores.score(
    lines.windowColumns,
    from,
    to,
    { trust, length, asking, ...windowShares },
    highest.min,
  );
  let kept = 0;
  for (let i = 0; i < passed.length; i += 1) {
    const at = passed[i] as number;
    const slot = from + at;
    if (id[slot] === none || (allowed && !allowed(slot))) continue;
    if ((links[slot] as number) >= linked.elsewhere) scores[at] = firstScore(look, slot);
    passed[kept] = at;
    kept += 1;
  }
  highest.offerAll(passed.subarray(0, kept), scores, from);
}

/** The first score of one slot, also where the lines around it lie elsewhere in the columns. */
function firstScore({ lines, trust }: FirstLook, slot: number): number {
  const { length, asking } = lines.columns;
  return (
    trust * windowOf(lines, slot) +
    firstWeights.length * (length[slot] as number) +
    firstWeights.asking * (asking[slot] as number) +
    (lines.scratch.scores[slot] as number)
  );
}

/** Writes what each line adds to the windows that hold it: its weight times its cosine. */
function writeShares(query: Int8Array, lines: ChunkTable): void {
  const { weight, scale } = lines.columns;
  const { shares } = lines.scratch;
  const unit = unitOf(query);
  const dots = lines.dots(query, lines.scratch.touched);
  const count = Math.min(lines.top, dots.length);
  for (let slot = 0; slot < count; slot += 1)
    shares[slot] = (dots[slot] as number) * (scale[slot] as number) * unit * (weight[slot] as number);
  shares.fill(0, count, lines.top);
}

/** Writes the same numbers, estimated from the sketch of the vectors. */
function writeSketchedShares(query: Int8Array, lines: ChunkTable): void {
  lines.sketch.compare(query, lines.columns.pull.subarray(0, lines.top), lines.scratch.shares);
}

/** Writes the exact numbers for the windows of these slots. */
function writeExactShares(query: Int8Array, slots: Int32Array, lines: ChunkTable): void {
  const { weight, scale } = lines.columns;
  const { shares, places, found } = lines.scratch;
  let count = 0;
  const compare = (other: number): void => {
    if (places[other] === 1) return;
    places[other] = 1;
    found[count] = other;
    count += 1;
  };
  for (const slot of slots) lines.forWindow(slot, compare);
  const compared = found.subarray(0, count);
  const dots = lines.dotsAt(query, compared);
  const unit = unitOf(query);
  for (let i = 0; i < count; i += 1) {
    const slot = compared[i] as number;
    places[slot] = 0;
    shares[slot] = (dots[i] as number) * (scale[slot] as number) * unit * (weight[slot] as number);
  }
}

function unitOf(query: Int8Array): number {
  const length = vectorLength(query);
  return length > 0 ? 1 / length : 0;
}

/** The cosine of the window around a slot, from those of its lines: the vector of a window is their weighted sum. */
function windowOf({ columns, scratch }: ChunkTable, slot: number): number {
  const { previous, next, windowScale } = columns;
  const { shares } = scratch;
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
  return sum * (windowScale[slot] as number);
}

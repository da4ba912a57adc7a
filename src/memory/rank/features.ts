// The signals of each candidate of a query: its words, its place and its vectors. Pure; weighs nothing.
import { idf } from '../embed/token-vectors.ts';
import { type ChunkTable, none, undated } from '../index/chunk-table.ts';
import type { DayRange } from '../query/dates.ts';
import { namesTime, superseded } from '../text/chunk-features.ts';
import { isUnspacedPair } from '../text/terms.ts';
import { saturated, scoreOf } from './bm25.ts';
import type { Candidates } from './candidates.ts';
import type { Lexical } from './keyword-scores.ts';
import { contextsOf } from './context.ts';
import type { Occurrences } from './occurrences.ts';
import { answerShare, chanceCosine, coverageOf, minLinesForRarity, type Signal, unrelatedLines } from '../weights.ts';

/**
 * Of each signal a number for every candidate, in their order, about 0..1:
 * - words: BM25 of the line with its neighbours as columns, divided by the best of the query
 * - section: BM25 of its section, divided by the best
 * - coverage: share of the query's idf mass that stands in the line or beside it
 * - alone: BM25 of the line by itself, as a share of the query's idf mass; as far as the model does not know the script, of the best line's
 * - window: cosine of the window of five lines around it, or of the line alone where those have nothing to do with it
 * - itself: cosine of the line alone, where the lines around it have nothing to do with it
 * - apart: how much nearer that line is than lines are by chance, where the lines around it have nothing to do with it
 * - pooled: cosine of the line alone
 * - tokens: MaxSim of its tokens and its neighbours'
 * - subject: the query names the line's subject: 1 where that is the first it names; less for a line that answers the person who asks
 * - opening: it is the first of its section: it has no line before it to be helped by, and says what the next are about
 * - time: the query asks when, and the line names a time
 * - kind: the query asks for a name or a number, and the line has one
 * - day: the line's date lies in the time that the query names, or the line names a day of it
 * - recency: 0 oldest .. 1 newest of the dated lines
 *
 * Columns and not one object for each candidate: those objects would be most of a search's garbage.
 */
export type Signals = Record<Signal, Float64Array>;

/** What is known of a query, the same for all its candidates. */
export interface Given {
  lines: ChunkTable;
  lexical: Pick<Lexical, 'lines' | 'parts'>;
  /** In the candidates and the lines beside them. */
  said: Occurrences;
  rarity: readonly TermRarity[];
  /** The weight of all terms together. */
  mass: number;
  /** How many terms a candidate has on average. */
  averageLength: number;
  dense: Candidates['dense'];
  /** By subject, over 0 where the query names it. */
  named: Float32Array | null;
  /** The question is about the person who asks it. */
  isOfAsker: boolean;
  asksWhen: boolean;
  /** Flags of lines that have what it asks for. */
  askedFor: number;
  about: DayRange | null;
  /** Slots of lines that name one of its days in their own words. */
  naming: ReadonlyMap<number, number>;
  /** How far the vectors are trusted, 0..1. */
  trust: number;
  /** The oldest and the newest day of the candidates. */
  days: { oldest: number; newest: number };
}

interface TermRarity {
  term: string;
  weight: number;
}

export const rarityOf = (terms: readonly string[], having: ReadonlyMap<string, number>, lines: number): TermRarity[] =>
  terms.map((term) => ({ term, weight: idf(Math.max(lines, minLinesForRarity), Math.max(1, having.get(term) ?? 0)) }));

/**
 * All signals but the tokens, which are compared only where these say that it is worth it. Loops over columns and not a function called
 * back for each candidate: the engine would make an object of every number that such a function returns.
 */
export function signalsOf(slots: Int32Array, given: Given): { signals: Signals; context: Float64Array } {
  const { asksWhen, askedFor, lines, trust } = given;
  const context = contextsOf(slots, lines);
  const said = saidIn(slots, given);
  const flagged = (flags: number, alone = 1): Float64Array => flaggedIn(slots, flags, { alone, context, lines });
  const signals = {
    ...wordSignals(slots, said.share, context, given),
    coverage: said.coverage,
    alone: againstBest(said.alone, 1 - trust),
    ...vectorSignals(context, given.dense),
    tokens: new Float64Array(slots.length),
    ...placeSignals(slots, context, lines),
    subject: subjectsOf(slots, given),
    time: flagged(asksWhen ? namesTime : 0, unrelatedLines.time),
    kind: flagged(askedFor, unrelatedLines.kind),
    superseded: flagged(superseded),
    ...daySignals(slots, given),
  };
  return { signals, context };
}

/** Between what a number is for a line alone and what it is with the lines around it. @param context how much those have to do with it */
const mixed = (alone: number, around: number, context: number): number => alone + context * (around - alone);

function wordSignals(slots: Int32Array, share: Float64Array, context: Float64Array, { lexical, lines }: Given) {
  const { part } = lines.columns;
  const [words, section] = [new Float64Array(slots.length), new Float64Array(slots.length)];
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] as number;
    const tied = context[at] as number;
    const alone = unrelatedLines.words * (share[at] as number) ** unrelatedLines.wordsPower;
    words[at] = mixed(alone, scoreOf(lexical.lines, slot), tied);
    section[at] = mixed(unrelatedLines.section, 1, tied) * scoreOf(lexical.parts, part[slot] as number);
  }
  return { words, section };
}

function vectorSignals(context: Float64Array, dense: Candidates['dense']) {
  const count = context.length;
  const [window, itself] = [new Float64Array(count), new Float64Array(count)];
  const [apart, pooled] = [new Float64Array(count), new Float64Array(count)];
  if (!dense) return { window, itself, apart, pooled };
  for (let at = 0; at < count; at += 1) {
    const own = dense.own[at] as number;
    const tied = context[at] as number;
    window[at] = mixed(own, dense.window[at] as number, tied);
    itself[at] = mixed(own, 0, tied);
    apart[at] = mixed(own - chanceCosine, 0, tied);
    pooled[at] = own;
  }
  return { window, itself, apart, pooled };
}

function placeSignals(slots: Int32Array, context: Float64Array, { columns }: ChunkTable) {
  const count = slots.length;
  const [length, opening, asking] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const usual = averageOf(slots, columns.length);
  for (let at = 0; at < count; at += 1) {
    const slot = slots[at] as number;
    const tied = context[at] as number;
    length[at] = mixed(usual, columns.length[slot] as number, tied);
    opening[at] = columns.previous[slot] === none ? tied : 0;
    asking[at] = columns.asking[slot] as number;
  }
  return { length, opening, asking };
}

interface Flagged {
  /** What a flag counts on a line with which those around it have nothing to do. */
  alone: number;
  context: Float64Array;
  lines: ChunkTable;
}

function flaggedIn(slots: Int32Array, wanted: number, { alone, context, lines }: Flagged): Float64Array {
  const { flags } = lines.columns;
  const found = new Float64Array(slots.length);
  if (wanted === 0) return found;
  for (let at = 0; at < slots.length; at += 1)
    if (((flags[slots[at] as number] as number) & wanted) !== 0) found[at] = mixed(alone, 1, context[at] as number);
  return found;
}

function daySignals(slots: Int32Array, { lines, about, naming, days }: Given) {
  const column = lines.columns.day;
  const [day, recency] = [new Float64Array(slots.length), new Float64Array(slots.length)];
  const span = days.newest - days.oldest;
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] as number;
    const of = column[slot] as number;
    if (about && naming.has(slot)) day[at] = 1;
    if (of === undated) continue;
    if (about && !naming.has(slot)) day[at] = nearness(of, about);
    if (span > 0) recency[at] = (of - days.oldest) / span;
  }
  return { day, recency };
}

/** How the terms of the query stand in each line and around it, term by term. */
function saidIn(slots: Int32Array, { lines, said, rarity, mass, averageLength }: Given) {
  const c = lines.columns;
  const count = slots.length;
  const [coverage, alone, share] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const [own, before, after] = [new Uint16Array(count), new Uint16Array(count), new Uint16Array(count)];
  for (let at = 0; at < count; at += 1) {
    const slot = slots[at] as number;
    own[at] = said.placeOf(slot);
    before[at] = said.placeOf(c.previous[slot] as number);
    after[at] = said.placeOf(c.next[slot] as number);
  }
  const add = (sums: Float64Array, at: number, amount: number): void => {
    sums[at] = (sums[at] as number) + amount / mass;
  };
  for (const { term, weight } of mass > 0 ? rarity : []) {
    const found = said.of(term);
    if (!found) continue;
    const { counts, related, headed } = found;
    const ofRelated = isUnspacedPair(term) ? coverageOf.halfOfPair : coverageOf.related;
    for (let at = 0; at < count; at += 1) {
      const times = counts[own[at] as number] as number;
      if (times > 0) {
        add(coverage, at, weight);
        add(share, at, weight);
        add(alone, at, weight * saturated(times, (c.terms[slots[at] as number] as number) / averageLength));
      } else if (related !== null && (related[own[at] as number] as number) > 0) {
        add(coverage, at, ofRelated * weight);
        add(share, at, ofRelated * weight);
      } else if ((counts[before[at] as number] as number) > 0) add(coverage, at, coverageOf.previous * weight);
      else if ((counts[after[at] as number] as number) > 0) add(coverage, at, coverageOf.next * weight);
      else if (headed.size > 0 && headed.has(c.part[slots[at] as number] as number))
        add(coverage, at, coverageOf.heading * weight);
    }
  }
  return { coverage, alone, share };
}

/** Divided by the best of them, so far (0..1): of a long question of which little is known, even the best line holds a small share. */
export function againstBest(values: Float64Array, share: number): Float64Array {
  const best = values.reduce((most, value) => Math.max(most, value), 0);
  return share === 0 || best === 0 ? values : values.map((value) => value / best ** share);
}

/** What the assistant answers the person is about what the person asked, and its first line says so best. */
function subjectsOf(slots: Int32Array, { named, isOfAsker, lines }: Given): Float64Array {
  const { subject, previous } = lines.columns;
  const shares = new Float64Array(slots.length);
  if (!named) return shares;
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] as number;
    const own = named[subject[slot] as number] ?? 0;
    const before = previous[slot] as number;
    shares[at] = own > 0 || !isOfAsker || before === none ? own : answerShare * (named[subject[before] as number] ?? 0);
  }
  return shares;
}

function averageOf(slots: Int32Array, column: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < slots.length; i += 1) sum += column[slots[i] as number] as number;
  return sum / Math.max(1, slots.length);
}

/** The days of the dated lines among these; nothing lies between them where none is. */
export function spanOf(slots: Int32Array, lines: ChunkTable): { oldest: number; newest: number } {
  let oldest = Infinity;
  let newest = -Infinity;
  for (const slot of slots) {
    const day = lines.columns.day[slot] ?? undated;
    if (day === undated) continue;
    oldest = Math.min(oldest, day);
    newest = Math.max(newest, day);
  }
  return { oldest, newest };
}

/** 1 inside the range, falling to 0 within its own width (at least three days) beside it; beyond a sharp end within three days. */
function nearness(day: number, range: DayRange): number {
  const outside = day < range.from ? range.from - day : day > range.to ? day - range.to : 0;
  const end = day < range.from ? 'from' : 'to';
  return Math.max(0, 1 - outside / (range.sharp === end ? minFade : Math.max(minFade, range.to - range.from + 1)));
}

const minFade = 3;

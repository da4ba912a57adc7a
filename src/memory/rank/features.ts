// What is known of each candidate of a query: what it says, where it stands and what it is near to. Pure; weighs nothing.
import { idf, type Matches, maxSim } from '../embed/token-vectors.ts';
import { type ChunkTable, none, undated } from '../index/chunk-table.ts';
import type { DayRange } from '../query/dates.ts';
import { namesTime, superseded } from '../text/chunk-features.ts';
import { saturated, scoreOf } from './bm25.ts';
import type { Candidates } from './candidates.ts';
import type { Lexical } from './keyword-scores.ts';
import { contextOf } from './context.ts';
import type { Occurrences } from './occurrences.ts';
import { unrelatedLines } from './weights.ts';

/**
 * Of each signal a number for every candidate, in their order, about 0..1. Not an object a candidate: those are most of what
 * a search would leave to the garbage collector, which takes them for objects that live long.
 */
export interface Signals {
  /** BM25 of the line with its neighbours as columns, divided by the best of the query. */
  words: number[];
  /** BM25 of its section, divided by the best. */
  section: number[];
  /** Share of the query's idf mass that stands in the line or beside it. */
  coverage: number[];
  /** BM25 of the line by itself, as a share of the query's idf mass. */
  alone: number[];
  /** Cosine of the window of five lines around it, or of the line alone where those have nothing to do with it. */
  window: number[];
  /** Cosine of the line alone, where the lines around it have nothing to do with it. */
  itself: number[];
  /** Cosine of the line alone. */
  pooled: number[];
  /** MaxSim of its tokens and its neighbours'. */
  tokens: number[];
  /** The query names the line's subject: 1 where that is the first it names. */
  subject: number[];
  length: number[];
  /** It is the first of its section: it has no line before it to be helped by, and says what the next are about. */
  opening: number[];
  asking: number[];
  /** The query asks when, and the line names a time. */
  time: number[];
  /** The query asks for a name or a number, and the line has one. */
  kind: number[];
  /** The line's date lies in the time that the query names. */
  day: number[];
  superseded: number[];
  /** 0 oldest .. 1 newest of the dated lines. */
  recency: number[];
}

export type Signal = keyof Signals;

/** Of a query, the same for all its candidates. */
export interface Given {
  lines: ChunkTable;
  lexical: Pick<Lexical, 'lines' | 'parts'>;
  /** In the candidates and the lines beside them. */
  said: Occurrences;
  rarity: readonly TermRarity[];
  /** Of all terms together. */
  mass: number;
  /** Of a candidate, in terms. */
  averageLength: number;
  dense: Candidates['dense'];
  /** The query's tokens, with how rare they are. */
  tokens: { matches: Matches; weights: Float32Array } | null;
  /** By subject, over 0 where the query names it. */
  named: Float32Array | null;
  asksWhen: boolean;
  /** Flags of lines that have what it asks for. */
  askedFor: number;
  about: DayRange | null;
  /** Slots of lines that name one of its days in their own words. */
  naming: ReadonlySet<number>;
  /** Of the candidates. */
  days: { oldest: number; newest: number };
}

interface TermRarity {
  term: string;
  weight: number;
}

/** In a vault smaller than this, how often a word occurs says little about how rare it is. */
const fewestLines = 100;

export const rarityOf = (terms: readonly string[], having: ReadonlyMap<string, number>, lines: number): TermRarity[] =>
  terms.map((term) => ({ term, weight: idf(Math.max(lines, fewestLines), Math.max(1, having.get(term) ?? 0)) }));

/** How much of a word counts where it stands in another form, in the line before, and in the line after. */
const relatedShare = 0.7;
const previousShare = 0.6;
const nextShare = 0.4;
/** And in a heading above it. */
const headingShare = 0.5;

export function signalsOf(slots: Int32Array, given: Given): Signals {
  const { lexical, dense, named, days, about } = given;
  const c = given.lines.columns;
  const each = (tell: (slot: number, at: number) => number): number[] => {
    const told: number[] = [];
    for (let at = 0; at < slots.length; at += 1) told.push(tell(slots[at] as number, at));
    return told;
  };
  const said = saidIn(slots, given);
  const usualLength = averageOf(slots, c.length);
  const context = each((slot) => contextOf(slot, given.lines));
  const mixed = (alone: number, around: number, at: number): number =>
    alone + (context[at] as number) * (around - alone);
  const flagged = (flags: number, alone = 1): number[] =>
    each((slot, at) => (((c.flags[slot] as number) & flags) === 0 ? 0 : mixed(alone, 1, at)));
  return {
    words: each((slot, at) =>
      mixed(
        unrelatedLines.words * (said.share[at] as number) ** unrelatedLines.wordsPower,
        scoreOf(lexical.lines, slot),
        at,
      ),
    ),
    section: each((slot, at) => mixed(unrelatedLines.section, 1, at) * scoreOf(lexical.parts, c.part[slot] as number)),
    coverage: said.coverage,
    alone: said.alone,
    window: each((_, at) => (dense ? mixed(dense.own[at] as number, dense.window[at] as number, at) : 0)),
    itself: each((_, at) => (dense ? mixed(dense.own[at] as number, 0, at) : 0)),
    pooled: each((_, at) => dense?.own[at] ?? 0),
    tokens: each((slot, at) => tokensOf(slot, context[at] as number, given)),
    subject: each((slot) => named?.[c.subject[slot] as number] ?? 0),
    length: each((slot, at) => mixed(usualLength, c.length[slot] as number, at)),
    opening: each((slot, at) => (c.previous[slot] === none ? (context[at] as number) : 0)),
    asking: each((slot) => c.asking[slot] as number),
    time: flagged(given.asksWhen ? namesTime : 0, unrelatedLines.time),
    kind: flagged(given.askedFor, unrelatedLines.kind),
    day: each((slot) =>
      given.naming.has(slot) ? 1 : about && c.day[slot] !== undated ? nearness(c.day[slot] as number, about) : 0,
    ),
    superseded: flagged(superseded),
    recency: each((slot) =>
      c.day[slot] === undated || days.newest <= days.oldest
        ? 0
        : ((c.day[slot] as number) - days.oldest) / (days.newest - days.oldest),
    ),
  };
}

function saidIn(
  slots: Int32Array,
  { lines, said, rarity, mass, averageLength }: Given,
): Pick<Signals, 'coverage' | 'alone'> & { share: number[] } {
  const c = lines.columns;
  const coverage: number[] = [];
  const alone: number[] = [];
  const share: number[] = [];
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] as number;
    const previous = c.previous[slot] ?? none;
    const next = c.next[slot] ?? none;
    const length = (c.terms[slot] ?? 0) / averageLength;
    let covered = 0;
    let own = 0;
    let inLine = 0;
    for (const { term, weight } of rarity) {
      const count = said.count(slot, term);
      if (count > 0) {
        covered += weight;
        inLine += weight;
        own += weight * saturated(count, length);
      } else if (said.isRelated(slot, term)) {
        covered += relatedShare * weight;
        inLine += relatedShare * weight;
      } else if (previous !== none && said.count(previous, term) > 0) covered += previousShare * weight;
      else if (next !== none && said.count(next, term) > 0) covered += nextShare * weight;
      else if (said.inHeading(slot, term)) covered += headingShare * weight;
    }
    coverage.push(mass > 0 ? covered / mass : 0);
    alone.push(mass > 0 ? own / mass : 0);
    share.push(mass > 0 ? inLine / mass : 0);
  }
  return { coverage, alone, share };
}

function tokensOf(slot: number, context: number, { lines, tokens }: Given): number {
  if (!tokens) return 0;
  const c = lines.columns;
  const previous = c.previous[slot] ?? none;
  return maxSim(tokens.weights, tokens.matches, {
    own: slot,
    previous,
    next: c.next[slot] ?? none,
    asked: c.asking[previous] ?? 0,
    asking: c.asking[slot] ?? 0,
    context,
  });
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
  return Math.max(0, 1 - outside / (range.sharp === end ? leastFade : Math.max(leastFade, range.to - range.from + 1)));
}

const leastFade = 3;

// The closer look at the candidates of a query: all their signals. The tokens, which cost more than everything else, are compared only
// for those that rank high without them.
import type { ChunkTable } from '../index/chunk-table.ts';
import { none } from '../index/chunk-table.ts';
import { asksWhen, flagsAskedFor } from '../query/question-forms.ts';
import type { Store } from '../store/store.ts';
import { maxCompared } from '../weights.ts';
import type { Candidates } from './candidates.ts';
import type { Weighed } from './confidence.ts';
import { rarityOf, type Signals, signalsOf, spanOf } from './features.ts';
import { weigh } from './judge.ts';
import type { Lexical } from './keyword-scores.ts';
import { bestMatches, maxSim } from './max-sim.ts';
import type { Occurrences } from './occurrences.ts';
import type { Meaning } from './query-embedding.ts';
import type { Query, SearchParts } from './query.ts';
import { Highest } from './top-k.ts';

export interface ToLookAt {
  query: Query;
  parts: SearchParts;
  terms: readonly string[];
  lexical: Lexical;
  meaning: Meaning | null;
  named: Float32Array | null;
  /** The question is about the person who asks it. */
  isOfAsker: boolean;
  naming: ReadonlyMap<number, number>;
  /** How far the vectors are trusted, 0..1. */
  trust: number;
  weights: Weighed;
  candidates: Candidates;
}

export interface Looked {
  /** Ascending. */
  slots: Int32Array;
  /** In the order of the slots. */
  signals: Signals;
  /** How the query's words stand in the lines and in those beside them. */
  said: Occurrences;
}

export function lookClosely(look: ToLookAt): Looked {
  const { query, parts, terms, lexical, named, isOfAsker, naming, weights, meaning } = look;
  const { lines } = parts;
  const { slots, dense } = look.candidates;
  const rarity = rarityOf(terms, lexical.having, lines.size);
  const said = lexical.occurrences(withNeighbours(slots, lines));
  const { signals, context } = signalsOf(slots, {
    lines,
    lexical,
    said,
    rarity,
    dense,
    named,
    isOfAsker,
    naming,
    trust: meaning ? look.trust : 1,
    about: query.about,
    mass: rarity.reduce((sum, { weight }) => sum + weight, 0),
    averageLength: averageLength(slots, lines),
    asksWhen: asksWhen(query.text),
    askedFor: flagsAskedFor(query.text),
    days: spanOf(slots, lines),
  });
  if (!meaning?.tokens || !parts.vectors?.tokenMatches) return { slots, signals, said };
  const max = Math.max(maxCompared, query.candidates ?? 0);
  const kept = slots.length <= max ? null : highestOf(weigh(signals, weights, slots.length), max);
  const compared = kept ? pick(slots, kept) : slots;
  const rest = kept ? pickSignals(signals, kept) : signals;
  const tokens = tokensOf(compared, kept ? pick(context, kept) : context, look);
  return { slots: compared, signals: { ...rest, tokens }, said };
}

/** MaxSim of each line, helped by the lines beside it as far as they have to do with it. */
function tokensOf(slots: Int32Array, context: Float64Array, { parts, meaning }: ToLookAt): Float64Array {
  const { lines, vectors, store } = parts;
  const c = lines.columns;
  const found = new Float64Array(slots.length);
  if (!meaning?.tokens || !vectors?.tokenMatches) return found;
  const around = new Set<number>();
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] as number;
    around.add(slot);
    if (context[at] === 0) continue;
    around.add(c.previous[slot] ?? none).add(c.next[slot] ?? none);
  }
  around.delete(none);
  const read = Int32Array.from(around);
  const matches = bestMatches(meaning.tokens, read, tokensIn(read, store, lines), vectors.tokenMatches);
  const weights = Float32Array.from(meaning.tokens.ids, meaning.rarity);
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] as number;
    const previous = c.previous[slot] as number;
    found[at] = maxSim(weights, matches, {
      own: slot,
      previous,
      next: c.next[slot] as number,
      asked: c.asking[previous] ?? 0,
      asking: c.asking[slot] as number,
      context: context[at] as number,
    });
  }
  return found;
}

function highestOf(scores: Float64Array, max: number): Int32Array {
  const highest = new Highest(max);
  for (let at = 0; at < scores.length; at += 1) highest.offer(scores[at] as number, at);
  return highest.take();
}

function pick<Kind extends Int32Array | Float64Array>(values: Kind, at: Int32Array): Kind {
  const picked = new (values.constructor as new (size: number) => Kind)(at.length);
  for (let i = 0; i < at.length; i += 1) picked[i] = values[at[i] as number] as number;
  return picked;
}

const pickSignals = (signals: Signals, at: Int32Array): Signals =>
  Object.fromEntries(Object.entries(signals).map(([name, values]) => [name, pick(values, at)])) as Signals;

function averageLength(slots: Int32Array, { columns: { terms } }: ChunkTable): number {
  let sum = 0;
  for (let i = 0; i < slots.length; i += 1) sum += terms[slots[i] as number] as number;
  return Math.max(1, sum / Math.max(1, slots.length));
}

/** The slots and those of the lines beside them. A line beside several of them is among these several times. */
function withNeighbours(slots: Int32Array, { columns: { previous, next } }: ChunkTable): Int32Array {
  const around = new Int32Array(3 * slots.length);
  let size = 0;
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] as number;
    const [before, after] = [previous[slot] as number, next[slot] as number];
    around[size] = slot;
    size += 1;
    if (before !== none) {
      around[size] = before;
      size += 1;
    }
    if (after !== none) {
      around[size] = after;
      size += 1;
    }
  }
  return around.subarray(0, size);
}

/** The packed token vectors of these slots, read all at once. */
function tokensIn(slots: Int32Array, store: Store, { columns }: ChunkTable): (slot: number) => Uint8Array | null {
  const tokens = store.tokens(slots.map((slot) => columns.content[slot] ?? 0));
  return (slot) => tokens(columns.content[slot] ?? 0);
}

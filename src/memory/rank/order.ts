// Sorts the hits, and adjusts their order to the kind of the question after the sum of the signals: a time alone, a single word, a
// number, or a question for who a person is, for an assistant's answer, for several things, or for the present state.
import { type ChunkTable, undated } from '../index/chunk-table.ts';
import type { DayRange } from '../query/dates.ts';
import { asksForPresent, asksForSeveral, definitionOf, whoIsAsked } from '../query/question-forms.ts';
import type { Code } from '../query/spellings.ts';
import { notLatin } from '../text/chunk-features.ts';
import { isSingleUnspaced, termsOf } from '../text/terms.ts';
import { definition, exactCode, order } from '../weights.ts';
import type { Looked } from './closer-look.ts';
import { isStrange, type KnownOfQuery, minConfidence } from './confidence.ts';
import { centreOf } from './days-named.ts';
import { raiseAnswers } from './exchanges.ts';
import type { Hit } from './hit.ts';
import type { Lexical } from './keyword-scores.ts';
import type { Occurrences } from './occurrences.ts';
import type { Query, SearchParts, TimeWords } from './query.ts';
import { findSuccessors, putDuplicatesBack, putNewestFirst, type Succeeded } from './successors.ts';
import { textOf } from './term-lookup.ts';

export interface ToOrder {
  query: Query;
  parts: SearchParts;
  terms: readonly string[];
  codes: readonly Code[];
  lexical: Lexical;
  known: KnownOfQuery;
  naming: ReadonlyMap<number, number>;
  look: Looked;
  /** How many wordpieces the query has. */
  tokens: number;
}

/** Hits in their order, but for what is still to be read of newer lines that may replace older ones. */
export interface Ordered {
  /** Best first. */
  hits: Hit[];
  succeeded: readonly Succeeded[];
}

/** @param hits in the order of the slots that were looked at */
export function inOrder(hits: Hit[], toOrder: ToOrder): Ordered {
  const { query, parts, known, look } = toOrder;
  const { text, about, asked } = query;
  const { lines } = parts;
  if (asked?.only && about) preferDays(hits, about, asked.only, toOrder);
  else preferBareWord(hits, toOrder);
  preferCodes(hits, toOrder);
  if (known.tokens && known.trust > 0.5) rejectNoise(hits, look, isStrange(text, toOrder.tokens), lines);
  const defining = preferDefinition(hits, text, parts);
  keepIfAnyIsSure(hits, minConfidence(known));
  sort(hits, lines);
  spread(hits, ({ slot }) => lines.turnOf(slot), order.turn);
  sort(hits, lines);
  raiseAnswers(hits, text, lines);
  sort(hits, lines);
  if (asksForSeveral(text)) {
    spread(hits, ({ slot }) => lines.columns.part[slot] ?? 0, order.place);
    sort(hits, lines);
  }
  // "Where are we going at Easter?" asks for the plan as it is now.
  const isForPresent = (!about || asked?.isAhead === true) && asksForPresent(text);
  return { hits, succeeded: isForPresent ? findSuccessors(hits, parts, text, defining) : [] };
}

/** @returns the hits, best first */
export function settle({ hits, succeeded }: Ordered, parts: SearchParts): Hit[] {
  putNewestFirst(hits, succeeded);
  putDuplicatesBack(hits, parts);
  return hits;
}

/** Orders hits of equal rank by their day, the newest first. */
function sort(hits: Hit[], { columns: { day } }: ChunkTable): void {
  hits.sort((a, b) => b.rank - a.rank || (day[b.slot] ?? 0) - (day[a.slot] ?? 0));
}

/** Where no line is sure enough, one that is nearly so is no answer either. */
function keepIfAnyIsSure(hits: readonly Hit[], min: number): void {
  if (hits.some(({ answers, confidence }) => answers && confidence >= min)) return;
  for (const hit of hits) hit.answers = false;
}

/** Puts the lines of the time that is asked for first, the nearest to it at the top; of the others only those stay that name it in words. */
function preferDays(
  hits: readonly Hit[],
  range: DayRange,
  only: NonNullable<TimeWords['only']>,
  { parts: { lines }, naming }: ToOrder,
): void {
  const centre = centreOf(range);
  for (const hit of hits) {
    const day = lines.columns.day[hit.slot] ?? undated;
    if ((day >= range.from && day <= range.to) || naming.has(hit.slot)) {
      const near = naming.get(hit.slot) ?? (centre === null ? 0 : Math.abs(day - centre));
      hit.rank += order.day + order.day / (1 + near / order.daysApart);
      hit.confidence = Math.max(hit.confidence, order.sureByDay);
      hit.answers = true;
    } else if (only === 'then' || hit.coverage < order.enoughWords) hit.answers = false;
  }
}

/** A query of one word is a lookup: lines, then sections, that say it more often come first, and before them those that write it so. */
function preferBareWord(hits: readonly Hit[], { query, parts, terms, look }: ToOrder): void {
  const [bare] = terms;
  if (bare === undefined || terms.length !== 1) return;
  // For a single character the postings only have the words that begin with it.
  const countIn = isSingleUnspaced(bare)
    ? (slot: number): number => termsOf(textOf(slot, parts)).filter((term) => term === bare).length
    : (slot: number): number => look.said.count(slot, bare);
  const word = query.text.trim().toLowerCase();
  const isWritten = (slot: number): boolean =>
    textOf(slot, parts)
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .includes(word);
  for (const hit of hits) {
    const found = countIn(hit.slot);
    if (found > 0) hit.rank += 2 + 3 * (found / (found + 2)) + (isWritten(hit.slot) ? 3 : 0);
  }
}

/** Puts the line with the very number that was asked for before all that are merely like it. */
function preferCodes(hits: readonly Hit[], { query, codes, lexical, look }: ToOrder): void {
  const asked = codes.filter(({ compact }) => compact.length >= order.minCode);
  // Lines with other numbers of its kind are no answer, but lines with the rest of the question may be.
  if (!query.about && asked.some((code) => code.terms.some((term) => lexical.absent.has(term))))
    for (const hit of hits) hit.answers &&= hit.coverage >= order.enoughWords;
  else for (const code of asked) preferCode(hits, code, look.said);
}

function preferCode(hits: readonly Hit[], { terms }: Code, said: Occurrences): void {
  for (const hit of hits) if (terms.every((term) => said.count(hit.slot, term) > 0)) hit.rank += exactCode;
}

/**
 * In a question for who somebody is, puts the lines that say so before those that only mention the person.
 * @returns their slots where the person is named; a role ("the landlord") passes to somebody else
 */
function preferDefinition(hits: readonly Hit[], text: string, parts: SearchParts): ReadonlySet<number> {
  const defining = new Set<number>();
  const name = whoIsAsked(text);
  if (name === null) return defining;
  const defines = definitionOf(name);
  const best = [...hits].sort((a, b) => b.rank - a.rank).slice(0, order.maxDefinitions);
  for (const hit of best) {
    const share = defines(textOf(hit.slot, parts));
    hit.rank += definition * share;
    if (share > 0 && isOfPerson(name)) defining.add(hit.slot);
  }
  return defining;
}

/** "Alice Ng", but not "Mila's piano teacher": that is somebody else today. */
const isOfPerson = (name: string): boolean => /^\p{Lu}/u.test(name) && /(?:^|\s)\p{Lu}\S*$/u.test(name);

/**
 * Rejects lines without a word in common with the query where the model does not know its script or its words: to the model, all
 * of those are alike.
 * @param hits in the order of the signals
 * @param strange the query is of such words
 */
function rejectNoise(
  hits: readonly Hit[],
  { signals: { coverage, day, subject } }: Looked,
  strange: boolean,
  { columns: { flags } }: ChunkTable,
): void {
  for (const [at, hit] of hits.entries()) {
    if (
      hit.answers &&
      coverage[at] === 0 &&
      day[at] === 0 &&
      subject[at] === 0 &&
      (strange || ((flags[hit.slot] as number) & notLatin) !== 0)
    )
      hit.answers = false;
  }
}

/**
 * Lowers the rank of each hit for the hits above it from the same place. The caller sorts again.
 * @param hits best first
 * @param leftAlone how many of the best hits keep their rank
 * @param cost what each hit above it from there costs
 */
export function spread<Ranked extends { rank: number }>(
  hits: readonly Ranked[],
  placeOf: (hit: Ranked) => number,
  { leftAlone, cost }: { leftAlone: number; cost: number },
): void {
  const above = new Map<number, number>();
  for (const [i, hit] of hits.entries()) {
    const place = placeOf(hit);
    const count = above.get(place) ?? 0;
    above.set(place, count + 1);
    if (i >= leftAlone) hit.rank -= cost * count;
  }
}

// One query to ranked lines. Words and meaning (vectors) each propose candidates; every candidate then gets all
// signals and one weighted sum. Ranks an index as it is; freshness is the caller's.
import type { Embedding } from '../embed/embedder.ts';
import { bestMatches } from '../embed/token-vectors.ts';
import { type ChunkTable, none, undated } from '../index/chunk-table.ts';
import type { Vectors } from '../index/vectors.ts';
import type { DayRange } from '../query/dates.ts';
import { type Meaning, meaningOf } from './query-embedding.ts';
import { asksForSeveral, spread } from '../query/diversify.ts';
import { asksForAssistantAt, definitionOf, whoIsAsked } from '../query/question-forms.ts';
import { type Code, codesIn, type Spelling, spellingsOf } from '../query/spellings.ts';
import { asksForPresent, succeeds, type Told } from '../query/supersession.ts';
import type { Store } from '../store/store.ts';
import { flagsAskedFor } from '../text/answer-type.ts';
import { holdsOwnWords } from '../text/own-words.ts';
import { isSingleUnspaced, latinShareOf, namesIn, parseQuery, termsOf } from '../text/terms.ts';
import { type Candidates, findCandidates } from './candidates.ts';
import { isStrange, knownShare, type KnownOfQuery, leastConfidence, surenessBy, type Weighed } from './confidence.ts';
import { createLexical, type Lexical } from './keyword-scores.ts';
import { rarityOf, type Signal, type Signals, signalsOf, spanOf } from './features.ts';
import {
  definition,
  exactCode,
  fullWeights,
  keywordWeights,
  liteWeights,
  maxCandidates,
  sectionOfUnknown,
  staysAt,
  type Weights,
} from './weights.ts';
import type { Occurrences } from './occurrences.ts';
import { slotsNaming } from './days-named.ts';
import { textOf, type WordIndex } from './term-lookup.ts';

/** A class, because the garbage collector takes what comes from an object literal for long-lived when it once was, and lets it lie. */
export class Hit {
  readonly slot: number;
  /** Ranks. */
  rank: number;
  /** How sure, 0..1, whatever the other hits are. */
  confidence: number;
  /** Whether that is enough for an answer. */
  answers: boolean;
  /** Share of the query that it holds, 0..1. */
  readonly coverage: number;
  /** Slot of a newer line of the person's that says this one anew, where the query asks for what is so now. */
  newer: number | null = null;
  /** Where a query asks for it: its signals, and what each of them adds to the rank, and to the confidence. */
  parts: { signals: Record<string, number>; rank: Record<string, number>; confidence: Record<string, number> } | null =
    null;

  constructor(slot: number, rank: number, confidence: number, answers: boolean, coverage: number) {
    this.slot = slot;
    this.rank = rank;
    this.confidence = confidence;
    this.answers = answers;
    this.coverage = coverage;
  }
}

const asksWhen =
  /\b(?:when|what (?:time|date|day|month|year)|how long|how recently|which (?:day|month|year))\b|^(?:wann|seit wann)\b/i;
const firstPerson = /\b(?:I|me|my|mine|myself|we|our|us)\b/i;

/**
 * Signals of the model that are noise where it does not know the script. There the line's own words tell it from the lines
 * beside it: with pairs of characters for words, what stands beside matches by chance (XQuAD zh: MRR 92.8 without, 95.2 with).
 */
const ofTheModel: readonly Signal[] = ['window', 'itself', 'pooled', 'tokens'];

export interface SearchParts extends WordIndex {
  vectors: Vectors | null;
}

/** What the words of a query say of the time that they name. */
export interface TimeWords {
  /** "What did I do yesterday": whatever was then is an answer, and of the rest what names that time in these words. */
  only: 'then' | 'then or so named' | null;
  /** The ways to write a day that the query names. */
  spellings: readonly Spelling[];
}

export interface Query {
  text: string;
  embedding: Embedding | null;
  /** Strict bounds: lines outside, and lines without a date, are left out. */
  only: DayRange | null;
  /** Where the vectors are on disk: the contents whose own are nearest to the query’s. */
  near?: readonly number[];
  /** The time that the words of the query name. */
  about: DayRange | null;
  asked?: TimeWords | null;
  /** What {@link lexicalOf} says of it, where the lines are still as they were then. */
  lexical?: Lexical;
  /** Keep the parts that ranks are made of. */
  explain?: boolean;
  weights?: Weights;
  candidates?: number;
}

/** How the words of a query stand in the lines: needs no vector, so it can be worked out before the query's is there. */
export function lexicalOf({ text, asked }: Pick<Query, 'text' | 'asked'>, parts: WordIndex): Lexical {
  const { terms, phrases } = parseQuery(text);
  const spellings = [...spellingsOf(text), ...(asked?.spellings ?? [])];
  return createLexical({ terms, phrases, spellings, codes: codesIn(text) }, parts);
}

/** All candidates, best first; nothing is rejected here. For {@link createTurns}: in steps, between which the lines must stay as they are. */
export function* rank(query: Query, parts: SearchParts): Generator<void, Hit[]> {
  const { lines } = parts;
  const { text, about, asked } = query;
  const { terms, latinShare } = parseQuery(text);
  const codes = codesIn(text);
  const lexical = query.lexical ?? lexicalOf(query, parts);
  const meaning = meaningOf(query.embedding, parts);
  const named = namedIn(text, lines);
  const naming = about ? slotsNaming(about, parts) : new Set<number>();
  const { slots, dense } = yield* findCandidates({
    lines,
    lexical,
    named,
    pooled: meaning?.pooled ?? null,
    trust: latinShare,
    allowed: within(query.only, lines),
    about: about && { ...about, only: Boolean(asked?.only) },
    naming,
    near: query.near,
    most: query.candidates ?? maxCandidates,
  });
  const { signals, said } = lookClosely({ query, parts, terms, lexical, meaning, named, naming, slots, dense });
  const known: KnownOfQuery = {
    dense: dense !== null,
    tokens: Boolean(meaning?.tokens),
    latinShare,
    strangers: strangersIn(text, lexical),
  };
  const hits = judge(slots, signals, {
    weights: weightsFor(query, meaning, latinShare),
    known,
    lines,
    explain: query.explain === true,
  });

  const [bare] = terms;
  if (asked?.only && about) preferDays(hits, about, asked.only, { lines, naming });
  else if (bare !== undefined && terms.length === 1) {
    // Of a single character the postings only know what begins with it.
    const inText = (slot: number): number => termsOf(textOf(slot, parts)).filter((term) => term === bare).length;
    countMatches(hits, isSingleUnspaced(bare) ? inText : (slot) => said.count(slot, bare));
  }
  // Other numbers of its kind are no answer; what else is asked may be.
  const missesCode =
    !about &&
    codes.some((code) => code.compact.length >= fewestOfCode && code.terms.some((term) => lexical.absent.has(term)));
  if (missesCode) for (const hit of hits) hit.answers &&= hit.coverage >= enoughWords;
  else preferExactCodes(hits, codes, said);
  if (meaning?.tokens && latinShare > 0.5)
    rejectNoise(hits, signals, isStrange(text, meaning.tokens.ids.length), (slot) => textOf(slot, parts));
  preferDefinition(hits, text, parts);
  keepIfAnyIsSure(hits, leastConfidence(lines.size, known));
  sort(hits, lines);
  if (asksForSeveral(text)) {
    spread(hits, ({ slot }) => lines.columns.part[slot] ?? 0);
    sort(hits, lines);
  }
  if (!about && asksForPresent(text)) putSuccessorsFirst(hits, parts);
  return hits;
}

/** A line that is nearly sure enough is no answer where no line is sure enough. */
function keepIfAnyIsSure(hits: readonly Hit[], least: number): void {
  if (hits.some(({ answers, confidence }) => answers && confidence >= least)) return;
  for (const hit of hits) hit.answers = false;
}

/** The line that has the very number which was asked for comes before all that are merely like it. */
function preferExactCodes(hits: readonly Hit[], codes: readonly Code[], said: Occurrences): void {
  for (const { terms, compact } of codes) {
    if (compact.length < fewestOfCode) continue;
    for (const hit of hits) if (terms.every((term) => said.count(hit.slot, term) > 0)) hit.rank += exactCode;
  }
}

/** Who asks who somebody is wants the line that says so, not those in which that person only comes up. */
function preferDefinition(hits: readonly Hit[], text: string, parts: SearchParts): void {
  const name = whoIsAsked(text);
  if (name === null) return;
  const defines = definitionOf(name);
  const best = [...hits].sort((a, b) => b.rank - a.rank).slice(0, maxDefinitions);
  for (const hit of best) if (defines(textOf(hit.slot, parts))) hit.rank += definition;
}

/** Of equals the newest first. */
function sort(hits: Hit[], { columns: { day } }: ChunkTable): void {
  hits.sort((a, b) => b.rank - a.rank || (day[b.slot] ?? 0) - (day[a.slot] ?? 0));
}

function within(only: DayRange | null, { columns: { day } }: ChunkTable): ((slot: number) => boolean) | null {
  return (
    only &&
    ((slot) =>
      day[slot] === undated
        ? only.takesUndated === true
        : (day[slot] as number) >= only.from && (day[slot] as number) <= only.to)
  );
}

/** The subjects that a query names. "I" is the user, and "you" the assistant where the question is for what it said. */
function namedIn(text: string, { subjects }: ChunkTable): Float32Array | null {
  const assistant = asksForAssistantAt(text);
  if (assistant >= 0)
    return subjects.named(new Set([...termsOf(text.slice(0, assistant)), 'assist', ...termsOf(text.slice(assistant))]));
  const self = firstPerson.exec(text);
  return subjects.named(
    new Set(self ? [...termsOf(text.slice(0, self.index)), 'user', ...termsOf(text.slice(self.index))] : termsOf(text)),
  );
}

function strangersIn(text: string, { absent }: Lexical): number {
  const names = namesIn(text);
  return names.filter((parts) => parts.every((part) => absent.has(part))).length / Math.max(1, names.length);
}

function weightsFor({ text, weights: given, embedding }: Query, meaning: Meaning | null, latinShare: number): Weighed {
  const weights = given ?? (meaning ? (meaning.tokens ? fullWeights : liteWeights) : keywordWeights);
  const known = knownShare(text, embedding?.tokens?.ids.length ?? 0);
  const trustIn = (name: Signal): number => {
    if (ofTheModel.includes(name)) return latinShare;
    if (name === 'alone') return 1 - latinShare * known;
    return name === 'section' && meaning ? known + (1 - known) * sectionOfUnknown : 1;
  };
  return (Object.keys(weights) as Signal[]).map((name) => [name, (weights[name] ?? 0) * trustIn(name)]);
}

interface Looked extends Candidates {
  query: Query;
  parts: SearchParts;
  terms: readonly string[];
  lexical: Lexical;
  meaning: Meaning | null;
  named: Float32Array | null;
  /** Slots of lines that name one of the days asked for. */
  naming: ReadonlySet<number>;
}

/** All signals of the candidates, and how the query's words stand in them. */
function lookClosely({ query: { text, about }, parts, terms, lexical, meaning, named, naming, slots, dense }: Looked) {
  const { lines, store, vectors } = parts;
  const around = withNeighbours(slots, lines);
  const rarity = rarityOf(terms, lexical.having, lines.size);
  const said = lexical.occurrences(around);
  const matches =
    meaning?.tokens && vectors?.tokenMatches
      ? bestMatches(meaning.tokens, around, tokensIn(around, store, lines), vectors.tokenMatches)
      : null;
  const signals = signalsOf(slots, {
    lines,
    lexical,
    said,
    rarity,
    dense,
    named,
    naming,
    about,
    mass: rarity.reduce((sum, { weight }) => sum + weight, 0),
    averageLength: averageLength(slots, lines),
    tokens:
      meaning?.tokens && matches ? { matches, weights: Float32Array.from(meaning.tokens.ids, meaning.rarity) } : null,
    asksWhen: asksWhen.test(text),
    askedFor: flagsAskedFor(text),
    days: spanOf(slots, lines),
  });
  return { signals, said };
}

function averageLength(slots: Int32Array, { columns: { terms } }: ChunkTable): number {
  let sum = 0;
  for (let i = 0; i < slots.length; i += 1) sum += terms[slots[i] as number] as number;
  return Math.max(1, sum / Math.max(1, slots.length));
}

interface Judging {
  weights: Weighed;
  known: KnownOfQuery;
  lines: ChunkTable;
  explain: boolean;
}

function judge(slots: Int32Array, signals: Signals, { weights, known, lines, explain }: Judging): Hit[] {
  const { byMeaning, byWords } = surenessBy(known);
  const least = leastConfidence(lines.size, known);
  const ranks = weigh(signals, weights, slots.length);
  const meant = weigh(signals, byMeaning, slots.length);
  const hits: Hit[] = [];
  for (let at = 0; at < slots.length; at += 1) {
    const coverage = signals.coverage[at] as number;
    const ofMeaning = meant[at] as number;
    const ofWords = byWords(coverage);
    const confidence = Math.min(1, Math.max(ofMeaning, ofWords));
    const hit = new Hit(slots[at] as number, ranks[at] as number, confidence, confidence >= staysAt * least, coverage);
    if (explain)
      hit.parts = {
        signals: Object.fromEntries(Object.entries(signals).map(([name, values]) => [name, values[at] ?? 0])),
        rank: partsOf(signals, weights, at),
        confidence: ofMeaning > ofWords ? partsOf(signals, byMeaning, at) : { coverage: confidence },
      };
    hits.push(hit);
  }
  return hits;
}

/** The weighted sum of the signals of each candidate. */
function weigh(signals: Signals, weights: Weighed, count: number): Float64Array {
  const sums = new Float64Array(count);
  for (const [name, weight] of weights) {
    const values = signals[name];
    for (let at = 0; at < count; at += 1) sums[at] = (sums[at] as number) + weight * (values[at] as number);
  }
  return sums;
}

const partsOf = (signals: Signals, weights: Weighed, at: number): Record<string, number> =>
  Object.fromEntries(weights.map(([name, weight]) => [name, weight * (signals[name][at] ?? 0)]));

/** Among the best. What a line replaces comes right behind it. @param hits best first */
function putSuccessorsFirst(hits: Hit[], parts: SearchParts): void {
  const { day } = parts.lines.columns;
  const tell = ({ slot, coverage }: Hit): Told => ({
    text: textOf(slot, parts),
    day: day[slot] === undated ? null : (day[slot] ?? null),
    coverage,
  });
  const isOwn = ({ slot }: Hit): boolean =>
    holdsOwnWords(parts.store.pathOf(parts.lines.columns.file[slot] ?? 0), textOf(slot, parts));
  const best = hits
    .slice(0, mostReplaced)
    .filter(({ answers }) => answers)
    .map((hit) => ({ hit, told: tell(hit) }));
  for (const { hit: older, told } of best) {
    const successors = best
      // Words of others never take the place of the person's own.
      .filter(({ hit, told: other }) => hit !== older && succeeds(other, told) && (isOwn(hit) || !isOwn(older)))
      .sort((a, b) => (b.told.day ?? 0) - (a.told.day ?? 0));
    older.newer = successors.find(({ hit }) => isOwn(hit))?.hit.slot ?? null;
    const newest = successors.find(({ hit }) => hit.rank < older.rank);
    if (!newest) continue;
    newest.hit.rank = older.rank;
    hits.splice(hits.indexOf(newest.hit), 1);
    hits.splice(hits.indexOf(older), 0, newest.hit);
  }
}

const mostReplaced = 10;
/** So many of the best are read for one that says who somebody is. */
const maxDefinitions = 60;

/** What was then comes above all else, the nearest to what tells the time first; of the rest what names it in words is left. */
function preferDays(
  hits: readonly Hit[],
  range: DayRange,
  only: NonNullable<TimeWords['only']>,
  { lines: { columns }, naming }: { lines: ChunkTable; naming: ReadonlySet<number> },
): void {
  const centre = range.centre ?? (range.sharp === 'from' ? range.from : range.sharp === 'to' ? range.to : null);
  for (const hit of hits) {
    const day = columns.day[hit.slot] ?? undated;
    if ((day >= range.from && day <= range.to) || naming.has(hit.slot)) {
      hit.rank += boostOfDay + (centre === null ? 0 : boostOfDay / (1 + Math.abs(day - centre) / daysApart));
      hit.confidence = Math.max(hit.confidence, sureByDay);
      hit.answers = true;
    } else if (only === 'then' || hit.coverage < enoughWords) hit.answers = false;
  }
}

/** Of a query that is left without its number or its time. */
const enoughWords = 0.6;
/** A number shorter than this is as likely a count or a year. */
const fewestOfCode = 5;
/** More than all signals together are worth. */
const boostOfDay = 3;
/** As many days from the end make half as near. */
const daysApart = 7;
/** That a line is of the day says nothing of whether it is the one that was meant. */
const sureByDay = 0.7;

/** A bare word is a lookup: the line, then the section, that says it more often comes first. */
function countMatches(hits: readonly Hit[], countIn: (slot: number) => number): void {
  for (const hit of hits) {
    const found = countIn(hit.slot);
    if (found > 0) hit.rank += 2 + 3 * (found / (found + 2));
  }
}

/**
 * To the model, everything in a script or of words that it does not know is alike: without a word in common that is no answer.
 * @param hits in the order of the signals
 * @param strange the query is of such words
 */
function rejectNoise(
  hits: readonly Hit[],
  { coverage, day, subject }: Signals,
  strange: boolean,
  text: (slot: number) => string,
): void {
  for (const [at, hit] of hits.entries()) {
    if (
      hit.answers &&
      coverage[at] === 0 &&
      day[at] === 0 &&
      subject[at] === 0 &&
      (strange || latinShareOf(text(hit.slot)) <= 0.5)
    )
      hit.answers = false;
  }
}

/** The slots and those of the lines beside them, each once. */
function withNeighbours(slots: Int32Array, { columns }: ChunkTable): Int32Array {
  const around = new Set<number>();
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] as number;
    around
      .add(slot)
      .add(columns.previous[slot] ?? none)
      .add(columns.next[slot] ?? none);
  }
  around.delete(none);
  return Int32Array.from(around);
}

/** The packed token vectors of these slots, read all at once. */
function tokensIn(slots: Int32Array, store: Store, { columns }: ChunkTable): (slot: number) => Uint8Array | null {
  const tokens = store.tokens(slots.map((slot) => columns.content[slot] ?? 0));
  return (slot) => tokens(columns.content[slot] ?? 0);
}

// One query to ranked lines. Words and meaning (vectors) each propose candidates; every candidate then gets all
// signals and one weighted sum. Ranks an index as it is; freshness is the caller's.
import { flagsAskedFor } from './answer-kind.ts';
import type { AskedTime } from './asked-time.ts';
import { findCandidates } from './candidates.ts';
import type { Embedding } from './embed/embedder.ts';
import type { DayRange } from './dates.ts';
import { sayingSomething } from './embed/function-words.ts';
import { bestMatches, idf, poolTokens, projectTokens } from './late.ts';
import { createLexical } from './lexical.ts';
import { type Lines, none, undated } from './lines.ts';
import type { RelatedWords } from './related-words.ts';
import { asksForSeveral, spread } from './several.ts';
import { type Given, rarityOf, type Signals, signalsOf, spanOf } from './signals.ts';
import { codesIn, spellingsOf } from './spellings.ts';
import type { Store } from './store.ts';
import { asksForPresent, succeeds, type Told } from './successors.ts';
import { isSingleUnspaced, latinShareOf, namesIn, parseQuery, termsOf } from './terms.ts';
import type { Vectors } from './vectors.ts';

export interface Hit {
  slot: number;
  /** Ranks. */
  rank: number;
  /** How sure, 0..1, whatever the other hits are. */
  confidence: number;
  /** Whether that is enough for an answer. */
  answers: boolean;
  signals: Signals;
  /** Where a query asks for it: what each signal adds to the rank, and to the confidence. */
  parts?: { rank: Record<string, number>; confidence: Record<string, number> };
}

export type Weights = Partial<Record<keyof Signals, number>>;

/**
 * Tuned on two-person chats, each judged by weights from the others, and checked on assistant transcripts; the optimum is flat,
 * halving a weight moves R@10 by a point. Words are in here twice, as terms and as tokens: more for them costs (.6 and .3: R@5 -1.4).
 * LoCoMo dev without the opening: R@10 86.4 for 86.8 (BEAM dev R@5 66.3 -> 68.8 when it came); without the kind: R@5 79.2 for 80.0, R@10 86.5.
 */
export const fullWeights: Weights = { words: 0.4, section: 0.2, tokens: 1.5, window: 1.7, subject: 0.65, length: 0.45, opening: 0.12, asking: -0.1, time: 0.3, kind: 0.3, day: 0.8, superseded: -0.6, recency: 0.02, alone: 1 };
/** Without token vectors. */
export const liteWeights: Weights = { words: 1, section: 0.4, pooled: 0.5, window: 2, subject: 0.5, length: 0.6, asking: -0.2, time: 0.2, kind: 0.2, day: 0.8, superseded: -0.6, recency: 0.02, alone: 1 };
/** Without vectors. */
export const keywordWeights: Weights = { words: 1, section: 0.4, subject: 0.4, length: 0.3, asking: -0.2, time: 0.1, kind: 0.1, day: 0.8, superseded: -0.4, recency: 0.02, alone: 1 };

const asksWhen = /\b(?:when|what (?:time|date|day|month|year)|how long|how recently|which (?:day|month|year))\b|^(?:wann|seit wann)\b/i;
const firstPerson = /\b(?:I|me|my|mine|myself|we|our|us)\b/i;
/** With 150 a closer look at 10,000 lines misses 3 of 100 that one at 3,000 candidates finds, with 180 one or two. */
const mostCandidates = 180;

/**
 * Signals of the model that are noise where it does not know the script. There the line's own words tell it from the lines
 * beside it: with pairs of characters for words, what stands beside matches by chance (XQuAD zh: MRR 92.8 without, 95.2 with).
 */
const ofTheModel: readonly (keyof Signals)[] = ['window', 'pooled', 'tokens'];

export interface SearchParts {
  store: Store;
  lines: Lines;
  vectors: Vectors | null;
  relatedWords: RelatedWords;
}

export interface Query {
  text: string;
  embedding: Embedding | null;
  /** Strict bounds: lines outside, and lines without a date, are left out. */
  only: DayRange | null;
  /** The time that the words of the query name. */
  about: DayRange | null;
  /** What the words say of that time. */
  asked?: Pick<AskedTime, 'only' | 'spellings'> | null;
  /** Keep the parts that ranks are made of. */
  explain?: boolean;
  weights?: Weights;
  candidates?: number;
}

/** All candidates, best first; nothing is rejected here. For {@link createTurns}: in steps, between which the lines must stay as they are. */
export function* rank(query: Query, { store, lines, vectors, relatedWords }: SearchParts): Generator<void, Hit[]> {
  const { terms, phrases, latinShare } = parseQuery(query.text);
  const c = lines.columns;
  const codes = codesIn(query.text);
  const lexical = createLexical({ terms, phrases, spellings: [...spellingsOf(query.text), ...(query.asked?.spellings ?? [])], codes }, { lines, store, relatedWords });
  const { having } = lexical;

  const embedding = query.embedding && vectors?.ready() && query.embedding.pooled.length === lines.dimensions ? query.embedding : null;
  const late = vectors?.projection && embedding?.tokens ? { raw: embedding.tokens, projection: vectors.projection, pieces: vectors.wordpieces } : null;
  const says = sayingSomething(late?.raw.ids ?? []);
  const rarity = (id: number): number => (late ? idf(late.pieces.lines, late.pieces.having(id)) : 0);
  const pooled = late ? poolTokens(late.raw, late.projection.mean, rarity) : (embedding?.pooled ?? null);
  const tokens = late ? projectTokens(late.raw, late.projection, says) : null;
  const weights = query.weights ?? (pooled ? (tokens ? fullWeights : liteWeights) : keywordWeights);
  const weightOf = (name: keyof Signals): number => (weights[name] ?? 0) * (ofTheModel.includes(name) ? latinShare : name === 'alone' ? 1 - latinShare : 1);

  const { only } = query;
  const allowed = only && ((slot: number): boolean => {
    const day = c.day[slot] ?? undated;
    return day !== undated && day >= only.from && day <= only.to;
  });
  // Who asks about themselves asks about what the user said.
  const { text } = query;
  const self = firstPerson.exec(text);
  const named = lines.subjects.named(new Set(self ? [...termsOf(text.slice(0, self.index)), 'user', ...termsOf(text.slice(self.index))] : termsOf(text)));
  const { slots, dense } = yield* findCandidates({ lines, lexical, pooled, named, trust: latinShare, allowed, about: query.about && { ...query.about, only: Boolean(query.asked?.only) }, most: query.candidates ?? mostCandidates });

  const around = withNeighbours(slots, lines);
  const names = namesIn(query.text);
  const strangers = names.filter((parts) => parts.every((part) => lexical.absent.has(part))).length / Math.max(1, names.length);
  const least = leastConfidence(lines.size, tokens !== null && latinShare > 0.5);
  const ranked = (Object.keys(weights) as (keyof Signals)[]).map((name) => [name, weightOf(name)] as const);
  const sureness = surenessBy(dense !== null, tokens !== null, latinShare, strangers);
  const rarities = rarityOf(terms, having, lines.size);
  const matches = tokens && vectors?.tokenMatches ? bestMatches(tokens, around, tokensIn(around, store, lines), vectors.tokenMatches) : null;
  const said = lexical.occurrences(around);
  const given: Given = {
    lines,
    lexical,
    said,
    rarity: rarities,
    mass: rarities.reduce((sum, { weight }) => sum + weight, 0),
    averageLength: Math.max(1, slots.reduce((sum, slot) => sum + (c.terms[slot] ?? 0), 0) / Math.max(1, slots.length)),
    dense,
    tokens: tokens && matches && { matches, weights: Float32Array.from(tokens.ids, rarity) },
    named,
    asksWhen: asksWhen.test(text),
    askedFor: flagsAskedFor(text),
    about: query.about,
    days: spanOf(slots, lines),
  };
  const hits = slots.map((slot, at) => judge(slot, signalsOf(slot, at, given), { ranked, sureness, least, explain: query.explain === true }));
  const [bare] = terms;
  if (query.asked?.only && query.about) preferDays(hits, query.about, query.asked.only, lines);
  else if (bare !== undefined && terms.length === 1) {
    // Of a single character the postings only know what begins with it.
    const inText = (slot: number): number => termsOf(store.text(c.id[slot] ?? none)).filter((term) => term === bare).length;
    countMatches(hits, isSingleUnspaced(bare) ? inText : (slot) => said.count(slot, bare));
  }
  // Other numbers of its kind are no answer; what else is asked may be.
  const missesCode = !query.about && codes.some(({ terms, compact }) => compact.length >= fewestOfCode && terms.some((term) => lexical.absent.has(term)));
  if (missesCode) for (const hit of hits) hit.answers &&= hit.signals.coverage >= enoughWords;
  if (tokens && latinShare > 0.5) rejectNoise(hits, { strange: tokens.ids.length >= strangePieces * countWords(text), text: (slot) => store.text(c.id[slot] ?? none) });
  const sort = (): Hit[] => hits.sort((a, b) => b.rank - a.rank || (c.day[b.slot] ?? 0) - (c.day[a.slot] ?? 0));
  sort();
  if (asksForSeveral(text)) {
    spread(hits, ({ slot }) => c.part[slot] ?? 0);
    sort();
  }
  if (!query.about && asksForPresent(text)) putSuccessorsFirst(hits, ({ slot, signals }) => ({ text: store.text(c.id[slot] ?? none), day: c.day[slot] === undated ? null : (c.day[slot] ?? null), coverage: signals.coverage }));
  return hits;
}

interface Judging {
  ranked: Weighed;
  sureness: Sureness;
  /** The confidence of an answer. */
  least: number;
  explain: boolean;
}

function judge(slot: number, signals: Signals, { ranked, sureness: { byMeaning, byWords }, least, explain }: Judging): Hit {
  const meant = weigh(signals, byMeaning);
  const said = byWords(signals.coverage);
  const confidence = Math.min(1, Math.max(meant, said));
  const hit: Hit = { slot, rank: weigh(signals, ranked), confidence, answers: confidence >= least, signals };
  return explain ? { ...hit, parts: { rank: partsOf(signals, ranked), confidence: meant > said ? partsOf(signals, byMeaning) : { coverage: confidence } } } : hit;
}

/** Among the best. What a line replaces comes right behind it. @param hits best first */
function putSuccessorsFirst(hits: Hit[], tell: (hit: Hit) => Told): void {
  const best = hits.slice(0, mostReplaced).filter(({ answers }) => answers).map((hit) => ({ hit, told: tell(hit) }));
  for (const { hit: older, told } of best) {
    const [newest] = best.filter((one) => one.hit.rank < older.rank && succeeds(one.told, told)).sort((a, b) => (b.told.day ?? 0) - (a.told.day ?? 0));
    if (!newest) continue;
    newest.hit.rank = older.rank;
    hits.splice(hits.indexOf(newest.hit), 1);
    hits.splice(hits.indexOf(older), 0, newest.hit);
  }
}

const mostReplaced = 10;

/** What was then comes above all else, the nearest to what tells the time first; of the rest what names it in words is left. */
function preferDays(hits: readonly Hit[], range: DayRange, only: NonNullable<AskedTime['only']>, { columns }: Lines): void {
  const centre = range.centre ?? (range.sharp === 'from' ? range.from : range.sharp === 'to' ? range.to : null);
  for (const hit of hits) {
    const day = columns.day[hit.slot] ?? undated;
    if (day >= range.from && day <= range.to) {
      hit.rank += boostOfDay + (centre === null ? 0 : boostOfDay / (1 + Math.abs(day - centre) / daysApart));
      hit.confidence = Math.max(hit.confidence, sureByDay);
      hit.answers = true;
    } else if (only === 'then' || hit.signals.coverage < enoughWords) hit.answers = false;
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
 * How sure a hit is, whatever the others are. On two-person chats, at {@link leastConfidence}, 96.9 % of the queries keep
 * the true hit that they had in the first ten and 88 % of another chat's queries return nothing. A line that holds
 * half of what was asked for is hardly ever rejected.
 * @param strangers share of the names in the query that no line has: who asks for someone unknown asks for something else
 */
function surenessBy(dense: boolean, tokens: boolean, latinShare: number, strangers: number): Sureness {
  if (!dense || latinShare <= 0.5) return { byMeaning: [], byWords: Math.sqrt };
  if (!tokens) return { byMeaning: [['window', 1 / 1.4], ['coverage', 0.5 / 1.4], ['pooled', 0.2 / 1.4]], byWords: (coverage) => 0.93 * coverage };
  const factor = 1.4 * (1 - 0.25 * strangers);
  return { byMeaning: [['tokens', factor / 1.8], ['window', (0.5 * factor) / 1.8], ['coverage', (0.3 * factor) / 1.8]], byWords: (coverage) => 0.6 * factor * coverage };
}

interface Sureness {
  byMeaning: Weighed;
  byWords: (coverage: number) => number;
}

type Weighed = readonly (readonly [name: keyof Signals, weight: number])[];

function weigh(signals: Signals, weights: Weighed): number {
  let sum = 0;
  for (const [name, weight] of weights) sum += weight * signals[name];
  return sum;
}

const partsOf = (signals: Signals, weights: Weighed): Record<string, number> => Object.fromEntries(weights.map(([name, weight]) => [name, weight * signals[name]]));

/**
 * To the model, everything in a script or of words that it does not know is alike: without a word in common that is no answer.
 * @param strange the query is of such words
 */
function rejectNoise(hits: readonly Hit[], { strange, text }: { strange: boolean; text: (slot: number) => string }): void {
  for (const hit of hits) {
    const { coverage, day, subject } = hit.signals;
    if (hit.answers && coverage === 0 && day === 0 && subject === 0 && (strange || latinShareOf(text(hit.slot)) <= 0.5)) hit.answers = false;
  }
}

/** Wordpieces for each word: English has 1.2, a name 2, another language and what nobody says 3 and more. */
const strangePieces = 2.5;
const countWords = (text: string): number => Math.max(1, text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);

/**
 * Below this a hit is no answer. With token vectors: among some dozen notes unrelated queries stay under .46 where
 * the weakest true hit has .47; among hundreds of lines rare words weigh more, and they reach .41. Without, the best of many
 * chance matches is better than that of few: .25 against .33, and .42.
 */
function leastConfidence(lines: number, tokens: boolean): number {
  const [few, many] = [30, 600];
  const share = Math.log(Math.max(few, Math.min(many, lines)) / few) / Math.log(many / few);
  const [small, big] = tokens ? [0.46, 0.45] : [0.28, 0.41];
  return small + share * (big - small);
}

function withNeighbours(slots: readonly number[], { columns }: Lines): number[] {
  const around = new Set(slots.flatMap((slot) => [slot, columns.previous[slot] ?? none, columns.next[slot] ?? none]));
  around.delete(none);
  return [...around];
}

/** The packed token vectors of these slots, read all at once. */
function tokensIn(slots: readonly number[], store: Store, { columns }: Lines): (slot: number) => Uint8Array | null {
  const tokens = store.tokens(slots.map((slot) => columns.content[slot] ?? 0));
  return (slot) => tokens(columns.content[slot] ?? 0);
}

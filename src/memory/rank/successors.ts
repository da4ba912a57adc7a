// Puts a newer line before the older one that it replaces: one that tells of a change, or states the same subject anew. It serves
// only questions about the present, where nothing marks the older line. Of lines that say the same it keeps one near the top.
// Whether a line replaces another is learnt: signals of the pair tell which may (succession-model.ts), and of those a model that reads
// both lines together tells more (embed/built-in/pair-runtime.ts), where there is one. What holds whatever they say stands here.
import { hasDenyingWord } from '../../language/denials.ts';
import { undated } from '../index/chunk-table.ts';
import { dayOf as dayNumberOf } from '../text/written-day.ts';
import { holdsOwnWords } from '../text/own-words.ts';
import type { TextPair } from '../embed/embedder.ts';
import type { PairWait, ReadPairs } from '../embed/pair-readings.ts';
import { termsOf } from '../text/terms.ts';
import { isOfKind, type Value } from '../text/values.ts';
import { saidIn, withoutLeadIn } from '../text/validity.ts';
import { order } from '../weights.ts';
import { contextOf } from './context.ts';
import type { Hit } from './hit.ts';
import {
  type Question,
  questionIn,
  signalNames,
  signalsOfPair,
  type Statement,
  statementIn,
  type Told,
} from './pair-signals.ts';
import type { SearchParts } from './query.ts';
import { loadNewsVector, scoreOf } from './succession-model.ts';
import { textOf } from './term-lookup.ts';
import { smallest } from '../../base/lists.ts';

/** `replaces`: the newer line says what became of what the older one says. `before`: it may, so it is read first. */
export type Succession = 'replaces' | 'before' | null;

export interface Compared {
  /** How likely it is by the signals, as the logarithm of the odds. */
  score: number;
  /** In the order of `signalNames()`. */
  signals: readonly number[];
  hasVectors: boolean;
  /** False for what has no date: it is as likely the newer one, unless something tells of a change. */
  isSure: boolean;
  /** The question finds the older line by what only that has: unless both are read together, it is the one that is meant. */
  isOfOlder?: boolean;
  /** The question alone does not find the newer line. */
  isBehind?: boolean;
  /** What the model says that reads both lines together, as the logarithm of the odds; absent where it was not asked. */
  replaces?: number | undefined;
}

/**
 * What a newer line is to an older one; null where it can be nothing.
 * @param cosine of the two, where they have vectors
 */
export function compare(newer: Told, older: Told, cosine: number | null, question: Question): Compared | null {
  // A question states nothing, and of several sentences each may be about something else.
  if (!isLater(newer, older) || /[?？]\s*$/.test(newer.statement.words) || isLong(newer) || isLong(older)) return null;
  // What says the same replaces nothing, and no item of a list what stands under another name in it: "black: Mondays", "green: Fridays".
  if (newer.statement.words === older.statement.words || areNamedApart(newer, older)) return null;
  // "Room b12" asks for the line that has it.
  const hasOf = ({ statement }: Told, code: string): boolean => codesOf(statement.words).includes(code);
  if (codesOf(question.text).some((code) => hasOf(older, code) && !hasOf(newer, code))) return null;
  if (question.isByWords && !hasWordOf(question, newer)) return null;
  const isFoundByWords = question.isByWords && newer.coverage < order.ofWords * older.coverage;
  // Several words without a question look for the line that has them all; one or two ("dentist?") ask for what they name.
  const isLookedUp = question.isByWords && question.terms.size > order.maxNamed && older.coverage >= order.ofLookup;
  if (isLookedUp && newer.coverage < older.coverage) return null;
  const isOfOlder = isFoundByWords || lacksNamed(newer, older, question);
  const signals = signalsOfPair({ newer, older, cosine, question });
  const isSure = (newer.day === null) === (older.day === null) || newer.statement.reading.told.change === 1;
  return { score: scoreOf(signals), signals, hasVectors: cosine !== null, isSure, isOfOlder };
}

/** Whether a line has a word of the question itself: its coverage counts those of the lines beside it as well. */
const hasWordOf = ({ terms }: Question, { statement: { reading } }: Told): boolean =>
  [...terms].some((term) => reading.run.some((one) => isIn(term, one)));

/** "Müllabfuhr" holds the "Müll" that is asked for. */
const isIn = (term: string, word: string): boolean =>
  word === term || (term.length >= order.minOfCompound && word.startsWith(term));

const { base, ofScore, ofPair } = order.withPair;

/** By all that is known, as the logarithm of the odds. */
const oddsOf = ({ score, replaces }: Compared): number =>
  replaces === undefined ? score : base + ofScore * score + ofPair * replaces;

/** What a newer line is to an older one. What the question alone does not find has to be likelier. */
export function successionOf(compared: Compared): Succession {
  const { score, hasVectors, isSure, isOfOlder = false, isBehind = false, replaces } = compared;
  const of = (odds: number, bounds: { before: number; replaces: number }): Succession =>
    odds < bounds.before ? null : odds < bounds.replaces || !isSure ? 'before' : 'replaces';
  if (replaces !== undefined) return of(oddsOf(compared), isBehind || isOfOlder ? order.byPairBehind : order.byPair);
  if (isOfOlder) return null;
  const is = of(score, hasVectors ? order.byMeaning : order.byWords);
  return isBehind && is !== null ? of(score, order.fromBehind) : is;
}

/** Whether the question names a value that only the older line gives: it is about that line, and not about one with another number or name. */
function lacksNamed(
  { statement: { reading } }: Told,
  { statement: { words, values } }: Told,
  { text: asked, terms }: Question,
): boolean {
  // A word that opens a line has a capital anyway: it is a name where the question writes it with one as well, and where that opens
  // with it, it is the first of two ("Amara Novak").
  const first = /^\p{Lu}[\p{L}\p{M}]+/u.exec(words)?.[0] ?? '';
  const isName = asked.includes(first, 1) || (asked.startsWith(first) && /^\S+ \p{Lu}/u.test(asked));
  const opening = first && isName ? termsOf(first) : [];
  const named = [...values.flatMap(({ text }) => termsOf(text)), ...opening];
  return named.some((term) => terms.has(term) && !reading.run.some((one) => isIn(term, one)));
}

const isLong = ({ statement: { words } }: Told): boolean =>
  words.length > order.maxStatement && /[.!?…]\s+\S/.test(words);

/** Whether two lines give different values of one kind: "on Mondays" and "on Thursdays". */
function differInValue(one: readonly Value[], other: readonly Value[]): boolean {
  const only = (values: readonly Value[], others: readonly Value[]): Value[] =>
    values.filter(({ text }) => !others.some((value) => value.text === text));
  const given = only(one, other);
  return only(other, one).some((value) => given.some((own) => isOfKind(own, value)));
}

/**
 * A line is later when its day is later, or, in a note without a date, when it tells of a change and the other does not, else when it
 * stands further down: many write the newest on top.
 */
function isLater(newer: Told, older: Told): boolean {
  if (newer.day !== older.day) return newer.day !== null && (older.day === null || older.day < newer.day);
  if (newer.day !== null || newer.file !== older.file) return false;
  const [changes, changed] = [newer, older].map(({ statement }) => statement.reading.told.change === 1);
  return changes === changed ? newer.line > older.line : changes === true;
}

function areNamedApart(newer: Told, older: Told): boolean {
  const isKnownIn = (label: ReadonlySet<string>, { statement }: Told): boolean =>
    [...label].some((term) => statement.terms.has(term));
  if (newer.file !== older.file) return false;
  const [own, other] = [newer.statement.reading.label, older.statement.reading.label];
  const [first, second] = [newer, older].map(({ statement }) => codesOf(/^\S+/.exec(statement.words)?.[0] ?? '')[0]);
  if (first !== undefined && second !== undefined && newer.day === null) return first !== second;
  return !!own && !!other && !isKnownIn(own, older) && !isKnownIn(other, newer);
}

/** Names with a number: "b12", "entry17". What begins with digits is a value, which may have changed since: "50mg", "3pm". */
const codesOf = (text: string): string[] =>
  text.toLowerCase().match(/(?<![\p{L}\p{N}])\p{L}{1,20}\p{N}[\p{L}\p{N}]*/gu) ?? [];

/** Two lines whose vectors are less near than this have too little in common: their text is not read. */
const mayBeOfSame = (parts: SearchParts, one: number, other: number): number | null | false => {
  const cosine = parts.lines.cosine(one, other);
  return cosine !== null && cosine < order.minSameMatter ? false : cosine;
};

function likeNews(slot: number, { lines, vectors }: SearchParts): number {
  const { scale } = lines.columns;
  if (vectors?.isLatinOnly !== true || (scale[slot] as number) === 0) return 0;
  const { vector, factor, base } = loadNewsVector();
  if (vector.length !== lines.dimensions) return 0;
  return base + (lines.dotsAt(vector, [slot])[0] as number) * (scale[slot] as number) * factor;
}

/** A line that is compared with an older one. */
interface Later extends Compared {
  hit: Hit;
  /** The words of both. */
  pair: TextPair;
  day: number | null;
  line: number;
  /** It may mark the older one: words of others mark only what stands in the same note. */
  mayMark: boolean;
}

/** How the hits of a question are compared. */
function comparing(parts: SearchParts, text: string, defining: ReadonlySet<number>) {
  const question = questionIn(text);
  const { day, file, startLine, labelTerms } = parts.lines.columns;
  const read = new Map<number, Pick<Told, 'statement' | 'likeNews'>>();
  const readingOf = (slot: number): Pick<Told, 'statement' | 'likeNews'> => {
    const known = read.get(slot) ?? { statement: statementIn(textOf(slot, parts)), likeNews: likeNews(slot, parts) };
    read.set(slot, known);
    return known;
  };
  // A line of MEMORY.md is of the day at which it was said.
  const dayOf = (slot: number): number | null =>
    day[slot] === undated ? dayNumberOf(saidIn(textOf(slot, parts)) ?? '') : (day[slot] as number);
  const told = ({ slot, coverage, rank }: Hit): Told => ({
    ...readingOf(slot),
    day: dayOf(slot),
    coverage,
    rank,
    file: file[slot] as number,
    line: startLine[slot] as number,
  });
  const isItem = (slot: number): boolean => labelTerms[slot] === 0 && /^\s*[-*+] /.test(textOf(slot, parts));
  const isOwn = (slot: number): boolean => holdsOwnWords(parts.store.pathOf(file[slot] ?? 0), textOf(slot, parts));

  return (hit: Hit, older: Hit, isBehind: boolean): Later | null => {
    const [own, other] = [hit.slot, older.slot];
    if (own === other || (defining.has(other) && !defining.has(own))) return null;
    if ((dayOf(own) ?? Infinity) < (dayOf(other) ?? -Infinity)) return null;
    const cosine = mayBeOfSame(parts, own, other);
    if (cosine === false) return null;
    // In conversations and prose neighbouring lines are near to each other anyway, and a later one is seldom an update.
    const isList = isItem(own) && isItem(other);
    if (!isList && contextOf(other, parts.lines) > order.maxContext) return null;
    // Words of others never take the place of the person's own.
    if (!isOwn(own) && isOwn(other)) return null;
    const newer = told(hit);
    const toldBefore = told(older);
    const compared = compare(newer, toldBefore, cosine, question);
    if (!compared) return null;
    const pair = { first: toldBefore.statement.words, second: newer.statement.words };
    const mayMark = isOwn(own) || file[own] === file[other];
    return { ...compared, hit, isBehind, pair, day: newer.day, line: newer.line, mayMark };
  };
}

/**
 * The hits that are not among the best, were written after an older line and are near to it. "The dentist has retired" may have little to
 * do with the question that the line before it answers.
 */
function behindBest(hits: readonly Hit[], best: readonly Hit[], older: Hit, { lines }: SearchParts): Hit[] {
  const { day, scale } = lines.columns;
  if ((scale[older.slot] as number) === 0) return [];
  const known = new Set(best);
  const near: { hit: Hit; cosine: number }[] = [];
  for (const hit of hits) {
    const isOlder = day[hit.slot] !== undated && (day[hit.slot] as number) < (day[older.slot] as number);
    if (isOlder || known.has(hit)) continue;
    const cosine = lines.cosine(hit.slot, older.slot) ?? 0;
    if (cosine >= order.minBehindBest) near.push({ hit, cosine });
  }
  return near
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, order.maxBehindBest)
    .map(({ hit }) => hit);
}

/** A line and those that may say what became of it. */
export interface Succeeded {
  older: Hit;
  later: readonly Later[];
}

/**
 * Looks among the best hits, and for the first few also behind them.
 * @param hits best first
 * @param text of the question
 * @param defining slots of the lines that say who the one is who is asked for: only another of these takes their place
 */
export function findSuccessors(
  hits: readonly Hit[],
  parts: SearchParts,
  text: string,
  defining: ReadonlySet<number> = new Set(),
): Succeeded[] {
  const comparison = comparing(parts, text, defining);
  const best = hits.slice(0, order.maxReplaced).filter(({ answers }) => answers);
  const laterOf = (older: Hit, at: number): Later[] => [
    ...best.flatMap((hit) => comparison(hit, older, false) ?? []),
    ...(at < order.maxFollowed ? behindBest(hits, best, older, parts) : []).flatMap(
      (hit) => comparison(hit, older, true) ?? [],
    ),
  ];
  return best.slice(0, order.maxOlder).map((older, at) => ({ older, later: laterOf(older, at) }));
}

/** Has the likeliest pairs read together, and takes down what is said of them. */
export async function readTogether(succeeded: readonly Succeeded[], read: ReadPairs, wait: PairWait): Promise<void> {
  const likely = succeeded
    .flatMap(({ later }) => later)
    .filter(
      ({ score, hasVectors, isOfOlder }) => hasVectors && score >= order.leastToRead[isOfOlder ? 'ofOlder' : 'asked'],
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, order.maxRead);
  if (likely.length === 0) return;
  const relations = await read(
    likely.map(({ pair }) => pair),
    wait,
  );
  for (const [i, later] of likely.entries()) later.replaces = relations[i]?.replaces;
}

/** The line that another one replaces comes right behind it. @param hits best first */
export function putNewestFirst(hits: Hit[], succeeded: readonly Succeeded[]): void {
  // All were compared by their own ranks before any is moved.
  for (const { older, later: found } of succeeded) {
    const later = found.map((one) => ({ ...one, is: successionOf(one), score: oddsOf(one) }));
    if (older.parts) older.parts.successors = found.map(explained);
    // Of several that replace it, the last one is true; of those that only may, the likeliest one.
    const [newest] = later
      .filter(({ is, mayMark }) => is === 'replaces' && mayMark)
      .sort((a, b) => (b.day ?? 0) - (a.day ?? 0) || b.line - a.line);
    const [likeliest] = later.filter(({ is }) => is !== null).sort((a, b) => b.score - a.score);
    older.newer = newest?.hit.slot ?? null;
    const first = (newest ?? likeliest)?.hit;
    older.givesWayTo = first?.slot ?? null;
    if (!first || first.rank >= older.rank) continue;
    first.rank = older.rank;
    if (!first.answers) {
      first.answers = true;
      first.confidence = Math.max(first.confidence, older.confidence);
    }
    hits.splice(hits.indexOf(first), 1);
    hits.splice(hits.indexOf(older), 0, first);
  }
}

const explained = ({ hit, score, signals, replaces }: Later) => ({
  slot: hit.slot,
  score,
  ...(replaces === undefined ? {} : { replaces }),
  signals: Object.fromEntries(signalNames().map((name, i) => [name, signals[i] ?? 0])),
});

/** Puts each line that says what one above it says behind the first `maxDistinct` that say something else. @param hits best first */
export function putDuplicatesBack(hits: Hit[], parts: SearchParts): void {
  const { content } = parts.lines.columns;
  const statements = new Map<Hit, Statement>();
  const saidIn = (hit: Hit): Statement => {
    // With its comment: a line of the night does not give way to the one that it was made of.
    const text = textOf(hit.slot, parts);
    const said = statements.get(hit) ?? statementIn(text, withoutLeadIn(text));
    statements.set(hit, said);
    return said;
  };
  const saysSame = (one: Hit, other: Hit): boolean => {
    if (content[one.slot] === content[other.slot]) return true;
    const cosine = parts.lines.cosine(one.slot, other.slot);
    const [least] = order.duplicates;
    const near = order.duplicates.findLast(({ minCosine }) => (cosine ?? least.minCosine) >= minCosine);
    if (!near || shareOfWords(saidIn(one).terms, saidIn(other).terms) < near.minWords) return false;
    // "Open on Mondays" and "not open on Mondays" are two things, and so are "football on Mondays" and "football on Thursdays".
    if (hasDenyingWord(saidIn(one).words) !== hasDenyingWord(saidIn(other).words)) return false;
    return !differInValue(saidIn(one).values, saidIn(other).values);
  };
  const distinct: Hit[] = [];
  const duplicates: Hit[] = [];
  let looked = 0;
  for (; looked < Math.min(hits.length, order.maxCompared) && distinct.length < order.maxDistinct; looked += 1) {
    const hit = hits[looked] as Hit;
    if (!hit.answers) break;
    (distinct.some((one) => saysSame(one, hit)) ? duplicates : distinct).push(hit);
  }
  if (duplicates.length === 0) return;
  const least = smallest(hits.slice(0, looked).map(({ rank }) => rank));
  for (const hit of duplicates) hit.rank = least;
  for (const [i, hit] of [...distinct, ...duplicates].entries()) hits[i] = hit;
}

/** The share of all their words that both have; 0 where their numbers are not the same. */
function shareOfWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const word of one) {
    if (other.has(word)) shared += 1;
    else if (/\d/.test(word)) return 0;
  }
  for (const word of other) if (/\d/.test(word) && !one.has(word)) return 0;
  return shared / (one.size + other.size - shared);
}

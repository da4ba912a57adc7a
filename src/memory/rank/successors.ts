// Puts a newer line before the older one that it replaces: one that tells of a change, or states the same subject anew. It serves
// only questions about the present, where nothing marks the older line. Of lines that say the same it keeps one near the top.
import { hasDenyingWord } from '../../language/denials.ts';
import { undated } from '../index/chunk-table.ts';
import {
  addsMore,
  asksForPerson,
  asksForSeveral,
  asksHowMuch,
  asksWhatIs,
  asksWhen,
  changedOneOf,
  changeOf,
  isForOnce,
  namesAnother,
  namesEnd,
  newsIn,
  ownersIn,
  tellsOfChange,
  tellsOfEnd,
  whoIsAsked,
  withoutOtherNews,
} from '../query/question-forms.ts';
import { dayOf as dayNumberOf } from '../text/chunk-features.ts';
import { holdsOwnWords } from '../text/own-words.ts';
import { contentTermsOf, namesIn, termsOf, wordsThatTell } from '../text/terms.ts';
import { isOfKind, type Value, valuesIn } from '../text/values.ts';
import { saidIn, withoutLeadIn, wordsOfLine } from '../text/validity.ts';
import { definition, order } from '../weights.ts';
import { contextOf } from './context.ts';
import type { Hit } from './hit.ts';
import type { SearchParts } from './query.ts';
import { textOf } from './term-lookup.ts';
import { smallest } from '../../base/lists.ts';

/** A line as it is compared with others. */
export interface Statement {
  /** Without its list marker and the time at which it was noted. */
  words: string;
  /** Those that tell what it is about. */
  terms: ReadonlySet<string>;
  /** All of the first ones, in their order. */
  run: readonly string[];
  values: readonly Value[];
}

export interface Told {
  statement: Statement;
  /** The day as days since 1970-01-01, or null. */
  day: number | null;
  /** The share of the query that the line holds, 0..1. */
  coverage: number;
  /** The line's rank. */
  rank: number;
  /** The note, and the place of the line in it. */
  file: number;
  line: number;
}

/** Reads a line once, however many it is compared with. */
export function statementIn(text: string, words = wordsOfLine(text)): Statement {
  let run: string[] | null = null;
  let values: Value[] | null = null;
  return {
    words,
    terms: wordsThatTell(words),
    get run() {
      run ??= termsOf(words).slice(0, order.maxRunTerms);
      return run;
    },
    get values() {
      values ??= valuesIn(words);
      return values;
    },
  };
}

/** What a question asks of the lines that are compared. */
export interface Question {
  text: string;
  terms: ReadonlySet<string>;
  /** The kinds of value of which an answer has one; null where it may be anything. */
  kinds: readonly Value['kind'][] | null;
  /** Several lines may be true at once. */
  isForSeveral: boolean;
  /** Asks how much or how many: "How many pills do I take?" has one answer at a time, where a line gives it. */
  isForAmount: boolean;
  /** What a line that says who somebody is has been given before others. */
  headStart: number;
}

export const questionIn = (text: string): Question => ({
  text,
  terms: new Set(termsOf(text)),
  kinds: asksWhen(text)
    ? ['time', 'day', 'date', 'number']
    : asksHowMuch(text)
      ? ['number', 'code']
      : asksForPerson(text)
        ? ['name']
        : null,
  isForSeveral: asksForSeveral(text),
  isForAmount: asksHowMuch(text),
  headStart: whoIsAsked(text) === null ? 0 : definition,
});

/** `replaces`: the newer line says what became of what the older one says. `before`: it may, so it is read first. */
export type Succession = 'replaces' | 'before' | null;

/**
 * What a newer line is to an older one.
 * @param cosine of the two, where they have vectors
 */
export function succession(
  newer: Told,
  older: Told,
  cosine: number | null = null,
  question: Question = questionIn(''),
): Succession {
  if (!isLater(newer, older)) return null;
  const { words, terms: one } = newer.statement;
  const { terms: other } = older.statement;
  if (/[?？]\s*$/.test(words) || addsMore(words) || (isForOnce(words) && !isForOnce(question.text))) return null;
  const common = [...one].filter((term) => other.has(term));
  const pair = { newer, older, common, cosine, question };
  if (common.length === one.size || isOfAnother(newer, older, question)) return null;
  if (common.length === 0) return isWhatBecameOf(pair) ? 'before' : null;
  if (endsIt(pair)) return 'replaces';
  const isGiven = question.isForAmount && older.statement.values.some(({ kind }) => kind === 'number');
  const isLong = ({ statement: { words } }: Told): boolean =>
    words.length > order.maxStatement && /[.!?…]\s+\S/.test(words);
  // Of several sentences each may be about something else: there a change may be of anything.
  if (isLong(newer) || isLong(older)) return null;
  return question.isForSeveral && !isGiven && !isAskedFor(pair) ? null : saysAnew(pair);
}

/**
 * Whether the newer line tells in other words what became of what is asked for, with a value of the same kind: "I live in 12 Mayor
 * Street", "Moved to 3 Port Avenue". It may not be of somebody else: "Ben moved to 7 Hill Road".
 */
function isWhatBecameOf(pair: Pair): boolean {
  const { newer, older, cosine, question } = pair;
  if ((cosine ?? 0) < order.sameSubject || !isAskedFor(pair) || namesIn(question.text).length > 0) return false;
  const isKnown = (term: string): boolean =>
    older.statement.terms.has(term) || [...question.terms].some((asked) => term.startsWith(asked));
  return (
    contentTermsOf(changedOneOf(newer.statement.words)).every(isKnown) &&
    compareValues(newer.statement.values, older.statement.values) === 'same' &&
    !lacksNamed(newer, older, question)
  );
}

/** Whether the newer line tells what became of the very thing that is asked for: where "the fuses" were put. */
const isAskedFor = ({ newer, older, question }: Pair): boolean =>
  changeOf(`${question.text} ${older.statement.words}`, newer.statement.words) === 'asked';

/** A newer and an older line that have words in common. */
interface Pair {
  newer: Told;
  older: Told;
  common: readonly string[];
  cosine: number | null;
  question: Question;
}

/** Whether the newer line tells that what the older one answers with has come to its end: "gave up the violin", "Dr. Lenz retired". */
function endsIt({ newer, older, common, cosine, question }: Pair): boolean {
  if (!tellsOfEnd(newer.statement.words) || older.coverage < order.minCoverage) return false;
  // "Dr. Lenz retired, I see Dr. Roth": the question need not stand in it, where somebody else takes the place.
  const isTaken =
    sharesAnswer(newer, older, question) &&
    compareValues(newer.statement.values, older.statement.values) === 'same' &&
    (cosine ?? 0) >= order.sameSubject;
  if (isTaken) return true;
  if (older.rank - newer.rank > order.maxGapBefore + question.headStart) return false;
  const isAsked = newer.coverage >= order.halfCovered * older.coverage || (cosine ?? 0) >= order.sameMeasure;
  return isAsked && common.some((term) => !question.terms.has(term));
}

function saysAnew(pair: Pair): Succession {
  const { newer, older, common, cosine, question } = pair;
  const { words, terms: one, values: given } = newer.statement;
  const { terms: other } = older.statement;
  const covers = newer.coverage >= older.coverage - 0.01;
  const isRepeated = repeats(newer.statement.run, older.statement.run, new Set(common));
  const values = compareValues(given, older.statement.values);
  // The older line answers with a value, and the newer one has none of its kind: it tells something else of the same subject.
  const change = changeOf(`${question.text} ${older.statement.words}`, words);
  if (values === 'other' && !(covers && (isRepeated || change === 'asked'))) return null;
  if (lacksNamed(newer, older, question) || lacksWhatIsAsked(newer, older, question)) return null;
  const gap = older.rank - newer.rank;
  const isAsked = older.coverage >= order.minCoverage;
  const isOfAsked = common.some((term) => question.terms.has(term));
  const isNews = newsIn(words).some((word) => termsOf(word).some((term) => question.terms.has(term)));
  const isNear =
    (cosine ?? 1) >= order.sameMatter &&
    gap <= order.maxGapBefore &&
    newer.coverage >= order.halfCovered * older.coverage;
  if (isOfAsked && isNear && (change === 'asked' || isNews)) return 'replaces';
  const isMeant = (word: string): boolean => termsOf(word).some((term) => other.has(term) || question.terms.has(term));
  const isChange = tellsOfChange(withoutOtherNews(words, isMeant));
  if (!isChange && namesAnother(words) && !namesAnother(`${question.text} ${older.statement.words}`)) return null;
  // "Mara bought a bike" changes nothing of what else is said about Mara on that day.
  const isOfSubject = isOfAsked || cosine === null || cosine >= order.sameSubject;
  if (covers && isChange && isAsked && isOfSubject) return 'replaces';
  // What has no date is as likely the newer one, unless something tells of a change.
  if ((newer.day === null) !== (older.day === null)) return null;
  const shared = common.length / Math.min(one.size, other.size);
  if (covers && gap <= order.maxGap + question.headStart) {
    if (isRepeated) return 'replaces';
    const share =
      cosine !== null && cosine >= order.sameStatement
        ? shared
        : common.length / (one.size + other.size - common.length);
    if (isAsked && share >= order.sameWords) return 'replaces';
  }
  if (
    cosine === null ||
    cosine < order.sameSubject ||
    gap > order.maxGapBefore ||
    !(isOfAsked || sharesAnswer(newer, older, question))
  )
    return isWhatBecameOf(pair) ? 'before' : null;
  const isSame = cosine >= order.sameStatement && shared >= order.sameWords;
  const saysAsMuch = covers && (isSame || (values === 'same' && cosine >= order.sameStatement));
  if (saysAsMuch) return isSame && (gap <= 0 || values === 'same') ? 'replaces' : 'before';
  // Two lines that the question finds alike, where neither tells of a change of something else: the newer one first.
  if (covers && isOfAsked && !isChange && gap <= order.tied.maxGap && cosine >= order.tied.minCosine) return 'before';
  // "Ilona" is who "our cleaner" is.
  const isOfAnswer = isChange && values === 'same' && sharesAnswer(newer, older, question);
  if (newer.coverage < order.halfCovered * older.coverage && !isOfAnswer) return null;
  // "Is Priya single?" names the answer that the older line gives; the newer one need not.
  if (isRepeated && asksWhatIs(question.text) && [...other].every((term) => question.terms.has(term))) return 'before';
  const isOfUnit = sharesUnit(given, older.statement.values);
  if (covers && values === 'same' && (isOfUnit || question.kinds) && gap <= order.maxGap) return 'before';
  // "Measured Max: 133 cm" is of the Max that was asked for.
  const isOfNamed = namesIn(question.text).some((parts) => parts.some((term) => common.includes(term)));
  // A dose is raised as a rent is: another amount in the same unit is of the same matter.
  if (values !== 'same' || (change === 'other' && !isOfUnit && !asksWhen(question.text))) return null;
  // Of what was asked for it may lack the verb, which the change stands for, but no thing.
  if (isChange && !asksWhatIs(question.text)) return 'before';
  return isOfUnit && (cosine >= order.sameMeasure || isOfNamed) ? 'before' : null;
}

/** Whether both lines name somebody or something that the question does not: it is what the older line answers with. */
function sharesAnswer({ statement: newer }: Told, { statement: older }: Told, { terms }: Question): boolean {
  const names = older.values.filter(({ kind }) => kind === 'name').flatMap(({ text }) => termsOf(text));
  return names.some((term) => !terms.has(term) && newer.terms.has(term));
}

/** Whether the question names a value that only the older line gives: it is about that line, and not about one with another number or name. */
function lacksNamed(
  { statement: { run: said } }: Told,
  { statement: { words, values } }: Told,
  { text: asked, terms }: Question,
): boolean {
  // A word that opens a line has a capital anyway: it is a name where the question writes it with one as well, and where that opens
  // with it, it is the first of two ("Amara Novak").
  const first = /^\p{Lu}[\p{L}\p{M}]+/u.exec(words)?.[0] ?? '';
  const isName = asked.includes(first, 1) || (asked.startsWith(first) && /^\S+ \p{Lu}/u.test(asked));
  const opening = first && isName ? termsOf(first) : [];
  const named = [...values.flatMap(({ text }) => termsOf(text)), ...opening];
  // "Müllabfuhr" holds the "Müll" that is asked for.
  return named.some(
    (term) =>
      terms.has(term) &&
      !said.some((one) => one === term || (term.length >= order.minOfCompound && one.startsWith(term))),
  );
}

/** "Mondays" and "Thursdays" have a unit as well. */
const sharesUnit = (some: readonly Value[], others: readonly Value[]): boolean =>
  some.some(({ unit }) => unit && others.some((one) => one.unit === unit));

/** Whether a question asks for a value of a kind, and only the older line has one: "My boss is Henrik", "My boss is on holiday until Monday". */
function lacksWhatIsAsked({ statement }: Told, older: Told, { text, kinds }: Question): boolean {
  if (!kinds) return false;
  const has = ({ values }: Statement, before?: Statement): boolean =>
    values.some((value) => kinds.includes(value.kind) && !before?.values.some((one) => one.text === value.text));
  if (!has(older.statement)) return false;
  // When it ends is not when it is.
  if (asksWhen(text) && namesEnd(statement.words) && !namesEnd(`${older.statement.words} ${text}`)) return true;
  const first = statement.run[0] ?? '';
  const opensWithName = kinds.includes('name') && statement.terms.has(first) && !older.statement.terms.has(first);
  return !has(statement, older.statement) && !opensWithName;
}

/** Whether the newer line is about what belongs to the one that is asked about: "Priya's brother", "de hond van de buren". */
function isOfAnother({ statement: newer }: Told, { statement: older }: Told, { terms }: Question): boolean {
  const known = ownersIn(older.words);
  const isNamed = (owner: string): boolean => older.values.some(({ kind, text }) => kind === 'name' && text === owner);
  const isAsked = (word: string): boolean => termsOf(word).some((term) => terms.has(term));
  return ownersIn(newer.words).some(
    ({ thing, owner }) =>
      // "Mum's flight" and "Dad's flight".
      known.some((one) => one.thing === thing && one.owner !== owner && isAsked(one.owner)) ||
      // "Our sitter is Maja", "Maja's sister sits for others".
      (isNamed(owner) &&
        !termsOf(thing).some((term) => older.terms.has(term)) &&
        !isAsked(thing) &&
        !tellsOfChange(thing) &&
        known.length === 0) ||
      (isAsked(owner) !== isAsked(thing) &&
        // "Changé de dentiste".
        !tellsOfChange(thing) &&
        !known.some((one) => (isAsked(owner) ? one.owner === owner : one.thing === thing))),
  );
}

/**
 * How the values compare in which two lines differ. `same`: both have one of a kind. `other`: the newer line has none of the kinds
 * that the older one has, and keeps none of its values.
 */
function compareValues(after: readonly Value[], before: readonly Value[]): 'same' | 'other' | null {
  const isIn = (values: readonly Value[], { text }: Value): boolean => values.some((one) => one.text === text);
  const given = after.filter((value) => !isIn(before, value));
  const lost = before.filter((value) => !isIn(after, value));
  if (lost.some((value) => given.some((one) => isOfKind(one, value)))) return 'same';
  return lost.length > 0 && lost.length === before.length ? 'other' : null;
}

/**
 * Whether much of the older line stands in the newer one in the same order, as where the same is said with another value: "The spare
 * key is" under the pot, with the baker.
 * @param own the terms of the newer line
 * @param other those of the older one
 * @param common the words that tell, of those that both have
 */
function repeats(own: readonly string[], other: readonly string[], common: ReadonlySet<string>): boolean {
  const least = Math.max(order.sameRun * other.length, Math.min(order.minRunTerms, other.length / 2));
  for (let from = 0; from + least <= other.length; from += 1)
    for (let at = 0; at + least <= own.length; at += 1) {
      let length = 0;
      while (from + length < other.length && own[at + length] === other[from + length]) length += 1;
      if (length >= least && other.slice(from, from + length).some((term) => common.has(term))) return true;
    }
  return false;
}

/** A line is later when its day is later, or, in a note without a date, when it stands further down. */
function isLater(newer: Told, older: Told): boolean {
  if (newer.day !== older.day) return newer.day !== null && (older.day === null || older.day < newer.day);
  return newer.day === null && newer.file === older.file && newer.line > older.line;
}

/** Two lines whose vectors are less near than this have too little in common: their text is not read. */
const mayBeOfSame = (parts: SearchParts, one: number, other: number): number | null | false => {
  const cosine = parts.lines.cosine(one, other);
  return cosine !== null && cosine < order.minSameMatter ? false : cosine;
};

/**
 * Looks among the best hits only. The line that another one replaces comes right behind it.
 * @param hits best first
 * @param text of the question
 * @param defining slots of the lines that say who the one is who is asked for: only another of these takes their place
 */
export function putNewestFirst(
  hits: Hit[],
  parts: SearchParts,
  text: string,
  defining: ReadonlySet<number> = new Set(),
): void {
  const question = questionIn(text);
  const { day, file, startLine, labelTerms } = parts.lines.columns;
  // A line of MEMORY.md is of the day at which it was said.
  const dayOf = ({ slot }: Hit): number | null =>
    day[slot] === undated ? dayNumberOf(saidIn(textOf(slot, parts)) ?? '') : (day[slot] as number);
  const lineOf = ({ slot }: Hit): number => startLine[slot] as number;
  const statements = new Map<number, Statement>();
  const statementOf = ({ slot }: Hit): Statement => {
    const known = statements.get(slot) ?? statementIn(textOf(slot, parts));
    statements.set(slot, known);
    return known;
  };
  const told = (hit: Hit): Told => ({
    statement: statementOf(hit),
    day: dayOf(hit),
    coverage: hit.coverage,
    rank: hit.rank,
    file: file[hit.slot] as number,
    line: lineOf(hit),
  });
  const isItem = ({ slot }: Hit): boolean => labelTerms[slot] === 0 && /^\s*[-*+] /.test(textOf(slot, parts));
  const successionOf = (newer: Hit, older: Hit): Succession => {
    if (defining.has(older.slot) && !defining.has(newer.slot)) return null;
    if (newer === older || (dayOf(newer) ?? Infinity) < (dayOf(older) ?? -Infinity)) return null;
    const cosine = mayBeOfSame(parts, newer.slot, older.slot);
    if (cosine === false) return null;
    // In conversations and prose neighbouring lines are near to each other anyway; there only the words count. The items of a
    // list may be near as well, in a language that the model does not know, or because the two are neighbours.
    const isList = isItem(newer) && isItem(older);
    const isTalk = !isList && contextOf(older.slot, parts.lines) > order.maxContext;
    return succession(told(newer), told(older), isTalk ? null : cosine, question);
  };
  const isOwn = ({ slot }: Hit): boolean => holdsOwnWords(parts.store.pathOf(file[slot] ?? 0), textOf(slot, parts));
  const best = hits.slice(0, order.maxReplaced).filter(({ answers }) => answers);
  for (const older of best) {
    const later = best
      .map((hit) => ({ hit, is: successionOf(hit, older) }))
      // Words of others never take the place of the person's own.
      .filter(({ hit, is }) => is !== null && (isOwn(hit) || !isOwn(older)))
      .sort((a, b) => (dayOf(b.hit) ?? 0) - (dayOf(a.hit) ?? 0) || lineOf(b.hit) - lineOf(a.hit));
    const isOfNote = (one: Hit): boolean => file[one.slot] === file[older.slot];
    older.newer = later.find(({ hit, is }) => is === 'replaces' && (isOwn(hit) || isOfNote(hit)))?.hit.slot ?? null;
    const newest = later.find(({ hit }) => hit.rank < older.rank)?.hit;
    if (!newest) continue;
    newest.rank = older.rank;
    hits.splice(hits.indexOf(newest), 1);
    hits.splice(hits.indexOf(older), 0, newest);
  }
}

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
    return compareValues(saidIn(one).values, saidIn(other).values) !== 'same';
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

// Whether the person's words bear a claim. A model that read both together tells how likely that is; the rules below add what can be
// told by the words: the claim brings no number, date, time or name of its own, denies nothing that was said, and takes no question or
// wish for a fact. Without such a model the rules alone decide. The wording of the claim is left to the one who made it. Pure.
import { agrees, datesOf, isOfFeast, strangeNames, strangeValues } from './strange-values.ts';
import { isMirrored, onlyAsked, turned, whyTurned } from './turned.ts';
import { contentWords } from '../write/words.ts';
import { notSetApart, sizeThatDoesNotFit, subjectOfOther, valueOfAnother, withoutShortForms } from './bindings.ts';
import { isMeasure, otherMeasure } from './measures.ts';
import { oppositeParticle, oppositePrefix, oppositeWord } from './opposites.ts';
import { stateOfOther, valueOfOther } from './parts.ts';
import {
  deniedOf,
  doneToSelf,
  exchanged,
  goalAsDoer,
  otherRelation,
  otherSubject,
  possessor,
  relationsIn,
  roleOfSelf,
  swapped,
} from './subjects.ts';
import { type PartialDate, type Values, relatedYears, valuesOf } from './values.ts';
import {
  beyondWords,
  isDeniedTwice,
  isDoubted,
  isExcepted,
  isIronic,
  isQuotedOfOther,
  isSaidByOthers,
  isTurnedPassive,
} from './scope.ts';
import { oldForNew } from './successions.ts';
import { isSameTransfer } from './transfers.ts';
import { hasDenyingWord } from '../../language/denials.ts';
import type { Language } from '../../language/language.ts';
import { languages, likelyLanguages } from '../../language/languages.ts';
import { numberOf } from '../../language/number-words.ts';
import { behindQuote, clausesOf, isMentioned, isSameStem, sentenceOf, sharedStems, wordsOf } from './clauses.ts';
import {
  beginsLine,
  detailed,
  feastsIn,
  introduces,
  isDenied,
  isFunctionWord,
  leadingPronoun,
  leadsToName,
  months,
  ordinalOf,
  refusal,
  seasons,
  takesBack,
  unitNouns,
  weekdays,
  withLeftOut,
} from './words.ts';

export interface Claim {
  text: string;
  /** The words of the person that bear it, as the model gives them. */
  quote: string;
  /** The sentences of the source that hold the quote, and those beside them; the quote itself where nothing else is known. */
  context?: string;
  /** What is known besides: the line of memory that it changes, and the question that the words answer. */
  known: string;
  /** The day of the source, `YYYY-MM-DD`. */
  said: string;
  isOpenQuestion: boolean;
  /** How likely the words bear it, as log odds, by a model that read both together; null or absent without one. */
  bears?: number | null;
}

/** No line of memory is longer; text behind this is not read. */
const maxReadChars = 2_000;

/** What speaks against a claim. */
export interface Doubt {
  /** A sentence for the model. */
  reason: string;
  /** It brings a number, a date, a time or a name that was not said: nothing outweighs that. */
  isSure: boolean;
  /** The rules settle it by grammar: who wrote the claim and is asked again can't say otherwise. */
  isSettled: boolean;
}

/** What speaks against a claim by its words, and how much. */
interface WordDoubt extends Doubt {
  weight: keyof typeof weights.ofDoubt;
}

/**
 * How the odds by reading and a doubt count together: a logistic regression on eleven lists of claims, each counting alike, rounded. Plain
 * lines, near to the words, are among them, and lists whose true and false lines are alike in form: without these it took the reading for
 * four times as much, and refused 40 of 100 plain honest lines.
 */
const weights = {
  base: 0.74,
  ofReading: 0.2,
  ofDoubt: {
    firm: -2.4,
    /** That one of both denies or asks what the other says is true of nearly as many honest lines as false ones. */
    loose: -1.85,
    /** A word that opens the line, or a noun, may be no name. */
    opening: -1.1,
  },
};

/** What speaks against a claim, by its words and by reading; null where too little does. */
export function doubtAbout(given: Claim): Doubt | null {
  const { quote, context = quote, known } = given;
  const read = (text: string): string => withLargeNames(withLeftOut(text), given.text);
  const claim = { ...given, quote: read(quote), context: read(context), known: read(known) };
  const doubt = doubtOf(claim);
  const { bears = null } = claim;
  if (bears === null || doubt?.isSure) return doubt;
  const odds = weights.base + weights.ofReading * bears + (doubt ? weights.ofDoubt[doubt.weight] : 0);
  return odds >= 0 ? null : (doubt ?? { reason: notSaid, isSure: false, isSettled: false });
}

/** The reason where nothing else can be named. */
export const notSaid = 'its quote does not say so';

/** A claim and the words that are to bear it, as they are compared. */
interface Reading {
  claim: string;
  claimed: Values;
  words: string;
  /** The words and what is known besides. */
  evidence: string;
}

function doubtOf(given: Claim): WordDoubt | null {
  const { text, quote, context = quote, known, said } = given;
  const claim = ofSpeaker(text.slice(0, maxReadChars), context.slice(0, maxReadChars));
  const words = withName(withoutStamps(quote.slice(0, maxReadChars)), context.slice(0, maxReadChars));
  const evidence = `${words}\n${known.slice(0, maxReadChars)}`;
  const claimed = valuesOf(claim, { beside: `${claim}\n${evidence}` });
  const reading = { claim, claimed, words, evidence };
  const { values, isCounted } = strangeValues(claim, claimed, evidence, words, said);
  const names = strangeNames(claim, claimed, evidence);
  const strange = [...values, ...names.map((name) => `"${name}"`)];
  const why = whyByWords(given, reading);
  const isSettled = why !== null && why.isArguable !== true;
  if (strange.length > 0)
    return {
      reason: `${strange.join(', ')} ${strange.length > 1 ? 'are' : 'is'} not in its quote`,
      // A word that opens the line has a capital letter whatever it is, and so has every noun in some languages.
      isSure:
        (values.length > 0 && !isCounted) ||
        names.some((name) => !claim.startsWith(name) && (!writesNounsLarge(claim) || isLedIn(name, claim))),
      isSettled,
      weight: values.length > 0 ? 'firm' : 'opening',
    };
  if (why === null) return null;
  return {
    reason: why.reason,
    isSure: false,
    isSettled,
    weight: [onlyAsked, turned].includes(why.reason) ? 'loose' : 'firm',
  };
}

/** A word of the claim of which the words say the opposite. */
const oppositeOf = (claim: string, evidence: string, sentence: string): string | null =>
  isMirrored(claim, sentence)
    ? null
    : (oppositeWord(claim, evidence, isSameTransfer(claim, sentence) === true) ??
      oppositeParticle(claim, sentence) ??
      oppositePrefix(claim, sentence));

const withLargeNouns: ReadonlySet<Language> = new Set(
  languages.filter(({ nounArticles }) => nounArticles !== undefined),
);
/** Whether a word stands behind one that leads to a name: "mit Peter", "Doktor Maier". */
const isLedIn = (name: string, text: string): boolean => {
  const words = text.match(/[\p{L}\p{M}\p{N}’'-]+/gu) ?? [];
  return words.some((word, i) => word.startsWith(name) && leadsToName(words[i - 1] ?? ''));
};

const writesNounsLarge = (text: string): boolean => likelyLanguages(text).some((one) => withLargeNouns.has(one));

/** Why words do not bear a claim. */
interface Why {
  reason: string;
  /** It is told of so many honest lines as well that who wrote the line, and is asked again, may insist. */
  isArguable?: true;
}

/** Why the words do not bear a claim whose values and names they have; first of all what can't be argued with. */
function whyByWords(given: Claim, reading: Reading): Why | null {
  let arguable: Why | null = null;
  for (const why of reasonsIn(given, reading)) {
    if (why.isArguable !== true) return why;
    arguable ??= why;
  }
  return arguable;
}

/** Each rule that speaks against the claim, when it is asked for. */
function* reasonsIn(
  { quote, context = quote, known, said, isOpenQuestion }: Claim,
  { claim, claimed, words, evidence }: Reading,
): Generator<Why> {
  const before = context.slice(0, maxReadChars);
  const sentence = withName(withoutStamps(sentenceOf(quote, context).slice(0, maxReadChars)), before);
  const knownBefore = known.slice(0, maxReadChars);
  if (isOfRefused(claim, claimed, words)) yield { reason: 'its quote says no to that and names another' };
  if (isTakenBack(claim, claimed, behindQuote(quote, before), said))
    yield { reason: 'it is taken back behind its quote' };
  yield* reasonsOfOthers(claim, words, sentence, evidence);
  const measure = otherMeasure(claim, evidence);
  if (measure !== null) yield { reason: `its quote does not say "${measure}"` };
  const unfit = sizeThatDoesNotFit(claim, words);
  if (unfit !== null) yield { reason: `its quote says that "${unfit}" does not fit` };
  const now = oldForNew(claim, words, knownBefore);
  if (now !== null) yield { reason: `its quote gives ${now}` };
  if (isRefusedAnswer(claim, words, knownBefore)) yield { reason: 'its quote says no to what was asked' };
  const detail = addedDetail(claim, evidence);
  if (detail !== null) yield { reason: `its quote does not say "${detail}"`, isArguable: true };
  const isOfTransfer = isSameTransfer(claim, sentence);
  if (isOfTransfer === false)
    yield { reason: 'its quote has the one who gives and the one who gets the other way round' };
  const further = beyondWords(claim, evidence);
  if (further !== null) yield { reason: `its quote does not say "${further}"` };
  if (isTurnedPassive(claim, words)) yield { reason: 'its quote says that the person does it' };
  if (isExcepted(claim, words)) yield { reason: 'its quote excepts that' };
  if (isDoubted(claim, sentence)) yield { reason: 'its quote doubts what it tells of others' };
  if (isSaidByOthers(claim, sentence) || isQuotedOfOther(claim, sentence))
    yield { reason: 'its quote only tells what somebody else says' };
  if (isIronic(claim, sentence)) yield { reason: 'its quote says so in irony' };
  if (isDeniedTwice(claim, sentence)) yield { reason: 'its quote denies it twice' };
  const opposite = oppositeOf(claim, evidence, sentence);
  if (opposite !== null) yield { reason: `"${opposite}" is not in its quote, which says another` };
  const ofOther = isOfTransfer === true ? null : subjectOfOther(claim, words);
  if (ofOther !== null) yield { reason: `its quote says that of ${ofOther}` };
  const apart = notSetApart(claim, words);
  if (apart !== null) yield { reason: `its quote says "${apart}"` };
  const elsewhere =
    (takesBack.test(words) ? null : (valueOfOther(claim, words) ?? valueOfAnother(claim, words))) ??
    stateOfOther(withoutShortForms(claim), withoutShortForms(words));
  if (elsewhere !== null) yield { reason: `its quote says "${elsewhere}" of something else`, isArguable: true };
  for (const clause of clausesOf(claim)) {
    const reason = whyTurned(clause, claim, sentence, { isOpenQuestion, isDeniedBefore: isDenied(known) });
    if (reason !== null) yield { reason };
  }
}

/** Why the words say it of somebody else than the claim. */
function* reasonsOfOthers(claim: string, words: string, sentence: string, evidence: string): Generator<Why> {
  const other = otherSubject(claim, sentence);
  if (other !== null) yield { reason: `its quote speaks of ${other}` };
  const relation = otherRelation(claim, evidence);
  if (relation !== null) yield { reason: `its quote does not speak of "${relation}"`, isArguable: true };
  const doer = exchanged(claim, words) ?? goalAsDoer(claim, words);
  if (doer !== null) yield { reason: `its quote does not say that it is ${doer} who does it` };
  const giver = doneToSelf(claim, words);
  if (giver !== null) yield { reason: `its quote says that ${giver} does it` };
  const denied = deniedOf(claim, words);
  if (denied !== null) yield { reason: `its quote denies it of ${denied}` };
  const owner = possessor(claim, words);
  if (owner !== null) yield { reason: `its quote speaks of somebody of ${owner}` };
  const role = roleOfSelf(claim, words);
  if (role !== null) yield { reason: `its quote says that the person is the ${role}` };
  const ofAnother = takesBack.test(words) ? null : swapped(claim, words);
  if (ofAnother !== null) yield { reason: `its quote says "${ofAnother}" of somebody else` };
}

/** Whether the words say that something is true until this day, month or year. @param until `YYYY-MM-DD` or `YYYY-MM` */
export function bearsUntil(until: string, { quote, known, said }: Pick<Claim, 'quote' | 'known' | 'said'>): boolean {
  const [year = 0, month = 1, day] = until.split('-').map(Number);
  const isMonthEnd = day !== undefined && day === new Date(Date.UTC(year, month, 0)).getUTCDate();
  const words = withoutStamps(quote.slice(0, maxReadChars));
  const evidence = `${words}\n${known.slice(0, maxReadChars)}`;
  const given = valuesOf(evidence, { isEvidence: true });
  const dates = datesOf(given, words, said).slice(1);
  const wanted: PartialDate[] = [
    { year, month, day },
    ...(isMonthEnd ? [{ year, month }] : []),
    ...(until.endsWith('-12-31') || until.endsWith('-12') ? [{ year }] : []),
  ];
  const years = relatedYears(given.numbers, said);
  return wanted.some((date) => dates.some((other) => agrees(date, other, years, said)));
}

/** "I'm Tomasz, I lay tiles" bears "Tomasz lays tiles": the claim without the name of the one who speaks. */
function ofSpeaker(claim: string, context: string): string {
  const [, name = ''] = introduces.exec(context) ?? [];
  if (name === '' || !claim.startsWith(`${name} `)) return claim;
  const rest = claim.slice(name.length + 1);
  return rest.slice(0, 1).toUpperCase() + rest.slice(1);
}

/** Names that a claim writes large and somebody in a hurry small: "the calf daisy". A word that opens the claim may be no name. */
function withLargeNames(text: string, claim: string): string {
  const names = new Set(claim.slice(0, maxReadChars).match(/(?<=[\p{Ll}\d,] )\p{Lu}\p{L}{2,}/gu));
  const isOfNouns = writesNounsLarge(claim);
  return isOfNouns || names.size === 0
    ? text
    : text.replace(/(?<!\p{L})\p{Ll}\p{L}{2,}/gu, (word) => {
        const large = word.slice(0, 1).toUpperCase() + word.slice(1);
        return names.has(large) && feastsIn(word).length === 0 ? large : word;
      });
}

/**
 * The words with those that were named before them in place of the pronoun that they begin with: "She is a vet" as "my sister Lena is a vet".
 */
function withName(words: string, context: string): string {
  if (!leadingPronoun.test(words)) return words;
  const before = context.slice(0, Math.max(context.indexOf(words), 0));
  const name = valuesOf(before).names.at(-1) ?? /^\s*(\p{Lu}\p{L}+)/u.exec(before)?.[1] ?? '';
  const names = beginsLine.has(name.toLowerCase()) ? [] : [name];
  const named = [...relationsIn(before), ...names].join(' ').trim();
  return named === '' ? words : words.replace(leadingPronoun, named);
}

/** The time that a bullet begins with says when it was noted, and is no part of what it says. */
const withoutStamps = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*[-*+] (?:\[[ xX]\] )?\d{1,2}:\d{2} /, ''))
    .join('\n');

/**
 * Whether the claim says what is taken back ("just kidding", "no, wait") rather than what is said instead of it.
 * @param words what was said, from the beginning of the quote on
 */
function isTakenBack(text: string, claim: Values, words: string, said: string): boolean {
  const taken = takesBack.exec(words);
  if (!taken || takesBack.test(text)) return false;
  const [before, behind] = [words.slice(0, taken.index), words.slice(taken.index + taken[0].length)];
  const own = valuesOf(behind, { isEvidence: true });
  const hasDay = own.dates.length + own.weekdays.size > 0;
  const isValued = own.numbers.size + own.times.size > 0 || hasDay;
  // "Saturday at two, no, at three" takes back no Saturday.
  const sameKind = {
    ...claim,
    names: [],
    ...(isValued && own.times.size === 0 ? { times: new Set<string>() } : {}),
    ...(isValued && !hasDay ? { dates: [], weekdays: new Set<number>() } : {}),
  };
  if (claim.numbers.size + claim.times.size + claim.weekdays.size + claim.dates.length > 0)
    return strangeValues('', sameKind, behind, behind, said).values.length > 0;
  const names = claim.names.map((name) => name.toLowerCase());
  // "Called Katie, scrap that, Kirsty"
  if (names.some((name) => behind.includes(name) && !before.includes(name))) return false;
  const shared = sharedStems(text, behind);
  return sharedStems(text, before) > shared || (shared === 0 && isDenied(behind) && !isDenied(text));
}

/** Whether an answer that begins with "no" names a number or a time, and the claim only those that were asked about. */
function isOfRefused(claim: string, { numbers, times, weekdays }: Values, quote: string): boolean {
  if (isDenied(claim) || !refusal.test(quote)) return false;
  const own = valuesOf(quote);
  const isOther = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean =>
    one.size > 0 && other.size > 0 && ![...one].some((value) => other.has(value));
  return isOther(times, own.times) || isOther(numbers, own.numbers) || isOther(weekdays, own.weekdays);
}

const maxAnswerWords = 6;

/** Whether the words are no more than a "no" to a question, and the claim says of what was asked that it is so. */
function isRefusedAnswer(claim: string, quote: string, known: string): boolean {
  const isShort = wordsOf(quote).length <= maxAnswerWords;
  if (!isShort || !known.includes('?') || hasDenyingWord(known) || hasDenyingWord(claim)) return false;
  if (!refusal.test(quote) && !hasDenyingWord(quote)) return false;
  if (isDenied(claim) && !isDenied(known)) return false;
  const [asked, answered] = [contentWords(known), contentWords(quote)];
  const claimed = [...contentWords(claim)];
  const isIn = (word: string, words: ReadonlySet<string>): boolean =>
    words.has(word) || [...words].some((one) => isSameStem(one, word));
  return claimed.some((word) => isIn(word, asked)) && !claimed.some((word) => isIn(word, answered));
}

const maxWord = 30;

/** Something that the claim says besides: "tea" as "tea with lemon". */
function addedDetail(claim: string, evidence: string): string | null {
  for (const { 0: detail, 1: word = '', index } of claim.matchAll(detailed)) {
    const lower = word.toLowerCase();
    // "For a morning flight": what is said is the flight.
    const [behind = ''] = wordsOf(claim.slice(index + detail.length, index + detail.length + maxWord));
    const isOfSaid = behind !== '' && !isFunctionWord(behind) && isMentioned(behind, evidence);
    const isOfTime =
      weekdays.has(lower) ||
      months.has(lower) ||
      seasons.test(lower) ||
      isOfFeast(lower, claim, evidence) ||
      numberOf(lower) !== undefined ||
      isMeasure(lower) ||
      ordinalOf(lower) !== undefined;
    if (
      !isOfTime &&
      !isOfSaid &&
      !beginsLine.has(lower) &&
      !unitNouns.has(lower) &&
      !isFunctionWord(lower) &&
      !isMentioned(word, evidence)
    )
      return detail;
  }
  return null;
}

// Whether the person's words bear a claim. A model that read both together tells how likely that is; the rules below add what can be
// told by the words: the claim brings no number, date, time or name of its own, denies nothing that was said, and takes no question or
// wish for a fact. Without such a model the rules alone decide. The wording of the claim is left to the one who made it. Pure.
import { addDays, parseISO } from 'date-fns';
import { contentWords } from '../write/words.ts';
import { notSetApart, sizeThatDoesNotFit, subjectOfOther, valueOfAnother, withoutShortForms } from './bindings.ts';
import {
  isMeasure,
  isMeasured,
  isBare,
  isOneSaid,
  isToldOtherwise,
  measuresOf,
  otherMeasure,
  spansIn,
} from './measures.ts';
import { oppositeParticle, oppositePrefix, oppositeWord } from './opposites.ts';
import { stateOfOther, valueOfOther } from './parts.ts';
import {
  closestPart,
  deniedOf,
  doneToSelf,
  exchanged,
  goalAsDoer,
  hasOwnSubject,
  otherRelation,
  otherSubject,
  possessor,
  roleOfSelf,
  swapped,
} from './subjects.ts';
import {
  type KnownDate,
  type PartialDate,
  type Values,
  dateOf,
  daysOfMonths,
  hasName,
  relatedYears,
  relativeDates,
  valuesOf,
} from './values.ts';
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
import { numberOf, thousandWords } from '../../language/number-words.ts';
import { behindQuote, clausesOf, closestClause, isMentioned, sentenceOf, sharedStems, wordsOf } from './clauses.ts';
import {
  accepts,
  agreement,
  beginsLine,
  comparisons,
  contrasts,
  demands,
  detailed,
  directions,
  feastsIn,
  hasEnded,
  insteadOf,
  introduces,
  isCleft,
  isConditional,
  isDenied,
  isFunctionWord,
  isGoal,
  isLeftOpen,
  isNoLonger,
  isOfPast,
  isOver,
  isPast,
  isSelf,
  isToSelf,
  isVerb,
  leadingPronoun,
  leadsToName,
  leavesOpen,
  months,
  ordinalOf,
  preferredTo,
  prefers,
  refusal,
  relations,
  reports,
  routes,
  seasons,
  takesBack,
  underCondition,
  unitNouns,
  weekdays,
  withLeftOut,
  withoutConditions,
  wordsDenied,
  denialOf,
} from './words.ts';
import { isYetToCome, wasSoOnce } from './tense.ts';

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
const onlyAsked = 'its quote only asks or imagines it';
const turned = 'one of quote and text denies what the other says';
const stillAhead = 'its quote says that it is still to come';

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
  if (strange.length > 0)
    return {
      reason: `${strange.join(', ')} ${strange.length > 1 ? 'are' : 'is'} not in its quote`,
      // A word that opens the line has a capital letter whatever it is, and so has every noun in some languages.
      isSure:
        (values.length > 0 && !isCounted) ||
        names.some((name) => !claim.startsWith(name) && (!writesNounsLarge(claim) || isLedIn(name, claim))),
      isSettled: isSettled(whyByWords(given, reading)),
      weight: values.length > 0 ? 'firm' : 'opening',
    };
  const why = whyByWords(given, reading);
  if (why === null) return null;
  return {
    reason: why.reason,
    isSure: false,
    isSettled: isSettled(why),
    weight: [onlyAsked, turned].includes(why.reason) ? 'loose' : 'firm',
  };
}

const isSettled = (why: Why | null): boolean => why !== null && why.isArguable !== true;

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
  const named = [...wordsOf(before).filter((word) => relations.has(word)), ...names].join(' ').trim();
  return named === '' ? words : words.replace(leadingPronoun, named);
}

/** The time that a bullet begins with says when it was noted, and is no part of what it says. */
const withoutStamps = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*[-*+] (?:\[[ xX]\] )?\d{1,2}:\d{2} /, ''))
    .join('\n');

/** What a claim brings of its own. */
interface Strange {
  /** The first of each kind: the model is told all of it at once. */
  values: string[];
  /** The only one is a number up to nine, without a measure, where the words have no number: what they name may have been counted. */
  isCounted: boolean;
}

function strangeValues(text: string, claim: Values, evidence: string, quote: string, said: string): Strange {
  const given = valuesOf(evidence, { isEvidence: true });
  // A claim tells "7 pm" or "19:00" as it likes; what the words leave open ("at seven") may be either.
  const hours = (number: string): string[] =>
    [number.padStart(2, '0'), String(Number(number) + 12)].map((h) => `${h}:00`);
  const times = new Set([
    ...given.times,
    ...[...given.numbers].filter((n) => /^\d{1,2}$/.test(n) && !given.boundHours.has(n)).flatMap(hours),
    ...[...given.numbers].flatMap(timesWithPoint),
  ]);
  const isExact = (time: string): boolean => given.times.has(time) || times.has(time);
  const years = relatedYears(given.numbers, said);
  const strange: string[] = [];
  if (claim.times.size > 0 && ![...claim.times].some(isExact)) strange.push(`the time ${[...claim.times][0]}`);
  for (const { date } of relativeDates(evidence, said))
    if (date.year !== undefined && date.month === undefined) years.add(date.year);
  const isDated = claim.dates.length > 0 || claim.numbers.size > 0 || claim.weekdays.size > 0;
  const dates = isDated ? [...datesOf(given, evidence, said), ...movedDates(given, quote, said)] : [];
  // The day on which it was said names no day of the week by itself: the date must stand in one of both.
  const days = [...claim.dates, ...dates.slice(1).map(({ date }) => date)];
  const weekdays = new Set([...given.weekdays, ...days.flatMap((date) => weekdayOf(date, said) ?? [])]);
  if ([...claim.weekdays].some((day) => !weekdays.has(day))) strange.push('the day of the week');
  // "Tomorrow at 11" is not the day on which it was said.
  const told = claim.dates.length === 1 ? relativeDates(closestPart(text, quote), said) : [];
  const isOtherDay =
    told.length > 0 &&
    told.every(({ date, marginDays }) => marginDays === 0 && !isSameDay(date, dateOf(parseISO(said))));
  const known = isOtherDay ? dates.slice(1) : dates;
  const missing = claim.dates.find(
    (date) => !known.some((other) => agrees(date, other, years, said)) && !isNextOfDay(date, quote, said),
  );
  if (missing) strange.push(`the date ${shownDate(missing)}`);
  const number = [...claim.numbers].find(
    (one) =>
      !given.numbers.has(one) &&
      !(one === '1' && isOneSaid(text, evidence)) &&
      !isThousandOf(one, evidence) &&
      !isToldOtherwise(one, text, evidence) &&
      !(isCount(one, given) && !isMeasured(one, text)) &&
      !isCountOfDays(one, given, text) &&
      !given.times.has(`${one.padStart(2, '0')}:00`) &&
      !(claim.times.size > 0 && [...claim.times].some((time) => Number(time.slice(0, 2)) % 12 === Number(one) % 12)) &&
      !dates.some(({ date }) => date.year === Number(one)) &&
      !(
        /^(?:19|20)\d\d$/.test(one) &&
        (one === said.slice(0, 4) || years.has(Number(one)) || isInTwoDigits(Number(one), evidence))
      ) &&
      !isDayOf(one, dates),
  );
  if (number !== undefined) strange.push(`the number ${number}`);
  const ordinal = wordsOf(text).find(
    (word) =>
      (ordinalOf(word) ?? 0) > 2 && !given.numbers.has(String(ordinalOf(word))) && !hasDay(ordinalOf(word), dates),
  );
  if (ordinal !== undefined) strange.push(`"${ordinal}"`);
  const isCounted =
    strange.length === 1 &&
    number !== undefined &&
    Number(number) <= maxCount &&
    given.numbers.size === 0 &&
    !isMeasured(number, text);
  return { values: strange, isCounted };
}

const ofThousands = new RegExp(`\\d ?k(?![\\p{L}\\d])|\\d[.,'’]000(?!\\d)|\\d (?:${thousandWords})(?!\\p{L})`, 'u');

/** "40k, and he gave me ten": ten thousand, where nothing else is said to be ten. */
function isThousandOf(number: string, evidence: string): boolean {
  const bare = Number(number) / 1000;
  return Number.isInteger(bare) && ofThousands.test(evidence) && isBare(String(bare), evidence);
}

/** "9.15" may be a price or a time: 09:15 or 21:15. */
function timesWithPoint(number: string): string[] {
  const [, hour = '', minute = ''] = /^(\d{1,2})\.(\d{1,2})$/.exec(number) ?? [];
  return hour === ''
    ? []
    : [Number(hour), Number(hour) + 12].map((h) => `${h}`.padStart(2, '0') + `:${minute.padEnd(2, '0')}`);
}

/** The names of a claim that nobody said. */
const strangeNames = (text: string, { names }: Values, evidence: string): string[] =>
  names.filter(
    (name) =>
      !hasName(name, evidence) &&
      !isOfFeast(name, text, evidence) &&
      // "Colecciona" where the words say "colecciono"
      !(text.startsWith(name) && isMentioned(name, evidence)),
  );

/** "Christmas" where the words say "xmas". */
function isOfFeast(name: string, text: string, evidence: string): boolean {
  const said = feastsIn(evidence);
  return said.length > 0 && feastsIn(text).some((feast) => feast.includes(name.toLowerCase()) && said.includes(feast));
}

const maxCount = 9;
/** "The kids are 4 and 7", "Miso and Nori": two of them. */
const isCount = (number: string, { numbers, names }: Values): boolean =>
  Number(number) > 1 && Number(number) <= maxCount && [numbers.size, names.length].includes(Number(number));

/** "Tuesdays and Thursdays" are two days a week, or twice a week. */
function isCountOfDays(number: string, { weekdays: days }: Values, text: string): boolean {
  const units = measuresOf(number, text);
  const isOfDays = units.length > 0 && units.every((unit) => unit === 'day' || unit === 'week');
  return Number(number) > 1 && Number(number) === days.size && isOfDays;
}

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

const hasDay = (day: number | undefined, dates: readonly KnownDate[]): boolean =>
  dates.some(({ date }) => date.day === day);

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

/** `2026-03`, `2026-03-14`, `03-14`, `2026`. */
const shownDate = ({ year, month, day }: PartialDate): string =>
  [year, month, day].flatMap((part) => (part === undefined ? [] : [String(part).padStart(2, '0')])).join('-');

/** The day on which it was said comes first. */
function datesOf(given: Values, quote: string, said: string): KnownDate[] {
  return [
    { date: dateOf(parseISO(said)), marginDays: 0 },
    ...given.dates.map((date) => ({ date, marginDays: 0 })),
    ...relativeDates(quote, said),
    ...daysOfMonths(quote, given.dates, said).map((date) => ({ date, marginDays: 0 })),
  ];
}

/** "Pushed back a week", "two days later": the days that are known, so much later or earlier. */
function movedDates({ dates }: Values, quote: string, said: string): KnownDate[] {
  const spans = spansIn(quote);
  return dates.flatMap(({ year = Number(said.slice(0, 4)), month, day }) =>
    month === undefined || day === undefined
      ? []
      : spans.flatMap((days) =>
          [-days, days].map((by) => ({ date: dateOf(addDays(new Date(year, month - 1, day), by)), marginDays: 0 })),
        ),
  );
}

const isSameDay = (one: PartialDate, other: PartialDate): boolean => one.month === other.month && one.day === other.day;

/** For a date without its year: the weekdays in the year in which it was said, and in the next. */
function weekdayOf({ year, month, day }: PartialDate, said: string): number[] | null {
  if (month === undefined || day === undefined) return null;
  const years = year === undefined ? [Number(said.slice(0, 4)), Number(said.slice(0, 4)) + 1] : [year];
  return years.map((one) => new Date(Date.UTC(one, month - 1, day)).getUTCDay());
}

const isDayOf = (number: string, dates: readonly KnownDate[]): boolean =>
  dates.some(({ date, marginDays }) => marginDays === 0 && date.day === Number(number) && date.month === undefined);

/** @param years that follow from what is said, besides those of the dates */
function agrees(claim: PartialDate, known: KnownDate, years: ReadonlySet<number>, said: string): boolean {
  const { date, marginDays } = known;
  if (claim.month === undefined && claim.day === undefined) return claim.year === date.year;
  const isYearKnown = (): boolean =>
    claim.year === undefined ||
    date.year === claim.year ||
    (date.year === undefined && isNear(claim.year, claim.month ?? 1, said)) ||
    years.has(claim.year);
  if (claim.day === undefined) return claim.month === date.month && isYearKnown();
  if (claim.month === date.month && claim.day === date.day) return isYearKnown();
  if (marginDays === 0 || date.year === undefined || date.month === undefined || date.day === undefined) return false;
  const distance =
    Date.UTC(claim.year ?? date.year, (claim.month ?? 1) - 1, claim.day) -
    Date.UTC(date.year, date.month - 1, date.day);
  return Math.abs(distance) <= marginDays * dayMs;
}

const dayMs = 86_400_000;

const dayOfMonth = /(?<![\d.,])(\d{1,2})(?:st|nd|rd|th|\.(?!\d))(?!\p{L})/giu;

/** "Back on the 17th", said on the 20th: the next day of that number. A bare number may be anything. */
function isNextOfDay({ year, month, day }: PartialDate, quote: string, said: string): boolean {
  if (year === undefined || month === undefined || day === undefined) return false;
  if (![...quote.matchAll(dayOfMonth)].some(([, number]) => Number(number) === day)) return false;
  const days = (Date.UTC(year, month - 1, day) - Date.parse(said)) / dayMs;
  return days > 0 && days <= new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
}

const twoDigits = /['’](\d\d)(?!\d)|(?<!\d)(\d\d) \p{L}{1,5} (\d\d)(?!\d)/gu;
/** Smaller numbers are ages, days and counts as often. */
const leastOfTwo = 30;

/** Whether a year is said in two digits: "in '98", "from 89 to 94". */
function isInTwoDigits(year: number, evidence: string): boolean {
  const found = [...evidence.matchAll(twoDigits)].flatMap(([, alone, from, to]) =>
    [from, to].every((part) => Number(part) >= leastOfTwo) ? [from, to] : [alone],
  );
  return found.some((part) => part !== undefined && Number(part) === year % 100);
}

/**
 * A month without its year is the next one of that name, or the last: of this year, or not long ago. "On 8 December", said in
 * November, is not that of the year before.
 */
function isNear(year: number, month: number, said: string): boolean {
  const monthsAhead = year * 12 + month - Number(said.slice(0, 4)) * 12 - Number(said.slice(5, 7));
  return monthsAhead <= 12 && (monthsAhead >= -6 || year === Number(said.slice(0, 4)));
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

/** Whether a clause of the claim states as a fact what was asked, wished or denied, or the other way round. */
function whyTurned(
  clause: string,
  claim: string,
  quote: string,
  { isOpenQuestion, isDeniedBefore }: { isOpenQuestion: boolean; isDeniedBefore: boolean },
): string | null {
  const same = closestClause(clause, quote);
  const isAsked = isOpenQuestion || leavesOpen.test(claim) || (demands.test(claim) && !isConditional(same));
  const isOpen = isConditional(same) || (isLeftOpen(same) && !isOpenElsewhere(clause, same));
  // "My doctor says I should rest" as "The doctor advises rest"
  const isReported = reports.test(claim) && reports.test(same) && !isConditional(same);
  if (isOpen && !(accepts.test(quote) && !isDenied(quote))) {
    if (isAsked || tellsCondition(claim, same)) return null;
    if (!isReported) return onlyAsked;
  }
  if (clause.trim().endsWith('?') && !isOpenQuestion) return 'its quote does not ask it';
  if (
    isOver.test(closestPart(clause, same)) &&
    !isOver.test(clause) &&
    !tellsOfPast(clause) &&
    (!isDenied(clause) || isDenied(same))
  )
    return 'its quote says that it was so once';
  const part = closestPart(clause, same);
  if (isYetToCome(clause, part)) return stillAhead;
  if (wasSoOnce(clause, part)) return 'its quote says that it was so once';
  if (isReturn(clause, same)) return 'its quote says it in the other direction';
  if (isReversed(clause, same)) return 'its quote puts the other of both first';
  // "Are you vegan?" - "Since Easter": what is denied stands in the question.
  if (isDeniedBefore && (agreement.test(quote) || sharedStems(clause, same) === 0)) return null;
  // "I'm not vegan any more" as "Was vegan"
  if (isNoLonger.test(same) && tellsOfPast(clause)) return null;
  if (contrasts.test(claim)) return null;
  if (contrasts.test(quote)) return isOtherHalf(clause, quote) ? 'its quote says it of the other of both' : null;
  // "At nine, actually no, at ten"
  const taken = takesBack.exec(same);
  const isMended = taken !== null && namedValues(same.slice(taken.index + taken[0].length)).size > 0;
  const mended = isMended ? same.replace(takesBack, ' ') : same;
  const isSo = isTurned(clause, mended) || isTurned(mended, clause) || isDeniedElsewhere(clause, mended);
  return isSo ? turned : null;
}

/** "No idea what to cook, my parents are coming": the question is another sentence than the one that is told. */
function isOpenElsewhere(clause: string, said: string): boolean {
  const part = closestPart(clause, said);
  const [opening = ''] = said.split(part);
  return (
    hasOwnSubject(part, said) &&
    !isLeftOpen(part) &&
    wordsOf(opening).length >= minSentence &&
    sharedStems(clause, opening) === 0 &&
    !said.trimEnd().endsWith('?')
  );
}

const minSentence = 4;

/** "If it rains I take the bus" as "Takes the bus in the rain": what is so under a condition, and told with one. */
const tellsCondition = (claim: string, said: string): boolean =>
  !isLeftOpen(withoutConditions(said)) && (isConditional(claim, said) || underCondition.test(claim));

/** Whether a claim tells of the past, and does not begin with a verb of the present: "Has a cat called Pepper". */
function tellsOfPast(clause: string): boolean {
  const [first = '', second = ''] = wordsOf(clause);
  return isOfPast(clause) && !(isVerb(first) && !isPast.test(first) && !isPast.test(second));
}

/** Whether the one denies what the other says. What is denied has to be spoken of there: tea "without milk" may be black tea. */
function isTurned(denying: string, other: string): boolean {
  if (!isDenied(denying) || isDenied(other)) return false;
  // Who left is not there any more; "not broken" denies "broken" all the same.
  if (hasEnded(withoutWordsOf(other, wordsDenied(denying))))
    return (
      hasDenyingWord(denying) &&
      wordsOf(wordsDenied(denying))
        .slice(0, maxBehindDenial)
        .some((word) => hasEnded(word) && wordsOf(other).includes(word))
    );
  const { about, besides } = denialOf(denying);
  if (isOfOtherValue(about, besides, other)) return false;
  // "Prefers books to films" says that of the films.
  const liked = other.slice(0, (prefers.test(other) ? preferredTo.exec(other) : null)?.index);
  const spokenOf = contentWords(contentWords(liked).size > 1 ? liked : other);
  const isSpokenOf = (word: string): boolean =>
    spokenOf.has(word) || [...spokenOf].some((one) => one.length >= 4 && word.length >= 4 && isSameStem(one, word));
  const what = [...contentWords(about)];
  const both = what.filter(isSpokenOf);
  // "It's not the washing machine that leaks, it's the dishwasher"
  if (isCleft.test(besides) && [...spokenOf].some((word) => contentWords(besides).has(word) && !what.includes(word)))
    return false;
  // "I'm red-green colour-blind, so no red or green charts", "I don't play the guitar, I play the bass"
  const alsoTold = isDenied(besides) ? new Set<string>() : contentWords(besides);
  const isOfOther = wordsOf(other).some((word) => relations.has(word) && !wordsOf(besides).includes(word));
  const isTold =
    !isOfOther &&
    ((both.length > 1 && both.every((word) => alsoTold.has(word))) ||
      [...spokenOf].every((word) => alsoTold.has(word)));
  return what.length === 0 || (both.length > 0 && !isTold);
}

/** "I do eat meat, just not often" as "Does not eat meat": the words deny something else, and tell that it is so. */
function isDeniedElsewhere(denying: string, other: string): boolean {
  if (!isDenied(denying) || !isDenied(other)) return false;
  const { about, besides } = denialOf(other);
  if (besides === '' || isDenied(besides) || hasEnded(besides) || !hasDenyingWord(denying)) return false;
  if (isNoLonger.test(denying) && isNoLonger.test(other)) return false;
  const what = [...contentWords(wordsDenied(denying))];
  const [denied, told] = [contentWords(about), contentWords(besides)];
  return what.length > 0 && what.every((word) => told.has(word) && !denied.has(word));
}

/** "I go by Bex, nobody calls me Rebecca": another name, number or day is denied than the one that both tell. */
function isOfOtherValue(about: string, besides: string, other: string): boolean {
  const [no, yes, told] = [about, besides, other].map(namedValues);
  return (
    no !== undefined &&
    no.size > 0 &&
    [...(told ?? [])].some((value) => yes?.has(value)) &&
    ![...no].some((value) => told?.has(value))
  );
}

/** The names, numbers, times and days of a text. */
function namedValues(text: string): Set<string> {
  const { names, numbers, times, weekdays: days, dates } = valuesOf(text);
  return new Set([
    ...names,
    ...times,
    ...numbers,
    ...[...days].map((day) => `weekday ${day}`),
    ...dates.flatMap(({ day }) => (day === undefined ? [] : [String(day)])),
  ]);
}

/** A text without the words that another has too. */
function withoutWordsOf(text: string, other: string): string {
  const words = new Set(wordsOf(other));
  return text.replace(/\p{L}[\p{L}'’-]*/gu, (word) => (words.has(word.toLowerCase()) ? '' : word));
}

/** "Not broken", "not quite gone": with the denial itself. */
const maxBehindDenial = 3;

/** "fumo" and "fuma", "smoke" and "smoking" */
const isSameStem = (a: string, b: string): boolean => {
  const length = Math.min(4, a.length - 1, b.length - 1);
  return a.slice(0, length) === b.slice(0, length);
};

/**
 * Whether the claim has on either side of a comparison what the quote has on the other: "rather by bike than by car",
 * "préfère le train à la voiture".
 */
function isReversed(clause: string, quote: string): boolean {
  const between = prefers.test(clause) && !comparisons.test(clause) ? preferredTo : comparisons;
  const [claimed, said] = [between.exec(clause), between.exec(quote)];
  if (!claimed || !said) return false;
  const halves = (text: string, { index, 0: word }: RegExpExecArray): [before: string, behind: string] => [
    text.slice(0, index),
    text.slice(index + word.length),
  ];
  const [first, second] = halves(clause, claimed);
  const [before, behind] = halves(quote, said);
  if (isMirrored(clause, quote)) return oppositeWord(clause, quote, false) === null;
  return (
    sharedStems(second, before) > sharedStems(second, behind) &&
    sharedStems(first, behind) > 0 &&
    sharedStems(second, behind) === 0
  );
}

/** "My brother is older than me" beside "… than the brother": the speaker stands on the other side of the comparison. */
function isMirrored(claim: string, quote: string): boolean {
  const [claimed, said] = [comparisons.exec(claim), comparisons.exec(quote)];
  if (!claimed || !said) return false;
  const [next = ''] = wordsOf(quote.slice(said.index + said[0].length));
  const isOfSpeaker = isSelf(next) || isToSelf(next);
  return isOfSpeaker && sharedStems(claim.slice(claimed.index), quote.slice(0, said.index)) > 0;
}

const minPlace = 3;

/** Whether the claim goes from where the quote goes to, or tells of what was left as if it still were. */
function isReturn(clause: string, quote: string): boolean {
  const [, start = '', end = ''] = routes.exec(quote) ?? [];
  const [, claimedStart, claimedEnd] = routes.exec(clause) ?? [];
  if (start !== '' && claimedStart === end && claimedEnd === start) return true;
  const [, from = '', to = ''] = directions.exec(quote)?.map((part) => part.toLowerCase()) ?? [];
  if (from === '') return false;
  const claimed = directions.exec(clause)?.map((part) => part.toLowerCase());
  if (claimed) return claimed[1] === to || claimed[2] === from;
  if (leadsTo(clause, from)) return true;
  const words = wordsOf(clause);
  const isLeft =
    words.includes(from) && !isMentioned(to, clause.replace(/['’]/g, ' ')) && !isDenied(clause) && !isPast.test(clause);
  if (isLeft && Math.min(from.length, to.length) >= minPlace) return true;
  const numbers = valuesOf(clause).numbers;
  const isIn = (value: string): boolean => [...valuesOf(value).numbers].some((number) => numbers.has(number));
  return numbers.size === 1 && isIn(from) && !isIn(to) && !isPast.test(clause);
}

const leadsTo = (clause: string, place: string): boolean =>
  wordsOf(clause).some((word, i, all) => word === place && isGoal(all[i - 1] ?? ''));

/** Whether the claim states the half of "tea instead of coffee" that is not so, or denies the half that is. */
function isOtherHalf(clause: string, quote: string): boolean {
  const at = insteadOf.exec(quote);
  if (!at) return false;
  const isSo = sharedStems(clause, quote.slice(0, at.index));
  const isNot = sharedStems(clause, quote.slice(at.index + at[0].length));
  return isDenied(clause) ? isSo > 0 && isNot === 0 : isNot > 0 && isSo === 0;
}

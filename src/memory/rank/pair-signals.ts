// What is known of an older line and a newer one, and of the question that both may answer: some hundred numbers, most of them 0 to
// 1, by which succession-model.ts tells whether the newer line says what became of the older one. Judges nothing.
import { hasDenyingWord } from '../../language/denials.ts';
import { english } from '../../language/english.ts';
import { languageOf, languages } from '../../language/languages.ts';
import { numberWords } from '../../language/number-words.ts';
import {
  addsMore,
  asksForPerson,
  asksForSeveral,
  asksHowMuch,
  asksWhatIs,
  asksWhen,
  becomingAskedIn,
  becomingToldIn,
  isForOnce,
  namesAnother,
  namesEnd,
  newsIn,
  ownersIn,
  tellsOfChange,
  tellsOfEnd,
} from '../query/question-forms.ts';
import { relationsIn, type ToldForm, toldIn } from '../query/told-forms.ts';
import { contentTermsOf, termsOf, wordsThatTell } from '../text/terms.ts';
import { isOfKind, type Value, valuesIn } from '../text/values.ts';
import { wordsOfLine } from '../text/validity.ts';
import { order } from '../weights.ts';

/** A line as it is compared with others. */
export interface Statement {
  /** Without its list marker and the time at which it was noted. */
  words: string;
  /** Those that tell what it is about. */
  terms: ReadonlySet<string>;
  values: readonly Value[];
  /** What only the signals of a pair need. */
  reading: Reading;
}

interface Reading {
  /** All terms, in their order. */
  run: readonly string[];
  /** Names that do not open the line. */
  names: readonly string[];
  /** The word that opens the line, where it has a capital letter and is no little word. */
  opening: string | null;
  /** What stands before a colon, or another sign for "is": "Parking: bay 12". */
  label: ReadonlySet<string> | null;
  numbers: readonly string[];
  relations: readonly string[];
  owners: ReturnType<typeof ownersIn>;
  news: readonly string[];
  /** Its little words are of another language than English, which the built-in model knows best. */
  isForeign: boolean;
  /** Whether anything is said to be somebody's. */
  isPossessive: boolean;
  becoming: readonly number[];
  asksBecoming: ReadonlySet<number>;
  /** The forms of told-forms.ts and others, each 0 or 1. */
  told: ReturnType<typeof toldOf>;
}

/** Reads a line once, however many it is compared with. */
export function statementIn(text: string, words = wordsOfLine(text)): Statement {
  let values: Value[] | null = null;
  let reading: Reading | null = null;
  return {
    words,
    terms: wordsThatTell(words),
    get values() {
      values ??= valuesIn(words);
      return values;
    },
    get reading() {
      reading ??= readingOf(words.slice(0, maxRead), this.values);
      return reading;
    },
  };
}

/** Characters; what is longer tells more than one thing. */
const maxRead = 500;
const littleWords: ReadonlySet<string> = new Set(languages.flatMap(({ stopWords }) => stopWords));
const labelled = /^(.{2,48}?)(?::| = | ?-> ?| ?→ ?| – | - )(?=\S|\s)/u;
const withoutPossessive = (name: string): string => name.replace(/['’]s?$/, '');
const numbered = (is: boolean): number => (is ? 1 : 0);

function readingOf(words: string, values: readonly Value[]): Reading {
  const all = [...words.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)].map(([word]) => word);
  const [first = ''] = all;
  const opens = /^\p{Lu}\p{L}/u.test(first) && !littleWords.has(first.toLowerCase());
  const label = labelled.exec(words)?.[1] ?? '';
  const language = languageOf(words);
  const labelTerms = /\d$/.test(label) ? new Set<string>() : wordsThatTell(label);
  return {
    run: termsOf(words).slice(0, order.maxRunTerms),
    names: values.filter(({ kind }) => kind === 'name').map(({ text }) => withoutPossessive(text)),
    opening: opens ? withoutPossessive(first.toLowerCase()) : null,
    label: labelTerms.size > 0 ? labelTerms : null,
    numbers: [
      ...(words.match(/\p{N}+(?:[.,:]\p{N}+)*/gu) ?? []),
      ...all.map((word) => word.toLowerCase()).filter((word) => (numberWords.get(word) ?? 0) > 1),
    ],
    relations: relationsIn(words),
    owners: ownersIn(words),
    news: newsIn(words),
    isForeign: language !== null && language !== english,
    isPossessive: /\p{L}['’]s? \p{L}/u.test(words),
    becoming: becomingToldIn(words),
    asksBecoming: becomingAskedIn(words),
    told: toldOf(words),
  };
}

/** An object of one shape, which the engine reads quickly. */
function toldOf(words: string) {
  const told = toldIn(words);
  const is = (form: ToldForm): number => numbered(told.has(form));
  return {
    change: numbered(tellsOfChange(words)),
    end: numbered(tellsOfEnd(words)),
    also: numbered(addsMore(words)),
    once: numbered(isForOnce(words)),
    another: numbered(namesAnother(words)),
    until: numbered(namesEnd(words)),
    deny: numbered(hasDenyingWord(words)),
    lower: numbered(/^\p{Ll}/u.test(words)),
    sentences: numbered(/[.!?;…]\s+\S/.test(words)),
    comma: numbered(words.includes(',')),
    passing: is('passing'),
    settled: is('settled'),
    turned: is('turned'),
    reported: is('reported'),
    happened: is('happened'),
    noLonger: is('noLonger'),
    past: is('past'),
    open: is('open'),
    speaker: is('speaker'),
  };
}

/** What a question asks of the lines that are compared. */
export interface Question {
  text: string;
  /** The words that tell what it is about. */
  terms: ReadonlySet<string>;
  /** The kinds of value of which an answer has one; null where it may be anything. */
  kinds: readonly Value['kind'][] | null;
  /** Asks for an amount or a time. */
  isForNumber: boolean;
  isForPerson: boolean;
  asks: Readonly<Record<string, number>>;
  names: readonly string[];
  isForOnce: boolean;
  namesAnother: boolean;
  asksBecoming: ReadonlySet<number>;
  /** Nothing but telling words: a search for a line by what stands in it. */
  isByWords: boolean;
}

export function questionIn(text: string): Question {
  const terms = new Set(contentTermsOf(text));
  const [isWhen, isHowMuch, isForPerson] = [asksWhen(text), asksHowMuch(text), asksForPerson(text)];
  return {
    text,
    terms,
    kinds: isWhen ? ['time', 'day', 'date', 'number'] : isHowMuch ? ['number', 'code'] : isForPerson ? ['name'] : null,
    isForNumber: isWhen || isHowMuch,
    isForPerson,
    asks: {
      asksWhen: numbered(isWhen),
      asksHowMuch: numbered(isHowMuch),
      asksPerson: numbered(isForPerson),
      asksSeveral: numbered(asksForSeveral(text)),
      asksWhatIs: numbered(asksWhatIs(text)),
    },
    names: [...text.matchAll(/(?<= )\p{Lu}\p{L}+/gu)].map(([name]) => name),
    isForOnce: isForOnce(text),
    namesAnother: namesAnother(text),
    asksBecoming: becomingAskedIn(text),
    isByWords: terms.size > 0 && termsOf(text).every((term) => terms.has(term)),
  };
}

/** A line among the hits of a question. */
export interface Told {
  statement: Statement;
  /** The day as days since 1970-01-01, or null. */
  day: number | null;
  /** The share of the query that the line holds, 0..1. */
  coverage: number;
  /** How much its vector is like those of lines that tell what became of something, as log odds; 0 without a vector of the built-in model. */
  likeNews: number;
  /** The line's rank. */
  rank: number;
  /** The note, and the place of the line in it. */
  file: number;
  line: number;
}

export interface Pair {
  newer: Told;
  older: Told;
  /** Of the two lines, where they have vectors. */
  cosine: number | null;
  question: Question;
}

/** A set of terms that also has the compounds of its words, and their beginnings: "Müllabfuhr" is of "Müll". */
interface Known {
  has(term: string): boolean;
}
const { minOfCompound } = order;
const withCompounds = (terms: ReadonlySet<string>): Known => ({
  has(term) {
    if (terms.has(term)) return true;
    if (term.length < minOfCompound) return false;
    for (const one of terms)
      if (one.length >= minOfCompound && (one.startsWith(term) || term.startsWith(one))) return true;
    return false;
  },
});
const eitherOf = (one: Known, other: Known): Known => ({ has: (term) => one.has(term) || other.has(term) });

function shareIn(terms: Iterable<string>, known: Known): number {
  let [all, found] = [0, 0];
  for (const term of terms) {
    all += 1;
    if (known.has(term)) found += 1;
  }
  return all === 0 ? 0 : found / all;
}
const isIn = (name: string, known: Known): boolean => termsOf(name).some((term) => known.has(term));

/** What the words of the three are to each other. */
interface Shared {
  inNewer: Known;
  inOlder: Known;
  asked: Known;
  /** In the older line or in the question. */
  known: Known;
}

const groupsOf = (pair: Pair) => {
  const { newer, older, question } = pair;
  const inNewer = withCompounds(newer.statement.terms);
  const inOlder = withCompounds(older.statement.terms);
  const asked = withCompounds(question.terms);
  const shared = { inNewer, inOlder, asked, known: eitherOf(inOlder, asked) };
  return [
    ranks(pair),
    words(pair, shared),
    label(pair, shared),
    valuesOfPair(pair),
    names(pair, shared),
    newer.statement.reading.told,
    ofOlder(older.statement.reading.told),
    forms(pair, shared),
    question.asks,
  ];
};

/** The signals of a pair, always in the same order. An array and no object of a hundred names, which takes the engine 50 times as long. */
export function signalsOfPair(pair: Pair): number[] {
  const signals: number[] = [];
  for (const group of groupsOf(pair)) for (const value of Object.values<number>(group)) signals.push(value);
  return signals;
}

let known: readonly string[] | null = null;

/** The names of the signals, in their order. */
export function signalNames(): readonly string[] {
  const told: Told = { statement: statementIn(''), day: null, coverage: 0, likeNews: 0, rank: 0, file: 0, line: 0 };
  known ??= groupsOf({ newer: told, older: told, cosine: null, question: questionIn('') }).flatMap((group) =>
    Object.keys(group),
  );
  return known;
}

function ranks({ newer, older, cosine }: Pair) {
  return {
    cosine: cosine ?? 0.5,
    noCosine: numbered(cosine === null),
    // Learnt from English lines: of others it tells little (area under the curve .88 without it, .86 with it).
    likeNews: newer.statement.reading.isForeign ? 0 : newer.likeNews,
    rankGap: Math.max(-2, Math.min(3, older.rank - newer.rank)),
    coverage: newer.coverage,
    coverageOfOlder: older.coverage,
    coverageGap: older.coverage - newer.coverage,
  };
}

function words({ newer, older, question }: Pair, { inNewer, inOlder, asked, known }: Shared) {
  const [{ terms: own }, { terms: other }] = [newer.statement, older.statement];
  const [{ run }, { run: runOfOlder }] = [newer.statement.reading, older.statement.reading];
  const common = [...own].filter((term) => inOlder.has(term));
  const ofAsked = common.filter((term) => asked.has(term)).length;
  const subject = [...other].filter((term) => asked.has(term));
  const longest = longestRun(run, runOfOlder);
  const [first = '', second = ''] = own;
  return {
    askedInNewer: shareIn(question.terms, inNewer),
    askedInOlder: shareIn(question.terms, inOlder),
    common: common.length / Math.max(1, new Set([...own, ...other]).size),
    commonOfNewer: common.length / Math.max(1, own.size),
    commonOfOlder: common.length / Math.max(1, other.size),
    commonAsked: Math.min(1, ofAsked / 3),
    commonNotAsked: Math.min(1, (common.length - ofAsked) / 3),
    subjectKept: subject.length === 0 ? 0.5 : shareIn(subject, inNewer),
    askedOnlyInNewer: Math.min(1, [...own].filter((term) => asked.has(term) && !inOlder.has(term)).length / 2),
    strangeShare: 1 - shareIn(own, known),
    strange: Math.min(1, [...own].filter((term) => !known.has(term)).length / 8),
    length: Math.min(1, run.length / 20),
    lengthOfOlder: Math.min(1, runOfOlder.length / 20),
    run: longest / Math.max(1, runOfOlder.length),
    runOfNewer: longest / Math.max(1, run.length),
    firstSame: numbered(run.length > 0 && run[0] === runOfOlder[0]),
    firstKnown: numbered(known.has(first)),
    firstAsked: numbered(asked.has(first)),
    secondKnown: numbered(known.has(second)),
  };
}

/** How many terms stand in the same order in both. */
function longestRun(own: readonly string[], other: readonly string[]): number {
  let longest = 0;
  for (let from = 0; from + longest < other.length; from += 1)
    for (let at = 0; at + longest < own.length; at += 1) {
      let length = 0;
      while (from + length < other.length && own[at + length] === other[from + length]) length += 1;
      longest = Math.max(longest, length);
    }
  return longest;
}

function label({ newer, older }: Pair, { asked, known }: Shared) {
  const { label: own } = newer.statement.reading;
  return {
    label: numbered(own !== null),
    labelKnown: shareIn(own ?? [], known),
    labelAllKnown: numbered(own !== null && [...own].every((term) => known.has(term))),
    labelAsked: shareIn(own ?? [], asked),
    labelOfOlder: numbered(older.statement.reading.label !== null),
  };
}

/** How the values and numbers compare in which two lines differ. */
function valuesOfPair({ newer, older, question }: Pair) {
  const [{ values: after }, { values: before }] = [newer.statement, older.statement];
  const [{ numbers }, { numbers: numbersBefore }] = [newer.statement.reading, older.statement.reading];
  const isAmong = (values: readonly Value[], { text }: Value): boolean => values.some((one) => one.text === text);
  const isPlain = ({ kind }: Value): boolean => kind !== 'name';
  const given = after.filter((value) => !isAmong(before, value));
  const lost = before.filter((value) => !isAmong(after, value));
  const lostPlain = lost.filter(isPlain);
  const sameKind = lostPlain.some((value) => given.some((one) => isOfKind(one, value)));
  const sameUnit = lost.some(({ unit }) => unit && given.some((one) => one.unit === unit));
  const hasUnit = ({ kind, unit }: Value): boolean => kind === 'number' && Boolean(unit);
  const newNumber = numbers.some((number) => !numbersBefore.includes(number));
  const ofAsked = (values: readonly Value[]): boolean => values.some(({ kind }) => question.kinds?.includes(kind));
  return {
    sameKind: numbered(sameKind),
    sameUnit: numbered(sameUnit),
    otherUnit: numbered(!sameUnit && lost.some(hasUnit) && given.some(hasUnit)),
    otherKind: numbered(lostPlain.length > 0 && !sameKind),
    keepsValue: numbered(before.some((value) => isPlain(value) && isAmong(after, value))),
    newNumber: numbered(newNumber),
    numberInOlder: numbered(numbersBefore.length > 0),
    lacksNumber: numbered(numbersBefore.length > 0 && numbers.length === 0),
    otherNumber: numbered(numbersBefore.length > 0 && newNumber),
    moreNumbers: Math.min(1, Math.max(0, numbers.length - numbersBefore.length) / 3),
    givesAsked: numbered(ofAsked(given)),
    lacksAsked: numbered(ofAsked(before) && !ofAsked(given)),
    givesNumberAsked: numbered(question.isForNumber && newNumber),
    lacksNumberAsked: numbered(question.isForNumber && numbers.length === 0 && !given.some(isPlain)),
  };
}

/** Whom the newer line speaks of: somebody known from the older line or the question, somebody else, or what is theirs. */
function names({ newer, older, question }: Pair, { inNewer, inOlder, asked, known }: Shared) {
  const [own, other] = [newer.statement.reading, older.statement.reading];
  const { isForPerson } = question;
  const isStrange = own.names.filter((name) => !isIn(name, known)).length;
  const opensStrange = own.opening !== null && !isIn(own.opening, known);
  const answers = [...other.names, ...((other.opening ?? '') ? [other.opening ?? ''] : [])].filter(
    (name) => !isIn(name, asked),
  );
  const isOfAnswer = (owner: string): boolean =>
    answers.some((name) => termsOf(name).some((term) => termsOf(owner).includes(term)));
  const ownsAnswer = own.owners.some(({ owner }) => isOfAnswer(owner));
  const isStrangeRelation = (): boolean => {
    const said = `${older.statement.words} ${question.text}`.toLowerCase();
    return own.relations.some((relation) => !said.includes(relation));
  };
  return {
    strangeNames: Math.min(1, isStrange / 2),
    opensStrange: numbered(opensStrange),
    opensKnown: numbered(own.opening !== null && !opensStrange),
    opensAsked: numbered(own.opening !== null && isIn(own.opening, asked)),
    opensWithAnswer: numbered(own.opening !== null && answers.includes(own.opening)),
    personOpens: numbered(isForPerson && opensStrange),
    personIsNew: numbered(isForPerson && (isStrange > 0 || opensStrange)),
    personIsMissing: numbered(isForPerson && isStrange === 0 && !opensStrange),
    opensStrangeOfThing: numbered(opensStrange && own.told.speaker === 0 && !isForPerson),
    keepsAnswer: numbered(answers.some((name) => isIn(name, inNewer))),
    endsAnswer: numbered(own.told.end === 1 && answers.some((name) => isIn(name, inNewer))),
    ownsAnswer: numbered(ownsAnswer),
    strangeOwner: numbered(own.owners.some(({ owner }) => !isIn(owner, known))),
    strangeThing: numbered(
      !ownsAnswer && own.owners.some(({ owner, thing }) => isIn(owner, known) && !isIn(thing, known)),
    ),
    possessive: numbered(own.isPossessive),
    lacksNamed: numbered(question.names.some((name) => isIn(name, inOlder) && !isIn(name, inNewer))),
    strangeRelation: numbered(own.relations.length > 0 && isStrangeRelation()),
    lacksSpeaker: numbered(other.told.speaker === 1 && own.told.speaker === 0),
  };
}

const ofOlder = ({ happened, past, passing, open, deny, once, end, settled, turned }: Reading['told']) => ({
  happenedInOlder: happened,
  pastInOlder: past,
  passingInOlder: passing,
  openInOlder: open,
  denyInOlder: deny,
  onceInOlder: once,
  endInOlder: end,
  settledInOlder: settled,
  turnedInOlder: turned,
});

function forms({ newer, older, question }: Pair, { inNewer, asked, known }: Shared) {
  const { told, news, becoming } = newer.statement.reading;
  const { asksBecoming, told: toldByOlder } = older.statement.reading;
  const isAsked = becoming.some((at) => asksBecoming.has(at) || question.asksBecoming.has(at));
  const isNews = news.some((word) => isIn(word, known));
  const subject = [...older.statement.terms].filter((term) => asked.has(term));
  return {
    onceAsked: numbered(question.isForOnce),
    changeAsked: numbered(isAsked),
    changeOther: numbered(becoming.length > 0 && !isAsked),
    news: numbered(isNews),
    otherNews: numbered(news.length > 0 && !isNews),
    changeOfSubject: numbered(told.change === 1 && shareIn(subject, inNewer) >= 0.5),
    strangeAnother: numbered(told.another === 1 && toldByOlder.another === 0 && !question.namesAnother),
  };
}

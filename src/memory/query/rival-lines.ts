// Whether two lines say different things of the same, so that one of them has likely taken the place of the other: "Lives in
// Paris" and "Lives in Berlin", "Yoga on Tuesday" and "Yoga on Thursday". A guess, to be shown to the person and never acted
// on alone: "likes tea" and "likes coffee" may both be true, and are no rivals. Pure.
import { languages } from '../../language/languages.ts';
import { numberWords } from '../../language/number-words.ts';
import { patternOf } from '../../language/words.ts';
import { contentTermsOf } from '../text/terms.ts';
import { withoutLeadIn } from '../text/validity.ts';
import { tellsOfChange } from './question-forms.ts';

interface Word {
  written: string;
  /** As the search compares it; null for a word that says nothing by itself. */
  term: string | null;
  /** What a line can say only one of at a time. */
  value: Value | null;
}

/** `time` is also a weekday, a month and the day of one. */
type Value = 'amount' | 'time' | 'name';

/** A line with more terms says several things. */
const maxTerms = 16;
const maxUnits = 400;
/** The share of the shorter line's words that both must have. */
const minShared = 0.5;
/** Words after which the rest of a line is the one value of what stands before: "My favourite colour is …". */
const equals: ReadonlySet<string> = new Set(languages.flatMap(({ copula = [] }) => copula));

/** What was so is so no longer. */
const ends = patternOf(languages.flatMap(({ questions }) => questions.noLonger ?? []));
/** "Met Sarah" on one day and "met Tom" on another are both true. */
const happened = patternOf(languages.flatMap(({ questions }) => questions.happened ?? []));

const weekdays: ReadonlySet<string> = new Set(
  languages.flatMap((one) => one.weekdays.flatMap((day) => day.split(' ', 1))),
);
const months: ReadonlySet<string> = new Set(
  languages.flatMap((one) => one.months.flatMap((month) => month.split(' '))),
);
const functionWords: ReadonlySet<string> = new Set([...equals, ...languages.flatMap(({ stopWords }) => stopWords)]);
/** In languages that write every noun with a capital letter: what stands before a noun, and seldom before a name. */
const nounArticles: ReadonlySet<string> = new Set(languages.flatMap((one) => one.nounArticles ?? []));

/** "Of", "from", "by": what stands behind them says which one. */
const origins = patternOf(
  languages.flatMap(({ questions, claims }) => [
    ...(questions.belongsTo ?? []),
    ...(claims ? [claims.from, claims.doneBy, claims.ownedBy] : []),
  ]),
);
const verbs: ReadonlySet<string> = new Set(languages.flatMap(({ offline }) => offline?.verbs ?? []));
const determiners: ReadonlySet<string> = new Set(languages.flatMap(({ offline }) => offline?.determiners ?? []));

/** A line as it can be compared; made once where many are. @returns null for a question, and for what is too long or too short */
export function statementOf(line: string): Word[] | null {
  const text = withoutLeadIn(line.split('<!--', 1)[0] ?? '');
  if (text.length > maxUnits || /[?？]\s*$/.test(text)) return null;
  const all = [...text.matchAll(/[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.:'’-]|,(?=\p{N}))*/gu)].map(([found]) =>
    found.replace(/[.:'’-]{1,3}$/, ''),
  );
  const words = all.map((written, i) => ({ written, term: termOf(written), value: valueOf(all, i) }));
  const count = termsIn(words).size;
  return count < 2 || count > maxTerms ? null : words;
}

/** A number is compared as it is written: 2,5 is not 5. */
const termOf = (written: string): string | null =>
  /^\p{N}[\p{N}.,:]*$/u.test(written) ? written : (contentTermsOf(written)[0] ?? null);

function valueOf(words: readonly string[], at: number): Word['value'] {
  const written = words[at] ?? '';
  const isDay = [written, written.replace(/s$/, '')].some((word) => weekdays.has(word.toLowerCase()));
  if (isDay || isMonth(words, at)) return 'time';
  if (/\p{N}/u.test(written)) {
    const isTime = /^\d{1,2}[:.h]\d\d$|^\d{4}-\d\d/.test(written) || [at - 1, at + 1].some((i) => isMonth(words, i));
    return isTime ? 'time' : 'amount';
  }
  if ((numberWords.get(written.toLowerCase()) ?? 0) > 1) return 'amount';
  return /^\p{Lu}/u.test(written) && (at === 0 || isRelated(words, at)) ? 'name' : null;
}

/** "May" is a month beside a number, and a word or a name elsewhere. */
function isMonth(words: readonly string[], at: number): boolean {
  const beside = [at - 1, at + 1].some((i) => /^\p{N}+[.,]?$|^\p{N}+(?:st|nd|rd|th)$/u.test(words[i] ?? ''));
  return beside && months.has((words[at] ?? '').toLowerCase());
}

/** How many words may stand between a name and the function word before it: "drives an electric Kia". */
const maxBetween = 3;

/**
 * Whether a function word leads to the name: "works at Bosch". What stands right behind a verb is one of several as often as not:
 * "likes Muse", "spielt Geige".
 */
function isRelated(words: readonly string[], at: number): boolean {
  const before = words.slice(Math.max(0, at - maxBetween), at).map((word) => word.toLowerCase());
  const leads = before.findLast((word) => functionWords.has(word));
  return leads !== undefined && !nounArticles.has(leads);
}

/** @param newer the line that may have taken the place of `older` */
export function areRivals(newer: readonly Word[], older: readonly Word[]): boolean {
  const [own, other] = [termsIn(newer), termsIn(older)];
  // "New" is no part of what a line is about: "Mara's new number", "a new bike".
  const [subject, ofOlder] = [newer, older].map((words) =>
    termsIn(words.filter(({ value, written }, i) => (i === 0 || value === null) && !tellsOfChange(written))),
  );
  if (!subject || !ofOlder) return false;
  const shared = [...subject].filter((term) => ofOlder.has(term)).length;
  if (shared === 0 || shared < minShared * Math.min(subject.size, ofOlder.size)) return false;
  const said = newer.map(({ written }) => written).join(' ');
  if (ends.test(said) !== ends.test(older.map(({ written }) => written).join(' '))) return true;
  if (namesWhichOne(newer, older)) return false;
  const [fresh, gone] = [only(newer, other), only(older, own)];
  // "Moved to Berlin" says the same as "lives in Berlin".
  const keepsValue = holdsValue(newer.filter(({ term }) => term !== null && other.has(term)));
  if (tellsOfChange(said) && gone.length > 0 && (holdsValue(gone) || !keepsValue)) return true;
  if (fresh.length === 0 || gone.length === 0 || firstTerm(newer) !== firstTerm(older)) return false;
  if (happened.test(said)) return false;
  if (isOneValue(newer, older)) return true;
  if (saysAnother(newer, older) || speaksOfOthers(fresh, gone)) return false;
  const values = placesOf(gone, older, newer);
  return [...placesOf(fresh, newer, older)].some((place) => values.has(place));
}

/**
 * Whether two lines part at the name that says which one of a kind they speak of: "parcel from Zalando", "the mother of Tom". It
 * stands right behind a thing: one that begins the line, or has an article. "Comes from Graz" is said of the same person.
 */
function namesWhichOne(newer: readonly Word[], older: readonly Word[]): boolean {
  const at = newer.findIndex(({ written }, i) => written.toLowerCase() !== older[i]?.written.toLowerCase());
  if (at < 2 || !isLarge(newer[at]) || !isLarge(older[at])) return false;
  const from = newer.findLastIndex((word, i) => i < at && !isLarge(word));
  const [thing, before] = [newer[from - 1], newer[from - 2]?.written.toLowerCase()];
  if (thing === undefined || thing.term === null || !origins.test(newer[from]?.written ?? '')) return false;
  const isBehindArticle = before === undefined || determiners.has(before) || numberWords.has(before);
  return isBehindArticle && !verbs.has(thing.written.toLowerCase());
}

const isLarge = (word: Word | undefined): boolean => /^\p{Lu}/u.test(word?.written ?? '');

/**
 * Whether two lines part at the word that says what is done, or what of: "Nora studied", "Nora works"; "Tom's birthday", "Tom's
 * wedding". Behind a function word it describes the value: "drives a grey Dacia", "drives a blue Opel".
 */
function saysAnother(newer: readonly Word[], older: readonly Word[]): boolean {
  const at = newer.findIndex(({ written }, i) => written.toLowerCase() !== older[i]?.written.toLowerCase());
  const isTold = (word: Word | undefined): boolean => word !== undefined && word.term !== null && word.value === null;
  return at > 0 && isTold(newer[at]) && isTold(older[at]) && !isFunctionWord(newer[at - 1]);
}

/**
 * Whether what the lines do not share names something else in each: "3 May" and "Oslo", "9 August" and "Rome"; 10 mg of one thing
 * and 1000 of another. Nothing but names may be described in other words.
 */
function speaksOfOthers(fresh: readonly Word[], gone: readonly Word[]): boolean {
  const inBoth = (['amount', 'time', 'name'] as const).filter((kind) =>
    [fresh, gone].every((words) =>
      words.some(({ value, written }) => value === kind && !/^(?:19|20)\d\d$/.test(written)),
    ),
  );
  const isTold = [fresh, gone].every((words) => words.some(({ value }) => value === null));
  return inBoth.length > 1 || (isTold && !inBoth.includes('name'));
}

const isFunctionWord = (word: Word | undefined): boolean => functionWords.has(word?.written.toLowerCase() ?? '');

/** Where values stand: their kind and the last word before them that the other line has as well, such as `name in`. */
function placesOf(values: readonly Word[], line: readonly Word[], other: readonly Word[]): Set<string> {
  const inOther = new Set(other.map(({ written }) => written.toLowerCase()));
  const before = (value: Word): string | undefined =>
    line
      .slice(0, line.indexOf(value))
      .map(({ written }) => written.toLowerCase())
      .findLast((written) => inOther.has(written));
  return new Set(values.flatMap((word) => (word.value === null ? [] : [`${word.value} ${before(word) ?? ''}`])));
}

export const termsIn = (words: readonly Word[]): Set<string> =>
  new Set(words.flatMap(({ term }) => (term === null ? [] : [term])));

const only = (words: readonly Word[], others: ReadonlySet<string>): Word[] =>
  words.filter(({ term }) => term !== null && !others.has(term));

const firstTerm = (words: readonly Word[]): string | null => words.find(({ term }) => term !== null)?.term ?? null;

const holdsValue = (words: readonly Word[]): boolean => words.some(({ value }) => value !== null);

/** The same words up to "is", and another value behind it; a value that is seen as one may have "with the" before it. */
function isOneValue(newer: readonly Word[], older: readonly Word[]): boolean {
  const same = newer.findIndex(({ written }, i) => written.toLowerCase() !== older[i]?.written.toLowerCase());
  if (same < 2) return false;
  const told = newer.slice(0, same).findLast((word) => isEqualSign(word) || !isFunctionWord(word));
  if (told === undefined || !isEqualSign(told)) return false;
  const next = (words: readonly Word[]): Word | undefined => words.slice(same).find((word) => !isFunctionWord(word));
  return (
    told === newer[same - 1] ||
    [newer, older].every((words) => holdsValue([next(words)].filter((w) => w !== undefined)))
  );
}

const isEqualSign = ({ written }: Word): boolean => equals.has(written.toLowerCase());

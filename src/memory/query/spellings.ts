// How else notes may have written what a query asks for: "5 pm" as 17:00, "Mueller" as Müller, "e-mail" as email, "forty" as 40,
// a phone number or an IBAN with other gaps, a word with one letter wrong. Looks nothing up. Pure.
import { english } from '../../language/english.ts';
import { german } from '../../language/german.ts';
import { numbersOf } from '../../language/number-words.ts';
import { foldText, termsOf } from '../text/terms.ts';

/** Some terms of a query and what stands for them: each form is terms side by side. */
export interface Spelling {
  terms: readonly string[];
  forms: readonly (readonly string[])[];
}

/** A number that is looked up as a whole: of a phone, an account, an invoice, a price. */
export interface Code {
  terms: readonly string[];
  /** Its letters and digits, lower case. */
  compact: string;
}

const maxChars = 500;

export function spellingsOf(query: string): Spelling[] {
  const text = query.slice(0, maxChars);
  return [...umlauts(text), ...joined(text), ...numbers(text), ...clockTimes(text), ...irregulars(text)];
}

const words = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
/** Shorter words with such letters are others: "poet", "due". */
const minWithDigraph = 5;

function umlauts(text: string): Spelling[] {
  return words(text.normalize('NFC').toLowerCase()).flatMap((word) => {
    const long = word.replace(/[äöüøå]/g, (letter) => digraphs[letter] ?? letter);
    const short = foldText(word).replace(/([ao])e|(?<![aeoq])(u)e|(a)a/g, '$1$2$3');
    const other = long !== word ? long : short.length < word.length && word.length >= minWithDigraph ? short : null;
    return other === null ? [] : [{ terms: termsOf(word), forms: [termsOf(other)] }];
  });
}

const minJoined = 5;

/** `e-mail` and `jet lag` as one word. The other way round takes the words that there are: {@link cutsOf}. */
function joined(text: string): Spelling[] {
  const spellings: Spelling[] = [];
  for (const [run] of text.matchAll(/(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]+(?:[ \-‐‑'’][\p{L}\p{M}\p{N}]+)+/gu)) {
    const parts = words(run);
    for (let i = 0; i + 1 < parts.length; i += 1) {
      const [one = '', other = ''] = parts.slice(i, i + 2);
      if (one.length + other.length >= minJoined)
        spellings.push({ terms: [...termsOf(one), ...termsOf(other)], forms: [termsOf(one + other)] });
    }
  }
  return spellings;
}

/** Forms of a verb or noun that have no stem in common, each verb once. "Saw" is left out, because it is another word as well. */
const irregular: readonly (readonly string[])[] = `
  go went gone|buy bought|bring brought|think thought|teach taught|catch caught|seek sought|fight fought|eat ate eaten|drink drank drunk|sing sang sung|swim swam swum|begin began begun|run ran|come came|become became
  give gave given|take took taken|speak spoke spoken|break broke broken|steal stole stolen|choose chose chosen|freeze froze frozen|wake woke woken|write wrote written|drive drove driven|ride rode ridden|rise rose risen
  know knew known|grow grew grown|throw threw thrown|fly flew flown|draw drew drawn|show shown|forget forgot forgotten|get got gotten|sell sold|tell told|say said|pay paid|make made|lend lent|spend spent|send sent|build built
  keep kept|sleep slept|feel felt|meet met|lose lost|win won|hold held|stand stood|understand understood|hear heard|sit sat|shoot shot|wear wore worn|tear tore torn|swear swore sworn|hide hid hidden|bite bit bitten
  fall fell fallen|see seen|do done|shake shook shaken|find found|leave left|stick stuck|hang hung|feed fed|lead led|dream dreamt|learn learnt|burn burnt|forgive forgave forgiven
  child children|man men|woman women|foot feet|tooth teeth|mouse mice|goose geese|person people|knife knives|wife wives|life lives|half halves|leaf leaves|shelf shelves|wolf wolves|loaf loaves|octopus octopuses octopi`
  .split(/[|\n]/)
  .map((forms) => forms.trim().split(/\s+/).flatMap(termsOf))
  .filter((forms) => forms.length > 1);
const formsOf = new Map<string, string[]>();
for (const forms of irregular)
  for (const form of forms)
    formsOf.set(form, [...(formsOf.get(form) ?? []), ...forms.filter((other) => other !== form)]);

function irregulars(text: string): Spelling[] {
  return termsOf(text).flatMap((term) =>
    [...(formsOf.get(term) ?? []).map((form) => [form]), ...(changes.get(term) ?? [])].map((form) => ({
      terms: [term],
      forms: [form],
    })),
  );
}

/** A line that tells of a change tells how things are now: a person who moved to a place lives there. */
const changes = new Map(
  [
    ['live', 'moved to|relocated to|moving to'],
    ['work', 'joined|new job|started at|hired by'],
    ['job', 'joined|started at|hired by'],
    ['drive', 'bought a car|new car'],
    ['wohnt', 'umgezogen|gezogen nach|zieht nach'],
    ['lebt', 'umgezogen|gezogen nach|zieht nach'],
    ['arbeitet', 'neuer job|angefangen bei|wechselt zu'],
  ].map(([term = '', forms = '']) => [term, forms.split('|').map(termsOf)]),
);

/** The first of several words for each number, by language. */
const countNames = [english, german].map(
  (language) =>
    new Map(
      numbersOf(language)
        .map(([word, value]) => [value, word] as const)
        .toReversed(),
    ),
);
const maxCount = 100;
/** "One" and "ein" say hardly ever how many. */
const counts: readonly (readonly string[])[] = Array.from({ length: maxCount - 1 }, (_, i) => i + 2).flatMap(
  (value) => {
    const names = countNames.flatMap((language) => language.get(value) ?? []);
    return names.length < countNames.length ? [] : [[String(value), ...names].flatMap(termsOf)];
  },
);
const countOf = new Map(counts.flatMap((names) => names.map((name) => [name, names])));

/** A number that is no part of a date, a time or a longer number. */
function numbers(text: string): Spelling[] {
  return [
    ...text.matchAll(
      /(?<![\p{L}\p{N}]|\p{N}[.:,/-])(?:\d{1,3}|\p{L}+)(?![\p{L}\p{N}]|[.:,/-]\p{N}|\s*(?:am|pm|uhr|[ap]\.m)\b)/giu,
    ),
  ].flatMap(([word]) => {
    const terms = termsOf(word);
    const names = countOf.get(terms[0] ?? '');
    return names ? [{ terms, forms: names.filter((name) => name !== terms[0]).map((name) => [name]) }] : [];
  });
}

/** A time of day is written in these ways; without "am" or "pm" a bare number is none. */
function clockTimes(text: string): Spelling[] {
  return [
    ...text.matchAll(
      /(?<![\p{N}.:,/-])([01]?\d|2[0-4])(?:([:.h])([0-5]\d))?(?:\s*(am|pm|[ap]\.m\.?|uhr)(?!\p{L}))?(?![\p{N}]|[.:,/-]\p{N})/giu,
    ),
  ].flatMap(([found, hours = '', mark, minutes = '00', half]) => {
    // "9.30" alone is as well a price.
    if (half === undefined && mark !== ':') return [];
    const isHalf = half !== undefined && !/uhr/i.test(half);
    const hour = isHalf ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours) % 24;
    const [of12, ending] = [String(hour % 12 || 12), hour < 12 ? 'am' : 'pm'];
    const full = minutes === '00';
    const written = [
      ...[String(hour), String(hour).padStart(2, '0')].flatMap((of24) => [
        `${of24}:${minutes}`,
        `${of24}h${minutes}`,
        ...(full ? [`${of24} uhr`, `${of24}h`] : []),
      ]),
      ...(full ? [`${of12}${ending}`, `${of12} ${ending}`, `${of12} ${ending[0]}.m.`] : []),
      `${of12}:${minutes}${ending}`,
      `${of12}:${minutes} ${ending}`,
    ];
    return [{ terms: termsOf(found), forms: [...new Set(written)].map(termsOf) }];
  });
}

const codeRun = /\+?[a-z\d]*\d[a-z\d]*(?:[ \-./()]{1,3}(?:[a-z\d]*\d[a-z\d]*|[a-z](?![a-z\d])))*/gi;
const minDigits = 4;
const maxCodeChars = 34;

/** The numbers of a text that may be written with other gaps. */
export function codesIn(text: string): Code[] {
  return [...text.slice(0, maxChars).matchAll(codeRun)].flatMap(([run]) => {
    const compact = run.toLowerCase().replace(/[^a-z\d]/g, '');
    const digits = compact.replace(/\D/g, '').length;
    return digits < minDigits || compact.length > maxCodeChars ? [] : [{ terms: termsOf(run), compact }];
  });
}

/** A number of this many digits or more is known by its last ones, whatever is dialled before them. */
const dialled = 7;
const gap = String.raw`[ \-./(),'\u2019]{0,3}`;

/** What a text that has this code holds. */
export function codePattern({ compact }: Code): RegExp {
  const bare = compact.replace(/^0+/, '');
  if (/\D/.test(compact) || bare.length < dialled) {
    // A price: gaps stand between thousands only.
    if (!/\D/.test(compact) && compact.length < dialled)
      return new RegExp(String.raw`(?<![\d.,])${compact.replace(/\B(?=(?:\d{3})+$)/g, "[.,' ’]?")}(?!\d|[.,]\d{3})`);
    return new RegExp(String.raw`(?<![\p{L}\d])${[...compact].join(gap)}(?![\p{L}\d])`, 'iu');
  }
  return new RegExp(String.raw`(?<!\d)(?:[\d+]${gap}){0,8}${[...tailOf(compact)].join(gap)}(?![ \-./()]?\d)`);
}

/** Its last digits, where it is dialled. */
export function tailOf(compact: string): string {
  const bare = compact.replace(/^0+/, '');
  return /\D/.test(compact) || bare.length < dialled ? compact : bare.slice(-Math.max(dialled, bare.length - 3));
}

/** The places where a word may be two that are written apart: `jetlag`, `email`. */
export function cutsOf(term: string): [string, string][] {
  return Array.from({ length: term.length - 2 }, (_, i): [string, string] => [
    term.slice(0, i + 1),
    term.slice(i + 1),
  ]).map(([one, other]) => [termsOf(one)[0] ?? one, termsOf(other)[0] ?? other]);
}

/** Shorter words are a letter away from too many others, and a number is not meant for another one. */
const minMisspelt = 5;

export const mayBeMisspelt = (term: string): boolean =>
  term.length >= minMisspelt && term.length <= 24 && /^\p{L}+$/u.test(term);

/** Whether two words that begin alike are the same but for one letter more, less, other or swapped with the next. */
export function isSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || short[0] !== long[0]) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = (word: string, from: number): string => word.slice(from);
  if (short.length < long.length) return rest(short, at) === rest(long, at + 1);
  return (
    short !== long &&
    (rest(short, at + 1) === rest(long, at + 1) ||
      (short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, at + 2) === rest(long, at + 2)))
  );
}

// What the words for secrets name, and what that looks like: a PIN has digits, a password a digit or a sign. Pure, linear.
import { languages, offlinePhrases } from '../../language/languages.ts';
import type { SecretWords } from '../../language/language.ts';

/** A place in a text that holds a secret. */
export interface FoundSecret {
  /** For the sentence "this contains what looks like …". */
  kind: string;
  start: number;
  /** Exclusive. */
  end: number;
}

type WordKind = keyof Omit<SecretWords, 'digits'>;

/** The words of all languages for it. */
export const wordsFor = (kind: WordKind): ReadonlySet<string> =>
  new Set(offlinePhrases.flatMap(({ secrets }) => secrets?.[kind] ?? []));

/** As alternatives of a pattern. */
export const named = (kind: WordKind): string => [...wordsFor(kind)].join('|');

const credentialWord = new RegExp(
  `(?<![\\p{L}\\p{N}/])(?:(${named('accounts')})|(${named('codes')})|(${named('passwords')}))(?![\\p{L}\\p{N}_/])|(?<=\\p{L}{2})(?<!(?<!\\p{L})(?:${named('openStems')}))(?:(${named('compoundCodes')})|(${named('compoundPasswords')}))(?![\\p{L}\\p{N}_/])|(${named('unspaced')})`,
  'giu',
);
/** Codes that are no secret, by the word before them or behind them. */
const openBefore = new RegExp(`(?:${named('openBefore')})[- ]?$`, 'iu');
const openBehind = new RegExp(`^[- ](?:(?:de|del|do|da|di|du) )?(?:${named('openBehind')})(?!\\p{L})`, 'iu');
/** "10 pins": those are counted; "locker 14 code 4408" is one. */
const countBefore = /(?<![\d.,])\d{1,3} $/;

export type IsValue = (token: string) => boolean;

const network = new RegExp(`(?<![\\p{L}\\p{N}])(?:${named('networks')})(?![\\p{L}\\p{N}])`, 'giu');

/** Where a text names a network: what is called a key below it is a password. */
export const networksIn = (text: string): number[] => [...text.matchAll(network)].map(({ index }) => index);

/** Where a text has words that may make a secret of what stands below them. */
export const namingPlaces = (text: string): number[] =>
  [...secretNamesIn(text).map(({ start }) => start), ...networksIn(text)].sort((a, b) => a - b);

/** A word that names a secret, and what that looks like. */
export interface SecretName {
  start: number;
  end: number;
  kind: string;
  isValue: IsValue;
  /** Whether a plain word may be one, where it is told: "Password: sunshine". */
  isPassword: boolean;
}

/** The words of a text that name a secret, in order. */
export const secretNamesIn = (text: string): SecretName[] =>
  [...text.matchAll(credentialWord)].flatMap(({ 0: word, 1: account, 2: pinAlone, 4: pinInWord, index: start }) => {
    const end = start + word.length;
    const pin = pinAlone ?? pinInWord;
    if (pin !== undefined && isNoSecret(text, start, end)) return [];
    const kind = account === undefined ? 'a password or code' : 'an account number';
    const isValue = account !== undefined ? isAccount : pin !== undefined ? isPin : isPassword;
    return [{ start, end, kind, isValue, isPassword: account === undefined && pin === undefined }];
  });

function isNoSecret(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - maxWordBefore), start);
  return (
    openBefore.test(before) ||
    openBehind.test(text.slice(end, end + maxWordBefore)) ||
    (countBefore.test(before) && text[end] !== ':' && text[end - 1]?.toLowerCase() === 's')
  );
}
const maxWordBefore = 20;

export type Place = Pick<FoundSecret, 'start' | 'end'>;

/** Up to fifteen; Spanish reads out the digits of a code in pairs. */
const maxDigitWord = 15;
/** "dois|duas", "uma?" */
const wordsOfPattern = (pattern: string): string[] =>
  pattern.split('|').flatMap((one) => [one.replace(/\(\?:.*?\)\?|.\?/gu, ''), one.replace(/[()?:]/gu, '')]);

/** By the word in small letters. */
const digitWords: ReadonlyMap<string, string> = new Map(
  languages.flatMap(({ times, numbers, offline }) => [
    ...(numbers?.words[0]?.split(' ') ?? []).map((word): [string, string] => [word, '0']),
    ...times.counts
      .slice(0, maxDigitWord)
      .flatMap((pattern, i) => wordsOfPattern(pattern).map((word): [string, string] => [word, String(i + 1)])),
    ...Object.entries(offline?.secrets?.digits ?? {}).map(([word, digit]): [string, string] => [word, String(digit)]),
  ]),
);

/** Of a word for a digit, or for one of the numbers up to fifteen, in small letters. */
export const digitOf = (word: string): string | undefined => digitWords.get(word);

export interface Token {
  text: string;
  /** Where it stands in what was read. */
  start: number;
  end: number;
  /** What stands right behind it: a period ends the sentence. */
  after: string;
}

/** Words without the signs around them; digits and words for digits that stand in a row are one. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: raw, index } of text.matchAll(/\S+/g)) {
    const lead = /^["'„“«‹(:=：*_`>]*/.exec(raw)?.[0].length ?? 0;
    const bare = raw.slice(lead).replace(/["'“”»›),;:.!?*_`]{1,4}$/, '') || raw.slice(lead);
    const token = {
      text: bare,
      start: index + lead,
      end: index + lead + bare.length,
      after: raw.slice(lead + bare.length),
    };
    const last = tokens.at(-1);
    if (last && last.after === '' && lead === 0 && isDigits(last.text) && isDigits(bare)) {
      const joined = `${last.text} ${bare}`;
      tokens[tokens.length - 1] = { ...token, text: joined, start: last.start };
    } else tokens.push(token);
  }
  return tokens;
}

const areDigits = (words: string): boolean => words.split(/[ -]/).every((one) => digitWords.has(one.toLowerCase()));

const isDigits = (token: string): boolean => /^[\d ]+$/.test(token) || areDigits(token);

const isSpelled = (token: string): boolean => token.split(/[ -]/).length >= 3 && areDigits(token);

export const isDateOrTime = (token: string): boolean =>
  /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4}|\d{1,2}[.:/]\d{1,2}(?:[.:/]\d{2,4})?\.?|\d+(?:st|nd|rd|th|%|€|\$|[.,]\d+(?:€|\/\p{L}+)?|h|k|x|px|ms|s|min|km|kg|mg|ml|mm|cm|gb|mb|kb|g|l|m)|[€$£]\d[\d.,]*)$/iu.test(
    token,
  );
export const isYear = (token: string): boolean => /^(?:19|20)\d\d$/.test(token);
const isAddress = (token: string): boolean => /^[^\s@]+@[^\s@]+\.\p{L}+$|^https?:/u.test(token);

const isAccount = (token: string): boolean => /^#?[\d -]{6,}$/.test(token) && token.replace(/\D/g, '').length >= 6;

/** In groups, as nobody writes a password: "forgot the password, call 01 42 68 53 00". */
export const isPhone = (token: string): boolean =>
  /^\+?\d[\d ]{8,}$/.test(token) && token.includes(' ') && !/^\d{4} \d{4}$/.test(token);

/** A ticket, a hotline, a file, or the program that keeps passwords. */
const isReference = (token: string): boolean =>
  /^#\d+$|^0\d{2,4}[-/]\d{5,}$|\.(?:pdf|docx?|xlsx?|txt|md|jpe?g|png|zip|csv)$|^1password$/i.test(token);

/** Three to ten digits, or letters and digits together. */
const isPin = (token: string): boolean =>
  isSpelled(token) ||
  /^\d(?:[.,/]\d){3,7}$/.test(token) ||
  (!isDateOrTime(token) &&
    (/^#?\d(?:[ -]?\d){2,15}[#*]?$/.test(token) || /^(?=[A-Za-z-]{0,9}\d)[A-Za-z0-9-]{4,12}$/.test(token)));

/** Four characters or more with a digit or a sign among them; a number of three digits or a year is none. */
export const isPassword = (token: string): boolean =>
  isSpelled(token) ||
  (token.replaceAll(' ', '').length >= 4 &&
    !isDateOrTime(token) &&
    !isYear(token) &&
    !isAddress(token) &&
    !isPhone(token) &&
    !isReference(token) &&
    /[\d!@#$%^&*+=?~|<>{}[\]\\]/.test(token) &&
    !/^\[.*\]$/.test(token));

const standIn =
  /^(?:\$\{.*|\$[A-Z_][A-Z\d_]*|<[\p{L} _-]+>?|\{\{.*|~?\/[\w.-]+\/.*|\.{3}|x{2,}|\*+|true|false|null|none|nil|yes|no)$/iu;
/** What stands in the place of a secret in settings: another variable, a file, a thing to fill in, a switch. */
export const isStandIn = (value: string): boolean => standIn.test(value);

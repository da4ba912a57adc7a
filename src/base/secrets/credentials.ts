// Passwords, PINs, codes and account numbers that are named as such: "the PIN is 4711", "Kennwort: sommer2026", "hunter2! is my
// password", "código … ocho ocho cuatro dos". A word of a language's table says what it is, the shape of what stands beside it
// decides. Pure, linear.
import { measureSigns } from '../../language/language.ts';
import { languages } from '../../language/languages.ts';
import { argumentsIn, cellsIn, listsIn, loneBelow, networkKeysIn, rowsIn, settingsIn } from './credential-layouts.ts';
import {
  type FoundSecret,
  type IsValue,
  type Place,
  type SecretName,
  type Token,
  isStandIn,
  isYear,
  named,
  secretNamesIn,
  tokensOf,
  wordsFor,
} from './credential-values.ts';

const maxReach = 120;
/** A secret stands at most this many words from its name; farther away only where a word says what it is. */
const maxWords = 8;
const is = wordsFor('is');
const says: ReadonlySet<string> = new Set([...is, ...wordsFor('reads'), '=', ':']);
/** Behind these a number of four digits is a year. */
const beforeYear = wordsFor('beforeYear');
/** "That", or a dash, between a secret and what it is. */
const that: ReadonlySet<string> = new Set([...wordsFor('that'), '-', '–', '—']);
const joins = languages.flatMap(({ claims }) => (claims ? [claims.and, claims.but] : [])).join('|');
/** A word alone behind the name is the secret where a sign or a verb says so: "Password: sunshine", "Passwort lautet Sonnenblume". */
const told = new RegExp(
  `^(?:(?: (?:${named('of')})(?: [\\p{L}'’.-]{1,20}){1,3})? ?[:=：] ?| (?:${named('reads')}) | (?:${named('is')})[: ] ?(?=["“'„«]))["“'„«]?([^\\s"”'“»,;:]{4,64})["”'“»]?(?:[.,;!]?(?:$|\\n)|[.;!] )`,
  'iu',
);
/** A word alone behind "is", at the end of what is said: "my password is sunshine". Two words are a phrase about it: "is too long", "is with Anna". */
const alone = new RegExp(
  `^(?: (?:${named('of')})(?: [\\p{L}'’.-]{1,20}){1,3})? (?:${named('is')}) (?:(?:${named('now')}) )?([\\p{L}\\p{M}-]{4,64})(?=$|\\n|[.,;!)]{1,3}(?:\\s|$)| (?:${joins}) )`,
  'iu',
);
const plainName = new RegExp(`(?:${named('plainNames')})$`, 'iu');
const quality = new RegExp(`^(?:${named('qualities')})$`, 'u');
const littleWords: ReadonlySet<string> = new Set(languages.flatMap(({ stopWords }) => stopWords));

/** Whether a word is none that is said of passwords: those are written small, unless all is in capitals. */
const isGivenName = (word: string): boolean => {
  const small = word.toLowerCase();
  const asWritten = word === word.toUpperCase() ? small : word;
  return !quality.test(asWritten) && !littleWords.has(small) && !placeholder.test(small);
};

const phraseWord = new RegExp(
  `(?<!\\p{L})(?:${named('phrases')})(?: (?:${named('of')})(?: \\p{L}{1,20}){1,3}:| (?:${named('is')}|${named('reads')}):?|:)? ((?:\\p{Ll}{3,12},? ){5,30}\\p{Ll}{3,12})(?!\\p{L})`,
  'giu',
);

/** All of them in a text, in order. */
export function credentialsIn(text: string): FoundSecret[] {
  const names = secretNamesIn(text);
  const beside = names.flatMap((name) => {
    const place = behind(text, name) ?? before(text, name);
    const isOpen = place === null || (name.isPassword && isStandIn(text.slice(place.start, place.end)));
    return isOpen ? [] : [{ kind: name.kind, ...place }, ...furtherOnes(text, name, place)];
  });
  return [
    ...beside,
    ...cellsIn(text, names),
    ...listsIn(text, names),
    ...phrasesIn(text),
    ...passphrasesIn(text),
    ...networkKeysIn(text),
    ...(text.includes('-u') ? argumentsIn(text) : []),
    ...(/[=:]/.test(text) ? settingsIn(text) : []),
    ...loginsIn(text),
    // Most lines have no digit, which all that these find has.
    ...(/\d/.test(text) ? [...rowsIn(text), ...codesOfLocks(text)] : []),
  ];
}

/** Behind an address of mail and a sign that parts a login: letters, digits, and a sign or capitals that nobody writes but in a password. */
const login =
  /@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4} {0,2}[/|:] {0,2}((?=[^\s/|@]{0,63}\p{L})(?=[^\s/|@]{0,63}\d)(?:(?=[^\s/|@]{0,63}[!$#%&*?^~=])|(?=[^\s/|@]{0,63}\p{Lu})(?=[^\s/|@]{0,63}\p{Ll})(?=[^\s/|@]{8}))[^\s/|@]{5,64})(?=$|\s)/gu;

/** A name and a password behind what they open: "Router: admin / Hund2020". */
const pair = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${named('logins')})(?![\\p{L}\\p{N}])[^:\\n/]{0,40}: ?[^\\s/]{2,40} ?/ ?((?=[^\\s/]{0,63}\\p{L})(?=[^\\s/]{0,63}\\d)(?!\\d+[kmgt]?(?:bit|hz|bps|b)(?!\\p{L})|\\p{L}{1,20}\\d{1,3}\\p{L}?(?![^\\s.,;!?]))[^\\s/.]{6,64})(?=[.,;!?]?(?:$|\\s))`,
  'giu',
);

/** What a network is opened with: "wifi at mum's is Sunflower-88", "guest network Heron, key k9-moss-41". Speeds are none. */
const networkKey = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${named('networks')})(?![\\p{L}\\p{N}])[^:=\\n]{0,40}?(?: ?[:=] ?| (?:${named('is')}) |,? (?:${named('keys')}):? )["“'„«]?((?=[^\\s]{0,63}\\p{L})(?=[^\\s]{0,63}[\\d!$#%&*?^~=])(?!\\d{1,9} ?[kmgt]?(?:bit|hz|bps|b)(?!\\p{L})|fritz!|802\\.|[^\\s]{0,40}\\dG(?:Hz)?(?![^\\s.,;!?]))[^\\s"”'“»,;:/]{7,64})(?=["”'“»]?[.,;!?]?(?:$|\\s))`,
  'giu',
);

const turn = `(?:${named('turns')})(?: (?:to|auf|à|a))? \\d{1,2}`;
/** "Left 32, right 7, left 19": how a lock is turned, whatever it is called. Who walks turns at the second or the third street. */
const turnedLock = new RegExp(
  `(?<!\\p{L})(${turn}(?:(?:,|,? (?:${named('afterwards')})) ${turn}){2,5})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** With a sign that each has: to look for it costs little. */
const loginForms: readonly [form: RegExp, needed: RegExp][] = [
  [login, /@/],
  [pair, /\//],
  [networkKey, /[\d!$#%&*?^~=]/],
  [turnedLock, /\d/],
];

const loginsIn = (text: string): FoundSecret[] =>
  loginForms.flatMap(([pattern, needed]) =>
    (needed.test(text) ? [...text.matchAll(pattern)] : [])
      .filter(([found]) => pattern !== turnedLock || isCombination(found))
      .map((match) => lastPartOf(match)),
  );

/** Two numbers of two digits or more of which not all are the same, as in exercises. */
function isCombination(turns: string): boolean {
  const numbers = turns.match(/\d+/g) ?? [];
  return new Set(numbers).size > 1 && numbers.filter((number) => number.length > 1).length > 1;
}

/** What a pattern has found at its end. */
const lastPartOf = ({ 0: match, 1: part = '', index }: RegExpExecArray): FoundSecret => ({
  kind: 'a password or code',
  start: index + match.length - part.length,
  end: index + match.length,
});

const lockWord = new RegExp(`(?<![\\p{L}\\p{N}-])(?:(${named('locks')})|${named('alarms')})(?![\\p{L}\\p{N}])`, 'giu');
/** Two or more numbers behind a first one: "19 then 4 then 88", "3-1-9-7". */
const furtherNumbers = `(?:(?:,? (?:${named('afterwards')}) |, ?| ?- ?)\\d{1,2}){2,5}`;
/** A price or a size ends with a zero. */
const lockNumber = `(\\d{1,2}${furtherNumbers}|(?!(?:19|20)\\d\\d(?!\\d)|\\d\\d0(?!\\d))\\d{3,8})[#*]?`;
/** "With 450 others" is no code: it ends a clause, or a particle does, as in "geht mit 4711 auf". */
const clauseEnd = '(?=[.,;!?)]?\\s{0,3}$|[.,;!?)]\\s|\\sauf(?!\\p{L}))';
const opening = `(?<!\\p{L})(?:${named('with')}) (?:\\p{L}{2,3} )?|(?<!\\p{L})(?:${named('is')}) (?=\\d{1,2}[ ,-])`;
/** "4711#" is typed on a keypad. */
const typedCode = /^[^:.\n]{0,40}?(?<![\p{L}\p{N}])(\d{3,8}[#*])(?![\p{L}\p{N}*])/u;
const codeOfAlarm = new RegExp(`(?:${opening})${lockNumber}${clauseEnd}`, 'iu');
/** "Alarm: 0630" is a time, "Padlock of the bike: 0630" is none. */
const codeOfLock = new RegExp(`(?:^[^:]{0,40}: ?|${opening})${lockNumber}${clauseEnd}`, 'iu');

/** "The safe opens with 19, then 4, then 88": named by what it opens. */
function codesOfLocks(text: string): FoundSecret[] {
  return [...text.matchAll(lockWord)].flatMap(({ 0: word, 1: lock, index }) => {
    const from = index + word.length;
    const reach = text.slice(from, from + maxReach).split(/[\n;!?]|\.(?=\s)/)[0] ?? '';
    const found = (lock ? codeOfLock : codeOfAlarm).exec(reach) ?? typedCode.exec(reach);
    return found ? [lastPartOf(Object.assign(found, { index: from + found.index }))] : [];
  });
}

const passphrase = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${named('passphrases')})(?: (?:${named('of')})(?: [\\p{L}'’.-]{1,20}){1,3})?(?: ?([:=：])| (?:${named('reads')}|${named('is')}):?) ?["“„«]?((?:\\p{L}{2,16}[ -]){2,11}\\p{L}{2,16})(?!\\p{L})`,
  'giu',
);
/** Behind a colon; behind "is" one more, as what is said of a passphrase has as many words. */
const minPassphraseWords = 3;

/** Several plain words behind a name that says so, up to the first little word: "passphrase: correct horse battery staple". */
const passphrasesIn = (text: string): FoundSecret[] =>
  [...text.matchAll(passphrase)].flatMap(({ 0: match, 1: sign, 2: said = '', index }) => {
    const words = said.split(/[ -]/);
    const little = words.findIndex((word) => littleWords.has(word.toLowerCase()));
    const own = little === -1 ? words : words.slice(0, little);
    const isShort = own.length < minPassphraseWords + (sign === undefined ? 1 : 0);
    if (isShort || placeholder.test(own[0] ?? '') || own.filter((word) => quality.test(word)).length > 1) return [];
    const start = index + match.length - said.length;
    return [{ kind: 'a password or code', start, end: start + own.join(' ').length }];
  });

/** The words that bring back a wallet: six or more in a row behind its name. */
const phrasesIn = (text: string): FoundSecret[] =>
  [...text.matchAll(phraseWord)].map(({ 0: match, 1: words = '', index }) => ({
    kind: 'a recovery phrase',
    start: index + match.length - words.length,
    end: index + match.length,
  }));

/** "PINs: Visa 4711, Amex 9932": behind a secret, others of its shape in the same line. */
function furtherOnes(text: string, { kind, isValue, start: nameStart }: SecretName, place: Place): FoundSecret[] {
  if (place.start < nameStart) return [];
  const shape = shapeOf(text.slice(place.start, place.end));
  const reach = text.slice(place.end, place.end + maxReach).split('\n')[0] ?? '';
  return tokensOf(reach)
    .filter(
      ({ text: token }) => !token.includes('[not') && isValue(token) && !isYear(token) && shapeOf(token) === shape,
    )
    .map(({ start, end }) => ({ kind, start: place.end + start, end: place.end + end }));
}

/** How many digits a number has; letters beside digits or signs are one shape. */
const shapeOf = (token: string): number | string =>
  /\p{L}/u.test(token) ? (/[^\p{L}'’.-]/u.test(token) ? 'mixed' : 'word') : token.replace(/\D/g, '').length;

/** Measures and things behind a bare number: "1200 mg", "1200 lines". */
const counted = new RegExp(
  `^(?:${[named('counted'), ...Object.values(measureSigns), ...languages.flatMap(({ claims }) => Object.values(claims?.measures ?? {}))].join('|')})$`,
  'iu',
);
const isCounted = ({ text, after }: Token, next: Token | undefined): boolean =>
  after === '' && /^\d+$/.test(text) && next !== undefined && counted.test(next.text);

/** "Code SAVE15 gives 15 % off" */
const isDiscount = (token: string, sentence: string): boolean =>
  /^\p{Lu}{3,10}\d{1,2}$/u.test(token) && /\d ?%/.test(sentence);

const weak = new RegExp(`^(?:${named('weak')})$`, 'iu');
const maxWordsFromWeak = 2;

const placeholder = new RegExp(`^(?:${named('placeholders')})$`, 'iu');

/** In the same sentence behind the name: "the PIN of the card is 4711". */
function behind(text: string, name: SecretName): Place | null {
  const { end: from, isValue } = name;
  const reach = text.slice(from, from + maxReach).split('\n')[0] ?? '';
  const tokens = tokensOf(reach);
  const isWeak = weak.test(text.slice(name.start, name.end));
  const reachOf = isWeak ? maxWordsFromWeak : maxWords;
  const isPlain = name.isPassword && plainName.test(text.slice(name.start, name.end));
  const word = (name.isPassword && !isWeak ? toldWord(reach) : null) ?? (isPlain ? wordAlone(reach) : null);
  if (word) return { start: from + word.start, end: from + word.end };
  for (const [i, token] of tokens.entries()) {
    const previous = tokens[i - 1]?.text.toLowerCase() ?? '';
    if (token.text.includes('[not')) return null;
    const isNear = i < reachOf || says.has(previous) || /[:=]$/.test(tokens[i - 1]?.after ?? '');
    if (
      isNear &&
      isValue(token.text) &&
      !isCounted(token, tokens[i + 1]) &&
      !isDiscount(token.text, reach) &&
      !(isYear(token.text) && beforeYear.has(previous))
    ) {
      const last = lastOf(tokens, i, isValue);
      return { start: from + token.start, end: from + last.end };
    }
    if (/[.!?;]/.test(token.after)) return null;
  }
  return below(text, name, reach);
}

/** Alone on the next line, where the name ends its own or a sign or a verb does: "PIN of the card:", and "4711" below. */
function below(text: string, name: SecretName, reach: string): Place | null {
  const last = tokensOf(reach).at(-1);
  const isSigned = /[:=：][*_]{0,3}\s{0,20}$/.test(reach);
  if (last && !isSigned && !says.has(last.text.toLowerCase())) return null;
  return loneBelow(text, name.end + reach.length, name, isSigned);
}

/** The last one of several codes in a row. */
function lastOf(tokens: readonly Token[], at: number, isValue: IsValue): Token {
  let last = at;
  while (isValue(tokens[last + 1]?.text ?? '')) last += 1;
  return tokens[last] as Token;
}

/** Of four to eight digits. A year is none. */
const isLabelled = (token: string): boolean => /^\d{4,8}$/.test(token) && !isYear(token);

function toldWord(reach: string): Place | null {
  const found = told.exec(reach);
  const word = found?.[1];
  if (!found || word === undefined || placeholder.test(word)) return null;
  const start = found[0].indexOf(word);
  return { start, end: start + word.length };
}

function wordAlone(reach: string): Place | null {
  const found = alone.exec(reach);
  const word = found?.[1];
  if (!found || word === undefined || !isGivenName(word)) return null;
  const end = found[0].length;
  return { start: end - word.length, end };
}

const as = wordsFor('as');
/** "As password for the mail", and no "as password manager". */
const useEnds = new RegExp(`^(?:[ \\t]*(?:[.,;:!?)]|$|\\n)| (?:${named('of')}|${named('is')}|${joins}) )`, 'iu');

const maxBefore = 60;
/** "4711 Visa" */
const maxLabel = 3;

/** "4711 is the PIN", "hunter2! – that is the router password", "hunter2! as my password", "4711 Visa PIN". */
function before(text: string, { start: index, end, isValue }: SecretName): Place | null {
  const from = Math.max(0, index - maxBefore);
  const reach = text.slice(from, index).split('\n').at(-1) ?? '';
  const tokens = tokensOf(reach);
  const isUse = useEnds.test(text.slice(end, end + maxBefore));
  const at = tokens.findLastIndex(({ text: one }) => is.has(one.toLowerCase()) || (isUse && as.has(one.toLowerCase())));
  const isLabel =
    at === -1 && tokens.length <= maxLabel && /^[ \t]*[.,;!]?(?:$|\n)/.test(text.slice(end, end + maxBefore));
  const value = isLabel ? tokens[0] : tokens.slice(0, at).findLast(({ text: one }) => !that.has(one.toLowerCase()));
  if (value === undefined || (isLabel ? !isLabelled(value.text) : at < 1)) return null;
  if (value.text === 'shown]' || !isValue(value.text) || /[.?;]/.test(value.after)) return null;
  const offset = index - reach.length;
  return { start: offset + value.start, end: offset + value.end + value.after.length };
}

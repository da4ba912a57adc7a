// Passwords, PINs, codes and account numbers that are named as such: "the PIN is 4711", "Kennwort: sommer2026", "hunter2! is my
// password", "código … ocho ocho cuatro dos". A word of a language's table says what it is, the shape of what stands beside it
// decides. Pure, linear.
import { languages, offlinePhrases } from '../language/languages.ts';
import type { SecretWords } from '../language/language.ts';

/** A place in a text that holds a secret. */
export interface FoundSecret {
  /** For the sentence "this contains what looks like …". */
  kind: string;
  start: number;
  /** Exclusive. */
  end: number;
}

/** The words of all languages for it. */
const wordsFor = (kind: keyof SecretWords): ReadonlySet<string> =>
  new Set(offlinePhrases.flatMap(({ secrets }) => secrets?.[kind] ?? []));

/** As alternatives of a pattern. */
const named = (kind: keyof SecretWords): string => [...wordsFor(kind)].join('|');

const credentialWord = new RegExp(
  `(?<![\\p{L}\\p{N}_/])(?:(${named('accounts')})|(${named('codes')})|(${named('passwords')}))(?![\\p{L}\\p{N}_/])|(${named('unspaced')})`,
  'giu',
);
/** Codes that are no secret, by the word before them or behind them. */
const openBefore = new RegExp(`(?:${named('openBefore')})[- ]?$`, 'iu');
const openBehind = new RegExp(`^[- ](?:${named('openBehind')})(?!\\p{L})`, 'iu');

const maxReach = 120;
/** A secret stands at most this many words from its name; farther away only where a word says what it is. */
const maxWords = 8;
const is = wordsFor('is');
const says: ReadonlySet<string> = new Set([...is, ...wordsFor('reads'), '=', ':']);
/** Behind these a number of four digits is a year. */
const beforeYear = wordsFor('beforeYear');
/** "That", or a dash, between a secret and what it is. */
const that: ReadonlySet<string> = new Set([...wordsFor('that'), '-', '–', '—']);
/** A word alone behind the name is the secret where a sign or a verb says so: "Password: sunshine", "Passwort lautet Sonnenblume". */
const told = new RegExp(
  `^(?:(?: (?:${named('of')})(?: [\\p{L}'’.-]{1,20}){1,3})? ?[:=：] ?| (?:${named('reads')}) | (?:${named('is')})[: ] ?(?=["“'„«]))["“'„«]?([^\\s"”'“»,;:]{4,64})["”'“»]?[.,;!]?(?:$|\\n)`,
  'iu',
);
/** Up to fifteen; Spanish reads out the digits of a code in pairs. */
const maxDigitWord = 15;
const digitWords = new Set([
  ...languages.flatMap(({ times, numbers }) => [
    ...times.counts.slice(0, maxDigitWord),
    ...(numbers?.words[0]?.split(' ') ?? []),
  ]),
  ...wordsFor('digits'),
]);
const phraseWord = new RegExp(
  `(?<!\\p{L})(?:${named('phrases')})(?: (?:${named('of')})(?: \\p{L}{1,20}){1,3}:| (?:${named('is')}|${named('reads')}):?|:)? ((?:\\p{Ll}{3,12},? ){5,30}\\p{Ll}{3,12})(?!\\p{L})`,
  'giu',
);

interface Token {
  text: string;
  /** Where it stands in what was read. */
  start: number;
  end: number;
  /** What stands right behind it: a period ends the sentence. */
  after: string;
}

/** All of them in a text, in order. */
export function credentialsIn(text: string): FoundSecret[] {
  const found = [...text.matchAll(credentialWord)].flatMap((name) => {
    const { 0: word, 1: account, 2: pin, index } = name;
    const from = index + word.length;
    if (pin !== undefined && (openBefore.test(text.slice(Math.max(0, index - 12), index)) || isOpen(text, from)))
      return [];
    const isValue = valueOf(name);
    const kind = account === undefined ? 'a password or code' : 'an account number';
    const place =
      behind(text, from, isValue, account === undefined && pin === undefined) ?? before(text, index, isValue);
    return place === null ? [] : [{ kind, ...place }];
  });
  return [...found, ...cellsIn(text), ...phrasesIn(text), ...loginsIn(text), ...codesOfLocks(text)];
}

type IsValue = (token: string) => boolean;

/** What the secret looks like that one of the {@link credentialWord}s names. */
const valueOf = ({ 1: account, 2: pin }: RegExpExecArray): IsValue =>
  account !== undefined ? isAccount : pin !== undefined ? isPin : isPassword;

/** Behind an address of mail and a sign that parts a login: letters, digits, and a sign or capitals that nobody writes but in a password. */
const login =
  /@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4} {0,2}[/|:] {0,2}((?=[^\s/|@]{0,63}\p{L})(?=[^\s/|@]{0,63}\d)(?:(?=[^\s/|@]{0,63}[!$#%&*?^~=])|(?=[^\s/|@]{0,63}\p{Lu})(?=[^\s/|@]{0,63}\p{Ll})(?=[^\s/|@]{8}))[^\s/|@]{5,64})(?=$|\s)/gu;

/** A name and a password behind what they open: "Router: admin / Hund2020". */
const pair = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${named('logins')})(?![\\p{L}\\p{N}])[^:\\n/]{0,40}: ?[^\\s/]{2,40} ?/ ?((?=[^\\s/]{0,63}\\p{L})(?=[^\\s/]{0,63}\\d)(?!\\d+[kmgt]?(?:bit|hz|bps|b)(?!\\p{L}))[^\\s/.]{6,64})(?=[.,;!?]?(?:$|\\s))`,
  'giu',
);

/** What a network is opened with: "wifi at mum's is Sunflower-88", "guest network Heron, key k9-moss-41". Speeds are none. */
const networkKey = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${named('networks')})(?![\\p{L}\\p{N}])[^:=\\n]{0,40}?(?: ?[:=] ?| (?:${named('is')}) |,? (?:${named('keys')}):? )["“'„«]?((?=[^\\s]{0,63}\\p{L})(?=[^\\s]{0,63}[\\d!$#%&*?^~=])(?!\\d{1,9} ?[kmgt]?(?:bit|hz|bps|b)(?!\\p{L}))[^\\s"”'“»,;:/]{7,64})(?=["”'“»]?[.,;!?]?(?:$|\\s))`,
  'giu',
);

const turn = `(?:${named('turns')})(?: (?:to|auf|à|a))? \\d{1,2}`;
/** "Left 32, right 7, left 19": how a lock is turned, whatever it is called. */
const turnedLock = new RegExp(
  `(?<!\\p{L})(${turn}(?:(?:,|,? (?:${named('afterwards')})) ${turn}){2,5})(?![\\p{L}\\p{N}])`,
  'giu',
);

const loginsIn = (text: string): FoundSecret[] =>
  [login, pair, networkKey, turnedLock].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => lastPartOf(match)),
  );

/** What a pattern has found at its end. */
const lastPartOf = ({ 0: match, 1: part = '', index }: RegExpExecArray): FoundSecret => ({
  kind: 'a password or code',
  start: index + match.length - part.length,
  end: index + match.length,
});

const lockWord = new RegExp(`(?<![\\p{L}\\p{N}-])(?:(${named('locks')})|${named('alarms')})(?![\\p{L}\\p{N}])`, 'giu');
/** Two or more numbers behind a first one: "19 then 4 then 88", "3-1-9-7". */
const furtherNumbers = `(?:(?:,? (?:${named('afterwards')}) |, ?| ?- ?)\\d{1,2}){2,5}`;
const lockNumber = `(\\d{1,2}${furtherNumbers}|(?!(?:19|20)\\d\\d(?!\\d))\\d{3,8})[#*]?`;
/** "With 450 others" is no code: it ends a clause, or a particle does, as in "geht mit 4711 auf". */
const clauseEnd = '(?=[.,;!?)]?\\s{0,3}$|[.,;!?)]\\s|\\sauf(?!\\p{L}))';
const opening = `(?<!\\p{L})(?:${named('with')}) (?:\\p{L}{2,3} )?|(?<!\\p{L})(?:${named('is')}) (?=\\d{1,2}[ ,-])`;
const codeOfAlarm = new RegExp(`(?:${opening})${lockNumber}${clauseEnd}`, 'iu');
/** "Alarm: 0630" is a time, "Padlock of the bike: 0630" is none. */
const codeOfLock = new RegExp(`(?:^[^:]{0,40}: ?|${opening})${lockNumber}${clauseEnd}`, 'iu');

/** "The safe opens with 19, then 4, then 88": named by what it opens. */
function codesOfLocks(text: string): FoundSecret[] {
  return [...text.matchAll(lockWord)].flatMap(({ 0: word, 1: lock, index }) => {
    const from = index + word.length;
    const reach = text.slice(from, from + maxReach).split(/[\n;!?]|\.(?=\s)/)[0] ?? '';
    const found = (lock ? codeOfLock : codeOfAlarm).exec(reach);
    return found ? [lastPartOf(Object.assign(found, { index: from + found.index }))] : [];
  });
}

/** The words that bring back a wallet: six or more in a row behind its name. */
const phrasesIn = (text: string): FoundSecret[] =>
  [...text.matchAll(phraseWord)].map(({ 0: match, 1: words = '', index }) => ({
    kind: 'a recovery phrase',
    start: index + match.length - words.length,
    end: index + match.length,
  }));

const isOpen = (text: string, from: number): boolean => openBehind.test(text.slice(from, from + 14));

type Place = Pick<FoundSecret, 'start' | 'end'>;

/** In the same sentence behind the name: "the PIN of the card is 4711". */
function behind(text: string, from: number, isValue: IsValue, isWord: boolean): Place | null {
  const reach = text.slice(from, from + maxReach).split('\n')[0] ?? '';
  const tokens = tokensOf(reach);
  const word = isWord ? toldWord(reach) : null;
  if (word) return { start: from + word.start, end: from + word.end };
  for (const [i, token] of tokens.entries()) {
    const previous = tokens[i - 1]?.text.toLowerCase() ?? '';
    if (token.text.includes('[not')) return null;
    const isNear = i < maxWords || says.has(previous);
    if (isNear && isValue(token.text) && !(isYear(token.text) && beforeYear.has(previous))) {
      const last = lastOf(tokens, i, isValue);
      return { start: from + token.start, end: from + last.end };
    }
    if (/[.!?;]/.test(token.after)) return null;
  }
  return below(text, from, reach, isValue);
}

const lineBelow = /^\s{0,20}\n[^\S\n]{0,20}(?:[-*+>][^\S\n]{1,4})?(?=\S)/;

/** Alone on the next line, where the name ends its own or a sign or a verb does: "PIN of the card:", and "4711" below. */
function below(text: string, from: number, reach: string, isValue: IsValue): Place | null {
  const last = tokensOf(reach).at(-1);
  if (last && !says.has(last.text.toLowerCase()) && !/^[:=：]/.test(last.after)) return null;
  const end = from + reach.length;
  const gap = lineBelow.exec(text.slice(end, end + maxReach))?.[0];
  if (gap === undefined) return null;
  const start = end + gap.length;
  const tokens = tokensOf(text.slice(start, start + maxReach).split('\n')[0] ?? '');
  const [value] = tokens;
  return value && tokens.length === 1 && isValue(value.text)
    ? { start: start + value.start, end: start + value.end }
    : null;
}

/** Below the dashes of a table. */
const tableRule = /^\s{0,8}\|?(?:\s{0,8}:?-{2,200}:?\s{0,8}\|){0,50}\s{0,8}:?-{2,200}:?\s{0,8}\|?\s{0,8}$/;

/** What stands in a column of a table that is headed "PIN". */
function cellsIn(text: string): FoundSecret[] {
  if (!text.includes('|')) return [];
  const found: FoundSecret[] = [];
  let columns: ReturnType<typeof headedColumns> = [];
  let previous = '';
  let at = 0;
  for (const line of text.split('\n')) {
    if (!line.includes('|')) columns = [];
    else if (tableRule.test(line)) columns = headedColumns(previous);
    else
      for (const [column, { cell, start }] of (columns.length === 0 ? [] : cellsOf(line)).entries())
        if (columns[column]?.(cell))
          found.push({ kind: 'a password or code', start: at + start, end: at + start + cell.length });
    previous = line;
    at += line.length + 1;
  }
  return found;
}

/** Of each column of a table whose heading names a secret, what is one. */
const headedColumns = (line: string): (IsValue | undefined)[] =>
  cellsOf(line).map(({ cell }) => {
    const [name] = cell.matchAll(credentialWord);
    return name && valueOf(name);
  });

/** The cells of a row without the blanks around them, from its first bar on. */
function cellsOf(line: string): { cell: string; start: number }[] {
  const lead = /^\s*\|?/.exec(line)?.[0].length ?? 0;
  let at = lead;
  return line
    .slice(lead)
    .split('|')
    .map((raw) => {
      const start = at + (raw.length - raw.trimStart().length);
      at += raw.length + 1;
      return { cell: raw.trim(), start };
    });
}

/** The last one of several codes in a row. */
function lastOf(tokens: readonly Token[], at: number, isValue: IsValue): Token {
  let last = at;
  while (isValue(tokens[last + 1]?.text ?? '')) last += 1;
  return tokens[last] as Token;
}

function toldWord(reach: string): Place | null {
  const found = told.exec(reach);
  const word = found?.[1];
  if (!found || word === undefined) return null;
  const start = found[0].indexOf(word);
  return { start, end: start + word.length };
}

const maxBefore = 60;

/** "4711 is the PIN", "hunter2! – that is the router password". */
function before(text: string, index: number, isValue: IsValue): Place | null {
  const from = Math.max(0, index - maxBefore);
  const reach = text.slice(from, index).split('\n').at(-1) ?? '';
  const tokens = tokensOf(reach);
  const at = tokens.findLastIndex(({ text: one }) => is.has(one.toLowerCase()));
  const value = tokens.slice(0, at).findLast(({ text: one }) => !that.has(one.toLowerCase()));
  if (at < 1 || value === undefined || value.text === 'shown]' || !isValue(value.text) || /[.?;]/.test(value.after))
    return null;
  const offset = index - reach.length;
  return { start: offset + value.start, end: offset + value.end + value.after.length };
}

/** Words without the signs around them; digits and words for digits that stand in a row are one. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: raw, index } of text.matchAll(/\S+/g)) {
    const lead = /^["'„“«‹(:=：]*/.exec(raw)?.[0].length ?? 0;
    const bare = raw.slice(lead).replace(/["'“”»›),;:.!?]{1,3}$/, '') || raw.slice(lead);
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

const isDateOrTime = (token: string): boolean =>
  /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[.:/]\d{1,2}(?:[.:/]\d{2,4})?\.?|\d+(?:st|nd|rd|th|%|€|\$|[.,]\d+€?|h|k|x)|[€$£]\d[\d.,]*)$/i.test(
    token,
  );
const isYear = (token: string): boolean => /^(?:19|20)\d\d$/.test(token);
const isAddress = (token: string): boolean => /^[^\s@]+@[^\s@]+\.\p{L}+$|^https?:/u.test(token);

const isAccount = (token: string): boolean => /^[\d -]{6,}$/.test(token) && token.replace(/\D/g, '').length >= 6;

/** In groups, as nobody writes a password: "forgot the password, call 01 42 68 53 00". */
const isPhone = (token: string): boolean => /^\+?\d[\d ]{8,}$/.test(token) && token.includes(' ');

/** Three to ten digits, or letters and digits together. */
const isPin = (token: string): boolean =>
  isSpelled(token) ||
  (!isDateOrTime(token) &&
    (/^\d(?:[ -]?\d){2,15}[#*]?$/.test(token) || /^(?=[A-Za-z-]{0,9}\d)[A-Za-z0-9-]{4,12}$/.test(token)));

/** Four characters or more with a digit or a sign among them; a number of three digits or a year is none. */
const isPassword = (token: string): boolean =>
  isSpelled(token) ||
  (token.replaceAll(' ', '').length >= 4 &&
    !isDateOrTime(token) &&
    !isYear(token) &&
    !isAddress(token) &&
    !isPhone(token) &&
    /[\d!@#$%^&*+=?~|<>{}[\]\\]/.test(token) &&
    !/^\[.*\]$/.test(token));

// Passwords, PINs, codes and account numbers that are named as such: "the PIN is 4711", "Kennwort: sommer2026", "hunter2! is my
// password", "código … ocho ocho cuatro dos". A word says what it is, the shape of what stands beside it decides. Pure, linear.
// The words of all languages stand here and not in `language/`, because the log and the redactor need them below every other floor.

/** A place in a text that holds a secret. */
export interface FoundSecret {
  /** For the sentence "this contains what looks like …". */
  kind: string;
  start: number;
  /** Exclusive. */
  end: number;
}

const passwords =
  'pass(?:word|code|phrase|wort|wörter|wd)s?|pass(?= ?[:=])|pwd?|kenn(?:wort|wörter)|contraseñas?|contrasenyas?|clave|mots? de passe|parola|senha|wachtwoord|hasł[oa]|парол[ьяіем]{1,2}|(?:lösenord|adgangskode|kodeord|passord|salasana|heslo|şifre)\\p{L}{0,4}|पासवर्ड|كلمة (?:المرور|السر)|(?:wi-?fi|wlan|network|router|netzwerk|encryption|licen[cs]e)[- ]?(?:key|schlüssel)|log-?in(?= ?[:=]| is )|credentials|zugangsdaten';
const pins =
  'pin(?:s|code)?|puk|tan|otp|cvv|cvc|codes?|digicode|(?:sicherheits|zugangs|tür|tor|alarm|schließfach|pin)[- ]?code|códigos?|codice|पिन(?: कोड)?|kod(?:en|u)?|kode[nt]?|kód(?:u|em)?|koodi|(?:pin|port|dörr|dør|ovi)-?(?:kod|kode|koodi)(?:en|ni)?|код(?:а|ом)?|п[иі]н-?код|الرقم السري|رمز(?: \\p{L}{2,12})?|geheim(?:zahl|nummer)|prüfnummer|(?:lock |safe )?combination|combinaison|kombination|combinación';
const accounts =
  '(?:account|bank|card|konto|iban|routing)[- ]?(?:number|nummer|nr|no)\\.?|iban|blz|sort code|número de cuenta|numero de cuenta|numéro de compte|numero de compte';
/** Written without a space to the next word. */
const unspaced = '密码|密碼|验证码|驗證碼|パスワード|暗証番号|비밀번호|인증번호';

const credentialWord = new RegExp(
  `(?<![\\p{L}\\p{N}_/])(?:(${accounts})|(${pins})|(${passwords}))(?![\\p{L}\\p{N}_/])|(${unspaced})`,
  'giu',
);
/** Codes that are no secret, by the word before them or behind them. */
const openBefore =
  /(?:zip|post(?:al)?|area|country|dress|qr|source|bar|error|http|status|colou?r|morse|genetic|tax|promo|promosyon|posta|alan|rabatt|промо|почтовый|поштовий|discount|safety|hair|bowling)[- ]?$/i;
const openBehind =
  /^[- ](?:postale?|postal|reviews?|freeze|of conduct|de barras|pocztowy|rabatowy|źródłowy|ошибки|помилки|qr|fuente|source|civil|pénal|lines?)(?!\p{L})/iu;

const maxReach = 120;
/** A secret stands at most this many words from its name; farther away only where a word says what it is. */
const maxWords = 8;
const says = /^(?:is|are|was|=|:|ist|sind|lautet|lauten|es|son|est|sont|é|è|is:)$/i;
/** Behind these a number of four digits is a year. */
const beforeYear = /^(?:in|from|since|until|by|of|seit|von|ab|bis|en|desde|de|depuis|avant|im|jahr|year)$/i;
const digitWord =
  /^(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|zéro|un|deux|trois|quatre|cinq|sept|huit|neuf)$/i;

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
  const named = [...text.matchAll(credentialWord)].flatMap(({ 0: word, 1: account, 2: pin, index }) => {
    const from = index + word.length;
    if (pin !== undefined && (openBefore.test(text.slice(Math.max(0, index - 12), index)) || isOpen(text, from)))
      return [];
    const isValue = account !== undefined ? isAccount : pin !== undefined ? isPin : isPassword;
    const kind = account === undefined ? 'a password or code' : 'an account number';
    const found =
      behind(text, from, isValue, account === undefined && pin === undefined) ?? before(text, index, isValue);
    return found === null ? [] : [{ kind, ...found }];
  });
  return [...named, ...phrasesIn(text)];
}

const phraseWord =
  /(?<!\p{L})(?:(?:recovery|seed|backup|mnemonic|secret) (?:phrase|words)|seed(?=:)|wiederherstellungs(?:phrase|wörter)|frase (?:semilla|de recuperación)|phrase de récupération)(?: is| are| ist| lautet| es| est)?:? ((?:\p{Ll}{3,12},? ){5,30}\p{Ll}{3,12})(?!\p{L})/giu;

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
function behind(text: string, from: number, isValue: (token: string) => boolean, isWord: boolean): Place | null {
  const reach = text.slice(from, from + maxReach).split('\n')[0] ?? '';
  const tokens = tokensOf(reach);
  const told = isWord ? toldWord(reach) : null;
  if (told) return { start: from + told.start, end: from + told.end };
  for (const [i, token] of tokens.entries()) {
    const previous = tokens[i - 1]?.text ?? '';
    if (token.text.includes('[not')) return null;
    const isNear = i < maxWords || says.test(previous);
    if (isNear && isValue(token.text) && !(isYear(token.text) && beforeYear.test(previous))) {
      const last = lastOf(tokens, i, isValue);
      return { start: from + token.start, end: from + last.end };
    }
    if (/[.!?;]/.test(token.after)) return null;
  }
  return null;
}

/** The last one of several codes in a row. */
function lastOf(tokens: readonly Token[], at: number, isValue: (token: string) => boolean): Token {
  let last = at;
  while (isValue(tokens[last + 1]?.text ?? '')) last += 1;
  return tokens[last] as Token;
}

/** "Password: sunshine", "Passwort lautet Sonnenblume": a word alone that is given as the password. */
function toldWord(reach: string): Place | null {
  const found =
    /^(?: ?[:=：] ?| lautet | is[: ] ?(?=["“'„«])| ist (?=["“'„«])| es (?=["“'«])| est (?=["“'«]))["“'„«]?([^\s"”'“»,;:]{4,64})["”'“»]?[.,;!]?(?:$|\n)/iu.exec(
      reach,
    );
  const word = found?.[1];
  if (!found || word === undefined) return null;
  const start = found[0].indexOf(word);
  return { start, end: start + word.length };
}

const maxBefore = 60;

/** "4711 is the PIN", "hunter2! – that is the router password". */
function before(text: string, index: number, isValue: (token: string) => boolean): Place | null {
  const from = Math.max(0, index - maxBefore);
  const reach = text.slice(from, index).split('\n').at(-1) ?? '';
  const tokens = tokensOf(reach);
  const at = tokens.findLastIndex(({ text: one }) => /^(?:is|ist|es|est)$/i.test(one));
  const value = tokens.slice(0, at).findLast(({ text: one }) => !/^(?:[-–—]|that|das|eso|ça|this)$/i.test(one));
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

const isDigits = (token: string): boolean =>
  /^[\d ]+$/.test(token) || token.split(' ').every((one) => digitWord.test(one));

const isSpelled = (token: string): boolean =>
  token.split(' ').length >= 3 && token.split(' ').every((one) => digitWord.test(one));

const isDateOrTime = (token: string): boolean =>
  /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[.:/]\d{1,2}(?:[.:/]\d{2,4})?\.?|\d+(?:st|nd|rd|th|%|€|\$|[.,]\d+€?|h|k|x)|[€$£]\d[\d.,]*)$/i.test(
    token,
  );
const isYear = (token: string): boolean => /^(?:19|20)\d\d$/.test(token);
const isAddress = (token: string): boolean => /^[^\s@]+@[^\s@]+\.\p{L}+$|^https?:/u.test(token);

const isAccount = (token: string): boolean => /^[\d -]{6,}$/.test(token) && token.replace(/\D/g, '').length >= 6;

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
    /[\d!@#$%^&*+=?~|<>{}[\]\\]/.test(token) &&
    !/^\[.*\]$/.test(token));

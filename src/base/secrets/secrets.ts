// Recognises secrets that a person pastes or a tool repeats, by their shape: nothing like this may become memory, or stay
// in a transcript or a log. Common, well-marked formats only; the redactor (redact.ts) adds those of the configuration.

import type { FoundSecret } from './credential-values.ts';
import { credentialsIn } from './credentials.ts';
import { append, largest } from '../lists.ts';

const shapes: readonly { kind: string; pattern: RegExp }[] = [
  { kind: 'an API key', pattern: /\bsk-[\w-]{20,}/g },
  { kind: 'an API key', pattern: /\b(?:sk|pk|rk)[-_](?:live|test|prod)[-_][\w-]{10,}/g },
  // The look for a digit is bounded: a long text without any is not searched anew from each of its dots.
  {
    kind: 'an API key',
    pattern:
      /\b(?:AIza|xai-|gsk_|pplx-|r8_|gl(?:pat|dt|rt)-|glsa_|npm_|pypi-|dckr_pat_|hf_|do[opr]_v1_|SG\.|ya29\.|hvs\.|whsec_|shp(?:at|ca|pa|ss)_|lin_api_|ntn_|sntrys_|tskey-|sbp_|ATATT3)(?=[\w.-]{0,80}\d)[\w.-]{20,}/g,
  },
  { kind: 'an API key', pattern: /\bAccountKey=[A-Za-z0-9+/]{40,128}={0,2}/g },
  { kind: 'a license key', pattern: /(?<![A-Z0-9-])[A-Z0-9]{5}(?:-[A-Z0-9]{5}){4}(?![A-Z0-9-])/g },
  { kind: 'an API key', pattern: /\bBearer [\w.-]{16,}|[?&](?:secret|token)=[\w-]{12,}/g },
  // What opens an encrypted backup.
  { kind: 'a private key', pattern: /\bAGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{50,}/gi },
  { kind: 'an AWS key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'a GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,})/g },
  { kind: 'a Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  // No word boundary before it: an address has it right after "bot".
  { kind: 'a bot token', pattern: /(?<!\d)\d{6,12}:[A-Za-z0-9_-]{30,}/g },
];

// 13 to 19 digits in the groupings that people write, not a part of a longer number.
const cardShape = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.]*\d)/g;
// The groups that are printed on cards, whatever is between them: dots, wide gaps, line ends.
const cardGroups =
  /(?<![\d.])(?:\d{4}(?:[\s./\\–-]{1,3}\d{4}){3}|3\d{3}[\s./\\–-]{1,3}\d{6}[\s./\\–-]{1,3}\d{5})(?![\d.]*\d)/g;

// An escape of JSON or of an address. The letter at its end would hide that a secret begins behind it: `\nsk-…`, `%3Dsk-…`.
const escape = /\\(?:[bfnrt]|u[\da-fA-F]{4})|%[\da-fA-F]{2}/g;

/** All secrets in a text, in order. Card numbers count only with a right check digit. */
export function findSecrets(given: string): FoundSecret[] {
  const text = given.replaceAll(escape, (found) => '\\'.repeat(found.length));
  const found = shapes.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({ kind, start: match.index, end: match.index + match[0].length })),
  );
  append(found, privateKeysIn(text));
  append(found, signedTokensIn(text));
  append(found, passwordsIn(text));
  for (const shape of [cardShape, cardGroups])
    for (const { 0: match, index: start } of text.matchAll(shape))
      if (isCardNumber(match.replace(/\D/g, '')))
        found.push({ kind: 'a card number', start, end: start + match.length });
  return withoutRepeats(found);
}

/** In order, without those that begin within one before. */
function withoutRepeats(found: FoundSecret[]): FoundSecret[] {
  const sorted = found.sort((a, b) => a.start - b.start);
  return sorted.filter(
    ({ start }, i) => i === 0 || start >= largest(sorted.slice(Math.max(0, i - 3), i).map(({ end }) => end)),
  );
}

const keyBegin = /-----BEGIN (?:[A-Z]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
const keyEnd = /-----END (?:[A-Z]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y;
// What keys are made of, also with their line ends escaped as in JSON; with the headers of older forms.
const keyBody = /[A-Za-z0-9+/=\s\\]*/y;
const keyText = /[\w+/=:,.\s\\]*/y;

/** From the first line of a key to its last; an end that was cut off is not waited for. */
function privateKeysIn(text: string): FoundSecret[] {
  return [...text.matchAll(keyBegin)].map(({ index: start, 0: begin }) => {
    const body = start + begin.length;
    // Dashes stand in headers (`DEK-Info: AES-128-CBC`); five of them begin another line of this kind.
    let end = body;
    for (let at = endOfMatch(keyText, text, body); ; at = endOfMatch(keyText, text, at + 1)) {
      if (text[at] !== '-') break;
      if (!text.startsWith('-----', at)) continue;
      end = Math.max(end, keyEndAfter(text, at));
      break;
    }
    return { kind: 'a private key', start, end: end > body ? end : endOfMatch(keyBody, text, body) };
  });
}

/** Where the last line of a key ends that begins at `at`; 0 where none does. */
const keyEndAfter = (text: string, at: number): number => {
  const end = endOfMatch(keyEnd, text, at);
  return end > at ? end : 0;
};

/** Where the match of a sticky pattern ends; `at` where there is none. */
function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

// From the colon on: a long text that could be a scheme is then not searched for its end from each of its places.
const credentials = /:\/\/[^\s:/@"]{1,64}:[^\s@/"]{3,128}@/g;
const scheme = /[a-z][a-z0-9+.-]{1,20}$/i;
const maxSchemeLength = 21;

/** Passwords in addresses, with the scheme and the name before them. */
function passwordsIn(text: string): FoundSecret[] {
  return [...text.matchAll(credentials)].flatMap(({ index, 0: match }) => {
    const name = scheme.exec(text.slice(Math.max(0, index - maxSchemeLength), index))?.[0];
    if (name === undefined) return [];
    return [{ kind: 'a password in an address', start: index - name.length, end: index + match.length }];
  });
}

const tokenCharacters = /[A-Za-z0-9_.-]+/g;
const minTokenPart = 8;

/** JSON Web Tokens: three parts between dots, of which the first two are JSON objects in Base64 (`eyJ`). */
function signedTokensIn(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { 0: run, index } of text.matchAll(tokenCharacters)) {
    if (!run.includes('eyJ')) continue;
    const parts = run.split('.');
    let start = index;
    for (const [place, part] of parts.entries()) {
      const [, payload = '', signature = ''] = parts.slice(place, place + 3);
      const head = firstHead(part);
      const isToken =
        head !== null &&
        payload.startsWith('eyJ') &&
        payload.length >= 3 + minTokenPart &&
        signature.length >= minTokenPart;
      if (isToken)
        found.push({
          kind: 'a signed token',
          start: start + head,
          end: start + part.length + payload.length + signature.length + 2,
        });
      start += part.length + 1;
    }
  }
  return found;
}

/** Where the first part of a token begins within a run of its letters; null where it is none. */
function firstHead(part: string): number | null {
  const head = /(?:^|-)eyJ/.exec(part);
  if (!head) return null;
  const start = head.index + head[0].length - 3;
  return part.length - start >= 3 + minTokenPart ? start : null;
}

/** First digits and lengths that issuers use, so that a device's or a parcel's number is none; cards have no other lengths. */
const issuers =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[0-9]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|6\d{15,18})$/;

/** An issuer's form and the Luhn checksum (ISO/IEC 7812-1, annex B). */
function isCardNumber(digits: string): boolean {
  if (!issuers.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const value = i % 2 === 1 ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/**
 * What is not to be kept in memory, nor shown to a model from a note: secrets of all kinds, passwords, PINs and codes that
 * are named as such, and account numbers. A person may still talk of them; {@link findSecrets} is what is never stored.
 */
export const findSensitive = (text: string): FoundSecret[] =>
  withoutRepeats([...findSecrets(text), ...ibansIn(text), ...credentialsIn(text)]);

/** Stands in the place of what is {@link findSensitive}. A text that has it was copied from what a model is shown. */
export const notShown = '[not shown]';

/** The text with a mark in the place of everything that {@link findSensitive} finds, and as many lines as it had. */
export function withoutSensitive(text: string): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of findSensitive(text)) {
    if (start < from) continue;
    const lineEnds = text.slice(start, end).split('\n').length - 1;
    shown += `${text.slice(from, start)}${notShown}${'\n'.repeat(lineEnds)}`;
    from = end;
  }
  return from === 0 ? text : shown + text.slice(from);
}

const ibanShape = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ .-]?[A-Za-z0-9]){11,30}(?![A-Za-z0-9])/g;
/** In capitals, with whatever is between its parts: wide gaps, line ends. */
const wideIban = /(?<![A-Za-z0-9])[A-Z]{2}[\s./-]{0,3}\d{2}(?:[\s./-]{0,3}[A-Z0-9]){11,30}(?![A-Za-z0-9])/g;
const minIban = 15;
/** All countries have more; words in capitals behind a number have few. */
const minWideDigits = 10;
const gapAtEnd = /[\s./-][A-Za-z0-9]*$/;

/** International account numbers with a right checksum (ISO 13616). Words that follow in capitals are not taken for a part. */
function ibansIn(text: string): FoundSecret[] {
  const near = [...text.matchAll(ibanShape)].flatMap((match) => ibanAt(match, 0));
  return [...near, ...[...text.matchAll(wideIban)].flatMap((match) => ibanAt(match, minWideDigits))];
}

function ibanAt({ 0: match, index: start }: RegExpExecArray, minDigits: number): FoundSecret[] {
  let end = match.length;
  while (end > 0 && !isIban(match.slice(0, end))) end = match.slice(0, end).search(gapAtEnd);
  return end > 0 && match.slice(0, end).replace(/\D/g, '').length >= minDigits
    ? [{ kind: 'an account number', start, end: start + end }]
    : [];
}

function isIban(written: string): boolean {
  const plain = written.replace(/[\s./-]/g, '').toUpperCase();
  if (plain.length < minIban || plain.length > 34) return false;
  let remainder = 0;
  for (const character of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

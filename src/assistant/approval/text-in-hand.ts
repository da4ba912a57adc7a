// Whether a write says what the text of others says that the person asked to keep: nothing more, and nothing of it altered. The person
// has read that text and not the write, so that here one word in another's place matters, whoever put it there. Pure.
import { withoutEnd } from '../../base/text/text.ts';
import { languages } from '../../language/languages.ts';
import { numberOf } from '../../language/number-words.ts';
import { doubtAbout } from '../../memory/claims/claims.ts';
import { contentWords } from '../../memory/write/words.ts';
import type { Proposal } from '../../session/entry.ts';
import { isOfTime } from '../phrases/offers.ts';
import { wordsOfOwnValues } from './own-values.ts';
import { tellingWordsIn, withoutDates } from './proposed-words.ts';

/** What a write is made of. */
export interface InHand {
  /** What others wrote. */
  text: string;
  /** Of whom that is. */
  senders: string;
  /** What the person says of it, and what they are called. */
  own: string;
  /** The day of the talk, YYYY-MM-DD. */
  day: string;
}

/** Of a long text what has a word of the write is read. */
const maxReadUnits = 2_000;

export function saysTextInHand({ text }: Proposal, { text: given, senders, own, day }: InHand): boolean {
  const quote = partAbout(text, given).replace(/^\p{L}+/u, (word) => (isOfTime(word) ? word.toLowerCase() : word));
  const known = `${senders}\n${own}`;
  const values = wordsOfOwnValues(text, `${quote}\n${own.slice(-maxReadUnits)}`, day);
  const said = new Set([...contentWords(`${given}\n${known}`), ...values]);
  // "Bobs" as "Bob's". Whether a time is another one, the rules of the night tell.
  const isSaid = (word: string): boolean =>
    said.has(word) ||
    (!/\p{N}/u.test(word) &&
      (isOfTime(word) || said.has(withoutEnd(word, 's')) || [...said].some((one) => isAlike(one, word))));
  const words = [...tellingWordsIn(withoutPossessives(withoutDates(text)))];
  if (words.length === 0 || !words.every(isSaid)) return false;
  if (hasOtherWord(text, quote, values)) return false;
  return doubtAbout({ text, quote, known, said: day, isOpenQuestion: false }) === null;
}

/** "Bob" of "Bob's" */
export const withoutPossessives = (text: string): string => text.replaceAll(/['’]s(?!\p{L})/gu, '');

function partAbout(text: string, given: string): string {
  if (given.length <= maxReadUnits) return given;
  const words = contentWords(text);
  return given
    .split(/(?<=[.!?？;\n])/u)
    .filter((sentence) => [...contentWords(sentence)].some((word) => words.has(word)))
    .join('')
    .slice(0, maxReadUnits);
}

/** "Allergy" and "allergic" */
export const isAlike = (one: string, other: string): boolean =>
  one.length >= minAlike && other.length >= minAlike && one.slice(0, minAlike) === other.slice(0, minAlike);
const minAlike = 6;

/**
 * Whether a word of the write stands where the text has another one, between the same two: "may" for "must", "from" for "until". An
 * article, a word for the one who speaks and a value in another form may.
 */
function hasOtherWord(text: string, given: string, values: ReadonlySet<string>): boolean {
  const between = new Map<string, Set<string>>();
  for (const [before, word, after] of triplesOf(given)) {
    const place = `${before} ${after}`;
    between.set(place, (between.get(place) ?? new Set<string>()).add(word));
  }
  return triplesOf(text).some(([before, word, after]) => {
    const found = between.get(`${before} ${after}`);
    if (found === undefined || found.has(word) || values.has(word)) return false;
    return ![...found].some((one) => isExchangeable(one) || numberOf(one) === Number(word) || isSameWord(one, word));
  });
}

const isExchangeable = (word: string): boolean => articles.has(word) || speakers.has(word);
const isSameWord = (one: string, other: string): boolean => {
  const words = contentWords(other);
  return [...contentWords(one)].some((stem) => words.has(stem));
};

/** Each word of a text between the two beside it. */
function triplesOf(text: string): [string, string, string][] {
  const words = ['', ...(text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? []), ''];
  return words.slice(1, -1).map((word, at) => [words[at] ?? '', word, words[at + 2] ?? '']);
}

const articles = new Set(languages.flatMap(({ known = [] }) => known));
const speakers = new Set(languages.flatMap(({ speaker = [], offline }) => [...speaker, ...(offline?.me ?? [])]));

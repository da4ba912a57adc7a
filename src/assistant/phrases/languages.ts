// Which language a conversation is in, so that the program's own words are in it too. Pure.
import type { Entry } from '../../session/entry.ts';
import { isSpoken } from '../../session/history.ts';
import { partWords, spokenText } from '../provenance.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { Phrases } from './phrases.ts';
import { spanish } from './spanish.ts';

export const languages: readonly Phrases[] = [english, german, spanish, french];

const maxMessages = 8;
const maxUnits = 2_000;
/** How many of its words tell a language from the others. */
const clearLead = 2;

/**
 * The phrases of the language that the person writes: that of their last message, and where it says too little to tell,
 * with those before it. English where nothing tells.
 */
export function phrasesFor(entries: readonly Entry[]): Phrases {
  const spoken = entries
    .filter((entry) => entry.type === 'message')
    .filter(isSpoken)
    .slice(-maxMessages);
  return phrasesOf(spoken.toReversed().map((entry) => partWords(spokenText(entry)).own));
}

/** @param texts that the person wrote, newest first: the first ones that tell decide */
export function phrasesOf(texts: readonly string[]): Phrases {
  const counts = new Map<Phrases, number>();
  const countOf = (phrases: Phrases): number => counts.get(phrases) ?? 0;
  for (const text of texts) {
    const words =
      text
        .slice(0, maxUnits)
        .toLowerCase()
        .match(/[\p{L}\p{M}]+/gu) ?? [];
    for (const phrases of languages)
      counts.set(phrases, countOf(phrases) + words.filter((word) => phrases.marks.includes(word)).length);
    const [first = 0, second = 0] = languages.map(countOf).sort((a, b) => b - a);
    if (first - second >= clearLead) break;
  }
  return languages.reduce((best, phrases) => (countOf(phrases) > countOf(best) ? phrases : best));
}

/** @param name in English */
export const phrasesNamed = (name: string): Phrases => languages.find((one) => one.name === name) ?? english;

/** Whether an answer agrees, in any of the languages. What is not clearly a yes is none. */
export function isYes(answer: string): boolean {
  const words = answer.trim().toLowerCase();
  if (/[?？]/.test(words)) return false;
  return languages.some(({ yes }) => yes.some((one) => beginsWith(words, one)));
}

const beginsWith = (words: string, one: string): boolean =>
  words.startsWith(one) && !/^[\p{L}\p{N}]/u.test(words.slice(one.length));

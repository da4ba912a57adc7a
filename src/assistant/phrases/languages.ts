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

/** Recent words say more than old ones, and enough of them are enough. */
const maxMessages = 8;
const maxUnits = 2_000;

/** The phrases of the language that the person writes in this session; English where that can't be told. */
export function phrasesFor(entries: readonly Entry[]): Phrases {
  const counts = new Map<Phrases, number>();
  const spoken = entries.filter((entry) => entry.type === 'message' && isSpoken(entry)).slice(-maxMessages);
  for (const entry of spoken) {
    if (entry.type !== 'message') continue;
    const words =
      partWords(spokenText(entry))
        .own.slice(0, maxUnits)
        .toLowerCase()
        .match(/[\p{L}\p{M}]+/gu) ?? [];
    for (const phrases of languages) {
      const found = words.filter((word) => phrases.marks.includes(word)).length;
      counts.set(phrases, (counts.get(phrases) ?? 0) + found);
    }
  }
  return languages.reduce((best, phrases) => ((counts.get(phrases) ?? 0) > (counts.get(best) ?? 0) ? phrases : best));
}

/** Whether an answer agrees, in any of the languages. What is not clearly a yes is none. */
export function isYes(answer: string): boolean {
  const words = answer.trim().toLowerCase();
  if (/[?？]/.test(words)) return false;
  return languages.some(({ yes }) => yes.some((one) => beginsWith(words, one)));
}

const beginsWith = (words: string, one: string): boolean =>
  words.startsWith(one) && !/^[\p{L}\p{N}]/u.test(words.slice(one.length));

// The clauses of a sentence, and which of them say the same. Pure; callers bound the length of the text.
import { clauseEnds, isDenied } from './words.ts';

export const clausesOf = (text: string): string[] => text.split(clauseEnds).filter((clause) => clause.trim() !== '');

const maxShortWords = 4;

/**
 * The clause of the quote that shares most words; all of it where none shares any. A short denial behind it ("but I said
 * no") belongs to it.
 */
export function closestClause(clause: string, quote: string): string {
  let best = quote;
  let bestShared = 0;
  const clauses = clausesOf(quote);
  for (const [at, said] of clauses.entries()) {
    const shared = sharedStems(clause, said);
    if (shared > bestShared) {
      const next = clauses[at + 1] ?? '';
      best = wordsOf(next).length <= maxShortWords && isDenied(next) ? `${said} ${next}` : said;
      bestShared = shared;
    }
  }
  return best;
}

/** The words of a text in small letters. */
export const wordsOf = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/\p{L}[\p{L}'’-]*/gu)].map(([word]) => word);

/** Words by their first four letters: enough to tell which clause is meant. */
const stemsOf = (text: string): Set<string> =>
  new Set(wordsOf(text).flatMap((word) => (word.length < 2 ? [] : [word.slice(0, 4)])));

export function sharedStems(a: string, b: string): number {
  const other = stemsOf(b);
  return [...stemsOf(a)].filter((stem) => other.has(stem)).length;
}

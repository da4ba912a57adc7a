// The clauses of a sentence, and which of them say the same. Pure; callers bound the length of the text.
import { clauseEnds, isDenied, leavesOpen, sameRelation } from './words.ts';

export const clausesOf = (text: string): string[] => text.split(clauseEnds).filter((clause) => clause.trim() !== '');

/** How a quote and its source are compared: without marks of a bullet, by spacing and quotation marks of one form, in small letters. */
export const plainQuote = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s|\n/);

/** The sentences of a text that hold the quote; the quote itself where it does not stand in one of them. */
export function sentenceOf(quote: string, text: string): string {
  const wanted = plainQuote(quote);
  return sentencesOf(text).find((sentence) => plainQuote(sentence).includes(wanted)) ?? quote;
}

/** What was said from the beginning of the quote on, in plain letters. */
export function behindQuote(quote: string, text: string): string {
  const plain = plainQuote(text);
  return plain.slice(Math.max(plain.indexOf(plainQuote(quote)), 0));
}

const plainWord = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s?$/, '');

const maxShortWords = 5;

/**
 * The clause of the quote that shares most words; all of it where none shares any. A short denial behind it ("but I said
 * no") belongs to it.
 */
export function closestClause(clause: string, quote: string): string {
  let best = quote;
  let bestShared = 0;
  const clauses = clausesOf(quote);
  const sharing = sharingWith(clause);
  for (const [at, said] of clauses.entries()) {
    const shared = sharing(said);
    if (shared > bestShared) {
      const next = clauses[at + 1] ?? '';
      const isShort = wordsOf(next).length <= maxShortWords;
      best = isShort && (isDenied(next) || leavesOpen.test(next)) ? `${said}, ${next}` : said;
      bestShared = shared;
    }
  }
  return best;
}

/** The words of a text in small letters. */
export const wordsOf = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/\p{L}[\p{L}'’-]*/gu)].map(([word]) => word);

/** Whether a text has a word, or one of the same beginning or end: "uni" for "university", "Bad" for "Badezimmer". */
export function isMentioned(word: string, text: string): boolean {
  const wanted = plainWord(word);
  return wordsOf(text)
    .map(plainWord)
    .some((said) => said === wanted || isKin(said, wanted) || isKin(wanted, said) || sharedRelation(said, wanted));
}

const isKin = (one: string, other: string): boolean =>
  (one.length >= 3 && other.startsWith(one)) ||
  (one.length >= 4 && other.slice(0, 4) === one.slice(0, 4)) ||
  (one.length >= 5 && other.endsWith(one.slice(-5)));

const plainRelations = sameRelation.map((group) => group.map(plainWord));
const sharedRelation = (one: string, other: string): boolean =>
  plainRelations.some((group) => group.includes(one) && group.includes(other));

/** Words by their first four letters: enough to tell which clause is meant. */
const stemsOf = (text: string): Set<string> =>
  new Set(wordsOf(text).flatMap((word) => (word.length < 2 ? [] : [word.slice(0, 4)])));

/** How many words another text shares with this one, which is read only once for many others. */
export function sharingWith(text: string): (other: string) => number {
  const own = stemsOf(text);
  return (other) => [...stemsOf(other)].filter((stem) => own.has(stem)).length;
}

export const sharedStems = (a: string, b: string): number => sharingWith(a)(b);

/** "fumo" and "fuma", "smoke" and "smoking" */
export const isSameStem = (a: string, b: string): boolean => {
  const length = Math.min(4, a.length - 1, b.length - 1);
  return a.slice(0, length) === b.slice(0, length);
};

// The clauses of a sentence, and which of them say the same. Pure; callers bound the length of the text.

export const clausesOf = (text: string): string[] =>
  text
    .split(
      /(?<=[.!?;\n])(?!(?<=\d\.)\s\p{Ll})\s|, (?:but|and|so|aber|und|pero|mais) | (?:but|aber|sondern|pero|mais) |, (?=not |no |nicht |kein|pas )/u,
    )
    .filter((clause) => clause.trim() !== '');

/** The clause of the quote that shares most words; all of it where none shares any. */
export function closestClause(clause: string, quote: string): string {
  let best = quote;
  let bestShared = 0;
  for (const said of clausesOf(quote)) {
    const shared = sharedStems(clause, said);
    if (shared > bestShared) {
      best = said;
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

// Whether a claim is worded as the person's words are: a note of a model that nobody looks at again may leave words out, and bring none.
// Pure; callers bound the length of the texts.
import { clausesOf, closestClause, isMentioned, wordsOf } from './clauses.ts';
import { isAuxiliary, isFunctionWord, isSelf, months, possessives, weekdays } from './words.ts';

interface Words {
  said: string;
  /** The question that they answer; empty for none. */
  question: string;
  /** Where names may stand as well. */
  known: string;
}

/**
 * Whether each clause of a claim has its words from one clause of what was said, or from the question. A name may stand elsewhere, and
 * numbers and days are for {@link doubtAbout}.
 */
export function isWordedAs(claim: string, { said, question, known }: Words): boolean {
  const everything = `${said}\n${question}\n${known}`;
  return clausesOf(claim).every((clause) => {
    const near = `${closestClause(clause, said)}\n${question}`;
    return wordsOf(clause).every(
      (word) =>
        isFree(word) ||
        isMentioned(word, near) ||
        isMentioned(baseOf(word), near) ||
        (isCapital(word, clause) && isMentioned(word, everything)),
    );
  });
}

/** "I fly" is told as "flies". */
const baseOf = (word: string): string => word.replace(/ies$/u, 'y');

const isFree = (word: string): boolean =>
  isFunctionWord(word) ||
  isAuxiliary(word) ||
  isSelf(word) ||
  possessives.has(word) ||
  months.has(word) ||
  weekdays.has(word);

/** With a capital in the claim: a name, or a noun where these are written so. */
const isCapital = (word: string, clause: string): boolean =>
  clause.includes(word.slice(0, 1).toUpperCase() + word.slice(1));

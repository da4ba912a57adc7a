// Whether two lines say different things of the same, so that one of them has likely taken the place of the other: "Lives in
// Paris" and "Lives in Berlin", "Yoga on Tuesday" and "Yoga on Thursday". A guess, to be shown to the person and never acted
// on alone: "likes tea" and "likes coffee" may both be true, and are no rivals. Pure.
import { languages } from '../../language/languages.ts';
import { patternOf } from '../../language/words.ts';
import { contentTermsOf } from '../text/terms.ts';
import { withoutLeadIn } from '../text/validity.ts';
import { tellsOfChange } from './question-forms.ts';

interface Word {
  written: string;
  /** As the search compares it; null for a word that says nothing by itself. */
  term: string | null;
}

/** A line with more terms says several things. */
const maxTerms = 16;
const maxUnits = 400;
/** The share of the shorter line's words that both must have. */
const minShared = 0.5;
/** Words after which the rest of a line is the one value of what stands before: "My favourite colour is …". */
const equals: ReadonlySet<string> = new Set(languages.flatMap(({ copula = [] }) => copula));

/** What was so is so no longer. */
const ends = patternOf(languages.flatMap(({ questions }) => questions.noLonger ?? []));

/** A line as it can be compared; made once where many are. @returns null for a question, and for what is too long or too short */
export function statementOf(line: string): Word[] | null {
  const text = withoutLeadIn(line.split('<!--', 1)[0] ?? '');
  if (text.length > maxUnits || /[?？]\s*$/.test(text)) return null;
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.:'’-]*/gu)].map(([found]) => {
    const written = found.replace(/[.:'’-]{1,3}$/, '');
    return { written, term: contentTermsOf(written)[0] ?? null };
  });
  const count = termsIn(words).size;
  return count < 2 || count > maxTerms ? null : words;
}

/** @param newer the line that may have taken the place of `older` */
export function areRivals(newer: readonly Word[], older: readonly Word[]): boolean {
  const [own, other] = [termsIn(newer), termsIn(older)];
  const [subject, ofOlder] = [newer, older].map((words) =>
    termsIn(words.filter((word, i) => i === 0 || !isValue(word))),
  );
  if (!subject || !ofOlder) return false;
  const shared = [...subject].filter((term) => ofOlder.has(term)).length;
  if (shared === 0 || shared < minShared * Math.min(subject.size, ofOlder.size)) return false;
  const said = newer.map(({ written }) => written).join(' ');
  if (ends.test(said) !== ends.test(older.map(({ written }) => written).join(' '))) return true;
  const [fresh, gone] = [only(newer, other), only(older, own)];
  // "Moved to Berlin" says the same as "lives in Berlin".
  const keepsValue = kindsOf(newer.filter(({ term }) => term !== null && other.has(term))).length > 0;
  if (tellsOfChange(said) && gone.length > 0 && (kindsOf(gone).length > 0 || !keepsValue)) return true;
  if (fresh.length === 0 || gone.length === 0 || firstTerm(newer) !== firstTerm(older)) return false;
  const values = placesOf(gone, older, newer);
  return [...placesOf(fresh, newer, older)].some((place) => values.has(place)) || isOneValue(newer, older);
}

/** A number, a time or a name: what a line says of its subject. */
const isValue = ({ written }: Word): boolean => /\p{N}|^\p{Lu}/u.test(written);

/** Where values stand: their kind and the last word before them that the other line has as well, such as `name in`. */
function placesOf(values: readonly Word[], line: readonly Word[], other: readonly Word[]): Set<string> {
  const inOther = new Set(other.map(({ written }) => written.toLowerCase()));
  const before = (value: Word): string | undefined =>
    line
      .slice(0, line.indexOf(value))
      .map(({ written }) => written.toLowerCase())
      .findLast((written) => inOther.has(written));
  return new Set(values.filter(isValue).map((value) => `${kindsOf([value])[0]} ${before(value) ?? ''}`));
}

export const termsIn = (words: readonly Word[]): Set<string> =>
  new Set(words.flatMap(({ term }) => (term === null ? [] : [term])));

const only = (words: readonly Word[], others: ReadonlySet<string>): Word[] =>
  words.filter(({ term }) => term !== null && !others.has(term));

const firstTerm = (words: readonly Word[]): string | null => words.find(({ term }) => term !== null)?.term ?? null;

/** What a line can say only one of at a time: a number, a time or a date, and a name. */
function kindsOf(words: readonly Word[]): ('number' | 'name')[] {
  const isNumber = words.some(({ written }) => /\p{N}/u.test(written));
  const isName = words.some(({ written }) => /^\p{Lu}/u.test(written));
  return [...(isNumber ? (['number'] as const) : []), ...(isName ? (['name'] as const) : [])];
}

/** The same words up to "is", and another value behind it. */
function isOneValue(newer: readonly Word[], older: readonly Word[]): boolean {
  const same = newer.findIndex(({ written }, i) => written.toLowerCase() !== older[i]?.written.toLowerCase());
  return same > 1 && equals.has(newer[same - 1]?.written.toLowerCase() ?? '');
}

// The languages that search knows, those that are understood without a model, and which language a text is in.
import { arabic } from './arabic.ts';
import { chinese } from './chinese.ts';
import { czech } from './czech.ts';
import { danish } from './danish.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { finnish } from './finnish.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { hindi } from './hindi.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { korean } from './korean.ts';
import type { Language, OfflinePhrases } from './language.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';
import { swedish } from './swedish.ts';
import { turkish } from './turkish.ts';
import { ukrainian } from './ukrainian.ts';

export const languages: readonly Language[] = [
  english,
  german,
  spanish,
  french,
  italian,
  portuguese,
  dutch,
  russian,
  ukrainian,
  polish,
  swedish,
  chinese,
  japanese,
  korean,
];

/** Those above and some that search has no tables of. */
export const offlinePhrases: readonly OfflinePhrases[] = [
  ...languages.flatMap(({ offline }) => offline ?? []),
  danish,
  finnish,
  czech,
  turkish,
  hindi,
  arabic,
];

/** The language of that name, in English. */
export const languageNamed = (name: string): Language | undefined => languages.find((one) => one.name === name);

const marksOf = new Map(languages.map((language) => [language, new Set(language.marks)]));

function countMarks(text: string): Map<Language, number> {
  const said =
    text
      .slice(0, 500)
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  const counts = new Map<Language, number>();
  for (const [language, marks] of marksOf) {
    let count = 0;
    for (const word of said) if (marks.has(word)) count += 1;
    if (count > 0) counts.set(language, count);
  }
  return counts;
}

/** The languages of which a text has little words. */
export const languagesIn = (text: string): ReadonlySet<Language> => new Set(countMarks(text).keys());

/** The languages of which a text has the most little words: several where it is too short to tell. */
export function likelyLanguages(text: string): Language[] {
  const counts = countMarks(text);
  const most = [...counts.values()].reduce((one, other) => Math.max(one, other), 0);
  return [...counts].flatMap(([language, count]) => (count === most ? [language] : []));
}

/** The language that most of a text's little words are of; null where none of them is known. Of equals, the first. */
export function languageOf(text: string): Language | null {
  let [best, most]: [Language | null, number] = [null, 0];
  for (const [language, count] of countMarks(text)) if (count > most) [best, most] = [language, count];
  return best;
}

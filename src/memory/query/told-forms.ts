// How a line tells what it tells: of what passes, of what is so for good, of an event, of what somebody wants or says. Read in the
// languages that the line may be in. Pure.
import { type Language } from '../../language/language.ts';
import { languages, likelyLanguages } from '../../language/languages.ts';
import { anyOf, patternOf } from '../../language/words.ts';

const forms = {
  passing: ({ questions }: Language) => questions.passing ?? [],
  settled: ({ questions }: Language) => questions.settled ?? [],
  turned: ({ questions }: Language) => questions.turned ?? [],
  reported: ({ questions }: Language) => questions.reported ?? [],
  happened: ({ questions }: Language) => questions.happened ?? [],
  noLonger: ({ questions }: Language) => questions.noLonger ?? [],
  past: ({ claims }: Language) => claims?.past ?? [],
  open: ({ claims }: Language) => claims?.leavesOpen ?? [],
  speaker: ({ speaker }: Language) => speaker ?? [],
} as const;

export type ToldForm = keyof typeof forms;
export const toldForms = Object.keys(forms) as readonly ToldForm[];

/** By language; compiled when the first line in it is read. */
const patterns = new Map<Language, { form: ToldForm; pattern: RegExp }[]>();

function patternsOf(language: Language): { form: ToldForm; pattern: RegExp }[] {
  const known =
    patterns.get(language) ?? toldForms.map((form) => ({ form, pattern: patternOf(forms[form](language)) }));
  patterns.set(language, known);
  return known;
}

/** A short line may have the little words of several languages, or of none. */
const languagesOf = (text: string): readonly Language[] => {
  const likely = likelyLanguages(text);
  return likely.length > 0 ? likely : languages;
};

/** The ways in which a line tells. */
export function toldIn(text: string): ReadonlySet<ToldForm> {
  const told = new Set<ToldForm>();
  for (const language of languagesOf(text))
    for (const { form, pattern } of patternsOf(language)) if (!told.has(form) && pattern.test(text)) told.add(form);
  return told;
}

const relations = new Map<Language, RegExp>();

/** The relatives and others that a line speaks of by what they are to somebody, in lower case: "brother", "Chefin". */
export function relationsIn(text: string): string[] {
  return languagesOf(text).flatMap((language) => {
    if (language.relations.length === 0) return [];
    const pattern = relations.get(language) ?? anyOf(language.relations, 'giu');
    relations.set(language, pattern);
    return [...text.matchAll(pattern)].map(([found]) => found.toLowerCase());
  });
}

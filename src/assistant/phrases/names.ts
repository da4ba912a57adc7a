// The names of the languages in which the program itself speaks, as the configuration has them: it needs no more, and each command reads it.

export const languageNames = ['english', 'german', 'spanish', 'french'] as const;
export type LanguageName = (typeof languageNames)[number];

// The languages in which the program itself speaks: a line each, and its name in names.ts.
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { type LanguageName, languageNames } from './names.ts';
import type { Phrases } from './phrases.ts';
import { spanish } from './spanish.ts';

const table: Readonly<Record<LanguageName, Phrases>> = { english, german, spanish, french };

export const languages: readonly Phrases[] = languageNames.map((name) => table[name]);

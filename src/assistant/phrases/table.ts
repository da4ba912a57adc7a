// The languages in which the program itself speaks: a line each.
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { Phrases } from './phrases.ts';
import { spanish } from './spanish.ts';

export const languages: readonly Phrases[] = [english, german, spanish, french];

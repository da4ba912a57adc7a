// All languages of the conversation without a model. To add one: its file, and its name here.
import { en } from './en.ts';
import { de } from './de.ts';
import { fr } from './fr.ts';
import { es } from './es.ts';
import { pt } from './pt.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { sv } from './sv.ts';
import { da } from './da.ts';
import { fi } from './fi.ts';
import { pl } from './pl.ts';
import { cs } from './cs.ts';
import { ru } from './ru.ts';
import { uk } from './uk.ts';
import { tr } from './tr.ts';
import { zh } from './zh.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { hi } from './hi.ts';
import { ar } from './ar.ts';
import type { OfflineLanguage } from './offline-language.ts';

export const languages: readonly OfflineLanguage[] = [
  en,
  de,
  fr,
  es,
  pt,
  it,
  nl,
  sv,
  da,
  fi,
  pl,
  cs,
  ru,
  uk,
  tr,
  zh,
  ja,
  ko,
  hi,
  ar,
];

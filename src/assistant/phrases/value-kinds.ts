// What a value is by its form, where somebody asks for it by a word for its kind: "save the date" asks for "5 December". Pure.
import { languages } from '../../language/languages.ts';
import { measureSigns } from '../../language/language.ts';
import { patternOf } from '../../language/words.ts';
import { valuesOf } from '../../memory/claims/values.ts';
import { daysNamed } from '../../memory/query/dates.ts';
import { contentWords } from '../../memory/write/words.ts';
import type { ValueKind } from './phrases.ts';
import { understood } from './understood.ts';

const kindOfWord = new Map<string, ValueKind>(
  understood.flatMap(({ asks: { kinds } }) =>
    (Object.keys(kinds) as ValueKind[]).flatMap((kind) =>
      [...contentWords(kinds[kind].join(' '))].map((word): [string, ValueKind] => [word, kind]),
    ),
  ),
);

const currencies = ['euro', 'dollar', 'pound', 'cent'] as const;
const currency = patternOf(languages.flatMap(({ claims }) => currencies.flatMap((one) => claims?.measures[one] ?? [])));
const currencySign = new RegExp(currencies.flatMap((one) => measureSigns[one] ?? []).join('|'), 'iu');
const phoneNumber = /\d(?:[ ()/.-]{0,2}\d){5,}/;
/** "Lindengasse 4", "4 Station Road": a number beside a word with a capital, and no "500 euros". */
function hasHouseNumber(text: string): boolean {
  const words = text.split(/\s+/u);
  const isName = (word = ''): boolean => /^\p{Lu}\p{L}/u.test(word);
  return words.some((word, at) => {
    if (!/^\d{1,5}[a-z]?[.,;]?$/u.test(word)) return false;
    const [before, next, further] = [words[at - 1], words[at + 1], words[at + 2]];
    const isLast = /[,;]$/u.test(word);
    return (isName(before) && (isLast || !/^\p{Ll}/u.test(next ?? ''))) || (isName(next) && isName(further));
  });
}

const hasKind: Readonly<Record<ValueKind, (text: string) => boolean>> = {
  date: (text) => daysNamed(text, 0, 'UTC').length > 0,
  time: (text) => valuesOf(text, { isEvidence: true }).times.size > 0,
  amount: (text) => /\d/.test(text) && (currency.test(text) || currencySign.test(text)),
  phone: (text) => phoneNumber.test(text),
  address: hasHouseNumber,
};

/** Whether a text has a value of the kind that a word names; null for a word that names no kind. @param word one of its {@link contentWords} */
export function hasValueOf(word: string, text: string): boolean | null {
  const kind = kindOfWord.get(word);
  return kind === undefined ? null : hasKind[kind](text);
}

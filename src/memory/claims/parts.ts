// What a sentence says of several things, one part each: "300 g of sugar and 200 g of flour" is nothing about 200 g of sugar.
// Pure; callers bound the length of the text.
import { contentWords } from '../write/words.ts';
import { wordsOf } from './clauses.ts';
import { isMeasure } from './measures.ts';
import { type Values, valuesOf } from './values.ts';
import { commonVerbs, copulas, months, ordinalOf, partEnds, speaksOfSelf, unitNouns, weekdays } from './words.ts';
import { numberOf } from '../../language/number-words.ts';

interface Part {
  values: ReadonlySet<string>;
  words: ReadonlySet<string>;
}

/** A value of the claim that the words give to something else, of which the claim speaks; null where there is none. */
export function valueOfOther(claim: string, quote: string): string | null {
  const said = partsOf(quote).filter(({ values, words }) => values.size > 0 && words.size > 0);
  if (said.length < 2) return null;
  for (const { values, words } of partsOf(claim)) {
    const own = said.filter((part) => isSharing(part.values, values));
    const [only] = own;
    if (own.length !== 1 || only === undefined || isSharing(only.words, words)) continue;
    if (said.some((part) => part !== only && isSharing(part.words, words))) return [...values][0] ?? null;
  }
  return null;
}

/** "The shed was locked, the garage was open": a claim that says of the one what was said of the other. */
export function stateOfOther(claim: string, quote: string): string | null {
  const said = quote.split(partEnds).flatMap((part) => stateOf(part) ?? []);
  const claimed = stateOf(claim.split(partEnds)[0]);
  if (said.length < 2 || claimed === null) return null;
  const own = said.filter(({ thing }) => isSharing(thing, claimed.thing));
  const isElsewhere = said.some((one) => !own.includes(one) && isSharing(one.state, claimed.state));
  const isOwn = own.some(({ state }) => isSharing(state, claimed.state));
  return own.length > 0 && isElsewhere && !isOwn ? [...claimed.state].join(' ') : null;
}

const isSharing = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((value) => other.has(value));

function stateOf(part: string | undefined): { thing: Set<string>; state: Set<string> } | null {
  const words = (part ?? '').split(/\s+/);
  const at = words.findIndex((word) => copulas.has(word.toLowerCase()) || commonVerbs.has(word.toLowerCase()));
  if (at < 1) return null;
  const [thing, state] = [words.slice(0, at), words.slice(at + 1)].map((some) => contentWords(some.join(' ')));
  // "I am": the speaker is a thing of their own, while "it is" speaks of what was named before.
  if (thing?.size === 0 && speaksOfSelf.test(words[0] ?? '')) thing.add('');
  return thing === undefined || state === undefined || thing.size === 0 || state.size === 0 ? null : { thing, state };
}

const partsOf = (text: string): Part[] =>
  text.split(partEnds).flatMap((part) => (part === undefined ? [] : [partOf(part)]));

function partOf(text: string): Part {
  const words = wordsOf(text).filter((word) => !isOfValue(word));
  return { values: keysOf(valuesOf(text)), words: contentWords(words.join(' ')) };
}

const keysOf = ({ numbers, times, dates, weekdays: days }: Values): Set<string> =>
  new Set([
    ...numbers,
    ...times,
    ...[...days].map((day) => `day ${day}`),
    ...dates.flatMap(({ day }) => (day === undefined ? [] : [String(day)])),
  ]);

/** Whether a word stands for a day, a number, an amount or its unit. */
export const isOfValue = (word: string): boolean =>
  weekdays.has(word) ||
  months.has(word) ||
  numberOf(word) !== undefined ||
  unitNouns.has(word) ||
  isMeasure(word) ||
  ordinalOf(word) !== undefined;

// What the numbers of a text are counted or measured in: "12 km", "840 a month". A number that is right and stands beside another
// measure says something else. Pure; every pattern is linear, and callers bound the length of the text.
import type { Measure } from '../../language/language.ts';
import { languages } from '../../language/languages.ts';
import { andHalf, joiningWords, unitAndHalf, numberOf as wordValue } from '../../language/number-words.ts';
import { isMentioned } from './clauses.ts';
import { formerly, halfWord, isArticle, measures, weekdays } from './words.ts';

const measureOf = (word: string): Measure | undefined => measures.find(([, pattern]) => pattern.test(word))?.[0];

export const isMeasure = (word: string): boolean => measureOf(word) !== undefined;

/** What a number is counted in, the time that it is counted by (euros, a month), or else the word behind it: three chickens. */
interface Measured {
  unit?: Measure;
  per?: Measure;
  thing?: string;
}

const times: ReadonlySet<Measure> = new Set(['minute', 'hour', 'day', 'week', 'month', 'year']);

/** "A", "the", "per", "/": what may stand between an amount and the time that it is counted by. */
const isLink = (word: string): boolean => /^(?:\/|\p{L}{1,4})$/u.test(word);

/** A number, a word, a sign of money or another sign. */
const token = /\d[\d.,'’]*|[\p{L}°%µμ]+[²³]?|[£€$/]/gu;

const numberOf = (word: string): string | undefined =>
  /^\d/.test(word)
    ? word.replace(/[.,'’](?=\d{3})|[.,'’]$/g, '').replace(',', '.')
    : wordValue(word.toLowerCase())?.toString();

const minThing = 4;

/** The word behind a number, where it is one in the plural and so the thing that is counted. */
const thingOf = (word = '', isOne = false): string | undefined =>
  word.length >= minThing &&
  numberOf(word) === undefined &&
  (isOne || /[sxner]$/.test(word)) &&
  !weekdays.has(word.toLowerCase()) &&
  !formerly.test(word)
    ? word
    : undefined;

/** By the number as digits: what stands beside it, once for each time that the text has it. */
function measured(text: string): Map<string, Measured[]> {
  const words = text.match(token) ?? [];
  const found = new Map<string, Measured[]>();
  for (const [i, word] of words.entries()) {
    const number = numberOf(word);
    if (number === undefined) continue;
    const money = /^[£€$]$/.test(words[i - 1] ?? '') ? measureOf(words[i - 1] ?? '') : undefined;
    const unit = money ?? measureOf(words[i + 1] ?? '');
    const isThing = unit === undefined && !isLink(words[i + 1] ?? '');
    // "840 a month", "14 euros an hour", "four times a day"
    const behind = i + (isThing || (unit !== undefined && money === undefined) ? 2 : 1);
    const [link, time] = [words[behind] ?? '', words[behind + 1] ?? ''];
    const per = isLink(link) ? measureOf(time) : undefined;
    const one = {
      unit,
      per: per !== undefined && times.has(per) ? per : undefined,
      thing: unit === undefined ? thingOf(words[i + 1], number === '1') : undefined,
    };
    const all = found.get(number);
    if (all) all.push(one);
    else found.set(number, [one]);
  }
  return found;
}

/** What a number is counted in. @param number as digits */
export const measuresOf = (number: string, text: string): Measure[] =>
  measured(text)
    .get(number)
    ?.flatMap(({ unit, per }) => unit ?? per ?? []) ?? [];

/** The spans of days and weeks that a text tells, as days: "a week" is seven. */
export function spansIn(text: string): number[] {
  const words = text.match(token) ?? [];
  return words.flatMap((word, i) => {
    const count = isArticle(word.toLowerCase()) ? 1 : Number(numberOf(word) ?? NaN);
    const unit = measureOf(words[i + 1] ?? '');
    if (!(count <= maxSpan) || (unit !== 'day' && unit !== 'week')) return [];
    return [count * (unit === 'week' ? 7 : 1)];
  });
}

const maxSpan = 60;

const hoursOf: Partial<Record<Measure, number>> = {
  minute: 1 / 60,
  hour: 1,
  day: 24,
  week: 168,
  month: 730,
  year: 8760,
};
/** A month has four weeks and a bit, or thirty days. */
const sameMonth = 0.1;
const inexact: ReadonlySet<Measure> = new Set(['month', 'year']);

/** A span of time, in hours. */
interface Span {
  hours: number;
  unit: Measure;
}

/** Behind "hour": "ten", "and ten". */
const minutesBehind = new RegExp(
  `^ (?:(?:${joiningWords}) )?(\\d{1,2}|\\p{L}{3,12})(?![\\p{L}\\d]| \\p{L}{4,}s(?!\\p{L}))`,
  'u',
);

/** The spans of time that a text tells: "an hour ten", "half a year", "two and a half weeks". */
function spansOfTime(given: string): Span[] {
  const countOf = (word: string): string | undefined => (isArticle(word.toLowerCase()) ? '1' : numberOf(word));
  const text = given
    .replace(unitAndHalf, (all, whole: string, unit: string) =>
      countOf(whole) === undefined || measureOf(unit) === undefined ? all : `${countOf(whole)}.5 ${unit}`,
    )
    .replace(andHalf, (all, whole: string) => (numberOf(whole) === undefined ? all : `${numberOf(whole)}.5`));
  const words = [...text.matchAll(token)];
  const isHalf = (at: number): boolean => halfWord.test(words[at]?.[0] ?? '');
  const isOne = (at: number): boolean => isArticle((words[at]?.[0] ?? '').toLowerCase());
  return words.flatMap(({ 0: word, index }, i) => {
    const unit = measureOf(word);
    const hours = unit && hoursOf[unit];
    if (unit === undefined || hours === undefined) return [];
    const count =
      isHalf(i - 1) || (isOne(i - 1) && isHalf(i - 2))
        ? 0.5
        : isOne(i - 1)
          ? 1
          : Number(numberOf(words[i - 1]?.[0] ?? '') ?? NaN);
    if (Number.isNaN(count)) return [];
    const [, behind = ''] = (unit === 'hour' && minutesBehind.exec(text.slice(index + word.length))) || [];
    const minutes = Number(numberOf(behind) ?? 0);
    return [
      { hours: count * hours, unit },
      ...(minutes > 0 && minutes < 60 ? [{ hours: count + minutes / 60, unit }] : []),
    ];
  });
}

const dozen = 12;

/** "Half a dozen": six; "three dozen". */
function halfNumbers(text: string): number[] {
  const words = (text.match(token) ?? []).map((word) => word.toLowerCase());
  return words.flatMap((word, i) => {
    const value = Number(numberOf(word) ?? NaN);
    // "Three dozen"
    const times = Number(numberOf(words[i - 1] ?? '') ?? NaN);
    if (value === dozen && times > 1) return [value * times];
    const isHalved =
      halfWord.test(words[i - 1] ?? '') || (isArticle(words[i - 1] ?? '') && halfWord.test(words[i - 2] ?? ''));
    return isHalved && value >= 10 ? [value / 2] : [];
  });
}

/** Whether the words tell a span of the claim in another unit: "three weeks" as 21 days. @param number of the claim, as digits */
export function isToldOtherwise(number: string, claim: string, evidence: string): boolean {
  if (halfNumbers(evidence).includes(Number(number))) return true;
  const said = spansOfTime(evidence);
  return measuresOf(number, claim).some((unit) => {
    const claimed = Number(number) * (hoursOf[unit] ?? NaN);
    return said.some((span) => {
      const margin = inexact.has(unit) || inexact.has(span.unit) ? sameMonth * claimed : 1e-6;
      // "An hour ten" is 70 minutes; "an hour" is no other number of hours.
      return span.unit !== unit && Math.abs(span.hours - claimed) <= margin;
    });
  });
}

const indefinite: ReadonlySet<string> = new Set([
  'a',
  'an',
  ...languages.flatMap(({ numbers }) => numbers?.ones.split(' ') ?? []),
]);

/** Whether the one of a claim is said by an article: "a kilo" as 1 kg. */
export function isOneSaid(claim: string, evidence: string): boolean {
  const units = measuresOf('1', claim);
  const words = evidence.match(token) ?? [];
  return words.some((word, i) => {
    const unit = measureOf(words[i + 1] ?? '');
    return indefinite.has(word.toLowerCase()) && unit !== undefined && units.includes(unit);
  });
}

/** Whether a number stands alone: it counts no thing and has no unit. @param number as digits */
export const isBare = (number: string, text: string): boolean =>
  measured(text)
    .get(number)
    ?.some(({ unit, thing }) => unit === undefined && thing === undefined) === true;

/** Whether a number stands beside a measure. @param number as digits */
export const isMeasured = (number: string, text: string): boolean => measuresOf(number, text).length > 0;

/** Whether both count the same thing. */
const isThing = (one: Measured, other: Measured): boolean =>
  one.thing !== undefined && other.thing !== undefined && isMentioned(one.thing, other.thing);

/** A number of the claim that the words have beside another measure only, with the measure of the claim. */
export function otherMeasure(claim: string, evidence: string): string | null {
  const said = measured(evidence);
  for (const [number, claimed] of measured(claim)) {
    const heard = said.get(number);
    if (heard === undefined) continue;
    for (const part of ['unit', 'per'] as const) {
      const own = claimed.flatMap((one) => one[part] ?? []);
      const others = heard.flatMap((one) => one[part] ?? []);
      const strange = own.find((one) => others.length > 0 && !others.includes(one));
      if (strange !== undefined) return `${number} ${part === 'per' ? 'a ' : ''}${strange}`;
    }
    const [unit] = claimed.flatMap((one) => one.unit ?? []);
    const isCountOnly = heard.every((one) => one.unit === undefined && one.thing !== undefined);
    // "Six exams in two weeks" as "two exams in six weeks"
    if (unit !== undefined && isCountOnly && [...said.values()].flat().some((one) => one.unit === unit))
      return `${number} ${unit}`;
    const swapped = claimed.find((one) => one.thing !== undefined && !heard.some((other) => isThing(other, one)));
    if (
      swapped !== undefined &&
      heard.some((one) => one.thing !== undefined) &&
      [...said].some(([other, all]) => other !== number && all.some((one) => isThing(one, swapped)))
    )
      return `${number} ${swapped.thing ?? ''}`;
    const [thing, saidThing] = [claimed, heard].map((all) => all.find((one) => one.thing !== undefined)?.thing);
    if (
      thing !== undefined &&
      saidThing !== undefined &&
      !isMentioned(thing, evidence) &&
      !isMentioned(saidThing, claim)
    )
      return `${number} ${thing}`;
  }
  return null;
}

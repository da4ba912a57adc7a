// The values of a write that the person said in another form: "16:30" as "4:30", "Wednesday" as "wed", "50 mcg" as "50mcg", a date as
// "next week". They are the person's, as if they had been said in the form in which the model writes them. Pure; callers bound the length.
import { agrees, datesOf } from '../../memory/claims/strange-values.ts';
import { valuesOf } from '../../memory/claims/values.ts';
import { weekdays } from '../../memory/claims/words.ts';
import { contentWords } from '../../memory/write/words.ts';

const clockTime = /(?<![\d.:])\d{1,2}:\d{2}(?![\d:])/g;
const dayAndMonth =
  /(?<![\p{L}\d])\d{1,2}(?:\.|st|nd|rd|th)? (?:of |de )?\p{L}{3,10}(?: (?:de )?\d{4})?(?![\p{L}\d])/gu;
const monthAndDay = /(?<![\p{L}\d])\p{L}{3,10} \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?(?![\p{L}\d])/gu;
/** With or without a blank between: "50mcg". One letter may be part of a number, as in "flat 14b". */
const numberWithUnit = /(?<![\p{L}\d.,])(\d{1,9}(?:[.,]\d{1,9})?) ?(\p{L}{2,6})(?![\p{L}\d])/gu;
const anyWord = /\p{L}{3,}/gu;

/**
 * The words of those values; none that the write has elsewhere too.
 * @param own what the person stated
 * @param said the day on which they did, YYYY-MM-DD
 */
export function wordsOfOwnValues(text: string, own: string, said: string): Set<string> {
  const given = valuesOf(own, { isEvidence: true });
  // Without the day of talk itself, which they need not have named.
  const dates = said === '' ? [] : datesOf(given, own, said).slice(1);
  const units = new Set([...own.matchAll(numberWithUnit)].map(([, number, unit]) => `${number}${unit}`.toLowerCase()));
  const isDate = (found: string): boolean => {
    const named = valuesOf(found).dates;
    return (
      named.length > 0 && named.every((date) => dates.some((known) => agrees(date, known, new Set<number>(), said)))
    );
  };
  const values: string[] = [];
  const take = (rest: string, form: RegExp, isSaid: (found: string, ...groups: string[]) => boolean): string =>
    rest.replaceAll(form, (found, ...groups: string[]) => {
      if (!isSaid(found, ...groups)) return found;
      values.push(found);
      return ' , ';
    });
  let rest = take(text, clockTime, (time) => given.times.has(time.padStart('00:00'.length, '0')));
  rest = take(rest, dayAndMonth, isDate);
  rest = take(rest, monthAndDay, isDate);
  rest = take(rest, numberWithUnit, (_found, number, unit) => units.has(`${number}${unit}`.toLowerCase()));
  rest = take(rest, anyWord, (word) => given.weekdays.has(weekdays.get(word.toLowerCase()) ?? -1));
  const elsewhere = contentWords(rest);
  return new Set([...contentWords(values.join(' '))].filter((word) => !elsewhere.has(word)));
}

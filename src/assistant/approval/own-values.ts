// The values of a write that the person said in another form: "16:30" as "4:30", "Wednesday" as "wed", "50 mcg" as "50mcg", a date as
// "next week", "40" as "forty". They are the person's, as if they had been said in the form in which the model writes them. Pure; callers bound the length.
import { agrees, datesOf } from '../../memory/claims/strange-values.ts';
import { valuesOf } from '../../memory/claims/values.ts';
import { weekdays } from '../../memory/claims/words.ts';
import { contentWords } from '../../memory/write/words.ts';

/** "16:30", "4:30 pm", "4 pm" */
const clockTime = /(?<![\d.:])\d{1,2}(?::\d{2}(?![\d:])(?: ?[ap]\.?m\b)?| ?[ap]\.?m\b)/giu;
const bareNumber = /(?<![\p{L}\d.,:/-])\d{1,9}(?![\p{L}\d]|[.,:/-]\d)/gu;
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
  // "At 9" may be of either half of the day.
  const isHour = (time: string): boolean =>
    time.endsWith(':00') &&
    [Number(time.slice(0, 2)), (Number(time.slice(0, 2)) + 12) % 24].some(
      (hour) => given.numbers.has(String(hour)) && hour <= 12 && !given.boundHours.has(String(hour)),
    );
  const isTime = (found: string): boolean => {
    const { times } = valuesOf(found);
    return times.size > 0 && [...times].every((time) => given.times.has(time) || isHour(time));
  };
  const values: string[] = [];
  const take = (rest: string, form: RegExp, isSaid: (found: string, ...groups: string[]) => boolean): string =>
    rest.replaceAll(form, (found, ...groups: string[]) => {
      if (!isSaid(found, ...groups)) return found;
      values.push(found);
      return ' , ';
    });
  let rest = take(text, clockTime, isTime);
  rest = take(rest, dayAndMonth, isDate);
  rest = take(rest, monthAndDay, isDate);
  rest = take(rest, numberWithUnit, (_found, number, unit) => units.has(`${number}${unit}`.toLowerCase()));
  // "Forty minutes"
  rest = take(rest, bareNumber, (number) => given.numbers.has(number) && !own.includes(number));
  rest = take(rest, anyWord, (word) => given.weekdays.has(weekdays.get(word.toLowerCase()) ?? -1));
  const elsewhere = contentWords(rest);
  return new Set([...contentWords(values.join(' '))].filter((word) => !elsewhere.has(word)));
}

// Dates, and what has a name in the calendar: "9 May", "2026-05-09", "spring 2025", "Christmas". Pure.
import { alternatives } from '../../language/words.ts';
import { type DayRange, dayNumber, isoWeek, monthOf, partsOf, quarterOf, weekdayOf, yearOf } from './calendar.ts';
import { feasts } from './feasts.ts';
import { weekdayBy } from './relative-times.ts';
import {
  type Form,
  type TimeContext,
  dash,
  dateOf,
  dayInMonth,
  form,
  indexIn,
  month,
  monthNumber,
  monthly,
  months,
  number,
  ofYear,
  ordinal,
  ordinalNumber,
  pick,
  relativeOf,
  season,
  step,
  times,
  weekday,
  weekdays,
  which,
  year,
  yearly,
} from './time-words.ts';

/** A feast of which nothing says whether it was or will be is the coming one when it is near. */
const feastIsSoon = 60;

/** Dates, and what has a name in the calendar. */
export const datedForms: readonly Form[] = [
  form('(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})(?!\\d)', ([, of = '', number = '', day = '']) =>
    dateOf(Number(of), Number(number), Number(day)),
  ),
  form('((?:19|20)\\d{2})-(0[1-9]|1[0-2])(?![-\\d])', ([, of = '', number = '']) =>
    monthOf(Number(of), Number(number)),
  ),
  // Dates in digits: 9.5.2026 has the day first everywhere, 9/5/2026 everywhere but in America.
  form('(\\d{1,2})([./])(\\d{1,2})(?:\\2((?:\\d{2})?\\d{2})(?![\\d/])|\\.(?!\\d))', (numbers, context) => {
    const [, one = '', mark, other = '', of] = numbers;
    const [first, second] = [Number(one), Number(other)];
    const monthFirst =
      mark === '/' && second <= 31 && (second > 12 || (first <= 12 && context.timezone.startsWith('America/')));
    const [day, number] = monthFirst ? [second, first] : [first, second];
    const full = of === undefined ? undefined : of.length === 2 ? `20${of}` : of;
    return yearly((at) => dateOf(at, number, day), context, [full, undefined]);
  }),
  // 14/12 can hardly be a fraction; smaller numbers are a date behind a weekday, or a word that leads to a day.
  form(
    `(?!24/7|16/9)(?:${weekday},? |(?<=\\b(?:on|by|due|until|till|before) )|(?=(?:1[3-9]|2\\d|3[01])/))(\\d{1,2})/(\\d{1,2})(?![\\d/%])`,
    ([, , one = '', other = ''], context) => {
      const isMonthFirst = Number(other) > 12 || (Number(one) <= 12 && context.timezone.startsWith('America/'));
      const [day, number] = isMonthFirst ? [other, one] : [one, other];
      return yearly((at) => dateOf(at, Number(number), Number(day)), context, [undefined, undefined]);
    },
  ),
  form(
    `(?:${weekday},? (?:the )?)?${number} ?(?:of )?(?:-|–|to|till|until|and) ?(?:the )?${number} ?(?:of )?${month}${ofYear}`,
    ([, , first = '', last = '', name = '', ...of], context) =>
      yearly((at) => days(at, name, first, last), context, [of[0], of[1]]),
  ),
  form(`(?:${weekday},? (?:the )?)?${number} ?(?:of )?${month}${ofYear}`, ([, , day = '', name = '', ...of], context) =>
    yearly((at) => dateOf(at, monthNumber(name), Number(day)), context, [of[0], of[1]]),
  ),
  form(
    `(?:${weekday},? )?${month} (?:the )?${number}${dash}${number}${ofYear}`,
    ([, , name = '', first = '', last = '', ...of], context) =>
      yearly((at) => days(at, name, first, last), context, [of[0], of[1]]),
  ),
  form(
    `(?:${weekday},? )?${month} (?:the )?${number}(?! ?(?:am|pm|o['’]clock))${ofYear}`,
    ([, , name = '', day = '', ...of], context) =>
      yearly((at) => dateOf(at, monthNumber(name), Number(day)), context, [of[0], of[1]]),
  ),
  form(
    `${weekday} ?,? ?(?:(?:on )?the )?${number}(?!\\d|[:.h]\\d| ?(?:am|pm|o['’]clock|uhr|h\\b)|[a-z.]* ?(?:of )?(?:${months.map(alternatives).join('|')})\\b)`,
    ([, name = '', day = ''], context) => weekdayWithNumber(name, day, context),
  ),
  // As it is said in Chinese, Japanese and Korean.
  form(`(?:on )?the ${number},? (?:on )?${weekday}`, ([, day = '', name = ''], context) =>
    weekdayWithNumber(name, day, context),
  ),
  form(
    `(?:the )?(0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th) of (?:(last|this|next) |the )month\\b`,
    ([, day = '', said = 'this'], { today }) => {
      const { year: now, month: monthNow } = partsOf(today);
      return dayInMonth(now, monthNow + step(said), Number(day));
    },
  ),
  form(
    `(?:the )?(0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?(?:${dash})(?:the )?(0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)\\b`,
    ([, first = '', last = ''], context) =>
      monthly((year, number) => {
        const [from, to] = [dayInMonth(year, number, Number(first)), dayInMonth(year, number, Number(last))];
        return from && to && { from: from.from, to: to.to };
      }, context),
  ),
  // "The 14th" and "due 14th", not "the 14th floor".
  form(
    "(?:(?:on )?the |(?<=\\b(?:on|due|by|until|till|before) ))(0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)\\b(?= *(?:$|[^\\p{L}\\d\\s'’-])| (?:and|or|at|in|of|with|for|to|from|till|until|when|by|as|was|is|i|we|did|do|morning|afternoon|evening|night)\\b| \\d{1,2}(?:[:.]\\d\\d| ?[ap]m)\\b)",
    ([, day = ''], context) => monthly((year, number) => dayInMonth(year, number, Number(day)), context),
  ),
  form(`(?:calendar )?week (?:no\\.? ?|number )?([1-5]?\\d)\\b${ofYear}`, ([, number = '', ...of], context) =>
    yearly((at) => isoWeek(at, Number(number)), context, [of[0], of[1]]),
  ),
  form(`${which} ${month}`, ([, said = '', name = ''], context) =>
    relativeOf((at) => monthOf(at, monthNumber(name)), said, context),
  ),
  form(`${month}${ofYear}`, ([, name = '', ...of], context) =>
    yearly((at) => monthOf(at, monthNumber(name)), context, [of[0], of[1]]),
  ),
  form(`(?:(last|this|next) |the )?(?:${season})${ofYear}`, (said, context) => {
    const [, relative, name = '', ...of] = said;
    const first = firstMonths[seasonOf(name)] ?? 1;
    const inYear = (at: number): DayRange => ({ from: monthOf(at, first).from, to: monthOf(at, first + 2).to });
    return relative === undefined ? yearly(inYear, context, [of[0], of[1]]) : relativeOf(inYear, relative, context);
  }),
  form(`(?:the )?(?:q([1-4])|${ordinal} quarter)\\b${ofYear}`, ([, digit, word = '', ...of], context) =>
    yearly((at) => quarterOf(at, digit === undefined ? ordinalNumber(word) : Number(digit)), context, [of[0], of[1]]),
  ),
  form(`h([12])\\b${ofYear}`, ([, half = '', ...of], context) =>
    yearly(
      (at) => ({ from: quarterOf(at, 2 * Number(half) - 1).from, to: quarterOf(at, 2 * Number(half)).to }),
      context,
      [of[0], of[1]],
    ),
  ),
  ...Object.entries(times.feasts).map(([name, said]) =>
    form(`(?:(last|this|next) |the )?(?:${said})(?:['’]s)?(?: day)?\\b${ofYear}`, ([, relative, ...of], context) => {
      const inYear = (at: number): DayRange | null => feasts[name]?.(at, context.timezone) ?? null;
      return relative === undefined
        ? yearly(inYear, context, [of[0], of[1]], feastIsSoon)
        : relativeOf(inYear, relative, context);
    }),
  ),
  form(
    "(?:the )?(?:((?:19|20)\\d)0['’]?s|(twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)|['’]?([2-9])0s)\\b",
    ([, century, word, digit]) => {
      const first =
        century !== undefined
          ? 10 * Number(century)
          : 10 * (digit === undefined ? decades.indexOf(word ?? '') + 2 : Number(digit)) + 1900;
      const from = century === undefined && first < 1930 ? first + 100 : first;
      return { from: dayNumber(from, 1, 1), to: dayNumber(from + 9, 12, 31) };
    },
  ),
  form(
    `(?:the year )?${year}(?! ?(?:%|€|\\$|eur|euros?|dollars?|km|kg|kcal|meters?|metres?|lines?|people)\\b)`,
    ([, of = '']) => yearOf(Number(of)),
  ),
  form(weekday, ([, name = ''], context) => ({
    days: weekdayBy(undefined, indexIn(weekdays, name), context),
    recurs: 'week',
  })),
];

const decades = ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties'];

/** The first month of each season, as the weather services of the northern half count them. */
const firstMonths: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, winter: 12 };
const seasonOf = (word: string): string =>
  Object.entries(times.seasons).find(([, words]) => words.split('|').includes(word.toLowerCase()))?.[0] ?? '';

/** "Thursday 29" is in the nearest month in which the 29th is one. */
function weekdayWithNumber(name: string, day: string, context: TimeContext): DayRange | null {
  const of = indexIn(weekdays, name);
  const { year: now, month: monthNow } = partsOf(context.today);
  const inMonth = (at: number): DayRange | null => {
    const found = dayInMonth(now, monthNow + at, Number(day));
    return found && weekdayOf(found.from) === of ? found : null;
  };
  return pick(inMonth, { ...context, tense: context.tense === 'unsaid' ? 'nearest' : context.tense });
}

function days(year: number, name: string, first: string, last: string): DayRange | null {
  const [from, to] = [dateOf(year, monthNumber(name), Number(first)), dateOf(year, monthNumber(name), Number(last))];
  return from && to && from.from <= to.to ? { from: from.from, to: to.to } : null;
}

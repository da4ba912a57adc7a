// How English tells a time, form by form: "the last two weeks of August", "a week ago", "the weekend after next". Each form is a
// pattern that begins where it is asked to and the days that it means. Other languages are brought into English first
// (translate-times.ts). Pure.
import { english } from '../../language/english.ts';
import { alternatives } from '../../language/words.ts';
import {
  addMonths,
  dayNumber,
  type DayRange,
  isoWeek,
  monthOf,
  nthWeekday,
  partsOf,
  quarterOf,
  singleDay,
  weekdayOf,
  weekendOf,
  weekOf,
  yearOf,
} from './calendar.ts';
import { feasts } from './feasts.ts';

/** Whether a time that comes back is the one that was, the one to come, or, in a note, the one that lies nearest. */
export type Tense = 'past' | 'coming' | 'unsaid' | 'nearest';

export interface TimeContext {
  /** Days since 1970-01-01. */
  today: number;
  /** Tells which country's holidays are meant, and whether 9/5 is in May. */
  timezone: string;
  tense: Tense;
}

export interface FoundTime {
  days: DayRange;
  /** Where the words of the time end. */
  end: number;
  /** It was named without its year, month or week, and is one of many. */
  recurs?: 'week' | 'month' | 'year';
}

interface Form {
  pattern: RegExp;
  read: (found: RegExpExecArray, context: TimeContext) => Omit<FoundTime, 'end'> | DayRange | null;
}

const { times, weekdays, months } = english;
const month = `(${months.map(alternatives).join('|')})\\b\\.?`;
const weekday = `(${weekdays.map(alternatives).join('|')})\\b\\.?`;
const year = '((?:19|20)\\d{2})(?![-/.]?\\d)';
/** A year behind a time. */
const ofYear = `(?:[ /,]{1,2}(?:of |in )?(?:${year}|(last|this|next) year\\b))?`;
const count = `(\\d{1,3}|half an?|an?|${times.counts.join('|')}|(?:a |the )?couple(?: of)?|(?:a |the )?few|several|a dozen)`;
const unit = `(day|night|week|weekend|fortnight|month|quarter|year|decade)s?\\b`;
const ordinal = `(${times.ordinals.join('|')}|last|final)`;
const season = `(${Object.values(times.seasons).join('|')})\\b`;
const which = '(last|past|previous|this|current|next|coming|upcoming|following)';
const number = '(0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?(?![\\d:]|[.,]\\d)';
const dash = ' ?(?:-|–|—|to|till|until|through|and) ?(?:the )?';

const form = (pattern: string, read: Form['read']): Form => ({ pattern: new RegExp(pattern, 'iuy'), read });

const indexIn = (words: readonly string[], word: string): number =>
  words.findIndex((forms) => forms.split(' ').includes(word.toLowerCase().replace(/\.$/, '')));
const monthNumber = (word: string): number => indexIn(months, word) + 1;
const ordinalNumber = (word: string): number =>
  /last|final/i.test(word) ? -1 : times.ordinals.findIndex((one) => new RegExp(`^(?:${one})$`, 'i').test(word)) + 1;
const fewOf = 4;

function countOf(word: string): number {
  const said = word.toLowerCase();
  if (/^\d/.test(said)) return Number(said);
  if (said.startsWith('half')) return 0.5;
  if (/^an?$/.test(said)) return 1;
  if (said.includes('couple')) return 2;
  if (/few|several/.test(said)) return fewOf;
  if (said === 'a dozen') return 12;
  return times.counts.indexOf(said) + 1;
}

/** Which of the same stretches is meant. @param of the one of this year, month or week where `at` is 0 */
function pick(of: (at: number) => DayRange | null, { today, tense }: TimeContext, soonDays = 0): DayRange | null {
  const all = [-4, -3, -2, -1, 0, 1, 2, 3, 4].flatMap((at) => of(at) ?? []);
  const past = all.findLast(({ from }) => from <= today) ?? null;
  const coming = all.find(({ to }) => to >= today) ?? null;
  if (!past || !coming) return past ?? coming;
  if (tense === 'coming') return coming.from - today <= maxAhead ? coming : past;
  if (tense === 'nearest') return coming.from - today <= pastIsFarther * (today - past.to) ? coming : past;
  return tense === 'unsaid' && coming.from - today <= soonDays ? coming : past;
}
/** So far ahead, a time without a year is the coming one where what is to come is asked for. */
const maxAhead = 270;
/** In a note a day that is to come is more likely than one that was. */
const pastIsFarther = 2.6;
/** A feast of which nothing says whether it was or will be is the coming one when it is near. */
const feastIsSoon = 60;

const step = (which: string): number =>
  /last|past|previous/i.test(which) ? -1 : /next|coming|following/i.test(which) ? 1 : 0;

/** A stretch of each year, in the year that is said, or the one that is meant. */
function yearly(
  of: (year: number) => DayRange | null,
  context: TimeContext,
  [said, relative]: readonly [string | undefined, string | undefined],
  soonDays = 0,
): Omit<FoundTime, 'end'> | null {
  const thisYear = partsOf(context.today).year;
  if (said !== undefined || relative !== undefined) {
    const days = of(said === undefined ? thisYear + step(relative ?? '') : Number(said));
    return days && { days };
  }
  const days = pick((at) => of(thisYear + at), context, soonDays);
  return days && { days, recurs: 'year' };
}

/** What a name alone means behind "last", "this" or "next". */
function relativeOf(of: (year: number) => DayRange | null, which: string, { today }: TimeContext): DayRange | null {
  const thisYear = partsOf(today).year;
  const all = [-2, -1, 0, 1, 2].flatMap((at) => of(thisYear + at) ?? []);
  const distance = ({ from, to }: DayRange): number => Math.max(0, from - today, today - to);
  if (step(which) < 0) return all.findLast(({ to }) => to < today) ?? null;
  if (step(which) > 0) return all.find(({ from }) => from > today) ?? null;
  return all.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

function dateOf(year: number, month: number, day: number): DayRange | null {
  const { from, to } = monthOf(year, month);
  return month < 1 || month > 12 || from + day - 1 > to ? null : singleDay(from + day - 1);
}

/** How many days around a day that is not remembered exactly. */
const aboutDays: Readonly<Record<string, number>> = {
  week: 3,
  fortnight: 3,
  month: 15,
  quarter: 30,
  year: 15,
  decade: 365,
};

function shifted(today: number, amount: number, unitName: string, word: string): DayRange {
  const unitOf = unitName.toLowerCase();
  const day = dayAt(today, amount, unitOf);
  const about = (aboutDays[unitOf] ?? 0) * (/few|several/i.test(word) ? 3 : 1) || (/few|several/i.test(word) ? 2 : 0);
  if (unitOf === 'weekend') return weekendOf(today + 7 * amount);
  return about === 0 ? singleDay(day) : { from: day - about, to: day + about, centre: day };
}

function dayAt(today: number, amount: number, unitOf: string): number {
  const inMonths: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12, decade: 120 };
  const of = inMonths[unitOf];
  if (of === undefined) return today + Math.round(amount * (unitOf === 'week' ? 7 : unitOf === 'fortnight' ? 14 : 1));
  const whole = Math.floor(Math.abs(amount * of)) * Math.sign(amount);
  return addMonths(today, whole) + Math.round((amount * of - whole) * 30);
}

/** The stretch of this unit that is now, moved by this many units. */
function unitAround(today: number, unitName: string, by: number): DayRange | null {
  const { year: now, month: monthNow } = partsOf(today);
  switch (unitName.toLowerCase()) {
    case 'day':
    case 'night':
      return singleDay(today + by);
    case 'week':
      return weekOf(today + 7 * by);
    case 'weekend':
      return weekendOf(today + 7 * by);
    case 'fortnight':
      return { from: weekOf(today + 14 * by).from, to: weekOf(today + 14 * by).to + 7 };
    case 'month':
      return monthOf(now, monthNow + by);
    case 'quarter':
      return quarterOf(now, Math.ceil(monthNow / 3) + by);
    case 'year':
      return yearOf(now + by);
    case 'decade':
      return {
        from: dayNumber(now - (now % 10) + 10 * by, 1, 1),
        to: dayNumber(now - (now % 10) + 10 * by + 9, 12, 31),
      };
    default:
      return null;
  }
}

/** "Next Tuesday" is in the next week, unless that of this week is already gone or it is the weekend. */
function weekdayBy(which: string | undefined, of: number, { today, tense }: TimeContext): DayRange {
  const ahead = (of - weekdayOf(today) + 7) % 7 || 7;
  const back = (weekdayOf(today) - of + 7) % 7 || 7;
  if (which === undefined) return singleDay(tense === 'coming' || tense === 'nearest' ? today + ahead : today - back);
  if (step(which) < 0) return singleDay(today - back);
  if (/coming|upcoming|following/i.test(which) || tense === 'nearest') return singleDay(today + ahead);
  if (step(which) === 0) return singleDay(weekOf(today).from + of);
  const isWeekend = weekdayOf(today) > 4;
  return singleDay(of > weekdayOf(today) && !isWeekend ? today + ahead + 7 : today + ahead);
}

const partsOfDay = ' (?:early )?(?:in the )?(?:morning|afternoon|evening|night|noon|lunchtime)s?\\b';

/** Days by themselves, and stretches that are told from today. */
const relativeForms: readonly Form[] = [
  form('(?:the )?(?:day|night) before (?:yesterday|last)\\b', (_, { today }) => singleDay(today - 2)),
  form('(?:the )?day after tomorrow\\b', (_, { today }) => singleDay(today + 2)),
  form('(?:yesterday|last night)\\b', (_, { today }) => singleDay(today - 1)),
  form('(?:today|tonight|this (?:morning|afternoon|evening|noon))\\b', (_, { today }) => singleDay(today)),
  form('tomorrow\\b', (_, { today }) => singleDay(today + 1)),
  form(`(?:(?:around|about) )?(?:this|the same) time (?:last year|${count} years? ago)\\b`, ([, many], { today }) =>
    around(addMonths(today, -12 * (many === undefined ? 1 : countOf(many))), 15),
  ),
  form(`${count}( and a half)? ${unit}(?: and a half)?(?: ago| back\\b| earlier)\\b`, (found, { today }) => {
    const [said, many = '', , name = ''] = found;
    const amount = countOf(many) + (/and a half/i.test(said) ? 0.5 : 0);
    return shifted(today, -amount, name, many);
  }),
  form(`(?:in )?${count} ${unit}(?:['’]s?)? (?:from (?:now|today)|time)\\b`, ([, many = '', name = ''], { today }) =>
    shifted(today, countOf(many), name, many),
  ),
  form(`in ${count} ${unit}`, ([, many = '', name = ''], { today, tense }) =>
    tense === 'past' || tense === 'unsaid' ? null : shifted(today, countOf(many), name, many),
  ),
  form(
    '(?:the )?(week|weekend|month|year|quarter) (after next|before last)\\b',
    ([, name = '', said = ''], { today }) => unitAround(today, name, /next/i.test(said) ? 2 : -2),
  ),
  form(`(?:the )?${weekday} (after next|before last)\\b`, ([, name = '', said = ''], context) => {
    const { from } = weekdayBy(/next/i.test(said) ? 'coming' : 'last', indexIn(weekdays, name), context);
    return singleDay(/next/i.test(said) ? from + 7 : from - 7);
  }),
  form(`(?:the )?(last|past|previous|next|coming|following) ${count} ${unit}`, (found, { today }) => {
    const [, said = '', many = '', name = ''] = found;
    const amount = countOf(many);
    if (name.toLowerCase() === 'weekend') {
      const [first, last] = [weekendOf(today + 7 * step(said) * amount), weekendOf(today + 7 * step(said))];
      return { from: Math.min(first.from, last.from), to: Math.max(first.to, last.to) };
    }
    const edge = dayAt(today, step(said) * amount, name.toLowerCase());
    return step(said) < 0 ? { from: edge, to: today } : { from: today, to: edge };
  }),
  form(`(?:the )?past (week|month|year)\\b`, ([, name = ''], { today }) => ({
    from: dayAt(today, -1, name.toLowerCase()),
    to: today,
  })),
  form(`(?:the )?(coming|upcoming) weekend\\b`, (_, { today }) => weekendOf(today)),
  form(`(?:the )?${which} week,?(?: on)? ${weekday}`, ([, said = '', name = ''], { today }) =>
    singleDay(weekOf(today + 7 * step(said)).from + indexIn(weekdays, name)),
  ),
  form(
    `(?:the )?${which} (week|weekend|fortnight|month|quarter|year|decade)\\b`,
    ([, said = '', name = ''], { today }) => unitAround(today, name, step(said)),
  ),
  form('(?:over |at |on |during |for )?the weekend\\b(?! of)', (_, context) => {
    const days = pick((at) => weekendOf(context.today + 7 * at), context);
    return days && { days, recurs: 'week' };
  }),
  form(`(?:a )?week (?:on|from) ${weekday}`, ([, name = ''], context) =>
    singleDay(weekdayBy('coming', indexIn(weekdays, name), context).from + 7),
  ),
  form(`${weekday} (?:of |in )?${which} week\\b`, ([, name = '', said = ''], { today }) =>
    singleDay(weekOf(today + 7 * step(said)).from + indexIn(weekdays, name)),
  ),
  form(`(?:the )?${which} ${weekday}`, ([, said = '', name = ''], context) =>
    weekdayBy(said, indexIn(weekdays, name), context),
  ),
];

const around = (centre: number, about: number): DayRange => ({ from: centre - about, to: centre + about, centre });

/** Dates, and what has a name in the calendar. */
const datedForms: readonly Form[] = [
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
    `${weekday},? (?:the )?${number}(?!\\d|[:.h]\\d| ?(?:am|pm|o['’]clock|uhr|h\\b)|[a-z.]* ?(?:of )?(?:${months.map(alternatives).join('|')})\\b)`,
    ([, name = '', day = ''], context) => {
      const of = indexIn(weekdays, name);
      const { year: now, month: monthNow } = partsOf(context.today);
      const inMonth = (at: number): DayRange | null => {
        const found = dayInMonth(now, monthNow + at, Number(day));
        return found && weekdayOf(found.from) === of ? found : null;
      };
      return pick(inMonth, { ...context, tense: context.tense === 'unsaid' ? 'nearest' : context.tense });
    },
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
  // "The 14th" alone, not "the 14th floor".
  form(
    "(?:on )?the (0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)\\b(?= *(?:$|[^\\p{L}\\d\\s'’-])| (?:and|or|at|in|of|with|for|to|from|till|until|when|by|as|was|is|i|we|did|do|morning|afternoon|evening|night)\\b)",
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

/** By the month, as the weather services of the northern half count them. */
const firstMonths: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, winter: 12 };
const seasonOf = (word: string): string =>
  Object.entries(times.seasons).find(([, words]) => words.split('|').includes(word.toLowerCase()))?.[0] ?? '';

const dayInMonth = (year: number, month: number, day: number): DayRange | null => {
  const { from, to } = monthOf(year, month);
  return from + day - 1 > to ? null : singleDay(from + day - 1);
};

function days(year: number, name: string, first: string, last: string): DayRange | null {
  const [from, to] = [dateOf(year, monthNumber(name), Number(first)), dateOf(year, monthNumber(name), Number(last))];
  return from && to && from.from <= to.to ? { from: from.from, to: to.to } : null;
}

function monthly(
  of: (year: number, month: number) => DayRange | null,
  context: TimeContext,
): Omit<FoundTime, 'end'> | null {
  const { year: now, month: monthNow } = partsOf(context.today);
  const days = pick((at) => of(now, monthNow + at), context);
  return days && { days, recurs: 'month' };
}

const simpleForms: readonly Form[] = [...relativeForms, ...datedForms];

/** The month, week or year that it is, where a part of it is asked for. */
const current = form('(?:the |this )?(week|month|quarter|year)\\b', ([, name = ''], { today }) =>
  unitAround(today, name, 0),
);

/** A part of another time: how its words begin, and what is left of the days of the other. */
const partForms: readonly { pattern: RegExp; take: (days: DayRange, found: RegExpExecArray) => DayRange | null }[] = [
  {
    pattern: /(?:the )?(?:very )?(?:early|beginning of|start of)(?: |-)(?:in )?(?:the (?=week|month|quarter|year))?/iuy,
    take: (days) => third(days, 0),
  },
  {
    pattern: /(?:the )?(?:mid(?: |-)?|middle of )(?:the (?=week|month|quarter|year))?/iuy,
    take: (days) => third(days, 1),
  },
  {
    pattern: /(?:the )?(?:late|(?:very )?end of)(?: |-)(?:in )?(?:the (?=week|month|quarter|year))?/iuy,
    take: (days) => third(days, 2),
  },
  {
    pattern: /(?:the )?(first|second|last) half of (?:the (?=week|month|quarter|year))?/iuy,
    take: ({ from, to }, [, half = '']) => {
      const middle = from + Math.floor((to - from) / 2);
      return /first/i.test(half) ? { from, to: middle } : { from: middle + 1, to };
    },
  },
  {
    pattern: new RegExp(`(?:the )?${ordinal} (?:${count} )?(day|week|weekend|month|quarter)s? (?:of|in) `, 'iuy'),
    take: (days, [, nth = '', many, name = '']) =>
      nthUnit(days, ordinalNumber(nth), many === undefined ? 1 : countOf(many), name),
  },
  {
    pattern: new RegExp(`(?:the )?${ordinal} ${weekday} (?:of|in) `, 'iuy'),
    take: (days, [, nth = '', name = '']) => {
      const day = nthWeekday(days, indexIn(weekdays, name), ordinalNumber(nth));
      return day === null ? null : singleDay(day);
    },
  },
  { pattern: /(?:the )?week of /iuy, take: ({ from }) => weekOf(from) },
  { pattern: /(?:the )?weekend (?:of|around) /iuy, take: ({ from }) => weekendOf(from) },
  {
    pattern: new RegExp(`(?:the )?(?:${count} )?(day|night|week|weekend|month|year)s? (before|after) `, 'iuy'),
    take: ({ from, to }, [, many, name = '', side = '']) =>
      beside(
        { from, to },
        many === undefined ? null : countOf(many),
        name.toLowerCase(),
        /before/i.test(side) ? -1 : 1,
      ),
  },
];

function third({ from, to }: DayRange, which: number): DayRange {
  const length = to - from + 1;
  const cut = (at: number): number => from + Math.round((length * at) / 3);
  return { from: cut(which), to: which === 2 ? to : cut(which + 1) - 1 };
}

function nthUnit(days: DayRange, nth: number, many: number, unitName: string): DayRange | null {
  const { from, to } = days;
  const name = unitName.toLowerCase();
  const at = nth > 0 ? nth - 1 : -1;
  if (name === 'weekend') {
    const saturday = nthWeekday(days, 5, nth);
    return saturday === null
      ? null
      : nth > 0
        ? { from: saturday, to: saturday + 7 * (many - 1) + 1 }
        : { from: saturday - 7 * (many - 1), to: saturday + 1 };
  }
  if (name === 'day' || name === 'week') {
    const length = many * (name === 'week' ? 7 : 1);
    const first = at >= 0 ? from + at * length : to - length + 1;
    return first > to || first < from ? null : { from: first, to: Math.min(to, first + length - 1) };
  }
  const length = many * (name === 'quarter' ? 3 : 1);
  const { year: of, month: first } = partsOf(at >= 0 ? addMonths(from, at * length) : addMonths(to, 1 - length));
  return { from: monthOf(of, first).from, to: monthOf(of, first + length - 1).to };
}

/** "The week before Christmas", "two days after the 9th". */
function beside({ from, to }: DayRange, many: number | null, unitName: string, side: 1 | -1): DayRange {
  const edge = side < 0 ? from : to;
  if (unitName === 'weekend') {
    const { from: saturday } = weekendOf(edge);
    return weekendOf(side < 0 ? (saturday < from ? saturday : saturday - 7) : saturday > to ? saturday : saturday + 7);
  }
  if (many !== null && unitName !== 'night') {
    const day = dayAt(edge, side * many, unitName);
    const about = many > 1 && unitName === 'week' ? 3 : unitName === 'day' ? 0 : many === 1 ? 3 : 10;
    return about === 0 ? singleDay(day) : { from: day - about, to: day + about, centre: day };
  }
  if (unitName === 'day' || unitName === 'night') return singleDay(edge + side);
  const other = dayAt(edge, side, unitName);
  return side < 0 ? { from: other, to: edge - 1 } : { from: edge + 1, to: other };
}

/** In lower case these are words more often than times: something must lead over to them. */
const plainWords = /^(?:may|march|mar|sun|sat|mon|wed|fri|fall|spring|advent|lent|new year|assumption|\d{4})$/;
/** A short form, a bare year and a season want that too, even with a capital. */
const wantLead =
  /^(?:(?:19|20)\d{2}|sun|sat|mon|spring|fall|assumption|(?:the )?(?:spring|fall|autumn|summer|winter))$/i;
const leadsOver =
  /(?:^\s*|\b(?:in|on|of|at|since|during|by|until|till|before|after|around|about|over|this|last|next|every|year)(?: the)?(?: early| late| mid)?[\s-]+)$/i;

/** The patterns of all forms, for what prepares them. */
export const formPatterns: readonly RegExp[] = [...partForms, ...simpleForms].map(({ pattern }) => pattern);

/** The time whose words begin at this place, or null. */
export function timeAt(text: string, at: number, context: TimeContext): FoundTime | null {
  return rangeAt(text, at, context) ?? followed(text, periodAt(text, at, context), context);
}

function periodAt(text: string, at: number, context: TimeContext, isLed = false): FoundTime | null {
  for (const { pattern, take } of partForms) {
    pattern.lastIndex = at;
    const part = pattern.exec(text);
    const whole =
      part && (simpleAt(text, pattern.lastIndex, context, true) ?? formAt(current, text, at + part[0].length, context));
    const days = part && whole && take(whole.days, part);
    if (days) return { days, end: whole.end };
  }
  return simpleAt(text, at, context, isLed);
}

function simpleAt(text: string, at: number, context: TimeContext, isLed: boolean): FoundTime | null {
  for (const one of simpleForms) {
    const time = formAt(one, text, at, context);
    if (!time) continue;
    const words = text.slice(at, time.end).replace(/\.$/, '');
    if (!isLed && (plainWords.test(words) || wantLead.test(words)) && !leadsOver.test(text.slice(0, at))) return null;
    // The part of the day.
    trailing.lastIndex = time.end;
    return { ...time, end: time.end + (trailing.exec(text)?.[0].length ?? 0) };
  }
  return null;
}
const trailing = new RegExp(partsOfDay, 'iuy');

function formAt({ pattern, read }: Form, text: string, at: number, context: TimeContext): FoundTime | null {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const time = match && read(match, context);
  if (!match || !time) return null;
  return { ...('days' in time ? time : { days: time }), end: at + match[0].trimEnd().length };
}

const opensRange = /(?:between|from) (?:the )?/iuy;
const bareNumber = /(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)? (?:and|to|till|until|through|[-–]) (?:the )?/iuy;
const joins = / ?(?:-|–|—)(?= ?[\p{L}\d]) ?| (?:to|and|until|till|through) (?:the )?/iuy;

/** "Between May and July", "from 3 to 10 May". */
function rangeAt(text: string, at: number, context: TimeContext): FoundTime | null {
  opensRange.lastIndex = at;
  const opening = opensRange.exec(text);
  if (!opening) return null;
  const first = at + opening[0].length;
  bareNumber.lastIndex = first;
  const bare = bareNumber.exec(text);
  if (bare) {
    const last = periodAt(text, first + bare[0].length, context, true);
    if (last && last.days.from === last.days.to) {
      const { year: of, month: number } = partsOf(last.days.from);
      const from = dayInMonth(of, number, Number(bare[1]));
      if (from && from.from <= last.days.to) return { ...last, days: { from: from.from, to: last.days.to } };
    }
  }
  const opened = periodAt(text, first, context, true);
  const both = followed(text, opened, context, true);
  return both === opened ? null : both;
}

/** A time, and what follows behind "to" as the end of a longer one. */
function followed(text: string, first: FoundTime | null, context: TimeContext, isOpened = false): FoundTime | null {
  if (!first) return null;
  joins.lastIndex = first.end;
  const joint = joins.exec(text);
  if (!joint || (!isOpened && /and/i.test(joint[0]))) return first;
  const last = periodAt(text, first.end + joint[0].length, context, true);
  if (!last) return first;
  let [from, to] = [first.days.from, last.days.to];
  if (first.recurs && !last.recurs) while (from > last.days.from) from = back(from, first.recurs, -1);
  else if (last.recurs) while (to < from) to = back(to, last.recurs, 1);
  if (first.recurs === 'year' && !last.recurs) while (last.days.from - from > 366) from = back(from, 'year', 1);
  if (!first.recurs && last.recurs === 'year') while (to - from > 366) to = back(to, 'year', -1);
  return from > to
    ? first
    : { days: { from, to }, end: last.end, ...(first.recurs && last.recurs ? { recurs: last.recurs } : {}) };
}

const back = (day: number, recurs: NonNullable<FoundTime['recurs']>, by: number): number =>
  recurs === 'week' ? day + 7 * by : addMonths(day, recurs === 'year' ? 12 * by : by);

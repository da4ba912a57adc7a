// Times told from today: "a week ago", "the weekend after next", "on Tuesday". Pure.
import { alternatives } from '../../language/words.ts';
import {
  type DayRange,
  addMonths,
  dayNumber,
  monthOf,
  partsOf,
  quarterOf,
  singleDay,
  weekOf,
  weekdayOf,
  weekendOf,
  yearOf,
} from './calendar.ts';
import {
  type Form,
  type TimeContext,
  count,
  countOf,
  form,
  indexIn,
  pick,
  step,
  times,
  unit,
  weekday,
  weekdays,
  which,
} from './time-words.ts';

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

export function dayAt(today: number, amount: number, unitOf: string): number {
  const inMonths: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12, decade: 120 };
  const of = inMonths[unitOf];
  if (of === undefined) return today + Math.round(amount * (unitOf === 'week' ? 7 : unitOf === 'fortnight' ? 14 : 1));
  const whole = Math.floor(Math.abs(amount * of)) * Math.sign(amount);
  return addMonths(today, whole) + Math.round((amount * of - whole) * 30);
}

/** The stretch of this unit that is now, moved by this many units. */
export function unitAround(today: number, unitName: string, by: number): DayRange | null {
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
export function weekdayBy(which: string | undefined, of: number, { today, tense }: TimeContext): DayRange {
  const until = (of - weekdayOf(today) + 7) % 7;
  const ahead = until || 7;
  const back = (weekdayOf(today) - of + 7) % 7 || 7;
  if (which === undefined && tense === 'nearest') return singleDay(today + until);
  if (which === undefined) return singleDay(tense === 'coming' ? today + ahead : today - back);
  if (step(which) < 0) return singleDay(today - back);
  if (/coming|upcoming|following/i.test(which) || tense === 'nearest') return singleDay(today + ahead);
  if (step(which) === 0) return singleDay(weekOf(today).from + of);
  const isWeekend = weekdayOf(today) > 4;
  return singleDay(of > weekdayOf(today) && !isWeekend ? today + ahead + 7 : today + ahead);
}

/** "A week on Tuesday", "two weeks from tomorrow". */
const weeksFrom = (from: number, many: string | undefined, unitName: string): DayRange =>
  singleDay(dayAt(from, many === undefined ? 1 : countOf(many), unitName.toLowerCase()));

const tomorrow = ['tomorrow', ...times.phrases.flatMap(([said, meant]) => (meant === 'tomorrow' ? [said] : []))].join(
  '|',
);

export const partsOfDay = ' (?:early )?(?:in the )?(?:morning|afternoon|evening|night|noon|lunchtime)s?\\b';

/** Days by themselves, and stretches that are told from today. */
export const relativeForms: readonly Form[] = [
  form('(?:the )?(?:day|night) before (?:yesterday|last)\\b', (_, { today }) => singleDay(today - 2)),
  form('(?:the )?day after tomorrow\\b', (_, { today }) => singleDay(today + 2)),
  form(`(?:(today|tomorrow)|${weekday}) (week|fortnight)\\b`, ([, near, name = '', unitName = ''], context) => {
    const { today } = context;
    const from = near === undefined ? weekdayBy('coming', indexIn(weekdays, name), context).from : today;
    return weeksFrom(/tomorrow/i.test(near ?? '') ? today + 1 : from, undefined, unitName);
  }),
  form(`${count} (week|fortnight)s? (?:(today)|(?:from )?(tomorrow))\\b`, (found, { today }) => {
    const [, many, unitName = '', isToday] = found;
    return weeksFrom(isToday === undefined ? today + 1 : today, many, unitName);
  }),
  form(`(?:${count} )?(week|fortnight)s? (?:on|from) ${weekday}`, ([, many, unitName = '', name = ''], context) =>
    weeksFrom(weekdayBy('coming', indexIn(weekdays, name), context).from, many, unitName),
  ),
  form(`${count} (${weekdays.map(alternatives).join('|')})s? ago\\b`, ([, many = '', name = ''], context) =>
    singleDay(weekdayBy('last', indexIn(weekdays, name), context).from - 7 * (countOf(many) - 1)),
  ),
  form('(?:yesterday|last night)\\b', (_, { today }) => singleDay(today - 1)),
  form('(?:today|tonight|this (?:morning|afternoon|evening|noon))\\b', (_, { today }) => singleDay(today)),
  form(`(?:${tomorrow})\\b`, (_, { today }) => singleDay(today + 1)),
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
  form('(?:the )?(week|weekend|month|year) after this(?: one)?\\b', ([, name = ''], { today }) =>
    unitAround(today, name, 1),
  ),
  form(`(?:on )?${weekday} (?:of |in )?the week (after next|before last)\\b`, ([, name = '', said = ''], { today }) =>
    singleDay(weekOf(today + (/next/i.test(said) ? 14 : -14)).from + indexIn(weekdays, name)),
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
  form(`(?:the )?past (week|fortnight|month|year)\\b`, ([, name = ''], { today }) => ({
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
  form('(?:over |at |on |during |for )?the weekend\\b(?! of| after| before)', (_, context) => {
    const days = pick((at) => weekendOf(context.today + 7 * at), context);
    return days && { days, recurs: 'week' };
  }),
  form('(?:eo([my])|(month|year)(?: |-)end)\\b', ([, letter, name], { today }) => {
    const isYear = letter === undefined ? /year/i.test(name ?? '') : /y/i.test(letter);
    const days = unitAround(today, isYear ? 'year' : 'month', 0);
    return days && { from: days.to - (isYear ? 30 : 9), to: days.to };
  }),
  form(`${weekday} (?:of |in )?${which} week\\b`, ([, name = '', said = ''], { today }) =>
    singleDay(weekOf(today + 7 * step(said)).from + indexIn(weekdays, name)),
  ),
  form(`(?:the )?${which} ${weekday}`, ([, said = '', name = ''], context) =>
    weekdayBy(said, indexIn(weekdays, name), context),
  ),
];

const around = (centre: number, about: number): DayRange => ({ from: centre - about, to: centre + about, centre });

// Parts of another time: "early May", "the first weekend of October", "the week before Christmas". Pure.
import { type DayRange, addMonths, monthOf, nthWeekday, partsOf, singleDay, weekOf, weekendOf } from './calendar.ts';
import { dayAt, unitAround } from './relative-times.ts';
import { count, countOf, form, indexIn, ordinal, ordinalNumber, weekday, weekdays } from './time-words.ts';

/** The month, week or year that it is, where a part of it is asked for. */
export const current = form('(?:the |this )?(week|month|quarter|year)\\b', ([, name = ''], { today }) =>
  unitAround(today, name, 0),
);

/** A part of another time: how its words begin, and what is left of the days of the other. */
export const partForms: readonly {
  pattern: RegExp;
  take: (days: DayRange, found: RegExpExecArray) => DayRange | null;
}[] = [
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
    // "The end of the year" is its last month, "late 2025" its last third.
    take: (days, [said]) => (/end/i.test(said) && days.to - days.from > 300 ? lastMonth(days) : third(days, 2)),
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
  // "The weekend 14 March" is left of what other languages say with words of their own between.
  {
    pattern: /(?:the )?weekend (?:(?:of|around|on) )?(?=the \d|\d|\p{Lu}\p{L}+ \d)/iuy,
    take: ({ from, to }) => (to - from > 7 ? null : weekendOf(from)),
  },
  { pattern: /(?:the )?weekend (?:of|around) /iuy, take: ({ from }) => weekendOf(from) },
  {
    pattern: new RegExp(`(?:the )?(?:${count} )?(day|night|week|weekend|month|year)s? (before|after) `, 'iuy'),
    take: (days, [, many, name = '', side = '']) =>
      beside(days, many === undefined ? null : countOf(many), name.toLowerCase(), /before/i.test(side) ? -1 : 1),
  },
];

function third({ from, to }: DayRange, which: number): DayRange {
  const length = to - from + 1;
  const cut = (at: number): number => from + Math.round((length * at) / 3);
  return { from: cut(which), to: which === 2 ? to : cut(which + 1) - 1 };
}

const lastMonth = ({ to }: DayRange): DayRange => {
  const { year: of, month } = partsOf(to);
  return monthOf(of, month);
};

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
function beside({ from, to, centre }: DayRange, many: number | null, unitName: string, side: 1 | -1): DayRange {
  const edge = side < 0 ? from : to;
  if (unitName === 'weekend') {
    const { from: saturday } = weekendOf(edge);
    return weekendOf(side < 0 ? (saturday < from ? saturday : saturday - 7) : saturday > to ? saturday : saturday + 7);
  }
  if (many !== null && unitName !== 'night') {
    const day = dayAt(unitName === 'day' ? (centre ?? edge) : edge, side * many, unitName);
    const about = many > 1 && unitName === 'week' ? 3 : unitName === 'day' ? 0 : many === 1 ? 3 : 10;
    return about === 0 ? singleDay(day) : { from: day - about, to: day + about, centre: day };
  }
  if (unitName === 'day' || unitName === 'night') return singleDay((centre ?? edge) + side);
  const other = dayAt(edge, side, unitName);
  return side < 0 ? { from: other, to: edge - 1 } : { from: edge + 1, to: other };
}

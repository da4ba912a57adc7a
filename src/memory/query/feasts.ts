// Feast days and public holidays that people tell time by: when each of them is in a year. Their names are in the tables of the
// languages. Pure.
import { dayByCalendar, dayNumber, type DayRange, easterOf, monthOf, nthWeekday, singleDay } from './calendar.ts';

/** Days after Easter Sunday. */
const movable = (first: number, last = first): ((year: number) => DayRange) => {
  return (year) => ({ from: easterOf(year) + first, to: easterOf(year) + last });
};
const fixed = (month: number, first: number, last = first): ((year: number) => DayRange) => {
  return (year) => ({ from: dayNumber(year, month, first), to: dayNumber(year, month, first) + last - first });
};
/** The feast with its main day, as a number of days from its first day: "the day after Christmas" is 26 December. */
const around = (of: (year: number) => DayRange, main: number): ((year: number) => DayRange) => {
  return (year) => ({ ...of(year), centre: of(year).from + main });
};
/** @param weekday 0 is Monday @param nth -1 is the last */
const onWeekday = (month: number, weekday: number, nth: number, after = 0): ((year: number) => DayRange) => {
  return (year) => singleDay((nthWeekday(monthOf(year, month), weekday, nth) ?? 0) + after);
};
/** This many days from a day of another calendar. */
const inCalendar = (calendar: string, month: string, length: number, before = 0) => {
  return (year: number): DayRange | null => {
    const day = dayByCalendar(year, calendar, month, calendar === 'hebrew' ? (month === 'Kislev' ? 25 : 15) : 1);
    return day === null ? null : { from: day - before, to: day + length - 1 };
  };
};

const canadian = /^America\/(?:Toronto|Montreal|Vancouver|Edmonton|Winnipeg|Halifax|Regina|St_Johns|Moncton)/;
const british = /^Europe\/(?:London|Dublin|Belfast)/;
const american = /^America\//;
const [monday, thursday, sunday] = [0, 3, 6];

/** The days of each feast in a year, if it has any, by its English name in lower case. The time zone tells the country. */
export const feasts: Readonly<Record<string, (year: number, timezone: string) => DayRange | null>> = {
  'christmas eve': fixed(12, 24),
  'christmas day': fixed(12, 25),
  'boxing day': fixed(12, 26),
  christmas: around(fixed(12, 24, 26), 1),
  'saint nicholas': fixed(12, 6),
  advent: (year) => {
    const eve = dayNumber(year, 12, 24);
    return { from: (nthWeekday({ from: eve - 6, to: eve }, sunday, 1) ?? eve) - 21, to: eve };
  },
  "new year's eve": fixed(12, 31),
  "new year's day": fixed(1, 1),
  // Named in the year that begins.
  'new year': around((year) => ({ from: dayNumber(year - 1, 12, 31), to: dayNumber(year, 1, 1) }), 1),
  epiphany: fixed(1, 6),
  "valentine's day": fixed(2, 14),
  carnival: movable(-52, -47),
  'shrove tuesday': movable(-47),
  'ash wednesday': movable(-46),
  lent: movable(-46, -1),
  "saint patrick's day": fixed(3, 17),
  'palm sunday': movable(-7),
  'holy week': movable(-7, 0),
  'good friday': movable(-2),
  'easter sunday': movable(0),
  'easter monday': movable(1),
  easter: around(movable(-2, 1), 2),
  'ascension day': movable(39),
  pentecost: movable(49, 50),
  'corpus christi': movable(60),
  'may day': fixed(5, 1),
  'labor day': (year, timezone) => (american.test(timezone) ? onWeekday(9, monday, 1)(year) : fixed(5, 1)(year)),
  "mother's day": (year, timezone) => (british.test(timezone) ? movable(-21)(year) : onWeekday(5, sunday, 2)(year)),
  "father's day": onWeekday(6, sunday, 3),
  'memorial day': onWeekday(5, monday, -1),
  'independence day': fixed(7, 4),
  'bastille day': fixed(7, 14),
  assumption: fixed(8, 15),
  halloween: fixed(10, 31),
  "all saints' day": fixed(11, 1),
  thanksgiving: (year, timezone) =>
    canadian.test(timezone) ? onWeekday(10, monday, 2)(year) : onWeekday(11, thursday, 4)(year),
  'black friday': onWeekday(11, thursday, 4, 1),
  'cyber monday': onWeekday(11, thursday, 4, 4),
  'chinese new year': inCalendar('chinese', 'First Month', 1),
  passover: inCalendar('hebrew', 'Nisan', 8),
  hanukkah: inCalendar('hebrew', 'Kislev', 8),
  ramadan: inCalendar('islamic-umalqura', 'Ramadan', 30),
  'eid al-fitr': inCalendar('islamic-umalqura', 'Shawwal', 3),
};

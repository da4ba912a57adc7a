// The numbers, times, dates and names of a text in one form each, so that "7 pm" meets "19:00" and "half past two" meets
// "14:30". Pure; every pattern is linear, and callers bound the length of the text.
import type { ParsedComponents } from 'chrono-node';
import { GB } from 'chrono-node/en';
import { addDays, addMonths, addYears, format, parseISO } from 'date-fns';
import {
  andHalf,
  numberWithPower,
  numberOf,
  pairedNumbers,
  spelledNumbers,
  withDigits,
} from '../../language/number-words.ts';
import {
  type Half,
  halfAround,
  hourNamed,
  hoursAndMinutes,
  hoursOfParts,
  midnight,
  noon,
  oneOClock,
  partForms,
  wholeHours,
} from './clock-forms.ts';
import { dayIn, daysNamed } from '../query/dates.ts';
import { withEnglishTimes } from '../query/translate-times.ts';
import {
  beforeMonth,
  beginsLine,
  dayAlone,
  determiners,
  halfWord,
  isVerb,
  months,
  nounEnding,
  ordinalOf,
  relations,
  unitNouns,
  weekdays,
  withBeginnings,
} from './words.ts';

export interface Values {
  /** Canonical: `1200`, `3.5`. */
  numbers: Set<string>;
  /** The hours among those whose half of the day the text names. */
  boundHours: Set<string>;
  /** `19:30` */
  times: Set<string>;
  dates: PartialDate[];
  /** 0 is Sunday. */
  weekdays: Set<number>;
  /** The name as written, without a possessive ending. */
  names: string[];
}

/** A date as far as the text tells it. */
export interface PartialDate {
  year?: number;
  /** 1 to 12. */
  month?: number;
  day?: number;
}

interface Cut {
  rest: string;
}

/** Takes each match out of the text, so that the day of a date is not counted as a number too. */
function take(
  cut: Cut,
  pattern: RegExp,
  use: (match: RegExpMatchArray, halfOf: (hour: number) => Half | undefined) => boolean,
): void {
  cut.rest = cut.rest.replace(pattern, (...found) => {
    const groups = found.slice(0, -2).filter((part) => typeof part !== 'object') as string[];
    const [at, whole] = found.slice(-2) as [number, string];
    const end = at + (groups[0] ?? '').length;
    const halfOf = (hour: number): Half | undefined => halfAround(whole.slice(0, at), whole.slice(end), hour);
    return use(groups as unknown as RegExpMatchArray, halfOf) ? ' , ' : (groups[0] ?? '');
  });
}

const fractions: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' };

const monthOf = (word: string): number | undefined => months.get(word.toLowerCase().replace(/\.$/, ''));

/**
 * @param options.isEvidence read ordinal words as numbers too, and what may be a value in several ways
 * @param options.beside of a claim, what was said: it tells which language both are in
 */
export function valuesOf(text: string, { isEvidence = false, beside = '' } = {}): Values {
  const values: Values = {
    numbers: new Set(),
    boundHours: new Set(),
    times: new Set(),
    dates: [],
    weekdays: weekdaysOf(text, isEvidence),
    names: namesOf(text),
  };
  // "El tres de diciembre", "am dritten Mai"
  const digits = text
    .normalize('NFC')
    .replace(/(\d ?|)([½¼¾])/gu, (_all, whole: string, part: string) => `${whole.trim() || 0}${fractions[part] ?? ''}`)
    .replace(/(?<!\p{L})(\p{L}{2,12}) (?=(?:(?:de|of) )?(\p{L}{3,10}))/gu, (all, word: string, name: string) => {
      const lower = word.toLowerCase();
      const day = monthOf(name) === undefined ? undefined : (numberOf(lower) ?? ordinalOf(lower));
      return day === undefined ? all : `${day} `;
    });
  // A sentence that begins with the verb speaks of no month: "May lift only 5 kg".
  const rest = digits
    .replace(/(?:^|(?<=[.!?\n] ))(?:May|March)(?= \p{Ll})/gu, 'it')
    .replace(beforeMonth, (month) => `${month.charAt(0).toUpperCase()}${month.slice(1)}`);
  const cut: Cut = { rest: withPhoneNumbers(rest.replace(grouped, (all) => all.replaceAll(' ', ''))) };
  takeDates(cut, values.dates, beside);
  takeTimes(cut, values, isEvidence);
  takeNumbers(cut, values.numbers, { isEvidence, beside });
  // Digits that look like those of a telephone may be several numbers.
  if (isEvidence)
    for (const [run] of rest.matchAll(phoneNumber))
      takeNumbers({ rest: run }, values.numbers, { isEvidence: false, beside: text });
  return values;
}

const phoneNumber =
  /(?<![\p{L}\d.,:+])(?:\+|00)?\(?\d{1,5}\)?(?:(?: ?[./-] ?| )\(?\d{2,8}\)?){1,7}(?![\d\p{L}]|[.,:]\d)/gu;
/** "18 000" */
const grouped = /(?<![\d.,:/-]|\d )[1-9]\d{0,2}(?: \d{3}){1,4}(?! ?\d|[:/-]\d)/g;
const phoneDigits = { min: 7, max: 15 };

/** A telephone number as one run of digits, however it is written: "0171 555 0192", "+49 (171) 555-01-92". */
const withPhoneNumbers = (text: string): string =>
  text.replace(phoneNumber, (all) => {
    const digits = all.replace(/\D/g, '');
    return digits.length >= phoneDigits.min && digits.length <= phoneDigits.max && isPhoneNumber(all) ? digits : all;
  });

function isPhoneNumber(run: string): boolean {
  const groups = run.match(/\d+/g) ?? [];
  const signs = new Set(run.match(/[./ -]/g));
  // "09.30 10.15", "03.12.2026"
  const isOfTimes = signs.has('.') && (signs.size > 1 || (groups.length === 3 && (groups[2] ?? '').length === 4));
  const isDate = /(?<!\d)\d{4}-\d\d-\d\d(?!\d)|^\d{1,2}([./-])\d{1,2}\1\d{2,4}(?!\1?\d)/.test(run);
  if (isOfTimes || isDate) return false;
  if (/^(?:\+|\(?0)/.test(run)) return true;
  const isOfYears = groups.every((group) => /^(?:19|20)\d\d$/.test(group));
  return (groups.length > 2 || /^\d{3}[ -]\d{4}$/.test(run)) && !isOfYears && groups.some(({ length }) => length > 2);
}

const maxShortMonth = 3;
const hasWord = (text: string, word: string): boolean => text.match(/\p{L}+/gu)?.includes(word) === true;

/** @param beside what was said, where the text is a claim */
function takeDates(cut: Cut, dates: PartialDate[], beside: string): void {
  take(cut, /\b(\d{4})-(\d{2})(?:-(\d{2}))?\b/g, ([, year, month, day]) => {
    dates.push({ year: Number(year), month: Number(month), ...(day && { day: Number(day) }) });
    return true;
  });
  take(cut, /\b(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?(?!\d)/g, ([, day, month, year]) => {
    if (Number(month) > 12 || Number(day) > 31) return false;
    dates.push({ day: Number(day), month: Number(month), ...(year && { year: fullYear(year) }) });
    return true;
  });
  // "21 and 22 November": the first of the two days; the second is taken with its month below.
  take(
    cut,
    /\b(\d{1,2})\.? ?(?:and|und|et|y|e|en|to|bis|au|al?|tot|[-–&]) ?(?=(\d{1,2})\.? (?:de )?(\p{L}{3,10}))/gu,
    ([, day, last, name]) => {
      const month = monthOf(name ?? '');
      if (month === undefined || Number(day) >= Number(last) || Number(last) > 31) return false;
      dates.push({ day: Number(day), month });
      return true;
    },
  );
  const dayFirst = /\b(\d{1,2})(?:\.|st|nd|rd|th)? (?:of |de )?(\p{L}{3,10})\.?(?:,? (?:de )?(\d{4}))?(?![\p{L}\d])/gu;
  take(cut, dayFirst, ([, day, name, year]) => {
    const month = monthOf(name ?? '');
    if (month === undefined || Number(day) > 31) return false;
    dates.push({ day: Number(day), month, ...(year && { year: Number(year) }) });
    return true;
  });
  take(
    cut,
    /(?<!\p{L})(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?(?![\p{L}\d:])/gu,
    ([, name, day, year]) => {
      const month = monthOf(name ?? '');
      if (month === undefined || Number(day) > 31) return false;
      dates.push({ day: Number(day), month, ...(year && { year: Number(year) }) });
      return true;
    },
  );
  take(cut, /(?<!\p{L})(\p{L}{3,10})\.?(?:,? (\d{4}))?(?![\p{L}\d])/gu, ([word, name, year]) => {
    const month = monthOf(name ?? '');
    // "may" and "march" are verbs as well: alone, they are months only with a capital.
    if (month === undefined || (year === undefined && !isMonthName(word ?? ''))) return false;
    // "Mei" and "Mar" of a claim, where the words have "mei" and "mar", are no months of another language.
    if (year === undefined && (name ?? '').length <= maxShortMonth && hasWord(beside, (name ?? '').toLowerCase()))
      return false;
    dates.push({ month, ...(year && { year: Number(year) }) });
    return true;
  });
}

/** "May", "mars": English and German write months with a capital, and "may" and "march" are verbs as well. */
const isMonthName = (word: string): boolean =>
  /^\p{Lu}/u.test(word) || (word.length >= 4 && !['march', 'sept'].includes(word));

const fullYear = (year: string): number => (year.length === 4 ? Number(year) : 2000 + Number(year));

function takeTimes(cut: Cut, values: Values, isEvidence: boolean): void {
  const add = (hour: number, minute: number, half?: string): void => {
    if (hour > 24 || minute > 59) return;
    const isAfternoon = half !== undefined && /^p/i.test(half);
    const hours = half === undefined ? [hour, hour < 12 ? hour + 12 : hour] : [(hour % 12) + (isAfternoon ? 12 : 0)];
    for (const one of hours) values.times.add(timeOf(one, minute));
    if (minute === 0) values.numbers.add(String(hour));
    if (minute === 0 && half !== undefined) values.boundHours.add(String(hour));
  };
  takeClockTimes(cut, values, add);
  takePartsOfHours(cut, values, { add, isEvidence });
  takeWholeHours(cut, values, add);
}

/** Adds a time, also that of the afternoon where nothing says which half of the day is meant. */
type AddTime = (hour: number, minute: number, half?: string) => void;

const spelled = (word = ''): number => Number(/^\d/.test(word) ? word : (numberOf(word.toLowerCase()) ?? NaN));

/** `19:30`, `7.30 pm`, `7h30`, `seven pm` */
function takeClockTimes(cut: Cut, values: Values, add: AddTime): void {
  take(cut, /\b(\d{1,2})[:.h](\d{2})(?: ?([ap])\.?m\b\.?)?/gi, ([all, hour, minute, told], halfOf) => {
    const half = told ?? halfOf(Number(hour));
    if (Number(hour) > 24 || Number(minute) > 59) return false;
    // "3.50" is a price as well; only a colon says that it is a time.
    if (!(all ?? '').includes(':') && half === undefined && !/h/i.test(all ?? '')) return false;
    if (half === undefined && (Number(hour) > 12 || /^0\d/.test(hour ?? '')))
      values.times.add(timeOf(Number(hour), Number(minute)));
    else add(Number(hour), Number(minute), half);
    return true;
  });
  take(cut, /(?<![\p{L}\d])(\d{1,2}|\p{L}{3,6}) ?([ap])\.?m(?!\p{L})\.?/giu, ([, hour, half]) => {
    const at = spelled(hour);
    if (Number.isNaN(at)) return false;
    add(at, 0, half);
    return true;
  });
}

const minutesTold = 5;
/** "19 to 22", "6 to 4": more often a score or a range than a time. */
const twoNumbers = /^(\d{1,2}) \p{L}+ (\d{1,2})$/u;

/** `half past two`, `ten to six`, `Viertel vor acht` */
function takePartsOfHours(
  cut: Cut,
  { numbers }: Values,
  { add, isEvidence }: { add: AddTime; isEvidence: boolean },
): void {
  for (const form of partForms)
    take(cut, form.pattern, (match, halfOf) => {
      const [hour, minutes] = [form.hour(match), form.minutes(match)];
      const digits = form.minutes(match) < 0 ? twoNumbers.exec(match[0] ?? '') : null;
      if (digits && !isEvidence) return false;
      if (Number.isNaN(hour) || Number.isNaN(minutes) || hour > 24) return false;
      // "Nine to four" is a score: nobody tells the time to the minute in words.
      if (!digits && minutes < 0 && minutes % minutesTold !== 0) return false;
      for (const number of digits?.slice(1) ?? []) numbers.add(String(Number(number)));
      if (minutes >= 0) add(hour, minutes, halfOf(hour));
      else if (hour > 0) add(hour - 1 || 12, 60 + minutes, halfOf(hour));
      return true;
    });
}

/** `at one`, `acht Uhr`, `six o'clock`, `noon` */
function takeWholeHours(cut: Cut, values: Values, add: AddTime): void {
  take(cut, oneOClock, (_match, halfOf) => {
    add(1, 0, halfOf(1));
    return true;
  });
  const addTold = ([, hour, past = '0']: RegExpMatchArray, halfOf: (hour: number) => Half | undefined): boolean => {
    // "Acht Uhr drei" is no time that is told.
    if (Number.isNaN(spelled(hour)) || !(/^\d/.test(past) || spelled(past) >= 10)) return false;
    add(spelled(hour), spelled(past), halfOf(spelled(hour)));
    return true;
  };
  take(cut, hoursAndMinutes, addTold);
  take(cut, wholeHours, addTold);
  for (const pattern of hoursOfParts)
    take(cut, pattern, ([, word = ''], halfOf) => {
      const hour = hourNamed(word);
      const half = hour > 0 && hour <= 24 ? halfOf(hour) : undefined;
      if (half === undefined) return false;
      add(hour, 0, half);
      return true;
    });
  for (const [named, time] of [
    [noon, '12:00'],
    [midnight, '00:00'],
  ] as const)
    take(cut, named, () => {
      values.times.add(time);
      return true;
    });
}

const timeOf = (hour: number, minute: number): string =>
  `${String(hour % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

function takeNumbers(
  cut: Cut,
  numbers: Set<string>,
  { isEvidence, beside }: { isEvidence: boolean; beside: string },
): void {
  // "Two and a half grand"
  // 6'2" are two numbers, 1'200 is one.
  cut.rest = cut.rest.replace(/(?<=\d)['’](?!\d{3}(?!\d))/g, ' ');
  cut.rest = cut.rest.replace(andHalf, (all, whole: string) =>
    Number.isNaN(spelled(whole)) ? all : `${spelled(whole)}.5`,
  );
  take(cut, numberWithPower, ([, found = '', power]) => {
    const plain = plainNumber(found);
    numbers.add(String(Number(plain) * (power === undefined ? 1 : /^million$/i.test(power) ? 1e6 : 1000)));
    // "Ran 12k" tells of kilometres.
    if (isEvidence && power?.toLowerCase() === 'k') numbers.add(plain);
    return true;
  });
  const ordinal = (word: string): number | undefined => (isEvidence ? ordinalOf(word) : undefined);
  for (const number of spelledNumbers(cut.rest.toLowerCase(), ordinal, beside)) numbers.add(String(number));
  if (!isEvidence) return;
  for (const number of pairedNumbers(cut.rest.toLowerCase())) numbers.add(String(number));
  if (halfWord.test(cut.rest)) for (const number of ['50', '0.5']) numbers.add(number);
}

/** `1,200`, `1.200` and `1’200` are 1200; `3,5` is 3.5. */
function plainNumber(found: string): string {
  const digits = found.replace(/['’\u00a0\u202f]/g, '').split(/[.,]/);
  const parts = digits.slice(0, digits.findLastIndex((part) => part !== '') + 1);
  const isGrouped = parts.length > 1 && parts.slice(1).every((part) => part.length === 3) && parts[0] !== '0';
  if (parts.length === 1 || isGrouped) return String(Number(parts.join('')));
  return String(Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`));
}

/** Words with a capital that are not there because a sentence begins. */
function namesOf(text: string): string[] {
  const names: string[] = [];
  let startsSentence = true;
  const words = [...text.matchAll(/[\p{L}\p{M}][\p{L}\p{M}\p{N}'’-]*|[^\s\p{L}]/gu)].map(([word]) => word);
  for (const [index, word] of words.entries()) {
    if (!/^\p{L}/u.test(word)) {
      // A period after "Dr" ends no sentence.
      if (/[.!?:"“„(]/.test(word) && !(word === '.' && /^\p{Lu}\p{L}{0,2}$/u.test(words[index - 1] ?? '')))
        startsSentence = true;
      continue;
    }
    // "die Schule", "8 Jahre"
    const before = (words[index - 1] ?? '').toLowerCase();
    const isNoun = before === '°' || determiners.has(before) || numberOf(before) !== undefined || /^\d+$/.test(before);
    if (/^\p{Lu}/u.test(word) && !isNoun && isName(word, words[index + 1], startsSentence, words[index - 1] === ':'))
      names.push(bareName(word));
    startsSentence = false;
  }
  return [...new Set(names)];
}

/** @param isValue it stands behind a colon: "Physio: Tomás" */
function isName(word: string, next: string | undefined, startsSentence: boolean, isValue: boolean): boolean {
  const lower = bareName(word).toLowerCase();
  if (nounEnding.test(word)) return false;
  if (
    months.has(lower) ||
    weekdays.has(lower) ||
    numberOf(lower) !== undefined ||
    unitNouns.has(lower) ||
    lower === 'i' ||
    (lower.length < 2 && startsSentence) ||
    /^i['’]/.test(lower)
  )
    return false;
  if (!startsSentence || (isValue && (next === undefined || /^\p{Lu}/u.test(next)) && !beginsLine.has(lower)))
    return !relations.has(lower);
  // "Bob likes …" names somebody, "Likes …" and "Car is …" do not.
  const isCompound = /-\p{Ll}/u.test(word);
  return (
    !isCompound && !beginsLine.has(lower) && !relations.has(lower) && !/(?:s|ed|ing|ly)$/.test(lower) && isVerb(next)
  );
}

const bareName = (word: string): string => word.replace(/['’]s?$/, '').replace(/-$/, '');

/** Whether a name is among the words of a text: as it is, or with an ending more or less ("Annas", "Berliner"). */
export function hasName(name: string, text: string): boolean {
  const wanted = plainLetters(name);
  const joined = wanted.replaceAll('-', '');
  const said = plainLetters(text);
  // "D'Souza" is one name, and "d'Orléans" has one behind the apostrophe.
  if (/\p{L}['’]\p{L}/u.test(wanted) && said.replaceAll('’', "'").includes(wanted.replaceAll('’', "'"))) return true;
  const words = [...said.matchAll(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu)].map(([word]) => word);
  // "BA 287" for "BA287", "a levels" for "A-levels"
  if (words.some((word, i) => `${word}${words[i + 1] ?? ''}` === joined && joined.length >= minJoined)) return true;
  return words.some(
    (word) =>
      word === wanted ||
      word.replaceAll('-', '') === joined ||
      isSameCompound(word, wanted) ||
      (Math.min(word.length, wanted.length) >= 4 &&
        Math.abs(word.length - wanted.length) <= 3 &&
        (word.startsWith(wanted) || wanted.startsWith(word))),
  );
}

const minJoined = 4;

/** "Flugangst" for "Angst", "Bluthochdruck" for "Blutdruck" */
const isSameCompound = (said: string, name: string): boolean =>
  (name.length >= 5 && said.length >= name.length + 3 && (said.startsWith(name) || said.endsWith(name))) ||
  (said.length >= 4 && name.length >= said.length + 5 && name.startsWith(said)) ||
  (Math.min(said.length, name.length) >= 8 &&
    said.slice(0, 4) === name.slice(0, 4) &&
    said.slice(-5) === name.slice(-5));

/** Without accents and possessive endings. */
const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s?(?!\p{L})/gu, '');

/** @param takesShort also "sun" and "sat" in small letters, which may be other words */
function weekdaysOf(text: string, takesShort = true): Set<number> {
  const found = [...text.matchAll(/\p{L}{3,12}/gu)].flatMap(([word]) =>
    takesShort || word.length > 3 || /^\p{Lu}/u.test(word) ? (weekdays.get(word.toLowerCase()) ?? []) : [],
  );
  return new Set(found);
}

/** "Saturday 12" */
const dayBesideWeekday = /(?<!\p{L})(\p{L}{3,12}),? (\d{1,2})(?![\d:]|[.,h]\d| ?\p{L})/gu;

/**
 * The days that "the 6th" may mean: of the months that the words name and those after them ("there on 27 December, back on the 5th"), and
 * of the months around the day they were said on.
 */
export function daysOfMonths(text: string, named: readonly PartialDate[], said: string): PartialDate[] {
  const around = [-1, 0, 1].map((by) => {
    const at = addMonths(parseISO(`${said.slice(0, 7)}-15`), by);
    return { year: at.getFullYear(), month: at.getMonth() + 1, before: Infinity };
  });
  const months = named.flatMap(({ year, month, day }) =>
    month === undefined
      ? []
      : [
          { year, month, before: Infinity },
          // "There on 27 December, back on the 5th"
          { year: year === undefined || month < 12 ? year : year + 1, month: (month % 12) + 1, before: day ?? 0 },
        ],
  );
  const possible = [...months, ...around];
  const alone = [...text.matchAll(dayAlone)].flatMap(([, plain, ordinal, word]): PartialDate[] => {
    const day = word === undefined ? Number(plain ?? ordinal) : ordinalOf(word.toLowerCase());
    return day === undefined
      ? []
      : possible.flatMap(({ year, month, before }) => (day < before ? [{ year, month, day }] : []));
  });
  const besideWeekday = [...text.matchAll(dayBesideWeekday)].flatMap(([, name = '', number]): PartialDate[] => {
    const weekday = weekdays.get(name.toLowerCase());
    const day = Number(number);
    return weekday === undefined
      ? []
      : around.flatMap(({ year, month }) =>
          new Date(Date.UTC(year, month - 1, day)).getUTCDay() === weekday ? [{ year, month, day }] : [],
        );
  });
  return eachOnce([...alone, ...besideWeekday]);
}

const eachOnce = (dates: readonly PartialDate[]): PartialDate[] => [
  ...new Map(dates.map((date) => [`${date.year} ${date.month} ${date.day}`, date])).values(),
];

/** A day that words mean, or one about it. */
export interface KnownDate {
  date: PartialDate;
  /** This many days before and after it may be meant as well: by "next week". */
  marginDays: number;
}

const vagueDays = 4;
const longestMargin = 16;

/** The days that words such as "tomorrow", "next week" or "in three days" may mean. @param said `YYYY-MM-DD` */
export function relativeDates(text: string, said: string): KnownDate[] {
  // Chrono reads a run of blanks in quadratic time.
  const words = withBeginnings(withDigits(withWeekLater(text.replace(/\s+/g, ' '), said)));
  const told = withEnglishTimes(words);
  const english = withDaysOfNextWeek(told, said);
  const found = [
    ...datesByChrono(english, said),
    ...datesByForms(english === told ? words : english, said, endOf.test(english)),
  ];
  if (laterWeek.test(english)) return found;
  const hasWeekday = weekdaysOf(text).size > 0;
  return found.filter(({ date, marginDays }) => !hasWeekday || marginDays > 0 || isWithinWeek(date, said));
}

/** "Thursday week" is a week after the next Thursday; as a date it is not taken for that Thursday. */
const withWeekLater = (text: string, said: string): string =>
  text.replace(/(?<!\p{L})(\p{L}{6,9}) week(?!\p{L})/gu, (all, name: string) => {
    const weekday = weekdays.get(name.toLowerCase());
    if (weekday === undefined) return all;
    const at = parseISO(said);
    return format(addDays(at, ((weekday - at.getDay() + 6) % 7) + 8), 'yyyy-MM-dd');
  });

const ofNextWeek =
  /(?<!\p{L})(\p{L}{3,9}),? (?:\p{L}{1,3} ){0,2}next week(?!\p{L})|(?<!\p{L})next week,? (?:\p{L}{1,3} )?(\p{L}{3,9})(?!\p{L})/giu;

/** "Friday of next week", in English words, as its date. */
const withDaysOfNextWeek = (text: string, said: string): string =>
  text.replace(ofNextWeek, (all, first?: string, second?: string) => {
    const weekday = weekdays.get((first ?? second ?? '').toLowerCase());
    if (weekday === undefined) return all;
    const at = parseISO(said);
    return format(addDays(at, 7 - ((at.getDay() + 6) % 7) + ((weekday + 6) % 7)), 'yyyy-MM-dd');
  });

/** "Friday" said on a Sunday may be the one of this week or of the next, or the one before. */
const aroundWeek = (isWeekday: boolean): number[] => (isWeekday ? [-7, 0, 7] : [0]);

/** Finds the words by which a day of the week may be a later one than the next of its name. */
const laterWeek = /\b(?:next|following|coming|after|weeks?|fortnight|last)\b|-/i;

const isWithinWeek = ({ year, month, day }: PartialDate, said: string): boolean =>
  year === undefined ||
  month === undefined ||
  day === undefined ||
  Math.abs(Date.UTC(year, month - 1, day) - Date.parse(said)) <= 7 * 86_400_000;

const isTimeAlone = (at: ParsedComponents): boolean =>
  at.isCertain('hour') && !(['day', 'weekday', 'month'] as const).some((part) => at.isCertain(part));

function datesByChrono(english: string, said: string): KnownDate[] {
  const reference = parseISO(`${said}T12:00:00`);
  return [true, false].flatMap((forwardDate) =>
    GB.parse(english, reference, { forwardDate }).flatMap(({ start, end }) =>
      [start, ...(end ? [end] : [])].flatMap((at) => {
        // "Between 9 and 11 am" tells no day.
        if (isTimeAlone(at)) return [];
        const isVague = !at.isCertain('day') && !at.isCertain('weekday');
        const { day: _first, ...month } = dateOf(at.date());
        if (isVague && at.isCertain('month')) return [{ date: month, marginDays: 0 }];
        return aroundWeek(at.isCertain('weekday') && !at.isCertain('day')).map((days) => ({
          date: dateOf(addDays(at.date(), days)),
          marginDays: isVague ? vagueDays : 0,
        }));
      }),
    ),
  );
}

const endOf = /\bend of\b/i;

/** Reads times as a search reads those of a note, in all its languages. */
function datesByForms(text: string, said: string, isEnd: boolean): KnownDate[] {
  const named = weekdaysOf(text);
  return daysNamed(text, dayIn(parseISO(`${said}T12:00:00Z`), 'UTC'), 'UTC').flatMap(({ days: { from, to } }) => {
    const [first, last] = [utcDate(from), utcDate(to)];
    if (to - from > 2 * longestMargin) return [{ date: { year: first.year }, marginDays: 0 }];
    if (first.day === 1 && utcDate(to + 1).day === 1) {
      const month = { date: { year: first.year, month: last.month }, marginDays: 0 };
      // The end of a year is its last month, and its last day.
      return isEnd ? [month, { date: last, marginDays: 0 }] : [month];
    }
    const isWeekday = from === to && named.has(new Date(from * 86_400_000).getUTCDay());
    return aroundWeek(isWeekday).map((days) => ({
      date: utcDate(Math.round((from + to) / 2) + days),
      marginDays: from === to ? 0 : Math.max(vagueDays, (to - from) / 2),
    }));
  });
}

/** @param day since 1970-01-01 */
const utcDate = (day: number): Required<PartialDate> => {
  const at = new Date(day * 86_400_000);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
};

export const dateOf = (at: Date): Required<PartialDate> => ({
  year: at.getFullYear(),
  month: at.getMonth() + 1,
  day: at.getDate(),
});

/** Years that follow from an age or a span of years: "turns 40", "five years ago". */
export const relatedYears = (numbers: ReadonlySet<string>, said: string): Set<number> => {
  const at = parseISO(said);
  return new Set(
    [...numbers]
      .map(Number)
      .filter((value) => Number.isInteger(value) && value > 0 && value < 130)
      .flatMap((years) => [-years - 1, -years, years].map((by) => Number(format(addYears(at, by), 'yyyy')))),
  );
};

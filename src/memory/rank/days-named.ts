// The lines that name a day in their own words: "dentist next Tue", "27-28 nov", "sat 28", "tomorrow", seen from the day on which they
// were written. Looked up in the postings by the few words that can name the days asked for; the text then decides.
import { undated } from '../index/chunk-table.ts';
import { slotOf } from '../index/postings.ts';
import { languages } from '../language/languages.ts';
import { anyOf, escaped } from '../language/words.ts';
import type { DayRange } from '../query/dates.ts';
import { termsOf } from '../text/terms.ts';
import { textOf, type WordIndex } from './term-lookup.ts';

const dayMs = 86_400_000;
/** A longer stretch is asked for by when things were noted. */
const maxDays = 31;
/** Without a year, a date is the nearest one that is not long past. */
const [pastDays, comingDays] = [100, 265];
const maxRead = 2000;

const isLast = anyOf(languages.flatMap(({ last }) => last));

/** The slots of lines that name one of these days. */
export function slotsNaming({ from, to }: DayRange, index: WordIndex): Set<number> {
  const found = new Set<number>();
  if (!Number.isFinite(from) || !Number.isFinite(to) || to - from >= maxDays) return found;
  for (let day = from; day <= to; day += 1) {
    for (const language of languages) {
      const date = new Date(day * dayMs);
      const weekday = language.weekdays[(date.getUTCDay() + 6) % 7] ?? '';
      const month = language.months[date.getUTCMonth()] ?? '';
      addDates(found, { day, date, month: month.split(' '), weekday: weekday.split(' ') }, index);
      addWeekdays(found, { day, weekday: weekday.split(' '), next: language.next }, index);
      addDayWords(found, day, language.days, index);
    }
  }
  return found;
}

/** The live slots that have a word. */
function slotsOf(word: string, { lines, store }: WordIndex): number[] {
  const [term = ''] = termsOf(word);
  const id = store.termId(term);
  if (id === undefined) return [];
  return Array.from(lines.words.of(id), slotOf).filter((slot) => (lines.columns.id[slot] as number) >= 0);
}

interface Named {
  day: number;
  date: Date;
  month: readonly string[];
  weekday: readonly string[];
}

/** "27 Nov", "27-28 nov", "November 27th", "sat 28". */
function addDates(found: Set<number>, { day, date, month, weekday }: Named, index: WordIndex): void {
  const number = date.getUTCDate();
  const withNumber = new Set(
    [String(number), `${number}th`, `${number}st`, `${number}nd`, `${number}rd`].flatMap((one) => slotsOf(one, index)),
  );
  const of = `(?:${month.map(escaped).join('|')})(?!\\p{L})`;
  const numbered = `(?<![\\d.:])0?${number}(?!\\d|[:.]\\d)`;
  const inRange = `(?:\\d{1,2} ?[-–] ?)?${numbered}(?: ?[-–] ?\\d{1,2})?`;
  const dated = new RegExp(`${inRange}(?:st|nd|rd|th|\\.)?(?: of| de)? ?${of}|(?<!\\p{L})${of}\\.? ?${numbered}`, 'iu');
  const weekdayDated = new RegExp(
    `(?<!\\p{L})(?:${weekday.map(escaped).join('|')})\\.?,? (?:the )?${numbered}(?! ?\\p{L}{3})`,
    'iu',
  );
  const { day: written } = index.lines.columns;
  const add = (words: readonly string[], pattern: RegExp, isNear: (from: number) => boolean): void => {
    for (const slot of words.flatMap((word) => slotsOf(word, index)).slice(-maxRead)) {
      const from = written[slot] as number;
      if (
        found.has(slot) ||
        (from !== undated && !isNear(from)) ||
        !(withNumber.has(slot) || numberInRange(slot, index))
      )
        continue;
      const text = textOf(slot, index);
      const year = /\b(?:19|20)\d{2}\b/.exec(text.replace(/\d{4}-\d{2}-\d{2}/g, ''))?.[0];
      if (pattern.test(text) && (year === undefined || Number(year) === date.getUTCFullYear())) found.add(slot);
    }
  };
  add(month, dated, (from) => day - from <= comingDays && from - day <= pastDays);
  add(weekday, weekdayDated, (from) => Math.abs(day - from) <= maxDays);
}

const numberInRange = (slot: number, index: WordIndex): boolean => /\d ?[-–] ?\d/.test(textOf(slot, index));

/** "on Tuesday" and "next Tue" of the week before it; short forms only behind such a word. */
function addWeekdays(
  found: Set<number>,
  { day, weekday, next }: { day: number; weekday: readonly string[]; next: readonly string[] },
  { lines, store, relatedWords }: WordIndex,
): void {
  const index = { lines, store, relatedWords };
  const { day: written } = lines.columns;
  const [full = ''] = weekday;
  const short = new RegExp(
    `(?<!\\p{L})(?:${next.map(escaped).join('|')}) (?:${weekday.map(escaped).join('|')})(?!\\p{L})`,
    'iu',
  );
  for (const word of weekday)
    for (const slot of slotsOf(word, index)) {
      const from = written[slot] as number;
      if (from === undated || day - from < 1 || day - from > 7 || found.has(slot)) continue;
      const text = textOf(slot, index);
      const names = word === full ? !isLast.test(text) : short.test(text);
      if (
        names &&
        !/\d{1,2} ?(?:$|[^\d: ])/.test(
          text.slice(
            text.toLowerCase().indexOf(word) + word.length,
            text.toLowerCase().indexOf(word) + word.length + 4,
          ),
        )
      )
        found.add(slot);
    }
}

/** "Tomorrow" of the day before, "yesterday" of the day after. */
function addDayWords(found: Set<number>, day: number, days: Readonly<Record<string, number>>, index: WordIndex): void {
  const { day: written } = index.lines.columns;
  for (const [word, offset] of Object.entries(days)) {
    if (offset === 0) continue;
    const pattern = anyOf([word]);
    for (const slot of slotsOf(word.split(' ').at(-1) ?? '', index))
      if (written[slot] === day - offset && pattern.test(textOf(slot, index))) found.add(slot);
  }
}

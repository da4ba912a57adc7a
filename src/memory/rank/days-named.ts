// The lines that name a day in their own words: "dentist next Tue", "27-28 nov", "sat 28", "tomorrow", seen from the day on which they
// were written. Which lines may do so is known from their flags and their words; the same reader that reads questions then decides.
import { undated } from '../index/chunk-table.ts';
import { slotOf } from '../index/postings.ts';
import { smallest } from '../../base/lists.ts';
import { languages } from '../../language/languages.ts';
import { partsOf } from '../query/calendar.ts';
import { type DayNamed, type DayRange, daysNamed } from '../query/dates.ts';
import { feasts } from '../query/feasts.ts';
import type { Store } from '../store/store.ts';
import { tellsDay } from '../text/chunk-features.ts';
import { termsOf } from '../text/terms.ts';
import { textOf, type WordIndex } from './term-lookup.ts';
import { namedDays } from '../weights.ts';

/** What the chunks that were read name, by their ids; read once, because their text does not change. */
const readOf = new WeakMap<Store, Map<number, DayNamed[]>>();
const maxRemembered = 50_000;

/**
 * The slots of lines that name one of these days, and how far that day lies from the one that is asked about. Where what is to come
 * is asked for, a line that was written on one of the days and names only others is farther off than any.
 * @param timezone the person's, which tells whose holidays are meant
 */
export function slotsNaming(
  range: DayRange,
  index: WordIndex,
  { timezone, isComing = false }: { timezone: string; isComing?: boolean },
): Map<number, number> {
  const { from, to } = range;
  const maxAsked = isComing ? namedDays.maxComing : namedDays.maxAsked;
  const centre = centreOf(range) ?? (from === to ? from : null);
  const found = new Map<number, number>();
  if (!Number.isFinite(from) || !Number.isFinite(to) || to - from >= maxAsked) return found;
  const { day: written, flags, id } = index.lines.columns;
  const isThen = ({ days }: DayNamed): boolean => days.from <= to && days.to >= from && days.to - days.from < maxAsked;
  // Asked for one day, a line of that day is nearer than one of a week around it; asked for a weekend, than one of its whole month.
  const distance = ({ days }: DayNamed): number =>
    centre === null
      ? (Math.max(0, from - days.from) + Math.max(0, days.to - to)) / 2
      : Math.max(0, days.from - centre, centre - days.to) + (days.to - days.from) / 2;
  const read = (slot: number): void => {
    if (found.has(slot)) return;
    // Without a date of its own only what comes back each year, or has its year, can be told.
    const named =
      written[slot] === undated
        ? daysNamed(textOf(slot, index), from, timezone).filter(({ isRelative }) => !isRelative)
        : namedIn(slot, index, timezone);
    const then = named.filter(isThen);
    const day = written[slot] as number;
    const isOfThem = centre === null && day >= from && day <= to;
    if (then.length > 0) found.set(slot, isOfThem ? 0 : smallest(then.map(distance)));
    else if (isComing && named.length > 0 && day >= from && day <= to) found.set(slot, namedDays.elsewhere);
  };
  for (let slot = 0; slot < index.lines.top; slot += 1) {
    const day = written[slot] as number;
    if (
      day >= from - namedDays.nearBefore &&
      day <= to + namedDays.nearAfter &&
      ((flags[slot] as number) & tellsDay) !== 0 &&
      (id[slot] as number) >= 0
    )
      read(slot);
  }
  for (const slot of [...slotsDating(range, index), ...slotsFarAhead(range, index, timezone)]) {
    const day = written[slot] as number;
    if (day === undated || (day >= from - namedDays.maxBefore && day <= to + namedDays.maxAfter)) read(slot);
  }
  return found;
}

/** The day of a stretch that counts most: the one that it is about, or the edge that "before" or "since" draws. */
export const centreOf = ({ from, to, centre, sharp }: DayRange): number | null =>
  centre ?? (sharp === 'from' ? from : sharp === 'to' ? to : null);

function namedIn(slot: number, index: WordIndex, timezone: string): DayNamed[] {
  const { day, id } = index.lines.columns;
  let read = readOf.get(index.store);
  if (!read || read.size >= maxRemembered) readOf.set(index.store, (read = new Map()));
  const chunk = id[slot] as number;
  let named = read.get(chunk);
  if (!named) read.set(chunk, (named = daysNamed(textOf(slot, index), day[slot] as number, timezone)));
  return named;
}

/** The slots of lines that have the name of one of the months, or a day's and its month's number. */
function slotsDating({ from, to }: DayRange, index: WordIndex): Set<number> {
  const { flags } = index.lines.columns;
  const tells = (slot: number): boolean => ((flags[slot] as number) & tellsDay) !== 0;
  const slots = new Set<number>();
  const numbersOf = new Map<number, Set<number>>();
  for (let day = from; day <= to; day += 1) {
    const { month, day: number } = partsOf(day);
    if (!numbersOf.has(month)) numbersOf.set(month, new Set());
    numbersOf.get(month)?.add(number);
  }
  for (const [month, numbers] of numbersOf) {
    for (const { months } of languages)
      for (const name of (months[month - 1] ?? '').split(' '))
        for (const slot of slotsOf(name, index)) if (tells(slot)) slots.add(slot);
    const inMonth = new Set([String(month), String(month).padStart(2, '0')].flatMap((one) => slotsOf(one, index)));
    if (inMonth.size === 0) continue;
    for (const number of numbers)
      for (const slot of [String(number), String(number).padStart(2, '0')].flatMap((one) => slotsOf(one, index)))
        if (inMonth.has(slot) && tells(slot)) slots.add(slot);
  }
  return slots;
}

/** The slots of lines that may tell one of these days from long before it: by a feast that is then, or by months ("in three months"). */
function slotsFarAhead({ from, to }: DayRange, index: WordIndex, timezone: string): Set<number> {
  const { flags } = index.lines.columns;
  const years = new Set([partsOf(from).year, partsOf(to).year]);
  const isThen = (name: string): boolean =>
    [...years].some((year) => {
      const days = feasts[name]?.(year, timezone);
      return days != null && days.from <= to && days.to >= from;
    });
  const said = languages.flatMap(({ times }) => [
    ...Object.entries(times.feasts).flatMap(([name, forms]) => (isThen(name) ? [forms] : [])),
    times.units.month ?? [],
  ]);
  const words = new Set(said.flat().flatMap((forms) => forms.match(wordsOfPattern) ?? []));
  return new Set(
    [...words].flatMap((word) => slotsOf(word, index)).filter((slot) => ((flags[slot] as number) & tellsDay) !== 0),
  );
}
const wordsOfPattern = /(?<!\\)\p{L}{2,}/gu;

/** The live slots that have a word; none where very many do. */
function slotsOf(word: string, { lines, store }: WordIndex): number[] {
  const [term = ''] = termsOf(word);
  const id = store.termId(term);
  const entries = id === undefined ? [] : lines.words.of(id);
  if (entries.length > namedDays.maxRead) return [];
  return Array.from(entries, slotOf).filter((slot) => (lines.columns.id[slot] as number) >= 0);
}

// Reads a wish for a reminder: what of and at which instant, or why it can't be set. In doubt nothing is set: what stands beside the
// time must not read as a part of it. Used where there is no model (offline.ts), by the reminders tool for times that a
// model gives in words, and by the guards, which ask what the person wants to be reminded of. Pure.
import { cutText, withoutEnd } from '../../base/text/text.ts';
import { offsetMinutesAt, wallClockAt, wallTime } from '../../base/time/local-time.ts';
import type { ReminderProblem } from '../../language/language.ts';
import { offlinePhrases } from '../../language/languages.ts';
import { dayAt, daysIn } from './spoken-day.ts';
import { inEnglish, isForeign, isVerbLast } from './spoken-languages.ts';
import { timeAt, type WallClock } from './spoken-time.ts';
import { namesZone } from './spoken-zone.ts';
import {
  type ClockTime,
  type Day,
  type DayPart,
  isNumeric,
  isUnit,
  type TimeFound,
  timeWordsOf,
  type Word,
} from './spoken-words.ts';

/** @param about the words that are meant @param text what of, as far as it is known */
export type ReminderRefusal = { about: string; text: string; problem: ReminderProblem };

/** @param when `2026-11-22T09:00`, an instant, `2026-11-22T14:00Z`, or a span, `PT20M`, as the tool takes it */
export interface ReadReminder {
  text: string;
  when: string;
}

/**
 * @param given what stands behind "remind me"
 * @param clock the person's; null where it is not known
 * @param language in which it is said; English without it
 */
export function readReminder(
  given: string,
  clock: WallClock | null,
  language?: string,
): ReadReminder | ReminderRefusal {
  const asked = given.replace(politeEnd, '');
  const words = inEnglish(timeWordsOf(asked), asked, language);
  const refuse = (problem: ReminderProblem, about = '', text = wishIn(asked, words)): ReminderRefusal => ({
    problem,
    about,
    text,
  });
  const again = repetitionIn(words);
  if (again) return refuse('repeats', said(asked, words.slice(again.at, again.to)), wishIn(asked, words, again.at));
  const read = splitTime(asked, words, isVerbLast(language));
  if ('problem' in read) return refuse(read.problem, read.about);
  const { time, text, about } = read;
  if (time.problem !== undefined) return refuse(time.problem, about, wishIn(asked, words) || text);
  if (text === '') return refuse('noText', about, '');
  const when = clock === null ? 'unclear' : whenOf(time, clock);
  return typeof when === 'string' ? refuse(when, about, text) : { text, when: when.at };
}

/**
 * A time that is given by itself, where it names both a day and an hour, or how long from now: "tomorrow at 9", "2026-12-03 8 pm", "20
 * minutes". Null where a word is not understood, or it may be several times; and where it is told on another clock, as a model that
 * names one may already have worked the hour out for the person's.
 * @param clock the person's
 * @returns as {@link ReadReminder} has it
 */
export function readWhen(given: string, clock: WallClock): string | null {
  // "2026-12-03T8:00 PM"
  const told = given.trim().replace(/^(\d{4}-\d\d?-\d\d?)T(?=\d)/iu, '$1 ');
  const time = timeAlone(told) ?? timeAlone(`in ${told}`);
  const isWhole =
    time !== null &&
    time.zone === undefined &&
    (time.span !== undefined || (time.day !== undefined && time.clock !== undefined));
  const when = isWhole ? whenOf(time, clock) : 'unclear';
  return typeof when === 'string' ? null : when.at;
}

function timeAlone(told: string): TimeFound | null {
  const words = timeWordsOf(told);
  const time = timeAt(words, 0);
  return time?.to === words.length && time.problem === undefined ? time : null;
}

const politeEnd = new RegExp(
  `[\\s,]{1,5}(?:${offlinePhrases.flatMap(({ politeEnds }) => politeEnds ?? []).join('|')})[.!?]?$`,
  'iu',
);

/** Whether words that stand before "remind me" tell when, and no more than a word besides. */
export function tellsWhen(said: string, language?: string): boolean {
  const words = inEnglish(timeWordsOf(said), said, language);
  const time = timeAt(words, 0);
  return repetitionIn(words)?.at === 0 || (time !== null && words.length - time.to <= 1);
}

/** The first day that a text names, from today on, as YYYY-MM-DD; null where it names none. @param clock the person's */
export function dayToldIn(said: string, { now }: WallClock, language?: string): string | null {
  const words = inEnglish(timeWordsOf(said), said, language);
  for (const at of words.keys()) {
    const day = dayAt(words, at)?.day;
    const found = day ? dayOf(day, now) : 'noDay';
    if (typeof found !== 'string') return found.toISOString().slice(0, 10);
  }
  return null;
}

/** Whether a text tells an hour on another clock: "at 9 New York time". */
export const isOnOtherClock = (said: string): boolean => namesZone(timeWordsOf(said));

/** What of, where a time is told; null where none is read. */
export function toldToRemindOf(asked: string, language?: string): string | null {
  const words = inEnglish(timeWordsOf(asked), asked, language);
  const read = repetitionIn(words) ? null : splitTime(asked, words, isVerbLast(language));
  return read === null || 'problem' in read || read.text === '' ? null : read.text;
}

// --- Again and again ---

const periods = new Set(
  'second minute hour day night morning afternoon evening weekday weekend week month year fortnight sunday monday tuesday wednesday thursday friday saturday sun mon tue tues wed thu thur thurs fri sat'.split(
    ' ',
  ),
);
const isPeriod = (word: Word | undefined): boolean =>
  word !== undefined && (periods.has(word.text) || (word.text.endsWith('s') && periods.has(word.text.slice(0, -1))));
const alone = new Set('daily weekly monthly yearly hourly nightly fortnightly weekdays mondays tuesdays wednesdays thursdays fridays saturdays sundays mornings evenings afternoons nights weekends'.split(' ')); // prettier-ignore
const ofThings = new Set('the a an my our your his her their its this that these those'.split(' '));

/** The words by which something is to come again and again. "The daily report" is a thing. */
function repetitionIn(words: readonly Word[]): { at: number; to: number } | null {
  const found = (at: number, to: number) => ({ at, to });
  for (const [at, { text }] of words.entries()) {
    const next = words.slice(at + 1, at + 3).findIndex(isPeriod);
    const between = words[at + 1];
    const counts = next === 1 && (between?.text === 'other' || between?.text === 'single' || isNumeric(between));
    if ((text === 'every' || text === 'each') && (next === 0 || counts || isNumeric(between)))
      return found(at, at + 2 + next);
    if (
      ['once', 'twice', 'times'].includes(text) &&
      ['a', 'an', 'per', 'every'].includes(between?.text ?? '') &&
      next === 1
    )
      return found(at, at + 3);
    if (alone.has(text) && !ofThings.has(words[at - 1]?.text ?? '')) return found(at, at + 1);
  }
  return null;
}

// --- The time and the text ---

const links = new Set(['to', 'that', 'about', 'of']);
/** Words before a time by which it belongs to what is told: "tickets for Friday", "the 9am train", "before Monday". */
const binders = new Set([
  ...ofThings,
  ...'for of about from before after until till since than per with one two three four five six seven eight nine ten'.split(' '),
]); // prettier-ignore
/** With which nothing begins that follows a time, unless it goes on. */
const goingOn = new Set(
  'at on in by before after around when if once while until till or and plus every each from between but this next half quarter past am pm a.m p.m sharp ish - – — / & + later ago earlier as whenever last exactly precisely roughly approximately sometime soon shortly asap within early late first latest time ?'.split(' '),
); // prettier-ignore
/** What may go on behind a time that stands in the midst of the text. */
const behindTime = new Set('to about with for because since so that from via into using'.split(' '));

interface Split {
  time: TimeFound;
  text: string;
  about: string;
}
type Unread = { problem: 'noTime' | 'several' | 'unclear'; about: string };

function splitTime(asked: string, words: readonly Word[], mayEndWithVerb: boolean): Split | Unread {
  const shown = (from: number, to: number): string =>
    cutText(asked.slice(words[from]?.from ?? 0, words[to - 1]?.to ?? asked.length).replace(/[.,;:!?]$/u, ''), maxShown);
  const opening = words[0]?.text ?? '';
  // "Daran, morgen um 9 Anna anzurufen": the time belongs to the verb at the end.
  const isLinked = mayEndWithVerb && opening === 'to';
  const begin = opening === 'for' || opening === 'again' || isLinked ? 1 : 0;
  const head = timeAt(words, begin);
  const start = head?.to ?? 0;
  const { free, bound } = timesIn(words, start);
  const [first, second] = free;
  if (head) return withHead({ asked, words, head, free, bound, shown });
  return second
    ? { problem: 'several', about: quoted(free, shown) }
    : withoutHead({ asked, words, first, bound, shown, mayEndWithVerb });
}

type Shown = (from: number, to: number) => string;
const quoted = (times: readonly TimeFound[], shown: Shown): string =>
  times.map(({ from, to }) => `"${shown(from, to)}"`).join(' and ');

/** The time stands at the end, or in the midst: "to call Tom tomorrow at 9 about the car". */
function withoutHead({
  asked,
  words,
  first,
  bound,
  shown,
  mayEndWithVerb,
}: Omit<Parts, 'head' | 'free'> & { first?: TimeFound | undefined; mayEndWithVerb: boolean }): Split | Unread {
  const strange =
    strangeIn({ asked, words }, 0, first) ?? strangeBeginning(words, shown) ?? strangeBefore(words, first, shown);
  const [belongs] = bound;
  const unclear = (about: string): Unread => ({
    problem: 'unclear',
    about: belongs ? shown(Math.max(0, belongs.from - 1), belongs.to) : (strange ?? about),
  });
  if (!first) return belongs || strange !== null ? unclear('') : { problem: 'noTime', about: '' };
  const about = shown(first.from, first.to);
  const text = textOf(asked, words, 0, first);
  if (first.problem !== undefined) return { time: first, about, text };
  const next = words[first.to];
  const mayFollow = next !== undefined && behindTime.has(next.text) && !isNumeric(words[first.to + 1]);
  const closes = words[first.to - 1]?.closes === true;
  const isBeforeVerb = mayEndWithVerb && words[0]?.text === 'to' && isVerbBehind(words.slice(first.to));
  const goesOn =
    next !== undefined && !mayFollow && !isBeforeVerb && (!closes || isNumeric(next) || goingOn.has(next.text));
  if (goesOn && !belongs && strange === null) return unclear(shown(first.from, Math.min(first.to + 2, words.length)));
  return belongs || strange !== null ? unclear(about) : { time: first, about, text };
}

/** "Anna morgen um 9 anzurufen": few words, of which none is of a time. */
const isVerbBehind = (rest: readonly Word[]): boolean =>
  rest.length <= maxVerbWords && !rest.some((word) => isNumeric(word) || goingOn.has(word.text) || isUnit(word));
const maxVerbWords = 3;

/** More words before a time are what the reminder is of: "Tom is coming on Friday to mend the roof". */
const maxWordsBefore = 2;

/**
 * What stands before a time and may be a part of it, as no text of a reminder does: "three weeks Friday", and what neither is joined to
 * "remind me" nor is the text, which comes behind the time: "some week on Friday to call Tom".
 */
function strangeBefore(words: readonly Word[], time: TimeFound | undefined, shown: Shown): string | null {
  if (time === undefined || time.from === 0) return null;
  const [before, next] = [words[time.from - 1], words[time.to]];
  const isTextBehind = (next?.text === 'to' || next?.text === 'that') && !links.has(words[0]?.text ?? '');
  if (isTextBehind && time.from <= maxWordsBefore) return shown(0, time.to);
  return isUnit(before) && before?.closes === false ? shown(time.from - 1, time.to) : null;
}

/** "20 minutes before the meeting", "when I get home": what no time is read in begins as one does. */
function strangeBeginning(words: readonly Word[], shown: Shown): string | null {
  const [first] = words;
  return first && (goingOn.has(first.text) || isNumeric(first)) ? shown(0, Math.min(3, words.length)) : null;
}

const maxShown = 60;

interface Parts {
  asked: string;
  words: readonly Word[];
  head: TimeFound;
  free: readonly TimeFound[];
  bound: readonly TimeFound[];
  shown: Shown;
}

/** The time stands first: "tomorrow to call Tom", and an hour may follow at the end: "tomorrow to call Tom at 9". */
function withHead({ asked, words, head, free, bound, shown }: Parts): Split | Unread {
  const about = shown(head.from, head.to);
  if (head.problem !== undefined) return { time: head, about, text: textOf(asked, words, head.to) };
  const [tail, more] = free;
  const isComplete = head.clock !== undefined || (head.span?.seconds ?? 0) > 0;
  // "Tomorrow to book a table for 7pm": when to remind is not told.
  const isOfText = bound.every(({ clock, problem }) => isComplete || (clock === undefined && problem === undefined));
  const joins = tail !== undefined && more === undefined && bound.length === 0 && isHourOf(head, tail, words);
  if ((tail && !joins) || !isOfText) return { problem: 'several', about: quoted([head, ...free, ...bound], shown) };
  const strange = goesOnBehind(words, head)
    ? shown(head.from, Math.min(head.to + 3, words.length))
    : strangeIn({ asked, words }, head.to, tail);
  if (strange !== null) return { problem: 'unclear', about: strange };
  const text = textOf(asked, words, head.to, tail);
  if (!tail) return { time: head, about, text };
  const { clock, part = head.part } = tail;
  return {
    time: { ...head, ...(clock && { clock }), ...(part && { part }) },
    about: `${about} ${shown(tail.from, tail.to)}`,
    text,
  };
}

/** "Tomorrow … at 9": the end tells the hour of the day at the beginning. */
const isHourOf = (head: TimeFound, tail: TimeFound, words: readonly Word[]): boolean =>
  head.day !== undefined &&
  head.clock === undefined &&
  head.part !== 'night' &&
  tail.isAt === true &&
  tail.clock !== undefined &&
  tail.day === undefined &&
  tail.problem === undefined &&
  tail.to === words.length &&
  tail.from > head.to &&
  // "That the train leaves at 9"
  words[head.to]?.text !== 'that' &&
  (head.part === undefined || tail.part === undefined || head.part === tail.part);

/** Whether the words behind a time that stands first may be a part of it: "9 to 10", "at 9, 10 and 11", "in 2 hours or so". */
function goesOnBehind(words: readonly Word[], head: TimeFound): boolean {
  const [next, beyond] = [words[head.to], words[head.to + 1]];
  if (next === undefined) return false;
  const closes = words[head.to - 1]?.closes === true;
  if (goingOn.has(next.text) || (isUnit(next) && !closes)) return true;
  if (isNumeric(next)) return !closes || beyond === undefined || beyond.text === 'and' || beyond.text === 'or';
  if (next.text === 'to' || next.text === 'that') return head.clock !== undefined && isNumeric(beyond);
  // "Mañana a las 9 … que llame a Tom"
  if (!closes && isForeign(next) && beyond?.text === 'that') return true;
  // "Tomorrow very early to call Tom"
  return !closes && !links.has(next.text) && words.slice(head.to + 1, head.to + 3).some(({ text }) => text === 'to');
}

/** The times behind a word: those that are free to be the time of the reminder, and those that belong to its text. */
function timesIn(words: readonly Word[], start: number): { free: TimeFound[]; bound: TimeFound[] } {
  const free: TimeFound[] = [];
  const bound: TimeFound[] = [];
  for (let at = start; at < words.length;) {
    const time = timeAt(words, at);
    const before = words[at - 1];
    if (time) {
      const isBound =
        at > start &&
        before !== undefined &&
        !before.closes &&
        binders.has(before.text) &&
        !(before.text === 'to' && at === start + 1);
      (isBound ? bound : free).push(time);
    }
    at = time?.to ?? at + 1;
  }
  return { free, bound };
}

const clockWords = new Set("o'clock oclock fortnight noon midday midnight".split(' '));
const beforeNumbers = new Set('at by around before after until till past between from'.split(' '));
const eventWords = new Set('lunch lunchtime lunch-time dinner dinnertime breakfast supper suppertime dawn dusk sunset sunrise bedtime teatime work school midday once half quarter sharp'.split(' ')); // prettier-ignore
/** "Ten minutes before the train". */
const beside = new Set('before after later earlier prior ahead from'.split(' '));
const beforeEvents = new Set('at before after around by until till'.split(' '));

/** Words of the text that may be a part of the time all the same: "at 9 thirty", "and a half", "before lunch". */
function strangeIn(
  { asked, words }: { asked: string; words: readonly Word[] },
  start: number,
  taken?: TimeFound,
): string | null {
  const left = words.filter((_, at) => at >= start && !(taken && at >= taken.from && at < taken.to));
  const strange = left.findIndex((_, at) => isStrange(left, at));
  const word = left[strange];
  // "9 am", and else the word with the one behind it
  if (word)
    return said(
      asked,
      ['am', 'pm'].includes(word.text) ? left.slice(strange - 1, strange + 1) : left.slice(strange, strange + 2),
    );
  const last = left.at(-1);
  return last && taken && taken.to === words.length && danglers.has(last.text) ? said(asked, [last]) : null;
}

function isStrange(left: readonly Word[], at: number): boolean {
  const [text, next, third] = [left[at]?.text ?? '', left[at + 1], left[at + 2]?.text ?? ''];
  return (
    (beforeNumbers.has(text) && isNumeric(next)) ||
    (beforeEvents.has(text) && next !== undefined && eventWords.has(next.text)) ||
    (clockWords.has(text) && !ofThings.has(left[at - 1]?.text ?? '')) ||
    (text === 'and' && next?.text === 'a' && (third === 'half' || third === 'quarter')) ||
    ((text === 'half' || text === 'quarter') && next?.text === 'past') ||
    (text === 'quarter' && next?.text === 'to') ||
    (isUnit(left[at]) && beside.has(next?.text ?? '')) ||
    (text === 'in' && isNumeric(next) && (left.length === at + 2 || third === 'or' || third === 'to')) ||
    ((text === 'am' || text === 'pm') && isNumeric(left[at - 1]))
  );
}

/** Words as they were said. */
const said = (asked: string, words: readonly Word[]): string =>
  withoutEnd(
    words
      .map(({ from, to }) => asked.slice(from, to))
      .filter((word) => word !== '')
      .join(' '),
    '.,;:!?',
  );

/** What no text ends with, so that the time behind it was meant with it. */
const danglers = new Set(
  'before after until till since from around between or and about at on in by for than every each not'.split(' '),
);

/** What is left without the times, and without the word that joins it to "remind me". */
function textOf(asked: string, words: readonly Word[], start: number, taken?: TimeFound): string {
  const end = asked.length;
  const at = (index: number): number => words[index]?.from ?? end;
  const to = taken?.from ?? words.length;
  const before = asked.slice(at(withoutLink(words, start, to)), at(to));
  const behind = taken?.to ?? words.length;
  const isBehindOnly = taken !== undefined && taken.from === start;
  const after = asked.slice(at(isBehindOnly ? withoutLink(words, behind, words.length) : behind));
  const joined = [before, after]
    .map((part) => part.replace(/^[\s:,–—-]{1,5}/u, '').trim())
    .filter((part) => part !== '');
  return joined
    .join(' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/[\s,;:]$/u, '')
    .trim();
}

/** The word behind the one that joins the text to "remind me", or to the time before it. */
function withoutLink(words: readonly Word[], from: number, to: number): number {
  const first = words.findIndex(({ text }, at) => at >= from && !/^[:,–—-]*$/u.test(text));
  return first >= from && first < to && links.has(words[first]?.text ?? '') ? first + 1 : from;
}

/** What of, where the time is not read: what follows "to", or all of it where no time is told. */
function wishIn(asked: string, words: readonly Word[], until = words.length): string {
  const isLink = ({ text }: Word, at: number): boolean =>
    (text === 'to' || (at === 0 && links.has(text))) && !isNumeric(words[at + 1]);
  const link = words.findIndex(isLink);
  const end = link < until ? (words[until]?.from ?? asked.length) : asked.length;
  return link === -1 ? '' : asked.slice(words[link + 1]?.from ?? end, end).trim();
}

// --- From a time to an instant ---

const morning = 9;
const hourOf: Record<DayPart, number> = { morning, afternoon: 15, evening: 20, night: 20 };

type When = { at: string };

/** Told on a clock elsewhere, it is an instant, and one only where the day is the same on both clocks. */
function whenOf({ zone, ...time }: TimeFound, { now, timezone }: WallClock): When | ReminderProblem {
  if (zone === undefined) return whenHere(time, now);
  const there = wallClockAt(wallTime(now, timezone), zone.name);
  const isRelative = time.span !== undefined || (time.day !== undefined && time.day.kind !== 'date');
  if (isRelative && startOf(there).getTime() !== startOf(now).getTime()) return 'whichWeek';
  const told = whenHere(time, there);
  if (typeof told === 'string') return told;
  const at = wallTime(new Date(`${told.at}:00Z`), zone.name);
  const isMeant = zone.offsetMinutes === undefined || zone.offsetMinutes === offsetMinutesAt(at, zone.name);
  return isMeant ? { at: `${at.toISOString().slice(0, 16)}Z` } : 'noZone';
}

function whenHere(time: TimeFound, now: Date): When | ReminderProblem {
  if (time.span) return spanFrom(time, now);
  const clock = time.clock && inPart(time.clock, time.part);
  if (clock === null) return 'unclear';
  if (time.day === undefined) return withoutDay(clock, time.part, now);
  const isMidnight = clock !== undefined && clock.isExact && clock.hour === 0 && clock.minute === 0;
  // "Friday at midnight" is a night before or after.
  if (isMidnight) return 'unclear';
  const day = dayOf(time.day, now);
  if (typeof day === 'string') return day;
  const isToday = day.getTime() === startOf(now).getTime();
  if (isToday) return today(clock, time, now);
  if (day < startOf(now)) return 'past';
  if (clock === undefined) return instant(day, time.part ? hourOf[time.part] : morning, 0);
  const hour = clock.isExact || clock.hour === 12 || clock.hour >= earliest ? clock.hour : null;
  return hour === null ? 'eitherHalf' : instant(day, hour, clock.minute);
}

/** Nobody says "tomorrow at 5" who is surely up at that hour; from seven on it is the morning. */
const earliest = 7;

function today(clock: ClockTime | undefined, { part, day }: TimeFound, now: Date): When | ReminderProblem {
  const at = startOf(now);
  // Said on a Friday, "Friday" may be the next one.
  if ((day?.kind === 'weekday' && day.inWeek === undefined) || (day?.kind === 'ofMonth' && day.inMonth === undefined))
    return 'whichWeek';
  if (clock === undefined) {
    if (part === undefined) return 'noHour';
    const usual = instant(at, hourOf[part], 0);
    return isAfter(usual, now) ? usual : 'noHour';
  }
  if (!clock.isExact) return soonest(clock, now);
  const told = instant(at, clock.hour, clock.minute);
  return isAfter(told, now) ? told : 'past';
}

function withoutDay(clock: ClockTime | undefined, part: DayPart | undefined, now: Date): When | ReminderProblem {
  if (clock !== undefined && !clock.isExact) return soonest(clock, now);
  if (clock === undefined && part === undefined) return 'noTime';
  const hour = clock?.hour ?? hourOf[part ?? 'morning'];
  const told = instant(startOf(now), hour, clock?.minute ?? 0);
  if (isAfter(told, now)) return told;
  if (clock === undefined && part !== 'morning') return 'noDay';
  return instant(addDays(startOf(now), 1), hour, clock?.minute ?? 0);
}

/** An hour of either half of the day, today: it is known only where the other one is at night, or the first one is still to come. */
function soonest({ hour, minute }: ClockTime, now: Date): When | ReminderProblem {
  const isEarly = hour < earliest;
  const meant = instant(startOf(now), isEarly ? hour + 12 : hour, minute);
  // At night an early hour may be the next one.
  const isNight = isAfter(instant(startOf(now), earliest, 0), now);
  return isAfter(meant, now) && !(isEarly && isNight) ? meant : 'eitherHalf';
}

/** An hour with its part of the day: "8 in the evening"; null where they don't go together. */
function inPart(clock: ClockTime, part: DayPart | undefined): ClockTime | null {
  if (part === undefined) return clock;
  const [from, to] = boundsOf[part];
  const hour = clock.isExact ? clock.hour : part === 'morning' || clock.hour === 12 ? clock.hour : clock.hour + 12;
  return hour >= from && hour <= to ? { ...clock, hour, isExact: true } : null;
}
const boundsOf: Record<DayPart, readonly [number, number]> = {
  morning: [1, 11],
  afternoon: [12, 18],
  evening: [16, 23],
  night: [18, 23],
};

function spanFrom({ span, clock, part }: TimeFound, now: Date): When | ReminderProblem {
  if (!span) return 'unclear';
  const { months, days, seconds } = span;
  if (months + days + seconds <= 0 || days > maxDays || months > maxMonths) return 'unclear';
  if (clock || part) {
    const told = clock && inPart(clock, part);
    if (told === null) return 'unclear';
    if (told && !told.isExact && told.hour < earliest) return 'eitherHalf';
    return instant(
      addDays(addMonths(startOf(now), months), days),
      told?.hour ?? hourOf[part ?? 'morning'],
      told?.minute ?? 0,
    );
  }
  if (months === 0 && days === 0) return seconds > maxSeconds ? 'unclear' : { at: `PT${Math.round(seconds)}S` };
  if (seconds > 0) return months > 0 ? 'unclear' : { at: `P${days}DT${Math.round(seconds)}S` };
  return { at: addDays(addMonths(now, months), days).toISOString().slice(0, 16) };
}
const maxSeconds = 999_999;
const maxDays = 9_999;
const maxMonths = 1_200;

/** The day as its first instant. */
function dayOf(day: Day, now: Date): Date | ReminderProblem {
  const found = dayNamed(day, startOf(now));
  if (typeof found === 'string' || !('weekday' in day) || day.weekday === undefined) return found;
  // "Wednesday, 1 December", which is a Tuesday.
  return found.getUTCDay() === day.weekday ? found : 'noSuch';
}

function dayNamed(day: Day, at: Date): Date | ReminderProblem {
  if (day.kind === 'after') return addDays(at, day.days);
  if (day.kind === 'lastOfMonth') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0));
  if (day.kind === 'week' || day.kind === 'month') return 'noDay';
  if (day.kind === 'weekday') return weekdayFrom(day, at);
  if (day.kind === 'ofMonth')
    return day.inMonth === undefined ? ofMonth(day.day, at) : inMonth(day.day, day.inMonth, at);
  if (day.year !== null) return new Date(Date.UTC(day.year, day.month - 1, day.day));
  const year = at.getUTCFullYear();
  const inYear = (one: number): Date => new Date(Date.UTC(one, day.month - 1, day.day));
  const one = inYear(year) < at ? year + 1 : year;
  return day.day > daysIn(one, day.month) ? 'noSuch' : inYear(one);
}

function weekdayFrom(
  { weekday, isNext, weeksLater, inWeek }: Extract<Day, { kind: 'weekday' }>,
  at: Date,
): Date | ReminderProblem {
  const today = at.getUTCDay();
  const ahead = (weekday - today + 7) % 7;
  // Monday is the first day of a week.
  const left = (7 - today) % 7;
  if (isNext) return ahead > left ? addDays(at, ahead) : 'whichWeek';
  // Some let the week begin on Sunday.
  const isOnEdge = inWeek !== undefined && (today === 0 || weekday === 0);
  if (isOnEdge || (weeksLater !== undefined && ahead === 0)) return 'whichWeek';
  const ofWeek = inWeek === undefined ? null : addDays(at, weekday - today + 7 * inWeek);
  const later = addDays(at, ahead + 7 * (weeksLater ?? 0));
  if (ofWeek === null) return later;
  return weeksLater === undefined || ofWeek.getTime() === later.getTime() ? ofWeek : 'whichWeek';
}

function inMonth(day: number, months: number, at: Date): Date | ReminderProblem {
  const found = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, day));
  return found.getUTCDate() === day ? found : 'noSuch';
}

function ofMonth(day: number, at: Date): Date {
  for (let month = at.getUTCMonth(); ; month += 1) {
    const found = new Date(Date.UTC(at.getUTCFullYear(), month, day));
    if (found.getUTCDate() === day && found >= at) return found;
  }
}

const startOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * 86_400_000);
/** The last day of a month where it has no such day. */
function addMonths(at: Date, months: number): Date {
  const first = new Date(
    Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1, at.getUTCHours(), at.getUTCMinutes()),
  );
  const day = Math.min(at.getUTCDate(), daysIn(first.getUTCFullYear(), first.getUTCMonth() + 1));
  return addDays(first, day - 1);
}
const instant = (day: Date, hour: number, minute: number): When => ({
  at: new Date(day.getTime() + (hour * 60 + minute) * 60_000).toISOString().slice(0, 16),
});
const isAfter = ({ at }: When, now: Date): boolean => new Date(`${at}:00Z`) > now;

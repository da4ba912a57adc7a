// Times in English words, read as far as they are surely understood: every word of a time is known, and what several times could
// be is none. No library reads them, since one that takes the part it knows ("in an hour" of "in an hour and a half") sets
// another time than was meant. Pure; at which instant a time is, is told in reminder-wish.ts.
import { clockOf, dayAt, dayInWeeks, joinedDays } from './spoken-day.ts';
import { type ClockTime, type DayPart, type TimeFound, type Word, isWord, numberAt, spanAt } from './spoken-words.ts';
import { zoneAt } from './spoken-zone.ts';

const nowShape = /^Now: \p{L}+, (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) \(([^)\n]{1,60})\)/mu;

/** A clock on the wall as if it were in UTC, and in which time zone the wall is. */
export interface WallClock {
  now: Date;
  timezone: string;
}

/** The wall clock of the person as a context tells it; null where it tells none. */
export function nowIn(context: string): WallClock | null {
  const [, date, time, timezone] = nowShape.exec(context) ?? [];
  return date === undefined || timezone === undefined ? null : { now: new Date(`${date}T${time}:00Z`), timezone };
}

const parts: Record<string, DayPart> = {
  morning: 'morning',
  afternoon: 'afternoon',
  evening: 'evening',
  night: 'night',
};

// --- Hours ---

/** "9", "9:30", "9.30pm"; behind "at", or with am or pm, "930" and "0930" as well. */
const clockForm = /^(\d{1,2})(?:[:.]?(\d{2}))?(am|pm)?$/u;
const ish = /(?<=^(?:\d{1,2}(?:[:.]\d{2})?(?:am|pm)?|\p{L}{3,8}))-?ish$/u;

/** Behind an hour: "am", "o'clock", "hours", "sharp". */
function behindHour(words: readonly Word[], at: number): { half: string; to: number } {
  const isClock = ["o'clock", 'oclock', 'h'].includes(words[at]?.text ?? '');
  const to = isClock ? at + 1 : at;
  const text = words[to]?.text ?? '';
  const half = text === 'am' || text === 'pm' ? text : '';
  const end = half === '' ? to : to + 1;
  if (['sharp', 'exactly', 'precisely', 'ish'].includes(words[end]?.text ?? '')) return { half, to: end + 1 };
  return { half, to: isWord(words, end, 'on', 'the', 'dot') ? end + 3 : end };
}

const clockFound = (from: number, to: number, clock: ClockTime | 'noSuch'): TimeFound =>
  clock === 'noSuch' ? { from, to, problem: 'noSuch' } : { from, to, clock };

const maxHour = 23;
const behindTime = new Set("to that about of on in at today tomorrow tonight this next o'clock oclock".split(' '));
/** Whether a time may end before a word. */
const mayEnd = (words: readonly Word[], at: number): boolean =>
  at >= words.length ||
  words[at - 1]?.closes === true ||
  behindTime.has(words[at]?.text ?? '') ||
  dayAt(words, at) !== null;

/** "Half past seven", "half seven", "ten to five", "a quarter past 8". */
function spokenClockAt(words: readonly Word[], at: number): TimeFound | null {
  const first = words[at]?.text === 'a' ? at + 1 : at;
  const text = words[first]?.text ?? '';
  const number =
    text === 'half'
      ? { value: 30, to: first + 1 }
      : text === 'quarter'
        ? { value: 15, to: first + 1 }
        : first === at
          ? numberAt(words, at)
          : null;
  if (!number) return null;
  const between = isWord(words, number.to, 'minutes') ? number.to + 1 : number.to;
  const way = words[between]?.text ?? '';
  // In English "half five" is half past five.
  const isShort = text === 'half' && first === at && numberAt(words, between) !== null;
  const isPast = isShort || way === 'past' || (way === 'after' && text !== 'half');
  const isBefore = ['to', 'before', 'till', 'til'].includes(way) || (way === 'of' && text === 'quarter');
  if (!isPast && (text === 'half' || !isBefore)) return null;
  const hour = numberAt(words, isShort ? between : between + 1);
  if (!hour || number.value > 59) return null;
  const { half, to } = behindHour(words, hour.to);
  // "At 10 to five people", "half five apples"
  const isDoubtful = isShort || (way === 'to' && text !== 'quarter' && between === number.to);
  const isOpen = isDoubtful && half === '' && !mayEnd(words, to);
  if (hour.value < 1 || hour.value > 12 || isOpen) return { from: at, to, problem: 'unclear' };
  // Counted on the dial, on which "ten to one" is before one.
  const told = isPast ? hour.value : hour.value === 1 ? 12 : hour.value - 1;
  const minute = isPast ? number.value : 60 - number.value;
  // "Ten to one pm" is 12:50 pm, and "ten to twelve pm" would be 11:50 of which half?
  if (half !== '' && !isPast && hour.value === 12) return { from: at, to, problem: 'unclear' };
  return clockFound(at, to, clockOf(told, minute, half, false));
}

/** @param isAt "at" stands before it, so that a number alone is an hour */
function clockAt(words: readonly Word[], at: number, isAt: boolean): TimeFound | null {
  const text = (words[at]?.text ?? '').replace(ish, '');
  if (text === 'noon' || text === 'midday') return clockFound(at, at + 1, { hour: 12, minute: 0, isExact: true });
  if (text === 'midnight') return clockFound(at, at + 1, { hour: 0, minute: 0, isExact: true });
  if (isAt || /^(?:half|quarter|a)$/u.test(text) || isWord(words, at + 1, 'minutes')) {
    const spoken = spokenClockAt(words, at);
    if (spoken) return spoken;
  }
  const [, digits, minutes, glued = ''] = clockForm.exec(text) ?? [];
  if (digits !== undefined) return digitsClockAt(words, at, isAt, { digits, minutes, glued });
  const isIsh = text !== words[at]?.text;
  const hour = isIsh ? numberAt([{ ...(words[at] as Word), text }], 0) : numberAt(words, at);
  if (hour === null || hour.value > maxHour) return null;
  const end = isIsh ? at + 1 : hour.to;
  const behind = behindHour(words, end);
  if (!isAt && behind.to === end && !isIsh) return null;
  if (behind.to > end) return clockFound(at, behind.to, clockOf(hour.value, 0, behind.half, false));
  // "At seven thirty"
  const minute = numberAt(words, end);
  if (!minute) return clockFound(at, end, clockOf(hour.value, 0, '', false));
  const after = behindHour(words, minute.to);
  return minute.value >= 10
    ? clockFound(at, after.to, clockOf(hour.value, minute.value, after.half, false))
    : { from: at, to: after.to, problem: 'unclear' };
}

function digitsClockAt(
  words: readonly Word[],
  at: number,
  isAt: boolean,
  { digits, minutes, glued }: { digits: string; minutes: string | undefined; glued: string },
): TimeFound | null {
  const text = words[at]?.text ?? '';
  // "9h30", "9 o'clock 30"
  const [hours, late] = [words[at + 1], words[at + 2]];
  const isHours = ['h', "o'clock"].includes(hours?.text ?? '') && hours?.closes === false;
  if (minutes === undefined && isHours && /^\d\d$/u.test(late?.text ?? '') && (isAt || hours.from === words[at]?.to)) {
    const { half, to } = behindHour(words, at + 3);
    return late?.from === hours.to || mayEnd(words, to)
      ? clockFound(at, to, clockOf(Number(digits), Number(late?.text), half, digits.startsWith('0')))
      : { from: at, to, problem: 'unclear' };
  }
  const behind = glued === '' ? behindHour(words, at + 1) : { half: glued, to: behindHour(words, at + 1).to };
  const isTold =
    behind.half !== '' || behind.to > at + 1 || ish.test(text) || (minutes !== undefined && text.includes(':'));
  if (!isAt && !isTold) return null;
  // "At 2100 hours"
  const isFour = /^\d{4}$/u.test(text);
  const to = isFour && words[behind.to]?.text === 'hours' ? behind.to + 1 : behind.to;
  const is24 = minutes !== undefined && (text.startsWith('0') || isFour);
  return clockFound(at, to, clockOf(Number(digits), Number(minutes ?? 0), behind.half, is24));
}

// --- One time of several pieces ---

/** "At around 9", "in about 2 hours": told of a time, it changes nothing of it. */
const roughly = new Set('about around approximately approx roughly circa exactly precisely'.split(' '));

function partAt(words: readonly Word[], at: number, isFirst: boolean): TimeFound | null {
  const text = words[at]?.text ?? '';
  if (text === 'in' || text === 'at') {
    const the = words[at + 1]?.text === 'the' ? at + 2 : at + 1;
    const part = parts[words[the]?.text ?? ''];
    if (part && (text === 'in' ? the > at + 1 : part === 'night')) return { from: at, to: the + 1, part };
  }
  if (text === 'this' && (words[at + 1]?.text ?? '') in parts)
    return {
      from: at,
      to: at + 2,
      day: { kind: 'after', days: 0 },
      part: parts[words[at + 1]?.text ?? ''] ?? 'morning',
    };
  return !isFirst && text in parts ? { from: at, to: at + 1, part: parts[text] ?? 'morning' } : null;
}

function spanPieceAt(words: readonly Word[], at: number, isFirst: boolean): TimeFound | null {
  const isIn = words[at]?.text === 'in';
  const begin = isIn && roughly.has(words[at + 1]?.text ?? '') ? at + 2 : isIn ? at + 1 : at;
  const span = isIn || isFirst ? spanAt(words, begin) : null;
  const isFromNow = span && (isWord(words, span.to, 'from', 'now') || isWord(words, span.to, 'from', 'today'));
  if (!span || (!isIn && isFromNow !== true)) return null;
  const to = isFromNow === true ? span.to + 2 : span.to;
  return { from: at, to, ...(span.isWhole ? { span: span.span } : { problem: 'unclear' }) };
}

function pieceAt(words: readonly Word[], at: number, isFirst: boolean): TimeFound | null {
  const text = words[at]?.text ?? '';
  const piece = partAt(words, at, isFirst) ?? spanPieceAt(words, at, isFirst);
  if (piece) return piece;
  // "On the 3rd of next month"
  if (!isFirst && text === 'of') {
    const period = dayAt(words, at + 1);
    return period?.day?.kind === 'week' || period?.day?.kind === 'month' ? { ...period, from: at } : null;
  }
  const isAround = isFirst && roughly.has(text) && text !== 'about';
  const link = ['on', 'by', 'at'].includes(text) || isAround ? at + 1 : at;
  const begin = link > at && !isAround && text !== 'on' && roughly.has(words[link]?.text ?? '') ? link + 1 : link;
  const isAt = text === 'at' || text === 'by' || (isAround && dayAt(words, begin) === null);
  const found = (isAt ? null : dayAt(words, begin)) ?? clockAt(words, begin, isAt) ?? dayAt(words, begin);
  return found && { ...found, from: at, ...(text === 'at' && { isAt: true }) };
}

/** The time that begins at a word, as long as it goes on; null where none does. */
export function timeAt(words: readonly Word[], at: number): TimeFound | null {
  let time = pieceAt(words, at, true);
  while (time !== null && time.problem === undefined) {
    const next: TimeFound | null =
      (time.clock === undefined ? null : zoneAt(words, time.to)) ?? pieceAt(words, time.to, false);
    const joined: TimeFound | null = next && joinedTimes(time, next);
    if (!joined) break;
    time = joined;
  }
  return time;
}

/** The one time that two pieces tell together; null where they are two times. */
function joinedTimes(one: TimeFound, other: TimeFound): TimeFound | null {
  const { from, isAt } = one;
  const joined = { ...one, ...other, from, ...(isAt && { isAt }) };
  if (other.problem !== undefined) return joined;
  const isOnce = (field: 'clock' | 'part' | 'zone'): boolean => one[field] === undefined || other[field] === undefined;
  if (!isOnce('clock') || !isOnce('part') || !isOnce('zone')) return null;
  if (one.span || other.span) {
    // "In 3 days at 9", and no "in 3 hours at 9".
    const { span } = one;
    if (span === undefined || span.seconds > 0 || other.span !== undefined) return null;
    if (other.day === undefined) return joined;
    const day = dayInWeeks(span, other.day);
    if (!day) return null;
    const { span: _, ...rest } = joined;
    return { ...rest, day };
  }
  if (one.day === undefined || other.day === undefined) return joined;
  const day = joinedDays(one.day, other.day);
  return day && { ...joined, day };
}

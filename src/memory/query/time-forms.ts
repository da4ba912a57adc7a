// Reads how English tells a time, form by form: "the last two weeks of August", "a week ago", "the weekend after next". Each form is a
// pattern that begins where it is asked to and the days that it means. Other languages are brought into English first
// (translate-times.ts). Pure.
import { addMonths, partsOf } from './calendar.ts';
import { datedForms } from './dated-times.ts';
import { current, partForms } from './parts-of-times.ts';
import { partsOfDay, relativeForms } from './relative-times.ts';
import { type Form, type FoundTime, type TimeContext, dayInMonth } from './time-words.ts';

const simpleForms: readonly Form[] = [...relativeForms, ...datedForms];

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
    if (days) return { days, end: whole.end, ...(whole.recurs === 'year' ? { recurs: whole.recurs } : {}) };
  }
  return simpleAt(text, at, context, isLed);
}

function simpleAt(text: string, at: number, context: TimeContext, isLed: boolean): FoundTime | null {
  for (const one of simpleForms) {
    const time = formAt(one, text, at, context);
    if (!time) continue;
    const words = text.slice(at, time.end).replace(/\.$/, '');
    const isWord = plainWords.test(words) || (wantLead.test(words) && !isDayInNote(text, words, time.end, context));
    if (!isLed && isWord && !leadsOver.test(text.slice(0, at))) return null;
    // The part of the day.
    trailing.lastIndex = time.end;
    return { ...time, end: time.end + (trailing.exec(text)?.[0].length ?? 0) };
  }
  return null;
}
/** "Gym Sat and Sun": with a capital, and no name goes on behind it. */
const isDayInNote = (text: string, words: string, end: number, { tense }: TimeContext): boolean =>
  tense === 'nearest' &&
  /^(?:Sat|Sun|Mon)$/.test(words) &&
  /^\.?\s*(?:$|[,;:!)&/+\d-]|(?:and|or|at|from|to|till|until|morning|noon|afternoon|evening|night|am|pm)\b)/.test(
    text.slice(end, end + 20),
  );
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

// The time a query speaks of ("last week", "in May", "yesterday"), as a range of local days. Pure.
import { TZDate } from '@date-fns/tz';
import * as chrono from 'chrono-node';
import { dayOf } from './line-rows.ts';

export interface DayRange {
  /** Days since 1970-01-01, inclusive. */
  from: number;
  to: number;
}

/** Reading a date out of a text takes a millisecond that most queries need not spend. */
const speaksOfTime = /\d|day|week|month|year|night|ago|morning|spring|summer|autumn|fall|winter|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)\b|january|february|march|april|june|july|august|september|october|november|december/i;
const vague = /^(?:now|right now|today's|currently)$/i;

/** The range of days that a query names, or null. Past dates are preferred where a name could mean either. */
export function daysIn(query: string, now: Date, timezone: string): DayRange | null {
  if (query.length > 500 || !speaksOfTime.test(query)) return null;
  const offset = new TZDate(now, timezone).getTimezoneOffset();
  const found = chrono.parse(query, { instant: now, timezone: -offset }, { forwardDate: false }).find((one) => !vague.test(one.text));
  if (!found || /^\d{1,2}(?::\d{2})?\s*(?:am|pm)?$/i.test(found.text)) return null;
  const { start, end } = found;
  // A bare "may", "march" or "sun" in lower case is a word more often than a month.
  if (/^(?:may|march|sun|sat|mar|fri)$/.test(found.text)) return null;
  // Chrono takes the nearest May; notes are of the past one.
  const ahead = !start.isCertain('year') && start.isCertain('month') && !end && start.date() > now;
  const year = (start.get('year') ?? 1970) - (ahead ? 1 : 0);
  const from = dayNumber(year, start.get('month'), start.get('day'));
  if (from === null) return null;
  if (end) return { from, to: dayNumber(end.get('year'), end.get('month'), end.get('day')) ?? from };
  if (/week/i.test(found.text) && !start.isCertain('day')) return { from: from - 3, to: from + 3 };
  if (!start.isCertain('day') && !start.isCertain('weekday') && start.isCertain('month')) return month(year, start.get('month') ?? 1);
  if (!start.isCertain('month') && start.isCertain('year') && !start.isCertain('day')) return { from: dayNumber(year, 1, 1) ?? from, to: dayNumber(year, 12, 31) ?? from };
  return { from, to: from };
}

/** The day that `since` or `until` names: an ISO date, else words. Null where it names none. */
export function dayFrom(text: string, edge: 'first' | 'last', now: Date, timezone: string): number | null {
  const range = daysIn(text, now, timezone);
  const iso = dayOf(text);
  if (iso !== null) return iso;
  return range === null ? null : edge === 'first' ? range.from : range.to;
}

function month(year: number, number: number): DayRange {
  return { from: Date.UTC(year, number - 1, 1) / 86_400_000, to: Date.UTC(year, number, 0) / 86_400_000 };
}

function dayNumber(year: number | null, number: number | null, day: number | null): number | null {
  return year === null || number === null || day === null ? null : Date.UTC(year, number - 1, day) / 86_400_000;
}

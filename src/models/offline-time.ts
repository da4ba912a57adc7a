// A time in English words, worked out as a model would do it: from the "Now" that the program puts before what the person
// says. Pure.
import { parse as parseDates } from 'chrono-node/en';

const nowShape = /^Now: \p{L}+, (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) /mu;

/** The wall clock of the person as a context tells it, as if it were in UTC; null where it tells none. */
export function nowIn(context: string): Date | null {
  const [, date, time] = nowShape.exec(context) ?? [];
  return date === undefined ? null : new Date(`${date}T${time}:00Z`);
}

/** The same as the context says it, for the person to read. */
export const nowLineIn = (context: string): string | null => /^Now: (.{1,200})$/mu.exec(context)?.[1] ?? null;

/** Words of English that may stand around a time. Any other rest could change it if it were understood. */
const fillers: ReadonlySet<string> = new Set(['at', 'on', 'in', 'by', 'for', 'the', 'this', 'and', 'please']);
const isUnread = (rest: string): boolean =>
  (rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => !fillers.has(word));

const morning = 9;

/** `2026-11-22T09:00` or a span (`PT20M`); the words themselves where they are no time, or only a part of them is one. */
export function isoTime(words: string, now: Date): string {
  const [found, second] = parseDates(words, { instant: now, timezone: 0 }, { forwardDate: true });
  const rest = found ? words.slice(0, found.index) + words.slice(found.index + found.text.length) : words;
  if (!found || second || isUnread(rest)) return words;
  const { start } = found;
  if (start.tags().has('result/relativeDateAndTime'))
    return `PT${Math.round((start.date().getTime() - now.getTime()) / 1000)}S`;
  if (start.isCertain('timezoneOffset')) return words;
  const hour = start.get('hour') ?? morning;
  const at = new Date(
    Date.UTC(
      start.get('year') ?? 0,
      (start.get('month') ?? 1) - 1,
      start.get('day') ?? 1,
      hour,
      start.get('minute') ?? 0,
    ),
  );
  return at.toISOString().slice(0, 16);
}

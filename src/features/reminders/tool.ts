// The tool `reminders`: sets, lists and cancels what the person is to be told at a time. Firing them is the channel's.
import { TZDate } from '@date-fns/tz';
import { parse as parseDates } from 'chrono-node/en';
import { format } from 'date-fns';
import { z } from 'zod';
import { type Tool, defineTool } from '../../agent/tool.ts';
import { english } from '../../assistant/phrases/english.ts';
import type { Phrases } from '../../assistant/phrases/phrases.ts';
import type { Clock } from '../../base/clock.ts';
import { ToolError } from '../../base/errors.ts';
import { findSensitive } from '../../base/secrets.ts';
import type { Timezone } from '../../base/timezone.ts';
import type { State } from '../../state/state.ts';
import { nextOccurrence } from '../../base/recurrence.ts';
import type { Reminder, Reminders } from './reminders.ts';

const description = `Sets, lists or cancels reminders, which the program delivers. Times are the person's local time.
To set: text, and either "when" (once, worked out by you from Now in the context) or "repeat" (a five-field cron pattern: "0 8 * * 1-5" is every weekday at 8:00). With the id of one that is set, the new one takes its place. Never say a reminder is set without the tool's result.`;

/** @param conversation the conversation as a session key @param topic where in its chat */
export function createRemindersTool(options: {
  reminders: Reminders;
  write: State['write'];
  conversation: string;
  topic?: number | undefined;
  timezone: Timezone;
  clock: Clock;
}): Tool {
  const { reminders, write, conversation, topic, clock } = options;
  return defineTool({
    name: 'reminders',
    description,
    effects: { writes: 'schedule', inGroups: true },
    purpose: 'remind',
    input: z.object({
      action: z.enum(['set', 'list', 'cancel']),
      text: z.string().optional().describe('What to remind of'),
      when: z.string().optional().describe('Local time, YYYY-MM-DDTHH:MM'),
      repeat: z.string().optional().describe('A cron pattern'),
      id: z.int().optional().describe('Which one to cancel or replace'),
    }),
    propose({ action, text = '', when, repeat, id }) {
      if (action === 'list') return null;
      if (action === 'set') return { action: 'remind', text: text.trim(), place: repeat ?? when ?? '' };
      const reminder = reminders.active(conversation).find((active) => active.id === id);
      return reminder
        ? { action: 'cancel', text: reminder.text, place: describeReminder(reminder, options.timezone()) }
        : null;
    },
    async run({ action, text, when, repeat, id }, { toolUseId }) {
      const timezone = options.timezone();
      if (action === 'list') return describeReminders(reminders.active(conversation), timezone);
      if (action === 'cancel') {
        if (id === undefined) throw new ToolError('Give the id of the reminder to cancel.');
        const shown = reminders.active(conversation).find((active) => active.id === id);
        const wasThere = await write(() => reminders.cancel(conversation, id));
        if (!wasThere)
          throw new ToolError(
            `There is no reminder ${id} here. ${describeReminders(reminders.active(conversation), timezone)}`,
          );
        const text = shown?.text ?? '';
        return { text: `Reminder ${id} is cancelled.`, receipts: [{ verb: 'reminder_cancelled', text }] };
      }
      const wish = text?.trim() ?? '';
      if (wish === '') throw new ToolError('Give the text of the reminder.');
      refuseSensitive(wish);
      const now = clock.now();
      const dueAt = repeat === undefined ? parseTime(when ?? '', now, timezone) : firstOf(repeat, timezone, now);
      const reminder = await write(() => {
        if (id !== undefined) reminders.cancel(conversation, id);
        const key = `${conversation}:${toolUseId}`;
        return reminders.add({ key, conversation, text: wish, dueAt, pattern: repeat ?? null, timezone, topic });
      });
      const receipt = { verb: 'reminder_set' as const, text: `${timeOf(reminder, timezone)}: ${reminder.text}` };
      return { text: `Set: ${describeReminder(reminder, timezone)}`, receipts: [receipt] };
    },
  });
}

/** One line: `Reminder 3: Sun 2026-11-22 09:00 (Europe/Berlin): call mum`. @param timezone of the person now */
export function describeReminder(reminder: Reminder, timezone: string): string {
  return `Reminder ${reminder.id}: ${timeOf(reminder, timezone)}: ${reminder.text}`;
}

/** `Sun 2026-11-22 09:00 (Europe/Berlin)`, and how it comes again. */
function timeOf(reminder: Reminder, timezone: string): string {
  const { dueAt, pattern } = reminder;
  const zone = reminderTimezone(reminder, timezone);
  const repeats = pattern === null ? '' : `, then again by "${pattern}"`;
  return `${format(new TZDate(dueAt, zone), 'EEE yyyy-MM-dd HH:mm')} (${zone})${repeats}`;
}

/** It is stored, and sent when its time has come. */
function refuseSensitive(text: string): void {
  const [found] = findSensitive(text);
  if (found)
    throw new ToolError(
      `Not set: the text contains what looks like ${found.kind}, and a reminder is stored and sent as it is. Leave that part out, and tell the person so.`,
    );
}

/** Later than this, a reminder says since when it was due. */
const lateMs = 5 * 60_000;

/** What the person reads when its time has come. @param timezone of the person now */
export function reminderWords(
  reminder: Reminder,
  now: Date,
  timezone: string,
  { reminders }: Phrases = english,
): string {
  const { text, dueAt } = reminder;
  const isLate = now.getTime() - dueAt.getTime() > lateMs;
  return `⏰ ${text}${isLate ? ` (${reminders.wasDue(format(new TZDate(dueAt, reminderTimezone(reminder, timezone)), 'EEE yyyy-MM-dd HH:mm'))})` : ''}`;
}

/** One that comes again goes by the clock on the wall where it was set; one that comes once is an instant, told in the person's time. */
const reminderTimezone = ({ pattern, timezone }: Reminder, now: string): string => (pattern === null ? now : timezone);

const maxDescribed = 50;

/** A line each, the next first, or a sentence that there is none. */
export function describeReminders(reminders: readonly Reminder[], timezone: string): string {
  if (reminders.length === 0) return 'No reminders are set.';
  const lines = reminders.slice(0, maxDescribed).map((reminder) => describeReminder(reminder, timezone));
  const more = reminders.length - lines.length;
  return [...lines, ...(more > 0 ? [`And ${more} more, later than these.`] : [])].join('\n');
}

function firstOf(pattern: string, timezone: string, now: Date): Date {
  const refused = new ToolError(
    `Not a cron pattern: ${pattern}. Five fields: minute hour day month weekday, such as "0 8 * * 1-5"; day L is the last of the month.`,
  );
  // A sixth field would mean every second.
  if (pattern.trim().split(/\s+/).length !== 5) throw refused;
  let first: Date | null;
  try {
    first = nextOccurrence(pattern, timezone, now);
  } catch {
    throw refused;
  }
  if (!first) throw new ToolError(`That pattern never comes: ${pattern}.`);
  return first;
}

/** Words that make a time come again and again. */
const recurs =
  /\b(?:every|each|daily|weekly|monthly|yearly|hourly|weekdays|weekends|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i;
/** Words of English that may stand around a time. Any other rest could change it if it were understood. */
const fillers: ReadonlySet<string> = new Set(['at', 'on', 'in', 'by', 'for', 'the', 'this', 'and', 'please']);
const isUnread = (rest: string): boolean =>
  (rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => !fillers.has(word));

/** Longer ones are no time. */
const maxTimeUnits = 120;

/** Reads a time as people or models write it, on the wall clock of the time zone. @throws ToolError when it is none, only half understood, or past */
export function parseTime(words: string, now: Date, timezone: string): Date {
  if (words.length > maxTimeUnits) throw new ToolError('Not a time: it is too long. Write it like 2026-11-22T09:00.');
  const local = new TZDate(now, timezone);
  const [found, second] = parseDates(
    words,
    { instant: now, timezone: -local.getTimezoneOffset() },
    { forwardDate: true },
  );
  if (recurs.test(words))
    throw new ToolError(`"${words}" comes again and again: give it as "repeat", a cron pattern such as "0 8 * * 1-5".`);
  if (!found)
    throw new ToolError(
      `Not a time: "${words}". Work it out from Now and write it like 2026-11-22T09:00; what comes again and again is given as "repeat", a cron pattern such as "0 18 * * 5".`,
    );
  const left = words.slice(0, found.index) + words.slice(found.index + found.text.length);
  // Half a time is another time: "2026-11-22 25:00" would be said at noon.
  if (second || isUnread(left))
    throw new ToolError(
      `Only "${found.text}" of "${words}" can be read as a time. Write one time, like "2026-11-22 09:00", on the clock of ${timezone}.`,
    );
  const { start } = found;
  // The words name a time on the wall; the offset there may differ from today's when the clocks change in between. A
  // span of hours or minutes is one of real time, and a zone that was written down stands.
  const at =
    start.tags().has('result/relativeDateAndTime') || start.isCertain('timezoneOffset')
      ? start.date()
      : new Date(
          new TZDate(
            start.get('year') ?? 0,
            (start.get('month') ?? 1) - 1,
            start.get('day') ?? 1,
            start.get('hour') ?? 9,
            start.get('minute') ?? 0,
            start.get('second') ?? 0,
            timezone,
          ).getTime(),
        );
  if (at.getTime() <= now.getTime())
    throw new ToolError(
      `That time is past: "${words}" is ${format(new TZDate(at, timezone), 'EEE yyyy-MM-dd HH:mm')} (${timezone}).`,
    );
  return at;
}

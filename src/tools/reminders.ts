// The tool `reminders`: sets, lists and cancels what the person is to be told at a time. Firing them is the channel's.
import { TZDate } from '@date-fns/tz';
import { parse as parseDates } from 'chrono-node';
import { format } from 'date-fns';
import { z } from 'zod';
import { type Tool, defineTool } from '../agent/tool.ts';
import type { Clock } from '../base/clock.ts';
import { ToolError } from '../base/errors.ts';
import type { Timezone } from '../base/timezone.ts';
import type { Queue } from '../queue/queue.ts';
import { type Reminder, nextOccurrence } from '../queue/reminders.ts';

const description = `Reminds the person of something at a time, or lists or cancels what is set. The program delivers it, even after a restart. Times are the person's local time.
To set: give text and either "when" (once: "2026-11-22 09:00", "tomorrow at 9", "in 20 minutes") or "repeat" (a five-field cron pattern: "0 8 * * 1-5" is every weekday at 8:00).
The result says the time as it was understood: tell it to the person, so that they can correct it. Never say a reminder is set without that result.`;

/** @param lane the conversation in which it is said, as a session key */
export function createRemindersTool(options: { queue: Queue; lane: string; timezone: Timezone; clock: Clock; onChange?: () => void }): Tool {
  const { queue, lane, clock, onChange } = options;
  return defineTool({
    name: 'reminders',
    description,
    input: z.object({
      action: z.enum(['set', 'list', 'cancel']),
      text: z.string().optional().describe('What to remind of, addressed to the person.'),
      when: z.string().optional().describe('The time, for one that comes once.'),
      repeat: z.string().optional().describe('A cron pattern, for one that comes again and again.'),
      id: z.int().optional().describe('Which one to cancel.'),
    }),
    async run({ action, text, when, repeat, id }, { toolUseId }) {
      const timezone = options.timezone();
      if (action === 'list') return describeReminders(queue.reminders.active(lane), timezone);
      if (action === 'cancel') {
        if (id === undefined) throw new ToolError('Give the id of the reminder to cancel.');
        const wasThere = await queue.write(() => queue.reminders.cancel(lane, id));
        if (!wasThere) throw new ToolError(`There is no reminder ${id} here. ${describeReminders(queue.reminders.active(lane), timezone)}`);
        onChange?.();
        return `Reminder ${id} is cancelled.`;
      }
      const wish = text?.trim() ?? '';
      if (wish === '') throw new ToolError('Give the text of the reminder.');
      const now = clock.now();
      const dueAt = repeat === undefined ? parseTime(when ?? '', now, timezone) : firstOf(repeat, timezone, now);
      const reminder = await queue.write(() => queue.reminders.add({ key: `${lane}:${toolUseId}`, lane, text: wish, dueAt, pattern: repeat ?? null, timezone }));
      onChange?.();
      return `Set: ${describeReminder(reminder, timezone)}`;
    },
  });
}

/** One line: `Reminder 3: Sun 2026-11-22 09:00 (Europe/Berlin): call mum`. @param timezone of the person now */
export function describeReminder(reminder: Reminder, timezone: string): string {
  const { id, dueAt, text, pattern } = reminder;
  const zone = reminderTimezone(reminder, timezone);
  const repeats = pattern === null ? '' : `, then again by "${pattern}"`;
  return `Reminder ${id}: ${format(new TZDate(dueAt, zone), 'EEE yyyy-MM-dd HH:mm')} (${zone})${repeats}: ${text}`;
}

/** Later than this, a reminder says since when it was due. */
const lateMs = 5 * 60_000;

/** What the person reads when its time has come. @param timezone of the person now */
export function reminderWords(reminder: Reminder, now: Date, timezone: string): string {
  const { text, dueAt } = reminder;
  const isLate = now.getTime() - dueAt.getTime() > lateMs;
  return `⏰ ${text}${isLate ? ` (was due ${format(new TZDate(dueAt, reminderTimezone(reminder, timezone)), 'EEE yyyy-MM-dd HH:mm')})` : ''}`;
}

/** One that comes again goes by the clock on the wall where it was set; one that comes once is an instant, told in the person's time. */
const reminderTimezone = ({ pattern, timezone }: Reminder, now: string): string => (pattern === null ? now : timezone);

/** A line each, or a sentence that there is none. */
export const describeReminders = (reminders: readonly Reminder[], timezone: string): string =>
  reminders.length === 0 ? 'No reminders are set.' : reminders.map((reminder) => describeReminder(reminder, timezone)).join('\n');

function firstOf(pattern: string, timezone: string, now: Date): Date {
  let first: Date | null;
  try {
    first = nextOccurrence(pattern, timezone, now);
  } catch {
    throw new ToolError(`Not a cron pattern: ${pattern}. Five fields: minute hour day month weekday, such as "0 8 * * 1-5".`);
  }
  if (!first) throw new ToolError(`That pattern never comes: ${pattern}.`);
  return first;
}

/** Reads a time as people or models write it, on the wall clock of the time zone. @throws ToolError when it is none, or past */
export function parseTime(words: string, now: Date, timezone: string): Date {
  const local = new TZDate(now, timezone);
  const [found] = parseDates(words, { instant: now, timezone: -local.getTimezoneOffset() }, { forwardDate: true });
  if (!found) throw new ToolError(`Not a time: "${words}". Write it like "2026-11-22 09:00" or "tomorrow at 9".`);
  const { start } = found;
  const isRelative = /\b(?:in|after)\b.*\b(?:second|minute|hour)|\bfrom now\b/i.test(words);
  // The words name a time on the wall; the offset there may differ from today's when the clocks change in between. A
  // span of hours or minutes is one of real time, and a zone that was written down stands.
  const at =
    isRelative || start.isCertain('timezoneOffset')
      ? start.date()
      : new Date(
          new TZDate(start.get('year') ?? 0, (start.get('month') ?? 1) - 1, start.get('day') ?? 1, start.get('hour') ?? 9, start.get('minute') ?? 0, start.get('second') ?? 0, timezone).getTime(),
        );
  if (at.getTime() <= now.getTime()) throw new ToolError(`That time is past: "${words}" is ${format(new TZDate(at, timezone), 'EEE yyyy-MM-dd HH:mm')} (${timezone}).`);
  return at;
}

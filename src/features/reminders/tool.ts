// The tool `reminders`: sets, lists and cancels reminders. job.ts says them.
import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns';
import { z } from 'zod';
import { type Tool, type ToolResult, defineTool } from '../../agent/tool.ts';
import { english } from '../../assistant/phrases/english.ts';
import { type Phrases, dayAndTime } from '../../assistant/phrases/phrases.ts';
import type { Clock } from '../../base/time/clock.ts';
import { ToolError } from '../../base/errors.ts';
import { refusedReminder } from '../../base/secrets/refusals.ts';
import { findSensitive } from '../../base/secrets/secrets.ts';
import { cutText } from '../../base/text/text.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import { localDate, localTime, wallClockAt } from '../../base/time/local-time.ts';
import { contentWords } from '../../memory/write/words.ts';
import type { Proposal } from '../../session/entry.ts';
import { readWhen } from '../../models/offline/reminder-wish.ts';
import type { State } from '../../state/state.ts';
import { nextOccurrence } from '../../base/time/recurrence.ts';
import type { Reminder, Reminders } from './reminders.ts';

const description = `Sets, lists or cancels reminders, which the program delivers.
To set: text, and either "when" (once: local time, worked out by you from Now in the context) or "repeat" (a five-field cron pattern: "0 8 * * 1-5" is every weekday at 8:00; with "when" as its first time, if that is not the next one). With the id of one that is set, the new one takes its place. Never say a reminder is set without the tool's result.`;

const inputSchema = z.object({
  action: z.enum(['set', 'list', 'cancel']),
  text: z.string().optional().describe('What to remind of'),
  when: z.string().optional().describe('Local time, YYYY-MM-DDTHH:MM, or a span: PT20M'),
  // Small models fill in every field.
  repeat: z
    .string()
    .transform((pattern) => (pattern.trim() === '' ? undefined : pattern))
    .optional()
    .describe('A cron pattern'),
  id: z.int().optional().describe('Which one to cancel or replace'),
});
type Input = z.infer<typeof inputSchema>;

export interface RemindersToolOptions {
  reminders: Reminders;
  write: State['write'];
  /** The conversation as a session key. */
  conversation: string;
  /** The topic of the chat in which the conversation is held. */
  topic?: number | undefined;
  timezone: Timezone;
  clock: Clock;
  /** False in a process that ends with its answer: reminders are then listed and cancelled, and none is set. Default: true. */
  delivers?: boolean;
  /** The program's words in the language of the conversation, for the receipt; English without it. */
  phrases?(): Promise<Phrases>;
  /** How this program is called in a shell. Default: `scrubjay`. */
  program?: string | undefined;
}

export function createRemindersTool(options: RemindersToolOptions): Tool {
  const { reminders, conversation } = options;
  return defineTool({
    name: 'reminders',
    description,
    effects: { writes: 'schedule', inGroups: true },
    purpose: 'remind',
    input: inputSchema,
    asMeant(input) {
      const { action, text, when, repeat } = input;
      const isNew = typeof text === 'string' && (typeof when === 'string' || typeof repeat === 'string');
      const isSet = action === undefined ? isNew : action === 'create' || action === 'add';
      return isSet ? { ...input, action: 'set' } : input;
    },
    async propose(input) {
      const { action, text = '', id } = input;
      if (action === 'list') return null;
      if (action === 'set') {
        const before = activeWith(id, options)?.text;
        // What would be refused is not asked about: the model is told instead.
        if (options.delivers === false || text.trim() === '' || (id !== undefined && id !== 0 && before === undefined))
          return null;
        const time = await describeTime(options, input);
        return time && { action: 'remind', text: text.trim(), ...time, ...(before !== undefined && { before }) };
      }
      const reminder = toCancel(options, input);
      if (!reminder) return null;
      const words = (await options.phrases?.()) ?? english;
      return { action: 'cancel', text: reminder.text, place: timeOf(reminder, options.timezone(), words) };
    },
    async run(input, { toolUseId }) {
      if (input.action === 'set') return await set(options, input, toolUseId);
      if (input.action === 'cancel') return await cancel(options, input);
      const active = reminders.active(conversation);
      const words = (await options.phrases?.()) ?? english;
      return {
        text: describeReminders(active, options.timezone()),
        told: describeReminders(active, options.timezone(), words),
      };
    },
  });
}

/** Of the words that are not in all texts, those by which a reminder is named fit it alone; null where they fit none or several. */
export function namedReminder(named: string, active: readonly Reminder[]): Reminder | null {
  const words = [...contentWords(named)];
  const fitting = active.filter(({ text }) => {
    const own = contentWords(text);
    return words.every((word) => own.has(word));
  });
  return words.length > 0 && fitting.length === 1 ? (fitting[0] ?? null) : null;
}

const activeWith = (
  id: number | undefined,
  { reminders, conversation }: Pick<RemindersToolOptions, 'reminders' | 'conversation'>,
): Reminder | undefined => reminders.active(conversation).find((reminder) => reminder.id === id);

/** When a reminder would come, for the person who is asked; null for a time that is refused, which the model is told instead. */
async function describeTime(
  { clock, phrases, ...options }: RemindersToolOptions,
  { when = '', repeat }: Input,
): Promise<Pick<Proposal, 'place' | 'at' | 'repeats' | 'due'> | null> {
  const timezone = options.timezone();
  try {
    const dueAt = dueTime({ when, repeat }, clock.now(), timezone);
    const place = timeOf({ dueAt, pattern: repeat ?? null, timezone }, timezone, (await phrases?.()) ?? english);
    return {
      place,
      at: `${localDate(dueAt, timezone)}T${localTime(dueAt, timezone)}`,
      due: dueAt.toISOString(),
      ...(repeat !== undefined && { repeats: true }),
    };
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/** With both, `when` is the first time of the pattern. One that is past, as small models fill it in, leaves it to the pattern. */
function dueTime({ when, repeat }: { when: string; repeat?: string | undefined }, now: Date, timezone: string): Date {
  if (repeat === undefined) return parseTime(when, now, timezone);
  const next = firstOf(repeat, timezone, now);
  const begin = when.trim() === '' ? now : timeIn(when, now, timezone);
  if (begin <= now) return next;
  const first = firstOf(repeat, timezone, new Date(begin.getTime() - 1));
  if (first.getTime() === begin.getTime()) return first;
  const shown = (time: Date): string => dayAndTime(time, timezone, english);
  throw new ToolError(
    `Not set: ${shown(begin)} is no time of "${repeat}", which comes next at ${shown(next)}, and after the time that you gave at ${shown(first)}. Leave "when" out, or give one of these times as "when".`,
  );
}

const cannotDeliver = (program = 'scrubjay'): ToolError =>
  new ToolError(`A reminder can be set only while Scrubjay keeps running, to say it in time: \`${program} start\`.`, {
    failure: 'ends',
  });

async function set(
  { reminders, write, conversation, topic, clock, ...options }: RemindersToolOptions,
  { text = '', when = '', repeat, id: given }: Input,
  toolUseId: string,
): Promise<ToolResult> {
  if (options.delivers === false) throw cannotDeliver(options.program);
  const timezone = options.timezone();
  // No reminder has the number 0: small models fill it in for none.
  const id = given === 0 ? undefined : given;
  const wish = text.trim();
  if (wish === '') throw new ToolError('Give the text of the reminder.');
  refuseSensitive(wish);
  const dueAt = dueTime({ when, repeat }, clock.now(), timezone);
  const key = `${conversation}:${toolUseId}`;
  const replaced = activeWith(id, { reminders, conversation });
  // Before it is set: what fails behind that would deny it.
  const phrases = (await options.phrases?.()) ?? english;
  const reminder = await write(() => {
    // When the call is made again after a crash, the old reminder is replaced already.
    const isThere = id === undefined || reminders.cancel(conversation, id) || reminders.ofKey(key) !== null;
    return isThere
      ? reminders.add({ key, conversation, text: wish, dueAt, pattern: repeat ?? null, timezone, topic })
      : null;
  });
  if (!reminder) throw unknownId(id, reminders.active(conversation), timezone);
  const insteadOf = (words: Phrases): string =>
    replaced && replaced.text !== reminder.text ? `, ${words.reminders.insteadOf(replaced.text)}` : '';
  const time = timeOf(reminder, timezone, phrases);
  const receipt = { verb: 'reminder_set' as const, text: `${time}: ${reminder.text}${insteadOf(phrases)}` };
  return { text: `Set: ${describeReminder(reminder, timezone)}${insteadOf(english)}`, receipts: [receipt] };
}

/** The reminder that a call would cancel: by its id, or without one by words that fit no other. */
const toCancel = (
  options: Pick<RemindersToolOptions, 'reminders' | 'conversation'>,
  { id, text = '' }: Input,
): Reminder | undefined =>
  id === undefined
    ? (namedReminder(text, options.reminders.active(options.conversation)) ?? undefined)
    : activeWith(id, options);

async function cancel(options: RemindersToolOptions, input: Input): Promise<ToolResult> {
  const { reminders, write, conversation, timezone } = options;
  const active = reminders.active(conversation);
  const { id: given, text: named = '' } = input;
  if (given === undefined && named.trim() === '') throw new ToolError('Give the id of the reminder to cancel.');
  const id = given ?? toCancel(options, input)?.id;
  if (id === undefined)
    throw new ToolError(
      `There is no reminder that these words alone fit: ${named}. ${describeReminders(active, timezone())}`,
      {
        failure: 'gone',
      },
    );
  const wasThere = await write(() => reminders.cancel(conversation, id));
  if (!wasThere) throw unknownId(id, active, timezone());
  const text = active.find((reminder) => reminder.id === id)?.text ?? '';
  const said = given === undefined ? `Reminder ${id} is cancelled: ${text}` : `Reminder ${id} is cancelled.`;
  return { text: said, receipts: [{ verb: 'reminder_cancelled', text }] };
}

const unknownId = (id: number | undefined, active: readonly Reminder[], timezone: string): ToolError =>
  new ToolError(`There is no reminder ${id} here. ${describeReminders(active, timezone)}`, { failure: 'gone' });

/**
 * One line: `Reminder 3: Sun 2026-11-22 09:00 (Europe/Berlin): call mum`.
 * @param timezone of the person now
 * @param phrases of the person; absent for the model
 */
function describeReminder(reminder: Reminder, timezone: string, phrases?: Phrases): string {
  return `${(phrases ?? english).reminders.name(reminder.id)}: ${timeOf(reminder, timezone, phrases)}: ${reminder.text}`;
}

type Timing = Pick<Reminder, 'dueAt' | 'pattern' | 'timezone'>;

/** `Sun 2026-11-22 09:00 (Europe/Berlin)`, and when it comes again: the next times, and for the model the pattern too. */
function timeOf(reminder: Timing, timezone: string, phrases?: Phrases): string {
  const { dueAt, pattern } = reminder;
  const zone = reminderTimezone(reminder, timezone);
  const first = `${dayAndTime(dueAt, zone, phrases ?? english)} (${zone})`;
  if (pattern === null) return first;
  const words = phrases ?? english;
  const days = phrases ? daysOf(pattern, phrases) : null;
  const next = timesAfter(dueAt, pattern, zone).map((time) => dayAndTime(time, zone, words));
  const told = days === null ? first : `${first}, ${days}`;
  const then = next.length === 0 ? told : `${told}, ${words.reminders.repeats(next.join(', '))}`;
  return phrases ? then : `${then} ("${pattern}")`;
}

/** On which days a simple pattern comes, in words: the next times of "every day" and of "Monday to Friday" may be the same. */
function daysOf(pattern: string, { reminders, code }: Phrases): string | null {
  const [, , day, month, weekday = ''] = pattern.trim().split(/\s+/);
  if (day !== '*' || month !== '*') return null;
  const said = weekday.toLowerCase();
  if (said === '*' || said === '?') return reminders.daily;
  if (said === '1-5' || said === 'mon-fri') return reminders.weekdays;
  if (['6,0', '0,6', '6,7', '6-7', 'sat,sun', 'sat-sun'].includes(said)) return reminders.weekends;
  const one = /^[0-7]$/.test(said) ? Number(said) % 7 : weekdayNames.indexOf(said);
  if (one === -1) return null;
  // The 4th of January 1970 was a Sunday.
  const named = new Intl.DateTimeFormat(code, { weekday: 'long', timeZone: 'UTC' });
  return reminders.weekly(named.format(new Date(Date.UTC(1970, 0, 4 + one))));
}
const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** The next two times of a pattern; fewer where it ends before. */
function timesAfter(first: Date, pattern: string, timezone: string): Date[] {
  const second = nextOccurrence(pattern, timezone, first);
  const third = second && nextOccurrence(pattern, timezone, second);
  return [second, third].filter((time) => time !== null);
}

function refuseSensitive(text: string): void {
  const [found] = findSensitive(text);
  if (found) throw refusedReminder(found);
}

/** Later than this, a reminder says since when it was due. */
const lateMs = 5 * 60_000;

/** What the person reads when its time has come. @param timezone of the person now */
export function reminderWords(reminder: Reminder, now: Date, timezone: string, phrases: Phrases = english): string {
  const { text, dueAt } = reminder;
  const isLate = now.getTime() - dueAt.getTime() > lateMs;
  return `⏰ ${text}${isLate ? ` (${phrases.reminders.wasDue(dayAndTime(dueAt, reminderTimezone(reminder, timezone), phrases))})` : ''}`;
}

/** One that comes again goes by the clock on the wall where it was set; one that comes once is an instant, told in the person's time. */
const reminderTimezone = ({ pattern, timezone }: Omit<Timing, 'dueAt'>, now: string): string =>
  pattern === null ? now : timezone;

const maxDescribed = 50;

/**
 * The reminders, a line each and the next one first, or a sentence that there is none.
 * @param phrases of the person; absent for the model
 */
export function describeReminders(reminders: readonly Reminder[], timezone: string, phrases?: Phrases): string {
  const words = (phrases ?? english).reminders;
  if (reminders.length === 0) return words.none;
  const lines = reminders.slice(0, maxDescribed).map((reminder) => describeReminder(reminder, timezone, phrases));
  const more = reminders.length - lines.length;
  return [...lines, ...(more > 0 ? [words.more(more)] : [])].join('\n');
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

/** The extended form, its fields also as small models write them, and the basic one. What stands behind the seconds is an offset. */
const localForms = [
  /^(\d{4})-(\d\d?)-(\d\d?)[T ](\d\d?)(?::(\d\d)(?::(\d\d)(?:[.,]0+)?)?)?([+-]\d\d:?\d\d|Z)?$/i,
  /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?([+-]\d{4}|Z)?$/i,
];
/** Without months: "P20M" is one, and was hardly meant. */
const spanForm =
  /^P(?=\w)(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,4}(?:[.,]\d\d?)?)H)?(?:(\d{1,5}(?:[.,]\d\d?)?)M)?(?:(\d{1,6})S)?)?$/i;

/**
 * Reads a time as ISO 8601 has it: on the wall clock of the time zone, with seconds or without, or a span from now, `PT20M`, `P1D`.
 * What tells the same in other letters, or with one digit for two, is read as well, and so are English words that can mean one time
 * alone. All others are for the model to work out: half understood, they would be another time.
 * @throws ToolError when it is none, or past
 */
export function parseTime(given: string, now: Date, timezone: string): Date {
  const at = timeIn(given, now, timezone);
  const shown = (time: Date): string => dayAndTime(time, timezone, english);
  if (at.getTime() <= now.getTime())
    throw new ToolError(`That time is past: ${shown(at)}. Now is ${shown(now)} (${timezone}).`, { failure: 'past' });
  return at;
}

/** The same, where it may be past. @throws ToolError when it is none */
function timeIn(given: string, now: Date, timezone: string): Date {
  const written = given.trim();
  const onClock = (text: string): Date | null => spanFrom(text, now, timezone) ?? onTheWall(text, timezone);
  const at = onClock(written) ?? onClock(readWhen(written, { now: wallClockAt(now, timezone), timezone }) ?? '');
  if (!at)
    throw new ToolError(
      `Not a time: "${cutText(written, maxShownUnits)}". Now is ${dayAndTime(now, timezone, english)} (${timezone}): work the time out from that, and write it like 2026-11-22T09:00 or, from now on, PT20M. Of words those are taken that can mean one time alone: "tomorrow at 9 am", "2026-11-22 8 pm", "in 20 minutes". What comes again and again is given as "repeat", a cron pattern such as "0 18 * * 5".`,
    );
  return at;
}

const maxShownUnits = 80;

/** Days are those of the calendar; the rest is measured in real time, also over a change to summer time. */
function spanFrom(written: string, now: Date, timezone: string): Date | null {
  const span = spanForm.exec(written);
  if (!span) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = span
    .slice(1)
    .map((part) => Number((part ?? '0').replace(',', '.')));
  const spentMs = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return new Date(addDays(new TZDate(now, timezone), weeks * 7 + days).getTime() + spentMs);
}

function onTheWall(written: string, timezone: string): Date | null {
  const found = localForms.map((form) => form.exec(written)).find((match) => match !== null);
  if (!found) return null;
  const offset = found[7];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((field) => Number(field ?? 0));
  // The 30th of February would be a day in March.
  const same = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isThere = same.getUTCMonth() === month - 1 && same.getUTCDate() === day && same.getUTCHours() === hour;
  if (!isThere || minute > 59 || second > 59) return null;
  // What ends in Z is an instant, which has its own time on the wall.
  if (offset !== undefined && /z/i.test(offset)) return same;
  const at = new TZDate(year, month - 1, day, hour, minute, second, timezone);
  // Another offset is of another clock, and which of both was meant is not known.
  if (offset !== undefined && minutesOf(offset) !== -at.getTimezoneOffset()) return null;
  return new Date(at.getTime());
}

/** `+05:30` in minutes. */
function minutesOf(offset: string): number {
  const [hours = 0, minutes = 0] = (offset.match(/\d\d/g) ?? []).map(Number);
  return (hours * 60 + minutes) * (offset.startsWith('-') ? -1 : 1);
}

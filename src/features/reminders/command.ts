// `/reminders`: lists the reminders that are set, and does what the buttons below a reminder say.
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import type { Button } from '../../assistant/channel.ts';
import type { Command } from '../../assistant/commands/command.ts';
import { offlinePhrases } from '../../language/languages.ts';
import { english } from '../../assistant/phrases/english.ts';
import { type Phrases, dayAndTime } from '../../assistant/phrases/phrases.ts';
import { largest } from '../../base/lists.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import type { State } from '../../state/state.ts';
import { type Reminder, type Reminders, snoozeMs } from './reminders.ts';
import { describeReminders, namedReminder } from './tool.ts';

const either = (field: 'cancelAll' | 'cancelLast' | 'politeStarts'): string =>
  offlinePhrases.flatMap((language) => language[field] ?? []).join('|');
/** "Cancel all my reminders", "delete that reminder", as the whole message. */
const plainWish = new RegExp(
  `^(?:(?:${either('politeStarts')})[\\s,]{1,3})?(${either('cancelAll')}|${either('cancelLast')})[.!?]{0,3}$`,
  'iu',
);
const plainAll = new RegExp(`^(?:${either('cancelAll')})$`, 'iu');

/** "cancel the bins" */
const namedAction = (argument: string): string[] => (/^cancel\s/i.test(argument) ? ['', 'cancel'] : []);
const named = (argument: string, active: readonly Reminder[]): string | undefined =>
  /^cancel\s/i.test(argument) ? namedReminder(argument.slice('cancel'.length), active)?.id.toString() : undefined;

/**
 * Those that "all" and "the last" mean, about which the person is asked first: it is the last that was set, and the person may think
 * of the last that was said. Null for other words.
 */
function toAskAbout(argument: string, active: readonly Reminder[]): readonly Reminder[] | null {
  if (/^cancel all$/i.test(argument)) return active;
  if (!/^cancel last$/i.test(argument)) return null;
  return active.toSorted((a, b) => b.id - a.id).slice(0, 1);
}

/** The buttons below a reminder that is said. */
export const reminderButtons = (id: number, { reminders }: Phrases = english): Button[] => [
  { label: reminders.done, command: `/reminders done ${id}` },
  { label: reminders.snooze, command: `/reminders snooze ${id}` },
];

interface PutOff {
  until: Date;
  isAhead: boolean;
}

/** Until when one is put off. One that was not said yet goes by its own time: "in ten minutes" would bring tomorrow's to now. */
function putOff(reminder: Reminder | null, now: Date): PutOff {
  const soon = new Date(now.getTime() + snoozeMs);
  const isAhead = reminder?.pattern === null && reminder.dueAt > soon;
  return { until: isAhead ? new Date(reminder.dueAt.getTime() + snoozeMs) : soon, isAhead };
}

const tellPutOff = ({ until, isAhead }: PutOff, timezone: string, phrases: Phrases): string =>
  isAhead
    ? phrases.reminders.later(dayAndTime(until, timezone, phrases))
    : phrases.reminders.again(format(new TZDate(until, timezone), 'HH:mm'));

export function remindersCommand({
  reminders,
  write,
  timezone,
  clock,
}: {
  reminders: Reminders;
  write: State['write'];
  timezone: Timezone;
  clock: Clock;
}): Command {
  return {
    name: 'reminders',
    pattern: plainWish,
    inGroup: true,
    description: english.help.reminders,
    async run({ argument: said, isPlain, incoming: { key }, say, phrases: words }) {
      const { reminders: phrases } = words;
      const active = reminders.active(key);
      const argument = !isPlain ? said : plainAll.test(said) ? 'cancel all' : 'cancel last';
      const [, newest] = /^cancel all (?:up to )?#?(\d{1,9})$/i.exec(argument) ?? [];
      if (newest !== undefined) {
        const shown = active.filter(({ id }) => id <= Number(newest));
        const gone = await write(() => shown.filter(({ id }) => reminders.cancel(key, id)).length);
        return await say(gone === 0 ? phrases.none : phrases.cancelledAll(gone));
      }
      const several = toAskAbout(argument, active);
      if (several) {
        if (several.length === 0) return await say(phrases.none);
        const command = `/reminders cancel ${several.length === 1 ? '' : 'all up to '}${largest(several.map(({ id }) => id))}`;
        return await say(phrases.cancelThese(describeReminders(several, timezone(), words), several.length), {
          buttons: [{ label: phrases.cancelButton, command }],
          question: { yes: command },
        });
      }
      const [, action, id = named(argument, active)] =
        /^(done|snooze|cancel)\s+#?(\d+)$/i.exec(argument)?.map((part) => part.toLowerCase()) ?? namedAction(argument);
      if (id === undefined) {
        const list = describeReminders(active, timezone(), words);
        return await say(argument === '' ? list : `${phrases.nothingCancelled}\n${list}`);
      }
      if (action === 'cancel') {
        const wasThere = await write(() => reminders.cancel(key, Number(id)));
        return await say(wasThere ? phrases.cancelled(Number(id)) : phrases.unknown(Number(id)));
      }
      if (action === 'done') {
        const isDone = await write(() => reminders.done(key, Number(id)));
        return await say(isDone ? phrases.isDone : phrases.unknown(Number(id)));
      }
      const put = putOff(active.find((reminder) => reminder.id === Number(id)) ?? null, clock.now());
      const isThere = await write(() => reminders.snooze(key, Number(id), put.until));
      return await say(isThere ? tellPutOff(put, timezone(), words) : phrases.gone);
    },
  };
}

// `/reminders`: lists the reminders that are set, and does what the buttons below a reminder say.
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import type { Button } from '../../assistant/channel.ts';
import type { Command } from '../../assistant/commands/command.ts';
import { english } from '../../assistant/phrases/english.ts';
import type { Phrases } from '../../assistant/phrases/phrases.ts';
import type { Clock } from '../../base/clock.ts';
import type { Timezone } from '../../base/timezone.ts';
import type { State } from '../../state/state.ts';
import type { Reminder, Reminders } from './reminders.ts';
import { describeReminders, namedReminder } from './tool.ts';

const snoozeMs = 10 * 60_000;

/** "cancel the bins" */
const namedAction = (argument: string): string[] => (/^cancel\s/i.test(argument) ? ['', 'cancel'] : []);
const named = (argument: string, active: readonly Reminder[]): string | undefined =>
  /^cancel\s/i.test(argument) ? namedReminder(argument.slice('cancel'.length), active)?.id.toString() : undefined;

/** The buttons below a reminder that is said. */
export const reminderButtons = (id: number, { reminders }: Phrases = english): Button[] => [
  { label: reminders.done, command: `/reminders done ${id}` },
  { label: reminders.snooze, command: `/reminders snooze ${id}` },
];

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
    inGroup: true,
    description: english.help.reminders,
    async run({ argument, incoming: { key }, say, phrases: words }) {
      const { reminders: phrases } = words;
      const active = reminders.active(key);
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
      const until = new Date(clock.now().getTime() + snoozeMs);
      const isThere = await write(() => reminders.snooze(key, Number(id), until));
      return await say(isThere ? phrases.again(format(new TZDate(until, timezone()), 'HH:mm')) : phrases.gone);
    },
  };
}

// `/reminders`: what is set, and what the buttons below a reminder do.
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import type { Button } from '../../assistant/channel.ts';
import type { Command } from '../../assistant/commands/command.ts';
import type { Clock } from '../../base/clock.ts';
import type { Timezone } from '../../base/timezone.ts';
import type { State } from '../../state/state.ts';
import type { Reminders } from './reminders.ts';
import { describeReminders } from './tool.ts';

const snoozeMs = 10 * 60_000;

/** Below a reminder that is said. */
export const reminderButtons = (id: number): Button[] => [
  { label: 'Done', command: `/reminders done ${id}` },
  { label: 'In 10 minutes', command: `/reminders snooze ${id}` },
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
    description: 'What I will remind you of; /reminders cancel 3 takes one back',
    async run({ argument, incoming: { key }, say }) {
      const [, action, id] = /^(done|snooze|cancel)\s+(\d+)$/i.exec(argument)?.map((part) => part.toLowerCase()) ?? [];
      if (id === undefined) return await say(describeReminders(reminders.active(key), timezone()));
      if (action === 'cancel') {
        const wasThere = await write(() => reminders.cancel(key, Number(id)));
        return await say(
          wasThere ? `Reminder ${id} is cancelled.` : `There is no reminder ${id}. /reminders shows those there are.`,
        );
      }
      if (action === 'done') {
        const isDone = await write(() => reminders.done(key, Number(id)));
        return await say(isDone ? 'Good.' : `There is no reminder ${id}.`);
      }
      const until = new Date(clock.now().getTime() + snoozeMs);
      const isThere = await write(() => reminders.snooze(key, Number(id), until));
      return await say(
        isThere
          ? `I will say it again at ${format(new TZDate(until, timezone()), 'HH:mm')}.`
          : 'That reminder is gone.',
      );
    },
  };
}

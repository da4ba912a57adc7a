// Says reminders of the terminal's conversation when their time has come: to who sits there at once, else to who comes
// next. A notice first, which is known by its name, then the note that it was said: a crash between them says it once.
import type { Channel } from '../../assistant/channel.ts';
import { reminderButtons } from '../../assistant/commands/about.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Timezone } from '../../base/timezone.ts';
import type { State } from '../../state/state.ts';
import { reminderWords } from '../../tools/reminders.ts';

export interface RemindingOptions {
  queue: Pick<State, 'reminders' | 'write'>;
  /** Of the conversation; those of others are said elsewhere. */
  lane: string;
  tell: NonNullable<Channel['tell']>;
  timezone: Timezone;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}

// The clock on the wall can jump, and a reminder can be set by another part: look at least so often.
const longestNapMs = 1_000;

/** Runs until the signal aborts. */
export async function remind({ queue, lane, tell, timezone, clock, log, signal }: RemindingOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      const now = clock.now();
      for (const reminder of queue.reminders.due(now).filter((one) => one.conversation === lane)) {
        const name = `reminder:${reminder.id}:${reminder.dueAt.getTime()}`;
        await tell(reminderWords(reminder, now, timezone()), name, {
          buttons: reminderButtons(reminder.id),
          isChoice: true,
        });
        await queue.write(() => queue.reminders.fired(reminder.id, now));
      }
    } catch (error) {
      log.error({ err: error }, 'reminders could not be said; tried again');
    }
    await clock.sleep(longestNapMs, signal).catch(() => undefined);
  }
}

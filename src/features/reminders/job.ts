// Says reminders when their time has come, each through the channel of its conversation. Saying one and moving it on is
// one transaction: a crash between them can neither lose nor double it.
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type { Announce } from '../../assistant/channel.ts';
import type { Job } from '../../assistant/feature.ts';
import { english } from '../../assistant/phrases/english.ts';
import type { Phrases } from '../../assistant/phrases/phrases.ts';
import type { Clock } from '../../base/time/clock.ts';
import { programBegan } from '../../base/time/plausible.ts';
import type { Log } from '../../base/log.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import { reminderButtons } from './command.ts';
import type { Reminder, Reminders } from './reminders.ts';
import { reminderWords } from './tool.ts';

export interface RemindingOptions {
  reminders: Reminders;
  announce: Announce;
  /** The person's time zone. */
  timezone: Timezone;
  /** The words of a conversation's language; English where it is left out. */
  phrasesOf?(conversation: string): Promise<Phrases>;
  clock: Clock;
  log: Log;
}

// The clock on the wall can jump, and another part can set a reminder: look at least this often.
const maxPauseMs = 1_000;
const batchSize = 100;
/** Smaller corrections of the clock move nothing. */
const setBackMs = 60_000;

export function createReminding(options: RemindingOptions): Job {
  const { clock, log } = options;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function loop(): Promise<void> {
    // How far the wall clock is ahead of the monotonic one: less than before, and it was set back.
    let aheadMs = Infinity;
    while (!stopping.signal.aborted) {
      try {
        // One that can't be right says nothing of what was said before: it is waited for the right one.
        if (clock.now() >= programBegan) {
          const nowAheadMs = clock.now().getTime() - clock.elapsed();
          if (nowAheadMs < aheadMs - setBackMs) options.reminders.realign(clock.now(), aheadMs !== Infinity);
          aheadMs = nowAheadMs;
        }
        await sayDue(options, stopping.signal);
      } catch (error) {
        log.error({ err: error }, 'reminders could not be said; tried again');
      }
      await clock.pause(maxPauseMs, stopping.signal);
    }
  }

  return {
    start() {
      running = loop();
    },
    async stop() {
      stopping.abort(new Error('stopping'));
      await running;
    },
  };
}

/** One that is said again at the same time, because the clock was ahead when it was said, has another name. */
const nameOf = ({ id, dueAt, saidAt }: Reminder): string =>
  `reminder:${id}:${dueAt.getTime()}${saidAt === null ? '' : `:${saidAt.getTime()}`}`;

/** Says all that are due, in pages and with the event loop free between any two: thousands may be due at once. */
async function sayDue(
  { reminders, announce, timezone, phrasesOf, clock, log }: RemindingOptions,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  reminders.settle(new Date(now.getTime() - setBackMs));
  let last: Reminder | null = null;
  for (;;) {
    const page: Reminder[] = reminders.due(now, batchSize, last);
    for (const reminder of page) {
      if (signal.aborted) return;
      const phrases = (await phrasesOf?.(reminder.conversation)) ?? english;
      const isSaid = await announce({
        key: reminder.conversation,
        topic: reminder.topic,
        name: nameOf(reminder),
        text: reminderWords(reminder, now, timezone(), phrases),
        extras: { buttons: reminderButtons(reminder.id, phrases), isChoice: true },
        alongside: () => reminders.fired(reminder.id, now),
      });
      if (isSaid) log.info({ reminder: reminder.id }, 'a reminder was said');
      await yieldToLoop();
    }
    last = page.at(-1) ?? null;
    if (page.length < batchSize) return;
  }
}

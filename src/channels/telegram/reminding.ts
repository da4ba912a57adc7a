// Says reminders when their time has come. Saying one and moving it on is one transaction with the outbox: a crash
// between them can neither lose nor double it.
import { reminderButtons } from '../../assistant/commands/about.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Timezone } from '../../base/timezone.ts';
import type { State } from '../../state/state.ts';
import type { Reminder } from '../../state/reminders.ts';
import { reminderWords } from '../../tools/reminders.ts';
import { formatButtons } from './buttons.ts';
import type { OutboxMessage } from './outbox-worker.ts';
import { splitFormatted } from './split.ts';
import { addressOf } from './places.ts';

export interface RemindingOptions {
  queue: State;
  /** The chat of a conversation, or null when it is none of this channel's. */
  chatOf(lane: string): number | null;
  /** Told that something waits in the outbox. */
  onPosted(chat: string): void;
  /** Of the person. */
  timezone: Timezone;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}

// The clock on the wall can jump, and a reminder can be set by another part: look at least so often.
const longestNapMs = 1_000;

/** Runs until the signal aborts. */
export async function remind(options: RemindingOptions): Promise<void> {
  const { queue, clock, log, signal } = options;
  while (!signal.aborted) {
    try {
      const now = clock.now();
      const due = queue.reminders.due(now);
      for (const reminder of due) await fire(reminder, now, options);
    } catch (error) {
      log.error({ err: error }, 'reminders could not be said; tried again');
    }
    await clock.sleep(longestNapMs, signal).catch(() => undefined);
  }
}

async function fire(
  reminder: Reminder,
  now: Date,
  { queue, chatOf, onPosted, timezone, log }: RemindingOptions,
): Promise<void> {
  const chatId = chatOf(reminder.conversation);
  if (chatId === null) return;
  const chat = addressOf(chatId);
  await queue.write(() => {
    queue.outbox.put({
      turn: `reminder:${reminder.id}:${reminder.dueAt.getTime()}`,
      dedupe: 'reminder',
      chat,
      chunks: wording(reminder, chatId, now, timezone()).map((message) => JSON.stringify(message)),
      at: now,
      buttons: formatButtons({ buttons: reminderButtons(reminder.id), isChoice: true }, reminder.conversation),
    });
    queue.reminders.fired(reminder.id, now);
  });
  log.info({ reminder: reminder.id }, 'a reminder was said');
  onPosted(chat);
}

function wording(reminder: Reminder, chatId: number, now: Date, timezone: string): OutboxMessage[] {
  return splitFormatted({ text: reminderWords(reminder, now, timezone), entities: [] }).map(({ text }) => ({
    chatId,
    text,
    ...(reminder.topic === null ? {} : { threadId: reminder.topic }),
  }));
}

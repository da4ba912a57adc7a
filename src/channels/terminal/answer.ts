// Hands one message to the assistant and its replies to a screen; while no model answers it waits and hands it in again.
import { randomUUID } from 'node:crypto';
import type { HandleIncoming } from '../../assistant/channel.ts';
import type { Clock } from '../../base/time/clock.ts';
import { placedRemedyOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { type Address, sessionKeyOf } from '../../base/session-key.ts';
import type { Reply } from './screen.ts';

/** The one conversation of the terminal. */
export const terminalAddress: Address = {
  channel: 'terminal',
  connector: 'local',
  audience: 'private',
  chat: '1',
  user: '1',
};
export const terminalKey = sessionKeyOf(terminalAddress);

const apology = 'Something went wrong on my side, and I have noted it in the log. Please try again.';

/** The id of a new message. */
export const newMessageId = (): string => `terminal:${randomUUID()}`;

export interface AnswerOptions {
  /** The id of the message; a new one unless it is given. */
  id?: string;
  handle: HandleIncoming;
  clock: Clock;
  log: Log;
  /** Breaks the turn off. */
  signal: AbortSignal;
  /** Waits until the next try. @returns false to stop trying. Without it there is no second try. */
  wait?: (retryAfterMs: number) => Promise<boolean>;
}

/** Never rejects. */
export async function answer(text: string, reply: Reply, options: AnswerOptions): Promise<void> {
  const { id = newMessageId(), handle, clock, log, signal, wait } = options;
  const incoming = {
    id,
    key: terminalKey,
    audience: 'private',
    text,
    at: clock.now(),
  } as const;
  try {
    for (;;) {
      const later = await handle(incoming, reply, signal);
      // A message that is no longer retried stays in the session: the turn of the next message includes it.
      if (later?.retryAfterMs === undefined || !(await wait?.(later.retryAfterMs))) return;
    }
  } catch (error) {
    if (signal.aborted) return;
    log.error({ err: error }, 'a message failed');
    const remedy = placedRemedyOf(error);
    await reply
      .post(remedy === null ? apology : `I could not do that. ${remedy}`, 'apology')
      .catch((failure: unknown) => log.error({ err: failure }, 'an apology failed'));
  } finally {
    reply.end();
  }
}

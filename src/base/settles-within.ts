// Waits for work only so long, and leaves it running after that.
import { setTimeout as delay } from 'node:timers/promises';

/** Whether the work ends within a time, in milliseconds. Rejects where the work does so in that time. */
export async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const ended = new AbortController();
  const late = delay(ms, false, { signal: ended.signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    ended.abort();
  }
}

// Trying again after a failure, with a wait between two attempts that a signal can end.
import type { Clock } from '../time/clock.ts';

export interface RetryOptions {
  clock: Clock;
  /**
   * How long to wait before the next attempt, in milliseconds, or null to give up.
   * @param attempt the number of the attempt that failed, from 1
   */
  delayMs(error: unknown, attempt: number): number | null;
  signal?: AbortSignal;
}

/**
 * Runs `work` until it succeeds or `delayMs` gives up.
 * @param work receives the number of its attempt, from 1
 * @throws the last failure; the signal's reason where it aborts during a wait
 */
export async function retry<Result>(
  work: (attempt: number) => Promise<Result>,
  { clock, delayMs, signal }: RetryOptions,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    let waitMs: number | null;
    try {
      return await work(attempt);
    } catch (error) {
      waitMs = delayMs(error, attempt);
      if (waitMs === null) throw error;
    }
    await clock.sleep(waitMs, signal);
  }
}

/** An exponential back-off with jitter: about `baseMs` after the first attempt, twice as long after each further one. */
export const backoffMs = (attempt: number, baseMs: number, maxMs: number): number =>
  Math.round(Math.min(maxMs, baseMs * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2));

/**
 * The wait where a server may ask for one: what it asks for, and no less than the back-off. One that asks for none, or for the
 * past, would be asked in a loop without an end.
 */
export const waitAfter = (askedMs: number | undefined, attempt: number, baseMs: number, maxMs: number): number =>
  Math.max(askedMs ?? 0, backoffMs(attempt, baseMs, maxMs));

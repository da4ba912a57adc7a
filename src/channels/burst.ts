// When a burst is over: how long to wait for more messages before a turn begins. Pure. Times are those of a monotonic
// clock, in milliseconds: setting the wall clock must not make a person wait.
import type { StoredMessage } from './stored-message.ts';

/** Bounds of the wait after the newest message. */
export interface BurstBounds {
  minMs: number;
  maxMs: number;
}

export interface BurstMessage {
  message: StoredMessage;
  arrivedAtMs: number;
}

/** A person who never pauses is answered all the same, after this many times the longest wait. */
const maxWaits = 5;

/** @returns how much longer to wait for the next message of a burst */
export function settleMs(burst: readonly BurstMessage[], nowMs: number, { minMs, maxMs }: BurstBounds): number {
  const [first] = burst;
  const last = burst.at(-1);
  if (!first || !last || nowMs - first.arrivedAtMs >= maxWaits * maxMs) return 0;
  const wantedMs = Math.min(maxMs, Math.max(minMs, waitAfter(last.message, maxMs), rhythmMs(burst)));
  return Math.max(0, wantedMs - (nowMs - last.arrivedAtMs));
}

/** Whether two messages were sent so far apart that the model is told the time of each: the machine was off, or a turn took long. */
export const areApart = (before: StoredMessage, after: StoredMessage): boolean =>
  after.sentAt - before.sentAt > apartMs;

const apartMs = 10 * 60_000;

function waitAfter({ words, isPart }: StoredMessage, maxMs: number): number {
  if (isPart) return maxMs / 2;
  return /[:,;…]$|\.\.\.$/.test(words) ? maxMs : 0;
}

/** A person who sends line after line usually sends the next one after about the same pause. */
function rhythmMs(burst: readonly BurstMessage[]): number {
  const [before, last] = burst.slice(-2);
  return before && last ? 1.5 * (last.arrivedAtMs - before.arrivedAtMs) : 0;
}

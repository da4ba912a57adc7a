// When a burst is over: how long to wait for more before a turn begins. Pure.
import type { Message } from 'grammy/types';
import { wordsOf } from './parse-message.ts';

/** Bounds of the wait after the newest message. */
export interface BurstBounds {
  leastMs: number;
  mostMs: number;
}

export interface BurstMessage {
  message: Message;
  receivedAt: Date;
}

/** Telegram cuts a long paste near here: more is then likely to follow. */
const pasteUnits = 3_500;
/** Someone who never pauses is answered all the same, after so many times the longest wait. */
const longestBurst = 5;

/** @returns how much longer to wait for the next message of a burst */
export function settleMs(burst: readonly BurstMessage[], now: Date, { leastMs, mostMs }: BurstBounds): number {
  const [first] = burst;
  const last = burst.at(-1);
  if (!first || !last || now.getTime() - first.receivedAt.getTime() >= longestBurst * mostMs) return 0;
  const wantedMs = Math.min(mostMs, Math.max(leastMs, waitAfter(last.message, mostMs), rhythmMs(burst)));
  return Math.max(0, wantedMs - (now.getTime() - last.receivedAt.getTime()));
}

/** Sent when nobody would wait for it any more, as the machine was off or a turn took long: each is told with its own time. */
export const isLater = (before: Message, after: Message): boolean => after.date - before.date > apartSeconds;

const apartSeconds = 10 * 60;

function waitAfter(message: Message, mostMs: number): number {
  const words = wordsOf(message).trim();
  const isPart =
    words.length >= pasteUnits || message.media_group_id !== undefined || message.forward_origin !== undefined;
  if (isPart) return mostMs / 2;
  return /[:,;…]$|\.\.\.$/.test(words) ? mostMs : 0;
}

/** Who sends line after line sends the next one about as soon. */
function rhythmMs(burst: readonly BurstMessage[]): number {
  const [before, last] = burst.slice(-2);
  return before && last ? 1.5 * (last.receivedAt.getTime() - before.receivedAt.getTime()) : 0;
}

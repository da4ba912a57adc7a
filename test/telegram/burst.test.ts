import type { Message } from 'grammy/types';
import { describe, expect, test } from 'vitest';
import { type BurstMessage, settleMs } from '../../src/telegram/burst.ts';

const bounds = { leastMs: 300, mostMs: 3_000 };
const at = (ms: number, text: string, more: Partial<Message> = {}): BurstMessage => ({ message: { text, ...more } as Message, receivedAt: new Date(ms) });
const wait = (burst: BurstMessage[], now: number): number => settleMs(burst, new Date(now), bounds);

describe('the wait for more', () => {
  test.each<[string, BurstMessage[], number]>([
    ['is shortest after one line that is complete', [at(0, 'What is the time?')], 300],
    ['is longer after a part of a long paste', [at(0, 'x'.repeat(4_000))], 1_500],
    ['is longer after a picture of an album', [at(0, '', { media_group_id: 'a' })], 1_500],
    ['is longer after a forward', [at(0, 'news', { forward_origin: { type: 'hidden_user', sender_user_name: 'A', date: 1 } })], 1_500],
    ['is longest after a line that announces another', [at(0, 'Buy these things:')], 3_000],
    ['follows the rhythm of who sends line after line', [at(-1_000, 'one'), at(0, 'two')], 1_500],
    ['is never more than the longest', [at(-2_900, 'one'), at(0, 'two')], 3_000],
  ])('%s', (_name, burst, expected) => {
    expect(wait(burst, 0)).toBe(expected);
  });

  test('counts from the arrival, so that what lay over a stop waits no more', () => {
    expect(wait([at(0, 'one')], 200)).toBe(100);
    expect(wait([at(0, 'one:')], 60_000)).toBe(0);
  });

  test('comes to an end for someone who never pauses', () => {
    expect(wait([at(0, 'one'), at(14_900, 'two,')], 15_000)).toBe(0);
  });
});

import type { Message } from 'grammy/types';
import { describe, expect, test, vi } from 'vitest';
import type { HandleIncoming, Incoming, Outlet } from '../../src/assistant/channel.ts';
import { type BurstMessage, settleMs } from '../../src/channels/burst.ts';
import { parseMessage } from '../../src/channels/telegram/parse-message.ts';
import { openBot, person } from '../support/telegram-bot.ts';

const bounds = { minMs: 300, maxMs: 3_000 };
const at = (arrivedAtMs: number, text: string, more: Partial<Message> = {}): BurstMessage => ({
  message: {
    ...parseMessage({ message_id: 1, date: 1, text, ...more } as Message, { id: 1, username: '' }, false),
    command: null,
  },
  arrivedAtMs,
});
const wait = (burst: BurstMessage[], now: number): number => settleMs(burst, now, bounds);

describe('the wait for more', () => {
  test.each<[string, BurstMessage[], number]>([
    ['is shortest after one line that is complete', [at(0, 'What is the time?')], 300],
    ['is longer after a part of a long paste', [at(0, 'x'.repeat(4_000))], 1_500],
    ['is longer after a picture of an album', [at(0, '', { media_group_id: 'a' })], 1_500],
    [
      'is longer after a forward',
      [at(0, 'news', { forward_origin: { type: 'hidden_user', sender_user_name: 'A', date: 1 } })],
      1_500,
    ],
    ['is longest after a line that announces another', [at(0, 'Buy these things:')], 3_000],
    ['follows the rhythm of who sends line after line', [at(-1_000, 'one'), at(0, 'two')], 1_500],
    ['is never more than the longest', [at(-2_900, 'one'), at(0, 'two')], 3_000],
  ])('%s', (_name, burst, expected) => {
    expect(wait(burst, 0)).toBe(expected);
  });

  test('counts from the arrival', () => {
    expect(wait([at(0, 'one')], 200)).toBe(100);
    expect(wait([at(0, 'one:')], 60_000)).toBe(0);
  });

  test('comes to an end for someone who never pauses', () => {
    expect(wait([at(0, 'one'), at(14_900, 'two,')], 15_000)).toBe(0);
  });
});

test('the words of a message are announced while more of it may come, once, and not while a turn runs', async () => {
  const heard: string[] = [];
  const announced: [string, number][] = [];
  const handle: HandleIncoming = Object.assign(
    async ({ text }: Incoming, outlet: Outlet) => {
      heard.push(text);
      if (text.startsWith('one')) {
        bot.api.say(person, 'three');
        await bot.api.until(() => bot.api.unconfirmed() === 0, 'the next message');
      }
      await outlet.post('ok', 'final');
    },
    { expect: (_key: string, words: string) => void announced.push([words, heard.length]) },
  );
  const bot = await openBot(handle, { burstBounds: bounds });
  try {
    bot.api.say(person, 'one,');
    await vi.waitFor(() => expect(announced).toHaveLength(1));
    bot.api.say(person, 'two');
    await bot.api.until(() => bot.api.texts(person).length === 2, 'two replies');
    expect(heard).toEqual(['one,\ntwo', 'three']);
    expect(announced).toEqual([['one,', 0]]);
  } finally {
    await bot.close();
  }
});

describe('becomes one turn', () => {
  const forward = { forward_origin: { type: 'hidden_user', sender_user_name: 'Anna', date: 1 } };
  test.each<[string, (say: (text: string, more?: Record<string, unknown>) => void) => void, unknown[]]>([
    [
      'a paste that Telegram has cut in three',
      (say) => ['a', 'b', 'c'].forEach((letter) => say(letter.repeat(4_096))),
      [['a', 'b', 'c'].map((letter) => letter.repeat(4_096)).join('\n')],
    ],
    [
      'an album',
      (say) =>
        ['p1', 'p2', 'p3'].forEach((id, index) =>
          say('', {
            text: undefined,
            media_group_id: 'g',
            photo: [{ file_id: id, file_size: 1 }],
            ...(index === 0 ? { caption: 'the trip' } : {}),
          }),
        ),
      ['the trip with 3 files'],
    ],
    [
      'a comment and what is forwarded with it',
      (say) => {
        say('what do you think?');
        say('The sky is green.', forward);
      },
      [expect.stringMatching(/^what do you think\?\n\[Forwarded from Anna;.*\n> The sky is green\./)],
    ],
    ['line after line', (say) => ['buy', 'milk', 'and eggs'].forEach((line) => say(line)), ['buy\nmilk\nand eggs']],
    [
      'what stands before a command, which is answered by itself',
      (say) => ['one', 'two', '/help', 'three'].forEach((line) => say(line)),
      ['one\ntwo', '/help', 'three'],
    ],
    [
      'what was sent near in time, though all of it arrives at once',
      (say) => {
        const date = 1_700_000_000;
        say('remind me in ten minutes', { date });
        say('to call mum', { date: date + 5 });
        say('what is new?', { date: date + 3_000 });
      },
      ['remind me in ten minutes\nto call mum', 'what is new?'],
    ],
  ])('%s', async (_name, talk, expected) => {
    const turns: Incoming[] = [];
    const bot = await openBot(async (incoming) => void turns.push(incoming), {
      burstBounds: { minMs: 300, maxMs: 1_000 },
    });
    for (const id of ['p1', 'p2', 'p3']) bot.api.addFile(id, Buffer.from(id));
    talk((text, more) => void bot.api.say(person, text, more));
    await bot.api.until(() => bot.state.inbox.counts().pending === 0 && bot.state.inbox.counts().done > 0, 'the turns');
    expect(
      turns.map(({ text, attachments = [] }) =>
        attachments.length > 0 ? `${text} with ${attachments.length} files` : text,
      ),
    ).toEqual(expected);
  });

  test('a paste that a stop has cut in two, of which the rest waits with Telegram', async () => {
    const turns: Incoming[] = [];
    const bot = await openBot(async (incoming) => void turns.push(incoming), {
      burstBounds: { minMs: 300, maxMs: 2_000 },
    });
    bot.api.say(person, 'a'.repeat(4_096));
    await bot.api.until(() => bot.api.unconfirmed() === 0, 'the first part');
    await bot.channel.stop();
    expect(turns).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    bot.api.say(person, 'b');
    await bot.restart();
    await bot.api.until(() => bot.state.inbox.counts().done === 2, 'the turn');
    expect(turns.map(({ text }) => text)).toEqual([`${'a'.repeat(4_096)}\nb`]);
  });
});

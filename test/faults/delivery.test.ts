// What can go wrong between the outbox and the person's chat, against the real program on a loopback Bot API: nothing that
// was to be said is lost, the order is kept, and what may be a repeat says so.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, letPass } from '../support/daemon.ts';
import { lastUserText } from '../support/messages-api.ts';
import { type Fault } from '../support/telegram-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

let home: TelegramHome;

const begin = '2031-03-04T09:00:00Z';
const resent = '(resent) ';
const refusal = (code: number, description: string): Fault => ({ code, description });

async function started(): Promise<Daemon> {
  const daemon = home.start();
  await daemon.ready();
  return daemon;
}
const sends = (chat = person) =>
  home.telegram.calls.filter(({ method, payload }) => method === 'sendMessage' && payload['chat_id'] === chat);
const read = (count: number) => home.telegram.until(() => home.read().length >= count, `${count} messages`);
const unmarked = () => home.read().map((text) => text.replace(resent, ''));

describe('a program of its own', () => {
  afterEach(() => home.close());

  it('killed before Telegram took an answer, when it did and that was not noted, and between two messages of a long one, it goes on, and marks what may be a repeat', async () => {
    const paragraphs = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(3_000));
    home = await openTelegramHome(({ body }) =>
      lastUserText(body).includes('tell me all') ? paragraphs.join('\n\n') : 'Hello.',
    );
    home.telegram.fail('sendMessage', ['hang']);
    const first = await started();
    home.telegram.say(person, 'hi');
    await home.telegram.until(() => sends().length === 1, 'the first try');
    await first.kill('SIGKILL');
    const second = await started();
    await read(1);
    expect(home.read()).toEqual([`${resent}Hello.`]);

    const killed = new Promise((resolve) => {
      home.telegram.onAccept(async (method) => {
        if (method !== 'sendMessage') return;
        home.telegram.onAccept(null);
        resolve(await second.kill('SIGKILL'));
      });
    });
    home.telegram.say(person, 'hi again');
    await killed;
    const third = await started();
    await read(3);
    home.telegram.say(person, '/help');
    await read(4);
    expect(home.read().slice(1, 3)).toEqual(['Hello.', `${resent}Hello.`]);
    expect(home.model.requests).toHaveLength(2);

    home.telegram.fail(
      'sendMessage',
      [{ code: 429, description: 'Too Many Requests: retry after 2', retryAfter: 2 }],
      ({ text }) => String(text).startsWith('c'),
    );
    home.telegram.say(person, 'tell me all');
    const isRefused = ({ payload }: { payload: Record<string, unknown> }) => String(payload['text']).startsWith('c');
    await home.telegram.until(() => sends().some(isRefused), 'the refused try');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await third.kill('SIGKILL');
    const fourth = await started();
    await read(8);
    await fourth.kill('SIGTERM');
    expect(home.read().slice(4)).toEqual(paragraphs);
  });

  it('"retry after 40" is waited out over a restart, and the order is kept', async () => {
    const paragraphs = ['a', 'b', 'c'].map((letter) => letter.repeat(3_000));
    home = await openTelegramHome(() => paragraphs.join('\n\n'));
    home.telegram.fail('sendMessage', [
      { code: 429, description: 'Too Many Requests: retry after 40', retryAfter: 40 },
    ]);
    const first = home.startAt(begin);
    await first.ready();
    home.telegram.say(person, 'hi');
    await home.telegram.until(() => sends().length === 1, 'the refused try');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await first.kill('SIGKILL');
    const later = '2031-03-04T09:00:10Z';
    const second = home.startAt(later);
    await second.ready();
    await letPass(second, later, 20, 5);
    expect(sends()).toHaveLength(1);
    await letPass(second, '2031-03-04T09:00:40Z', 30, 5);
    await read(3);
    expect(home.read()).toEqual(paragraphs);
  });

  it('an answer of thirty messages that waits two hours for Telegram comes whole, in order, once', async () => {
    const parts = Array.from({ length: 30 }, (_, n) => `${n} ${'x'.repeat(2_500)}`);
    home = await openTelegramHome(async () => {
      await home.telegram.down();
      return parts.join('\n\n');
    });
    const daemon = home.startAt(begin);
    await daemon.ready();
    home.telegram.say(person, 'tell me all');
    await home.telegram.until(() => home.model.requests.length === 1, 'the question to the model');
    await letPass(daemon, begin, 2 * 3_600, 60);
    expect(home.read()).toEqual([]);
    await home.telegram.up();
    await letPass(daemon, '2031-03-04T11:00:00Z', 600, 10);
    await read(30);
    expect(unmarked()).toEqual(parts);
  });
});

describe('one program that meets one thing after the other', () => {
  const [resetAfter, cut, empty, formatted, long, blocking, member] = [21, 22, 23, 24, 25, 26, 27] as const;
  const group = -100;
  let daemon: Daemon;
  /** Says it, and has the model answer with these words. */
  const ask = (chat: number, answer: string): void => {
    home.telegram.say(chat, `Say: ${answer}`);
  };

  beforeAll(async () => {
    home = await openTelegramHome(({ body }) => /Say: (.*)/.exec(lastUserText(body))?.[1] ?? 'Hello.');
    home.configureTelegram(
      `allowed_users = [${[resetAfter, cut, empty, formatted, long, blocking, member].join()}]\nallowed_groups = [${group}]`,
    );
    daemon = await started();
  });
  afterAll(async () => {
    await daemon.kill('SIGKILL');
    await home.close();
  });

  it.each<[Fault, number]>([
    ['resetAfter', resetAfter],
    ['cut', cut],
    ['empty', empty],
  ])('an answer whose receipt is lost (%s) is repeated once, marked', async (fault, chat) => {
    home.telegram.fail('sendMessage', [fault]);
    ask(chat, 'Hello.');
    await home.telegram.until(() => home.telegram.texts(chat).at(-1) === `${resent}Hello.`, 'the repeat');
    // What is asked after it is answered after it: no second repeat comes between.
    ask(chat, 'Bye.');
    await home.telegram.until(() => home.telegram.texts(chat).at(-1) === 'Bye.', 'the next answer');
    expect(home.telegram.texts(chat).filter((text) => text === `${resent}Hello.`)).toHaveLength(1);
    expect(sends(chat)).toHaveLength(3);
  });

  describe('what Telegram refuses', () => {
    it.each<[string, number, string, Fault, string]>([
      [
        'formatting goes out as the same words without it',
        formatted,
        'so **bold** it is',
        refusal(400, "Bad Request: can't parse entities: byte offset 3"),
        'so bold it is',
      ],
      [
        'length goes out in parts, and never unchanged',
        long,
        'one two three four',
        refusal(400, 'Bad Request: message is too long'),
        'one two three four',
      ],
    ])('for its %s', async (_, chat, said, fault, wanted) => {
      home.telegram.fail('sendMessage', [fault]);
      ask(chat, said);
      await home.telegram.until(() => home.telegram.texts(chat).join(' ').length >= wanted.length, 'all of it');
      expect(home.telegram.texts(chat).join(' ')).toBe(wanted);
      const calls = sends(chat).map(({ payload }) => JSON.stringify([payload['text'], payload['entities']]));
      expect(new Set(calls).size).toBe(calls.length);
    });

    it('because the message that it answers is gone goes out without naming it', async () => {
      home.telegram.arrive({
        message: {
          message_id: 777_777,
          date: 1,
          chat: { id: group, type: 'supergroup', title: 'Home' },
          from: { id: member, is_bot: false, first_name: 'U' },
          text: '@jay_bot hi',
          entities: [{ type: 'mention', offset: 0, length: 8 }],
        },
      });
      await home.telegram.until(() => home.telegram.texts(group).length === 1, 'the answer');
      expect(home.telegram.texts(group)).toEqual(['Hello.']);
      expect(sends(group)[0]?.payload['reply_parameters']).toEqual({ message_id: 777_777 });
    });

    it('because the person has blocked the bot is given up at once, and is still what it was when they are back', async () => {
      home.telegram.fail('sendMessage', [refusal(403, 'Forbidden: bot was blocked by the user')]);
      ask(blocking, 'Hello.');
      await daemon.until(({ stderr }) => stderr.includes('a message can not be delivered'), 'the word about it');
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(sends(blocking)).toHaveLength(1);
      ask(blocking, 'Back again.');
      await home.telegram.until(() => home.telegram.texts(blocking).length >= 1, 'the next answer');
      expect(home.telegram.texts(blocking)).toEqual(['Back again.']);
      expect(JSON.stringify(home.model.requests.at(-1)?.body.messages)).toContain('Hello.');
    });
  });
});

// The questions of `scrubjay init` with a scripted person, against servers on the loopback.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askAll, askOne } from '../../src/cli/init-questions.ts';
import type { Prompts } from '../../src/cli/prompts.ts';
import { defaultConfig } from '../../src/config.ts';
import { type TelegramApi, openTelegramApi } from '../support/telegram-api.ts';

/** Answers each question whose words hold the given ones, once, in order; fails at any other question. */
function person(...answers: [question: string, answer: string | boolean][]): Prompts & { heard: string[] } {
  const heard: string[] = [];
  const reply = async (message: string): Promise<never> => {
    const [next] = answers;
    if (!next || !message.includes(next[0])) throw new Error(`asked "${message}", expected "${next?.[0]}"`);
    answers.shift();
    return next[1] as never;
  };
  return {
    heard,
    select: reply,
    text: reply,
    secret: reply,
    confirm: reply,
    say: (message) => void heard.push(message),
  };
}

let server: Server;
let url: string;
let telegram: TelegramApi;
beforeEach(async () => {
  server = createServer((request, response) => {
    const isKnown = request.headers.authorization === 'Bearer sk-right' || request.url === '/free/models';
    response
      .writeHead(isKnown ? 200 : 401)
      .end(JSON.stringify({ data: [{ id: 'small-model' }, { id: 'large-model' }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  telegram = await openTelegramApi();
});
afterEach(async () => {
  server.close();
  await telegram.close();
});

const known = () => {
  const config = defaultConfig({});
  return { ...config, telegram: { ...config.telegram, api_root: telegram.url } };
};

describe('a first configuration', () => {
  test('asks for a server, shows what models it has, and takes key, token, zone and folders', async () => {
    const answers = await askAll(
      person(
        ['Which model answers?', 'other'],
        ['Address', `${url}/`],
        ['key', 'sk-right'],
        ['Which of its models?', 'large-model'],
        ['Telegram bot token', telegram.token],
        ['Who may speak', 'ids'],
        ['Their ids', '7, 8'],
        ['time zone', 'Asia/Tokyo'],
        ['Folder of your notes', '~/notes'],
        ['state', '~/state'],
      ),
      known(),
      {},
    );
    expect(answers).toEqual({
      model: 'openai/large-model',
      baseUrl: `${url}/v1`,
      apiKey: 'sk-right',
      telegramToken: telegram.token,
      users: [7, 8],
      timezone: 'Asia/Tokyo',
      memory: '~/notes',
      state: '~/state',
    });
  });

  test('says at once that a key, a server or a token is wrong, and asks again', async () => {
    const typing = person(
      ['Which model answers?', 'other'],
      ['Address', 'http://127.0.0.1:9/v1'],
      ['key', ''],
      ['again?', true],
      ['Address', `${url}/v1`],
      ['key', 'sk-wrong'],
      ['again?', true],
      ['Address', `${url}/v1`],
      ['key', 'sk-right'],
      ['Which of its models?', ''],
      ['Name of the model', 'my-model'],
      ['Telegram bot token', '1:nonsense'],
      ['again?', true],
      ['Telegram bot token', ''],
      ['time zone', 'UTC'],
      ['notes', 'memory'],
      ['state', 'state'],
    );
    expect(await askAll(typing, known(), {})).toMatchObject({ model: 'openai/my-model', apiKey: 'sk-right' });
    expect(typing.heard).toEqual([
      expect.stringMatching(/127\.0\.0\.1:9\/v1 can't be reached/),
      expect.stringContaining('refuses the key (401)'),
      'It works: 2 models.',
      expect.stringContaining('The token is refused'),
    ]);
  });

  test('does not ask what was given', async () => {
    const given = { model: 'offline', timezone: 'UTC', memory: 'notes' };
    expect(await askAll(person(['Telegram', '']), known(), given)).toEqual(given);
  });
});

describe('a configuration that is there', () => {
  test('is asked about one thing at a time', async () => {
    expect(await askOne(person(['What do you want', 'timezone'], ['time zone', 'Asia/Tokyo']), known())).toEqual({
      timezone: 'Asia/Tokyo',
    });
    expect(await askOne(person(['What do you want', 'telegram'], ['token', telegram.token]), known())).toEqual({
      telegramToken: telegram.token,
    });
    expect(await askOne(person(['What do you want', 'nothing']), known())).toBeNull();
  });
});

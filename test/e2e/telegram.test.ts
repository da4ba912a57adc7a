import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, type Home, createHome } from '../support/daemon.ts';
import {
  type MessagesApi,
  type Script,
  calls,
  lastToolResults,
  lastUserText,
  openMessagesApi,
} from '../support/messages-api.ts';
import { type TelegramApi, openTelegramApi } from '../support/telegram-api.ts';
import { connectionToml, person } from '../support/telegram-home.ts';

const stranger = 666;
const apiKey = 'sk-ant-canary-CANARY-canary-CANARY-canary';

/** Saves what begins with "remember", looks everything else up, and answers with what the tools said. */
const script: Script = ({ body }) => {
  const results = lastToolResults(body);
  if (results.length > 0) return `From my notes: ${results.map((result) => result.text).join('\n')}`;
  const words = lastUserText(body).split('\n').at(-1) ?? '';
  if (words.startsWith('remember')) return [calls('remember', { text: words.replace('remember that ', '') })];
  return words.startsWith('hello') ? 'Hello yourself.' : [calls('memory_search', { query: words })];
};

let telegram: TelegramApi;
let model: MessagesApi;
let home: Home;
let daemon: Daemon;

const toml = () => connectionToml(telegram, model, { apiKey });

async function start(): Promise<void> {
  daemon = home.start();
  await daemon.ready();
}

beforeAll(async () => {
  telegram = await openTelegramApi();
  model = await openMessagesApi(script, { apiKey });
  home = createHome(toml());
  await start();
});
afterAll(async () => {
  await home.close();
  await telegram.close();
  await model.close();
});

/** What the person read. A reply whose delivery a kill left in doubt comes again, marked, and counts once. */
const replies = () => telegram.texts(person).filter((text) => !text.includes('(resent)'));

/** Says it and returns the reply. */
async function tell(text: string): Promise<string> {
  const before = replies().length;
  telegram.say(person, text);
  await telegram.until(() => replies().length > before, `a reply to "${text}"`);
  return replies().at(-1) ?? '';
}

const today = () => path.join(home.memory, `${new Date().toISOString().slice(0, 10)}.md`);

/** One program and one conversation, which each test goes on with. */
describe('a conversation that remembers', () => {
  it('sends every tool, and keeps what it is told', async () => {
    await tell('remember that my dentist is Dr. Kim');
    expect(readFileSync(today(), 'utf8')).toContain('my dentist is Dr. Kim');
    expect(model.requests[0]?.body.tools?.map((tool) => tool.name)).toEqual([
      'memory_search',
      'memory_get',
      'remember',
      'edit_memory',
      'send_message',
      'stay_silent',
      'forget',
      'reminders',
    ]);
  });

  it('remembers over kill -9, finds what was said before it, and gives the model the turns before, in order', async () => {
    const before = model.requests.length;
    await daemon.kill('SIGKILL');
    await start();
    expect(await tell('who is my dentist?')).toContain('Dr. Kim');
    expect(replies()).toHaveLength(2);
    const next = model.requests[before]?.body;
    expect(next?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
    expect(JSON.stringify(next?.messages[3])).toContain('From my notes: ');
    expect(next?.system).toEqual(model.requests[0]?.body.system);
    expect(next?.tools).toEqual(model.requests[0]?.body.tools);
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('memory_search');
    expect(model.refused()).toEqual([]);
  });

  it("finds a line that was written into today's note by hand between two messages", async () => {
    appendFileSync(today(), '- the garage key is with Anna\n');
    expect(await tell('who has the garage key?')).toContain('with Anna');
  });

  it("makes no model call for a stranger's message and answers nothing", async () => {
    const before = model.requests.length;
    telegram.say(stranger, 'remember that I own this bot');
    await tell('hello');
    expect(model.requests).toHaveLength(before + 1);
    expect(telegram.texts(stranger)).toEqual([]);
    expect(home.filesHolding('I own this bot')).toEqual([]);
  });

  it('answers a message of 100 kB and one of spaces', async () => {
    expect(await tell('   ')).toMatch(/\S/);
    expect(await tell(`remember that ${'long '.repeat(20_000)}`)).toMatch(/\S/);
    expect(model.refused()).toEqual([]);
  });

  it('says at once that the model refuses the key, and answers from memory', async () => {
    model.answerWith(() => ({
      status: 401,
      errorType: 'authentication_error',
      message: `invalid x-api-key ${apiKey}`,
    }));
    const reply = await tell('who is my dentist?');
    expect(reply).toMatch(/the model refuse[sd] the API key/i);
    expect(reply).toContain('Dr. Kim');
  });

  it('refuses a second daemon on the same state', async () => {
    const second = await home.run(['start']);
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/already runs on .* \(process \d+\)/);
    expect(second.stderr).toContain('`scrubjay chat` talks on this terminal beside it');
  });

  it('never lets a secret out, and ends with 0 at SIGTERM: not into its output, not into a file of its own, not into a reply', async () => {
    model.answerWith(() => ({
      status: 400,
      errorType: 'invalid_request_error',
      message: `your key ${apiKey} and token ${telegram.token}`,
    }));
    await tell(`hello, my key is ${apiKey}`);
    telegram.fail('sendMessage', ['html502']);
    await tell('hello');
    const { code, stdout, stderr } = await daemon.kill('SIGTERM');
    expect(code).toBe(0);
    for (const secret of [apiKey, telegram.token]) {
      expect(stdout + stderr).not.toContain(secret);
      expect(telegram.texts(person).join('\n')).not.toContain(secret);
    }
    expect(home.filesHolding(telegram.token)).toEqual([path.join(home.folder, 'config.toml')]);
  });

  it('asks no model once the budget is spent: memory alone answers, and says why; it ends with 0 at SIGINT', async () => {
    home.configure(`${toml()}[budget]\ndaily_usd = 0.000001\n`);
    model.answerWith(script);
    await start();
    const asked = model.requests.length;
    expect(await tell('hello again')).toContain('the budget is used up');
    expect(model.requests).toHaveLength(asked);
    expect((await daemon.kill('SIGINT')).code).toBe(0);
  });
});

// Choosing a model in the chat, against the real program and the servers of two vendors.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { calls, lastToolResults, says, thinks } from '../support/messages-api.ts';
import { type OpenAIApi, openOpenAIApi } from '../support/openai-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

let home: TelegramHome;
let other: OpenAIApi;
afterEach(async () => {
  await home.close();
  await other.close();
});

test('when one does not answer, another is chosen by a tap and goes on with what waits, without the thinking of the first; also after kill -9', async () => {
  let isDown = true;
  home = await openTelegramHome(({ body }) => {
    if (lastToolResults(body).length > 0 && isDown) return { status: 529, retryAfterSeconds: 600 };
    return isDown
      ? [thinks('A private thought'), says('One moment.'), calls('memory_search', { query: 'boat' })]
      : [thinks('Again'), says('The first is back.')];
  }, '[provider.openai]\napi_key = "k"\nbase_url = "http://127.0.0.1:9/v1"\nmodels = ["other-model", "unused"]\n');
  other = await openOpenAIApi(({ body }) => `The other answers, after ${body.messages.at(-1)?.role}.`);
  home.configure(readFileSync(`${home.folder}/config.toml`, 'utf8').replace('http://127.0.0.1:9', other.url));
  const answered = (text: string) => home.telegram.until(() => home.read().some((one) => one.includes(text)), text);
  const daemon = home.start();
  await daemon.ready();
  home.telegram.say(person, 'what is the boat called?');
  await answered('Your message is kept');
  home.telegram.say(person, '/model');
  await answered(
    'anthropic/claude-sonnet-5-5 answers here. Others that are configured: openai/other-model, openai/unused.',
  );
  home.telegram.press(person, 'openai/other-model');
  await answered('From now on openai/other-model answers in this conversation');
  await answered('The other answers, after tool.');
  expect(JSON.stringify(other.requests.map(({ body }) => body))).not.toContain('A private thought');
  await daemon.kill('SIGKILL');
  expect(home.sessionLines()).toContainEqual(
    expect.objectContaining({ type: 'model_change', model: 'openai/other-model', by: 'person' }),
  );

  const again = home.start();
  await again.ready();
  home.telegram.say(person, 'and now?');
  await answered('The other answers, after user.');
  home.telegram.say(person, '/status');
  await answered('Model: openai/other-model');
  isDown = false;
  home.telegram.say(person, '/model default');
  await answered('From now on anthropic/claude-sonnet-5-5 answers');
  home.telegram.say(person, 'still there?');
  await answered('The first is back.');
  expect(JSON.stringify(home.model.requests.at(-1)?.body)).not.toContain('A private thought');
  expect([...home.model.refused(), ...other.refused()].map((request) => request.refusal)).toEqual([]);
});

test('a smaller model that was chosen is shown as much of MEMORY.md as it can hold, and makes the summaries of its conversation', async () => {
  home = await openTelegramHome(
    () => 'The first speaks.',
    '[session]\nhistory_messages = 4\n[provider.openai]\napi_key = "k"\nbase_url = "http://127.0.0.1:9/v1"\nmodels = ["small"]\ncontext_tokens = 12000\n',
  );
  other = await openOpenAIApi(({ body }) =>
    body.tools === undefined
      ? JSON.stringify({ summary: 'It was about the weather.', notes: [] })
      : 'The small one answers.',
  );
  home.configure(readFileSync(`${home.folder}/config.toml`, 'utf8').replace('http://127.0.0.1:9', other.url));
  mkdirSync(home.memory);
  writeFileSync(
    `${home.memory}/MEMORY.md`,
    `# Memory\n\n${Array.from({ length: 400 }, (_, n) => `- fact number ${n} about something\n`).join('')}`,
  );
  const daemon = home.start();
  await daemon.ready();
  home.telegram.say(person, '/model small');
  await home.telegram.until(() => home.read().length === 1, 'the choice');
  for (const text of ['hello', 'it rains', 'and now?', 'it stopped', 'and again']) {
    const count = home.read().length;
    home.telegram.say(person, text);
    await home.telegram.until(
      () => home.read().length > count && home.read().at(-1) === 'The small one answers.',
      text,
    );
  }
  const system = JSON.stringify(other.requests[0]?.body.messages[0]);
  expect(system).toContain('fact number 20 ');
  expect(system).not.toContain('fact number 200 ');
  expect(system).toMatch(/\[\d+ less important lines are not shown\./);
  await expect.poll(() => other.requests.filter(({ body }) => body.tools === undefined).length).toBeGreaterThan(0);
  expect(JSON.stringify(other.requests.at(-1)?.body)).toContain('It was about the weather.');
  expect(home.model.requests).toEqual([]);
  expect(other.refused().map((request) => request.refusal)).toEqual([]);
});

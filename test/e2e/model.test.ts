// Choosing a model in the chat, against the real program and the servers of two vendors.
import { readFileSync } from 'node:fs';
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
  home = await openTelegramHome(
    ({ body }) => {
      if (lastToolResults(body).length > 0 && isDown) return { status: 529, retryAfterSeconds: 600 };
      return isDown ? [thinks('A private thought'), says('One moment.'), calls('memory_search', { query: 'boat' })] : [thinks('Again'), says('The first is back.')];
    },
    '[provider.openai]\napi_key = "k"\nbase_url = "http://127.0.0.1:9/v1"\nmodels = ["other-model", "unused"]\n',
  );
  other = await openOpenAIApi(({ body }) => `The other answers, after ${body.messages.at(-1)?.role}.`);
  home.configure(readFileSync(`${home.folder}/config.toml`, 'utf8').replace('http://127.0.0.1:9', other.url));
  const answered = (text: string) => home.telegram.until(() => home.read().some((one) => one.includes(text)), text);
  const daemon = home.start();
  await daemon.ready();
  home.telegram.say(person, 'what is the boat called?');
  await answered('Your message is kept');
  home.telegram.say(person, '/model');
  await answered('anthropic/claude-sonnet-5-5 answers here. Others that are configured: openai/other-model, openai/unused.');
  home.telegram.press(person, 'openai/other-model');
  await answered('From now on openai/other-model answers in this conversation');
  await answered('The other answers, after tool.');
  expect(JSON.stringify(other.requests.map(({ body }) => body))).not.toContain('A private thought');
  await daemon.kill('SIGKILL');
  expect(home.sessionLines()).toContainEqual(expect.objectContaining({ type: 'model_change', model: 'openai/other-model', by: 'person' }));

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
}, 60_000);

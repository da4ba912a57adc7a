// A time zone that is chosen in the chat, against the real program: where it shows, and how long it lasts.
import { readdirSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { localDate } from '../../src/base/time/local-time.ts';
import { calls, lastToolResults, lastUserText } from '../support/messages-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

let home: TelegramHome;
afterEach(() => home.close());

// Never the same day.
const [early, late] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];

test('a time zone is chosen by a tap, shows in the notes, to the model and in every command, outlives kill -9 and can be taken back', async () => {
  home = await openTelegramHome(
    ({ body }) =>
      lastToolResults(body).length > 0
        ? 'Noted.'
        : [calls('remember', { text: lastUserText(body).split('remember ').at(-1) })],
    '',
    late,
  );
  const said = async (text: string): Promise<string> => {
    // What a kill made to be said twice is no answer.
    const answers = () => home.read().filter((answer) => !answer.startsWith('(resent)'));
    const before = answers().length;
    home.telegram.say(person, text);
    await home.telegram.until(() => answers().length > before, `the answer to ${text}`);
    return answers().at(-1) ?? '';
  };
  const zoneOfStatus = async (): Promise<unknown> =>
    (JSON.parse((await home.run(['status', '--json'])).stdout) as { timezone: unknown }).timezone;
  const daemon = home.start();
  await daemon.ready();
  expect(await said('/timezone')).toContain(`${late}, where it is`);
  expect(await said('/timezone kiritimatti')).toBe(`I know no time zone "kiritimatti". Did you mean ${early}?`);
  home.telegram.press(person, early);
  await home.telegram.until(
    () => home.read().some((text) => text.startsWith(`From now on I go by ${early}`)),
    'the choice',
  );
  await daemon.kill('SIGKILL');

  const again = home.start();
  await again.ready();
  await said('remember I like tea');
  expect(readdirSync(home.memory)).toContain(`${localDate(new Date(), early)}.md`);
  expect(lastContext()).toContain(`(${early})`);
  expect(await zoneOfStatus()).toBe(early);

  expect(await said('/timezone default')).toContain(`I go by ${late}`);
  await said('remember I like coffee');
  expect(readdirSync(home.memory)).toContain(`${localDate(new Date(), late)}.md`);
  expect(await zoneOfStatus()).toBe(late);
});

const lastContext = (): string => JSON.stringify(home.model.requests.at(-1)?.body.messages);

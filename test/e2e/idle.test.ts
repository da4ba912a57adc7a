// Nothing calls a model without a reason: days pass, and only what a person said and the configuration wants is asked.
import { afterEach, expect, test } from 'vitest';
import { lastUserText } from '../support/messages-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

let home: TelegramHome;
afterEach(() => home.close());

test('a day without a message asks nothing; a conversation is answered, and noted once when it has gone idle', async () => {
  const asked: string[] = [];
  home = await openTelegramHome(({ body }) => {
    const said = lastUserText(body);
    const reason = said.includes('<conversation>') ? 'flush' : said.includes('<memory file=') ? 'night' : 'turn';
    asked.push(reason);
    if (reason === 'flush')
      return JSON.stringify({ summary: 'They fly.', notes: [{ date: '2031-03-04', text: 'Flies to Oslo on 2 May' }] });
    return reason === 'night' ? JSON.stringify({ operations: [] }) : 'Noted.';
  });
  const daemon = home.startAt('2031-03-04T09:00:00Z');
  await daemon.ready();
  for (const at of ['2031-03-04T09:30:00Z', '2031-03-05T12:00:00Z']) await daemon.setClock(at);
  expect(asked).toEqual([]);
  home.telegram.say(person, 'I fly to Oslo on 2 May');
  await home.telegram.until(() => home.read().length === 1, 'an answer');
  await daemon.setClock('2031-03-05T15:59:00Z');
  expect(asked).toEqual(['turn']);
  await daemon.setClock('2031-03-05T16:02:00Z');
  await expect
    .poll(() => home.filesHolding('Flies to Oslo on 2 May').some((file) => file.startsWith(home.memory)), {
      timeout: 60_000,
    })
    .toBe(true);
  expect(asked).toEqual(['turn', 'flush']);
  expect((await daemon.kill('SIGTERM')).code).toBe(0);
});

// The daemon under a clock of its own: everything that asks for the time, or waits for it, asks that clock.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { calls, lastUserText } from '../support/messages-api.ts';
import { openTelegramHome, person, type TelegramHome } from '../support/telegram-home.ts';

let home: TelegramHome;
afterEach(() => home.close());

test('notes, sessions, reminders and the night go by the clock that the daemon was given', async () => {
  let session = '';
  home = await openTelegramHome(({ body }) => {
    const said = lastUserText(body);
    if (said.includes('<memory file='))
      return JSON.stringify({
        operations: [
          {
            op: 'add',
            section: 'Facts',
            text: 'Allergic to walnuts',
            kind: 'fact',
            importance: 0.9,
            source: ['2031-03-04.md#L3-L3'],
            quote: 'I am allergic to walnuts',
          },
        ],
      });
    // Before the rest: what was talked about before stands in the context of a new session.
    if (said.includes('is it really')) return 'It is.';
    if (said.includes('hello again')) return 'Good evening.';
    if (said.includes('walnuts')) return [calls('remember', { text: 'I am allergic to walnuts' })];
    if (said.includes('bins'))
      return [calls('reminders', { action: 'set', text: 'the bins', when: '2031-03-04 18:00' })];
    return 'Yes.';
  });
  const daemon = home.startAt('2031-03-04T09:00:00Z');
  const { telegram } = home;
  await daemon.ready();
  telegram.say(person, 'I am allergic to walnuts', { date: Date.parse('2031-03-04T09:00:30Z') / 1000 });
  await telegram.until(() => home.read().length === 1, 'the first answer');
  expect(readFileSync(path.join(home.memory, '2031-03-04.md'), 'utf8')).toMatch(
    /^# 2031-03-04\n\n- 09:0\d I am allergic to walnuts\n$/,
  );
  telegram.say(person, 'tell me at six to put out the bins');
  await telegram.until(() => home.read().length === 2, 'the second answer');
  await daemon.setClock('2031-03-04T18:00:00Z');
  await telegram.until(() => home.read().some((text) => text.includes('the bins')), 'the reminder');
  session = home.sessionLines()[0]?.['created_at'] as string;
  expect(session).toMatch(/^2031-03-04T09:0/);
  telegram.say(person, 'hello again');
  await telegram.until(() => home.read().includes('Good evening.'), 'an answer after a long pause');
  expect(
    home
      .sessionLines()
      .filter(({ type }) => type === 'session')
      .map((line) => line['created_at']),
  ).toEqual([session, expect.stringMatching(/^2031-03-04T18:0/)]);
  await daemon.setClock('2031-03-05T04:00:00Z');
  await telegram.until(
    () => home.read().some((text) => text.startsWith('Good morning. I kept one thing from')),
    'the digest',
  );
  const memory = readFileSync(path.join(home.memory, 'MEMORY.md'), 'utf8');
  expect(memory).toContain('said 2031-03-04');

  // The clock is put wrong and right again: the night before is not repeated, and every message is answered.
  for (const now of ['2032-04-08T04:00:00Z', '2031-03-05T02:00:00Z', '2031-03-05T04:10:00Z']) {
    await daemon.setClock(now);
    const answered = home.read().length;
    telegram.say(person, `is it really ${now}?`);
    await telegram.until(() => home.read().slice(answered).includes('It is.'), `an answer at ${now}`);
  }
  expect(home.read().filter((text) => text.includes('I kept one thing'))).toHaveLength(1);
  expect(readFileSync(path.join(home.memory, 'MEMORY.md'), 'utf8')).toBe(memory);
  expect((await daemon.kill('SIGTERM')).code).toBe(0);
});

// What a person does with the memory in the chat, against the real daemon: receipts, buttons, undo.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { calls, lastToolResults, lastUserText } from '../support/messages-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

let home: TelegramHome;
afterEach(() => home.close());

/** Saves what follows "remember", and else says back what it was asked. */
const open = async (): Promise<TelegramHome> => {
  home = await openTelegramHome(({ body }) => {
    if (lastToolResults(body).length > 0) return 'Noted.';
    const words = lastUserText(body);
    const wish = /remember (.*)$/.exec(words)?.[1];
    return wish === undefined ? `You said: ${words}` : [calls('remember', { text: wish })];
  });
  return home;
};

const today = (): string => `${new Date().toISOString().slice(0, 10)}.md`;
const note = (): string => readFileSync(path.join(home.memory, today()), 'utf8');
/** What was said, without what a kill made to be said twice. */
const said = (): string[] => home.read().filter((text) => !text.startsWith('(resent)'));
const reads = (count: number, what: string): Promise<void> => home.telegram.until(() => said().length >= count, what);

test('a save is told with a button that takes it back, also after kill -9, and once', async () => {
  await open();
  const daemon = home.start();
  await daemon.ready();
  home.telegram.say(person, 'remember the spare key is under the pot');
  await reads(1, 'the receipt');
  expect(said()[0]).toBe(`Noted.\n\nSaved: the spare key is under the pot -> ${today()}`);
  await daemon.kill('SIGKILL');

  const again = home.start();
  await again.ready();
  home.telegram.press(person, 'Undo');
  await reads(2, 'the answer to the press');
  expect(said()[1]).toBe(`Undone: Saved: the spare key is under the pot -> ${today()}`);
  expect(note()).not.toContain('spare key');

  home.telegram.say(person, '/undo r1');
  await reads(3, 'the second answer');
  expect(said()[2]).toMatch(/^That is undone already/);
  home.telegram.say(person, 'undo');
  await reads(4, 'the third answer');
  expect(said()[3]).toBe('There is nothing to undo.');
});

test.each(process.env['SCRUBJAY_KILLS'] === 'all' ? [0, 20, 60, 200] : [40])(
  'what is forgotten is in no file of the vault and the state, although kill -9 came %i ms into it',
  async (ms) => {
    await open();
    const phrase = 'Xanadu Crescent';
    const daemon = home.start();
    await daemon.ready();
    home.telegram.say(person, `remember Anna lives at 14 ${phrase}`);
    await reads(1, 'the receipt');
    home.telegram.say(person, `is ${phrase} far from here?`);
    await reads(2, 'an answer about it');
    home.telegram.say(person, `/forget ${phrase}`);
    await reads(3, 'the preview');
    expect(said()[2]).toContain(`1. ${today()}#L3: Anna lives at 14 ${phrase}`);
    expect(home.filesHolding(phrase).length).toBeGreaterThanOrEqual(3);

    home.telegram.press(person, 'Forget');
    await home.telegram.until(() => home.telegram.unconfirmed() === 0, 'the press to be stored');
    await new Promise((resolve) => setTimeout(resolve, ms));
    await daemon.kill('SIGKILL');
    const again = home.start();
    await again.ready();
    await home.telegram.until(
      () => home.read().some((text) => text.includes('Forgotten. One line of one note')),
      'the word that it is done',
    );
    home.telegram.say(person, 'hello?');
    await home.telegram.until(() => home.read().some((text) => text.endsWith('hello?')), 'the conversation to go on');
    await again.kill('SIGTERM');
    expect(home.filesHolding(phrase)).toEqual([]);
    expect(home.model.refused()).toEqual([]);
    expect(JSON.stringify(home.model.requests.at(-1)?.body)).not.toContain(phrase);
  },
);

test('a private conversation is in no file of the state, nor in the log; kill -9 ends it, and that is said', async () => {
  await open();
  const secret = 'CANARY-said-in-private';
  const daemon = home.start();
  await daemon.ready();
  home.telegram.say(person, '/private');
  await reads(1, 'the word that it began');
  home.telegram.say(person, `my ${secret} is long ${'and longer '.repeat(800)}`);
  await home.telegram.until(() => said().length >= 3 && home.telegram.unconfirmed() === 0, 'a long answer');
  await expect.poll(() => home.filesHolding(secret)).toEqual([]);
  await daemon.kill('SIGKILL');

  const again = home.start();
  await again.ready();
  home.telegram.say(person, `and another ${secret}`);
  await home.telegram.until(
    () => home.read().some((text) => text.includes('I was restarted')),
    'the word that it ended',
  );
  await expect.poll(() => home.filesHolding(secret)).toEqual([]);
  expect(home.model.requests).toHaveLength(1);
  home.telegram.say(person, 'hello in the open');
  await home.telegram.until(() => home.read().some((text) => text.endsWith('hello in the open')), 'an ordinary answer');
  await again.kill('SIGTERM');
  expect(home.filesHolding(secret)).toEqual([]);
  expect(daemon.stderr() + again.stderr()).not.toContain(secret);
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { type TelegramHome, openTelegramHome } from '../support/telegram-home.ts';

const person = 7;
const stranger = 666;

let home: TelegramHome;
beforeEach(async () => {
  home = await openTelegramHome(() => 'Hello yourself.');
  home.configureTelegram('');
});
afterEach(() => home.close());

const reported = async (...args: string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await runCommand([...args, '--json'], home)).stdout) as Record<string, unknown>;

it('lets its owner in by a code that only its own terminal shows, from the first start to the last unpairing', async () => {
  const daemon = home.start();
  await daemon.ready();
  const shown = /"code":"([0-9A-Z]{5}-[0-9A-Z]{5})"/.exec(daemon.stderr())?.[1] ?? '';
  expect(shown).not.toBe('');
  home.telegram.say(stranger, 'hello');
  home.telegram.say(stranger, '/pair 00000-00000');

  const { code } = await reported('pair');
  home.telegram.say(person, `/pair ${shown}`);
  home.telegram.say(person, `/start ${String(code)}`);
  await home.telegram.until(() => home.read().length === 1, 'the welcome');
  home.telegram.say(person, 'hello');
  await home.telegram.until(() => home.read().length === 2, 'an answer');
  expect(home.read()[1]).toBe('Hello yourself.');
  expect(home.model.requests).toHaveLength(1);
  expect(JSON.stringify(home.model.requests)).not.toContain(String(code));
  expect(home.telegram.texts(stranger)).toEqual([]);

  expect(await reported('status')).toMatchObject({ allowedUsers: 0, pairedUsers: [person] });
  expect((await runCommand(['pair'], home)).stderr).toContain('7 is paired already');
  expect(await runCommand(['unpair', '8'], home)).toMatchObject({
    code: 1,
    stdout: 'Nobody with the id 8 is paired; `scrubjay status` shows the ids that are.\n',
  });
  expect(await reported('unpair')).toEqual({ unpaired: [person] });
  home.telegram.say(person, 'and now?');
  await home.telegram.until(() => home.telegram.unconfirmed() === 0, 'the message to be taken');
  const { stderr } = await daemon.kill('SIGTERM');
  expect(home.model.requests).toHaveLength(1);
  expect(stderr).not.toContain(String(code));
  expect(JSON.stringify(await reported('doctor'))).toContain('nobody may speak to the bot yet');
  expect(home.filesHolding(String(code))).toEqual([]);
});

it('refuses to make a code where the configuration lists the people whom the bot answers, or there is no bot', async () => {
  home.configure(`[telegram]\ntoken = "${home.telegram.token}"\nallowed_users = [${person}]\n`);
  expect(await home.run(['pair'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already lists the people whom the bot answers') as unknown,
  });
  home.configure('');
  expect(await runCommand(['pair'], home)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no Telegram token') as unknown,
  });
});

// Against an emulator of the Bot API that nobody here wrote (telegram-test-api).
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type emulator from 'telegram-test-api';
import { expect, test } from 'vitest';
import { systemClock as clock } from '../../src/base/clock.ts';
import { silentLog as log } from '../../src/base/log.ts';
import { openQueue } from '../../src/queue/queue.ts';
import { createTelegram } from '../../src/telegram/telegram.ts';
import { echo } from '../support/telegram-bot.ts';

// What the package exports is the class itself; its types promise a `default`.
const TelegramServer = createRequire(import.meta.url)('telegram-test-api') as typeof emulator.default;

const freePort = async (): Promise<number> =>
  await new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

test('the bot talks with an emulator of another hand: a stranger is not heard, the person is answered', async () => {
  const server = new TelegramServer({ port: await freePort(), host: '127.0.0.1' });
  await server.start();
  const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-emulator-'));
  const queue = openQueue({ file: path.join(folder, 'queue.db'), clock, log });
  const token = '4242424242:emulated';
  const channel = createTelegram({ token, apiRoot: server.config.apiURL, allowedUsers: [7], connector: 'tg_main', queue, handle: echo, redact: (text) => text, clock, log, stopGraceMs: 200 });
  try {
    await channel.start();
    const person = server.getClient(token, { userId: 7, chatId: 7, firstName: 'Pia', type: 'private' });
    const stranger = server.getClient(token, { userId: 666, chatId: 666, firstName: 'Mallory', type: 'private' });
    await stranger.sendMessage(stranger.makeMessage('let me in'));
    await person.sendMessage(person.makeMessage('so **bold**'));
    const { result } = await person.getUpdates();
    expect(result.map((update) => update.message.text)).toEqual(['echo: so bold']);
    expect(queue.inbox.counts()).toMatchObject({ pending: 0, dead: 0 });
  } finally {
    await channel.stop();
    queue.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

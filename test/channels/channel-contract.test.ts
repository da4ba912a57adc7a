import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { silentLog } from '../../src/base/log.ts';
import { terminalKey } from '../../src/channels/terminal/answer.ts';
import { createNotices } from '../../src/channels/terminal/pending-messages.ts';
import { createTerminal } from '../../src/channels/terminal/terminal.ts';
import { type OpenChannel, testChannel } from '../support/channel-contract.ts';
import { createFastClock } from '../support/fast-clock.ts';
import { openLoopbackChannel } from '../support/loopback-channel.ts';
import { openBot, person } from '../support/telegram-bot.ts';
import { createTinyScreen } from '../support/tiny-screen.ts';

/** The pauses between the three tries of a message are seconds. */
const clock = createFastClock(20);

const openTerminal: OpenChannel = async (handle) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-contract-'));
  const screen = createTinyScreen();
  const open = async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    output.on('data', (chunk: Buffer) => screen.write(chunk.toString()));
    const terminal = createTerminal({
      input,
      output,
      handle,
      notices: createNotices(path.join(folder, 'notices.json')),
      write: (work) => Promise.resolve(work()),
      save: () => Promise.reject(new Error('no file was expected')),
      clock,
      log: silentLog,
    });
    await terminal.start();
    return { input, terminal };
  };
  let running = await open();
  const say = (text: string): void => void running.input.write(`${text}\r`);
  return {
    get channel() {
      return running.terminal;
    },
    key: terminalKey,
    say,
    choose: say,
    shown: () => screen.text(),
    async restart() {
      await running.terminal.stop();
      running = await open();
    },
    async close() {
      await running.terminal.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const openTelegram: OpenChannel = async (handle) => {
  const bot = await openBot(handle, { clock, stopGraceMs: 4_000 });
  return {
    get channel() {
      return bot.channel;
    },
    key: `telegram:tg_main:chat:${person}:user:${person}`,
    say: (text) => void bot.api.say(person, text),
    choose: (label) => void bot.api.press(person, label),
    shown: () => bot.api.texts(person).join('\n'),
    restart: () => bot.restart(),
    close: () => bot.close(),
  };
};

testChannel('terminal', openTerminal, { storesMessages: false });
testChannel('telegram', openTelegram, { storesMessages: true });
testChannel('loopback', (handle) => openLoopbackChannel(handle, clock), { storesMessages: true });

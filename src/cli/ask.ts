// `scrubjay ask`: one message through the same path as any other, and its answer on stdout.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FileOrder, Outlet } from '../assistant/channel.ts';
import { UserError } from '../base/errors.ts';
import { openAssistant } from '../app/assistant.ts';
import { systemClock } from '../base/clock.ts';
import { sessionKeyOf } from '../base/session-key.ts';
import { askLock } from '../app/channels.ts';
import { holdFolder } from '../app/state-lock.ts';
import { saveFile } from '../app/save-file.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { withPipedInput } from './standard-input.ts';
import { UsageError } from './usage-error.ts';

const key = sessionKeyOf({ channel: 'terminal', connector: 'ask', audience: 'private', chat: '1', user: '1' });
const patienceMs = 120_000;

export const command = defineCommand({
  usage: 'ask "text" [options]',
  about:
    'Asks once and prints the answer. Questions that follow each other are one conversation; --new begins another.\nWhat is piped in goes with the question: cat letter.txt | scrubjay ask "what do they want of me?"',
  options: { ...configOption, ...jsonOption, new: { type: 'boolean', about: 'begin a new conversation first' } },
  words: { least: 1, most: 1 },
  async run({ values, words: [text = ''] }) {
    if (text.trim() === '') throw new UsageError('the message is empty; give the text to ask in quotes');
    const asked = await withPipedInput(text, process.stdin, {
      clock: systemClock,
      onSilence: () =>
        process.stderr.write('Nothing was piped in for 3 seconds, so the question goes alone. (ask … </dev/null)\n'),
    });
    const settings = loadSettings(values, { quiet: true });
    const lock = await waitForTurn(settings.config.state.dir);
    const stopping = new AbortController();
    process.once('SIGINT', () => stopping.abort(new UserError('Stopped.')));
    const { assistant, makeFile, close } = await openAssistant(settings, null);
    const outlet = keepFiles(async (order) => await saveFile(process.cwd(), await makeFile(order)));
    try {
      const say = (words: string) =>
        assistant.turn(
          { id: `ask:${randomUUID()}`, key, audience: 'private', text: words, at: new Date() },
          outlet,
          stopping.signal,
        );
      if (values.new) await say('/new');
      const { reply, messages, sessionId, toolCalls, usage, outcome } = await say(asked);
      if (values.json) printJson({ reply, messages, sessionId, toolCalls, usage });
      else for (const message of [...messages, ...outlet.files.map((file) => `-> ${file}`)]) print(message);
      return outcome === 'postponed' ? 1 : 0;
    } finally {
      await close();
      lock.release();
    }
  },
});

/** Two at the same time would write into one conversation: the second waits. */
async function waitForTurn(stateDir: string) {
  for (let waitedMs = 0; ; waitedMs += 100) {
    const lock = holdFolder(stateDir, askLock);
    if ('release' in lock) return lock;
    if (waitedMs >= patienceMs) throw new UserError(`Another question is still being answered (${lock.heldBy}).`);
    await delay(100);
  }
}

/** The answers come back with the turn's result; the files that go with them are written. */
function keepFiles(save: (order: FileOrder) => Promise<string>): Outlet & { files: readonly string[] } {
  let count = 0;
  const files: string[] = [];
  return {
    files,
    async post(_text, _dedupe, extras) {
      if (extras?.file) files.push(await save(extras.file));
      return { messageId: String((count += 1)) };
    },
  };
}

// `scrubjay ask`: one message through the same path as any other, and its answer on stdout. A running daemon answers it, else
// this process does.
import { setTimeout as delay } from 'node:timers/promises';
import type { GatheredAnswer, Question } from '../app/ask-once.ts';
import { outputPlace } from '../app/output-place.ts';
import { saveFile } from '../app/save-file.ts';
import { commandsBelow } from '../channels/terminal/choice.ts';
import { systemClock } from '../base/time/clock.ts';
import { UserError } from '../base/errors.ts';
import { whileReading } from '../memory/reading.ts';
import type { Settings } from './command.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { progressBar, readingNotes } from './progress.ts';
import { findDaemon, toldParts } from './running-daemon.ts';
import { withPipedInput } from './standard-input.ts';
import { UsageError } from './usage-error.ts';

const patienceMs = 120_000;

export const command = defineCommand({
  usage: 'ask "text" [options]',
  about:
    'Asks once and prints the answer. Questions that follow each other are one conversation; --new begins another.\nWhat is piped in goes with the question, marked as the words of others.',
  examples: [
    'ask "who is allergic to hazelnuts?"',
    'ask --new "what is on this week?"',
    'ask "what do they want of me?" < letter.txt',
  ],
  options: { ...configOption, ...jsonOption, new: { type: 'boolean', about: 'begin a new conversation first' } },
  words: { min: 1, max: 1 },
  async run({ values, words: [text = ''] }) {
    if (text.trim() === '') throw new UsageError('the message is empty; give the text to ask in quotes');
    const asked = await withPipedInput(text, process.stdin, {
      clock: systemClock,
      onSilence: () =>
        process.stderr.write('Nothing was piped in for 3 seconds, so the question goes alone. (ask … </dev/null)\n'),
    });
    const settings = loadSettings(values, { quiet: true });
    const answer = await answerTo({ text: asked, isNew: values.new === true }, settings);
    const { reply, messages, sessionId, toolCalls, usage, outcome, buttons } = answer;
    const files = [];
    for (const { name, base64 } of answer.files)
      files.push(
        await saveFile(outputPlace(process.cwd(), settings.config), { name, bytes: Buffer.from(base64, 'base64') }),
      );
    const commands = buttons.map(({ command }) => command);
    if (values.json) printJson({ reply, messages, sessionId, toolCalls, usage, commands });
    else {
      const last = messages.length - 1;
      for (const [i, message] of messages.entries())
        print(i === last ? message + commandsBelow(message, buttons) : message);
      for (const file of files) print(`-> ${file}`);
    }
    return outcome === 'postponed' ? 1 : 0;
  },
});

async function answerTo(question: Question, settings: Settings): Promise<GatheredAnswer> {
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort(new UserError('Stopped.')));
  const daemon = await findDaemon(settings.config);
  if (!daemon) return await answerAlone(question, settings, stopping.signal);
  try {
    // The daemon stops the turn when the connection goes.
    const stopped = new Promise<never>((_resolve, reject) =>
      stopping.signal.addEventListener('abort', () => reject(stopping.signal.reason as Error)),
    );
    return await Promise.race([daemon.call('ask', question, toldParts(progressBar(readingNotes))), stopped]);
  } finally {
    daemon.close();
  }
}

async function answerAlone(question: Question, settings: Settings, signal: AbortSignal): Promise<GatheredAnswer> {
  const [{ openAssistant }, { askOnce }] = await Promise.all([
    import('../app/assistant.ts'),
    import('../app/ask-once.ts'),
  ]);
  const lock = await waitForTurn(settings.config.state.dir);
  const opened = await openAssistant(settings, null);
  try {
    return await whileReading(
      opened.memory,
      progressBar(readingNotes),
      async () => await askOnce(opened, question, signal),
    );
  } finally {
    await opened.close();
    lock.release();
  }
}

/** Two at the same time would write into one conversation: the second waits. */
async function waitForTurn(stateDir: string) {
  const [{ askLock }, { holdFolder }] = await Promise.all([
    import('../app/channels/channels.ts'),
    import('../app/state/state-lock.ts'),
  ]);
  for (let waitedMs = 0; ; waitedMs += 100) {
    const lock = holdFolder(stateDir, askLock);
    if ('release' in lock) return lock;
    if (waitedMs >= patienceMs) throw new UserError(`Another question is still being answered (${lock.heldBy}).`);
    await delay(100);
  }
}

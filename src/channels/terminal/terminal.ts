// The terminal as a channel: with a person in front of it (see interactive.ts), and from a pipe (one line in, one reply out,
// until its end). Knows nothing of what is said.
import { type Interface, createInterface } from 'node:readline';
import type { Button, Extras } from '../../assistant/channel.ts';
import type { Channel } from '../channel.ts';
import { createDeferred } from '../../base/concurrency/deferred.ts';
import { answer, terminalKey } from './answer.ts';
import { chosenCommand } from './choice.ts';
import { InteractiveTerminal } from './interactive.ts';
import { createOutput } from './output.ts';
import { createPlainReply } from './screen.ts';
import type { Talk, TerminalOptions } from './talk.ts';

/** `ended` resolves when the input is at its end and everything is answered, or when the person leaves. */
export function createTerminal(options: TerminalOptions): Channel & { ended: Promise<void> } {
  const isInteractive = options.input.isTTY === true && options.output.isTTY === true;
  const talk = isInteractive ? new InteractiveTerminal(options) : createPipe(options);
  const tell = async (text: string, name: string, extras: Extras = {}): Promise<void> => {
    await options.notices.add({ name, text, extras });
    await talk.showNotices();
  };
  return {
    name: 'terminal',
    tell,
    // The notice comes first: a second one of the same name is dropped, so a crash between the two does not repeat it.
    async announce({ key, name, text, extras, alongside }) {
      if (key !== terminalKey) return false;
      await tell(text, name, extras);
      await options.write(alongside);
      return true;
    },
    ended: talk.ended,
    start: () => talk.start(),
    stop: () => talk.stop(),
  };
}

function createPipe({ input, output, handle, save, clock, log }: TerminalOptions): Talk {
  const stopping = new AbortController();
  const ended = createDeferred<void>();
  const write = createOutput(output);
  let lines: Interface | null = null;
  let buttons: readonly Button[] = [];
  let running: Promise<void> = Promise.resolve();

  async function read(reader: Interface): Promise<void> {
    for await (const line of reader) {
      if (stopping.signal.aborted) return;
      const text = chosenCommand(line, buttons) ?? line;
      buttons = [];
      const reply = createPlainReply(write, { save, onButtons: (given) => (buttons = given) });
      // A pipe does not wait for a model: the turn of the next message includes this one.
      running = answer(text, reply, { handle, clock, log, signal: stopping.signal });
      await running;
    }
  }

  return {
    ended: ended.promise,
    start() {
      // The reader drops lines that arrive before it has a listener, so it gets one at once.
      lines = createInterface({ input, crlfDelay: Infinity });
      read(lines).then(() => ended.resolve(), ended.reject);
      return Promise.resolve();
    },
    async stop() {
      stopping.abort(new Error('stopping'));
      lines?.close();
      await running;
    },
    showNotices: () => Promise.resolve(),
  };
}

// The terminal as a channel: with a person in front of it (a prompt, a reply that grows, Ctrl-C), and from a pipe (one
// line in, one reply out, until its end). Knows nothing of what is said.
import { inBackground } from '../../base/background.ts';
import { randomUUID } from 'node:crypto';
import { type Interface, createInterface } from 'node:readline';
import type { Channel, Extras, HandleIncoming, Incoming } from '../../assistant/channel.ts';
import type { Clock } from '../../base/clock.ts';
import { createDeferred } from '../../base/deferred.ts';
import type { Log } from '../../base/log.ts';
import type { Notices } from './pending-messages.ts';
import { type SaveFile, type Screen, createPlainScreen, createScreen } from './screen.ts';
import { type Typed, mostTyped } from './input-history.ts';
import { columnsOf, wrapped } from './wrap.ts';

export interface TerminalOptions {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  handle: HandleIncoming;
  /** Where what the owner is told waits until someone looks. */
  notices: Notices;
  save: SaveFile;
  /** Runs synchronous writes to the state database as one transaction. */
  write(work: () => void): Promise<void>;
  clock: Clock;
  log: Log;
  /** No colours although it is a terminal ($NO_COLOR, or one that has none). */
  plain?: boolean;
  /** What was typed before. */
  typed?: Pick<Typed, 'lines' | 'add'> | undefined;
  /** What is typed now is not to be kept. */
  isPrivate?: () => boolean;
}

export const terminalKey = 'terminal:local:chat:1:user:1';
/** Lines that come faster than anyone types are one message: a block that was pasted. */
const pasteMs = 15;
const greeting = 'Scrubjay listens. Tell it what to remember, ask what it knows. Ctrl-C stops a reply, Ctrl-D ends.';
const eraseLine = '\r\u001b[K';
const apology = 'Something went wrong on my side, and I have noted it in the log. Please try again.';

/** `ended` resolves when the input is at its end and everything is answered, or when the person leaves. */
export function createTerminal(options: TerminalOptions): Channel & { ended: Promise<void> } {
  const { input, output, handle, notices, save, clock, log, typed, isPrivate = () => false } = options;
  const isInteractive = input.isTTY === true && output.isTTY === true;
  const screen: Screen = isInteractive
    ? createScreen(output, { colours: !options.plain, save })
    : createPlainScreen(output, save);
  const stopping = new AbortController();
  const ended = createDeferred<void>();
  const running = new Set<Promise<void>>();
  let lines: Interface | null = null;
  let isOpen = true;
  /** Lines of a message that is not over: continued with a backslash, or come in one go. */
  let held: string[] = [];
  let pasting: NodeJS.Timeout | null = null;

  async function take(text: string): Promise<void> {
    const incoming: Incoming = {
      id: `terminal:${randomUUID()}`,
      key: terminalKey,
      audience: 'private',
      text,
      at: clock.now(),
    };
    const reply = screen.begin();
    try {
      for (;;) {
        const later = await handle(incoming, reply, stopping.signal);
        // From a pipe nobody waits: the next message of the conversation takes this one along.
        if (later?.retryAfterMs === undefined || !isInteractive) return;
        await clock.sleep(later.retryAfterMs, stopping.signal);
      }
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.error({ err: error }, 'a message failed');
      await reply.post(apology, 'apology');
    } finally {
      reply.end();
    }
  }

  function run(text: string): Promise<void> {
    const turn = take(text).finally(() => {
      running.delete(turn);
      if (isInteractive && running.size === 0) inBackground(showNotices(), log, 'showing a notice');
    });
    running.add(turn);
    return turn;
  }

  /** Between two messages only, and to someone who looks; what was typed already stays. */
  async function showNotices(): Promise<void> {
    // A prompt after the end would read on, and the process would stay.
    if (!isInteractive || !isOpen || running.size > 0 || held.length > 0) return;
    await notices.showAll(({ name, text, extras }) => {
      output.write(eraseLine);
      const reply = screen.begin();
      inBackground(reply.post(text, name, extras), log, 'showing a notice');
      reply.end();
    });
    if (isOpen && running.size === 0) lines?.prompt(true);
  }

  async function talk(reader: Interface): Promise<void> {
    // Listened for from the start: it may come while the first notices are shown.
    const left = new Promise<void>((resolve) => {
      reader.once('close', () => {
        isOpen = false;
        resolve();
      });
    });
    reader.on('SIGINT', () => {
      if (running.size > 0) inBackground(run('/stop'), log, 'stopping the turn');
      else if (reader.line === '' && held.length === 0) reader.close();
      else dropTyped(reader);
    });
    reader.on('line', (line) => {
      keep(line);
      held.push(line);
      if (pasting) clearTimeout(pasting);
      pasting = setTimeout(() => endLine(reader), pasteMs);
    });
    output.write(`${wrapped(greeting, columnsOf(output))}\n`);
    reader.prompt();
    await showNotices();
    await left;
    output.write('\n');
    // Whoever leaves in the middle of a message has ended it.
    if (held.length > 0) endLine(reader);
  }

  /** As a shell does: the line is begun anew. */
  function dropTyped(reader: Interface): void {
    if (pasting) clearTimeout(pasting);
    pasting = null;
    held = [];
    for (const name of ['e', 'u']) reader.write(null, { ctrl: true, name });
    output.write('\n');
    reader.setPrompt(screen.prompt);
    reader.prompt();
  }

  /** Nothing more came in one go: the message is over, unless it says that it goes on. */
  function endLine(reader: Interface): void {
    pasting = null;
    const isContinued = held.at(-1)?.endsWith('\\') === true;
    // The last line of a pasted block has no newline and still stands in the input.
    if (isOpen && (isContinued || reader.line !== '')) {
      reader.setPrompt(screen.morePrompt);
      return reader.prompt(true);
    }
    const text = held
      .map((line, index) => (index < held.length - 1 || isContinued ? line.replace(/\\$/, '') : line))
      .join('\n');
    held = [];
    reader.setPrompt(screen.prompt);
    if (text.trim() !== '') inBackground(run(text), log, 'a message');
    else if (isOpen) reader.prompt();
  }

  /** For the arrow keys of another day. A file that can't be written is no reason to stop talking. */
  function keep(line: string): void {
    if (isPrivate() || /^\s*\/private\b/.test(line)) return;
    typed?.add(line).catch((error: unknown) => log.warn({ err: error }, 'what was typed could not be kept'));
  }

  async function drain(reader: Interface): Promise<void> {
    for await (const line of reader) {
      if (stopping.signal.aborted) return;
      await run(line);
    }
  }

  const tell = async (text: string, name: string, extras: Extras = {}): Promise<void> => {
    await notices.add({ name, text, extras });
    await showNotices();
  };

  return {
    name: 'terminal',
    tell,
    // First the notice, which is known by its name, then what happens alongside: a crash between them says it once.
    async announce({ key, name, text, extras, alongside }) {
      if (key !== terminalKey) return false;
      await tell(text, name, extras);
      await options.write(alongside);
      return true;
    },
    ended: ended.promise,
    start() {
      lines = createInterface({
        input,
        ...(isInteractive && {
          output,
          terminal: true,
          prompt: screen.prompt,
          history: [...(typed?.lines ?? [])],
          historySize: mostTyped,
        }),
        crlfDelay: Infinity,
      });
      const reading = isInteractive ? talk(lines) : drain(lines);
      reading.then(() => Promise.all(running)).then(() => ended.resolve(), ended.reject);
      return Promise.resolve();
    },
    async stop() {
      // A turn that is broken off stays open in its session; the next message takes it up.
      stopping.abort(new Error('stopping'));
      lines?.close();
      await Promise.all(running);
    },
  };
}

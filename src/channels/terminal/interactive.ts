// The terminal with a person in front of it. Output above, the input below, drawn anew whenever something is said; messages
// that are typed during a turn wait visibly. Ctrl-C stops what runs, then clears the input, and twice it leaves.
import type { Button } from '../../assistant/channel.ts';
import { inBackground } from '../../base/concurrency/background.ts';
import { createDeferred } from '../../base/concurrency/deferred.ts';
import { answer, newMessageId } from './answer.ts';
import { chosenCommand } from './choice.ts';
import { editOf } from './edit-keys.ts';
import { InputEditor } from './editor.ts';
import type { FrameState } from './frame.ts';
import { type Key, readKeys } from './keys.ts';
import { LiveArea, type Size } from './live-area.ts';
import { type MenuItem, menuFor } from './menu.ts';
import { cleanText, createOutput } from './output.ts';
import { type Paint, painted, unstyled } from './paint.ts';
import { type Reply, createLiveReply } from './screen.ts';
import type { Talk, TerminalOptions } from './talk.ts';
import { columnsOf, wrapped } from './wrap.ts';

const leaveWords = new Set(['exit', 'quit', '/exit', '/quit', ':q']);
const leaveCommand: MenuItem = { name: 'exit', description: 'Leave; so do Ctrl-D, and Ctrl-C twice' };
/** Within this time a second Ctrl-C leaves. */
const twiceMs = 2_000;
const tickMs = 200;
const spinner = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const noLongerWaits = (messages: number): string =>
  messages === 1
    ? 'I no longer wait. Your message is kept, and goes along with your next one.\n'
    : 'I no longer wait. Your messages are kept, and go along with your next one.\n';
const bracketedPaste = { on: '\u001B[?2004h', off: '\u001B[?2004l' };

/** A message that is being answered, or waits to be. */
interface Pending {
  id: string;
  shown: string;
  isCommand: boolean;
  /** Its words stand in the output. */
  isShown: boolean;
  activity: string | null;
  startedAt: number;
  /** Ends the wait for a model; null while no message waits for one. */
  giveUp: (() => void) | null;
  done: Promise<void>;
}

export class InteractiveTerminal implements Talk {
  readonly #options: TerminalOptions;
  readonly #paint: Paint;
  readonly #write: (text: string) => void;
  readonly #area: LiveArea;
  readonly #editor: InputEditor;
  readonly #commands: readonly MenuItem[];
  readonly #stopping = new AbortController();
  readonly #ended = createDeferred<void>();
  readonly #pending: Pending[] = [];
  #buttons: readonly Button[] = [];
  #chosen = 0;
  #isOpen = false;
  /** Until then (on the monotonic clock) another Ctrl-C leaves. */
  #leavesUntil = 0;
  #hasStopped = false;
  /** True after a message: the next output is set off from it by an empty line. */
  #hasTalked = false;
  #ticking: NodeJS.Timeout | null = null;
  #endKeys: (() => void) | null = null;

  constructor(options: TerminalOptions) {
    this.#options = options;
    this.#paint = options.plain ? unstyled : painted;
    this.#write = createOutput(options.output);
    this.#commands = [...(options.commands ?? []), leaveCommand];
    this.#editor = new InputEditor(options.typed?.entries);
    this.#area = new LiveArea({
      write: this.#write,
      size: () => this.#size(),
      paint: this.#paint,
      state: () => this.#state(),
    });
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  async start(): Promise<void> {
    const { input, output, greeting } = this.#options;
    this.#isOpen = true;
    this.#endKeys = readKeys(input, {
      onKey: (key) => this.#onKey(key),
      onPaste: (text) => {
        this.#editor.paste(cleanText(text.replaceAll(/\r\n?/g, '\n')));
        this.#area.draw();
      },
      onEnd: () => this.#leave(),
    });
    output.on('resize', this.#onResize);
    process.once('exit', this.#giveBack);
    this.#write(bracketedPaste.on);
    if (greeting) this.#write(`${wrapped(cleanText(greeting), columnsOf(output))}\n`);
    this.#area.open();
    await this.showNotices();
  }

  async stop(): Promise<void> {
    this.#leave();
    await this.#ended.promise;
  }

  /** Between two messages only; what was typed already stays. */
  async showNotices(): Promise<void> {
    if (!this.#isOpen || this.#pending.length > 0) return;
    await this.#options.notices.showAll(({ name, text, extras }) => {
      const reply = this.#reply(null);
      inBackground(reply.post(text, name, extras), this.#options.log, 'showing a notice');
      reply.end();
    });
  }

  readonly #onResize = (): void => this.#area.draw();

  /** Runs at every end of the process, so that the shell gets its terminal back as it was. */
  readonly #giveBack = (): void => this.#write(bracketedPaste.off);

  #size(): Size {
    const { columns = 0, rows = 0 } = this.#options.output;
    return { columns: columns < 20 ? 80 : columns, rows: rows < 5 ? 24 : rows };
  }

  #state(): Omit<FrameState, 'tail'> {
    const { text, shown, shownBefore } = this.#editor;
    const menu = menuFor(text, this.#commands);
    const leaves = this.#options.clock.elapsed() < this.#leavesUntil;
    return {
      status: this.#status(),
      queued: this.#pending.filter(({ isShown }) => !isShown).map((one) => one.shown),
      input: shown,
      inputBefore: shownBefore,
      menu,
      chosen: Math.min(this.#chosen, Math.max(0, menu.length - 1)),
      footer: leaves ? 'Press Ctrl-C again to leave.' : cleanText(this.#options.footer?.() ?? ''),
    };
  }

  #status(): string {
    const [first] = this.#pending;
    if (!first) return '';
    const seconds = Math.floor((this.#options.clock.elapsed() - first.startedAt) / 1000);
    const turning = spinner[Math.floor(this.#options.clock.elapsed() / tickMs) % spinner.length] ?? '';
    const what = this.#hasStopped
      ? 'stopping'
      : (first.activity ?? (first.giveUp ? 'waiting for the model' : 'working'));
    return `${turning} ${what} · ${seconds} s · Ctrl-C ${this.#hasStopped ? 'leaves' : 'stops'}`;
  }

  #onKey(key: Key): void {
    if (!this.#isOpen) return;
    const isInterrupt = key.ctrl && key.name === 'c';
    if (!isInterrupt) this.#leavesUntil = 0;
    if (isInterrupt) this.#interrupt();
    else if (key.name === 'return' || key.name === 'enter') this.#enter(key);
    else if (key.name === 'tab') this.#complete();
    else if (key.ctrl && key.name === 'd') this.#endOrDelete();
    else this.#edit(key);
    this.#area.draw();
  }

  #edit(key: Key): void {
    const editor = this.#editor;
    const menu = menuFor(editor.text, this.#commands);
    if (menu.length > 0 && (key.name === 'up' || key.name === 'down')) {
      this.#chosen = (this.#chosen + (key.name === 'up' ? menu.length - 1 : 1)) % menu.length;
      return;
    }
    this.#chosen = 0;
    const work = editOf(key);
    if (work) return work(editor);
    const text = key.ctrl || key.meta ? '' : cleanText(key.text);
    if (text !== '') editor.insert(text);
  }

  #enter(key: Key): void {
    if (key.meta || key.shift) return this.#editor.insert('\n');
    if (this.#editor.continueLine()) return;
    const menu = menuFor(this.#editor.text, this.#commands);
    if (menu.length > 0 && !menu.some(({ name }) => `/${name}` === this.#editor.text.toLowerCase()))
      return this.#complete();
    const isKept = !(this.#options.isPrivate?.() === true) && !/^\s*\/private\b/.test(this.#editor.text);
    const { text, shown } = this.#editor.take(isKept);
    if (isKept) this.#keep(text);
    if (text.trim() === '') return;
    if (leaveWords.has(text.trim().toLowerCase())) return this.#leave();
    this.#send(text, shown);
  }

  #complete(): void {
    const menu = menuFor(this.#editor.text, this.#commands);
    const item = menu[this.#chosen] ?? menu[0];
    if (item) this.#editor.replace(`/${item.name}${menu.length === 1 || this.#chosen >= 0 ? ' ' : ''}`);
    this.#chosen = 0;
  }

  /** Stops what runs; else clears the input; else leaves, when it comes twice. */
  #interrupt(): void {
    if (this.#pending.length > 0) {
      if (this.#hasStopped) return this.#leave();
      this.#hasStopped = true;
      const waiting = this.#pending.filter(({ giveUp }) => giveUp !== null);
      for (const { giveUp } of waiting) giveUp?.();
      if (waiting.length > 0) this.#print(noLongerWaits(waiting.length));
      // The waiting ends at once; the second Ctrl-C leaves all the same.
      if (waiting.length > 0) this.#leaveNextTime();
      if (waiting.length < this.#pending.length) this.#send('/stop', '');
      return;
    }
    if (!this.#editor.isEmpty) return this.#editor.clear();
    if (this.#options.clock.elapsed() < this.#leavesUntil) return this.#leave();
    this.#leaveNextTime();
  }

  #leaveNextTime(): void {
    this.#leavesUntil = this.#options.clock.elapsed() + twiceMs;
    setTimeout(() => this.#area.draw(), twiceMs + 10).unref();
  }

  /** On an empty last line the end: what stands above it is sent. Elsewhere the letter behind the cursor goes. */
  #endOrDelete(): void {
    const { text, isAtEnd } = this.#editor;
    if (text !== '' && !(isAtEnd && text.endsWith('\n'))) return this.#editor.delete();
    const { text: last, shown } = this.#editor.take(true);
    if (last.trim() === '') return this.#leave();
    const pending = this.#send(last.replace(/\n$/, ''), shown);
    inBackground(
      pending.done.then(() => this.#leave()),
      this.#options.log,
      'leaving',
    );
  }

  /** @param shown what stands in the output as its words; empty for none */
  #send(text: string, shown: string): Pending {
    const { handle, clock, log } = this.#options;
    const command = chosenCommand(text, this.#buttons);
    this.#buttons = [];
    const said = command ?? text;
    const pending: Pending = {
      id: newMessageId(),
      shown,
      isCommand: said.startsWith('/'),
      isShown: shown === '',
      activity: null,
      startedAt: clock.elapsed(),
      giveUp: null,
      done: Promise.resolve(),
    };
    if (this.#pending.length === 0 || pending.isCommand) this.#showWords(pending);
    this.#pending.push(pending);
    this.#tick();
    pending.done = answer(said, this.#reply(pending), {
      id: pending.id,
      handle,
      clock,
      log,
      signal: this.#stopping.signal,
      wait: (retryAfterMs) => this.#wait(pending, retryAfterMs),
    }).then(() => this.#end(pending));
    inBackground(pending.done, log, 'a message');
    return pending;
  }

  #end(pending: Pending): void {
    this.#showWords(pending);
    this.#pending.splice(this.#pending.indexOf(pending), 1);
    const [next] = this.#pending;
    if (next) next.startedAt = this.#options.clock.elapsed();
    else this.#hasStopped = false;
    this.#area.draw();
    if (!next) inBackground(this.showNotices(), this.#options.log, 'showing a notice');
  }

  /** Until the time has come to ask the model again, or the person gives it up. */
  async #wait(pending: Pending, retryAfterMs: number): Promise<boolean> {
    const givenUp = new AbortController();
    pending.giveUp = () => givenUp.abort();
    pending.activity = null;
    this.#area.draw();
    await this.#options.clock.pause(retryAfterMs, AbortSignal.any([this.#stopping.signal, givenUp.signal]));
    pending.giveUp = null;
    if (this.#stopping.signal.aborted) return false;
    return !givenUp.signal.aborted;
  }

  #reply(pending: Pending | null): Reply {
    const reply = createLiveReply({
      print: (text) => this.#print(text),
      isMidLine: () => this.#area.isMidLine,
      paint: this.#paint,
      columns: () => columnsOf(this.#options.output),
      save: this.#options.save,
      // A reminder that arrives meanwhile must not take the person's answer to an earlier question.
      onButtons: (buttons) => {
        if (pending) this.#buttons = buttons;
      },
      onActivity: (what) => {
        if (pending) pending.activity = what;
        this.#area.draw();
      },
    });
    if (!pending) return reply;
    // A message that waited is shown when its turn has come.
    const shows =
      <Rest extends unknown[], Result>(work: (...rest: Rest) => Result) =>
      (...rest: Rest): Result => {
        this.#showWords(pending);
        return work(...rest);
      };
    return {
      ...reply,
      preview: reply.preview && shows(reply.preview),
      working: reply.working && shows(reply.working),
      post: shows(reply.post),
      // The words of the messages that are answered together stand above their answer.
      joinedBy: shows((ids) => {
        for (const other of this.#pending) if (ids.includes(other.id)) this.#showWords(other);
      }),
    };
  }

  /** Puts the words of a message into the output. */
  #showWords(pending: Pending): void {
    if (pending.isShown) return;
    pending.isShown = true;
    const [first = '', ...rest] = cleanText(pending.shown).split('\n');
    const lines = [
      `${this.#paint('code', '>')} ${first}`,
      ...rest.map((line) => `${this.#paint('code', '…')} ${line}`),
    ];
    if (this.#area.isMidLine) this.#print('\n');
    const words = wrapped(lines.join('\n'), columnsOf(this.#options.output));
    this.#print(`${this.#hasTalked ? '\n' : ''}${words}\n`);
    this.#hasTalked = true;
  }

  #print(text: string): void {
    this.#area.print(text);
  }

  /** Moves the spinner and its seconds while something runs. */
  #tick(): void {
    if (this.#ticking) return;
    this.#ticking = setInterval(() => {
      if (this.#pending.length > 0) return this.#area.draw();
      if (this.#ticking) clearInterval(this.#ticking);
      this.#ticking = null;
    }, tickMs);
    this.#ticking.unref();
  }

  /** Stores the entry for the arrow keys. If the file can't be written, the conversation goes on. */
  #keep(text: string): void {
    const { typed, log } = this.#options;
    if (typed) inBackground(typed.add(text), log, 'keeping what was typed');
  }

  #leave(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#ticking) clearInterval(this.#ticking);
    this.#stopping.abort(new Error('stopping'));
    this.#options.output.off('resize', this.#onResize);
    this.#area.close();
    this.#endKeys?.();
    process.off('exit', this.#giveBack);
    this.#giveBack();
    Promise.all(this.#pending.map(({ done }) => done)).then(() => this.#ended.resolve(), this.#ended.reject);
  }
}

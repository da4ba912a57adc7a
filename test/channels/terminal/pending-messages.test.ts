import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HandleIncoming } from '../../../src/assistant/channel.ts';
import { systemClock } from '../../../src/base/time/clock.ts';
import { createDeferred } from '../../../src/base/concurrency/deferred.ts';
import { silentLog } from '../../../src/base/log.ts';
import { terminalKind } from '../../../src/channels/terminal/kind.ts';
import { createNotices } from '../../../src/channels/terminal/pending-messages.ts';
import { createTerminal } from '../../../src/channels/terminal/terminal.ts';
import { openState } from '../../../src/state/state.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'terminal-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function open(isTTY: boolean, handle: HandleIncoming = () => Promise.resolve()) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY });
  let shown = '';
  output.on('data', (bytes: Buffer) => (shown += bytes.toString()));
  const terminal = createTerminal({
    input,
    output,
    handle,
    notices: createNotices(path.join(dir, 'notices.json')),
    write: () => Promise.resolve(),
    save: () => Promise.resolve('/home/me/scrubjay.tar.gz'),
    clock: systemClock,
    log: silentLog,
    plain: true,
  });
  return { terminal, input, shown: () => shown };
}

const undo = { buttons: [{ label: 'Undo', command: '/undo r1' }] };

test('someone who sits at the prompt is told at once, with the command of the button, and prompted again', async () => {
  const { terminal, shown } = open(true);
  await terminal.start();
  await terminal.tell?.('Memory tonight: +1 ~0 -0', 'digest:r1', undo);
  expect(shown()).toMatch(/Memory tonight: \+1 ~0 -0 \(\/undo r1\)\n[^]*> /);
  await terminal.tell?.('Memory tonight: +1 ~0 -0', 'digest:r1', undo);
  expect(shown().match(/\(\/undo r1\)\n/g)).toHaveLength(1);
  await terminal.stop();
});

test('during a reply it waits for the next prompt', async () => {
  const replying = createDeferred<void>();
  const { terminal, input, shown } = open(true, async (_, outlet) => {
    await replying.promise;
    await outlet.post('the reply', 'answer');
  });
  await terminal.start();
  input.write('hello\r');
  await expect.poll(shown).toContain('hello');
  await terminal.tell?.('the notice', 'n1');
  expect(shown()).not.toContain('the notice');
  replying.resolve();
  await expect.poll(shown).toMatch(/the reply\n[^]*the notice\n/);
  await terminal.stop();
});

test('what was told to a pipe stands there once at the next start on a terminal', async () => {
  const pipe = open(false);
  await pipe.terminal.start();
  await pipe.terminal.tell?.('first', 'n1');
  await pipe.terminal.tell?.('second', 'n2');
  await pipe.terminal.stop();
  expect(pipe.shown()).not.toContain('first');
  const person = open(true);
  await person.terminal.start();
  await expect.poll(person.shown).toMatch(/first\n[^]*second\n/);
  await person.terminal.stop();
  const again = open(true);
  await again.terminal.start();
  await again.terminal.tell?.('third', 'n3');
  await expect.poll(again.shown).toContain('third');
  expect(again.shown()).not.toContain('first');
  await again.terminal.stop();
});

test('who leaves while the first notices are read has left', async () => {
  const { terminal, input } = open(true);
  const started = terminal.start();
  input.write('\u0004');
  await started;
  await expect(terminal.ended).resolves.toBeUndefined();
  // A prompt after it would read on, and the process would stay.
  expect(input.isPaused()).toBe(true);
});

test.each(['', '{', '[]', '{"waiting":[1],"shown":null}'])(
  'a file that holds %j keeps nothing back',
  async (damaged) => {
    writeFileSync(path.join(dir, 'notices.json'), damaged);
    const { terminal, shown } = open(true);
    await terminal.start();
    await terminal.tell?.('the notice', 'n1');
    expect(shown()).toContain('the notice');
    await terminal.stop();
  },
);

test('the owner is told where the state was damaged and a new one began', async () => {
  const file = path.join(dir, 'queue.db');
  writeFileSync(file, 'garbage '.repeat(1000));
  const state = openState({ file, clock: systemClock, log: silentLog, delivers: false });
  const never = () => Promise.reject(new Error('not asked for'));
  const opened = await terminalKind.open(null, {
    handle: never,
    state,
    stateDir: dir,
    commands: [],
    makeFile: never,
    saveFile: never,
    screen: { greeting: '', footer: () => '' },
    timezone: () => 'UTC',
    redact: (text) => text,
    clock: systemClock,
    log: silentLog,
  });
  opened.close();
  state.close();
  const waiting: string[] = [];
  await createNotices(path.join(dir, 'terminal-notices.json')).showAll(({ text }) => waiting.push(text));
  expect(waiting).toEqual([
    expect.stringMatching(/^My store of messages was damaged\. I moved it to `queue\.db\.corrupt-/),
  ]);
});

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HandleIncoming } from '../../../src/assistant/channel.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { takesColours } from '../../../src/channels/terminal/paint.ts';
import { createNotices } from '../../../src/channels/terminal/pending-messages.ts';
import { type TerminalOptions, createTerminal } from '../../../src/channels/terminal/terminal.ts';
import { mostTyped, openTyped } from '../../../src/channels/terminal/input-history.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'terminal-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A terminal in front of which someone types. */
async function sit(more: Partial<TerminalOptions> = {}) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const heard: string[] = [];
  let shown = '';
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const handle: HandleIncoming = async (incoming, outlet) => {
    heard.push(incoming.text);
    await outlet.post(
      `heard ${heard.length}`,
      'answer',
      incoming.text.startsWith('save') ? { buttons: [{ label: 'Undo', command: '/undo r1' }] } : {},
    );
  };
  const terminal = createTerminal({
    input,
    output,
    handle,
    notices: createNotices(path.join(dir, 'notices.json')),
    write: () => Promise.resolve(),
    save: () => Promise.resolve('/home/me/scrubjay.tar.gz'),
    clock: systemClock,
    log: silentLog,
    ...more,
  });
  await terminal.start();
  return {
    terminal,
    heard,
    shown: () => shown,
    type: (keys: string) => void input.write(keys),
    until: async (what: string) => await expect.poll(() => shown).toContain(what),
  };
}

describe('what is typed', () => {
  test('in one line is one message', async () => {
    const { heard, type, until, terminal } = await sit();
    type('hello\r');
    await until('heard 1');
    type('and more\r');
    await until('heard 2');
    expect(heard).toEqual(['hello', 'and more']);
    await terminal.stop();
  });

  test('with a backslash at its end goes on in the next line', async () => {
    const { heard, type, until, shown, terminal } = await sit();
    type('one \\\r');
    await until('…');
    type('two\\\r');
    await expect.poll(() => shown().split('…').length).toBe(3);
    type('three\r');
    await until('heard 1');
    expect(heard).toEqual(['one \ntwo\nthree']);
    await terminal.stop();
  });

  test.each(['a\rb\r\rc\r', 'a\rb\r\rc'])('pasted as a block (%j) is one message', async (block) => {
    const { heard, type, until, terminal } = await sit();
    type(block);
    if (!block.endsWith('\r')) {
      await until('…');
      type('\r');
    }
    await until('heard 1');
    expect(heard).toEqual(['a\nb\n\nc']);
    await terminal.stop();
  });
});

describe('Ctrl-C', () => {
  test('at a line that is begun, or at a message that goes on, drops it; at an empty line it ends', async () => {
    const { terminal, heard, type, until, shown } = await sit();
    let hasEnded = false;
    void terminal.ended.then(() => (hasEnded = true));
    type('half a sen');
    await until('half a sen');
    type('\u0003');
    type('one \\\r');
    await until('…');
    type('two\u0003');
    type('three \\\r');
    await expect.poll(() => shown().split('…').length).toBe(3);
    type('\u0003');
    type('whole\r');
    await until('heard 1');
    expect(heard).toEqual(['whole']);
    expect(hasEnded).toBe(false);
    const before = shown().length;
    await expect.poll(() => shown().slice(before - 20)).toContain('>');
    type('\u0003');
    await terminal.ended;
    await terminal.stop();
  });
});

test('Ctrl-D in the middle of a message ends the message, and then the talk', async () => {
  const { terminal, heard, type, until } = await sit();
  type('one \\\r');
  await until('…');
  type('\u0004');
  await terminal.ended;
  expect(heard).toEqual(['one ']);
  await terminal.stop();
});

describe('what is shown', () => {
  test('has the command of a button dimly behind it, and no colour where none is wanted', async () => {
    const coloured = await sit();
    coloured.type('save\r');
    await coloured.until('heard 1\u001b[2m (/undo r1)\u001b[0m');
    await coloured.terminal.stop();
    const plain = await sit({ plain: true });
    plain.type('save\r');
    await plain.until('heard 1 (/undo r1)');
    // oxlint-disable-next-line no-control-regex -- colours are what it is about
    expect(plain.shown()).not.toMatch(/\u001b\[\d+m/);
    await plain.terminal.stop();
  });

  test.each<[NodeJS.ProcessEnv, boolean]>([
    [{ TERM: 'xterm' }, true],
    [{}, true],
    [{ TERM: 'xterm', NO_COLOR: '1' }, false],
    [{ TERM: 'xterm', NO_COLOR: '' }, true],
    [{ TERM: 'dumb' }, false],
  ])('has colours where the environment is %j: %s', (env, expected) => {
    expect(takesColours(env)).toBe(expected);
  });

  test('steers no terminal, whatever a model or a file that it quotes says', async () => {
    const { terminal, type, shown, until } = await sit({
      plain: true,
      handle: async (_incoming, outlet) =>
        void (await outlet.post('a\u001b]0;title\u0007b\u009b2Jc\u0008d\tover', 'answer')),
    });
    type('x\r');
    await until('over');
    expect(shown()).toContain('a]0;titleb2Jcd\tover');
    await terminal.stop();
  });

  test('is also what nobody asked for, above what is being typed', async () => {
    const { terminal, type, until, heard } = await sit();
    type('half a sen');
    await until('half a sen');
    await terminal.tell?.('Memory tonight: +1', 'digest:1', { buttons: [{ label: 'Undo', command: '/undo c1' }] });
    await until('Memory tonight: +1\u001b[2m (/undo c1)\u001b[0m\n');
    type('tence\r');
    await until('heard 1');
    expect(heard).toEqual(['half a sentence']);
    await terminal.stop();
  });
});

describe('what was typed before', () => {
  const file = () => path.join(dir, 'terminal-history');

  test('comes back with the arrow key on another day, and is nobody else’s to read', async () => {
    const first = await sit({ typed: await openTyped(file()) });
    first.type('the first\r');
    await first.until('heard 1');
    first.type('the second\r');
    await first.until('heard 2');
    await first.terminal.stop();
    await expect.poll(() => readFileSync(file(), 'utf8')).toBe('the first\nthe second\n');
    expect(statSync(file()).mode & 0o777).toBe(0o600);

    const second = await sit({ typed: await openTyped(file()) });
    second.type('\u001b[A\u001b[A\r');
    await second.until('heard 1');
    expect(second.heard).toEqual(['the first']);
    await second.terminal.stop();
  });

  test('in private is not kept', async () => {
    let isPrivate = false;
    const { terminal, type, until } = await sit({ typed: await openTyped(file()), isPrivate: () => isPrivate });
    type('in the open\r');
    await until('heard 1');
    type('/private\r');
    await until('heard 2');
    isPrivate = true;
    type('a secret\r');
    await until('heard 3');
    await terminal.stop();
    expect(readFileSync(file(), 'utf8')).toBe('in the open\n');
  });

  test('is kept within bounds, the newest', async () => {
    writeFileSync(file(), Array.from({ length: 3 * mostTyped }, (_, n) => `line ${n}\n`).join(''));
    const { lines } = await openTyped(file());
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      mostTyped,
      `line ${3 * mostTyped - 1}`,
      `line ${2 * mostTyped}`,
    ]);
    expect(readFileSync(file(), 'utf8').split('\n')).toHaveLength(mostTyped + 1);
  });
});

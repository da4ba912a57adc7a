import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HandleIncoming } from '../../../src/assistant/channel.ts';
import { systemClock } from '../../../src/base/time/clock.ts';
import { createDeferred } from '../../../src/base/concurrency/deferred.ts';
import { silentLog } from '../../../src/base/log.ts';
import { takesColours } from '../../../src/channels/terminal/paint.ts';
import { createNotices } from '../../../src/channels/terminal/pending-messages.ts';
import type { TerminalOptions } from '../../../src/channels/terminal/talk.ts';
import { createTerminal } from '../../../src/channels/terminal/terminal.ts';
import { maxEntries, openInputHistory } from '../../../src/channels/terminal/input-history.ts';
import { createTinyScreen } from '../../support/tiny-screen.ts';

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
  const screen = createTinyScreen();
  let shown = '';
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    screen.write(chunk.toString());
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
    input,
    heard,
    shown: () => shown,
    screen: () => screen.text(),
    sees: async (what: string) => await expect.poll(() => screen.text()).toContain(what),
    type: (keys: string) => void input.write(keys),
    until: async (what: string) => await expect.poll(() => shown).toContain(what),
  };
}

test('a window that was closed, which nothing can be read from, is the end of the talk', async () => {
  const { input, terminal } = await sit();
  input.destroy(Object.assign(new Error('read EIO'), { code: 'EIO' }));
  await expect(terminal.ended).resolves.toBeUndefined();
});

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

  test.each([
    ['a backslash at its end', '\\\r'],
    ['Alt-Enter', '\u001b\r'],
  ])('goes on in the next line after %s', async (_, keys) => {
    const { heard, type, sees, until, screen, terminal } = await sit();
    type(`one${keys}`);
    await sees('> one\n…');
    type(`two${keys}`);
    await sees('> one\n… two\n…');
    type('three\r');
    await until('heard 1');
    expect(heard).toEqual(['one\ntwo\nthree']);
    expect(screen()).toContain('> one\n… two\n… three\nheard 1\n');
    await terminal.stop();
  });

  test.each([
    ['marked by the terminal', '\u001b[200~a\rb\r\rc\r\u001b[201~'],
    ['not marked', 'a\rb\r\rc\r'],
  ])('as a pasted block, %s, stands folded and is not sent by itself', async (_, block) => {
    const { heard, type, sees, until, terminal } = await sit();
    type('see ');
    await sees('> see');
    type(block);
    await sees('> see [pasted 4 lines]');
    expect(heard).toEqual([]);
    type(' please\r');
    await until('heard 1');
    expect(heard).toEqual(['see a\nb\n\nc\n please']);
    await sees('> see [pasted 4 lines] please\nheard 1');
    await terminal.stop();
  });

  test('during a turn waits visibly, and is shown when its turn has come', async () => {
    const replies = [createDeferred<void>(), createDeferred<void>()];
    let turns: Promise<void> = Promise.resolve();
    const { type, sees, screen, terminal } = await sit({
      handle: async ({ text }, outlet) => {
        const mine = replies.shift();
        const before = turns;
        turns = before.then(async () => {
          outlet.working?.('thinking');
          await mine?.promise;
          await outlet.post(`answer to ${text}`, 'answer');
        });
        await turns;
      },
    });
    const [first, second] = replies;
    type('one\r');
    await sees('thinking · 0 s');
    type('two\r');
    await sees('queued: two');
    type('half');
    await sees('> half');
    first?.resolve();
    await sees('answer to one\n\n> two');
    expect(screen()).not.toContain('queued');
    second?.resolve();
    await sees('answer to two');
    await sees('> half');
    await terminal.stop();
  });

  test('during a turn that takes it along stands above the answer to both', async () => {
    const [hears, ends] = [createDeferred<void>(), createDeferred<void>()];
    const ids: string[] = [];
    const { type, sees, screen, terminal } = await sit({
      handle: async ({ id }, outlet) => {
        ids.push(id);
        if (ids.length > 1) return await ends.promise.then(() => ({ joined: true }));
        outlet.working?.('thinking');
        await hears.promise;
        outlet.joinedBy?.(ids.slice(1));
        await outlet.post('both', 'answer');
        ends.resolve();
      },
    });
    type('one\r');
    await sees('thinking');
    type('two\r');
    await sees('queued: two');
    hears.resolve();
    await sees('> one\n\n> two\nboth\n───');
    expect(screen()).not.toContain('queued');
    await terminal.stop();
  });

  test('stays whole below an answer that grows', async () => {
    const over = createDeferred<void>();
    const { type, sees, screen, terminal } = await sit({
      handle: async (_, outlet) => {
        outlet.preview?.(() => 'one');
        await over.promise;
        outlet.preview?.(() => 'one two\nthree and');
        await outlet.post('one two\nthree and four', 'answer');
      },
    });
    type('go\r');
    await sees('> go');
    type('my next');
    await sees('> my next');
    over.resolve();
    await sees('one two\nthree and four\n───');
    expect(screen().match(/> my next/g)).toHaveLength(1);
    await terminal.stop();
  });

  test('with a slash is completed from a menu', async () => {
    const commands = [
      { name: 'memory', description: 'What I know' },
      { name: 'model', description: 'Which model answers' },
      { name: 'status', description: 'How I am' },
    ];
    const { heard, type, sees, screen, until, terminal } = await sit({ commands });
    type('/m');
    await sees('› /memory        What I know\n  /model         Which model');
    expect(screen()).not.toContain('/status');
    type('\u001b[B');
    await sees('› /model');
    type('\t');
    await expect.poll(screen).toMatch(/> \/model$/);
    type('x\r');
    await until('heard 1');
    expect(heard).toEqual(['/model x']);
    // A whole name is sent at once, in any case.
    type('/Status\r');
    await until('heard 2');
    expect(heard.at(-1)).toBe('/Status');
    await terminal.stop();
  });

  test('as a label answers the question with buttons before it, and nothing later; a yes is the assistant’s to understand', async () => {
    const { heard, type, until, terminal } = await sit({
      handle: async (incoming, outlet) => {
        heard.push(incoming.text);
        const buttons = [
          { label: 'Forget', command: '/forget yes f1' },
          { label: 'Keep', command: '/forget no f1' },
        ];
        await outlet.post(
          `heard ${heard.length}`,
          'answer',
          incoming.text.endsWith('tea') ? { buttons, isChoice: true } : {},
        );
      },
    });
    type('/forget tea\r');
    await until('heard 1');
    type('Yes.\r');
    await until('heard 2');
    type('keep\r');
    await until('heard 3');
    type('/forget tea\r');
    await until('heard 4');
    type('keep\r');
    await until('heard 5');
    expect(heard).toEqual(['/forget tea', 'Yes.', 'keep', '/forget tea', '/forget no f1']);
    await terminal.stop();
  });
});

test('a yes below a receipt does not undo what was saved', async () => {
  const { heard, type, until, terminal } = await sit();
  type('save this\r');
  await until('heard 1');
  type('yes\r');
  await until('heard 2');
  expect(heard).toEqual(['save this', 'yes']);
  await terminal.stop();
});

describe('Ctrl-C', () => {
  test('clears what is typed; once more says how to leave, and twice leaves', async () => {
    const { terminal, heard, type, sees, until, screen } = await sit();
    let hasEnded = false;
    void terminal.ended.then(() => (hasEnded = true));
    type('half a sen');
    await sees('> half a sen');
    type('\u0003');
    await expect.poll(screen).not.toContain('half a sen');
    type('\u0003');
    await sees('Press Ctrl-C again to leave.');
    type('whole\r');
    await until('heard 1');
    expect([heard, hasEnded]).toEqual([['whole'], false]);
    type('\u0003');
    await sees('Press Ctrl-C again to leave.');
    type('\u0003');
    await terminal.ended;
  });

  test('stops a turn, and leaves when the turn does not stop', async () => {
    const { terminal, heard, type, sees, until } = await sit({
      handle: async (incoming, outlet, signal) => {
        heard.push(incoming.text);
        outlet.working?.('thinking');
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    type('hello\r');
    await sees('thinking');
    type('\u0003');
    await sees('stopping');
    expect(heard).toEqual(['hello', '/stop']);
    type('\u0003');
    await terminal.ended;
    await until('?2004l');
  });

  test('ends when the window is closed, although the terminal can no longer be given back', async () => {
    const gone = (isRaw: boolean): void => {
      if (!isRaw) throw new Error('setRawMode EIO');
    };
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: gone });
    const { terminal } = await sit({ input });
    input.end();
    await expect(terminal.ended).resolves.toBeUndefined();
  });

  test('ends the wait for a model that is down', async () => {
    let asked = 0;
    const { terminal, type, sees, screen } = await sit({
      handle: async (_, outlet) => {
        asked += 1;
        await outlet.post(`no model, try ${asked}`, `notice ${asked}`);
        return { retryAfterMs: asked === 1 ? 1 : 1_000_000 };
      },
    });
    type('hello\r');
    await sees('no model, try 2\n');
    await sees('waiting for the model');
    type('\u0003');
    await sees('I no longer wait.');
    await sees('Press Ctrl-C again to leave.');
    await expect.poll(screen).not.toContain('waiting for the model');
    type('exit\r');
    await terminal.ended;
    expect(asked).toBe(2);
  });
});

test.each(['exit\r', 'quit\r', '/exit\r', '\u0004'])('%j leaves, also in the middle of a turn', async (keys) => {
  const { terminal, type, sees } = await sit({
    handle: async (_incoming, outlet, signal) => {
      outlet.working?.('thinking');
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  type('hello\r');
  await sees('thinking');
  type(keys);
  await expect(terminal.ended).resolves.toBeUndefined();
});

test('Ctrl-D in the middle of a message ends the message, and then the talk', async () => {
  const { terminal, heard, type, sees } = await sit();
  type('one \\\r');
  await sees('…');
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
    expect(shown()).toContain('abcd\tover');
    // oxlint-disable-next-line no-control-regex -- escape sequences are the subject
    expect(shown()).not.toMatch(/\u001b\]0|\u0007|\u009b|\u0008/);
    await terminal.stop();
  });

  test('shows what comes unasked above what is being typed', async () => {
    const { terminal, type, until, sees, heard } = await sit();
    type('half a sen');
    await until('half a sen');
    await terminal.tell?.('Memory tonight: +1', 'digest:1', { buttons: [{ label: 'Undo', command: '/undo c1' }] });
    await until('Memory tonight: +1\u001b[2m (/undo c1)\u001b[0m\n');
    await sees('Memory tonight: +1 (/undo c1)\n───');
    await sees('> half a sen');
    type('tence\r');
    await until('heard 1');
    expect(heard).toEqual(['half a sentence']);
    await terminal.stop();
  });
});

describe('what was typed before', () => {
  const file = () => path.join(dir, 'terminal-history');

  test('comes back with the arrow key on another day, and other users can not read it', async () => {
    const first = await sit({ typed: await openInputHistory(file()) });
    first.type('the first\r');
    await first.until('heard 1');
    first.type('the second\r');
    await first.until('heard 2');
    await first.terminal.stop();
    await expect.poll(() => readFileSync(file(), 'utf8')).toBe('the first\nthe second\n');
    expect(statSync(file()).mode & 0o777).toBe(0o600);

    const second = await sit({ typed: await openInputHistory(file()) });
    second.type('\u001b[A\u001b[A\r');
    await second.until('heard 1');
    expect(second.heard).toEqual(['the first']);
    await second.terminal.stop();
    await expect.poll(() => readFileSync(file(), 'utf8')).toBe('the first\nthe second\nthe first\n');
  });

  test('in private is not kept', async () => {
    let isPrivate = false;
    const { terminal, type, until } = await sit({ typed: await openInputHistory(file()), isPrivate: () => isPrivate });
    type('in the open\r');
    await until('heard 1');
    type('/private\r');
    await until('heard 2');
    isPrivate = true;
    type('a secret\r');
    await until('heard 3');
    await expect.poll(() => readFileSync(file(), 'utf8')).toBe('in the open\n');
    await terminal.stop();
  });

  test('is kept within bounds, the newest', async () => {
    writeFileSync(file(), Array.from({ length: 3 * maxEntries }, (_, n) => `line ${n}\n`).join(''));
    const { entries: lines } = await openInputHistory(file());
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      maxEntries,
      `line ${3 * maxEntries - 1}`,
      `line ${2 * maxEntries}`,
    ]);
    expect(readFileSync(file(), 'utf8').split('\n')).toHaveLength(maxEntries + 1);
  });
});

// A disk that fails: what could not be flushed counts as unwritten, the process ends at once, and the next one goes on.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { program, spawnProgram } from '../support/daemon.ts';
import { lastUserText } from '../support/messages-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

const canTrace = (() => {
  try {
    execFileSync('strace', ['-f', '-e', 'trace=write', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

let home: TelegramHome;
afterEach(() => home.close());

const sessionFile = () =>
  path.join(
    home.state,
    'sessions',
    readdirSync(path.join(home.state, 'sessions')).find((name) => name.endsWith('.jsonl')) ?? '',
  );

describe.skipIf(!canTrace)('a disk that fails to flush (skipped where there is no strace)', () => {
  it.each([
    ['a session', sessionFile],
    ['the queue', () => path.join(home.state, 'queue.db-wal')],
  ])('of %s ends the process before anything follows from it, and the next one answers once', async (_, fileOf) => {
    home = await openTelegramHome(({ body }) => `You said: ${lastUserText(body).split('\n').at(-1)}`);
    const first = home.start();
    await first.ready();
    home.telegram.say(person, 'one');
    await home.telegram.until(() => home.read().length === 1, 'an answer');
    // Also the program's own checks of its files flush them: it fails from when it is up.
    const fails = spawnProgram(
      'strace',
      [
        '-f',
        '-p',
        String(first.process.pid),
        '-P',
        fileOf(),
        '-e',
        'trace=fdatasync,fsync',
        '-e',
        'inject=fdatasync,fsync:error=EIO',
        '-o',
        '/dev/null',
      ],
      home.folder,
    );
    await fails.until(({ stderr }) => stderr.includes('attached'), 'strace');
    home.telegram.say(person, 'two');
    const { code, stderr } = await first.finished;
    expect(code).toBe(1);
    expect(stderr).toContain('the disk failed to keep what was written');
    expect(home.read().filter((text) => text.includes('two'))).toEqual([]);

    const again = home.start();
    await again.ready();
    await home.telegram.until(
      () => home.read().some((text) => text.includes('two')) && home.telegram.unconfirmed() === 0,
      'the answer',
    );
    await again.kill('SIGTERM');
    expect(home.read()).toEqual(['You said: one', 'You said: two']);
    expect(home.sessionLines().filter((line) => line.type === 'turn')).toHaveLength(2);
    expect(home.model.refused()).toEqual([]);
  });
});

describe.skipIf(!canTrace)('a disk that fails at the start (skipped where there is no strace)', () => {
  it('of the configuration, the lock of the state folder or the queue: it ends with 1, so that it is started again, and not with the code for a wrong configuration', async () => {
    home = await openTelegramHome(() => 'Hello.');
    const startsAndStops = async (): Promise<void> => {
      const daemon = home.start();
      await daemon.ready();
      await daemon.kill('SIGTERM');
    };
    await startsAndStops();
    for (const [call, when, file] of [
      ['read', 1, 'config.toml'],
      ['openat', 1, 'state/telegram.lock'],
      ['openat', 1, 'state/queue.db'],
      // As SQLite opens it.
      ['openat', 2, 'state/queue.db'],
    ] as const) {
      const inject = [`trace=${call}`, `inject=${call}:error=EIO:when=${when}+`].flatMap((rule) => ['-e', rule]);
      const trace = ['-f', '-qq', '-P', path.join(home.folder, file), ...inject, '-o', '/dev/null'];
      const { code, stderr } = await spawnProgram('strace', [...trace, process.execPath, program, 'start'], home.folder)
        .finished;
      expect([file, code]).toEqual([file, 1]);
      expect(stderr).not.toBe('');
    }
    await startsAndStops();
  });

  it.each([
    ['ENOSPC', 1, 'just now'],
    ['EACCES', 78, 'permission denied'],
  ])('a folder that can not be made for %s ends it with %i and says why', async (reason, exit, words) => {
    home = await openTelegramHome(() => 'Hello.');
    home.configure(
      readFileSync(path.join(home.folder, 'config.toml'), 'utf8').replace(/$/, '\n[state]\ndir = "deep/er/state"\n'),
    );
    const trace = ['-f', '-qq', '-e', 'trace=mkdir', '-e', `inject=mkdir:error=${reason}`, '-o', '/dev/null'];
    const { code, stderr } = await spawnProgram('strace', [...trace, process.execPath, program, 'start'], home.folder)
      .finished;
    expect(code).toBe(exit);
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/ENOENT|\n\s+at /);
  });

  it('a queue that can not be opened until the operator changes something is a matter of configuration', async () => {
    home = await openTelegramHome(() => 'Hello.');
    mkdirSync(path.join(home.state, 'queue.db'), { recursive: true });
    const { code, stderr } = await home.run(['start']);
    expect(code).toBe(78);
    expect(stderr).toContain('is a folder, where a file of the program belongs');
    rmSync(path.join(home.state, 'queue.db'), { recursive: true });
  });
});

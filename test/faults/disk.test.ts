// A disk that fills and files that were damaged: nothing is confirmed that is not on disk, and the program goes on by itself.
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { openState } from '../../src/state/state.ts';
import { canUnshare, program, spawnProgram } from '../support/daemon.ts';
import { calls, lastToolResults, lastUserText } from '../support/messages-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

let home: TelegramHome;
afterEach(() => home.close());

const sessionFile = () => {
  const folder = path.join(home.state, 'sessions');
  return path.join(folder, readdirSync(folder).find((name) => name.endsWith('.jsonl')) ?? '');
};

async function tell(text: string): Promise<string> {
  const before = home.read().length;
  home.telegram.say(person, text);
  await home.telegram.until(() => home.read().length > before, `a reply to "${text}"`);
  return home.read().at(-1) ?? '';
}

describe.skipIf(!canUnshare())('a full disk (skipped where a user may not make a mount namespace)', () => {
  it.each(['state', 'memory'] as const)(
    'of the %s folder: no false success, and it goes on when there is room, without a restart',
    async (folder) => {
      home = await openTelegramHome(({ body }) => {
        const results = lastToolResults(body);
        if (results.length > 0) return results.some((result) => result.isError) ? 'That could not be saved.' : 'Noted.';
        const words = lastUserText(body);
        return words.includes('remember') ? [calls('remember', { text: words.split('\n').at(-1) })] : 'Hello.';
      });
      mkdirSync(home[folder], { recursive: true });
      const daemon = spawnProgram(
        'unshare',
        [
          '-Urm',
          'sh',
          '-c',
          `mount -t tmpfs -o size=2m,mode=700 none ${home[folder]} && exec "$0" "$@"`,
          process.execPath,
          program,
          'start',
        ],
        home.folder,
      );
      try {
        await daemon.ready();
        expect(await tell('hello')).toBe('Hello.');
        const inside = `/proc/${daemon.process.pid}/root${home[folder]}`;
        const filler = path.join(inside, 'filler');
        try {
          writeFileSync(filler, Buffer.alloc(3_000_000));
        } catch {
          // Full now.
        }
        home.telegram.say(person, 'remember that the key is under the pot');
        await new Promise((resolve) => setTimeout(resolve, 2500));
        expect(home.read().join('\n')).not.toContain('Saved');
        expect(home.read().join('\n')).not.toContain('Noted');
        rmSync(filler);
        await home.telegram.until(() => home.read().length >= 2, 'an answer when there is room');
        expect(await tell('remember that the dog is called Rex')).toContain(
          'Saved: remember that the dog is called Rex',
        );
        // The first answer may have been on its way when the disk filled, and none came twice.
        expect(home.read().filter((text) => text.includes('Hello.'))).toEqual(['Hello.']);
        expect(home.read()).toHaveLength(3);
        expect(home.model.refused()).toEqual([]);
      } finally {
        await daemon.kill('SIGKILL');
      }
    },
  );
});

describe('damaged files', () => {
  const echo = () => openTelegramHome(({ body }) => `You said: ${lastUserText(body).split('\n').at(-1)}`);

  it('a torn last line and a damaged line of a session are named, one without its first line is renamed whole, and the conversation goes on', async () => {
    home = await echo();
    let daemon = home.start();
    await daemon.ready();
    await tell('one');
    await tell('two');
    await daemon.kill('SIGTERM');
    const file = sessionFile();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const damaged = lines.map((line, index) => (index === 2 ? line.slice(0, 40) : line));
    writeFileSync(file, `${damaged.join('\n')}\n{"type":"message","id":"to`);
    daemon = home.start();
    await daemon.ready();
    expect(await tell('three')).toBe('You said: three');
    expect(daemon.stderr()).toContain(`${file}:3: damaged line skipped`);
    expect(daemon.stderr()).toContain(`${file}:${lines.length + 1}: torn last line dropped`);
    await daemon.kill('SIGTERM');
    const torn = readFileSync(file).subarray(30);
    writeFileSync(file, torn);
    daemon = home.start();
    await daemon.ready();
    expect(await tell('four')).toBe('You said: four');
    expect(readFileSync(`${file}.damaged`).equals(torn)).toBe(true);
    expect(daemon.stderr()).toContain('is renamed to');
    expect(home.model.refused()).toEqual([]);
  });

  it.each([
    ['garbage', Buffer.alloc(20_000, 'garbage '), 1],
    ['nothing', Buffer.alloc(0), 0],
  ])('an index and a queue of %s: it starts, says what it set aside, answers and finds', async (_, bytes, setAside) => {
    home = await openTelegramHome(({ body }) => {
      const results = lastToolResults(body);
      return results.length > 0 ? `Found: ${results[0]?.text}` : [calls('memory_search', { query: 'bakery' })];
    });
    mkdirSync(home.memory, { recursive: true });
    writeFileSync(path.join(home.memory, 'places.md'), '- the bakery opens at seven\n');
    let daemon = home.start();
    await daemon.ready();
    expect(await tell('when?')).toContain('opens at seven');
    await daemon.kill('SIGTERM');
    for (const name of ['index.db', 'queue.db']) {
      for (const suffix of ['-wal', '-shm']) rmSync(path.join(home.state, name + suffix), { force: true });
      writeFileSync(path.join(home.state, name), bytes);
    }
    daemon = home.start();
    await daemon.ready();
    if (setAside > 0)
      await home.telegram.until(
        () => home.read().some((text) => text.includes('My store of messages was damaged')),
        'a word about the queue',
      );
    expect(await tell('when again?')).toContain('opens at seven');
    expect(readdirSync(home.state).filter((name) => name.startsWith('queue.db.corrupt-'))).toHaveLength(setAside);
    expect(daemon.stderr().split('the state database was damaged and has been renamed')).toHaveLength(setAside + 1);
  });

  it('an index that is cut off or garbled in place, while it is open, is built again as soon as that is met; every answer is right meanwhile', async () => {
    const cutOff = (file: string): void => writeFileSync(file, 'hello');
    const garble = (file: string): void => {
      const handle = openSync(file, 'r+');
      for (let at = 4096; at < statSync(file).size; at += 4096)
        writeSync(handle, Buffer.alloc(4096, 'hello'), 0, 4096, at);
      closeSync(handle);
    };
    home = await openTelegramHome(() => 'Hello.');
    mkdirSync(home.memory, { recursive: true });
    // Larger than what SQLite keeps in memory.
    writeFileSync(
      path.join(home.memory, 'many.md'),
      Array.from(
        { length: 6_500 },
        (_, n) =>
          `- tea number ${n} of the kind ${(n * 7919).toString(36)} and ${(n * 104_729).toString(36).padEnd(820, 'x')}\n`,
      ).join(''),
    );
    expect((await home.run(['index'])).code).toBe(0);
    const daemon = home.start();
    await daemon.ready();
    expect(await tell('/memory galc')).toContain('tea number 96 ');
    const file = path.join(home.state, 'index.db');
    for (const [time, { spoil, animal }] of [
      { spoil: garble, animal: 'zebra' },
      { spoil: cutOff, animal: 'heron' },
    ].entries()) {
      spoil(file);
      expect(await tell('/memory galc')).toContain('tea number 96 ');
      writeFileSync(path.join(home.memory, `${animal}.md`), `- a ${animal} came\n`);
      expect(await tell(`/memory ${animal}`)).toContain(`a ${animal} came`);
      expect(await tell('/memory galc')).toContain('tea number 96 ');
      await daemon.until(
        ({ stderr }) => stderr.split('The index is damaged and is built again').length > time + 1,
        'the word about it',
      );
      await expect.poll(() => readFileSync(file).toString('latin1', 0, 15)).toBe('SQLite format 3');
      expect(await tell(`/memory ${animal}`)).toContain(`a ${animal} came`);
    }
    await daemon.kill('SIGTERM');
    const db = new Database(file, { readonly: true });
    expect(db.pragma('quick_check(1)', { simple: true })).toBe('ok');
    db.close();
  });

  it('a queue of a newer version is refused with a word to the operator, and left alone', async () => {
    home = await echo();
    mkdirSync(home.state, { mode: 0o700 });
    const file = path.join(home.state, 'queue.db');
    openState({ file, clock: systemClock, log: silentLog }).close();
    const db = new Database(file);
    db.pragma('user_version = 999');
    db.close();
    const { code, stderr } = await home.run(['start']);
    expect(code).toBe(78);
    expect(stderr).toContain('newer Scrubjay');
    const after = new Database(file);
    expect(after.pragma('user_version', { simple: true })).toBe(999);
    after.close();
  });
});

// Commands beside a service of another user, as root runs them. Skipped where the tests are not run by root.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { notedCredentials, noteCredentials } from '../../src/app/state/state-owner.ts';
import { openMessagesApi } from '../support/messages-api.ts';
import { type Home, createHome, spawnProgram, program } from '../support/daemon.ts';

const service = 65_534;
let home: Home;
let config: string;
beforeEach(() => {
  home = createHome();
  config = path.join(home.folder, 'etc', 'config.toml');
  mkdirSync(path.dirname(config));
  mkdirSync(home.state, { mode: 0o700 });
  mkdirSync(home.memory, { mode: 0o700 });
  writeFileSync(path.join(home.memory, 'tea.md'), '- tea is green\n');
  writeFileSync(
    config,
    `[memory]\ndir = "../memory"\nembedding = { model = "none" }\n[state]\ndir = "../state"\n[provider]\nprimary = "offline"\n`,
  );
  // The service's user must get there: through the folder of all tests' files, and this one.
  chmodSync(path.dirname(home.folder), 0o711);
  chmodSync(home.folder, 0o755);
});
afterEach(() => home.close());

const owners = (folder: string): Set<number> =>
  new Set(
    [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))].map(
      (file) => statSync(file).uid,
    ),
  );

const isRoot = process.getuid?.() === 0;
/** A checkout in root's own folder is closed to other users. */
const canRunAs = (user: number): boolean =>
  isRoot && spawnSync('setpriv', [`--reuid=${user}`, '--clear-groups', 'test', '-r', program]).status === 0;

describe.skipIf(!canRunAs(service))('a state that belongs to another user', () => {
  beforeEach(() => {
    for (const place of [home.state, home.memory, path.join(home.memory, 'tea.md')]) chownSync(place, service, service);
  });

  test('is used by root as its owner, so that every file stays the owner’s', async () => {
    const { code, stdout, stderr } = await home.run(['ask', 'remember that I like tea', '--config', config]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Saved: I like tea');
    expect(owners(home.state)).toEqual(new Set([service]));
    expect(owners(home.memory)).toEqual(new Set([service]));
  });

  test('answers without a MEMORY.md that its user may not read, and says so in one line', async () => {
    const closed = path.join(home.memory, 'MEMORY.md');
    writeFileSync(closed, '- the code is 4711\n', { mode: 0o600 });
    const model = await openMessagesApi(() => 'Green.');
    appendFileSync(config, `[provider.anthropic]\nbase_url = "${model.url}"\n`);
    writeFileSync(config, readFileSync(config, 'utf8').replace('primary = "offline"', ''));
    const { code, stdout } = await home.run(['ask', 'which tea?', '--config', config]);
    const found = await home.run(['search', 'tea', '--config', config]);
    await model.close();
    expect([code, stdout]).toEqual([0, 'Green.\n\nI answered without MEMORY.md: I may not read MEMORY.md.\n']);
    expect(JSON.stringify(model.requests[0]?.body)).not.toContain('4711');
    expect([found.code, found.stdout]).toEqual([0, expect.stringContaining('tea is green')]);
  });

  describe('holds a note and a folder that its user may not read', () => {
    const run = (...args: string[]) => home.run([...args, '--config', config]);
    beforeEach(() => {
      writeFileSync(path.join(home.memory, 'closed.md'), '- the boat is called Plover\n', { mode: 0o600 });
      mkdirSync(path.join(home.memory, 'attic'), { mode: 0o700 });
      writeFileSync(path.join(home.memory, 'attic', 'old.md'), '- the old boat was called Heron\n');
    });

    test('doctor names them by their paths in the memory folder, and says what to do', async () => {
      const { code, stdout } = await run('doctor');
      expect(code).toBe(1);
      expect(stdout).toMatch(/FAILED {3}note: I may not read closed\.md\. It is missing .* Give it to the user 65534/);
      expect(stdout).toMatch(/FAILED {3}note: I may not read attic\. It is missing/);
      expect(stdout).toMatch(/ok {7}index: 1 file/);
      expect(stdout).not.toContain('/proc/');
    });

    test('a backup is refused, and names both and what to do', async () => {
      const { code, stderr } = await run('backup', 'all.backup');
      expect(code).toBe(1);
      expect(stderr).toContain(
        `${path.join(home.memory, 'attic')}, ${path.join(home.memory, 'closed.md')}. Give them to the user 65534`,
      );
      // Root has become a user who may not take the new file away again.
      expect(stderr).toContain(`Delete ${path.join(home.folder, 'all.backup')} too, which is empty`);
    });

    test('an export holds the rest, lists what is missing, and has failed', async () => {
      mkdirSync(path.join(home.state, 'sessions'), { mode: 0o700 });
      const { code, stdout, stderr } = await run('export', 'all.tar.gz');
      expect([code, stdout]).toEqual([
        1,
        `1 note and 0 conversations -> ${path.join(home.folder, 'all.tar.gz')}\nLeft out: I may not read attic.\nLeft out: I may not read closed.md.\nLeft out: the conversations can't be read: EACCES: permission denied, scandir '${path.join(home.state, 'sessions')}'\n`,
      ]);
      expect(stderr).toContain('the copy is not whole: 3 things could not be read');
    });

    test('undo lists what it can and names the note, also where the change in it is to be taken back', async () => {
      const ask = async (text: string) => await run('ask', text);
      await ask('remember that I like tea');
      const [day = ''] = readdirSync(home.memory).filter((name) => /^\d/.test(name));
      chmodSync(path.join(home.memory, day), 0o000);
      const { code, stdout } = await ask('/undo list');
      expect([code, stdout.split('\n').slice(0, 2)]).toEqual([
        0,
        [expect.stringContaining('Saved: I like tea'), `I may not read ${day}.`],
      ]);
      expect((await ask('/undo')).stdout).toContain('Saved: I like tea');
      for (const words of ['/undo r1', 'remember that I like milk']) {
        const { stdout: told } = await ask(words);
        expect(told).toMatch(words.startsWith('/') ? `I may not read ${day}.` : `${day} may not be read`);
        expect(told).not.toContain('as root');
      }
    });

    test('status, check and the consolidation go on with the other notes, and name it', async () => {
      writeFileSync(path.join(home.memory, '2026-11-20.md'), '- Anna likes tea\n', { mode: 0o600 });
      writeFileSync(path.join(home.memory, '2026-11-21.md'), '- remember: Bob likes figs\n', { mode: 0o644 });
      const status = await run('status');
      expect([status.code, status.stdout]).toEqual([0, expect.stringContaining('I may not read 2026-11-20.md.')]);
      const check = await run('check');
      expect([check.code, check.stdout]).toEqual([
        0,
        expect.stringContaining('left out: I may not read 2026-11-20.md.'),
      ]);
      const night = await run('consolidate');
      expect([night.code, night.stdout]).toEqual([
        0,
        expect.stringContaining('left out: I may not read 2026-11-20.md.'),
      ]);
    });

    test('a chat that may not write a note says of which one', async () => {
      chmodSync(home.memory, 0o500);
      const { stdout } = await home.run(['start', '--config', config], { input: 'remember that I like tea\n' });
      expect(stdout).toMatch(
        new RegExp(`${home.memory}/\\d{4}-\\d\\d-\\d\\d\\.md: The user 65534 may not do that: run it as the owner`),
      );
      expect(stdout).not.toContain('/proc/');
    });
  });

  test('is refused to any other user, with what to run instead', async () => {
    const asDaemon = [
      '--reuid=1',
      '--regid=1',
      '--clear-groups',
      process.execPath,
      program,
      'status',
      '--config',
      config,
    ];
    const { code, stderr } = await spawnProgram('setpriv', asDaemon, home.folder).finished;
    expect(code).toBe(1);
    expect(stderr).toContain(`belongs to another user (${service})`);
    expect(stderr).toContain(`sudo -u '#${service}' scrubjay`);
  });
});

test('the service notes where its credentials are, and only systemd’s own folders are believed', async () => {
  await noteCredentials(home.state, '/run/credentials/scrubjay.service');
  expect(notedCredentials(home.state)).toBe('/run/credentials/scrubjay.service');
  for (const elsewhere of ['/root/.ssh', '/run/credentials/../../root', '/run/credentials/a/b'])
    await noteCredentials(home.state, elsewhere).then(() => expect(notedCredentials(home.state)).toBeUndefined());
});

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
import { notedCredentials, noteCredentials } from '../../src/app/state-owner.ts';
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

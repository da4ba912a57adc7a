// A home is moved: the old one is backed up and gone, the new one goes on from the file.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readBackup } from '../../src/app/backup.ts';
import { buildTar, parseTar } from '../../src/base/tar.ts';
import { type Home, createHome } from '../support/daemon.ts';

const toml = 'timezone = "UTC"\n[provider]\nprimary = "offline"\n[memory.embedding]\nmodel = "none"\n';
let old: Home;
let next: Home;
beforeEach(() => {
  old = createHome(toml);
  next = createHome(toml);
});
afterEach(async () => {
  await old.close();
  await next.close();
});

const ask = async (home: Home, text: string) => {
  const { stdout, stderr, code } = await home.run(['ask', text, '--json']);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as { reply: string; sessionId: string };
};

describe('a backup', () => {
  it('holds what a new machine needs: it goes on in the conversation, knows the notes, and can undo', async () => {
    const told = await ask(old, 'remember that I like tea');
    mkdirSync(path.join(old.memory, 'pictures'));
    writeFileSync(path.join(old.memory, 'pictures', 'a.png'), 'png');
    symlinkSync('/etc/passwd', path.join(old.memory, 'link.md'));
    const file = path.join(old.folder, 'moved.backup');
    const made = await old.run(['backup', file, '--json']);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(made.stdout)).toMatchObject({ encrypted: false, skipped: ['memory/link.md: not a file'] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await old.run(['backup', file])).stderr).toContain('is there already');

    const kept = path.join(next.folder, 'moved.backup');
    writeFileSync(kept, readFileSync(file));
    rmSync(old.folder, { recursive: true });
    const restored = await next.run(['restore', kept]);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(path.join(next.memory, 'pictures', 'a.png'), 'utf8')).toBe('png');
    expect(readdirSync(next.state).filter((name) => /lock|index|cache/.test(name))).toEqual([]);
    const answer = await ask(next, 'what do I like?');
    expect(answer).toMatchObject({ reply: expect.stringContaining('tea') as string, sessionId: told.sessionId });
    expect((await ask(next, '/undo list')).reply).toContain('I like tea');
    const again = await next.run(['restore', kept]);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('is not empty, and nothing is overwritten');
  });

  it('can be encrypted to an age recipient, and is read with its identity alone', async () => {
    mkdirSync(old.memory);
    writeFileSync(path.join(old.memory, 'tea.md'), '- tea is green\n');
    const identity = await generateX25519Identity();
    const file = path.join(old.folder, 'secret.age');
    const made = await old.run(['backup', file, '--encrypt', await identityToRecipient(identity)]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(file).includes('tea')).toBe(false);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    expect(
      readBackup(Buffer.from(await decrypter.decrypt(readFileSync(file)))).files.map(({ name }) => name),
    ).toContain('memory/tea.md');
    expect((await next.run(['restore', file])).stderr).toContain('--identity FILE');
    writeFileSync(path.join(next.folder, 'id.txt'), `# created\n${identity}\n`);
    expect((await next.run(['restore', file, '--identity', 'id.txt'])).code).toBe(0);
    expect(existsSync(path.join(next.memory, 'tea.md'))).toBe(true);
    expect((await old.run(['backup', 'x', '--encrypt', 'nobody'])).stderr).toContain('takes an age recipient');
  });

  it('is refused where a byte is changed, a file is missing or one would lie outside, and nothing is written', async () => {
    mkdirSync(old.memory);
    writeFileSync(path.join(old.memory, 'tea.md'), '- tea is green\n');
    expect((await old.run(['backup', 'whole'])).code).toBe(0);
    const whole = readFileSync(path.join(old.folder, 'whole'));
    const [manifest, ...files] = parseTar(gunzipSync(whole));
    if (!manifest) throw new Error('no manifest');
    const changed = files.map((file) => ({
      ...file,
      bytes: Buffer.from(String(file.bytes).replace('green', 'black')),
    }));
    const outside = files.map((file) => ({ ...file, name: file.name.replace('memory/tea.md', 'memory/../../tea.md') }));
    for (const bad of [
      gzipSync(buildTar([manifest, ...changed])),
      gzipSync(buildTar([manifest, ...files.slice(1)])),
      gzipSync(buildTar([manifest, ...outside])),
      whole.subarray(0, whole.length - 40),
      Buffer.from('no archive'),
    ])
      expect(() => readBackup(bad)).toThrow(/no whole backup of Scrubjay: .* Nothing was restored/s);
    writeFileSync(path.join(next.folder, 'cut'), whole.subarray(0, whole.length - 40));
    expect((await next.run(['restore', 'cut'])).code).toBe(1);
    expect(existsSync(next.memory)).toBe(false);
  });
});

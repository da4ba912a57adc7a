// A home is moved: the old one is backed up and gone, the new one goes on from the file.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { checkBackup } from '../../src/app/backup/restore.ts';
import { type ArchiveFile, buildTar, filesOfTar } from '../../src/base/files/tar.ts';
import { type Home, createHome } from '../support/daemon.ts';
import { runCommand } from '../support/run-command.ts';
import { openTelegramHome, person } from '../support/telegram-home.ts';

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

const check = (archive: Buffer) => checkBackup(() => Promise.resolve(Readable.from([archive])));
async function filesIn(archive: Buffer): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  for await (const { name, modified, bytes } of filesOfTar(Readable.from([gunzipSync(archive)]))) {
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    files.push({ name, modified, bytes: Buffer.concat(parts) });
  }
  return files;
}

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
    expect((await runCommand(['backup', file], old)).stderr).toContain('is there already');

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
    const again = await runCommand(['restore', kept], next);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('is not empty, and nothing is overwritten');
  });

  it('of names that no other program would give can be restored, and a file whose name is no text is named', async () => {
    const names = ['AC\\DC.md', '..\\x.md', 'a\nb.md', '-x.md', '…', `${'ä'.repeat(120)}.md`, '.hidden', 'path=1.md'];
    mkdirSync(old.memory);
    for (const name of names) writeFileSync(path.join(old.memory, name), name);
    writeFileSync(Buffer.concat([Buffer.from(`${old.memory}/gr`), Buffer.from([0xfc]), Buffer.from('n.md')]), 'x');
    const file = path.join(old.folder, 'odd.backup');
    const made = await runCommand(['backup', file, '--json'], old);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(made.stdout)).toMatchObject({
      notes: names.length,
      skipped: ['memory/gr\uFFFDn.md: rename it, as its name is not valid text'],
    });
    expect(await runCommand(['restore', file], next)).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(next.memory).toSorted()).toEqual(names.toSorted());
    for (const name of names) expect(readFileSync(path.join(next.memory, name), 'utf8')).toBe(name);
  });

  it('can be encrypted to an age recipient, and is read with its identity alone', async () => {
    mkdirSync(old.memory);
    writeFileSync(path.join(old.memory, 'tea.md'), '- tea is green\n');
    const identity = await generateX25519Identity();
    const file = path.join(old.folder, 'secret.age');
    const made = await runCommand(['backup', file, '--encrypt', await identityToRecipient(identity)], old);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(file).includes('tea')).toBe(false);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const archive = Buffer.from(await decrypter.decrypt(readFileSync(file)));
    expect(Object.keys((await check(archive)).files)).toContain('memory/tea.md');
    expect((await runCommand(['restore', file], next)).stderr).toContain('--identity FILE');
    writeFileSync(path.join(next.folder, 'id.txt'), `${identity.slice(0, -1)}\n`);
    const mistyped = await runCommand(['restore', file, '--identity', 'id.txt'], next);
    expect(mistyped.code).toBe(1);
    expect(mistyped.stderr).toMatch(/^scrubjay: \S+id\.txt holds an age identity that is mistyped or cut off\.\n$/);
    writeFileSync(path.join(next.folder, 'id.txt'), `# created\n${identity}\n`);
    expect((await runCommand(['restore', file, '--identity', 'id.txt'], next)).code).toBe(0);
    expect(existsSync(path.join(next.memory, 'tea.md'))).toBe(true);
    expect((await runCommand(['backup', 'x', '--encrypt', 'nobody'], old)).stderr).toContain('takes an age recipient');
  });

  it('is refused where a byte is changed, a file is missing or one would lie outside, and nothing is written', async () => {
    mkdirSync(old.memory);
    writeFileSync(path.join(old.memory, 'tea.md'), '- tea is green\n');
    expect((await runCommand(['backup', 'whole'], old)).code).toBe(0);
    const whole = readFileSync(path.join(old.folder, 'whole'));
    const files = await filesIn(whole);
    const manifest = files.pop();
    if (!manifest) throw new Error('no manifest');
    const changed = files.map((file) => ({
      ...file,
      bytes: Buffer.from(String(file.bytes).replace('green', 'black')),
    }));
    const outside = files.map((file) => ({ ...file, name: file.name.replace('memory/tea.md', 'memory/../../tea.md') }));
    for (const bad of [
      gzipSync(buildTar([...changed, manifest])),
      gzipSync(buildTar([...files.slice(1), manifest])),
      gzipSync(buildTar([...outside, manifest])),
      gzipSync(buildTar(files)),
      whole.subarray(0, whole.length - 40),
      Buffer.from('no archive'),
    ])
      await expect(check(bad)).rejects.toThrow(/no whole backup of Scrubjay: .* Nothing was restored/s);
    // As version 0.1.0 wrote it.
    expect((await check(gzipSync(buildTar([manifest, ...files])))).files).toHaveProperty(['memory/tea.md']);
    writeFileSync(path.join(next.folder, 'cut'), whole.subarray(0, whole.length - 40));
    expect((await runCommand(['restore', 'cut'], next)).code).toBe(1);
    expect(existsSync(next.memory)).toBe(false);
  });
});

test('an archive that is closed before its end is refused, and nothing waits for the rest', async () => {
  const closing = () =>
    Promise.resolve(
      new Readable({
        read() {
          this.destroy();
        },
      }),
    );
  await expect(checkBackup(closing)).rejects.toThrow('no whole backup');
});

describe('what `restore` says of the configuration of the old machine, in a home without one', () => {
  test.each([
    ['one that names no folders', toml, true],
    [
      'one that names folders of the old machine',
      `${toml}[memory]\ndir = "notes" # mine\n[state]\ndir = "data"\n`,
      true,
    ],
    ['one that writes them in one line', `memory = { dir = "notes", embedding = { model = "none" } }\n`, false],
  ])('leads to the restored memory when it is followed: %s', async (_, configuration, isEdited) => {
    const lines = isEdited ? configuration : `${configuration}provider = { primary = "offline" }\n`;
    old.configure(lines);
    await ask(old, 'remember that I like tea');
    await ask(old, 'note: the spare key is with Mr. Okafor');
    const file = path.join(next.folder, 'moved.backup');
    expect(await old.run(['backup', file])).toMatchObject({ code: 0 });
    rmSync(path.join(next.folder, 'config.toml'));
    const restored = await next.run(['restore', file]);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    const config = /configuration of the old machine is (\S+?)\. /u.exec(restored.stdout)?.[1] ?? '';
    const found = /or move it to (\S+),/u.exec(restored.stdout)?.[1] ?? '';
    if (!isEdited) {
      const dirs = [...restored.stdout.matchAll(/dir = ("[^"]+") under/gu)].map(([, dir]) => dir);
      writeFileSync(
        config,
        `memory.dir = ${dirs[0]}\nstate.dir = ${dirs[1]}\nprovider.primary = "offline"\nmemory.embedding.model = "none"\n`,
      );
    }
    expect(readFileSync(config, 'utf8').includes('# mine')).toBe(lines.includes('# mine'));
    const before = readdirSync(next.folder, { recursive: true }).filter((name) => String(name).endsWith('.md'));
    expect((await next.run(['search', 'spare key', '--config', config])).stdout).toContain('Okafor');
    mkdirSync(path.dirname(found), { recursive: true });
    renameSync(config, found);
    expect((await next.run(['search', 'spare key'])).stdout).toContain('Okafor');
    expect((await next.run(['ask', '/undo list'])).stdout).toContain('I like tea');
    expect(readdirSync(next.folder, { recursive: true }).filter((name) => String(name).endsWith('.md'))).toEqual(
      before,
    );
  });
});

describe('a household that moves while its bot runs', () => {
  it('fires its reminders, can undo, keeps the forgotten away and says nothing twice', async () => {
    const home = await openTelegramHome(() => ({ content: [] }), '[provider]\nprimary = "offline"');
    const { telegram } = home;
    const moved = createHome(readFileSync(path.join(home.folder, 'config.toml'), 'utf8'));
    try {
      const daemon = home.startAt('2026-11-22T09:00:00Z');
      await daemon.ready();
      for (const [words, answer] of [
        ['remember that I like tea', 'Saved: I like tea'],
        ['remind me today at 10:00 to call Anna', 'call Anna'],
        ['remember that the shed opens with oak-leaf', 'Saved: the shed'],
        ['/forget oak-leaf', 'would go'],
        ['/forget yes f1', 'Forgotten'],
      ] as const) {
        telegram.say(person, words);
        await telegram.until(() => telegram.texts(person).some((text) => text.includes(answer)), answer);
      }
      const identity = await generateX25519Identity();
      const file = path.join(moved.folder, 'home.age');
      const recipient = await identityToRecipient(identity);
      expect(await home.run(['backup', file, '--encrypt', recipient])).toMatchObject({ code: 0 });
      await daemon.kill('SIGKILL');
      rmSync(home.folder, { recursive: true });
      writeFileSync(path.join(moved.folder, 'id.txt'), identity);
      const before = telegram.texts(person);
      expect(await moved.run(['restore', file, '--identity', 'id.txt'])).toMatchObject({ code: 0, stderr: '' });
      await moved.startAt('2026-11-22T10:05:00Z').ready();
      await telegram.until(() => telegram.texts(person).length > before.length, 'the reminder');
      telegram.say(person, '/undo r1');
      await telegram.until(() => telegram.texts(person).some((text) => text.startsWith('Undone')), 'the undo');
      const [reminder, ...others] = telegram.texts(person).slice(before.length);
      expect(reminder).toContain('call Anna');
      expect(others).toHaveLength(1);
      expect(moved.filesHolding('oak-leaf')).toEqual([]);
    } finally {
      await moved.close();
      await home.close();
    }
  });
});

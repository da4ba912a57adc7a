import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHome, type Home } from '../support/daemon.ts';
import { runCommand } from '../support/run-command.ts';

let home: Home;
const secret = 'a-configured-secret-1234';
beforeEach(() => {
  home = createHome(
    `timezone = "UTC"\n[provider]\nprimary = "offline"\n[provider.openai]\napi_key = "${secret}"\n[memory.embedding]\nmodel = "none"\n`,
  );
  mkdirSync(path.join(home.memory, 'projects'), { recursive: true });
  writeFileSync(
    path.join(home.memory, 'MEMORY.md'),
    `# Memory\n\n- The boat is called Plover\n- My key is ${secret}\n`,
  );
  writeFileSync(
    path.join(home.memory, 'projects', `a very long name ${'ü'.repeat(60)}.md`),
    Buffer.concat([Buffer.from('\uFEFFkept\r\n'), Buffer.from([0xe4])]),
  );
});
afterEach(() => home.close());

/** Paths below a folder with what is in them. */
const contents = (folder: string): Record<string, Buffer> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), readFileSync(file)]),
  );

describe('export', () => {
  it('copies notes as they are and conversations as Markdown, without secrets, and overwrites nothing', async () => {
    await home.run(['start'], {
      input: 'remember that Anna is allergic to hazelnuts\nwho is allergic?\nmy alarm PIN is 4711\n',
    });
    const { code, stdout } = await home.run(['export', 'copy']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^3 notes and 1 conversation -> .*copy\n1 of the notes held a key or a token/);
    const files = contents(path.join(home.folder, 'copy'));
    expect(files['memory/MEMORY.md']?.toString()).toBe(
      '# Memory\n\n- The boat is called Plover\n- My key is [redacted]\n',
    );
    const long = Object.keys(files).find((name) => name.includes('very long')) ?? '';
    expect(files[long]).toEqual(readFileSync(path.join(home.folder, long)));
    const [, talk] = Object.entries(files).find(([name]) => /^sessions\/\d{4}-\d\d-\d\d-.*\.md$/.test(name)) ?? [];
    expect(talk?.toString()).toMatch(
      /\*\*You\*\*, [\d: -]+\n\nremember that Anna is allergic to hazelnuts\n\n\*\*Scrubjay\*\*[\s\S]*called remember[\s\S]*Saved: Anna[\s\S]*who is allergic\?/,
    );
    // As the help says: what only the person knows for a secret stays in what they wrote.
    expect(talk?.toString()).toContain('my alarm PIN is 4711');
    expect((await home.run(['export', '--help'])).stdout).toMatch(/passwords, PINs and codes[^.]*are in the copy/);
    expect(talk?.toString()).not.toContain('<context>');
    expect(JSON.stringify(Object.values(files).map(String))).not.toContain(secret);
    expect(statSync(path.join(home.folder, 'copy', 'memory', 'MEMORY.md')).mode & 0o077).toBe(0);

    const again = await runCommand(['export', 'copy'], home);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') as string });
  });

  it('makes one archive that tar reads', async () => {
    const { code, stdout } = await runCommand(['export', 'all.tar.gz', '--json'], home);
    expect({ code, report: JSON.parse(stdout) as object }).toMatchObject({
      code: 0,
      report: { notes: 2, sessions: 0, redacted: 1, skipped: [] },
    });
    const archive = path.join(home.folder, 'all.tar.gz');
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    mkdirSync(path.join(home.folder, 'unpacked'));
    execFileSync('tar', ['xzf', archive, '-C', path.join(home.folder, 'unpacked')]);
    const files = contents(path.join(home.folder, 'unpacked'));
    const long = Object.keys(files).find((name) => name.includes('very long')) ?? '';
    expect(files[long]).toEqual(readFileSync(path.join(home.folder, long)));
    expect(Object.keys(files)).toHaveLength(2);
    expect((await runCommand(['export', 'all.tar.gz'], home)).stderr).toContain('is there already');
  });

  it.each(['copy', 'copy.tar.gz'])('is brought back by import, once: %s', async (target) => {
    for (const name of ['boat.jpg', 'plan.canvas', '.hidden.txt']) writeFileSync(path.join(home.memory, name), 'x');
    await home.run(['start'], { input: 'remember that Anna is allergic to hazelnuts\nwho is allergic?\n' });
    const exported = await home.run(['export', target]);
    expect(exported.stdout).toContain('Left out: 2 files beside the notes: boat.jpg, plan.canvas\n');
    expect(exported.code).toBe(0);
    const before = contents(home.memory);
    const other = createHome('timezone = "UTC"\n[provider]\nprimary = "offline"\n[memory.embedding]\nmodel = "none"\n');
    try {
      mkdirSync(other.memory, { recursive: true });
      writeFileSync(path.join(other.memory, 'MEMORY.md'), '# Memory\n\n- mine\n');
      const given = path.join(home.folder, target);
      const { stdout } = await other.run(['import', given]);
      expect(stdout).toContain('Added 4 notes and files of an export of Scrubjay');
      const after = contents(other.memory);
      const days = Object.keys(before).filter((name) => name.endsWith('.md') && name !== 'MEMORY.md');
      expect(days).toHaveLength(2);
      for (const name of days) expect(after[name]).toEqual(before[name]);
      expect(after['MEMORY.md']?.toString()).toBe('# Memory\n\n- mine\n');
      expect(after['MEMORY (2).md']?.toString()).toContain('Plover');
      const [talk = ''] = Object.keys(after).filter((name) => name.startsWith('imported/'));
      expect(after[talk]?.toString()).toMatch(
        /A conversation with Scrubjay, .* imported[\s\S]*\*\*You\*\*, [\d: -]+\n\nremember that Anna[\s\S]*\*\*Scrubjay\*\*, [\d: -]+\n\n> /,
      );
      expect((await other.run(['import', given])).stdout).toContain('Added 0 notes and files');
      expect(contents(other.memory)).toEqual(after);
    } finally {
      await other.close();
    }
  });
});

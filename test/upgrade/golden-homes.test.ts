// Homes that earlier versions made, opened by this one. scripts/make-golden-home.js says how they came about.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { schemaVersion } from '../../src/state/schema.ts';
import { createHome, type Home } from '../support/daemon.ts';
import { runCommand } from '../support/run-command.ts';

let home: Home;
beforeEach(() => {
  home = createHome();
});
afterEach(() => home.close());

const goldenHomes = readdirSync(import.meta.dirname).flatMap((name) => {
  const schema = /^schema-(\d+)\.tar\.gz$/.exec(name)?.[1];
  return schema === undefined ? [] : [{ name, schema: Number(schema) }];
});
const unpack = (name: string): void =>
  void execFileSync('tar', ['-xzf', path.join(import.meta.dirname, name), '-C', home.folder]);

/** A digest of every file of the state, by its name; without the index, which each version makes anew. */
const stateFiles = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(home.state, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .filter((name) => statSync(path.join(home.state, name)).isFile() && !/-wal$|-shm$|^index\.db/.test(name))
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(path.join(home.state, name)))
          .digest('hex'),
      ]),
  );
/** The tables of a database of the state, as they were made. */
const tablesIn = (file: string): unknown[] => {
  const db = new Database(path.join(home.state, file), { readonly: true });
  const tables = db.prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name').all();
  db.close();
  return tables;
};
const setSchema = (schema: number): void => {
  const db = new Database(path.join(home.state, 'queue.db'));
  db.pragma(`user_version = ${schema}`);
  db.close();
};

describe.each(goldenHomes)('a home of schema $schema', ({ name, schema }) => {
  it('goes on: memory is found, the reminder is there, the conversation continues, undo works, the forgotten stays gone', async () => {
    unpack(name);
    const [transcript = ''] = readdirSync(path.join(home.state, 'sessions'));
    const before = readFileSync(path.join(home.state, 'sessions', transcript), 'utf8');
    const tablesBefore = tablesIn('queue.db');
    const daemon = home.startAt('2026-11-22T17:30:00Z');
    daemon.process.stdin?.end(
      ['what do I know about Anna?', '/reminders', '/undo r3', 'what opens the shed?', ''].join('\n'),
    );
    const { code, stdout } = await daemon.finished;
    expect(code).toBe(0);
    expect(stdout).toContain('Anna is allergic to hazelnuts (2026-11-22.md#L3)');
    expect(stdout).toContain('2096-05-04 09:00 (UTC): call Anna');
    expect(readFileSync(path.join(home.memory, '2026-11-22.md'), 'utf8')).not.toContain('Minka');
    expect(readdirSync(path.join(home.state, 'sessions'))).toEqual([transcript]);
    const after = readFileSync(path.join(home.state, 'sessions', transcript), 'utf8');
    expect(after.startsWith(before)).toBe(true);
    expect(after.length).toBeGreaterThan(before.length);
    expect(home.filesHolding('oak-leaf')).toEqual([]);
    const copies = readdirSync(home.state).filter((file) => file.startsWith('queue.db.schema-'));
    expect(copies).toEqual(schema < schemaVersion ? [`queue.db.schema-${schema}`] : []);
    for (const copy of copies) expect(tablesIn(copy)).toEqual(tablesBefore);
  });
});

describe('a downgrade', () => {
  const [oldest] = goldenHomes.toSorted((a, b) => a.schema - b.schema);

  it('is refused with what to do, and leaves every file of the state as it was', async () => {
    unpack(oldest?.name ?? '');
    setSchema(schemaVersion + 1);
    const before = stateFiles();
    for (const run of [
      () => home.run(['start']),
      () => runCommand(['status'], home),
      () => home.run(['ask', 'what do I know about Anna?']),
    ]) {
      const { code, stderr } = await run();
      expect(code).toBe(78);
      expect(stderr).toContain('was written by a newer Scrubjay');
      expect(stderr).toContain('restore a backup that this version made: scrubjay restore FILE');
    }
    const { ['daemon.json']: _noted, ...after } = stateFiles();
    expect(after).toMatchObject(before);
  });

  it('goes back to the copy that the upgrade kept, by the command that the refusal names', async () => {
    unpack(oldest?.name ?? '');
    expect((await home.run(['ask', '/reminders'])).stdout).toBe('No reminders are set.\n');
    renameSync(
      path.join(home.state, `queue.db.schema-${oldest?.schema}`),
      path.join(home.state, `queue.db.schema-${schemaVersion}`),
    );
    setSchema(schemaVersion + 1);
    const { stderr } = await runCommand(['status'], home);
    const command = /mv '[^']+' '[^']+'/.exec(stderr)?.[0] ?? '';
    execFileSync('sh', ['-c', command]);
    const { code, stdout } = await home.run(['ask', '/undo list']);
    expect(code).toBe(0);
    expect(stdout).toContain('the cat is called Minka');
  });
});

import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '../../src/base/time/clock.ts';
import type { Tool } from '../../src/agent/tool.ts';
import { messageOf } from '../../src/base/errors.ts';
import { createVault } from '../../src/memory/vault.ts';
import { createWriter } from '../../src/memory/write/writer.ts';
import { createEditMemoryTool } from '../../src/tools/edit-memory.ts';
import { createForgetTool } from '../../src/features/forget/tool.ts';
import { createMemoryGet } from '../../src/tools/memory-get.ts';
import type { Recorder } from '../../src/tools/receipt.ts';
import { createRememberTool } from '../../src/tools/remember.ts';
import { english } from '../../src/assistant/phrases/english.ts';
import { silentLog } from '../../src/base/log.ts';
import { loadTombstones } from '../../src/memory/tombstones.ts';
import { type State, openState } from '../../src/state/state.ts';
import { forgettingOfNotes } from '../support/forgetting.ts';
import { propertyRuns } from '../support/property-runs.ts';

const secret = 'the password is hunter2';

let base: string;
let dir: string;
/** Runs between the reading of a note and the writing of it. */
let beforeWrite: () => void;
let state: State;
let stateDir: string;
let tools: Record<'get' | 'edit' | 'forget' | 'remember', Tool>;

/** Everything beside the vault, with what is in it. */
function outside(): Record<string, string> {
  const files = readdirSync(base, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !`${entry.parentPath}/`.startsWith(`${dir}/`) && !entry.parentPath.includes('/aside'),
  );
  return Object.fromEntries(
    files.map((entry) => [
      path.join(entry.parentPath, entry.name),
      readFileSync(path.join(entry.parentPath, entry.name), 'utf8'),
    ]),
  );
}

beforeEach(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'gate-'));
  stateDir = mkdtempSync(path.join(tmpdir(), 'gate-state-'));
  dir = path.join(base, 'memory');
  mkdirSync(path.join(dir, 'people'), { recursive: true });
  mkdirSync(path.join(base, 'memory-other'));
  for (const name of ['secret.md', 'MEMORY.md', 'memory-other/secret.md', 'memory-other/anna.md', '2026-11-20.md'])
    writeFileSync(path.join(base, name), `${secret}\n`);
  writeFileSync(path.join(dir, 'MEMORY.md'), '# Memory\n\n- likes tea\n');
  writeFileSync(path.join(dir, 'people/anna.md'), '- likes tea\n');
  symlinkSync(path.join(base, 'secret.md'), path.join(dir, 'link.md'));
  symlinkSync(path.join(base, 'memory-other'), path.join(dir, 'folder'));
  symlinkSync(base, path.join(dir, 'up'));
  beforeWrite = () => undefined;
  const vault = createVault(dir);
  const writer = createWriter({ vault });
  const record: Recorder = async (_verb, write) => ({
    text: JSON.stringify(await write(async () => beforeWrite())),
    receipts: [],
  });
  const clock = createClock({ now: () => new Date('2026-11-20T10:00:00Z'), sleep: async () => undefined });
  state = openState({ file: path.join(stateDir, 'queue.db'), clock, log: silentLog });
  tools = {
    get: createMemoryGet((key, range) => vault.get(key, range)),
    edit: createEditMemoryTool({ writer, record, clock, timezone: () => 'UTC' }),
    forget: createForgetTool({
      forgetting: forgettingOfNotes({
        vault,
        // As a write with a record: the folder is swapped between the reading and the writing.
        writer: {
          ...writer,
          removeEach: (notePath, text) => writer.removeEach(notePath, text, async () => beforeWrite()),
        },
        state,
        stateDir,
        tombstones: await loadTombstones(path.join(stateDir, 'tombstones.json')),
      }),
      conversation: 'c',
      phrases: () => Promise.resolve(english),
    }),
    remember: createRememberTool({ writer, record, clock, timezone: () => 'UTC' }),
  };
});
afterEach(() => {
  state.close();
  rmSync(base, { recursive: true, force: true });
  rmSync(stateDir, { recursive: true, force: true });
});

const run = async (tool: Tool, input: unknown): Promise<string> =>
  await tool
    .execute(input, { toolUseId: 't', signal: new AbortController().signal })
    .then(({ text }) => text, messageOf);

const part = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '',
    'memory',
    'memory-other',
    'people',
    'folder',
    'up',
    'link.md',
    'secret.md',
    'SECRET.MD',
    'MEMORY.md',
    'Memory.MD',
    'anna.md',
    '2026-11-20',
    '2026-11-20.md',
  ),
  fc.constantFrom(
    '\0',
    'a\0.md',
    '．．',
    '․․',
    '‥',
    '%2e%2e',
    '..;',
    '...',
    'secret.md.',
    'secret.md ',
    ' secret.md',
    'secret.md\n',
    '~',
    'C:',
    'con',
    '-',
    '*',
  ),
  fc.string({ maxLength: 4 }),
);
const anyPath = fc
  .tuple(
    fc.array(part, { maxLength: 6 }),
    fc.constantFrom('/', '\\', '／', '∕', '//', ''),
    fc.constantFrom('', '', '/', 'file://', 'memory/'),
    fc.boolean(),
  )
  .map(([parts, slash, lead, isAbsolute]) => lead + (isAbsolute ? `${base}${slash}` : '') + parts.join(slash));

test('no path that a model can think of reads or changes a byte outside the memory folder', async () => {
  const before = outside();
  await fc.assert(
    fc.asyncProperty(anyPath, fc.constantFrom(secret, 'the password', 'likes tea', 'x'), async (where, text) => {
      const said = [
        await run(tools.get, { key: where }),
        await run(tools.edit, { path: where, old_text: text, new_text: 'changed' }),
        await run(tools.edit, { path: where, old_text: 'changed', new_text: text }),
        await run(tools.forget, { path: where, text: 'the password' }),
        await run(tools.remember, { text: 'likes milk', where }),
      ];
      expect(said.join('\n')).not.toContain('hunter2');
      expect(outside()).toEqual(before);
    }),
    { numRuns: propertyRuns(120) },
  );
});

test.each(['edit', 'forget'] as const)(
  'a link put in the place of the folder in the middle of a write is not followed: %s',
  async (name) => {
    const before = outside();
    const [folder, aside] = [path.join(dir, 'people'), path.join(base, 'aside')];
    beforeWrite = () => {
      renameSync(folder, aside);
      symlinkSync(path.join(base, 'memory-other'), folder);
    };
    const said = await run(tools[name], {
      path: 'people/anna.md',
      old_text: 'likes tea',
      new_text: 'likes milk',
      text: 'tea',
    });
    expect(outside()).toEqual(before);
    // The folder that was moved away is outside now: it is not written either, and the model is told.
    expect(said).toContain(
      name === 'edit'
        ? 'The folder of people/anna.md was moved meanwhile. Nothing was written; try again.'
        : 'Forgotten. No note could be changed;',
    );
    expect(readFileSync(path.join(aside, 'anna.md'), 'utf8')).toBe('- likes tea\n');
  },
);

describe('while a folder is swapped for a link, and back, again and again', () => {
  test('nothing is read from behind the link, nor written there', async () => {
    const before = outside();
    const [folder, aside] = [path.join(dir, 'people'), path.join(base, 'aside')];
    const stop = new AbortController();
    const swaps = (async () => {
      for (let n = 0; !stop.signal.aborted; n += 1) {
        // A pause of every length, so that the swap meets each step of a write.
        await new Promise((resolve) => setTimeout(resolve, n % 12));
        await rename(folder, aside);
        // A tool may have made the folder anew meanwhile, which is its right: that one goes.
        await symlink(path.join(base, 'memory-other'), folder).catch(() => undefined);
        do await rm(folder, { recursive: true, force: true });
        while (
          !(await rename(aside, folder).then(
            () => true,
            () => false,
          ))
        );
      }
    })();
    let changed = 0;
    for (let n = 0; n < 300; n += 1) {
      const said = await run(tools.edit, {
        path: 'people/anna.md',
        old_text: n % 2 === 0 ? 'likes tea' : secret,
        new_text: n % 2 === 0 ? 'likes milk' : 'changed',
      });
      if (said.startsWith('{')) changed += 1;
      await run(tools.edit, { path: 'people/anna.md', old_text: 'likes milk', new_text: 'likes tea' });
      expect(await run(tools.get, { key: 'people/anna.md' })).not.toContain('hunter2');
    }
    stop.abort();
    await swaps;
    expect(changed).toBeGreaterThan(0);
    expect(outside()).toEqual(before);
  });
});

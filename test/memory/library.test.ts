// The memory as another program uses it: the example of docs/library.md as it stands there, and the same answers as the product's own.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { openEmbedder } from '../../src/memory/embed/open.ts';
import { openVault } from '../../src/memory/library.ts';
import { kinds } from '../eval/kinds-set.ts';
import { openPlainMemory } from '../support/plain-memory.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

test.concurrent('the example of docs/library.md has some twenty lines and does what it says', async () => {
  const page = await readFile(path.join(root, 'docs/library.md'), 'utf8');
  const [, example = ''] = /```ts\n([^`]*'scrubjay\/memory'[\s\S]*?)```/.exec(page) ?? [];
  expect(example.trim().split('\n').length).toBeLessThanOrEqual(20);
  const folder = await mkdtemp(path.join(tmpdir(), 'library-example-'));
  const library = pathToFileURL(path.join(root, 'dist/memory/library.js')).href;
  await writeFile(path.join(folder, 'example.mjs'), example.replace('scrubjay/memory', library));
  const said = (await run(process.execPath, ['example.mjs'], { cwd: folder })).stdout;
  expect(said).toMatch(/^saved in line \d+ of \d{4}-\d{2}-\d{2}\.md\n/);
  expect(said).toMatch(/\.md:\d+ \(0\.\d\d\) .*Anna is allergic to hazelnuts\n/);
  expect(said).toContain('Anna is allergic to hazelnuts and walnuts');
});

test.concurrent('the library answers as the product does, with several queries too', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'library-'));
  const [dir, stateDir] = [path.join(folder, 'notes'), path.join(folder, 'state')];
  await mkdir(dir);
  const { notes, questions } = kinds['lines that have nothing to do with each other'] ?? { notes: {}, questions: [] };
  for (const [name, lines] of Object.entries(notes)) await writeFile(path.join(dir, name), `${lines.join('\n')}\n`);
  const vault = await openVault({ dir, stateDir, timezone: 'UTC' });
  const memory = await openPlainMemory({
    dir,
    indexFile: path.join(folder, 'index.db'),
    embedder: openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir: path.join(stateDir, 'cache'), log: silentLog }),
    closesEmbedder: true,
  });
  try {
    await vault.index();
    await memory.index();
    for (const [question] of questions.slice(0, 6))
      for (const queries of [[], ['boat to England']])
        expect(await vault.search(question, { queries })).toEqual((await memory.search(question, { queries })).results);
  } finally {
    await vault.close();
    await memory.close();
  }
});

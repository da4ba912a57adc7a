// The published entries as another project meets them: a packed tarball in its node_modules, its types checked by the compiler, its
// code run by Node.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
let project: string;

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), 'consumer-'));
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], {
      cwd: root,
      encoding: 'utf8',
    }),
  ) as [{ filename: string }];
  const modules = path.join(project, 'node_modules');
  mkdirSync(path.join(modules, 'scrubjay'), { recursive: true });
  execFileSync('tar', [
    '-xzf',
    path.join(project, filename),
    '-C',
    path.join(modules, 'scrubjay'),
    '--strip-components=1',
  ]);
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
  compile({
    memory: example('## `scrubjay/memory`')
      .replace("dir: 'notes'", "dir: 'notes', model: 'none'")
      .replace('What must I not cook for', 'hazelnuts'),
    history: `${example('## `scrubjay/history`')}console.log(JSON.stringify(messages.map((message) => message.role)));`,
  });
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Checks the programs against the published types, all at once: the compiler takes seconds to start. */
function compile(programs: Readonly<Record<string, string>>): void {
  for (const [name, program] of Object.entries(programs)) writeFileSync(path.join(project, `${name}.ts`), program);
  const options = [
    '--strict',
    '--noUncheckedIndexedAccess',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2023',
  ];
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const files = Object.keys(programs).map((name) => `${name}.ts`);
  execFileSync(process.execPath, [compiler, ...options, '--types', 'node', ...files], { cwd: project, stdio: 'pipe' });
}

const run = (name: string): string =>
  execFileSync(process.execPath, [`${name}.js`], { cwd: project, encoding: 'utf8' });

/** The first program in a page of the documentation under a heading. */
function example(heading: string): string {
  const page = readFileSync(path.join(root, 'docs/library.md'), 'utf8');
  return /```ts\n([\s\S]*?)```/.exec(page.slice(page.indexOf(heading)))?.[1] ?? '';
}

describe('the packed library', () => {
  it('opens a vault, searches and writes, as its documentation shows', () => {
    const printed = run('memory');
    expect(printed).toMatch(/^saved in line 3 of \d{4}-\d\d-\d\d\.md\n/);
    expect(printed).toMatch(/\.md:3 \(\d\.\d\d\) .*Anna is allergic to hazelnuts/);
    expect(printed).toMatch(/- \d\d:\d\d Anna is allergic to hazelnuts and walnuts\n/);
  });

  it('rebuilds a history from stored tool calls, as its documentation shows', () => {
    expect(JSON.parse(run('history'))).toEqual(expect.arrayContaining(['user', 'assistant']));
  });

  it('publishes only the types that its entries reach, of which the memory needs no other package', () => {
    const folder = path.join(project, 'node_modules/scrubjay/dist');
    const types = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
    const packagesOf = (name: string): string[] =>
      [...readFileSync(path.join(folder, name), 'utf8').matchAll(/from '([^'.][^']*)'/g)].map(([, from = '']) => from);
    expect(packagesOf('memory/library.d.ts')).toEqual([]);
    expect([...new Set(types.flatMap(packagesOf))].toSorted()).toEqual([
      '@anthropic-ai/sdk',
      '@google/genai',
      'openai',
    ]);
  });
});

// What each command loads: no package that it does not use. A package that turns up here costs every call its time.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, createHome } from '../support/daemon.ts';

let home: Home;
beforeEach(() => {
  home = createHome('[memory.embedding]\nmodel = "none"\n[provider]\nprimary = "offline"\n');
  mkdirSync(home.memory);
  writeFileSync(path.join(home.memory, 'a.md'), '- tea is green\n');
});
afterEach(() => home.close());

/** The packages that were imported from our own files, sorted. */
async function packagesOf(args: readonly string[], input = ''): Promise<string[]> {
  const list = path.join(home.folder, 'loaded.txt');
  const hook = path.join(home.folder, 'hook.mjs');
  const source = `import { appendFileSync } from 'node:fs';
export async function resolve(name, context, next) {
  if (context.parentURL?.includes('/dist/') && !context.parentURL.includes('/node_modules/') && !/^(?:[./]|node:|file:|data:)/.test(name))
    appendFileSync(${JSON.stringify(list)}, name + '\\n');
  return next(name, context);
}`;
  writeFileSync(
    hook,
    `import { register } from 'node:module';\nregister('data:text/javascript,' + encodeURIComponent(${JSON.stringify(source)}));\n`,
  );
  writeFileSync(list, '');
  const { code, stderr } = await home.run(args, { input, env: { NODE_OPTIONS: `--import ${hook}` } });
  expect([code, stderr.includes('"level":"error"')]).toEqual([0, false]);
  const names = readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .filter((name) => name !== '');
  return [
    ...new Set(
      names.map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
    ),
  ].toSorted();
}

const heavy = [
  'grammy',
  'openai',
  '@anthropic-ai/sdk',
  '@google/genai',
  '@modelcontextprotocol/server',
  '@xenova/transformers',
  'onnxruntime-node',
  'age-encryption',
  '@clack/prompts',
];

test('--version and --help load no package at all', async () => {
  expect(await packagesOf(['--version'])).toEqual([]);
  expect(await packagesOf(['--help'])).toEqual([]);
});

test('search beside a daemon loads what the configuration needs, and neither the index nor its database', async () => {
  const daemon = home.start({ args: ['start'] });
  await daemon.ready();
  const loaded = await packagesOf(['search', 'tea']);
  expect(loaded).toContain('zod');
  expect(
    loaded.filter((name) => [...heavy, 'better-sqlite3', 'sqlite-vec', 'chokidar', 'marked'].includes(name)),
  ).toEqual([]);
  await daemon.kill('SIGKILL');
});

test('search and start load no model’s library, no messenger and no prompts until they are used', async () => {
  expect((await packagesOf(['search', 'tea'])).filter((name) => heavy.includes(name))).toEqual([]);
  expect((await packagesOf(['start'], 'what is green?\n')).filter((name) => heavy.includes(name))).toEqual([]);
});

// What each command loads: no package that it does not use. A package that turns up here costs every call its time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFrames, writeFrame } from '../../src/memory/embed/frames.ts';
import { channelFd } from '../../src/memory/embed/protocol.ts';
import { type Home, createHome } from '../support/daemon.ts';

let home: Home;
beforeEach(() => {
  home = createHome('[memory.embedding]\nmodel = "none"\n[provider]\nprimary = "offline"\n');
  mkdirSync(home.memory);
  writeFileSync(path.join(home.memory, 'a.md'), '- tea is green\n');
});
afterEach(() => home.close());

/** The packages that a command loads, built into the program or beside it, sorted. */
const packagesOf = async (args: readonly string[], input = ''): Promise<string[]> =>
  await packagesLoaded(async (env) => {
    const { code, stderr } = await home.run(args, { input, env });
    expect([code, stderr.includes('"level":"error"')]).toEqual([0, false]);
  });

/** @param run a program of Node.js, with this environment, to its end */
async function packagesLoaded(run: (env: Record<string, string>) => Promise<void>): Promise<string[]> {
  const list = path.join(home.folder, 'loaded.txt');
  const hook = path.join(home.folder, 'hook.mjs');
  const source = `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(${JSON.stringify(list)}, url + '\\n');
  return next(url, context);
}`;
  // The loader sees the modules of ECMAScript only; Node.js lists those of CommonJS.
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(source)}));
const { cache } = createRequire(import.meta.url);
process.on('exit', () => {
  for (const file of Object.keys(cache)) appendFileSync(${JSON.stringify(list)}, pathToFileURL(file) + '\\n');
});
`,
  );
  writeFileSync(list, '');
  await run({ NODE_OPTIONS: `--import ${hook}` });
  const files = readFileSync(list, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith('file:'))
    .map((url) => fileURLToPath(url));
  // The bundler says of each part of a file which module it came from.
  const modules = files.flatMap((file) =>
    file.includes('/node_modules/') ? [file] : (readFileSync(file, 'utf8').match(/^\/\/ .*node_modules\/.*$/gm) ?? []),
  );
  return [
    ...new Set(modules.map((module) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? module)),
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

test('the process of the built-in model loads its runtime, and nothing of the rest of the program', async () => {
  const setup = { source: { kind: 'built-in', folder: path.join(home.folder, 'model') }, threads: 1 };
  const embed = async (env: Record<string, string>): Promise<void> => {
    const child = spawn(process.execPath, ['dist/memory/embed/model-process.cjs', JSON.stringify(setup)], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: home.folder, ...env },
    });
    const ended = once(child, 'exit');
    const channel = child.stdio[channelFd] as Socket;
    const answer = new Promise((resolve) => readFrames(channel, resolve));
    writeFrame(channel, { texts: ['tea'], tokens: false, as: 'query' });
    expect(await answer).toMatchObject({ kind: 'embedded' });
    channel.destroy();
    await ended;
  };
  // The first one writes the model, for which it needs more.
  await embed({});
  // There ONNX Runtime would name the machine, and keep what it has to report to its maker.
  expect(existsSync(path.join(home.folder, '.cache'))).toBe(false);
  const own = ['onnxruntime-common', 'onnxruntime-node'];
  expect(await packagesLoaded(embed)).toEqual(own);
});

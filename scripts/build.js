// Builds the program into dist/: one file a command, so that a start reads a dozen files instead of seven hundred, and the types
// of the two published entries. The packages that are written in JavaScript are built in; what brings a native library or a
// model is a dependency of the package and stays outside.
import { execFile } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';

const root = path.resolve(import.meta.dirname, '..');
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const external = [/^node:/, ...Object.keys(dependencies).map((name) => new RegExp(`^${name}(?:/|$)`))];

/** What is started or imported by its path: the program, the published entries, and the programs of its child processes. */
const product = [
  'main',
  'memory/library',
  'models/tool-call',
  'memory/embed/model-process',
  'memory/store/index-check',
  'memory/store/nearest',
].map((name) => [name, `src/${name}.ts`]);

/** What the tests run in processes of their own. */
const programsOfTests = {
  'clocked-daemon': 'test/support/clocked-daemon.mjs',
  'echo-bot': 'test/support/echo-bot.ts',
  'steady-command': 'test/support/steady-command.mjs',
  files: 'src/base/files.ts',
  commit: 'src/memory/write/commit.ts',
};

/**
 * Bundles modules with all that they import.
 * @param {Record<string, string>} input the path of each file below `folder`, without its ending, and its source
 * @param {string} folder its former content goes
 */
async function bundle(input, folder) {
  const build = await rolldown({ cwd: root, input, platform: 'node', external });
  rmSync(folder, { recursive: true, force: true });
  await build.write({ dir: folder, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' });
  await build.close();
}

/**
 * Writes the types of the published entries, without those of what is inside: the compiler writes all, and they would name packages
 * that are built in. It has checked nothing here: `npm run check` does.
 */
async function writeTypes() {
  await promisify(execFile)(path.join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], { cwd: root });
  const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const reached = new Set();
  const reach = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/'(\.{1,2}\/[^']+)\.ts'/g))
      reach(path.resolve(path.dirname(file), `${name}.d.ts`));
  };
  for (const { types } of Object.values(exports)) if (types) reach(path.join(root, types));
  const folder = path.join(root, 'dist');
  for (const name of readdirSync(folder, { recursive: true }))
    if (name.endsWith('.d.ts') && !reached.has(path.join(folder, name))) rmSync(path.join(folder, name));
}

if (process.argv[2] === 'tests') await bundle(programsOfTests, path.join(root, 'dist-test'));
else {
  const folder = path.join(root, 'dist');
  await bundle(Object.fromEntries(product), folder);
  chmodSync(path.join(folder, 'main.js'), 0o755);
  await writeTypes();
}

// Builds the program into dist/: few files a command, so that a start reads some fifty files instead of seven hundred, and the types
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

/** What loads little, so every module it needs is left in small files: programs, and what the first of them reports an error with. */
const small = [
  'main',
  'base/native-library',
  'base/redact',
  'base/text',
  'memory/embed/model-process',
  'memory/store/index-check',
  'memory/store/nearest',
  'models/tool-call',
];

/** Commands that a daemon answers where one runs: no file that they begin with may load SQLite. */
const light = ['ask', 'consolidate', 'index-command', 'pair', 'search', 'status', 'undo', 'unpair'];

/** Commands that load no SQLite either, but more of the memory. */
const withoutDatabase = ['check', 'export'];

/** Commands that load much, but not all that the daemon needs. */
const large = ['backup', 'doctor', 'import', 'init', 'mcp', 'restore'];

const commandFiles = (names) => names.map((name) => `cli/${name}`);

/**
 * Modules that are loaded together, each with all that its modules import; a module belongs to the first layer that needs it. By itself
 * the bundler makes a file of every set of modules that the same commands share, which made a start read 95 files with 465 imports
 * instead of 48 with 223, for 12 % more processor time. What belongs to no layer (`null`) is left to it.
 */
const layers = [
  { name: null, entries: small },
  { name: 'command', entries: commandFiles(['command', 'running-daemon', ...light]) },
  { name: null, entries: commandFiles(withoutDatabase) },
  { name: 'memory', entries: ['app/memory'] },
  { name: null, entries: commandFiles(large) },
  { name: 'daemon', entries: ['daemon'] },
];

/** @returns a function that names the layer of a module, for the bundler */
function createLayerOf() {
  const reached = new Map();
  /** All modules that a module imports at once, itself included. */
  const reachedFrom = (entry, context) => {
    const known = reached.get(entry);
    if (known) return known;
    const found = new Set([path.join(root, 'src', `${entry}.ts`)]);
    for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
    reached.set(entry, found);
    return found;
  };
  return (id, context) =>
    layers.find(({ entries }) => entries.some((entry) => reachedFrom(entry, context).has(id)))?.name ?? null;
}

/**
 * Bundles modules with all that they import.
 * @param {Record<string, string>} input the path of each file below `folder`, without its ending, and its source
 * @param {string} folder its former content goes
 * @param {import('rolldown').CodeSplittingOptions | true} codeSplitting
 */
async function bundle(input, folder, codeSplitting) {
  const build = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external,
    preserveEntrySignatures: 'allow-extension',
  });
  rmSync(folder, { recursive: true, force: true });
  await build.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting,
  });
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

// Each program of the tests is a layer of its own: modules that wait at their top level can't be in a circle of files.
if (process.argv[2] === 'tests') await bundle(programsOfTests, path.join(root, 'dist-test'), true);
else {
  const folder = path.join(root, 'dist');
  await bundle(Object.fromEntries(product), folder, {
    includeDependenciesRecursively: false,
    groups: [{ name: createLayerOf(), debugName: 'layers' }],
  });
  chmodSync(path.join(folder, 'main.js'), 0o755);
  await writeTypes();
}

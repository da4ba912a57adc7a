// Builds into dist/: the program, in few files a command, so that a start reads some fifty files instead of seven hundred; the two
// published entries; and their types. The packages that are written in JavaScript are built in; what brings a native library or a
// model is a dependency of the package and stays outside.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';

const root = path.resolve(import.meta.dirname, '..');
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const embeddingRuntime = 'onnxruntime-node';
const outside = (names) => [/^node:/, ...names.map((name) => new RegExp(`^${name}(?:/|$)`))];
const external = outside(Object.keys(dependencies));
/** The JavaScript of the embedding runtime is built into the program: each start of the model would else read 40 small files of it. */
const externalOfProgram = outside(Object.keys(dependencies).filter((name) => name !== embeddingRuntime));

/** Lets the JavaScript of the embedding runtime load its native library from where npm put it. */
const nativeLibraryOutside = {
  name: 'native-library-outside',
  transform(code, id) {
    if (!id.endsWith(`/${embeddingRuntime}/dist/binding.js`)) return null;
    const [before, after] = ['require(`../bin/', `require(\`${embeddingRuntime}/bin/`];
    if (!code.includes(before))
      throw new Error(`${id} does not load its native library as it did: see scripts/build.js`);
    return code.replace(before, after);
  },
};

const sources = (names) => Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]));

/** The program behind its door, and the programs of its child processes and its thread. */
const program = sources([
  'command-line',
  'memory/embed/model-process',
  'memory/store/index-check',
  'memory/store/nearest',
]);

/** What another package imports. */
const library = sources(['memory/library', 'models/tool-call']);

/** What the tests run in processes of their own. */
const programsOfTests = {
  'clocked-daemon': 'test/support/clocked-daemon.mjs',
  'echo-bot': 'test/support/echo-bot.ts',
  'steady-command': 'test/support/steady-command.mjs',
  files: 'src/base/files/files.ts',
  commit: 'src/memory/write/commit.ts',
};

/** What loads little, so every module it needs is left in small files: programs, and what the first of them reports an error with. */
const small = [
  'command-line',
  'base/files/native-library',
  'base/secrets/redact',
  'base/text/text',
  'memory/embed/model-process',
  // What the model's process imports late: else each start of it would load most of the program.
  'memory/embed/built-in/runtime',
  'memory/embed/built-in/files',
  'memory/embed/hub-runtime',
  'memory/store/index-check',
  'memory/store/nearest',
];

/** Commands that a daemon answers where one runs: no file that they begin with may load SQLite. */
const light = ['ask', 'index-command', 'pair', 'search', 'undo', 'unpair'];

/** The same, but they load what the program says in chats, in each language. */
const speaking = ['consolidate', 'status'];

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
  { name: null, entries: commandFiles([...speaking, ...withoutDatabase]) },
  { name: 'current', entries: ['app/memory/current-index'] },
  { name: 'state', entries: ['memory/index/up-to-date', 'app/memory/embedder'] },
  { name: 'take-in', entries: ['memory/index/take-in'] },
  { name: 'memory', entries: ['app/memory/memory'] },
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

/** From a note to rows, and from rows to what is in memory of them. */
const reading = sources(['memory/text/chunk', 'memory/text/chunk-features', 'memory/index/chunk-table']);

/** @returns a digest of the code that reads notes, without its comments: src/memory/text/reading-revision.ts */
async function digestOfReading() {
  const build = await rolldown({ cwd: root, input: reading, platform: 'node', external });
  const { output } = await build.generate({ minify: true, comments: false, chunkFileNames: '[name].js' });
  await build.close();
  const hash = createHash('sha256');
  for (const { code } of output.sort((a, b) => (a.fileName < b.fileName ? -1 : 1))) hash.update(code);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Bundles modules with all that they import.
 * @param {Record<string, string>} input the path of each file below `folder`, without its ending, and its source
 * @param {string} folder
 * @param {import('rolldown').OutputOptions & { packages?: RegExp[] }} output `packages`: those that stay outside
 */
async function bundle(input, folder, { packages = external, ...output }) {
  const build = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: packages,
    plugins: [nativeLibraryOutside],
    transform: { define: { READING_REVISION: JSON.stringify(readingRevision) } },
    preserveEntrySignatures: 'allow-extension',
  });
  const ending = output.format === 'cjs' ? 'cjs' : 'js';
  await build.write({
    dir: folder,
    entryFileNames: `[name].${ending}`,
    chunkFileNames: `chunks/[name]-[hash].${ending}`,
    ...output,
  });
  await build.close();
}

const withoutModel = '[memory.embedding]\nmodel = "none"\n';
const offline = '[provider]\nprimary = "offline"\n';

/**
 * Commands that together load and call most of what a start, a turn, a search and an index do. `{api}` is a server that refuses every
 * request, as Telegram and the providers refuse a wrong key: none of these commands tries again after that. `saved` is a line that a note
 * gets before.
 */
const commandsToCompile = [
  { args: ['start'], settings: `${offline}${withoutModel}` },
  { args: ['start'], settings: `[provider.anthropic]\napi_key = "none"\nbase_url = "{api}"\n${withoutModel}` },
  {
    args: ['start'],
    settings: `[telegram]\ntoken = "1:none"\napi_root = "{api}"\nallowed_users = [1]\n${withoutModel}`,
  },
  { args: ['index'], settings: offline },
  { args: ['index'], settings: offline, saved: '- tea is green on Monday\n' },
  { args: ['index'], settings: offline },
  { args: ['search', 'what is green?'], settings: offline },
  { args: ['search', 'tea'], settings: offline },
];
const refusal = '{"ok":false,"error_code":401,"description":"Unauthorized"}';

/**
 * Leaves beside the files of the program the code that the engine makes of them, so that a start need not (src/main.ts). The engine
 * compiles a function when it is called first, so commands are run. Whether they succeed does not matter: what has no code works as well.
 */
async function compileAhead() {
  const home = mkdtempSync(path.join(tmpdir(), 'scrubjay-build-'));
  const server = createServer((_, response) => response.writeHead(401).end(refusal)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api = `http://127.0.0.1:${server.address().port}`;
  for (const { args, settings, saved } of commandsToCompile) {
    writeFileSync(path.join(home, 'config.toml'), settings.replace('{api}', api));
    if (saved) appendFileSync(path.join(home, 'memory', 'tea.md'), saved);
    const child = spawn(process.execPath, [path.join(root, 'scripts/compile-ahead.js'), ...args], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, TZ: 'UTC' },
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: 20_000,
    });
    child.stdin.end('remember that tea is green\nwhat is green?\n');
    await once(child, 'close');
  }
  server.close();
  rmSync(home, { recursive: true, force: true });
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

const readingRevision = await digestOfReading();
if (process.argv[2] === 'tests') {
  const folder = path.join(root, 'dist-test');
  rmSync(folder, { recursive: true, force: true });
  await bundle(programsOfTests, folder, {});
} else {
  const folder = path.join(root, 'dist');
  rmSync(folder, { recursive: true, force: true });
  await bundle(sources(['main']), folder, {});
  chmodSync(path.join(folder, 'main.js'), 0o755);
  await bundle(program, folder, {
    packages: externalOfProgram,
    format: 'cjs',
    // The engine keeps the source in memory, with two bytes for each character where one of them is beyond Latin-1.
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
    // Code that the engine takes from a file has lost how to import: Node.js 20 then refuses every `import()`.
    dynamicImportInCjs: false,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: createLayerOf(), debugName: 'layers' }],
    },
  });
  await bundle(library, folder, {});
  // Without that code the program starts a little later.
  const skipped = (error) => process.stderr.write(`The program was not compiled ahead: ${error.message}\n`);
  await Promise.all([writeTypes(), compileAhead().catch(skipped)]);
}

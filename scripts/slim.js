// Takes out of an installation what running and testing it does not need; `npm ci` brings everything back. npm runs it after
// each install (`prepare`). The runtime of the embedding model brings the libraries of five platforms, 288 MB, and npm can
// leave none out; a compiled SQLite leaves its intermediate files; source maps are for the authors of the packages.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const [folder = 'node_modules', platform = process.platform, architecture = process.arch] = process.argv.slice(2);

const foldersIn = (within) =>
  readdirSync(within, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

function removeOtherPlatforms() {
  const libraries = path.join(folder, 'onnxruntime-node/bin');
  for (const version of foldersIn(libraries)) {
    const platforms = path.join(libraries, version);
    const others = foldersIn(platforms)
      .flatMap((name) => foldersIn(path.join(platforms, name)).map((each) => path.join(name, each)))
      .filter((name) => name !== path.join(platform, architecture));
    for (const name of others) rmSync(path.join(platforms, name), { recursive: true });
    if (others.length > 0) process.stdout.write(`Taken away: the embedding runtime of ${others.join(', ')}.\n`);
  }
}

/** Only once its library is there: until then it may have to be compiled. */
function removeIntermediates() {
  const sqlite = path.join(folder, 'better-sqlite3');
  const built = path.join(sqlite, 'build/Release');
  if (!existsSync(path.join(built, 'better_sqlite3.node'))) return;
  for (const name of ['deps/sqlite3', 'build/Release/obj', 'build/Release/obj.target', 'build/Release/sqlite3.a'])
    rmSync(path.join(sqlite, name), { recursive: true, force: true });
}

/** TypeScript that only the source maps refer to, and what is for browsers, for `require` or for another style of programming. */
function removeUnusedBuilds() {
  const unused = ['openai/src', '@anthropic-ai/sdk/src', '@google/genai/dist/web', 'zod/src', 'recheck/lib/browser.js'];
  for (const name of [...unused, 'chrono-node/dist/cjs', 'date-fns/fp'])
    rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** Source maps, and of date-fns (which has every function four times) the bundles for browsers and the files for `require`. */
function removeFiles(within, unused) {
  for (const entry of readdirSync(within, { withFileTypes: true })) {
    const place = path.join(within, entry.name);
    if (entry.isDirectory()) removeFiles(place, unused);
    else if (entry.isFile() && unused.test(entry.name)) rmSync(place);
  }
}

removeOtherPlatforms();
removeIntermediates();
removeUnusedBuilds();
removeFiles(folder, /\.(?:js|mjs|cjs|ts|mts|cts)\.map$/);
// An installation without developers' tools has no date-fns.
const dateFns = path.join(folder, 'date-fns');
if (existsSync(dateFns)) removeFiles(dateFns, /\.(?:cjs|d\.cts)$|^cdn(?:\.min)?\.js$/);

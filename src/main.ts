#!/usr/bin/env node
// The door of the program. The build compiles every file of the bundle ahead and leaves the engine's code beside it: a start that
// takes that, and loads CommonJS, needs a third less of the processor than one that compiles ES modules anew.
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { readIntoRoom } from './base/files/file-room.ts';
import { keepHeapSmall, letHeapGrow } from './base/small-heap.ts';

/** The scripts of the files that were loaded, by path: the build keeps what the engine made of them (scripts/compile-ahead.js). */
export const scripts = new Map<string, Script>();
export { keepHeapSmall } from './base/small-heap.ts';

/** The engine checks by itself that the code is of its own version and options, and compiles the source where it is not. */
function compiledAhead(file: string): Buffer | undefined {
  try {
    return readIntoRoom(`${file}.code`);
  } catch {
    return undefined;
  }
}

/** Commands whose program stays; without a command it does as well. */
const staying = ['start', 'chat', 'mcp'];
const words = process.argv.slice(2);
const stays = words.length === 0 || words.some((word) => staying.includes(word));

const load = createRequire(import.meta.url);
load.extensions['.cjs'] = (module, file) => {
  // What Node.js names to a CommonJS module. The source begins on the first line, so that errors name its own lines.
  const source = `(function (exports, require, module, __filename, __dirname) {${readIntoRoom(file).toString()}\n})`;
  // The engine takes no code that it has compiled under other flags.
  keepHeapSmall();
  const script = new Script(source, { filename: file, cachedData: compiledAhead(file) });
  if (!stays) letHeapGrow();
  scripts.set(file, script);
  const run = script.runInThisContext() as (...given: unknown[]) => void;
  run(module.exports, createRequire(file), module, file, path.dirname(file));
};
load('./command-line.cjs');

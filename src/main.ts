#!/usr/bin/env node
// The door of the program. The build compiles every file of the bundle ahead and leaves the engine's code beside it: a start that
// takes that, and loads CommonJS, needs a third less of the processor than one that compiles ES modules anew.
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { readIntoRoom } from './base/file-room.ts';
import { keepHeapSmall, withUsualHeap } from './base/small-heap.ts';

/** The scripts of the files that were loaded, by path: the build keeps what the engine made of them (scripts/compile-ahead.js). */
export const scripts = new Map<string, Script>();
export { withUsualHeap } from './base/small-heap.ts';

/** The engine checks by itself that the code is of its own version and options, and compiles the source where it is not. */
function compiledAhead(file: string): Buffer | undefined {
  try {
    return readIntoRoom(`${file}.code`);
  } catch {
    return undefined;
  }
}

/** Commands whose program stays; without a command it does as well. The others end before much garbage is kept. */
const staying = ['start', 'chat', 'mcp'];

const words = process.argv.slice(2);
if (words.length === 0 || words.some((word) => staying.includes(word))) keepHeapSmall();
const load = createRequire(import.meta.url);
load.extensions['.cjs'] = (module, file) => {
  // What Node.js names to a CommonJS module. The source begins on the first line, so that errors name its own lines.
  const source = `(function (exports, require, module, __filename, __dirname) {${readIntoRoom(file).toString()}\n})`;
  const script = withUsualHeap(() => new Script(source, { filename: file, cachedData: compiledAhead(file) }));
  scripts.set(file, script);
  const run = script.runInThisContext() as (...given: unknown[]) => void;
  run(module.exports, createRequire(file), module, file, path.dirname(file));
};
load('./command-line.cjs');

// A process that swaps things in a vault for links to the outside and back, as fast as it can: `path-swaps.mjs BASE WHAT`.
// WHAT is `file` (people/anna.md), `folder` (people) or `chain` (people, with the note two folders below). It ends when
// its standard input does.
import { existsSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';

const [, , base, what] = process.argv;
const name = what === 'file' ? 'people/anna.md' : 'people';
const inside = path.join(base, 'memory', name);
const aside = path.join(base, 'aside');
const link = path.join(base, 'link');

/** What is being written in the moment between two steps takes the place of what was there, and goes again. */
function isRestored() {
  try {
    rmSync(link, { force: true });
    if (!existsSync(aside)) return true;
    rmSync(inside, { recursive: true, force: true });
    renameSync(aside, inside);
    return true;
  } catch {
    return false;
  }
}

function swap() {
  for (let i = 0; i < 50; i += 1) {
    try {
      symlinkSync(path.join(base, 'outside', name), link);
      renameSync(inside, aside);
      renameSync(link, inside);
      unlinkSync(inside);
      renameSync(aside, inside);
    } catch {
      while (!isRestored());
    }
  }
  if (!ended) setImmediate(swap);
}

let ended = false;
process.stdin.on('end', () => (ended = true)).resume();
process.stdout.write('swapping\n');
swap();

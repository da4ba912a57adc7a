// 10,000 reads and as many writes (500 of the first) for each of: the note, its folder, a folder further up, swapped for a link to the outside by
// another process all the time. `npm run bench -- races`. What counts is 0 outside.
import path from 'node:path';
import { race, swaps } from '../test/support/path-races.ts';

const program = path.join(import.meta.dirname, '../../test/support/path-swaps.mjs');

export async function measureRaces(times = 10_000): Promise<void> {
  for (const what of swaps) {
    // A write of a note that comes and goes waits for it to rest, which takes a second or so.
    const count = what === 'file' ? times / 20 : times;
    console.log(what, JSON.stringify(await race(what, count, program)));
  }
}

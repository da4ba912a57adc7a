// 10,000 reads and as many writes for each of: the note, its folder, a folder further up, swapped for a link to the outside by
// another process all the time. `npm run bench -- races`. What counts is 0 outside.
import path from 'node:path';
import { race, swaps } from '../test/support/path-races.ts';

const program = path.join(import.meta.dirname, '../../test/support/path-swaps.mjs');

export async function measureRaces(times = 10_000): Promise<void> {
  for (const what of swaps) console.log(what, JSON.stringify(await race(what, times, program)));
}

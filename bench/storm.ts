// 10,000 searches of a vault that another process edits at random: notes written, moved, removed, checked out, folders renamed.
// `npm run bench -- storm`. What counts is 0 stale answers, with the watch on the folder trusted to the end.
import path from 'node:path';
import { storm } from '../test/support/edit-storm.ts';

const program = path.join(import.meta.dirname, '../../test/support/editing-process.mjs');

export async function measureStorm(rounds: number): Promise<void> {
  const { stale, ...report } = await storm(rounds, { seed: 7, program });
  console.log(JSON.stringify({ ...report, stale: stale.length, first: stale.slice(0, 5) }));
}

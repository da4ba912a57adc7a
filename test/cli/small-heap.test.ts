// The heap of the commands that stay.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { giveGarbageBack } from '../../src/base/small-heap.ts';
import { createHome } from '../support/daemon.ts';

const preloaded = `const { getHeapSpaceStatistics } = require('node:v8');
const roomMb = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20;
process.on('exit', () => process.stdout.write('room: ' + roomMb()));`;

test('the engine does not enlarge its room for new objects while a command that stays is loaded', async () => {
  const home = createHome('');
  const preload = path.join(home.folder, 'room.cjs');
  writeFileSync(preload, preloaded);
  const { stdout } = await home.run(['start', '--help'], { env: { NODE_OPTIONS: `--require ${preload}` } });
  const roomMb = Number(/room: (\d+)/.exec(stdout)?.[1]);
  // Two halves of 1 MB each; by the engine's own choice they have 8 MB each by now.
  expect(roomMb).toBeLessThan(8);
  await home.close();
});

/** Of a million objects of some 30 bytes. */
const garbageMb = 15;
const maxTries = 8;

test('what work has left is given back to the system', async () => {
  const oldMb = () =>
    (getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_size ?? 0) / 2 ** 20;
  const keep = () => Array.from({ length: 100 }, (_, i) => Array.from({ length: 10_000 }, (__, k) => ({ i, k })));
  let kept = keep();
  const full = oldMb();
  expect(kept).toHaveLength(100);
  kept = [];
  // On a busy machine, what one collection has freed is not swept in time for the next one.
  for (let tries = 0; tries < maxTries && full - oldMb() <= garbageMb; tries += 1) await giveGarbageBack();
  expect(full - oldMb()).toBeGreaterThan(garbageMb);
});

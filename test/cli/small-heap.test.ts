// The heap of the commands that stay, measured in the real program.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
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

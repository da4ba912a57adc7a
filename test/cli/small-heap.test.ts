// The heap of the commands that stay, measured in the real program.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createHome } from '../support/daemon.ts';
import { openMessagesApi } from '../support/messages-api.ts';

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

const compiling = `const { getHeapStatistics } = require('node:v8');
process.on('exit', () => process.stderr.write('peak: ' + getHeapStatistics().peak_malloced_memory / 2 ** 20));`;

test('the engine does not compile the parser of HTTP a second time, which takes 30 MB, while the daemon talks with a model', async () => {
  const api = await openMessagesApi(() => 'All right.');
  const home = createHome(
    `[memory.embedding]\nmodel = "none"\n[provider.anthropic]\napi_key = "sk-test"\nbase_url = "${api.url}"\n`,
  );
  const preload = path.join(home.folder, 'peak.cjs');
  writeFileSync(preload, compiling);
  const { stdout, stderr } = await home.run(['start'], {
    input: 'hello\n'.repeat(20),
    env: { NODE_OPTIONS: `--require ${preload}` },
  });
  expect(stdout).toContain('All right.');
  expect(Number(/peak: ([\d.]+)/.exec(stderr)?.[1])).toBeLessThan(20);
  await home.close();
  await api.close();
});

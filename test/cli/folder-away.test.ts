// A start in the absence of the memory folder, which was there before.
import { existsSync, renameSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type Home, createHome } from '../support/daemon.ts';
import { runCommand } from '../support/run-command.ts';

let home: Home;
afterEach(() => home.close());

test('a start after the memory folder was moved away makes none in its place, and says what is missing', async () => {
  home = createHome();
  await home.run(['ask', 'remember that Anna likes tea']);
  renameSync(home.memory, `${home.memory}-away`);
  for (const words of ['what does Anna like?', 'remember that Bob likes figs'])
    expect((await home.run(['ask', words])).stdout).toContain('is not there: it was moved');
  const { checks } = JSON.parse((await runCommand(['doctor', '--fix', '--json'], home)).stdout) as {
    checks: { name: string; status: string; detail: string }[];
  };
  expect(checks.find(({ name }) => name === 'memory folder')).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('is not there: it was moved') as string,
  });
  expect(existsSync(home.memory)).toBe(false);
  renameSync(`${home.memory}-away`, home.memory);
  expect((await home.run(['ask', 'what does Anna like?'])).stdout).toContain('Anna likes tea');
});

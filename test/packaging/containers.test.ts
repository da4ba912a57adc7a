// What the documentation promises of the Containerfile and the compose file. `npx dockerfile-utils lint Containerfile` is the
// linter, which is not worth four more packages in every installation.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

test('the container is built and run on a Node.js that the package is made for', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const images = [...read('Containerfile').matchAll(/^FROM \S+node:(\d+)-/gm)].map(([, major = '']) => major);
  expect(images).toHaveLength(2);
  for (const major of images) expect(engines.node).toContain(`^${major}.`);
});

test('the container runs as an unprivileged user, checks its health, and keeps memory and state on volumes that compose mounts', () => {
  const lines = read('Containerfile').split('\n');
  const user = lines.findLast((line) => line.startsWith('USER '));
  expect(user).toBe('USER scrubjay');
  expect(lines.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
  const volumes = JSON.parse(
    lines.find((line) => line.startsWith('VOLUME '))?.slice('VOLUME '.length) ?? '[]',
  ) as string[];
  // Whole lines with the indentation of the one service's settings: a comment or a line of another section is none.
  const compose = read('compose.yaml').split('\n');
  expect(volumes).toHaveLength(2);
  const mounts = compose.flatMap((line) => /^ {6}- \w+:(\S+)$/.exec(line)?.[1] ?? []);
  expect(mounts.toSorted()).toEqual(volumes.toSorted());
  expect(compose).toContain('    read_only: true');
  expect(compose).toContain('    cap_drop: [ALL]');
});

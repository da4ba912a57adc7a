// The Containerfile as a linter reads it, and what the documentation promises of both files.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

test('the Containerfile has no fault that a linter finds', () => {
  expect(validate(read('Containerfile'))).toEqual([]);
});

test('the container runs as an unprivileged user, checks its health, and keeps memory and state on volumes that compose mounts', () => {
  const lines = read('Containerfile').split('\n');
  const user = lines.findLast((line) => line.startsWith('USER '));
  expect(user).toBe('USER scrubjay');
  expect(lines.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
  const volumes = JSON.parse(
    lines.find((line) => line.startsWith('VOLUME '))?.slice('VOLUME '.length) ?? '[]',
  ) as string[];
  const compose = read('compose.yaml');
  expect(volumes).toHaveLength(2);
  for (const volume of volumes) expect(compose).toContain(`:${volume}\n`);
  expect(compose).toContain('read_only: true');
  expect(compose).toContain('cap_drop: [ALL]');
});

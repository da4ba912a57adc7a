import { expect, test } from 'vitest';
import { calledAs } from '../../src/base/called-as.ts';

test.each([
  ['/work/checkout/dist/main.js', '/work/checkout', 'node dist/main.js'],
  ['/work/checkout/dist/main.js', '/work/checkout/dist', 'node main.js'],
  ['/usr/local/bin/scrubjay', '/work/checkout', 'scrubjay'],
  ['/usr/lib/node_modules/scrubjay/dist/main.js', '/var/lib/scrubjay', 'scrubjay'],
  ['/work/another-program.js', '/work', 'scrubjay'],
  [undefined, '/work', 'scrubjay'],
])('a program that runs as %s in %s is named %s', (program, folder, name) => {
  expect(calledAs(program, folder)).toBe(name);
});

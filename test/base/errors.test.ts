import { expect, test } from 'vitest';
import { remedyOf } from '../../src/base/errors.ts';

test.each([
  ['EACCES', /run it as the owner/],
  ['EROFS', /must be one that may be written/],
  ['ENOSPC', /no room left/],
  ['SQLITE_FULL', /no room left/],
  ['SQLITE_IOERR_SHMSIZE', /scrubjay doctor/],
  ['SQLITE_READONLY_DIRECTORY', /must be one that may be written/],
])('an error of the system says what to do: %s', (code, remedy) => {
  expect(remedyOf(Object.assign(new Error('no'), { code }))).toMatch(remedy);
});

test('a bug has no remedy', () => {
  expect(remedyOf(new TypeError('undefined is not a function'))).toBeNull();
});

import { expect, test } from 'vitest';
import { isPassing } from '../../../src/base/concurrency/transient.ts';

const failure = (code: string): Error => Object.assign(new Error('no'), { code });

test.each(['ENOSPC', 'EDQUOT', 'EIO', 'EBUSY', 'SQLITE_IOERR_FSYNC', 'SQLITE_BUSY', 'SQLITE_CANTOPEN'])(
  '%s may be over at the next start',
  (code) => {
    expect(isPassing(failure(code), '/nonexistent/queue.db')).toBe(true);
  },
);

test.each(['EROFS', 'EACCES', 'ENOTDIR', 'SQLITE_CORRUPT'])('%s is for the operator to mend', (code) => {
  expect(isPassing(failure(code), '/nonexistent/queue.db')).toBe(false);
});

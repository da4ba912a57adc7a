import { describe, expect, it } from 'vitest';
import { storm } from '../support/edit-storm.ts';

describe('a vault that another process edits', () => {
  it('is searched as it is when the question is asked, with the watch trusted all the while', async () => {
    const report = await storm(40);
    expect(report.stale).toEqual([]);
    expect(report.miscounted).toBe(0);
    expect(report.sweeps).toBe(process.platform === 'linux' ? null : 'this system reports changes late');
  });
});

// For work that a second writer would undo: runs it while no other process has a channel open and no consolidation runs.
import path from 'node:path';
import type { Clock } from '../../base/time/clock.ts';
import { takeLock } from '../../base/files/lock.ts';
import { holdOthers } from './state-lock.ts';

const pauseMs = 500;

/** @param others the locks of the channels that this process does not run */
export const createAlone =
  (stateDir: string, others: readonly string[], clock: Clock) =>
  async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const lock = holdOthers(stateDir, others);
    try {
      const consolidation = await waitForConsolidation(stateDir, clock);
      try {
        return await work();
      } finally {
        consolidation.release();
      }
    } finally {
      lock.release();
    }
  };

/** The longest wait for a consolidation, which makes a few model calls at most. */
async function waitForConsolidation(stateDir: string, clock: Clock) {
  for (;;) {
    const lock = takeLock(path.join(stateDir, 'consolidation.lock'));
    if ('release' in lock) return lock;
    await clock.sleep(pauseMs);
  }
}

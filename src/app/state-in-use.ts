// Being the only one who writes: no other channel's process, no consolidation. For work that a writer beside it would undo.
import path from 'node:path';
import type { Clock } from '../base/clock.ts';
import { takeLock } from '../base/lock.ts';
import { type ChannelLock, holdOthers } from './state-lock.ts';

const pauseMs = 500;

/** @param own the channel whose lock this process has */
export const createAlone =
  (stateDir: string, own: ChannelLock, clock: Clock) =>
  async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const others = holdOthers(stateDir, own);
    try {
      const consolidation = await waitForConsolidation(stateDir, clock);
      try {
        return await work();
      } finally {
        consolidation.release();
      }
    } finally {
      others.release();
    }
  };

/** It ends by itself: a few calls of a model at most. */
async function waitForConsolidation(stateDir: string, clock: Clock) {
  for (;;) {
    const lock = takeLock(path.join(stateDir, 'consolidation.lock'));
    if ('release' in lock) return lock;
    await clock.sleep(pauseMs);
  }
}

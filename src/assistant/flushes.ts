// Sessions that have ended and whose worth is yet to be noted. It waits a little, so that it is never in the way of the
// conversation that goes on. What a stop of the program leaves undone, the nightly consolidation reads anyway.
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import type { Compactor } from './compaction.ts';

export interface Flushes {
  add(ended: Session): void;
  /** Drops what has not begun, and waits for what has. */
  close(): Promise<void>;
}

const quietMs = 20_000;

export function createFlushes({ compactor, sessions, clock, log }: { compactor: Compactor; sessions: Sessions; clock: Clock; log: Log }): Flushes {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function flush(ended: Session): Promise<void> {
    try {
      await compactor.flush(ended);
    } catch (error) {
      // Its file stays: the consolidation finds there what could not be noted now.
      log.error({ session: ended.id, err: error }, `could not note the end of a session: ${messageOf(error)}`);
    } finally {
      await sessions.retire(ended);
    }
  }

  return {
    add(ended) {
      const work = clock
        .sleep(quietMs, stopping.signal)
        .then(
          () => flush(ended),
          () => undefined,
        )
        .finally(() => running.delete(work));
      running.add(work);
    },
    async close() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

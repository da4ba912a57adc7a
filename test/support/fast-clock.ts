// A clock that runs several times as fast as the machine's: hours of waiting in seconds, in the order in which they would
// come. What goes by the machine's own time (time limits of requests) stays as it is.
import { type Clock, createClock, systemClock } from '../../src/base/time/clock.ts';

export function createFastClock(factor: number, start = new Date()): Clock {
  const begun = performance.now();
  const elapsed = (): number => (performance.now() - begun) * factor;
  return createClock({
    now: () => new Date(start.getTime() + elapsed()),
    elapsed,
    sleep: (ms, signal) => systemClock.sleep(ms / factor, signal),
  });
}

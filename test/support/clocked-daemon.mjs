// The real, built daemon under a clock that a test sets: `node clocked-daemon.mjs <ISO time>` in the folder of its
// configuration. The parent sends `{set: <ISO time>}` and is answered when the clock shows it. In between the clock
// runs on. Setting it ahead ends every sleep that would have ended by then; setting it back lengthens none. At `{weigh}` it
// collects its garbage and answers how much memory is left in use. With `limits` as a second argument, the time limits of
// calls go by this clock as well: what hangs is then given up as soon as the clock says so. For servers that answer at once.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClock } from '../../src/base/time/clock.ts';
import { loadSettings } from '../../src/cli/command.ts';
import { runDaemon } from '../../src/daemon.ts';

/** Milliseconds by which this clock is ahead of the machine's. */
let aheadMs = Date.parse(process.argv[2] ?? '') - Date.now();
/** Milliseconds of sleep that were skipped. */
let skippedInAllMs = 0;
/** By how many milliseconds each shortens a sleep. */
const sleepers = new Set();

const { setTimeout: tick, clearTimeout: untick } = globalThis;

const clock = createClock({
  now: () => new Date(Date.now() + aheadMs),
  elapsed: () => performance.now() + skippedInAllMs,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      let endsAt = performance.now() + ms;
      let timer = tick(end, ms);
      const skip = (skippedMs) => {
        endsAt -= skippedMs;
        untick(timer);
        timer = tick(end, Math.max(0, endsAt - performance.now()));
      };
      const stop = () => settle(() => reject(signal.reason));
      function settle(how) {
        untick(timer);
        sleepers.delete(skip);
        signal?.removeEventListener('abort', stop);
        how();
      }
      function end() {
        settle(resolve);
      }
      signal?.addEventListener('abort', stop);
      sleepers.add(skip);
      if (signal?.aborted) stop();
    }),
});

if (process.argv[3] === 'limits') {
  const { setTimeout: systemTimeout, clearTimeout: systemClear } = globalThis;
  const cancels = new Map();
  // Those of Telegram's and of the model's calls are timers; shorter ones are no limits of calls.
  globalThis.setTimeout = (work, ms, ...given) => {
    if (!(ms >= 4_500)) return systemTimeout(work, ms, ...given);
    const cancelling = new AbortController();
    const timer = {
      [Symbol.toPrimitive]: () => NaN,
      ref: () => timer,
      unref: () => timer,
      hasRef: () => false,
      refresh: () => timer,
    };
    cancels.set(timer, cancelling);
    clock.sleep(ms, cancelling.signal).then(
      () => (cancels.delete(timer), work(...given)),
      () => undefined,
    );
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    const cancelling = cancels.get(timer);
    cancels.delete(timer);
    if (cancelling) cancelling.abort();
    else systemClear(timer);
  };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('message', ({ set, weigh }) => {
  if (weigh) {
    collect();
    collect();
    process.send({ weight: process.memoryUsage() });
    return;
  }
  const skippedMs = Date.parse(set) - clock.now().getTime();
  aheadMs += skippedMs;
  if (skippedMs > 0) {
    skippedInAllMs += skippedMs;
    for (const skip of sleepers) skip(skippedMs);
  }
  process.send({ set });
});

await runDaemon({ ...loadSettings({}, { quiet: false }), clock });
process.disconnect();

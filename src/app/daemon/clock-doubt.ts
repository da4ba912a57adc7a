// Whether the clock can be right, by what the program itself has written: a computer without a battery begins in 1970 or years ahead,
// until it hears the time from the network, and all that is noted meanwhile gets a wrong day. Knows no other clock; `doctor` asks one.
import type { Job } from '../../assistant/feature.ts';
import { largest } from '../../base/lists.ts';
import type { Clock } from '../../base/time/clock.ts';
import { localDate, localTime } from '../../base/time/local-time.ts';
import { programBegan } from '../../base/time/plausible.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import type { Log } from '../../base/log.ts';
import { runsTable } from '../../features/consolidation/runs.ts';
import type { State } from '../../state/state.ts';

/** Clocks are put right by some hours, too: by a change of the time zone of the machine. */
const maxBackMs = 86_400_000;
const command = 'timedatectl set-ntp true';

/** A sentence that says why it can't be right, or can't have been; null where nothing speaks against it. */
export function clockDoubt(
  state: Pick<State, 'inbox' | 'table'>,
  { clock, timezone }: { clock: Pick<Clock, 'now'>; timezone: Timezone },
): string | null {
  const now = clock.now();
  const shown = (at: Date): string => `${localDate(at, timezone())} ${localTime(at, timezone())}`;
  if (now < programBegan)
    return `The clock shows ${shown(now)}, when this program did not exist: what is noted gets a wrong day. Put it right: ${command}`;
  const written = [state.inbox.lastReceived(), state.table(runsTable).last(1)[0]?.startedAt ?? null];
  const last = new Date(largest(written.map((at) => at?.getTime() ?? 0)));
  if (last.getTime() - now.getTime() <= maxBackMs) return null;
  return `The clock shows ${shown(now)}, and showed ${shown(last)} when something was noted last: one of the two is wrong. If it is this one, put it right: ${command}`;
}

const minuteMs = 60_000;

export interface ClockWatchOptions {
  state: Pick<State, 'inbox' | 'table'>;
  clock: Clock;
  timezone: Timezone;
  log: Log;
}

/** Warns of it in the log, at the start and when the clock is set, once each time. */
export function createClockWatch({ state, clock, timezone, log }: ClockWatchOptions): Job {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function watch(): Promise<void> {
    let isDoubted = false;
    while (!stopping.signal.aborted) {
      const found = clockDoubt(state, { clock, timezone });
      if (found !== null && !isDoubted) log.warn(found);
      isDoubted = found !== null;
      await clock.pause(minuteMs, stopping.signal);
    }
  }

  return {
    start() {
      running = watch().catch((error: unknown) => log.error({ err: error }, 'the clock is watched no more'));
    },
    async stop() {
      stopping.abort(new Error('stopping'));
      await running;
    },
  };
}

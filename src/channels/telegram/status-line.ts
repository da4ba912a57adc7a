// A word about what takes long, where the answer will stand. For tools only: while the model writes, its words are seen.
import type { Activity } from '../../assistant/channel.ts';
import type { Clock } from '../../base/clock.ts';

const patienceMs = 5_000;
/** A draft fades by itself after half a minute. */
const repeatMs = 20_000;

const words: Record<Exclude<Activity, 'thinking'>, string> = {
  reading_notes: 'Searching memory…',
  writing_notes: 'Writing a note…',
  scheduling: 'Looking at reminders…',
  reading_outside: 'Reading…',
  using_tool: 'Working…',
};

export interface StatusLine {
  working(what: Activity | null): void;
  end(): void;
}

export function createStatusLine({ show, clock }: { show(text: string): void; clock: Clock }): StatusLine {
  let ending: AbortController | null = null;

  async function tell(text: string, signal: AbortSignal): Promise<void> {
    for (let waitMs = patienceMs; ; waitMs = repeatMs) {
      await clock.sleep(waitMs, signal);
      show(text);
    }
  }

  function end(): void {
    ending?.abort();
    ending = null;
  }

  return {
    working(what) {
      end();
      if (what === null || what === 'thinking') return;
      ending = new AbortController();
      // It ends only by being broken off.
      tell(words[what], ending.signal).catch(() => undefined);
    },
    end,
  };
}

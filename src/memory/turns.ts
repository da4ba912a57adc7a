// Rankings one after the other, each in slices between which the event loop turns: in a vault of a million lines one takes as
// long as a loop may be blocked, or longer. What is worked out for every line lies in one place (`scratch` in lines.ts), so the
// next ranking waits for the one under way; on one processor it would have to wait anyway.
import { setImmediate as yieldToLoop } from 'node:timers/promises';

export interface Turns {
  /** What `begin` works out in steps. Where the lines change between two of them, it begins again. */
  take<Result>(begin: () => Generator<void, Result>): Promise<Result>;
}

const sliceMs = 10;
/** Lines that change all the time, as when an index is built, must not keep a search from its end: then it does not give way. */
const mostBeginnings = 3;

/** @param version of what the steps read: another number, another state */
export function createTurns(version: () => number, slice: { ms: number } = { ms: sliceMs }): Turns {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function run<Result>(begin: () => Generator<void, Result>): Promise<Result> {
    for (let beginning = 1; ; beginning += 1) {
      const steps = begin();
      const before = version();
      let sliceEnd = performance.now() + slice.ms;
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        if (beginning === mostBeginnings || performance.now() < sliceEnd) continue;
        await yieldToLoop();
        if (version() !== before) {
          steps.return(undefined as never);
          break;
        }
        sliceEnd = performance.now() + slice.ms;
      }
    }
  }

  return {
    async take(begin) {
      const turn = waiting === 0 ? run(begin) : last.then(() => run(begin));
      waiting += 1;
      last = turn.catch(() => undefined).then(() => void (waiting -= 1));
      return await turn;
    },
  };
}

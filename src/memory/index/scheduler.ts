// Runs rankings and changes of the index one at a time, in slices between which the event loop turns: in a vault of a million
// lines a ranking takes as long as the loop may be blocked, or longer, and so does a long note that is read anew. They can't run at
// once, because all rankings share one buffer (`scratch` in chunk-table.ts) and a note that is half replaced has lines without words.
import { createPace } from '../../base/concurrency/cooperative.ts';

export interface Scheduler {
  /** Runs steps that write nothing to their end and gives their result. When the index changes between two steps, they begin again. */
  run<Result>(begin: () => Generator<void, Result>): Promise<Result>;
  /** Runs work in the middle of which nothing is ranked. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

const sliceMs = 10;
/** After this many beginnings a ranking no longer gives way: an index that changes all the time must not delay it for ever. */
const maxAttempts = 3;

/**
 * @param version changes whenever the index that the steps read does
 * @param slice.reading calls the work of a slice with the database as it is at one moment
 */
export function createScheduler(
  version: () => number,
  { ms = sliceMs, reading = (work) => work() }: { ms?: number; reading?: <Result>(work: () => Result) => Result } = {},
): Scheduler {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function runSteps<Result>(begin: () => Generator<void, Result>): Promise<Result> {
    for (let beginning = 1; ; beginning += 1) {
      const steps = begin();
      const before = version();
      const pace = createPace(ms);
      const mayRest = beginning < maxAttempts;
      const goOn = (): IteratorResult<void, Result> => {
        for (;;) {
          const step = steps.next();
          if (step.done || (mayRest && pace.due)) return step;
        }
      };
      for (;;) {
        const step = reading(goOn);
        if (step.done) return step.value;
        await pace.rest();
        if (version() !== before) {
          steps.return(undefined as never);
          break;
        }
      }
    }
  }

  async function after<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = waiting === 0 ? work() : last.then(work);
    waiting += 1;
    last = turn.catch(() => undefined).then(() => void (waiting -= 1));
    return await turn;
  }

  return { run: (begin) => after(() => runSteps(begin)), alone: after };
}

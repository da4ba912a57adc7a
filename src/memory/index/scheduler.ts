// Rankings and changes of what they read, one after the other, in slices between which the event loop turns: in a vault of a
// million lines a ranking takes as long as a loop may be blocked, or longer, and so does a long note that is read anew. What is
// worked out for every line lies in one place (`scratch` in lines.ts), and a note that is half replaced has lines without words,
// so each waits for the one under way; on one processor it would have to wait anyway.
import { createPace } from '../../base/cooperative.ts';

export interface Turns {
  /** What `begin` works out in steps. Where the lines change between two of them, it begins again. */
  take<Result>(begin: () => Generator<void, Result>): Promise<Result>;
  /** Work that nothing may be ranked in the middle of. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

const sliceMs = 10;
/** What changes all the time must not keep a search from its end: then it does not give way. */
const maxAttempts = 3;

/** @param version of what the steps read: another number, another state */
export function createTurns(version: () => number, slice: { ms: number } = { ms: sliceMs }): Turns {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function run<Result>(begin: () => Generator<void, Result>): Promise<Result> {
    for (let beginning = 1; ; beginning += 1) {
      const steps = begin();
      const before = version();
      const pace = createPace(slice.ms);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        if (beginning === maxAttempts || !pace.due) continue;
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

  return { take: (begin) => after(() => run(begin)), alone: after };
}

// Work in steps: a generator that yields where the event loop may turn, and what runs it.
import { setImmediate as yieldToLoop, setTimeout as delay } from 'node:timers/promises';

const maxRestMs = 50;

export interface Pace {
  /** Yields to the event loop once the time of a slice is used up. Throws the signal's reason once it is aborted. */
  rest(): Promise<void>;
  /** Whether {@link rest} would yield now. */
  readonly due: boolean;
  /** Does all steps, and rests between them where it is due. */
  walk<Result>(steps: Generator<void, Result>): Promise<Result>;
}

/**
 * @param isLong whether the work goes on for seconds: then it rests after each slice for as long as the slice took. An answer that
 * consists of a hundred short waits would otherwise wait for a slice at each of them.
 */
export function createPace(sliceMs: number, signal?: AbortSignal, isLong: () => boolean = () => false): Pace {
  let sliceStart = performance.now();
  const isDue = (): boolean => performance.now() >= sliceStart + sliceMs;
  async function rest(): Promise<void> {
    if (!isDue()) return;
    if (isLong()) await delay(Math.min(performance.now() - sliceStart, maxRestMs));
    else await yieldToLoop();
    signal?.throwIfAborted();
    sliceStart = performance.now();
  }
  return {
    rest,
    get due() {
      return isDue();
    },
    async walk(steps) {
      for (;;) {
        const step = steps.next();
        await rest();
        if (step.done) return step.value;
      }
    },
  };
}

/** Whether the next item begins another step of `perStep` items. @param i from 0 */
export const endsStep = (i: number, perStep: number): boolean => i % perStep === perStep - 1;

/** Does all steps at once. */
export function allOf<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

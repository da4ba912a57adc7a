// Work in steps: a generator that yields where the event loop may turn, and what runs it.
import { setImmediate as yieldToLoop } from 'node:timers/promises';

export interface Pace {
  /** Gives way to the event loop where this has worked for a slice. Throws the signal's reason once it is aborted. */
  rest(): Promise<void>;
  /** Whether it would. */
  readonly due: boolean;
}

export function createPace(sliceMs: number, signal?: AbortSignal): Pace {
  let sliceEnd = performance.now() + sliceMs;
  return {
    get due() {
      return performance.now() >= sliceEnd;
    },
    async rest() {
      if (performance.now() < sliceEnd) return;
      await yieldToLoop();
      signal?.throwIfAborted();
      sliceEnd = performance.now() + sliceMs;
    },
  };
}

/** Does all steps at once. */
export function allOf<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

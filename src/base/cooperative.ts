// Work in steps: a generator that yields where the event loop may turn, and what runs it.
import { setImmediate as yieldToLoop } from 'node:timers/promises';

export interface Pace {
  /** Yields to the event loop once the time of a slice is used up. Throws the signal's reason once it is aborted. */
  rest(): Promise<void>;
  /** Whether {@link rest} would yield now. */
  readonly due: boolean;
  /** Does all steps, and rests between them where it is due. */
  walk<Result>(steps: Generator<void, Result>): Promise<Result>;
}

export function createPace(sliceMs: number, signal?: AbortSignal): Pace {
  let sliceEnd = performance.now() + sliceMs;
  const isDue = (): boolean => performance.now() >= sliceEnd;
  async function rest(): Promise<void> {
    if (!isDue()) return;
    await yieldToLoop();
    signal?.throwIfAborted();
    sliceEnd = performance.now() + sliceMs;
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

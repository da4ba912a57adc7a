// Work in steps: a generator that yields where the event loop may turn, and what runs it.

/** Does all steps at once. */
export function allOf<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

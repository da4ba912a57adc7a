// One piece of work at a time, in the order in which it was asked for.

/** Runs `work` after all earlier work. The returned promise is that of the work itself. */
export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    // A failure is for the caller who waits for `result`; the work that follows runs all the same.
    last = result.catch(() => undefined);
    return result;
  };
}

// A promise with its two ends apart. Promise.withResolvers() does the same from Node 22 on.

export interface Deferred<Value> {
  promise: Promise<Value>;
  resolve(value: Value): void;
  reject(reason: unknown): void;
}

/** A rejection before the first `await` does not count as unhandled: `promise` may be raced later. */
export function createDeferred<Value>(): Deferred<Value> {
  const ends: Partial<Deferred<Value>> = {};
  const promise = new Promise<Value>((resolve, reject) => Object.assign(ends, { resolve, reject }));
  promise.catch(() => undefined);
  return { ...(ends as Deferred<Value>), promise };
}

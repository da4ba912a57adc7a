// Waiting that a signal can break off, for work that does not listen to one.

/**
 * Ends as the work does, or rejects as soon as the signal aborts; the work then goes on by itself. The listener goes with the
 * work: Node keeps a signal made by `AbortSignal.any` alive for as long as it has one, with all that its listener sees.
 * @param reason what it rejects with; by default the reason of the signal
 */
export function orAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  reason: () => unknown = () => signal.reason,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      const why = reason();
      reject(why instanceof Error ? why : new DOMException('stopped', 'AbortError'));
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

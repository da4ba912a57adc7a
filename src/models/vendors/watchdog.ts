// Ends a model call that has gone quiet. The client libraries' timeouts stop counting when the response's headers are in;
// a body that stalls after that would hang a turn for ever.

export interface Watchdog {
  /** Aborts with the caller's signal, or when nothing was heard for too long. */
  readonly signal: AbortSignal;
  /** Whether it was silence that aborted. */
  stalled(): boolean;
  /** Something was heard. @param quietMs how long the next silence may last */
  heard(quietMs: number): void;
  stop(): void;
}

export function startWatchdog(caller: AbortSignal | undefined, firstQuietMs: number): Watchdog {
  const controller = new AbortController();
  let silent = false;
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => controller.abort(caller?.reason);
  const heard = (quietMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      silent = true;
      controller.abort(new Error(`nothing was heard for ${quietMs} ms`));
    }, quietMs);
  };
  if (caller?.aborted) onAbort();
  else caller?.addEventListener('abort', onAbort, { once: true });
  heard(firstQuietMs);
  return {
    signal: controller.signal,
    stalled: () => silent,
    heard,
    stop() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    },
  };
}

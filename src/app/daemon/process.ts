// How the outside world tells the daemon to stop, how the daemon tells systemd that it is there, and its sudden end.
import { execFile } from 'node:child_process';
import { childEnvironment } from '../../base/child-environment.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { Log } from '../../base/log.ts';

/** Resolves with the name of the first signal that asks the process to stop. A second one ends it at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const asked = (signal: NodeJS.Signals) => {
      for (const name of stopSignals) process.off(name, asked);
      resolve(signal);
    };
    for (const name of stopSignals) process.on(name, asked);
  });
}

const stopSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Node can't write to systemd's datagram socket; systemd's own program does. Nothing to do where systemd did not start us. */
export function notifySystemd(state: '--ready' | '--stopping' | 'WATCHDOG=1', log: Log): void {
  if (!process.env['NOTIFY_SOCKET']) return;
  execFile('systemd-notify', [state], { env: childEnvironment('NOTIFY_SOCKET'), timeout: 10_000 }, (error) => {
    if (error)
      log.warn(
        { err: error },
        'systemd could not be told; the unit needs NotifyAccess=all and the program systemd-notify',
      );
  });
}

/**
 * Tells systemd again and again that the event loop turns and that the channel moves. Where one of them no longer does, it says
 * nothing, and systemd starts the program anew. Nothing to do where the unit has no WatchdogSec=.
 */
export function startWatchdog(log: Log, isAlive: () => boolean): { stop(): void } {
  const timeoutMs = Number(process.env['WATCHDOG_USEC'] ?? 0) / 1000;
  if (!(timeoutMs > 0)) return { stop: () => undefined };
  const timer = setInterval(() => {
    if (isAlive()) notifySystemd('WATCHDOG=1', log);
    else
      log.error('the channel no longer moves: systemd is not told that all is well, and will start the program anew');
  }, timeoutMs / 2);
  return { stop: () => clearInterval(timer) };
}

/**
 * What was not flushed counts as not written, and only a new process finds out what the disk really holds: this one ends
 * at once, before anything follows from what it believes. No orderly stop, which would write on.
 */
export const endAtFlushFailure =
  (log: Log) =>
  (error: unknown): void => {
    log.fatal(
      { err: error },
      'the disk failed to keep what was written; ending at once, so that the next start reads what is really there',
    );
    // oxlint-disable-next-line unicorn/no-process-exit -- an error would travel through handlers that go on with their work
    process.exit(1);
  };

/** After more faults than this within a minute the process ends, and its supervisor starts it anew. */
const maxFaultsInMinute = 20;
const faultEvents = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * The last resort for what nothing caught: one message's fault must not end the process or another conversation. It is
 * logged, what runs goes on, and `recover` takes up again what the fault may have left undone. While it is in force it
 * stands in the place of the handlers that end the process.
 * @returns ends it and puts those handlers back
 */
export function surviveFaults(
  log: Log,
  clock: Pick<Clock, 'elapsed'>,
  recover: () => void,
  host: Pick<NodeJS.EventEmitter, 'on' | 'off' | 'listeners'> = process,
): () => void {
  let faultsAtMs: number[] = [];
  const before = faultEvents.map((event) => ({
    event,
    listeners: host.listeners(event) as ((error: unknown) => void)[],
  }));
  const restore = (): void => {
    for (const { event, listeners } of before) {
      host.off(event, survive);
      for (const listener of listeners) host.on(event, listener);
    }
  };
  const survive = (error: unknown): void => {
    const nowMs = clock.elapsed();
    faultsAtMs = [...faultsAtMs.filter((atMs) => nowMs - atMs < 60_000), nowMs];
    if (faultsAtMs.length > maxFaultsInMinute) {
      restore();
      throw error;
    }
    log.error({ err: error }, 'a fault that nothing caught; the program goes on');
    try {
      recover();
    } catch (failure) {
      log.error({ err: failure }, 'what a fault left undone could not be taken up; it is at the next message');
    }
  };
  for (const { event, listeners } of before) {
    for (const listener of listeners) host.off(event, listener);
    host.on(event, survive);
  }
  return restore;
}

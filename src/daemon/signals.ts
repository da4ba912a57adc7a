// How the outside world tells the daemon to stop, and how the daemon tells systemd that it is there.
import { execFile } from 'node:child_process';
import type { Log } from '../base/log.ts';

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
export function notifySystemd(state: '--ready' | '--stopping', log: Log): void {
  if (!process.env['NOTIFY_SOCKET']) return;
  execFile('systemd-notify', [state], (error) => {
    if (error) log.warn({ err: error }, 'systemd could not be told; the unit needs NotifyAccess=all and the program systemd-notify');
  });
}

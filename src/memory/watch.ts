// Notices saved notes while nobody searches, so that their vectors are ready when someone does. A convenience: search
// looks for itself, so a missed event costs nothing but time.
import { type FSWatcher, watch as watchFolders } from 'chokidar';
import type { Log } from '../base/log.ts';

export interface Watch {
  close(): Promise<void>;
}

/** Editors save in several steps; one look after the last is enough. */
const settleMs = 200;

/** Calls `onChange` soon after something under `dir` changed, and every `sweepMs` whatever the watcher says. */
export function watchVault(options: {
  dir: string;
  sweepMs: number;
  onChange(): Promise<void>;
  log: Log;
  signal: AbortSignal;
}): Watch {
  const { dir, sweepMs, onChange, log, signal } = options;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  function soon(): void {
    if (signal.aborted) return;
    timer ??= setTimeout(() => {
      timer = null;
      running = running.then(onChange);
    }, settleMs);
    timer.unref();
  }

  const watcher: FSWatcher = watchFolders(dir, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (file) => /[/\\]\./.test(file.slice(dir.length)),
    persistent: true,
  });
  watcher.on('all', soon);
  watcher.on('error', (error) =>
    log.warn({ err: error }, 'Watching the notes failed; they are looked at every minute instead.'),
  );
  const sweep = setInterval(soon, sweepMs);
  sweep.unref();
  soon();

  return {
    async close() {
      clearInterval(sweep);
      if (timer) clearTimeout(timer);
      await watcher.close();
      await running;
    },
  };
}

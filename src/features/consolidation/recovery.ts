// Finds a consolidation that a crash interrupted, before the next one begins: a run whose text reached the file is done, any
// other is open again.
import type { Log } from '../../base/log.ts';
import type { Vault } from '../../memory/vault.ts';
import { longTermFile } from '../../memory/write/long-term.ts';
import { parseRaw, splitRaw } from '../../memory/write/raw-note.ts';
import type { Runs } from './runs.ts';
import type { History, Version } from './history.ts';

export async function recoverRuns({
  vault,
  history,
  runs,
  log,
}: {
  vault: Vault;
  history: History;
  runs: Runs;
  log: Log;
}): Promise<void> {
  for (const run of runs.unfinished()) {
    const version = await history.version(run.id);
    const now = (await vault.read(longTermFile))?.bytes ?? Buffer.alloc(0);
    const isWritten = version !== null && holds(now, version);
    log.warn({ run: run.id, written: isWritten }, 'a consolidation was cut off; its end is recorded now');
    if (!isWritten) await history.drop(run.id);
    runs.finish(
      run.id,
      isWritten ? 'done' : 'failed',
      isWritten ? 'recovered after a crash' : 'cut off before anything was written',
      0,
    );
  }
}

/** Whether a file has what a run meant to write: all lines that it added, in whatever came after. */
function holds(now: Buffer, { before: known, after: planned }: Version): boolean {
  const version = { before: known ?? Buffer.alloc(0), after: planned };
  // It wrote to the archive alone, or had not come to it yet: made again, the archive takes each line once.
  if (version.before.equals(version.after)) return false;
  if (now.equals(version.after)) return true;
  if (now.equals(version.before)) return false;
  const lines = (bytes: Buffer): Set<string> => new Set(splitRaw(parseRaw(bytes).raw).map((line) => line.raw));
  const before = lines(version.before);
  const after = lines(version.after);
  const current = lines(now);
  const added = [...after].filter((line) => !before.has(line));
  const removed = [...before].filter((line) => !after.has(line));
  return added.every((line) => current.has(line)) && (added.length > 0 || removed.every((line) => !current.has(line)));
}

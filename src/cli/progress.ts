// The progress of long work, drawn over itself in one line of a terminal.

const barWidth = 30;

/** Draws how much is done; undefined where nobody watches. */
export const progressBar = (): ((done: number, total: number) => void) | undefined =>
  process.stderr.isTTY ? drawProgress : undefined;

function drawProgress(done: number, total: number): void {
  const filled = total > 0 ? Math.round((done / total) * barWidth) : barWidth;
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${done}/${total}`;
  process.stderr.write(done >= total ? '\r\u001b[K' : `\r\u001b[K${bar}`);
}

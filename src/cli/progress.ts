// The progress of long work, drawn over itself in one line of a terminal.

const barWidth = 30;

/** What a command shows while it waits for new notes to be read. */
export const readingNotes = 'Reading the notes ';

/** Draws how much is done, behind a label; undefined where nobody watches. */
export const progressBar = (
  label = '',
  stream: { isTTY?: boolean; write(text: string): unknown } = process.stderr,
): ((done: number, total: number) => void) | undefined =>
  stream.isTTY === true ? (done, total) => void stream.write(drawn(label, done, total)) : undefined;

function drawn(label: string, done: number, total: number): string {
  if (done >= total) return eraseLine;
  const filled = Math.round((done / total) * barWidth);
  return `${eraseLine}${label}[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${done}/${total}`;
}

const eraseLine = '\r\u001b[K';

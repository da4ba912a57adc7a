// How far the notes are read that a search waits for, told while it waits. Knows no screen.

/** The notes that have to be read, and how many of them are. */
export interface Reading {
  done: number;
  total: number;
}

export type TellReading = (done: number, total: number) => void;

const tellEveryMs = 1_000;

/**
 * Does work that may wait for notes to be read. From a second on it is told how far that has come, and at the end that all of it is done.
 * @param tell undefined where nobody wants to know
 */
export async function whileReading<Result>(
  memory: { reading(): Reading | null },
  tell: TellReading | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tell) return await work();
  let last: Reading | null = null;
  const timer = setInterval(() => {
    const reading = memory.reading();
    if (reading) tell(reading.done, reading.total);
    last = reading ?? last;
  }, tellEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (last !== null) tell((last as Reading).total, (last as Reading).total);
  }
}

// Waits for work only so long, and leaves it running after that.

/** Whether the work ends within a time, in milliseconds. Rejects where the work does so in that time. */
export async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  // A plain timer: aborting one of node:timers/promises makes an error with its stack, in every search.
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false).unref();
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

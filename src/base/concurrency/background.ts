// Work that nothing awaits. A dropped promise would end the process when it rejects, and the lint rule on floating
// promises forbids it; here the failure is logged instead.
import type { Log } from '../log.ts';

/** @param what names the work in the log, for example `the warm-up of the index` */
export function inBackground(work: Promise<unknown>, log: Log, what: string): void {
  work.catch((error: unknown) => log.error({ err: error }, `${what} failed`));
}

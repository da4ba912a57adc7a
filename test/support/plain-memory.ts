// A memory as most tests and measurements want it: in UTC, by the machine's clock, silent, and by words only by default.
import { systemClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { type Memory, type MemoryOptions, openMemory } from '../../src/memory/memory.ts';

export const openPlainMemory = async (
  options: Pick<MemoryOptions, 'dir' | 'indexFile'> & Partial<MemoryOptions>,
): Promise<Memory> =>
  await openMemory({
    timezone: () => 'UTC',
    clock: systemClock,
    log: silentLog,
    embedder: null,
    store: 'full',
    ...options,
  });

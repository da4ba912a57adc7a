// The memory for a command that no daemon answers. Loaded only then: opening it costs a command half of its time.
import type { AskedMemory } from '../app/daemon-socket.ts';
import type { Log } from '../base/log.ts';
import type { Config } from '../config.ts';

/** @param wakesModel begins to load the embedding model at once, while the index is read: for a command that will need both */
export async function openOwnMemory(config: Config, log: Log, { wakesModel = false } = {}): Promise<AskedMemory> {
  const { openConfiguredMemory } = await import('../app/memory.ts');
  const { systemClock } = await import('../base/clock.ts');
  const memory = await openConfiguredMemory(config, systemClock, log, { watch: false });
  if (wakesModel) memory.wake();
  return memory;
}

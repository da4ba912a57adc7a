// The memory for a command that no daemon answers. Loaded only then: opening it costs a command half of its time.
import type { AskedMemory } from '../app/daemon-socket.ts';
import type { Log } from '../base/log.ts';
import type { Config } from '../config.ts';

export async function openOwnMemory(config: Config, log: Log): Promise<AskedMemory> {
  const { openConfiguredMemory } = await import('../app/memory.ts');
  const { systemClock } = await import('../base/clock.ts');
  return await openConfiguredMemory(config, systemClock, log, { watch: false });
}

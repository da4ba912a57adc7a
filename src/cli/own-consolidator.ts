// The consolidation for a command that runs without a daemon.
import { systemClock } from '../base/time/clock.ts';
import type { Consolidator } from '../features/consolidation/consolidator.ts';
import type { Settings } from './command.ts';

export async function withOwnConsolidator<Result>(
  { config, log }: Settings,
  work: (consolidator: Consolidator) => Promise<Result>,
): Promise<Result> {
  const { openConfiguredConsolidator } = await import('../app/consolidation.ts');
  const { consolidator, close } = await openConfiguredConsolidator(config, systemClock, log);
  try {
    return await work(consolidator);
  } finally {
    await close();
  }
}

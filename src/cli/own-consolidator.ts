// The consolidation for a command that runs without a daemon.
import type { Consolidator } from '../features/consolidation/consolidator.ts';
import type { Settings } from './command.ts';

export async function withOwnConsolidator<Result>(
  { config, log }: Settings,
  work: (consolidator: Consolidator) => Promise<Result>,
): Promise<Result> {
  const [{ openConfiguredConsolidator }, { systemClock }] = await Promise.all([
    import('../app/consolidation.ts'),
    import('../base/clock.ts'),
  ]);
  const { consolidator, close } = await openConfiguredConsolidator(config, systemClock, log);
  try {
    return await work(consolidator);
  } finally {
    close();
  }
}

// The shell: commands without a daemon, and beside one.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { timed } from './people-client.ts';
import { endedCpuMs } from './processes.ts';
import { ended, heard, type Place } from './program.ts';
import { percentile, type Row } from './table.ts';

const runs = 7;
/** Until a daemon that is ready has its index in memory and has asked itself its first questions. */
const settleMs = 5000;

export async function measureCommands(place: Place, questions: readonly string[]): Promise<Row[]> {
  const several = async (what: string, args: (i: number) => string[], before?: (i: number) => void): Promise<Row> => {
    const times: number[] = [];
    const cpuBefore = endedCpuMs();
    for (let i = 0; i < runs; i += 1) {
      before?.(i);
      times.push(await timed(async () => await place.run(args(i))));
    }
    return { what, value: percentile(times, 0.5), unit: 'ms', cpuMs: (endedCpuMs() - cpuBefore) / runs };
  };
  const search = (i: number): string[] => ['search', questions[(5 * i) % questions.length] ?? 'tea'];
  const append = (i: number): void =>
    appendFileSync(path.join(place.folder, 'memory', 'appended.md'), `- something new ${i} at ${performance.now()}\n`);
  await place.run(['index']);
  const alone = [
    await several('`scrubjay --version`, p50', () => ['--version']),
    await several('`scrubjay search` without a daemon, p50', search),
    await several('`scrubjay index` with nothing changed, p50', () => ['index']),
    await several('`scrubjay index` after one appended line, p50', () => ['index'], append),
  ];
  const daemon = place.start();
  await heard(daemon.stderr, '"msg":"ready"');
  await delay(settleMs);
  const beside = [
    await several('`scrubjay search` beside a daemon, p50', search),
    await several('`scrubjay index` beside a daemon after one appended line, p50', () => ['index'], append),
  ];
  await ended(daemon);
  return [...alone, ...beside];
}

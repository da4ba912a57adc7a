// The daemon from outside: start to ready, memory at rest without and with the embedding model.
import { setTimeout as delay } from 'node:timers/promises';
import { residentMb } from './processes.ts';
import { createPlace, heard } from './program.ts';
import { type Row, median } from './table.ts';

const starts = 9;
const settleMs = 1500;

export async function measureDaemon(): Promise<Row[]> {
  const place = createPlace({ 'people.md': '# People\n\n- Lena is my sister\n- my dentist is Dr. Kim\n' });
  // Once before, so that the model is written into the cache and the files of the program are in the page cache.
  await place.run(['start'], 'who is my dentist?\n');
  const readyMs: number[] = [];
  const before: number[] = [];
  const after: number[] = [];
  for (let i = 0; i < starts; i += 1) {
    const started = performance.now();
    const daemon = place.start();
    await heard(daemon.stderr, '"msg":"ready"');
    readyMs.push(performance.now() - started);
    if (i < 3) {
      await delay(settleMs);
      before.push(residentMb(daemon.pid ?? 0));
      const answered = heard(daemon.stderr, 'turn_ended');
      daemon.stdin.write('when is the birthday of my sibling?\n');
      await answered;
      await delay(settleMs);
      after.push(residentMb(daemon.pid ?? 0));
    }
    daemon.stdin.end();
    await new Promise((resolve) => daemon.on('close', resolve));
  }
  place.close();
  return [
    { what: 'process start to ready', value: median(readyMs) / 1000, unit: 's', aim: { most: 0.5 } },
    { what: 'RSS at rest, embedding model not loaded', value: median(before), unit: 'MB', aim: { most: 120 } },
    { what: 'RSS at rest, embedding model loaded', value: median(after), unit: 'MB', aim: { most: 220 } },
  ];
}

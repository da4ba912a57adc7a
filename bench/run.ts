// `npm run bench`: everything that is measured from outside, as one table. `npm run bench -- scale` (or cache, kernel, embed,
// search 10000, turn): one part by itself. Times are wall-clock on this machine; run it on a quiet one.
import { cpus } from 'node:os';
import { measureDaemon } from './daemon.ts';
import { formatTable } from './table.ts';
import { measureTurns } from './turn.ts';
import { measureVault } from './vault.ts';

const parts: Readonly<Record<string, () => Promise<unknown>>> = {
  cache: () => import('./cache.ts'),
  embed: () => import('./embed.ts'),
  households: async () => await (await import('./households.ts')).measureHouseholds(Number(process.argv[3] ?? 1)),
  kernel: () => import('./kernel.ts'),
  load: async () => await (await import('./load.ts')).measureLoad(process.argv[3]),
  people: async () => {
    const [lines = '1000', files = '50', kind] = process.argv.slice(3);
    await (await import('./people.ts')).measurePeople(Number(lines), Number(files), kind);
  },
  report: async () => (await import('./report.ts')).writeReport(),
  races: async () => await (await import('./races.ts')).measureRaces(Number(process.argv[3] ?? 10_000)),
  scale: () => import('./scale.ts'),
  search: async () => console.log(JSON.stringify(await (await import('./search.ts')).measure(Number(process.argv[3])))),
  'search-index': async () =>
    console.log(
      JSON.stringify(await (await import('./search-index.ts')).build(process.argv[3] ?? '', Number(process.argv[4]))),
    ),
  storm: async () => await (await import('./storm.ts')).measureStorm(Number(process.argv[3] ?? 10_000)),
  turn: async () => console.log(formatTable(await measureTurns())),
};

const name = process.argv[2];
if (name === undefined) {
  const rows = [...(await measureDaemon()), ...(await measureTurns()), ...(await measureVault())];
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}\n`);
  console.log(formatTable(rows));
} else if (parts[name]) {
  await parts[name]();
} else {
  console.error(
    `No benchmark "${name}". There are: ${Object.keys(parts).join(', ')}; without a name, all that is measured from outside.`,
  );
  process.exitCode = 2;
}

// How search grows with the vault: `npm run bench -- scale` (1,000 to 1,000,000 lines, on one core, some minutes), or with sizes
// of your choice. Prints each figure beside its limit and draws the curves into bench/plots/.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { drawPlot } from './plot.ts';
import type { SearchFigures } from './search.ts';
import { formatTable, type Row } from './table.ts';

const run = promisify(execFile);

const p95Limits: Readonly<Record<number, number>> = { 1_000: 8, 10_000: 8, 100_000: 15, 1_000_000: 80 };
const sizes = process.argv
  .slice(3)
  .map(Number)
  .filter((size) => size > 0);

/** All processes of it share one core, the embedding model's too. */
const taskset = existsSync('/usr/bin/taskset') ? ['/usr/bin/taskset', '-c', '0'] : [];
const program = path.join(import.meta.dirname, 'run.js');

async function measure(lines: number): Promise<SearchFigures> {
  const [command = process.execPath, ...rest] = [...taskset, process.execPath, program, 'search', String(lines)];
  const { stdout } = await run(command, rest, { maxBuffer: 1e7 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as SearchFigures;
}

const thousands = (count: number): string => count.toLocaleString('en');

function rowsOf(figures: SearchFigures): Row[] {
  const { lines } = figures;
  const at = `${thousands(lines)} lines`;
  const limit = p95Limits[lines];
  return [
    { what: `search, ${at} in ${thousands(figures.files)} notes, p50`, value: figures.p50Ms, unit: 'ms' },
    { what: `search, ${at}, p95`, value: figures.p95Ms, unit: 'ms', ...(limit ? { aim: { most: limit } } : {}) },
    { what: `search, ${at}, the first hundred after opening, p95`, value: figures.firstP95Ms, unit: 'ms' },
    { what: `processor time of the main process in it, ${at}, p50`, value: figures.cpuP50Ms, unit: 'ms' },
    {
      what: `a line added to a note found by a new word, ${at}, p50`,
      value: figures.editP50Ms,
      unit: 'ms',
      aim: { most: 50 },
    },
    {
      what: `a note of ${figures.perNote} lines, all new, found by a new word, ${at}, p50`,
      value: figures.rewriteByWordsP50Ms,
      unit: 'ms',
      aim: { most: 50 },
    },
    { what: `the same by words and meaning, ${at}, p50`, value: figures.rewriteP50Ms, unit: 'ms' },
    { what: `keyword index, ${at}`, value: figures.keywordLinesPerSecond, unit: 'lines/s', aim: { least: 5_000 } },
    ...(figures.embeddedLinesPerSecond === null
      ? []
      : [
          {
            what: `index with embedding, ${at}, this one core`,
            value: figures.embeddedLinesPerSecond,
            unit: 'lines/s',
            aim: { least: 150 },
          },
        ]),
    { what: `opening the index, ${at}, to the first answer`, value: figures.openMs, unit: 'ms' },
    { what: `warming up after that, in the background, ${at}`, value: figures.warmUpMs, unit: 'ms' },
    {
      what: `index file beside the text, ${at}`,
      value: figures.indexBytesPerLine,
      unit: 'bytes/line',
      aim: { most: 1_500 },
    },
    {
      what: `resident memory, ${at}, without the model's process`,
      value: figures.mainMb,
      unit: 'MB',
      ...(lines === 100_000 ? { aim: { most: 350 } } : {}),
    },
    { what: `resident memory, ${at}, with the model's process`, value: figures.mainMb + figures.modelMb, unit: 'MB' },
    {
      what: `event loop blocked at most, indexing ${at}`,
      value: figures.blockedIndexingMs,
      unit: 'ms',
      aim: { most: 50 },
    },
    {
      what: `event loop blocked at most, ${at}, up to 1,000 notes changed at once`,
      value: figures.blockedCheckoutMs,
      unit: 'ms',
      aim: { most: 50 },
    },
    ...(figures.embeddedLinesPerSecond === null
      ? []
      : [
          {
            what: `exact top ten found with the candidates that are looked at closely, ${at}`,
            value: figures.candidateRecall,
            unit: 'of 1',
            aim: { least: 0.98 },
          },
        ]),
    {
      what: `exact top ten found by int8 vectors, 2,000 of the model`,
      value: figures.int8Recall,
      unit: 'of 1',
      aim: { least: 0.98 },
    },
  ];
}

const all: SearchFigures[] = [];
for (const size of sizes.length > 0 ? sizes : [1_000, 10_000, 100_000, 1_000_000]) {
  const from = performance.now();
  all.push(await measure(size));
  console.error(`${thousands(size)} lines: measured in ${((performance.now() - from) / 1000).toFixed(0)} s`);
}
console.log(formatTable(all.flatMap(rowsOf)));
console.log(
  `\nOne core${taskset.length > 0 ? '' : ' was not enforced (no taskset)'}; query embedding included. Up to 10,000 lines every vector is the model's; beyond, they are mixed from those of 2,000 lines.`,
);

// From the package's folder: npm runs scripts there.
const folder = path.join(process.cwd(), 'bench', 'plots');
await mkdir(folder, { recursive: true });
const pointsOf = (value: (figures: SearchFigures) => number): [number, number][] =>
  all.map((figures) => [figures.lines, value(figures)]);
const limits = all.flatMap(({ lines }): [number, number][] => (p95Limits[lines] ? [[lines, p95Limits[lines]]] : []));
await writeFile(
  path.join(folder, 'search.svg'),
  drawPlot({
    title: 'A warm search on one core, query embedding included',
    xLabel: 'lines in the vault',
    yLabel: 'ms',
    series: [
      { name: 'p50', points: pointsOf((figures) => figures.p50Ms) },
      { name: 'p95', points: pointsOf((figures) => figures.p95Ms) },
      { name: 'limit of p95', points: limits, dashed: true },
    ],
  }),
);
await writeFile(
  path.join(folder, 'edit.svg'),
  drawPlot({
    title: 'From a saved note to its new word being found',
    xLabel: 'lines in the vault',
    yLabel: 'ms',
    series: [
      { name: 'a line added, p50', points: pointsOf((figures) => figures.editP50Ms) },
      { name: 'a line added, p95', points: pointsOf((figures) => figures.editP95Ms) },
      { name: 'all lines new, by words, p50', points: pointsOf((figures) => figures.rewriteByWordsP50Ms) },
      { name: 'limit', points: all.map(({ lines }): [number, number] => [lines, 50]), dashed: true },
    ],
  }),
);
console.log('Plots: bench/plots/search.svg, bench/plots/edit.svg');

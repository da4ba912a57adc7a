// What a person or a program meets, over one kind of notes: `npm run bench -- people [LINES] [FILES] [KIND]`, KIND one of facts, talk
// and prose, or all three. The figures go into bench/results.json, from which `npm run bench -- report` makes the tables of the
// documentation. SCRUBJAY_BENCH_NAME names the build that is measured, "now" unless told.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { measureFloor } from './floor.ts';
import { makeVault, type VaultKind, vaultKinds } from './made-vaults.ts';
import { measureClient } from './people-client.ts';
import { measureCommands } from './people-commands.ts';
import { measureStarts, measureTelegram, measureTerminal } from './people-daemon.ts';
import { createPlace } from './program.ts';
import { formatTable, percentile, type Row } from './table.ts';

/** What was measured of one build over one kind of notes. */
export interface Run {
  name: string;
  kind: VaultKind;
  lines: number;
  files: number;
  machine: string;
  rows: Row[];
}

const resultsFile = path.join(process.cwd(), 'bench', 'results.json');

export const readRuns = (): Run[] =>
  existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Run[]) : [];

export async function measurePeople(lines: number, files: number, only?: string): Promise<void> {
  const name = process.env['SCRUBJAY_BENCH_NAME'] ?? 'now';
  const machine = `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`;
  for (const kind of vaultKinds.filter((one) => only === undefined || one === only)) {
    const rows = await measureKind(kind, lines, files);
    const run: Run = { name, kind, lines, files, machine, rows };
    const isSame = (other: Run): boolean =>
      other.name === name && other.kind === kind && other.lines === lines && other.files === files;
    const runs = [...readRuns().filter((other) => !isSame(other)), run];
    writeFileSync(resultsFile, `${JSON.stringify(runs, undefined, 2)}\n`);
    console.log(`${name}, ${kind}, ${lines} lines in ${files} notes, ${machine}\n\n${formatTable(rows)}\n`);
  }
}

async function measureKind(kind: VaultKind, lines: number, files: number): Promise<Row[]> {
  const { notes, questions } = makeVault(kind, lines, files);
  const asked = questions.map(({ ask }) => ask);
  const place = createPlace(notes);
  place.configure('');
  try {
    const from = performance.now();
    await place.run(['index', '--json']);
    const first = { what: 'first index, embeddings included', value: (performance.now() - from) / 1000, unit: 's' };
    const rows = [
      first,
      ...(await measureClient(place, asked)),
      ...(await measureCommands(place, asked)),
      ...(await measureStarts(place)),
      ...(await measureTerminal(place, asked)),
      ...(await measureTelegram(place, asked)),
    ];
    const floor = await measureFloor(notes, lines, asked[0] ?? 'tea');
    return [
      ...rows,
      { what: 'raw floor of the same run, p50', value: percentile(floor, 0.5), unit: 'ms' },
      { what: 'raw floor, p95', value: percentile(floor, 0.95), unit: 'ms' },
      { what: 'bare `node -e 0`, p50', value: bareStart(), unit: 'ms' },
    ];
  } finally {
    place.close();
  }
}

const bareStarts = 7;

/** What no command can go below. */
function bareStart(): number {
  const times = Array.from({ length: bareStarts }, () => {
    const from = performance.now();
    execFileSync(process.execPath, ['-e', '0']);
    return performance.now() - from;
  });
  return percentile(times, 0.5);
}

// What a person or a program meets, over one kind of notes: `npm run bench -- people [LINES] [FILES] [KIND]`, KIND one of facts, talk
// and prose, or all three. The figures go into bench/results.json, from which `npm run bench -- report` makes the tables of the
// documentation. SCRUBJAY_BENCH_NAME names the build that is measured, "now" by default. With SCRUBJAY_BENCH_VAULTS, a folder, the
// index of a vault is made there once and used again by the runs that follow, which then do not measure the making of it.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { measureFloor } from './floor.ts';
import { makeVault, type VaultKind, vaultKinds } from './made-vaults.ts';
import { measureClient, searches, warmUps } from './people-client.ts';
import { measureCommands } from './people-commands.ts';
import { measureStarts, measureTelegram, measureTerminal } from './people-daemon.ts';
import { endedCpuMs } from './processes.ts';
import { createPlace, type Place } from './program.ts';
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

/** What is aimed at on two cores that have nothing else to do, by the number of lines. */
const aims: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  20_000: {
    'first index, embeddings included': 30,
    'MCP client, warm search, p50': 4,
    'MCP client, warm search, p95': 7,
    'an appended line found by a warm client, p50': 30,
    '`scrubjay --version`, p50': 70,
    '`scrubjay search` without a daemon, p50': 500,
    '`scrubjay search` beside a daemon, p50': 150,
    '`scrubjay index` with nothing changed, p50': 150,
    '`scrubjay index` after one appended line, p50': 200,
    'process start to ready, terminal, p50': 300,
    'process start to ready, Telegram, p50': 450,
    'memory of the daemon at rest (RSS)': 110,
    'memory of the daemon after use, its model counted (RSS)': 200,
    'own time of a turn on Telegram, p50': 12,
  },
  100_000: {
    'MCP client, warm search, p50': 12,
    'MCP client, warm search, p95': 20,
    'memory of the daemon after use, its model counted (RSS)': 220,
  },
};

export const readRuns = (): Run[] =>
  existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Run[]) : [];

export async function measurePeople(lines: number, files: number, only?: string): Promise<void> {
  const name = process.env['SCRUBJAY_BENCH_NAME'] ?? 'now';
  const machine = `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`;
  for (const kind of vaultKinds.filter((one) => only === undefined || one === only)) {
    const measured = await measureKind(kind, lines, files);
    const rows = measured.map((row) => {
      const most = aims[lines]?.[row.what];
      return most === undefined ? row : { ...row, aim: { most } };
    });
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
    const first = await makeIndex(place, `${kind}-${lines}-${files}`);
    const rows = [...first];
    const parts: readonly (() => Promise<Row[]>)[] = [
      async () => await measureClient(place, asked),
      async () => await measureCommands(place, asked),
      async () => await measureStarts(place),
      async () => await measureTerminal(place, asked),
      async () => await measureTelegram(place, asked),
      async () => await measureRaw(notes, asked),
    ];
    for (const measure of parts) {
      try {
        rows.push(...(await measure()));
      } catch (error) {
        // What else can be measured is still worth having.
        console.error(error);
        process.exitCode = 1;
      }
    }
    return rows;
  } finally {
    place.close();
  }
}

async function makeIndex(place: Place, name: string): Promise<Row[]> {
  const vaults = process.env['SCRUBJAY_BENCH_VAULTS'];
  const kept = vaults && path.join(vaults, name);
  const state = path.join(place.folder, 'state');
  if (kept && existsSync(kept)) cpSync(kept, state, { recursive: true });
  const isMade = existsSync(state);
  const [from, cpuFrom] = [performance.now(), endedCpuMs()];
  await place.run(['index']);
  const [value, cpuMs] = [(performance.now() - from) / 1000, endedCpuMs() - cpuFrom];
  if (isMade) return [];
  if (kept) cpSync(state, kept, { recursive: true });
  return [{ what: 'first index, embeddings included', value, unit: 's', cpuMs }];
}

/** What nothing of this kind can go below. */
async function measureRaw(notes: Readonly<Record<string, string>>, questions: readonly string[]): Promise<Row[]> {
  const floor = await measureFloor(notes, questions, { warmUps, searches });
  return [
    { what: 'raw floor of the same run, p50', value: percentile(floor, 0.5), unit: 'ms' },
    { what: 'raw floor, p95', value: percentile(floor, 0.95), unit: 'ms' },
    { what: 'bare `node -e 0`, p50', ...bareStart() },
  ];
}

const bareStarts = 7;

function bareStart(): { value: number; unit: string; cpuMs: number } {
  const cpuFrom = endedCpuMs();
  const times = Array.from({ length: bareStarts }, () => {
    const from = performance.now();
    execFileSync(process.execPath, ['-e', '0']);
    return performance.now() - from;
  });
  return { value: percentile(times, 0.5), unit: 'ms', cpuMs: (endedCpuMs() - cpuFrom) / bareStarts };
}

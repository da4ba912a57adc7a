// Puts what `npm run bench -- people` measured into the documentation, between the marks that it finds there: no figure of them is
// copied by hand. `npm run bench -- report`. Marks name what they want: `<!-- bench:people facts 20000 -->` the table of that run, or
// of both builds where two were measured; `<!-- bench:short facts 20000 -->` the few rows of it that a front page shows.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Run, readRuns } from './people.ts';
import { formatAim, formatValue, type Row, tableOf } from './table.ts';

const pages = ['README.md', 'docs/measurements.md'];
const block = /<!-- bench:(people|short) (\w+) (\d+) -->[\s\S]*?<!-- \/bench -->/g;

/** The build that is not told apart by SCRUBJAY_BENCH_NAME. */
const current = 'now';

/** Of a front page: what is measured, and how it is said there. */
const short: Readonly<Record<string, string>> = {
  'MCP client, warm search, p50': 'a search by another program (MCP), median',
  'MCP client, warm search, p95': 'the same, slowest twentieth',
  '`scrubjay search` beside a daemon, p50': '`scrubjay search` in the shell, daemon running',
  'own time of a turn on Telegram, p50': 'a turn’s own time on Telegram, beside its model',
  'process start to ready, terminal, p50': 'process start to ready',
  'memory of the daemon at rest (RSS)': 'memory at rest',
};

export function writeReport(): void {
  const runs = readRuns();
  for (const page of pages) {
    if (!existsSync(page)) continue;
    const text = readFileSync(page, 'utf8');
    const written = text.replace(block, (whole, form: string, kind: string, lines: string) => {
      const found = runs.filter((run) => run.kind === kind && run.lines === Number(lines));
      if (found.length === 0) return whole;
      const table = form === 'short' ? shortTable(found) : fullTable(found);
      return `<!-- bench:${form} ${kind} ${lines} -->\n\n${table}\n\n<!-- /bench -->`;
    });
    if (written === text) continue;
    writeFileSync(page, written);
    console.log(`${page} is up to date.`);
  }
}

function fullTable(runs: readonly Run[]): string {
  const [first] = runs;
  if (!first) return '';
  const { kind, lines, files, machine } = first;
  const whats = [...new Set(runs.flatMap(({ rows }) => rows.map(({ what }) => what)))];
  const head = `Kind \`${kind}\`: ${lines.toLocaleString('en')} lines in ${files.toLocaleString('en')} notes. ${machine}.`;
  const newestFirst = runs.toSorted((a, b) => Number(b.name === current) - Number(a.name === current));
  const rows = whats.map((what) => {
    const found = newestFirst.map((run) => rowOf(run, what));
    const aim = found.find((row) => row?.aim !== undefined);
    return [what, ...found.map((row) => (row ? formatValue(row) : '')), aim ? formatAim(aim) : ''];
  });
  return `${head}\n\n${tableOf(['', ...newestFirst.map(({ name }) => name), 'aim'], rows)}`;
}

function shortTable(runs: readonly Run[]): string {
  const run = runs.find(({ name }) => name === current) ?? runs[0];
  if (!run) return '';
  const of = `${run.lines.toLocaleString('en')} lines in ${run.files.toLocaleString('en')} notes (\`${run.kind}\`)`;
  return tableOf(
    [of, 'measured'],
    Object.entries(short).map(([what, said]) => {
      const row = rowOf(run, what);
      return [said, row ? formatValue({ ...row, cpuMs: undefined }) : ''];
    }),
  );
}

const rowOf = ({ rows }: Run, what: string): Row | undefined => rows.find((one) => one.what === what);

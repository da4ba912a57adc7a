// `npm run test:faults`: runs the tests of every row of test/faults/table.json and prints the table with the outcome of
// each row. A row names its tests by file and by a pattern of their names; a row without a test that ran has failed, and so
// has one that names a test that there is not.
//   npm run test:faults              the sample that the gate takes
//   SCRUBJAY_KILLS=all npm run test:faults   every kill point
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const rows = JSON.parse(readFileSync('test/faults/table.json', 'utf8'));
const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-faults-'));
const report = path.join(folder, 'report.json');
// A filter of vitest is a part of a path: the first alternative of each pattern, up to its first special character.
const files = new Set(
  rows.flatMap(({ tests }) => tests.flatMap(([file]) => file.split('|').map((part) => `test/${part}`))),
);
const vitest = path.join('node_modules', 'vitest', 'vitest.mjs');
spawnSync(
  process.execPath,
  [vitest, 'run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  {
    stdio: 'inherit',
  },
);

const results = JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ ancestorTitles, title, status }) => ({
    file: path.relative('test', name).replace(/\.test\.ts$/, ''),
    name: [...ancestorTitles, title].join(' > '),
    status,
  })),
);
rmSync(folder, { recursive: true });

/** @returns how many tests of a row passed and failed. One that a system or a run leaves out counts for neither. */
function outcomeOf({ tests }) {
  const found = tests.map(([files, names]) =>
    results.filter(({ file, name }) => new RegExp(`^(?:${files})`).test(file) && new RegExp(names).test(name)),
  );
  const missing = tests.find((_, i) => found[i].length === 0);
  if (missing) return { isFailure: true, text: `there is no test ${missing.join(': ')}` };
  const ran = found.flat().filter(({ status }) => status === 'passed' || status === 'failed');
  const failed = ran.filter(({ status }) => status === 'failed').length;
  if (ran.length === 0) return { isFailure: true, text: 'no test ran' };
  return { isFailure: failed > 0, text: failed > 0 ? `${failed} of ${ran.length} failed` : `passed (${ran.length})` };
}

let section = '';
let failures = 0;
for (const row of rows) {
  if (row.section !== section) process.stdout.write(`\n${row.section}\n`);
  ({ section } = row);
  const { isFailure, text } = outcomeOf(row);
  if (isFailure) failures += 1;
  process.stdout.write(`  ${isFailure ? '✗' : '✓'} ${row.row.padEnd(72)} ${text}\n`);
}
process.stdout.write(`\n${rows.length - failures} of ${rows.length} rows hold\n`);
process.exitCode = failures > 0 ? 1 : 0;

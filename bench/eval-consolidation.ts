// `npm run eval:consolidation`: the configured model consolidates the days of consolidation-days.ts, night by night, in
// a folder of its own; printed is what arrived, what is missing, and what should not be there.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../src/base/clock.ts';
import { silentLog } from '../src/base/log.ts';
import { loadConfig } from '../src/config.ts';
import { openConfiguredConsolidator } from '../src/app/consolidation.ts';
import { linesOfLongTerm } from '../src/memory/write/long-term.ts';
import { parseRaw } from '../src/memory/write/raw-note.ts';
import { dailyNotes, saidInDays, scoreMemory } from './consolidation-days.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-eval-'));
const memory = path.join(folder, 'memory');
const given = loadConfig(process.argv[2]);
const config = {
  ...given,
  memory: { ...given.memory, dir: memory },
  state: { dir: path.join(folder, 'state') },
  budget: {},
};
mkdirSync(memory);
const { consolidator, close } = await openConfiguredConsolidator(config, systemClock, silentLog);
try {
  let costUsd = 0;
  for (const [name, note] of dailyNotes()) {
    writeFileSync(path.join(memory, name), note);
    const report = await consolidator.run({ trigger: 'manual' });
    costUsd += report.costUsd;
    console.log(
      `${name}  ${report.outcome}  ${report.summary}  refused ${report.rejected.length}${report.problem === null ? '' : `  ${report.problem}`}${report.modelless ? '  (no model is configured)' : ''}`,
    );
    for (const { operation, reason } of report.rejected)
      console.log(`  left out: "${operation.text ?? operation.target ?? ''}": ${reason}`);
    for (const change of report.changes)
      if (change.isVerbatim) console.log(`  word for word: "${change.text}" [${change.sources.join(', ')}]`);
  }
  const lines = linesOfLongTerm(parseRaw(readFileSync(path.join(memory, 'MEMORY.md')))).filter(
    (line) => !line.isHistory,
  );
  const { recall, missing, wrong } = scoreMemory(lines.map((line) => line.text));
  console.log(
    `\n${saidInDays.length} things said; recall ${(recall * 100).toFixed(1)} %, ${wrong.length} wrong, ${lines.length} lines, $${costUsd.toFixed(4)}`,
  );
  for (const { sort, text } of missing) console.log(`missing (${sort}): ${text}`);
  for (const { sort, text } of wrong) console.log(`wrong (${sort}): ${text}`);
} catch (error) {
  if ((error as { code?: string }).code !== 'ENOENT') throw error;
  console.log('\nNothing was written: without a model only what is marked to be kept is promoted, and nothing is.');
} finally {
  close();
  rmSync(folder, { recursive: true, force: true });
}

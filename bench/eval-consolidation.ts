// `npm run eval:consolidation`: the configured model consolidates the days of consolidation-days.ts, night by night, and then what
// consolidation-forms.ts has in other forms, in a folder of its own; printed is what arrived, what is missing and whether a
// refusal lost it, what should not be there, which sources are not exact, and which lines of a person's hand were touched.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../src/base/time/clock.ts';
import { silentLog } from '../src/base/log.ts';
import { loadConfig } from '../src/config.ts';
import { openConfiguredConsolidator } from '../src/app/consolidation.ts';
import { type LongTermLine, linesOfLongTerm } from '../src/memory/write/long-term.ts';
import { parseRaw } from '../src/memory/write/raw-note.ts';
import type { ConsolidationReport } from '../src/features/consolidation/consolidator.ts';
import { dailyNotes, saidInDays, scoreMemory } from './consolidation-days.ts';
import {
  formsDay,
  formsNote,
  formsSession,
  formsSessionName,
  handWrittenMemory,
  scoreForms,
} from './consolidation-forms.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-eval-'));
const memory = path.join(folder, 'memory');
const given = loadConfig(process.argv[2]);
const config = {
  ...given,
  memory: { ...given.memory, dir: memory },
  state: { dir: path.join(folder, 'state') },
  budget: {},
};
mkdirSync(path.join(folder, 'state/sessions'), { recursive: true });
mkdirSync(memory);
writeFileSync(path.join(memory, 'MEMORY.md'), handWrittenMemory);
const { consolidator, close } = await openConfiguredConsolidator(config, systemClock, silentLog);
const rejected: ConsolidationReport['rejected'] = [];
let costUsd = 0;

/** One night over what was written since the last one. */
async function consolidate(name: string): Promise<void> {
  const report = await consolidator.run({ trigger: 'manual' });
  costUsd += report.costUsd;
  rejected.push(...report.rejected);
  console.log(
    `${name}  ${report.outcome}  ${report.summary}  refused ${report.rejected.length}${report.problem === null ? '' : `  ${report.problem}`}${report.modelless ? '  (no model is configured)' : ''}`,
  );
  for (const { operation, reason } of report.rejected)
    console.log(`  left out: "${operation.text ?? operation.target ?? ''}": ${reason}`);
  for (const change of report.changes)
    if (change.isVerbatim) console.log(`  word for word: "${change.text}" [${change.sources.join(', ')}]`);
}

/** Why a fact is missing, where an operation that said it was refused. @param want of each group one */
function lostBy(want: readonly (readonly string[])[]): string {
  const refusal = rejected.find(({ operation: { text } }) =>
    want.every((ways) => ways.some((one) => (text ?? '').toLowerCase().includes(one.toLowerCase()))),
  );
  return refusal ? `; a refusal lost it: ${refusal.reason}` : '';
}

try {
  for (const [name, note] of dailyNotes()) {
    writeFileSync(path.join(memory, name), note);
    await consolidate(name);
  }
  const ofDays = linesNow();
  const { recall, missing, wrong } = scoreMemory(ofDays.map((line) => line.text));
  console.log(
    `\n${saidInDays.length} things said; recall ${(recall * 100).toFixed(1)} %, ${wrong.length} wrong, ${ofDays.length} lines, $${costUsd.toFixed(4)}`,
  );
  for (const { sort, text, want } of missing)
    console.log(`missing (${sort}): ${text}${lostBy((want ?? []).map((word) => [word]))}`);
  for (const { sort, text } of wrong) console.log(`wrong (${sort}): ${text}`);

  console.log('');
  writeFileSync(path.join(memory, `${formsDay}.md`), formsNote());
  writeFileSync(path.join(folder, 'state/sessions', formsSessionName), formsSession());
  await consolidate(`${formsDay}.md and a conversation`);
  const forms = scoreForms(readFileSync(path.join(memory, 'MEMORY.md'), 'utf8'), linesNow());
  const arrived = forms.facts - forms.missing.length;
  console.log(
    `\n${forms.facts} facts in other forms; ${arrived} arrived, ${arrived - forms.wrongSource.length} of them with the exact source; ${forms.touched.length} lines by hand were touched`,
  );
  for (const { form, claim, want } of forms.missing) console.log(`missing (${form}): ${claim}${lostBy(want)}`);
  for (const { form, claim, sources } of forms.wrongSource)
    console.log(`source (${form}): ${claim} [${sources.join(', ')}]`);
  for (const line of forms.touched) console.log(`touched: ${line}`);
} finally {
  await close();
  rmSync(folder, { recursive: true, force: true });
}

/** The lines of MEMORY.md that are not history. */
function linesNow(): LongTermLine[] {
  return linesOfLongTerm(parseRaw(readFileSync(path.join(memory, 'MEMORY.md')))).filter((line) => !line.isHistory);
}

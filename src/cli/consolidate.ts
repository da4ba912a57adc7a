// `scrubjay consolidate`: distils notes and conversations into MEMORY.md now instead of at night.
import { english } from '../assistant/phrases/english.ts';
import { problemIn } from '../assistant/phrases/phrases.ts';
import type { ConsolidationReport } from '../features/consolidation/consolidator.ts';
import { changeLines, shownSummary } from '../features/consolidation/digest.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { withOwnConsolidator } from './own-consolidator.ts';
import { findDaemon } from './running-daemon.ts';
import { UsageError } from './usage-error.ts';

export const command = defineCommand({
  usage: 'consolidate [options]',
  about: 'Distils the daily notes and conversations into MEMORY.md, as it happens every night.',
  examples: ['consolidate --dry-run', 'consolidate --date 2026-11-21'],
  options: {
    ...configOption,
    ...jsonOption,
    'dry-run': { type: 'boolean', about: 'show what would change, and change nothing' },
    date: { type: 'string', value: 'DATE', about: 'only this day (YYYY-MM-DD)' },
  },
  words: { min: 0, max: 0 },
  async run({ values }) {
    const { date } = values;
    const dryRun = values['dry-run'] === true;
    if (date !== undefined && !isDay(date)) throw new UsageError(`--date takes a day as YYYY-MM-DD, got "${date}"`);
    const settings = loadSettings(values, { quiet: true });
    const daemon = await findDaemon(settings.config);
    const report = daemon
      ? await daemon.call('consolidate', { dryRun, date }).finally(daemon.close)
      : await withOwnConsolidator(settings, (consolidator) => consolidator.run({ trigger: 'manual', dryRun, date }));
    if (values.json) printJson({ ...report, dryRun });
    else {
      for (const line of linesOf(report, dryRun)) print(line);
      for (const problem of report.unread) print(`left out: ${problemIn(english, problem)}`);
    }
    return report.outcome === 'failed' ? 1 : 0;
  },
});

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

function linesOf(report: ConsolidationReport, dryRun: boolean): string[] {
  if (report.outcome === 'failed') return [`Refused, nothing was changed: ${report.problem}`];
  if (report.outcome === 'nothing new') return ['Nothing new to consolidate.'];
  const modelless = report.modelless ? ' (no model is configured: only what was marked to be kept)' : '';
  return [
    ...(dryRun && report.diff !== '' ? [report.diff.trimEnd()] : []),
    `${shownSummary(report.summary)}${dryRun ? ' (dry run)' : ''}${modelless}`,
    ...changeLines(report.changes),
    ...report.rejected.map(
      ({ operation, reason }) => `refused: ${operation.op} "${operation.text ?? operation.target ?? ''}": ${reason}`,
    ),
    ...(report.problem === null ? [] : [`A part is left open: ${report.problem}`]),
  ];
}

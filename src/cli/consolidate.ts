// `scrubjay consolidate`: what was noted and said, distilled into MEMORY.md now instead of at night.
import { changeLines } from '../features/consolidation/digest.ts';
import { systemClock } from '../base/clock.ts';
import { openConfiguredConsolidator } from '../app/consolidation.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { UsageError } from './usage-error.ts';

export const command = defineCommand({
  usage: 'consolidate [options]',
  about: 'Distils the daily notes and conversations into MEMORY.md, as it happens every night.',
  options: {
    ...configOption,
    ...jsonOption,
    'dry-run': { type: 'boolean', about: 'show what would change, and change nothing' },
    date: { type: 'string', value: 'DATE', about: 'only this day (YYYY-MM-DD)' },
  },
  words: { least: 0, most: 0 },
  async run({ values }) {
    const dryRun = values['dry-run'] === true;
    if (values.date !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(values.date))
      throw new UsageError(`--date takes a day as YYYY-MM-DD, got "${values.date}"`);
    const { config, log } = loadSettings(values, { quiet: true });
    const { consolidator, close } = await openConfiguredConsolidator(config, systemClock, log);
    try {
      const report = await consolidator.run({
        trigger: 'manual',
        dryRun,
        ...(values.date !== undefined && { date: values.date }),
      });
      const code = report.outcome === 'failed' ? 1 : 0;
      if (values.json) {
        printJson({ ...report, dryRun });
        return code;
      }
      if (report.outcome === 'failed') print(`Refused, nothing was changed: ${report.problem}`);
      else if (report.outcome === 'nothing new') print('Nothing new to consolidate.');
      else {
        if (dryRun && report.diff !== '') print(report.diff.trimEnd());
        print(
          `${report.summary}${dryRun ? ' (dry run)' : ''}${report.modelless ? ' (no model is configured: only what was marked to be kept)' : ''}`,
        );
        for (const line of changeLines(report.changes)) print(line);
        for (const { operation, reason } of report.rejected)
          print(`refused: ${operation.op} "${operation.text ?? operation.target ?? ''}": ${reason}`);
        if (report.problem !== null) print(`A part is left open: ${report.problem}`);
      }
      return code;
    } finally {
      close();
    }
  },
});

// `scrubjay undo`: takes a consolidation back; what was written by hand since stays.
import { systemClock } from '../base/clock.ts';
import { openConfiguredConsolidator } from '../app/consolidation.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';

export const command = defineCommand({
  usage: 'undo [options]',
  about: 'Takes back the last consolidation of MEMORY.md. Edits by hand stay.',
  options: {
    ...configOption,
    ...jsonOption,
    list: { type: 'boolean', about: 'show what can be taken back' },
    to: { type: 'string', value: 'ID', about: 'take back this consolidation and all after it' },
  },
  words: { least: 0, most: 0 },
  async run({ values }) {
    const { config, log } = loadSettings(values, { quiet: true });
    const { consolidator, close } = await openConfiguredConsolidator(config, systemClock, log);
    try {
      if (values.list) {
        const versions = await consolidator.versions();
        if (values.json) printJson({ versions });
        else if (versions.length === 0) print('There is no consolidation to undo.');
        for (const { id, at, summary, undoneAt } of values.json ? [] : versions)
          print(`${id}  ${at}  ${summary}${undoneAt === null ? '' : '  (undone)'}`);
        return 0;
      }
      const undone = await consolidator.undo(values.to === undefined ? {} : { to: values.to });
      if (values.json) printJson({ undone });
      else for (const { id, summary } of undone) print(`Undone: ${id} (${summary})`);
      return 0;
    } finally {
      close();
    }
  },
});

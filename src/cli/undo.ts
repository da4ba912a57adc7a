// `scrubjay undo`: takes a consolidation back; what was written by hand since stays.
import { chosenTimezone } from '../app/timezone.ts';
import { countsIn } from '../assistant/change-counts.ts';
import { english } from '../assistant/phrases/english.ts';
import { localDate, localTime } from '../base/time/local-time.ts';
import { type HistoryEntry, noneToUndo } from '../features/consolidation/history.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { withOwnConsolidator } from './own-consolidator.ts';
import { findDaemon } from './running-daemon.ts';
import { UsageError } from './usage-error.ts';

export const command = defineCommand({
  usage: 'undo [options]',
  about:
    'Takes back the last consolidation of MEMORY.md. Edits by hand stay. A single change, such as a saved line, is taken back by\n`/undo` in the chat.',
  examples: ['undo', 'undo --list'],
  options: {
    ...configOption,
    ...jsonOption,
    list: { type: 'boolean', about: 'show what can be taken back' },
    to: { type: 'string', value: 'ID', about: 'take back this consolidation and all after it' },
  },
  words: { min: 0, max: 0 },
  async run({ values }) {
    const { list = false, to } = values;
    if (list && to !== undefined) throw new UsageError('give either --list or --to');
    const settings = loadSettings(values, { quiet: true });
    const daemon = await findDaemon(settings.config);
    const entries = daemon
      ? await (list ? daemon.call('versions', {}) : daemon.call('undo', { to })).finally(daemon.close)
      : await withOwnConsolidator(settings, (consolidator) =>
          list ? consolidator.versions() : consolidator.undo({ to }),
        );
    if (values.json) printJson(list ? { versions: entries } : { undone: entries });
    else
      for (const line of list ? listLines(entries) : undoneLines(entries, chosenTimezone(settings.config).now()))
        print(line);
    return 0;
  },
});

const listLines = (entries: readonly HistoryEntry[]): string[] =>
  entries.length === 0
    ? [noneToUndo]
    : entries.map(
        ({ id, at, summary, undoneAt }) => `${id}  ${at}  ${summary}${undoneAt === null ? '' : '  (undone)'}`,
      );

/** In the words of `/undo`. */
const undoneLines = (entries: readonly HistoryEntry[], timezone: string): string[] =>
  entries.map(({ at, summary }) => {
    const count = countsIn(summary);
    const when = `${localDate(new Date(at), timezone)} ${localTime(new Date(at), timezone)}`;
    return english.undoing.done(english.undoing.night(when, count ? english.undoing.counts(count) : summary));
  });

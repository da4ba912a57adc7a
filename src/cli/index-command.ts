// `scrubjay index`: the search index brought up to date, vectors included.
import { UserError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { quantity } from '../base/text/text.ts';
import type { Config } from '../config.ts';
import { EmbedError } from '../memory/embed/embedder.ts';
import type { IndexReport } from '../memory/memory.ts';
import { progressBar } from './progress.ts';
import { findDaemon, memoryOf, openOwnMemory } from './running-daemon.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';

export const command = defineCommand({
  usage: 'index [options]',
  about:
    'Brings the search index up to date and waits until every vector is there. It does so by itself as well; this shows it.',
  examples: ['index', 'index --rebuild --json'],
  options: { ...configOption, ...jsonOption, rebuild: { type: 'boolean', about: 'make it anew from the notes' } },
  words: { min: 0, max: 0 },
  async run({ values }) {
    const { config, log } = loadSettings(values, { quiet: true });
    const { files, chunks, embedded, removed, tookMs, embedMs } = await bringUpToDate(
      config,
      log,
      values.rebuild === true,
    );
    if (values.json) printJson({ files, chunks, embedded, removed, tookMs, embedMs });
    else
      print(
        `${quantity(files, 'file')}, ${quantity(chunks, 'chunk')}, ${embedded} embedded, ${removed} removed, in ${(tookMs / 1000).toFixed(1)} s`,
      );
    return 0;
  },
});

async function bringUpToDate(config: Config, log: Log, rebuild: boolean): Promise<IndexReport> {
  const from = performance.now();
  const daemon = await findDaemon(config);
  if (!daemon && !rebuild) {
    const { completeFromFile } = await import('../app/memory/current-index.ts');
    const completed = await completeFromFile(config, log).catch(sayWithoutModel);
    if (completed) return { ...completed, tookMs: Math.round(performance.now() - from) };
  }
  const memory = daemon
    ? memoryOf(daemon)
    : await openOwnMemory(config, log, { wakesModel: !rebuild, searches: false });
  try {
    return await memory.index({ rebuild, onProgress: progressBar() });
  } catch (error) {
    return sayWithoutModel(error);
  } finally {
    await memory.close();
  }
}

function sayWithoutModel(error: unknown): never {
  throw error instanceof EmbedError
    ? new UserError(`${error.message} Until it works, notes are found by their words.`, { cause: error })
    : error;
}

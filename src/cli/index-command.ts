// `scrubjay index`: the search index brought up to date, vectors included.
import { UserError } from '../base/errors.ts';
import { quantity } from '../base/text.ts';
import { EmbedError } from '../memory/embed/embedder.ts';
import { openAskedMemory } from './running-daemon.ts';
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
    const memory = await openAskedMemory(config, log);
    const bar = process.stderr.isTTY ? drawProgress : undefined;
    try {
      const { files, chunks, embedded, removed, tookMs, embedMs } = await memory.index({
        rebuild: values.rebuild === true,
        onProgress: bar,
      });
      if (values.json) printJson({ files, chunks, embedded, removed, tookMs, embedMs });
      else
        print(
          `${quantity(files, 'file')}, ${quantity(chunks, 'chunk')}, ${embedded} embedded, ${removed} removed, in ${(tookMs / 1000).toFixed(1)} s`,
        );
      return 0;
    } catch (error) {
      throw error instanceof EmbedError
        ? new UserError(`${error.message} Until it works, notes are found by their words.`, { cause: error })
        : error;
    } finally {
      await memory.close();
    }
  },
});

const barWidth = 30;

function drawProgress(done: number, total: number): void {
  const filled = total > 0 ? Math.round((done / total) * barWidth) : barWidth;
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${done}/${total}`;
  process.stderr.write(done >= total ? '\r\u001b[K' : `\r\u001b[K${bar}`);
}

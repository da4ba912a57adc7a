// `scrubjay search`: the memory, searched as the assistant searches it.
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../base/clock.ts';
import { openConfiguredMemory } from '../daemon/memory.ts';
import type { Memory } from '../memory/memory.ts';
import { UsageError, configOption, defineCommand, jsonOption, loadSettings, print, printJson, wholeNumber } from './command.ts';

export const command = defineCommand({
  usage: 'search "query" [options]',
  about: 'Searches the notes by words and by meaning, best first.',
  options: {
    ...configOption,
    ...jsonOption,
    limit: { type: 'string', short: 'n', value: 'N', about: 'results at most (default 6)' },
    since: { type: 'string', value: 'DATE', about: 'only notes of this day or later (YYYY-MM-DD)' },
    until: { type: 'string', value: 'DATE', about: 'only notes of this day or earlier' },
    explain: { type: 'boolean', about: 'show where each score comes from' },
    batch: { type: 'boolean', about: 'one query a line from stdin, one JSON document a line to stdout' },
  },
  words: { least: 0, most: 1 },
  async run({ values, words: [query] }) {
    if ((query === undefined) !== (values.batch === true)) throw new UsageError('give either a query in quotes or --batch');
    const options = {
      limit: wholeNumber(values.limit, '--limit', { fallback: 6, least: 1, most: 1000 }),
      ...(values.since !== undefined && { since: day(values.since, '--since') }),
      ...(values.until !== undefined && { until: day(values.until, '--until') }),
      explain: values.explain === true,
    };
    const { config, log } = loadSettings(values, { quiet: true });
    const memory = await openConfiguredMemory(config, systemClock, log, { watch: false });
    try {
      await catchUp(memory);
      if (query === undefined) for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) printJson(await memory.search(line, options));
      else if (values.json) printJson(await memory.search(query, options));
      else await show(await memory.search(query, options));
      return 0;
    } finally {
      await memory.close();
    }
  },
});

const patienceMs = 5_000;

/**
 * Embeds what was written since the last time, as far as that goes quickly: a process that only searches would end before
 * its vectors are made, each time anew. A long backlog is for `scrubjay index`.
 */
async function catchUp(memory: Memory): Promise<void> {
  // An embedder that fails is no reason not to search by words; the answer's mode says so.
  const embedded = memory.index().catch(() => undefined);
  await Promise.race([embedded, delay(patienceMs, undefined, { ref: false })]);
}

async function show(answer: Awaited<ReturnType<Memory['search']>>): Promise<void> {
  if (answer.results.length === 0) print('No relevant memories found.');
  for (const { path, startLine, endLine, score, text, explain } of answer.results) {
    print(`## ${path}#L${startLine}-L${endLine} (score: ${score.toFixed(2)})\n${text}`);
    if (explain) print(Object.entries(explain).map(([signal, value]) => `  ${signal} ${value.toFixed(3)}`).join(''));
    print('');
  }
  if (answer.pendingVectors > 0) print(`(${answer.pendingVectors} passages are not embedded yet; \`scrubjay index\` does it now)`);
}

function day(given: string, option: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given) || Number.isNaN(Date.parse(given))) throw new UsageError(`${option} takes a day as YYYY-MM-DD, got "${given}"`);
  return given;
}

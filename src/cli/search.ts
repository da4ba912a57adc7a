// `scrubjay search`: the memory, searched as the assistant searches it.
import { calledAs } from '../base/called-as.ts';
import { createInterface } from 'node:readline';
import { createConfiguredVault } from '../app/memory/memory-folder.ts';
import { ToolError } from '../base/errors.ts';
import { settlesWithin } from '../base/concurrency/settles-within.ts';
import { quantity } from '../base/text/text.ts';
import { linesAboveIn, withoutSecretsIn } from '../memory/lines-above.ts';
import { NoteError } from '../memory/note-problem.ts';
import { showPassage } from '../memory/past-lines.ts';
import type { SearchAnswer } from '../memory/search.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson, wholeNumber } from './command.ts';
import type { Config } from '../config.ts';
import { type AskedMemory, openAskedMemory } from './running-daemon.ts';
import { UsageError } from './usage-error.ts';

export const command = defineCommand({
  usage: 'search "query" ["query" ...] [options]',
  about: 'Searches the notes by words and by meaning, best first.',
  examples: ['search "spare key"', 'search "dentist" --since "last month" --limit 3', 'search --batch < queries.txt'],
  options: {
    ...configOption,
    ...jsonOption,
    limit: { type: 'string', short: 'n', value: 'N', about: 'results at most (default 6)' },
    since: {
      type: 'string',
      value: 'DATE',
      about:
        'only notes of this day or later: YYYY-MM-DD, or words such as "last week", "March" or 2026, of which the first day counts',
    },
    until: {
      type: 'string',
      value: 'DATE',
      about: 'only notes of this day or earlier; of a week, a month or a year the last day counts',
    },
    'as-of': {
      type: 'string',
      value: 'DATE',
      about: 'what was known on this day (of a week, a month or a year: its last day), with what was superseded since',
    },
    explain: { type: 'boolean', about: 'show where each score comes from' },
    batch: { type: 'boolean', about: 'one query a line from stdin, one JSON document a line to stdout' },
  },
  words: { min: 0, max: 4 },
  async run({ values, words: [query, ...queries] }) {
    if ((query === undefined) !== (values.batch === true))
      throw new UsageError('give either a query in quotes or --batch');
    const options = {
      limit: wholeNumber(values.limit, '--limit', { fallback: 6, min: 1, max: 1000 }),
      since: values.since,
      until: values.until,
      asOf: values['as-of'],
      explain: values.explain === true,
      queries,
    };
    const { config, log } = loadSettings(values, { quiet: true });
    const memory = await openAskedMemory(config, log, { wakesModel: true });
    const shown = withoutSecrets(config);
    try {
      const { hasVectors, embedded } = await catchUp(memory);
      if (query === undefined)
        for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity }))
          printJson(await shown(await memory.search(line, options)));
      else {
        const answer = await shown(await memory.search(query, { ...options, wordsOnly: !hasVectors }));
        if (values.json) printJson(answer);
        else show(answer);
      }
      await settlesWithin(embedded, slowStartMs);
      return 0;
    } catch (error) {
      throw error instanceof ToolError && !(error instanceof NoteError)
        ? new UsageError(error.message, { cause: error })
        : error;
    } finally {
      await memory.close();
    }
  },
});

const patienceMs = 2_000;
/** After the answer is shown, the process waits this long for a slow model: else its work would be lost at every search. */
const slowStartMs = 30_000;
/** Embedding more would take more than some seconds. */
const maxPendingChunks = 200;

interface CatchingUp {
  /** Whether any chunk has a vector; if none has, there is no use in starting the model. */
  hasVectors: boolean;
  /** Resolves when the pending chunks are embedded, or the embedder has failed. */
  embedded: Promise<unknown>;
}

/** Embeds what was written since the last search, where that goes quickly. A long backlog is for `scrubjay index`. */
async function catchUp(memory: AskedMemory): Promise<CatchingUp> {
  const { pendingVectors, chunks } = await memory.status();
  if (pendingVectors === 0) return { hasVectors: chunks > 0, embedded: Promise.resolve() };
  if (pendingVectors > maxPendingChunks) return { hasVectors: pendingVectors < chunks, embedded: Promise.resolve() };
  // An embedder that fails is no reason not to search by words; the answer's mode says so.
  const embedded = memory.index().catch(() => undefined);
  await settlesWithin(embedded, patienceMs);
  return { hasVectors: true, embedded };
}

/** What the command prints is read by other programs too: keys and passwords in notes stay in the notes, as in an answer of the assistant. */
function withoutSecrets(config: Config): (answer: SearchAnswer) => Promise<SearchAnswer> {
  const linesAbove = linesAboveIn(createConfiguredVault(config));
  return async (answer) => ({
    ...answer,
    results: await Promise.all(
      answer.results.map(async (result) => {
        const place = { path: result.path, line: result.startLine };
        return { ...result, text: await withoutSecretsIn(result.text, place, linesAbove) };
      }),
    ),
  });
}

function show(answer: SearchAnswer): void {
  if (answer.results.length === 0) print('No relevant memories found.');
  for (const result of answer.results) {
    const { path, startLine, endLine, score, explain } = result;
    print(`## ${path}#L${startLine}-L${endLine} (score: ${score.toFixed(2)})\n${showPassage(result)}`);
    if (explain)
      print(
        `  rank ${explain.rank.toFixed(3)} = ${sumOf(explain.parts)}\n  score ${score.toFixed(3)} = ${sumOf(explain.score)}`,
      );
    print('');
  }
  if (answer.pendingVectors > 0)
    print(
      `(Found by words only as yet: ${quantity(answer.pendingVectors, 'chunk')}; \`${calledAs()} index\` makes the vectors)`,
    );
}

const sumOf = (parts: Record<string, number>): string =>
  Object.entries(parts)
    .map(([name, value]) => `${name} ${value.toFixed(3)}`)
    .join(' + ');

// `scrubjay check`: lists the lines of the memory that contradict each other. Changes nothing.
import { english } from '../assistant/phrases/english.ts';
import { problemIn } from '../assistant/phrases/phrases.ts';
import { systemClock } from '../base/time/clock.ts';
import { localDate } from '../base/time/local-time.ts';
import { chosenTimezone } from '../app/timezone.ts';
import { openConfiguredEmbedder } from '../app/memory/embedder.ts';
import { createConfiguredVault } from '../app/memory/memory-folder.ts';
import { type Contradiction, type NoteLine, findContradictions } from '../memory/contradictions.ts';
import { type Embedder, EmbedError, type Relation, type TextPair } from '../memory/embed/embedder.ts';
import { cosinesOf } from '../memory/embed/cosines.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { progressBar } from './progress.ts';

export const command = defineCommand({
  usage: 'check [options]',
  about:
    'Lists lines of the memory that seem to contradict each other, the newest first. A line that is no longer true can be marked by hand: "(until 2026-09-14)" at its end.',
  examples: ['check', 'check --json'],
  options: { ...configOption, ...jsonOption },
  words: { min: 0, max: 0 },
  async run({ values }) {
    const { config, log } = loadSettings(values, { quiet: true });
    const today = localDate(systemClock.now(), chosenTimezone(config).now());
    const embedder = openConfiguredEmbedder(config, systemClock, log);
    try {
      const skipped: string[] = [];
      const contradictions = await findContradictions(
        createConfiguredVault(config),
        today,
        {
          read: async (pairs) => await readAll(pairs, embedder),
          cosines: async (pairs) => await cosinesOf(pairs, embedder),
        },
        (problem) => skipped.push(problemIn(english, problem)),
      );
      if (values.json) printJson({ contradictions, skipped });
      else {
        show(contradictions);
        for (const reason of skipped) print(`left out: ${reason}`);
      }
      return 0;
    } finally {
      await embedder?.close();
    }
  },
});

const pairsAtOnce = 32;

/** What the model of the configuration says of each pair: null where it can't read two texts together, or can't be had. */
async function readAll(pairs: readonly TextPair[], embedder: Embedder | null): Promise<(Relation | null)[]> {
  const draw = progressBar();
  const relations = new Map<TextPair, Relation>();
  if (!embedder?.compare) return pairs.map(() => null);
  for (let from = 0; from < pairs.length; from += pairsAtOnce) {
    const some = pairs.slice(from, from + pairsAtOnce);
    try {
      for (const [i, relation] of (await embedder.compare(some)).entries())
        relations.set(some[i] as TextPair, relation);
    } catch (error) {
      if (!(error instanceof EmbedError)) throw error;
      if (error.blames === 'texts') continue;
      draw?.(pairs.length, pairs.length);
      process.stderr.write(`${error.message} Until it works, lines are compared by their words.\n`);
      break;
    }
    draw?.(Math.min(from + pairsAtOnce, pairs.length), pairs.length);
  }
  return pairs.map((pair) => relations.get(pair) ?? null);
}

function show(contradictions: readonly Contradiction[]): void {
  if (contradictions.length === 0) return print('No line contradicts another one.');
  for (const { newer, older } of contradictions) print(`${told(newer)}\n  but ${told(older)}\n`);
  const [{ older }] = contradictions as [Contradiction];
  const count = contradictions.length === 1 ? 'One contradiction.' : `${contradictions.length} contradictions.`;
  print(`${count} Where a line is no longer true, write until when: "${older.text} (until 2026-09-14)".`);
}

const told = ({ path, line, text }: NoteLine): string => `${path}#L${line}: ${text}`;

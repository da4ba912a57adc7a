// The greeting above a conversation on the terminal, and the line below its input.
import type { Clock } from '../base/time/clock.ts';
import { localDate } from '../base/time/local-time.ts';
import { version } from '../base/version.ts';
import type { Config } from '../config.ts';
import type { Ledger } from '../features/usage/ledger.ts';
import type { Memory } from '../memory/memory.ts';
import { chosenTimezone } from './timezone.ts';
import { logFileOf } from './daemon/log-file.ts';

export function terminalGreeting(config: Config, models: readonly string[]): string {
  return `Scrubjay ${version()} · memory: ${shortened(config.memory.dir)} · model: ${models[0] ?? 'none, I keep and quote notes'}

Three things to try:
  remember that Anna is allergic to hazelnuts
  who is allergic to hazelnuts?
  remind me tomorrow at 9 to call the bank

"help" or / shows more. Ctrl-C stops a reply; exit, Ctrl-D or Ctrl-C twice leaves. Log: ${shortened(logFileOf(config.state.dir))}
`;
}

/** How often the cost is looked up. */
const maxAgeMs = 1_000;

/** While so many are read, a search waits for them. */
const manyNotes = 100;

/** @returns the line of now; it is asked for at every key, and looks the cost up once a second */
export function terminalFooter(
  config: Config,
  models: readonly string[],
  { ledger, memory }: { ledger: Pick<Ledger, 'sum'>; memory: Pick<Memory, 'reading'> },
  clock: Clock,
): () => string {
  const timezone = chosenTimezone(config);
  const folder = shortened(config.memory.dir);
  let line = '';
  let readAt = -Infinity;
  return () => {
    const reading = memory.reading();
    if (reading && reading.total >= manyNotes) return `Reading the notes: ${reading.done} of ${reading.total}`;
    if (clock.elapsed() - readAt < maxAgeMs) return line;
    readAt = clock.elapsed();
    const dollars = ledger.sum(localDate(clock.now(), timezone.now()));
    line = [models[0] ?? 'no model', ...(models.length > 0 ? [`$${dollars.toFixed(2)} today`] : []), folder].join(
      ' · ',
    );
    return line;
  };
}

function shortened(folder: string): string {
  const home = process.env['HOME'];
  if (!home) return folder;
  return folder === home || folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder;
}

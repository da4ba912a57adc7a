// Makes room in a session: what falls out of the window is put into a few words that stand in its place.
import type { Clock } from '../base/clock.ts';
import { text } from '../provider/message.ts';
import type { Entry, MessageEntry } from '../session/entry.ts';
import { type Turn, isSpoken, liveTurns } from '../session/history.ts';
import type { Session } from '../session/sessions.ts';
import { type Cut, type WindowLimits, planCut } from './window.ts';

export interface Compactor {
  /** Cuts the session down to its window where it is over it. */
  fit(session: Session): Promise<void>;
  /** Puts everything but the open turn into a summary. Returns false when there is nothing to put away. */
  compact(session: Session): Promise<boolean>;
  /** A summary of all that the session holds but its open turn; empty where it holds nothing. */
  summarise(session: Session): Promise<string>;
}

export function createCompactor(options: { clock: Clock; limits: WindowLimits }): Compactor {
  const { clock, limits } = options;

  async function apply(session: Session, cut: Cut | null): Promise<boolean> {
    if (!cut) return false;
    const summary = digest(earlierSummary(session.entries), cut.dropped);
    await session.append({ type: 'compaction', at: clock.now().toISOString(), summary, dropped_before: cut.droppedBefore });
    return true;
  }

  return {
    fit: async (session) => {
      await apply(session, planCut(session.entries, limits));
    },
    compact: (session) => apply(session, planCut(session.entries, { maxMessages: 0, maxTokens: 0 })),
    summarise: (session) => Promise.resolve(digest(earlierSummary(session.entries), liveTurns(session.entries).filter((turn) => turn.ended))),
  };
}

const earlierSummary = (entries: readonly Entry[]): string => {
  const last = entries.findLast((entry) => entry.type === 'compaction');
  return last?.type === 'compaction' ? last.summary : '';
};

const maxQuote = 200;
const maxDigest = 4000;

/** A summary without a model: what each side said, shortened; the oldest goes first when it is too much. */
function digest(earlier: string, turns: readonly Turn[]): string {
  const lines = turns.flatMap((turn) => turn.entries).flatMap(quote);
  const all = [...(earlier === '' ? [] : earlier.split('\n')), ...lines];
  while (all.length > 1 && all.join('\n').length > maxDigest) all.shift();
  return all.join('\n').slice(0, maxDigest);
}

function quote(entry: MessageEntry): string[] {
  const said = (isSpoken(entry) ? personsWords(entry) : entry.role === 'assistant' ? text(entry) : '').replaceAll(/\s+/g, ' ').trim();
  if (said === '') return [];
  return [`${entry.role === 'user' ? 'They' : 'You'} (${entry.at.slice(0, 10)}): ${said.length > maxQuote ? `${said.slice(0, maxQuote)}…` : said}`];
}

/** What the person said in a message, without the context that the program put before it. */
export const personsWords = (entry: MessageEntry): string => entry.content.findLast((block) => block.type === 'text')?.text ?? '';

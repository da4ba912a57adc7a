// How much of a session a request holds, and what is to go when it is too much. Pure. Whole turns go, the oldest first,
// and down to half: so what stands before the newest turn stays the same for many turns, and the prompt cache with it.
import { messageTokens, prefixTokens, textTokens } from '../../models/model-limits.ts';
import type { Entry, MessageEntry } from '../../session/entry.ts';
import { type Turn, liveTurns } from '../../session/history.ts';

export interface WindowLimits {
  maxMessages: number;
  /** The most tokens of the turns, as `messageTokens` counts them. */
  maxTokens: number;
  /** The tokens of all that the model is sent: system and tools, summary and turns. */
  requestTokens: number;
}

export interface Cut {
  dropped: Turn[];
  /** Id of the first message that stays; null when none does. */
  droppedBefore: string | null;
}

/** When a session is cut and how far down, as shares of its limits. */
interface Shares {
  full: number;
  keep: number;
}

const whenFull: Shares = { full: 1, keep: 0.5 };

/** For a cut that is got ready while there is room: about half is left by the time that it is needed. */
export const ahead: Shares = { full: 0.75, keep: 0.25 };

/** What falls out of the window, or null while everything fits. An open turn always stays. */
export function planCut(entries: readonly Entry[], given: WindowLimits, shares: Shares = whenFull): Cut | null {
  const turns = liveTurns(entries);
  const limits = limitsWithin(entries, given);
  if (fits(turns, limits, shares.full)) return null;
  let first = turns.length;
  while (
    first > 0 &&
    (turns[first - 1]?.ended === false ||
      fits(turns.slice(first - 1), limits, first === turns.length ? 1 : shares.keep))
  )
    first -= 1;
  const dropped = turns.slice(0, first);
  return dropped.length > 0 ? { dropped, droppedBefore: turns[first]?.entries[0]?.id ?? null } : null;
}

function fits(turns: readonly Turn[], limits: WindowLimits, share: number): boolean {
  const messages = turns.flatMap((turn) => turn.entries);
  return messages.length <= limits.maxMessages * share && tokensOf(messages) <= limits.maxTokens * share;
}

const tokensOf = (messages: readonly MessageEntry[]): number =>
  messages.reduce((sum, entry) => sum + messageTokens(entry), 0);

/** The words around a summary. */
const summaryFrameTokens = 50;

/** The limits for the turns themselves, once what stands before them has its place. */
function limitsWithin(
  entries: readonly Entry[],
  { maxMessages, maxTokens, requestTokens }: WindowLimits,
): WindowLimits {
  const prefix = entries.findLast((entry) => entry.type === 'prefix');
  const compaction = entries.findLast((entry) => entry.type === 'compaction');
  const standing =
    (prefix?.type === 'prefix' ? prefixTokens(prefix) : 0) +
    (compaction?.type === 'compaction' ? textTokens(compaction.summary) + summaryFrameTokens : 0);
  return { maxMessages, maxTokens: Math.min(maxTokens, Math.max(0, requestTokens - standing)), requestTokens };
}

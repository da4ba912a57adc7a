// How much of a session a request holds, and what is to go when it is too much. Pure. Whole turns go, the oldest first,
// and down to half: so what stands before the newest turn stays the same for many turns, and the prompt cache with it.
import type { ContentBlock } from '../provider/message.ts';
import type { Entry, MessageEntry } from '../session/entry.ts';
import { type Turn, liveTurns } from '../session/history.ts';

export interface WindowLimits {
  maxMessages: number;
  /** As `estimateTokens` counts them. */
  maxTokens: number;
}

export interface Cut {
  dropped: Turn[];
  /** Id of the first message that stays; null when none does. */
  droppedBefore: string | null;
}

/** What falls out of the window, or null while everything fits. An open turn always stays. */
export function planCut(entries: readonly Entry[], limits: WindowLimits): Cut | null {
  const turns = liveTurns(entries);
  if (fits(turns, limits, 1)) return null;
  let first = turns.length;
  while (first > 0 && (turns[first - 1]?.ended === false || fits(turns.slice(first - 1), limits, first === turns.length ? 1 : 0.5))) first -= 1;
  const dropped = turns.slice(0, first);
  return dropped.length > 0 ? { dropped, droppedBefore: turns[first]?.entries[0]?.id ?? null } : null;
}

function fits(turns: readonly Turn[], limits: WindowLimits, share: number): boolean {
  const messages = turns.flatMap((turn) => turn.entries);
  return messages.length <= limits.maxMessages * share && tokensOf(messages) <= limits.maxTokens * share;
}

const tokensOf = (messages: readonly MessageEntry[]): number =>
  messages.flatMap((entry) => entry.content).reduce((sum, block) => sum + estimateTokens(block), 0);

// A guess that must not cost a call: English runs at some four characters a token, other languages and code at fewer.
const charactersPerToken = 3;
const tokensPerAttachment = 1600;

/** About how many tokens a block is, rather too many than too few. */
export function estimateTokens(block: ContentBlock): number {
  if (block.type === 'image' || block.type === 'document') return tokensPerAttachment;
  if (block.type === 'text') return Math.ceil(block.text.length / charactersPerToken);
  return Math.ceil(JSON.stringify(block).length / charactersPerToken);
}

// Reads from the entries of a session how far an interrupted turn had come. Pure.
import {
  type FailingCalls,
  type LoopEnd,
  type LoopState,
  failingAfter,
  isExhausted,
  outcomeOf,
} from '../../agent/tool-loop.ts';
import { text, toolUses } from '../../models/message.ts';
import type { ModelResponse } from '../../models/provider.ts';
import type { Entry, MessageEntry } from '../../session/entry.ts';
import { isSpoken } from '../../session/history.ts';
import type { Incoming } from '../channel.ts';

/** Whether the session holds this message already: it was delivered before a crash or an outage. */
export const isKnown = (entries: readonly Entry[], incoming: Incoming): boolean =>
  entries.some((entry) => isFrom(entry, incoming));

/** Whether the entry was written for this message: its words, or its wish for another answer. */
export const isFrom = (entry: Entry, incoming: Incoming): boolean =>
  (entry.type === 'message' || entry.type === 'retry') && entry.incoming === incoming.id;

/** The message that a turn answers: where it is of `/retry`, the one that is answered once more. @param incoming the id of the message */
export function messageAnswered(entries: readonly Entry[], incoming: string): string {
  const retry = entries.findLast((entry) => entry.type === 'retry' && entry.incoming === incoming);
  const asked = entries.find(
    (entry) => entry.type === 'message' && retry?.type === 'retry' && entry.id === retry.message,
  );
  return asked?.type === 'message' && asked.incoming !== undefined ? asked.incoming : incoming;
}

/** How far the loop of an open turn had come. */
export function loopStateOf(open: readonly MessageEntry[]): LoopState {
  const asked = open.slice(open.findLastIndex(isSpoken) + 1).filter((entry) => entry.role === 'assistant');
  const paused = asked.slice(asked.findLastIndex((entry) => entry.stop_reason !== 'pause_turn') + 1);
  return {
    rounds: asked.filter((entry) => entry.stop_reason === 'tool_use').length,
    pauses: asked.filter((entry) => entry.stop_reason === 'pause_turn').length,
    said: paused.map((entry) => text(entry)),
    failing: failingIn(open.slice(open.findLastIndex(isSpoken) + 1)),
  };
}

/** The calls that failed again and again up to here. */
function failingIn(entries: readonly MessageEntry[]): FailingCalls | null {
  let failing: FailingCalls | null = null;
  for (const [index, entry] of entries.entries()) {
    const calls = toolUses(entry);
    const results = entries[index + 1]?.content.filter((block) => block.type === 'tool_result') ?? [];
    if (calls.length > 0 && results.length > 0) failing = failingAfter(failing, calls, results);
  }
  return failing;
}

/** The end of a loop that a tool ended. */
function silentEnd(open: readonly MessageEntry[]): LoopEnd {
  const { rounds } = loopStateOf(open);
  const response: ModelResponse = { model: '', content: [], stopReason: 'tool_use', usage: noUsage };
  return { outcome: 'silent', rounds, response, isRecorded: true, text: '' };
}

const noUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** The end of a loop whose last answer is on disk while the end of its turn is not. */
export function finishedLoop(open: readonly MessageEntry[], maxRounds: number): LoopEnd | null {
  const last = open.at(-1);
  if (last?.outcomes?.some(({ ends_turn: endsTurn }) => endsTurn)) return silentEnd(open);
  if (last?.role !== 'assistant') return null;
  const stopReason = last.stop_reason ?? 'end_turn';
  const state = loopStateOf(open.slice(0, -1));
  const exhausted = isExhausted(state, maxRounds);
  if (!exhausted && (stopReason === 'pause_turn' || (stopReason === 'tool_use' && toolUses(last).length > 0)))
    return null;
  const response: ModelResponse = {
    model: last.model ?? '',
    content: last.content,
    stopReason,
    usage: noUsage,
  };
  const said = [...state.said, text(last)].filter((part) => part !== '').join('\n');
  const outcome = exhausted ? 'limit' : outcomeOf(stopReason);
  return { outcome, rounds: state.rounds, response, isRecorded: true, text: said };
}

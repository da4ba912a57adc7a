// How a model's context is shared out: what a request may hold, and how much of that is memory, a tool's result, history.
// With a large context the limits are chosen by price; with a small one each part gets a share of it. Pure.
import { maxAnswerTokens } from '../models/model-limits.ts';

export interface ContextPlan {
  /** System, tools and messages of a request. */
  requestTokens: number;
  /** The turns of a session that stay in it. */
  historyTokens: number;
  /** MEMORY.md in the system prompt, in characters. */
  memoryLength: number;
  /** One result of a tool, in characters. */
  resultLength: number;
  /** Days that are consolidated in one request, in characters. */
  consolidationLength: number;
}

const worthwhile = {
  historyTokens: 60_000,
  memoryLength: 24_000,
  resultLength: 30_000,
  consolidationLength: 24_000,
} as const;

// An eighth of the context, at three characters a token: two tools' results and the memory leave room for the talk.
const shareLength = (contextTokens: number): number => Math.floor((contextTokens / 8) * 3);

/** @param answerTokens the longest answer that is asked for */
export function planContext(contextTokens: number, answerTokens: number): ContextPlan {
  const requestTokens = contextTokens - maxAnswerTokens(answerTokens, contextTokens);
  const length = shareLength(contextTokens);
  return {
    requestTokens,
    historyTokens: Math.min(worthwhile.historyTokens, requestTokens),
    memoryLength: Math.min(worthwhile.memoryLength, length),
    resultLength: Math.min(worthwhile.resultLength, length),
    consolidationLength: Math.min(worthwhile.consolidationLength, length),
  };
}

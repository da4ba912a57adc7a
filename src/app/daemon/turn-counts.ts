// Counts of what turns did since the process began, for the metrics. Figures only.
import type { Observe } from '../../assistant/turn/events.ts';

export interface TurnCounts {
  /** Turns by how they ended. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly totals: Readonly<
    Record<
      'messagesSent' | 'toolRounds' | 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'costUsd' | 'seconds',
      number
    >
  >;
  observe: Observe;
}

export function createTurnCounts(): TurnCounts {
  const outcomes = new Map<string, number>();
  const totals = {
    messagesSent: 0,
    toolRounds: 0,
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    costUsd: 0,
    seconds: 0,
  };
  return {
    outcomes,
    totals,
    observe(event) {
      if (event.type !== 'turn_ended') return;
      const { outcome, figures } = event;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      totals.messagesSent += figures.messagesSent;
      totals.toolRounds += figures.rounds;
      totals.inputTokens += figures.input;
      totals.outputTokens += figures.output;
      totals.cachedTokens += figures.cacheRead;
      totals.costUsd += figures.costUsd ?? 0;
      totals.seconds += figures.durationMs / 1000;
    },
  };
}

// What one turn writes to its session, and the figures that it adds up to.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import type { Redact } from '../base/redact.ts';
import type { Message } from '../provider/message.ts';
import { addCosts } from '../provider/prices.ts';
import type { ModelResponse } from '../provider/provider.ts';
import type { Entry, MessageEntry, UsageEntry } from '../session/entry.ts';
import type { Session } from '../session/sessions.ts';
import type { TurnFigures } from './events.ts';
import { redactContent } from './redaction.ts';
import type { Spend } from './spend.ts';

export interface Journal {
  readonly figures: TurnFigures;
  /** Resolves when the message is on disk, and with a response what it cost. */
  record(message: Message, response?: ModelResponse): Promise<void>;
  /** Resolves when the end of the turn is on disk. @param reply what the person is about to be told */
  end(outcome: string, reply: string | null): Promise<void>;
}

export interface JournalParts {
  spend: Spend;
  clock: Clock;
  redact: Redact;
}

/**
 * @param incoming id of the message that the turn answers
 * @param session the one that the turn is in now
 */
export function createJournal({ spend, clock, redact }: JournalParts, incoming: string, session: () => Session): Journal {
  const started = performance.now();
  const figures: TurnFigures = { messagesSent: 0, rounds: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0, durationMs: 0 };
  const now = () => clock.now().toISOString();

  async function addUsage({ model, usage }: ModelResponse): Promise<UsageEntry> {
    const costUsd = await spend.record({ purpose: 'turn', model, usage });
    for (const kind of ['input', 'output', 'cacheRead', 'cacheWrite'] as const) figures[kind] += usage[kind];
    figures.costUsd = addCosts(figures.costUsd, costUsd);
    const { input, output, cacheRead, cacheWrite } = usage;
    return { type: 'usage', at: now(), purpose: 'turn', model, input, output, cache_read: cacheRead, cache_write: cacheWrite, cost_usd: costUsd };
  }

  return {
    figures,
    async record({ role, content }, response) {
      const message: MessageEntry = { type: 'message', id: randomUUID(), at: now(), role, content: redactContent(content, redact) };
      if (!response) return await session().append(message);
      const { model, stopReason } = response;
      const usage = await addUsage(response);
      await session().append(...changeOfModel(session().entries, model, now()), { ...message, model, stop_reason: stopReason }, usage);
    },
    async end(outcome, reply) {
      figures.durationMs = Math.round(performance.now() - started);
      const { messagesSent, rounds, input, output, cacheRead, cacheWrite, costUsd, durationMs } = figures;
      await session().append({
        type: 'turn',
        at: now(),
        incoming,
        outcome,
        reply,
        messages_sent: messagesSent + (reply === null ? 0 : 1),
        rounds,
        input,
        output,
        cache_read: cacheRead,
        cache_write: cacheWrite,
        cost_usd: costUsd,
        duration_ms: durationMs,
      });
    },
  };
}

/** The line that says so where another model answers than the time before. */
function changeOfModel(entries: readonly Entry[], model: string, at: string): Entry[] {
  const before = entries.findLast((entry) => entry.type === 'message' && entry.model !== undefined);
  return before?.type === 'message' && before.model !== model ? [{ type: 'model_change', at, model }] : [];
}

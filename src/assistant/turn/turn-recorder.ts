// What one turn writes to its session, and the figures that it adds up to.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/time/clock.ts';
import type { Redact } from '../../base/secrets/redact.ts';
import type { Message } from '../../models/message.ts';
import { addCosts } from '../../models/price.ts';
import type { ModelResponse } from '../../models/provider.ts';
import type { Entry, MessageEntry, Outcome, UsageEntry } from '../../session/entry.ts';
import type { Session } from '../../session/sessions.ts';
import type { TurnFigures } from './events.ts';
import { redactContent, redactJson } from '../redaction.ts';
import { usageEntry } from '../spend.ts';

export interface Journal {
  readonly figures: TurnFigures;
  /**
   * Resolves when the message is on disk.
   * @param response what it came with
   * @param outcomes the data of the tool results in it
   */
  record(message: Message, response?: ModelResponse, outcomes?: readonly Outcome[]): Promise<void>;
  /**
   * Resolves when the end of the turn is on disk, in one write with the answer that it ends with.
   * @param reply what the person is about to be told
   * @param answer null where it is on disk already
   */
  end(outcome: string, reply: string | null, answer: ModelResponse | null): Promise<void>;
}

export interface JournalParts {
  clock: Clock;
  redact: Redact;
}

/**
 * @param incoming id of the message that the turn answers
 * @param session the one that the turn is in now
 */
// oxlint-disable-next-line max-lines-per-function -- the figures of one turn, and the two entries that are written of them
export function createJournal({ clock, redact }: JournalParts, incoming: string, session: () => Session): Journal {
  const started = performance.now();
  const figures: TurnFigures = {
    messagesSent: 0,
    rounds: 0,
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    costUsd: 0,
    durationMs: 0,
    modelMs: 0,
  };
  const now = () => clock.now().toISOString();

  const usages = new WeakMap<ModelResponse, UsageEntry>();

  function messageEntry({ role, content }: Message): MessageEntry {
    return { type: 'message', id: randomUUID(), at: now(), role, content: redactContent(content, redact) };
  }

  function responseEntries(response: ModelResponse): Entry[] {
    const { model, stopReason, content } = response;
    const usage = usages.get(response);
    const message = { ...messageEntry({ role: 'assistant', content }), model, stop_reason: stopReason };
    return [...changeOfModel(session().entries, model, now()), message, ...(usage ? [usage] : [])];
  }

  function charge(response: ModelResponse): void {
    // An answer that was made without a model costs nothing.
    const { model, usage, costUsd = 0 } = response;
    for (const kind of ['input', 'output', 'cacheRead', 'cacheWrite'] as const) figures[kind] += usage[kind];
    figures.costUsd = addCosts(figures.costUsd, costUsd);
    usages.set(response, usageEntry(now(), 'turn', { model, usage, costUsd }));
  }

  return {
    figures,
    async record(message, response, outcomes = []) {
      if (response) charge(response);
      const data = outcomes.length > 0 ? { outcomes: [...redactJson(outcomes, redact)] } : {};
      await session().append(...(response ? responseEntries(response) : [{ ...messageEntry(message), ...data }]));
    },
    async end(outcome, reply, answer) {
      if (answer) charge(answer);
      figures.durationMs = Math.round(performance.now() - started);
      const { messagesSent, rounds, input, output, cacheRead, cacheWrite, costUsd, durationMs } = figures;
      await session().append(...(answer ? responseEntries(answer) : []), {
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

/** The notice that another model answers than the time before. */
function changeOfModel(entries: readonly Entry[], model: string, at: string): Entry[] {
  const before = entries.findLast((entry) => entry.type === 'message' && entry.model !== undefined);
  return before?.type === 'message' && before.model !== model ? [{ type: 'model_change', at, model }] : [];
}

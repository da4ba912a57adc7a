// Builds the summarizer and the compactor that uses it from the configuration.
import { type Compactor, type Distiller, createCompactor } from '../assistant/context/compaction.ts';
import type { Spend } from '../assistant/spend.ts';
import { distilledTokens } from '../assistant/context/summarizer.ts';
import type { Clock } from '../base/time/clock.ts';
import type { Log } from '../base/log.ts';
import type { Config } from '../config.ts';
import type { ChosenProvider } from '../models/create-provider.ts';
import type { SharedMemory } from './consolidation.ts';
import { planContext } from './context-plan.ts';
import { chosenTimezone } from './timezone.ts';
import { roomForAnswer } from '../models/model-limits.ts';

export interface SummaryParts {
  config: Config;
  /** The models that answer. */
  opened: ChosenProvider;
  /** The models for summaries; the same object where none are configured for them. */
  summaries: ChosenProvider;
  spend: Spend;
  shared: SharedMemory;
  clock: Clock;
  log: Log;
}

/** The context of a model that is configured, in tokens. @param model `provider/model` */
export const contextOf = ({ candidates, choices }: ChosenProvider, model: string): number | undefined =>
  [...candidates, ...choices].find(({ ref }) => ref === model)?.contextTokens;

export function createConfiguredCompactor(parts: SummaryParts): Compactor {
  const { config, opened, clock } = parts;
  const context = planContext(opened.contextTokens, config.agent.max_tokens ?? roomForAnswer(opened.model));
  return createCompactor({
    clock,
    limits: {
      maxMessages: config.session.history_messages,
      maxTokens: context.historyTokens,
      requestTokens: context.requestTokens,
    },
    distiller: createDistiller(parts),
  });
}

/** Undefined where no model is configured that could summarise. */
function createDistiller({ config, opened, summaries, spend, shared, log }: SummaryParts): Distiller | undefined {
  if (summaries.candidates.length === 0) return undefined;
  const room = roomForAnswer(summaries.model, distilledTokens);
  return {
    provider: summaries.provider,
    model: summaries.model,
    requestTokens: planContext(summaries.contextTokens, room).requestTokens,
    chosen(prefer) {
      const contextTokens = summaries === opened ? contextOf(opened, prefer) : undefined;
      return contextTokens === undefined
        ? null
        : { prefer, requestTokens: planContext(contextTokens, room).requestTokens };
    },
    spend,
    async note(date, time, line) {
      if (!shared.tombstones.covers(line)) await shared.writer.appendDaily(date, time, line);
    },
    timezone: chosenTimezone(config).now,
    log,
  };
}

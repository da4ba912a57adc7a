// One question to the model at night: operations as data. What is no answer is told apart from a model that is not there.
import { type Provider, ProviderError } from '../../provider/provider.ts';
import { askStructured } from '../../provider/structured.ts';
import type { Spend } from '../spend.ts';
import { RefusedAnswer } from './guard.ts';
import { answerSchema, type Operation } from './operation.ts';

export interface Answer {
  operations: Operation[];
  costUsd: number;
}

export type Ask = (system: string, prompt: string, signal: AbortSignal | undefined) => Promise<Answer>;

/**
 * @param spend takes note of what a question cost; one whose price is not known adds nothing to the cost of the run
 * @throws RefusedAnswer (from the returned function) for what is no answer, also after one repair; ProviderError
 */
export function createAsk(options: { provider: Provider; model: string; maxTokens: number; spend: Pick<Spend, 'record'> }): Ask {
  const { provider, model, maxTokens, spend } = options;
  return async (system, prompt, signal) => {
    try {
      const answer = await askStructured({ provider, model, system, prompt, schema: answerSchema, maxTokens, ...(signal ? { signal } : {}) });
      const costUsd = await spend.record({ purpose: 'consolidation', model: answer.model, usage: answer.usage });
      return { operations: answer.value.operations, costUsd: costUsd ?? 0 };
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'invalid_request') throw new RefusedAnswer(error.message);
      throw error;
    }
  };
}

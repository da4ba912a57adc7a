// One question to the model at night: operations as data. What is no answer is told apart from a model that is not there.
import { type Provider, ProviderError, type Usage } from '../../provider/provider.ts';
import { askStructured } from '../../provider/structured.ts';
import { RefusedAnswer } from './guard.ts';
import { answerSchema, type Operation } from './operation.ts';

export interface Answer {
  operations: Operation[];
  costUsd: number;
}

export type Ask = (system: string, prompt: string, signal: AbortSignal | undefined) => Promise<Answer>;

/**
 * @param record takes the usage of a question and gives its price
 * @throws RefusedAnswer (from the returned function) for what is no answer, also after one repair; ProviderError
 */
export function createAsk(options: { provider: Provider; model: string; maxTokens: number; record(model: string, usage: Usage): number }): Ask {
  const { provider, model, maxTokens, record } = options;
  return async (system, prompt, signal) => {
    try {
      const answer = await askStructured({ provider, model, system, prompt, schema: answerSchema, maxTokens, ...(signal ? { signal } : {}) });
      return { operations: answer.value.operations, costUsd: record(answer.model, answer.usage) };
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'invalid_request') throw new RefusedAnswer(error.message);
      throw error;
    }
  };
}

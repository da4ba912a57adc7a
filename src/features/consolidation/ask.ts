// One question to the model at night: operations as data. What is no answer is told apart from a model that is not there.
import { type Provider, ProviderError, type Usage } from '../../models/provider.ts';
import { askStructured } from '../../models/structured.ts';
import type { Spend } from '../../assistant/spend.ts';
import { RefusedAnswer } from './guard.ts';
import { answerSchema, type Operation } from './operation.ts';

/** @param onPaid told what each call cost, also of an answer that is of no use */
export type Ask = (
  system: string,
  prompt: string,
  onPaid: (costUsd: number) => void,
  signal: AbortSignal | undefined,
) => Promise<{ operations: Operation[] }>;

/**
 * @param spend takes note of what a question cost; one whose price is not known adds nothing to the cost of the run
 * @throws RefusedAnswer (from the returned function) for what is no answer, also after one repair; ProviderError
 */
export function createAsk(options: {
  provider: Provider;
  model: string;
  maxTokens: number;
  spend: Pick<Spend, 'call' | 'record'>;
}): Ask {
  const { provider, model, maxTokens, spend } = options;
  return async (system, prompt, onPaid, signal) => {
    const onUsage = async (model: string, usage: Usage): Promise<void> =>
      onPaid((await spend.record({ purpose: 'consolidation', model, usage })) ?? 0);
    try {
      return (
        await askStructured({
          provider: {
            name: provider.name,
            complete: (request, onDelta) => spend.call(request, () => provider.complete(request, onDelta)),
          },
          model,
          system,
          prompt,
          schema: answerSchema,
          maxTokens,
          onUsage,
          signal,
        })
      ).value;
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'invalid_request') throw new RefusedAnswer(error.message);
      throw error;
    }
  };
}

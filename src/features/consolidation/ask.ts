// One question to the model at night: operations as data. An unusable answer and an unreachable model are different errors.
import { ProviderError } from '../../models/provider.ts';
import { askStructured } from '../../models/structured.ts';
import type { PaidProvider } from '../../assistant/spend.ts';
import { RefusedAnswer } from './guard.ts';
import { answerSchema, type Operation } from './operation.ts';

/** @param onPaid told what each call cost in US dollars, also of an answer that is of no use; 0 where the price is not known */
export type Ask = (
  system: string,
  prompt: string,
  onPaid: (costUsd: number) => void,
  signal: AbortSignal | undefined,
) => Promise<{ operations: Operation[] }>;

/**
 * @throws RefusedAnswer (from the returned function) for what is no answer, also after one repair; ProviderError
 */
export function createAsk(options: { provider: PaidProvider; model: string; maxTokens: number }): Ask {
  const { provider, model, maxTokens } = options;
  return async (system, prompt, onPaid, signal) => {
    try {
      return (
        await askStructured({
          provider: {
            name: provider.name,
            async complete(request, onDelta) {
              const response = await provider.complete(request, onDelta);
              onPaid(response.costUsd ?? 0);
              return response;
            },
          },
          model,
          system,
          prompt,
          schema: answerSchema,
          maxTokens,
          signal,
        })
      ).value;
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'invalid_request') throw new RefusedAnswer(error.message);
      throw error;
    }
  };
}

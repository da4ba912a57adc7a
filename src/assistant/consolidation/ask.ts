// One question to the model at night: operations as JSON, with one chance to repair an answer that does not fit.
import { messageOf } from '../../base/errors.ts';
import { type Message, text } from '../../provider/message.ts';
import type { ModelResponse, Provider, Usage } from '../../provider/provider.ts';
import { RefusedAnswer } from './guard.ts';
import { answerJsonSchema, type Operation, parseAnswer } from './operation.ts';

export interface Answer {
  operations: Operation[];
  costUsd: number;
}

export type Ask = (system: string, prompt: string, signal: AbortSignal | undefined) => Promise<Answer>;

/**
 * @param record takes the usage of each call and gives its price
 * @throws RefusedAnswer (from the returned function) for what is no answer, also after the repair
 */
export function createAsk(options: { provider: Provider; model: string; maxTokens: number; record(model: string, usage: Usage): number }): Ask {
  const { provider, model, maxTokens, record } = options;
  const outputSchema = answerJsonSchema();
  return async (system, prompt, signal) => {
    const messages: Message[] = [{ role: 'user', content: [{ type: 'text', text: prompt }] }];
    let costUsd = 0;
    for (let tries = 1; ; tries += 1) {
      const response = await provider.complete({ model, system, tools: [], messages, maxTokens, outputSchema, ...(signal ? { signal } : {}) });
      costUsd += record(response.model, response.usage);
      try {
        return { operations: operationsOf(response), costUsd };
      } catch (error) {
        const said = text(response).trim();
        if (tries > 1 || response.stopReason === 'refusal' || said === '') throw new RefusedAnswer(messageOf(error));
        messages.push(
          { role: 'assistant', content: [{ type: 'text', text: said }] },
          { role: 'user', content: [{ type: 'text', text: `${messageOf(error)} Answer again with the JSON object {"operations": [...]} only.` }] },
        );
      }
    }
  };
}

function operationsOf(response: ModelResponse): Operation[] {
  if (response.stopReason === 'refusal') throw new RefusedAnswer('The model refused.');
  if (response.stopReason === 'max_tokens') throw new RefusedAnswer('The answer was cut off.');
  return parseAnswer(text(response));
}

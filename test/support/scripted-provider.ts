// A model that says what a test tells it to, and keeps every request. A real Provider, not a mock of one.
import type { ContentBlock } from '../../src/models/message.ts';
import type { Delta, ModelRequest, ModelResponse, Provider, Usage } from '../../src/models/provider.ts';

export type Step =
  | Partial<ModelResponse>
  | Error
  | ((request: ModelRequest) => Partial<ModelResponse> | Error | Promise<Partial<ModelResponse>>);

export interface ScriptedProvider extends Provider {
  readonly requests: ModelRequest[];
  /** From now on every request is answered by this. */
  answerWith(step: (request: ModelRequest) => Partial<ModelResponse> | Error): void;
  /** More steps, to be taken after those that are left. */
  add(...steps: Step[]): void;
}

const usage: Usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 };

export function createScriptedProvider(...steps: Step[]): ScriptedProvider {
  const script = [...steps];
  const requests: ModelRequest[] = [];
  let standing: Step | undefined;
  return {
    name: 'scripted',
    requests,
    answerWith: (step) => void (standing = step),
    add: (...more) => script.push(...more),
    async complete(request: ModelRequest, onDelta?: (delta: Delta) => void) {
      request.signal?.throwIfAborted();
      requests.push(structuredClone({ ...request, signal: undefined }));
      const step = standing ?? script.shift();
      if (step === undefined) throw new Error(`The script is over at request ${requests.length}.`);
      const made = typeof step === 'function' ? await step(request) : step;
      if (made instanceof Error) throw made;
      const content = made.content ?? [];
      for (const block of content) if (block.type === 'text') onDelta?.({ type: 'text', text: block.text });
      const stopReason =
        made.stopReason ?? (content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn');
      return { model: 'scripted/test', usage, ...made, content, stopReason };
    },
  };
}

export const says = (text: string): Partial<ModelResponse> => ({ content: [{ type: 'text', text }] });

/** Calls of tools, each `[id, name, input]`, after any blocks that come first. */
export const calls = (
  list: [id: string, name: string, input: unknown][],
  before: ContentBlock[] = [],
): Partial<ModelResponse> => ({
  content: [...before, ...list.map(([id, name, input]): ContentBlock => ({ type: 'tool_use', id, name, input }))],
});

// What the tests of all providers ask with, and how they look at a call that fails.
import { type Clock, createClock, systemClock } from '../../src/base/time/clock.ts';
import type { ContentBlock, Message } from '../../src/models/message.ts';
import { type ModelRequest, ProviderError, type ToolDefinition } from '../../src/models/provider.ts';

export const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });

export const echo: ToolDefinition = {
  name: 'echo',
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
};

export const request = (messages: readonly Message[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'some/model',
  system: 'Be brief.',
  tools: [echo],
  messages,
  maxTokens: 2048,
  ...more,
});

/** The results of the calls in some content, all of them the same text. */
export const results = (content: readonly ContentBlock[], text: string): Message => ({
  role: 'user',
  content: content.flatMap((block) =>
    block.type === 'tool_use'
      ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: text, is_error: false }]
      : [],
  ),
});

export const base64 = (media_type: string, data: string) => ({ type: 'base64' as const, media_type, data });

/** Sleeps at once and notes for how long it was to sleep. */
export function createImpatientClock(): Clock & { slept: number[] } {
  const slept: number[] = [];
  return { ...createClock({ now: systemClock.now, sleep: async (ms) => void slept.push(ms) }), slept };
}

/** The error of a call that must fail with one of ours. */
export async function failure(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProviderError)) throw error;
  return error;
}

// Two tiny calls that show whether a configured model really works: one that answers, one that calls a tool.
import { messageOf } from '../base/errors.ts';
import { text, toolUses } from './message.ts';
import { type ModelRequest, type Provider, ProviderError, type ProviderErrorKind } from './provider.ts';

export interface ProbeResult {
  /** `ok`; `no_tools` where it answers but does not call a tool it is asked to call; else what failed. */
  outcome: 'ok' | 'no_tools' | ProviderErrorKind | 'error';
  detail: string;
  /** The HTTP status, where HTTP is what failed. */
  status?: number;
  tookMs: number;
}

/** Room for a model that thinks before it speaks. */
const maxTokens = 512;

/** Never throws: a failure is the result. */
export async function probe(provider: Provider, model: string, signal?: AbortSignal): Promise<ProbeResult> {
  const start = performance.now();
  const result = (outcome: ProbeResult['outcome'], detail: string): ProbeResult => ({
    outcome,
    detail,
    tookMs: Math.round(performance.now() - start),
  });
  const ask = (words: string, tools: ModelRequest['tools']): ReturnType<Provider['complete']> =>
    provider.complete({
      model,
      system: 'This is a test of the connection.',
      tools,
      messages: [{ role: 'user', content: [{ type: 'text', text: words }] }],
      maxTokens,
      ...(signal ? { signal } : {}),
    });
  try {
    const plain = await ask('Answer with the single word: ready', []);
    if (text(plain).trim() === '') return result('error', `The answer was empty (${plain.stopReason}).`);
    const tool = {
      name: 'report_ready',
      description: 'Reports that the connection works.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    };
    const called = await ask('Call the tool report_ready once.', [tool]);
    if (toolUses(called)[0]?.name !== tool.name)
      return result(
        'no_tools',
        'It answers, but did not call a tool when asked to. Memory works through tools: choose a model that can call them.',
      );
    return result('ok', plain.model);
  } catch (error) {
    if (!(error instanceof ProviderError)) return result('error', messageOf(error));
    const { status } = error.details;
    return { ...result(error.kind, error.message), ...(status !== undefined && { status }) };
  }
}

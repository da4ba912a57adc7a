// OpenAI's chat completions through its own library, and every server that speaks them: OpenRouter, Ollama, llama.cpp,
// LM Studio, vLLM. The library is loaded with the first call.
import { type Attempt, type CallOptions, createCaller } from './vendor-client.ts';
import { buildOpenAIRequest, createOpenAIStream } from './openai-wire.ts';
import {
  type ModelRequest,
  type ModelResponse,
  type Provider,
  ProviderError,
  type ProviderErrorKind,
} from '../provider.ts';
import { retryAfterMs } from './retry.ts';
import { rootMessage, statusKind } from './http-errors.ts';

/** @param options.baseUrl with its `/v1`, as these servers write it */
export const createOpenAI = (options: CallOptions): Provider =>
  createCaller({ name: 'openai', attempt, readError }, options);

async function attempt(
  request: ModelRequest,
  { apiKey, baseUrl, profile, timeoutMs, signal, fetch, onDelta }: Attempt,
): Promise<Omit<ModelResponse, 'model'>> {
  const { OpenAI } = await import('openai');
  // What the environment says of organisations and projects is for the configuration to read, not for a library.
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    organization: null,
    project: null,
    fetch,
  });
  const message = createOpenAIStream(onDelta);
  const stream = await client.chat.completions.create(buildOpenAIRequest(request, profile), { signal });
  // An abort ends the library's stream without an error; then no finish reason was seen, or all was said.
  for await (const chunk of stream) message.take(chunk);
  return message.result();
}

async function readError(error: unknown, now: Date): Promise<ProviderError | undefined> {
  const { APIError, APIConnectionError } = await import('openai');
  if (error instanceof APIConnectionError)
    return new ProviderError('network', `The model could not be reached: ${rootMessage(error)}`, { cause: error });
  if (!(error instanceof APIError)) return undefined;
  const { status, message, headers } = error as { status?: number; message: string; headers?: Headers };
  const asked = retryAfterMs(headers, now);
  return new ProviderError(kindOf(error.code, status, message), message, {
    status,
    retryAfterMs: asked,
  });
}

function kindOf(code: string | null | undefined, status: number | undefined, message: string): ProviderErrorKind {
  if (code === 'insufficient_quota') return 'billing';
  if (code === 'context_length_exceeded') return 'prompt_too_long';
  if (code === 'rate_limit_exceeded') return 'rate_limit';
  // Without a status it came inside the stream.
  return status === undefined ? 'stream' : statusKind(status, message);
}

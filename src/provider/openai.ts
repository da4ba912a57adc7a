// OpenAI's chat completions through its own library, and every server that speaks them: OpenRouter, Ollama, llama.cpp,
// LM Studio, vLLM. The library is loaded with the first call.
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { isHostOf, localKey } from './host.ts';
import { buildOpenAIRequest, createOpenAIStream } from './openai-wire.ts';
import { type Delta, type ModelRequest, type ModelResponse, type Provider, ProviderError, type ProviderErrorKind } from './provider.ts';
import { defaultRetryPolicy, type RetryPolicy, retryAfterMs, withRetries } from './retry.ts';
import { rootMessage, statusKind } from './status.ts';
import { listeningFetch, startWatchdog } from './watchdog.ts';

export const openaiBaseUrl = 'https://api.openai.com/v1';

export const isOpenAIHost = (baseUrl: string): boolean => isHostOf(baseUrl, 'openai.com');

export interface OpenAIOptions {
  /** Empty: `local` is sent. */
  apiKey: string;
  /** With its `/v1`, as these servers write it. */
  baseUrl: string;
  log: Log;
  clock: Clock;
  /** The longest silence inside a stream. Default 90 s. */
  idleTimeoutMs?: number;
  /** The longest wait for the first byte. Default 90 s; 10 min for other hosts, where a small machine reads the prompt. */
  firstByteTimeoutMs?: number;
  retry?: RetryPolicy;
  /** Follows from the base URL unless told. */
  profile?: 'vendor' | 'portable';
}

export function createOpenAI(options: OpenAIOptions): Provider {
  const { log, clock } = options;
  const profile = options.profile ?? (isOpenAIHost(options.baseUrl) ? 'vendor' : 'portable');
  const idleTimeoutMs = options.idleTimeoutMs ?? 90_000;
  const firstByteTimeoutMs = options.firstByteTimeoutMs ?? (profile === 'vendor' ? 90_000 : 600_000);
  const policy = options.retry ?? defaultRetryPolicy;

  async function attempt(request: ModelRequest, onDelta: (delta: Delta) => void): Promise<ModelResponse> {
    const { OpenAI, APIError, APIConnectionError } = await import('openai');
    const watchdog = startWatchdog(request.signal, firstByteTimeoutMs);
    try {
      const client = new OpenAI({
        apiKey: options.apiKey === '' ? localKey : options.apiKey,
        baseURL: options.baseUrl,
        maxRetries: 0,
        timeout: firstByteTimeoutMs + 1000,
        logLevel: 'off',
        // What the environment says is for the configuration to read, not for a library.
        organization: null,
        project: null,
        fetch: listeningFetch(() => watchdog.heard(idleTimeoutMs)),
      });
      const message = createOpenAIStream(onDelta);
      const stream = await client.chat.completions.create(buildOpenAIRequest(request, profile), { signal: watchdog.signal });
      // An abort ends the library's stream without an error; then no finish reason was seen, or all was said.
      for await (const chunk of stream) message.take(chunk);
      return { model: `openai/${request.model}`, ...message.result() };
    } catch (error) {
      if (request.signal?.aborted) throw new ProviderError('aborted', 'The call was cancelled.', { cause: error });
      if (watchdog.stalled()) throw new ProviderError('stream', 'The model went quiet in the middle of its answer.', { cause: error });
      if (error instanceof ProviderError) throw error;
      if (error instanceof APIConnectionError) throw new ProviderError('network', `The model could not be reached: ${rootMessage(error)}`, { cause: error });
      if (error instanceof APIError) throw apiError(error, clock.now());
      // fetch's error for a body that breaks off always has a cause; a SyntaxError is half a chunk.
      if (error instanceof SyntaxError || (error instanceof TypeError && error.cause !== undefined)) throw new ProviderError('stream', `The stream broke off: ${rootMessage(error)}`, { cause: error });
      throw error;
    } finally {
      watchdog.stop();
    }
  }

  return {
    name: 'openai',
    complete(request, onDelta = () => undefined) {
      const beforeRetry = (): void => onDelta({ type: 'restart' });
      return withRetries({ policy, clock, log, provider: 'openai', signal: request.signal, beforeRetry }, () => attempt(request, onDelta));
    },
  };
}

function apiError(error: Error & { status?: number | undefined; code?: string | null | undefined; headers?: Headers | undefined }, now: Date): ProviderError {
  const { status, code } = error;
  const asked = retryAfterMs(error.headers, now);
  const kind: ProviderErrorKind =
    code === 'insufficient_quota' ? 'billing' : code === 'context_length_exceeded' ? 'prompt_too_long' : code === 'rate_limit_exceeded' ? 'rate_limit' : status === undefined ? 'stream' : statusKind(status, error.message);
  return new ProviderError(kind, error.message, { cause: error, ...(status === undefined ? {} : { status }), ...(asked === undefined ? {} : { retryAfterMs: asked }) });
}

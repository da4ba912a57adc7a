// The Anthropic Messages API through its own SDK, and every server that speaks it. One streamed call with bounded
// retries; the tool loop is not here. The SDK is loaded with the first call: it costs a start 100 ms and 20 MB.
import type * as AnthropicSdk from '@anthropic-ai/sdk';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { buildAnthropicRequest, createAnthropicStream } from './anthropic-wire.ts';
import { isHostOf, localKey } from './host.ts';
import { type Delta, type ModelRequest, type ModelResponse, type Provider, ProviderError, type ProviderErrorKind } from './provider.ts';
import { defaultRetryPolicy, type RetryPolicy, retryAfterMs, withRetries } from './retry.ts';
import { requestErrorKind, rootMessage, statusKind } from './status.ts';
import { startWatchdog } from './watchdog.ts';

type Sdk = typeof AnthropicSdk;

export const anthropicBaseUrl = 'https://api.anthropic.com';

/** Whether a base URL is the vendor's own, which alone gets what other servers may not know. */
export const isAnthropicHost = (baseUrl: string): boolean => isHostOf(baseUrl, 'anthropic.com');

export interface AnthropicOptions {
  /** Empty: `local` is sent, which servers other than the vendor's take. */
  apiKey: string;
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

export function createAnthropic(options: AnthropicOptions): Provider {
  const { log, clock } = options;
  const profile = options.profile ?? (isAnthropicHost(options.baseUrl) ? 'vendor' : 'portable');
  const idleTimeoutMs = options.idleTimeoutMs ?? 90_000;
  const firstByteTimeoutMs = options.firstByteTimeoutMs ?? (profile === 'vendor' ? 90_000 : 600_000);
  const policy = options.retry ?? defaultRetryPolicy;
  // One client for all calls, so that they share its connections.
  let loaded: Promise<{ sdk: Sdk; client: AnthropicSdk.Anthropic }> | undefined;
  async function load(): Promise<{ sdk: Sdk; client: AnthropicSdk.Anthropic }> {
    const sdk = await import('@anthropic-ai/sdk');
    const client = new sdk.Anthropic({
      apiKey: options.apiKey === '' ? localKey : options.apiKey,
      // The SDK adds `/v1/...` itself; people write the base URL both ways.
      baseURL: options.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
      maxRetries: 0,
      timeout: firstByteTimeoutMs + 1000,
      logLevel: 'off',
    });
    return { sdk, client };
  }

  async function attempt(request: ModelRequest, onDelta: (delta: Delta) => void): Promise<ModelResponse> {
    const { sdk, client } = await (loaded ??= load());
    const { Stream } = await import('@anthropic-ai/sdk/streaming');
    const watchdog = startWatchdog(request.signal, firstByteTimeoutMs);
    try {
      // The raw events, not the SDK's accumulated message: that drops deltas of blocks it does not know, guesses at cut
      // tool arguments, hides pings from the watchdog, and does not say whether `message_stop` came.
      const response = await client.messages.create(buildAnthropicRequest(request, profile), { signal: watchdog.signal }).asResponse();
      const message = createAnthropicStream(onDelta);
      watchdog.heard(idleTimeoutMs);
      for await (const event of Stream.rawEvents(response)) {
        watchdog.heard(idleTimeoutMs);
        if (event.event === 'error') throw errorInStream(event.data);
        if (event.data !== '') message.take(JSON.parse(event.data));
      }
      return { model: `anthropic/${request.model}`, ...message.result() };
    } catch (error) {
      if (request.signal?.aborted) throw new ProviderError('aborted', 'The call was cancelled.', { cause: error });
      if (watchdog.stalled()) throw new ProviderError('stream', 'The model went quiet in the middle of its answer.', { cause: error });
      throw anthropicError(sdk, error, clock.now());
    } finally {
      watchdog.stop();
    }
  }

  return {
    name: 'anthropic',
    complete(request, onDelta = () => undefined) {
      const beforeRetry = (): void => onDelta({ type: 'restart' });
      return withRetries({ policy, clock, log, provider: 'anthropic', signal: request.signal, beforeRetry }, () => attempt(request, onDelta));
    },
  };
}

function errorInStream(data: string): ProviderError {
  let type = 'error';
  let message = data;
  try {
    const { error } = JSON.parse(data) as { error?: { type?: string; message?: string } };
    type = error?.type ?? type;
    message = error?.message ?? message;
  } catch {
    // Not JSON: the text itself is the best there is to say.
  }
  const kind: ProviderErrorKind = type === 'invalid_request_error' ? requestErrorKind(message) : type === 'rate_limit_error' ? 'rate_limit' : 'stream';
  return new ProviderError(kind, `${type}: ${message}`);
}

/** An error of the SDK as one of ours. What is not from the network or the API (a bug) comes back as it is. */
function anthropicError({ APIConnectionError, APIConnectionTimeoutError, APIError }: Sdk, error: unknown, now: Date): unknown {
  if (error instanceof ProviderError) return error;
  if (error instanceof APIConnectionTimeoutError) return new ProviderError('timeout', 'The model did not answer in time.', { cause: error });
  if (error instanceof APIConnectionError) return new ProviderError('network', `The model could not be reached: ${rootMessage(error)}`, { cause: error });
  if (error instanceof APIError && error.status !== undefined) {
    const asked = retryAfterMs(error.headers, now);
    return new ProviderError(statusKind(error.status, error.message), error.message, { status: error.status, cause: error, ...(asked === undefined ? {} : { retryAfterMs: asked }) });
  }
  // fetch's error for a body that breaks off always has a cause; a SyntaxError is half an event.
  if (error instanceof SyntaxError || (error instanceof TypeError && error.cause !== undefined)) return new ProviderError('stream', `The stream broke off: ${rootMessage(error)}`, { cause: error });
  return error;
}

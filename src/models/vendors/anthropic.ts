// The Anthropic Messages API through its own SDK, and every server that speaks it. The tool loop is not here. The SDK is
// loaded with the first call: it costs a start 100 ms and 20 MB.
import { trimSlash } from '../../base/text/url.ts';
import { buildAnthropicRequest, createAnthropicStream } from './anthropic-wire.ts';
import { type Attempt, type CallOptions, createCaller } from './vendor-client.ts';
import {
  type ModelRequest,
  type ModelResponse,
  type Provider,
  ProviderError,
  type ProviderErrorKind,
} from '../provider.ts';
import { retryAfterMs } from './retry.ts';
import { requestErrorKind, rootMessage, statusKind } from './http-errors.ts';

/** @param options.baseUrl with or without `/v1` at its end */
export const createAnthropic = (options: CallOptions): Provider =>
  createCaller({ name: 'anthropic', attempt, readError }, options);

async function attempt(
  request: ModelRequest,
  { apiKey, baseUrl, profile, timeoutMs, signal, fetch, onDelta }: Attempt,
): Promise<Omit<ModelResponse, 'model'>> {
  const { Anthropic } = await import('@anthropic-ai/sdk');
  const { Stream } = await import('@anthropic-ai/sdk/streaming');
  const { transformJSONSchema } = await import('@anthropic-ai/sdk/lib/transform-json-schema');
  const client = new Anthropic({
    apiKey,
    // The SDK adds `/v1/...` itself; people write the base URL both ways.
    baseURL: trimSlash(baseUrl).replace(/\/v1$/, ''),
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch,
  });
  // The raw events, not the SDK's accumulated message: that drops deltas of blocks it does not know, guesses at cut tool
  // arguments, and does not say whether `message_stop` came.
  const response = await client.messages
    .create(buildAnthropicRequest(request, profile, transformJSONSchema), { signal })
    .asResponse();
  const message = createAnthropicStream(onDelta);
  for await (const event of Stream.rawEvents(response)) {
    if (event.event === 'error') throw errorInStream(event.data);
    if (event.data !== '') message.take(JSON.parse(event.data));
  }
  return message.result();
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
  const kind: ProviderErrorKind =
    type === 'invalid_request_error'
      ? requestErrorKind(message)
      : type === 'rate_limit_error'
        ? 'rate_limit'
        : 'stream';
  return new ProviderError(kind, `${type}: ${message}`);
}

async function readError(error: unknown, now: Date): Promise<ProviderError | undefined> {
  const { APIConnectionError, APIConnectionTimeoutError, APIError } = await import('@anthropic-ai/sdk');
  if (error instanceof APIConnectionTimeoutError)
    return new ProviderError('timeout', 'The model did not answer in time.', { cause: error });
  if (error instanceof APIConnectionError)
    return new ProviderError('network', `The model could not be reached: ${rootMessage(error)}`, { cause: error });
  if (!(error instanceof APIError) || error.status === undefined) return undefined;
  const asked = retryAfterMs(error.headers, now);
  return new ProviderError(statusKind(error.status, error.message), error.message, {
    status: error.status,
    retryAfterMs: asked,
  });
}

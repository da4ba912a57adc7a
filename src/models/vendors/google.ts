// The Gemini API through @google/genai, loaded with the first call.
import { type Attempt, type CallOptions, createCaller } from './vendor-client.ts';
import { buildGoogleRequest, createGoogleStream } from './google-wire.ts';
import { isJsonObject, parseJsonObject } from '../json.ts';
import { type ModelRequest, type ModelResponse, type Provider, ProviderError } from '../provider.ts';
import { statusKind } from './http-errors.ts';

export const createGoogle = (options: CallOptions): Provider =>
  createCaller({ name: 'google', attempt, readError }, options);

async function attempt(
  request: ModelRequest,
  { apiKey, baseUrl, signal, fetch, onDelta }: Attempt,
): Promise<Omit<ModelResponse, 'model'>> {
  const { GoogleGenAI } = await import('@google/genai');
  const client = new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl, fetch } });
  const { config, ...rest } = buildGoogleRequest(request);
  const message = createGoogleStream(onDelta);
  // Its continuation of broken streams would retry beside our own retries, with another budget.
  const stream = await client.models.generateContentStream({
    ...rest,
    config: { ...config, abortSignal: signal, automaticContinuation: false },
  });
  for await (const chunk of stream) message.take(chunk);
  return message.result();
}

async function readError(error: unknown): Promise<ProviderError | undefined> {
  const { ApiError } = await import('@google/genai');
  if (error instanceof ApiError) return apiError(error);
  // The library throws plain errors for half an event.
  if (error instanceof Error && /incomplete json|stream chunk/i.test(error.message))
    return new ProviderError('stream', `The stream broke off: ${error.message}`, { cause: error });
  return undefined;
}

/** The library gives status and body only; the wait that the server asks for is inside the body (`google.rpc.RetryInfo`). */
function apiError(error: Error & { status: number }): ProviderError {
  const body = parseJsonObject(error.message)?.['error'];
  const message = isJsonObject(body) && typeof body['message'] === 'string' ? body['message'] : error.message;
  const details = isJsonObject(body) && Array.isArray(body['details']) ? (body['details'] as unknown[]) : [];
  const delay = details
    .flatMap((detail) =>
      isJsonObject(detail) && typeof detail['retryDelay'] === 'string'
        ? [Number.parseFloat(detail['retryDelay']) * 1000]
        : [],
    )
    .find(Number.isFinite);
  return new ProviderError(statusKind(error.status, error.message), `${error.status} ${message}`, {
    status: error.status,
    retryAfterMs: delay,
  });
}

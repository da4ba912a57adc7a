// The Gemini API through @google/genai, loaded with the first call.
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { buildGoogleRequest, createGoogleStream } from './google-wire.ts';
import { localKey } from './host.ts';
import { isJsonObject, parseJsonObject } from './json.ts';
import { type Delta, type ModelRequest, type ModelResponse, type Provider, ProviderError } from './provider.ts';
import { defaultRetryPolicy, type RetryPolicy, withRetries } from './retry.ts';
import { rootMessage, statusKind } from './status.ts';
import { listeningFetch, startWatchdog } from './watchdog.ts';

export const googleBaseUrl = 'https://generativelanguage.googleapis.com';

export interface GoogleOptions {
  /** Empty: `local` is sent. */
  apiKey: string;
  baseUrl: string;
  log: Log;
  clock: Clock;
  /** The longest silence, before the first byte and inside the stream. Default 90 s. */
  idleTimeoutMs?: number;
  retry?: RetryPolicy;
}

export function createGoogle(options: GoogleOptions): Provider {
  const { log, clock } = options;
  const idleTimeoutMs = options.idleTimeoutMs ?? 90_000;
  const policy = options.retry ?? defaultRetryPolicy;

  async function attempt(request: ModelRequest, onDelta: (delta: Delta) => void): Promise<ModelResponse> {
    const { ApiError, GoogleGenAI } = await import('@google/genai');
    const watchdog = startWatchdog(request.signal, idleTimeoutMs);
    try {
      const client = new GoogleGenAI({
        apiKey: options.apiKey === '' ? localKey : options.apiKey,
        vertexai: false,
        httpOptions: { baseUrl: options.baseUrl, fetch: listeningFetch(() => watchdog.heard(idleTimeoutMs)) },
      });
      const { config, ...rest } = buildGoogleRequest(request);
      const message = createGoogleStream(onDelta);
      // Its continuation of broken streams would retry beside our own retries, with another budget.
      const stream = await client.models.generateContentStream({ ...rest, config: { ...config, abortSignal: watchdog.signal, automaticContinuation: false } });
      for await (const chunk of stream) message.take(chunk);
      return { model: `google/${request.model}`, ...message.result() };
    } catch (error) {
      if (request.signal?.aborted) throw new ProviderError('aborted', 'The call was cancelled.', { cause: error });
      if (watchdog.stalled()) throw new ProviderError('stream', 'The model went quiet in the middle of its answer.', { cause: error });
      if (error instanceof ProviderError) throw error;
      if (error instanceof ApiError) throw apiError(error);
      // The library throws plain errors for half an event; fetch's has a cause, and says whether it ever connected.
      if (error instanceof TypeError && error.message === 'fetch failed') throw new ProviderError('network', `The model could not be reached: ${rootMessage(error)}`, { cause: error });
      if (error instanceof SyntaxError || (error instanceof Error && (error.cause !== undefined || /incomplete json|stream chunk/i.test(error.message)))) {
        throw new ProviderError('stream', `The stream broke off: ${rootMessage(error)}`, { cause: error });
      }
      throw error;
    } finally {
      watchdog.stop();
    }
  }

  return {
    name: 'google',
    complete(request, onDelta = () => undefined) {
      const beforeRetry = (): void => onDelta({ type: 'restart' });
      return withRetries({ policy, clock, log, provider: 'google', signal: request.signal, beforeRetry }, () => attempt(request, onDelta));
    },
  };
}

/** The library gives status and body only; the wait that the server asks for is inside the body (`google.rpc.RetryInfo`). */
function apiError(error: Error & { status: number }): ProviderError {
  const body = parseJsonObject(error.message)?.['error'];
  const message = isJsonObject(body) && typeof body['message'] === 'string' ? body['message'] : error.message;
  const details = isJsonObject(body) && Array.isArray(body['details']) ? (body['details'] as unknown[]) : [];
  const delay = details.flatMap((detail) => (isJsonObject(detail) && typeof detail['retryDelay'] === 'string' ? [Number.parseFloat(detail['retryDelay']) * 1000] : [])).find(Number.isFinite);
  return new ProviderError(statusKind(error.status, error.message), `${error.status} ${message}`, { status: error.status, cause: error, ...(delay === undefined ? {} : { retryAfterMs: delay }) });
}

// The shared frame of every vendor's call: settings of the client, a watchdog, bounded retries, and the conversion of
// failures into our errors. A vendor's file adds its request, its stream and the errors of its library.
import type { Fetch } from '../../base/bounded-fetch.ts';
import type { Clock } from '../../base/time/clock.ts';
import { isShallow, mapStrings } from '../../base/text/json-walk.ts';
import type { Log } from '../../base/log.ts';
import { wellFormed } from '../../base/text/text.ts';
import { localKey } from '../host.ts';
import { type Delta, type ModelRequest, type ModelResponse, type Provider, ProviderError } from '../provider.ts';
import { defaultRetryPolicy, type RetryPolicy, withRetries } from './retry.ts';
import { rootMessage } from './http-errors.ts';
import { boundDeltas, guardedFetch } from './guarded-fetch.ts';
import { createThinkingFilter, withoutSpokenThinking } from './spoken-thinking.ts';
import { type VendorName, vendors } from './vendors.ts';
import { startWatchdog } from './watchdog.ts';

/** `vendor` may use what only the vendor's own host is sure to know; `portable` is what compatible servers share. */
export type Profile = 'vendor' | 'portable';

export interface CallOptions {
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
  /** By default it follows from the base URL. */
  profile?: Profile;
}

/** The arguments of one attempt. */
export interface Attempt {
  apiKey: string;
  baseUrl: string;
  profile: Profile;
  /** For the library's own timeout, which must not come before ours. */
  timeoutMs: number;
  /** Ends the attempt: the caller's, or nothing was heard for too long. */
  signal: AbortSignal;
  /** The library uses this one, through which the watchdog sees every byte. */
  fetch: Fetch;
  onDelta(delta: Delta): void;
}

export interface Caller {
  name: VendorName;
  /** One call, streamed to its end. What it throws is turned into a ProviderError here. */
  attempt(request: ModelRequest, attempt: Attempt): Promise<Omit<ModelResponse, 'model'>>;
  /** An error of the vendor's library; undefined for anything else. */
  readError(error: unknown, now: Date): Promise<ProviderError | undefined>;
}

export function createCaller({ name, attempt, readError }: Caller, options: CallOptions): Provider {
  const { apiKey, baseUrl, log, clock, idleTimeoutMs = 90_000, retry: policy = defaultRetryPolicy } = options;
  const { profile = vendors[name].isOwnHost(baseUrl) ? 'vendor' : 'portable' } = options;
  const { firstByteTimeoutMs = profile === 'vendor' ? 90_000 : 600_000 } = options;
  const fixed = { apiKey: apiKey === '' ? localKey : apiKey, baseUrl, profile, timeoutMs: firstByteTimeoutMs + 1000 };

  async function tryOnce(request: ModelRequest, onDelta: (delta: Delta) => void): Promise<ModelResponse> {
    const watchdog = startWatchdog(request.signal, firstByteTimeoutMs);
    const heard = (): void => watchdog.heard(idleTimeoutMs);
    try {
      const response = await attempt(wellFormedRequest(request), {
        ...fixed,
        signal: watchdog.signal,
        fetch: guardedFetch(heard),
        onDelta: boundDeltas(createThinkingFilter(onDelta)),
      });
      if (!isShallow(response.content)) throw new RangeError('an answer of thousands of levels');
      return { model: `${name}/${request.model}`, ...withoutSpokenThinking(response) };
    } catch (error) {
      if (request.signal?.aborted) throw new ProviderError('aborted', 'The call was cancelled.', { cause: error });
      if (watchdog.stalled())
        throw new ProviderError('stream', 'The model went quiet in the middle of its answer.', { cause: error });
      throw await asProviderError(error, (thrown) => readError(thrown, clock.now()));
    } finally {
      watchdog.stop();
    }
  }

  return {
    name,
    complete(request, onDelta = () => undefined) {
      const beforeRetry = (): void => onDelta({ type: 'restart' });
      return withRetries({ policy, clock, log, provider: name, signal: request.signal, beforeRetry }, () =>
        tryOnce(request, onDelta),
      );
    },
  };
}

/** Half a surrogate pair anywhere, also in the name of a field, and an API refuses the whole conversation. */
const wellFormedRequest = (request: ModelRequest): ModelRequest => {
  const { system, tools, messages } = request;
  return { ...request, ...mapStrings({ system, tools, messages }, wellFormed, { keys: true }) };
};

/** What is not from the network or the API (a bug) comes back as it is. */
async function asProviderError(
  error: unknown,
  readError: (error: unknown) => Promise<ProviderError | undefined>,
): Promise<unknown> {
  const own = providerErrorIn(error);
  if (own) return own;
  const read = await readError(error);
  if (read) return read;
  // Data that is nested too deeply would overflow the stack.
  if (error instanceof RangeError)
    return new ProviderError('stream', 'The answer of the model is nested too deeply.', { cause: error });
  if (error instanceof TypeError && error.message === 'fetch failed')
    return new ProviderError('network', `The model could not be reached: ${rootMessage(error)}`, { cause: error });
  // fetch's error for a body that breaks off always has a cause; a SyntaxError is half an event.
  if (error instanceof SyntaxError || (error instanceof Error && error.cause !== undefined))
    return new ProviderError('stream', `The stream broke off: ${rootMessage(error)}`, { cause: error });
  return error;
}

/** An error of ours that the vendor's library, or fetch, has wrapped in its own. */
function providerErrorIn(error: unknown): ProviderError | undefined {
  if (error instanceof ProviderError) return error;
  return error instanceof Error && error.cause !== undefined ? providerErrorIn(error.cause) : undefined;
}

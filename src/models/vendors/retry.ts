// Bounded back-off for one model call. One budget for everything that may pass: a refused request, a broken connection,
// a stream that died half way. The client libraries' own retries are off, because they see only the first of these and
// two budgets multiply.
import type { Clock } from '../../base/time/clock.ts';
import type { Log } from '../../base/log.ts';
import { retry, waitAfter } from '../../base/concurrency/retry.ts';
import { ProviderError, type ProviderErrorKind } from '../provider.ts';

export interface RetryPolicy {
  /** Tries in all, the first included. */
  attempts: number;
  /** The wait before the second try; it doubles from there, with jitter. */
  baseMs: number;
  /** The longest wait. A server that asks for more is believed, and the call fails at once instead. */
  maxWaitMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 4, baseMs: 500, maxWaitMs: 60_000 };

const passing: ReadonlySet<ProviderErrorKind> = new Set(['rate_limit', 'overloaded', 'timeout', 'network', 'stream']);

/** Whether the same request may succeed later without any action of a person. */
export const mayPass = (kind: ProviderErrorKind): boolean => passing.has(kind);

/**
 * Runs `attempt` until it succeeds, fails for good, or the tries are used up.
 * @param beforeRetry called before each further try: what the failed one streamed is void
 * @throws ProviderError the last one
 */
export async function withRetries<Result>(
  options: {
    policy: RetryPolicy;
    clock: Clock;
    log: Log;
    provider: string;
    signal: AbortSignal | undefined;
    beforeRetry: () => void;
  },
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { policy, clock, log, provider, signal } = options;

  function delayMs(error: unknown, tried: number): number | null {
    if (!(error instanceof ProviderError) || !mayPass(error.kind) || tried >= policy.attempts) return null;
    const asked = error.details.retryAfterMs;
    if (asked !== undefined && asked > policy.maxWaitMs) return null;
    const waitMs = Math.round(waitAfter(asked, tried, policy.baseMs, policy.maxWaitMs));
    log.warn(
      { provider, kind: error.kind, status: error.details.status, tried, waitMs, reason: error.message },
      'model call failed, trying again',
    );
    options.beforeRetry();
    return waitMs;
  }

  try {
    return await retry(attempt, { clock, delayMs, signal });
  } catch (error) {
    if (!signal?.aborted || error instanceof ProviderError) throw error;
    throw new ProviderError('aborted', 'The call was cancelled while it waited to try again.', { cause: error });
  }
}

/** The wait a server asks for in `retry-after-ms` or `retry-after` (seconds or an HTTP date), in milliseconds. */
export function retryAfterMs(headers: Headers | undefined, now: Date): number | undefined {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const value = headers?.get('retry-after');
  if (value === null || value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

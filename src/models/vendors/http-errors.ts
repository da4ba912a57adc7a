// What an HTTP status and an error's text say about a failed call: shared by the vendors, whose statuses agree.
import { messageOf } from '../../base/errors.ts';
import type { ProviderErrorKind } from '../provider.ts';

export function statusKind(status: number, message: string): ProviderErrorKind {
  if (status === 429) return 'rate_limit';
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'billing';
  if (status === 413) return 'prompt_too_long';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 409 || status >= 500) return 'overloaded';
  return requestErrorKind(message);
}

/** The meaning of a 400 stands only in its text. */
export function requestErrorKind(message: string): ProviderErrorKind {
  if (/credit balance|billing/i.test(message)) return 'billing';
  if (/API key not valid|API_KEY_INVALID/i.test(message)) return 'auth';
  if (
    /prompt is too long|context (?:window|length)|exceed.{0,40}context|too many tokens|token count.{0,40}exceeds/i.test(
      message,
    )
  )
    return 'prompt_too_long';
  if (/signature|thinking.{0,40}block|bound to a different conversation/i.test(message)) return 'signature';
  return 'invalid_request';
}

/** The innermost message: fetch says only "fetch failed", its cause says why. */
export function rootMessage(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? rootMessage(error.cause) : messageOf(error);
}

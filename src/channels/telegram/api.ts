// The one door to the Bot API: grammY's client, with our time limits, over Node's own fetch. It is the client's build for the
// web: the one for Node loads another fetch, a third of what the daemon would read at its start. grammY's errors hold the
// address of the request and with it the bot token, so none of them leaves this file: what is thrown is a TelegramError.
import { trimSlash } from '../../base/text/url.ts';
import { Api, GrammyError, HttpError, type RawApi } from 'grammy/web';
import { AnswerTooLong, RedirectRefused, boundAnswer, boundedFetch } from '../../base/bounded-fetch.ts';
import { discardBody } from '../../base/discard-body.ts';
import { codeOf } from '../../base/errors.ts';
import { cutWords, withoutControls } from '../../base/text/text.ts';

/**
 * - `refused`: Telegram answered no; `code` and `description` are its own
 * - `unreached`: nothing of the request was taken (no connection, or an answer from a gateway before Telegram)
 * - `unanswered`: it may have been taken; the answer was lost, cut or late
 */
export type TelegramFailure = 'refused' | 'unreached' | 'unanswered';

export class TelegramError extends Error {
  override readonly name = 'TelegramError';
  constructor(
    readonly kind: TelegramFailure,
    readonly method: string,
    readonly description: string,
    /** `isLate`: we have stopped waiting. */
    readonly details: { code?: number; retryAfterMs?: number; isLate?: true } = {},
  ) {
    super(`${method}: ${kind}${details.code === undefined ? '' : ` ${details.code}`} (${description})`);
  }
}

type Method = keyof RawApi;

export interface TelegramApi {
  /** @throws TelegramError; the signal's reason when that aborts first */
  call<M extends Method>(
    method: M,
    payload: Parameters<RawApi[M]>[0],
    options?: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<Awaited<ReturnType<RawApi[M]>>>;
  /** Fetches a file that getFile named. @throws TelegramError, also when it is longer than `maxBytes` */
  download(filePath: string, maxBytes: number, signal?: AbortSignal): Promise<Uint8Array>;
}

const defaultTimeoutMs = 30_000;
const downloadTimeoutMs = 60_000;

const tooLate = (method: string, timeoutMs: number): TelegramError =>
  new TelegramError('unanswered', method, `no answer within ${timeoutMs} ms`, { isLate: true });

/** @param apiRoot without the token, such as `https://api.telegram.org` */
export function createTelegramApi(options: { token: string; apiRoot: string }): TelegramApi {
  const apiRoot = trimSlash(options.apiRoot);
  const client = new Api(options.token, {
    apiRoot,
    timeoutSeconds: 600,
    fetch: plainFetch as unknown as NonNullable<ClientFetch>,
  });

  return {
    async call(method, payload, { timeoutMs = defaultTimeoutMs, signal } = {}) {
      signal?.throwIfAborted();
      const limit = startLimit(timeoutMs, signal);
      try {
        const send = client.raw[method] as unknown as (payload: unknown, signal: AbortSignal) => Promise<unknown>;
        return (await send(payload, limit.signal)) as never;
      } catch (error) {
        signal?.throwIfAborted();
        throw limit.isOver() ? tooLate(method, timeoutMs) : asTelegramError(method, error);
      } finally {
        limit.end();
      }
    },
    async download(filePath, maxBytes, signal) {
      signal?.throwIfAborted();
      const limit = startLimit(downloadTimeoutMs, signal);
      try {
        const address = `${apiRoot}/file/bot${options.token}/${filePath}`;
        const tooLong = (): TelegramError =>
          new TelegramError('refused', 'download', `the file is longer than ${maxBytes} bytes`);
        const response = await boundedFetch(address, { signal: limit.signal }, () =>
          boundAnswer(maxBytes, { tooLong }),
        );
        if (!response.ok) discardBody(response);
        if (response.status >= 500) throw new GatewayAnswer(`HTTP ${response.status}`);
        if (!response.ok || !response.body)
          throw new TelegramError('refused', 'download', 'the file is not there', { code: response.status });
        return new Uint8Array(await response.arrayBuffer());
      } catch (error) {
        signal?.throwIfAborted();
        throw limit.isOver() ? tooLate('download', downloadTimeoutMs) : asTelegramError('download', error);
      } finally {
        limit.end();
      }
    },
  };
}

/**
 * A signal that aborts with the caller's, or after a time. Ended by hand, as the caller's lives as long as the program: a
 * signal made by `AbortSignal.any`, and the timer of an `AbortSignal.timeout`, outlive the call, some thousands a day.
 */
function startLimit(
  timeoutMs: number,
  caller: AbortSignal | undefined,
): { signal: AbortSignal; isOver(): boolean; end(): void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort(caller?.reason);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, timeoutMs);
  caller?.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', stop);
    },
  };
}

type ClientFetch = NonNullable<ConstructorParameters<typeof Api>[1]>['fetch'];

class GatewayAnswer extends Error {
  override readonly name = 'GatewayAnswer';
}

/** An error has a line or two. */
const maxErrorBytes = 64 * 1024;
/** Far more than a hundred updates, which is the longest answer. */
const maxAnswerBytes = 32 * 1024 * 1024;

/** grammY hides a gateway's status, follows every redirect, and reads an answer however long it is. */
async function plainFetch(url: string | URL, request: RequestInit): Promise<Response> {
  const response = await boundedFetch(url, request, ({ ok, status }) => {
    const tooLong = (): Error => new GatewayAnswer(`HTTP ${status}, an error without an end`);
    return ok ? boundAnswer(maxAnswerBytes) : boundAnswer(maxErrorBytes, { tooLong });
  });
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  if (!isJson && response.status >= 500) {
    discardBody(response);
    throw new GatewayAnswer(`HTTP ${response.status}`);
  }
  return response;
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENETDOWN',
  'EAI_FAIL',
  'EAI_NODATA',
]);

function asTelegramError(method: string, error: unknown): TelegramError {
  if (error instanceof TelegramError) return error;
  if (error instanceof GrammyError) {
    if (error.error_code >= 500)
      return new TelegramError('unreached', method, `${error.error_code} ${described(error)}`, {
        code: error.error_code,
      });
    const retryAfter: unknown = error.parameters?.retry_after;
    return new TelegramError('refused', method, described(error), {
      code: error.error_code,
      retryAfterMs: typeof retryAfter === 'number' && retryAfter >= 0 ? retryAfter * 1000 : undefined,
    });
  }
  const inner = error instanceof HttpError ? error.error : error;
  if (inner instanceof GatewayAnswer) return new TelegramError('unreached', method, inner.message);
  if (inner instanceof RedirectRefused)
    return new TelegramError(
      'unreached',
      method,
      `the server ${inner.message}: set telegram.api_root to the address that answers`,
    );
  if (inner instanceof AnswerTooLong) return new TelegramError('unanswered', method, inner.message);
  const code = codeOf((inner as { cause?: unknown } | null)?.cause) ?? codeOf(inner);
  if (code !== undefined && neverConnected.has(code)) return new TelegramError('unreached', method, code);
  // Only the code or the kind of error is kept: the message of a JSON error quotes the address.
  return new TelegramError(
    'unanswered',
    method,
    code ?? (inner instanceof SyntaxError ? 'not JSON' : inner instanceof Error ? inner.name : 'unknown'),
  );
}

const maxDescriptionUnits = 300;

/** What Telegram says of an error, or whatever stands in its place, is for one line of a log and one message. */
function described(error: GrammyError): string {
  const said: unknown = error.description;
  return typeof said === 'string' ? cutWords(withoutControls(said), maxDescriptionUnits) : 'no description';
}

// The one way to ask a server. A request stays at the origin it is meant for: what is asked holds prompts, notes, keys and tokens.
// And each caller says how much of an answer is read: one without an end must not fill the memory.
import { discardBody } from './discard-body.ts';

const maxRedirects = 3;

/** A server sends the request elsewhere. The message names no more of that address than its host: a path may hold a token. */
export class RedirectRefused extends Error {
  override readonly name = 'RedirectRefused';
  constructor(
    readonly status: number,
    readonly target: string,
  ) {
    super(`redirects to ${target}, which is not followed`);
  }
}

export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
  constructor(readonly maxBytes: number) {
    super(`an answer of more than ${maxBytes} bytes`);
  }
}

// oxlint-disable-next-line no-restricted-globals -- the type alone
export type Fetch = typeof fetch;

export type BodyBound = TransformStream<Uint8Array, Uint8Array>;

/**
 * As `fetch`, but a redirect is followed only where the address stays at the same origin.
 * @param bound what the body of the answer goes through: {@link boundAnswer} or {@link cutAnswer}
 * @throws RedirectRefused; what `fetch` throws
 */
export async function boundedFetch(
  input: string | URL | Request,
  init: RequestInit | undefined,
  bound: (response: Response) => BodyBound,
): Promise<Response> {
  const response = await fetchWithinOrigin(input, init);
  const { status, statusText, headers, body } = response;
  return body === null ? response : new Response(body.pipeThrough(bound(response)), { status, statusText, headers });
}

async function fetchWithinOrigin(input: string | URL | Request, init: RequestInit | undefined): Promise<Response> {
  let url = input instanceof Request ? input.url : String(input);
  for (let redirects = 0; ; redirects += 1) {
    const target = input instanceof Request ? new Request(url, input.clone()) : url;
    // oxlint-disable-next-line no-restricted-globals -- this is what bounds it
    const response = await fetch(target, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    discardBody(response);
    const next = URL.canParse(location, url) ? new URL(location, url) : null;
    if (next === null || !isWithin(new URL(url).origin, next) || redirects === maxRedirects)
      throw new RedirectRefused(
        response.status,
        next?.host ? `${next.protocol}//${next.host}` : 'no address of a server',
      );
    url = next.href;
  }
}

/** A name and a password in the address would be sent to the server, and `fetch` refuses them. */
const isWithin = (origin: string, { origin: next, username, password }: URL): boolean =>
  next === origin && username === '' && password === '';

/**
 * For what is of no use without its end.
 * @param options.heard called for every piece
 * @param options.tooLong what the reading of a longer body fails with
 */
export function boundAnswer(
  maxBytes: number,
  { heard, tooLong }: { heard?: () => void; tooLong?: () => Error } = {},
): BodyBound {
  let leftBytes = maxBytes;
  return new TransformStream({
    transform(piece, controller) {
      heard?.();
      leftBytes -= piece.length;
      if (leftBytes < 0) controller.error(tooLong?.() ?? new AnswerTooLong(maxBytes));
      else controller.enqueue(piece);
    },
  });
}

/** For what only its beginning is needed of, as of an error; the rest is never read. */
export function cutAnswer(maxBytes: number, maxMs: number): BodyBound {
  let leftBytes = maxBytes;
  let timer: NodeJS.Timeout;
  return new TransformStream({
    start(controller) {
      timer = setTimeout(() => controller.terminate(), maxMs).unref();
    },
    flush: () => clearTimeout(timer),
    transform(piece, controller) {
      controller.enqueue(piece.subarray(0, leftBytes));
      leftBytes -= piece.length;
      if (leftBytes > 0) return;
      clearTimeout(timer);
      controller.terminate();
    },
  });
}

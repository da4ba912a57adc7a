import { discardBody } from '../../base/discard-body.ts';
// The fetch that the vendors' libraries are given. It tells the watchdog of every byte, keeps prompt and key with the origin
// they are meant for, and bounds what a server can make us read.
import { type Delta, ProviderError } from '../provider.ts';

/** More than any error needs to say, and little enough for memory and log, whatever a server sends. */
const maxErrorBytes = 16_384;
/** Reading the body of an error ends after this time, because a server may never end it. */
const maxErrorMs = 5_000;
/** Far more than the longest answer with all that a stream puts around it: a server that streams without end is cut off. */
const maxAnswerBytes = 64 * 1024 * 1024;
const maxRedirects = 3;

/** @param heard called for every piece of a body as it arrives, also for keep-alive comments that a stream's reader drops */
export function guardedFetch(heard: () => void, errorMs = maxErrorMs): typeof fetch {
  return async (input, init) => {
    const response = await fetchWithinOrigin(input, init);
    heard();
    const { status, statusText, headers, body, ok } = response;
    if (body === null) return response;
    const bounded = body.pipeThrough(ok ? boundAnswer(heard) : boundError(errorMs));
    return new Response(bounded, { status, statusText, headers });
  };
}

/** Follows a redirect only where the address stays at the same origin: another one must see neither prompt nor key. */
async function fetchWithinOrigin(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> {
  let url = input instanceof Request ? input.url : String(input);
  for (let redirects = 0; ; redirects += 1) {
    const target = input instanceof Request ? new Request(url, input.clone()) : url;
    const response = await fetch(target, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    discardBody(response);
    const next = URL.canParse(location, url) ? new URL(location, url) : null;
    if (next === null || !isWithin(new URL(url).origin, next) || redirects === maxRedirects)
      throw new ProviderError(
        'invalid_request',
        `The model's server redirects to ${next?.host ? `${next.protocol}//${next.host}` : 'no address of a server'}, which is not followed. Set base_url to the address that answers.`,
        { status: response.status },
      );
    url = next.href;
  }
}

/** A name and a password in the address would be sent to the server, and `fetch` refuses them. */
const isWithin = (origin: string, { origin: next, username, password }: URL): boolean =>
  next === origin && username === '' && password === '';

/** The beginning of an error's body; the rest is never read. */
function boundError(maxMs: number): TransformStream<Uint8Array, Uint8Array> {
  let leftBytes = maxErrorBytes;
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

/** The same of what the pieces of a stream say: an answer is held in memory several times. Models give no more than 128,000 tokens. */
const maxAnswerChars = 4_000_000;

const tooLong = (): ProviderError => new ProviderError('stream', 'The answer was longer than any answer can be.');

/** @throws ProviderError from the call with which it becomes too long, which ends the attempt */
export function boundDeltas(onDelta: (delta: Delta) => void): (delta: Delta) => void {
  let left = maxAnswerChars;
  return (delta) => {
    left -= delta.type === 'restart' ? 0 : delta.text.length;
    if (left < 0) throw tooLong();
    onDelta(delta);
  };
}

function boundAnswer(heard: () => void): TransformStream<Uint8Array, Uint8Array> {
  let leftBytes = maxAnswerBytes;
  return new TransformStream({
    transform(piece, controller) {
      heard();
      leftBytes -= piece.length;
      if (leftBytes < 0) controller.error(tooLong());
      else controller.enqueue(piece);
    },
  });
}

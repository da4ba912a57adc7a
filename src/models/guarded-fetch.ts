import { discardBody } from '../base/discard-body.ts';
// The fetch that the vendors' libraries are given. It tells the watchdog of every byte, keeps prompt and key with the origin
// they are meant for, and bounds what a server can make us read.
import { ProviderError } from './provider.ts';

/** More than any error needs to say, and little enough for memory and log, whatever a server sends. */
const maxErrorBytes = 16_384;
/** Far more than the longest answer: a server that streams without end is cut off. */
const maxAnswerBytes = 64 * 1024 * 1024;
const maxRedirects = 3;

/** @param heard called for every piece of a body as it arrives, also for keep-alive comments that a stream's reader drops */
export function guardedFetch(heard: () => void): typeof fetch {
  return async (input, init) => {
    const response = await fetchWithinOrigin(input, init);
    heard();
    const { status, statusText, headers, body, ok } = response;
    if (body === null) return response;
    const bounded = body.pipeThrough(ok ? boundAnswer(heard) : boundError());
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
    const next = new URL(location, url);
    if (next.origin !== new URL(url).origin || redirects === maxRedirects)
      throw new ProviderError(
        'invalid_request',
        `The model's server redirects to ${next.origin}, which is not followed. Set base_url to the address that answers.`,
        { status: response.status },
      );
    url = next.href;
  }
}

/** The beginning of an error's body; the rest is never read. */
function boundError(): TransformStream<Uint8Array, Uint8Array> {
  let leftBytes = maxErrorBytes;
  return new TransformStream({
    transform(piece, controller) {
      controller.enqueue(piece.subarray(0, leftBytes));
      leftBytes -= piece.length;
      if (leftBytes <= 0) controller.terminate();
    },
  });
}

function boundAnswer(heard: () => void): TransformStream<Uint8Array, Uint8Array> {
  let leftBytes = maxAnswerBytes;
  return new TransformStream({
    transform(piece, controller) {
      heard();
      leftBytes -= piece.length;
      if (leftBytes < 0) controller.error(new ProviderError('stream', 'The answer was longer than any answer can be.'));
      else controller.enqueue(piece);
    },
  });
}

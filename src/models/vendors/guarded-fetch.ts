// The fetch that the vendors' libraries are given. It tells the watchdog of every byte, keeps prompt and key with the origin
// they are meant for, and bounds what a server can make us read.
import { type Fetch, RedirectRefused, boundAnswer, boundedFetch, cutAnswer } from '../../base/bounded-fetch.ts';
import { type Delta, ProviderError } from '../provider.ts';

/** More than any error needs to say, and little enough for memory and log, whatever a server sends. */
const maxErrorBytes = 16_384;
/** Reading the body of an error ends after this time, because a server may never end it. */
const maxErrorMs = 5_000;
/** Far more than the longest answer with all that a stream puts around it: a server that streams without end is cut off. */
const maxAnswerBytes = 64 * 1024 * 1024;

const tooLong = (): ProviderError => new ProviderError('stream', 'The answer was longer than any answer can be.');

/** @param heard called for every piece of a body as it arrives, also for keep-alive comments that a stream's reader drops */
export function guardedFetch(heard: () => void, errorMs = maxErrorMs): Fetch {
  return async (input, init) => {
    try {
      const response = await boundedFetch(input, init, ({ ok }) =>
        ok ? boundAnswer(maxAnswerBytes, { heard, tooLong }) : cutAnswer(maxErrorBytes, errorMs),
      );
      heard();
      return response;
    } catch (error) {
      if (!(error instanceof RedirectRefused)) throw error;
      throw new ProviderError(
        'invalid_request',
        `The model's server ${error.message}. Set base_url to the address that answers.`,
        { status: error.status },
      );
    }
  };
}

/** The same of what the pieces of a stream say: an answer is held in memory several times. Models give no more than 128,000 tokens. */
const maxAnswerChars = 4_000_000;

/** @throws ProviderError from the call with which it becomes too long, which ends the attempt */
export function boundDeltas(onDelta: (delta: Delta) => void): (delta: Delta) => void {
  let left = maxAnswerChars;
  return (delta) => {
    left -= delta.type === 'restart' ? 0 : delta.text.length;
    if (left < 0) throw tooLong();
    onDelta(delta);
  };
}

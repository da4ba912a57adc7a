// An embedder behind an OpenAI-compatible server's /embeddings (OpenAI, Ollama, llama.cpp, LM Studio, vLLM). Pooled vectors only.
import { trimSlash } from '../../base/text/url.ts';
import { z } from 'zod';
import type { Clock } from '../../base/time/clock.ts';
import { AnswerTooLong, RedirectRefused, boundAnswer, boundedFetch, cutAnswer } from '../../base/bounded-fetch.ts';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { createRedactor } from '../../base/secrets/redact.ts';
import { cutText, cutWords } from '../../base/text/text.ts';
import { append } from '../../base/lists.ts';
import { type Embedder, type Embedding, EmbedError, unitVector } from './embedder.ts';
import type { ModelUsage } from './model-usage.ts';

export interface EndpointEmbedderOptions {
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** Put before each text. */
  readonly usage?: Pick<ModelUsage, 'queryPrefix' | 'passagePrefix'>;
  readonly log: Log;
  readonly clock: Clock;
  /** For one request, body and all. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 30_000;
const textsPerRequest = 64;
/** The end of a longer text is not embedded: servers refuse a text that exceeds their context and do not cut it. */
const maxCharacters = 8_000;
/** The most bytes of an answer: far more than the vectors of one request. */
const maxAnswerBytes = 64 * 1024 * 1024;
/** How many bytes of an error's body are read. */
const maxErrorBytes = 64 * 1024;
const maxShownBody = 300;
const attempts = 4;
/** Statuses for a text that is too long or that the server refuses for another reason. */
const blamesTexts = [400, 413, 422];
const firstDelayMs = 500;
/** A longer wait than this, where the server asks for one, is a failure: the caller goes on with keywords. */
const maxDelayMs = 20_000;

const answerSchema = z.object({
  data: z.array(
    z.object({ index: z.number().int().nonnegative().optional(), embedding: z.array(z.number().nullable()) }),
  ),
});

// oxlint-disable-next-line max-lines-per-function -- one connection with its retries, which share what is known of the server
export function openEndpointEmbedder({
  model,
  baseUrl,
  apiKey,
  usage = { queryPrefix: '', passagePrefix: '' },
  log,
  clock,
  timeoutMs = defaultTimeoutMs,
}: EndpointEmbedderOptions): Embedder {
  const redact = createRedactor(apiKey === undefined ? [] : [apiKey]);
  const closing = new AbortController();
  const url = new URL(`${trimSlash(baseUrl)}/embeddings`);
  const place = `${model} at ${url.host}`;
  let dimensions = 0;
  /** What the last answer had instead. */
  let otherDimensions = 0;

  const refusal = (problem: string, blames: EmbedError['blames'] = 'model') =>
    new EmbedError(redact(`The embedding model ${place} ${problem}`), { blames });

  async function request(texts: readonly string[], signal: AbortSignal): Promise<Embedding[]> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await ask(texts, signal);
      if (outcome.vectors) return outcome.vectors;
      const delayMs = Math.max(outcome.retryAfterMs ?? 0, firstDelayMs * 2 ** (attempt - 1));
      if (!outcome.again || attempt === attempts || delayMs > maxDelayMs) throw outcome.error;
      log.debug({ reason: outcome.error.message, attempt, delayMs }, 'asking for embeddings again');
      await clock.sleep(delayMs, signal);
    }
  }

  async function post(texts: readonly string[], signal: AbortSignal): Promise<Response> {
    const input = texts.map((text) => cutText(text, maxCharacters) || ' '); // OpenAI refuses an empty text, not a blank one.
    const request = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input, encoding_format: 'float' }),
      signal,
    };
    return await boundedFetch(url, request, ({ ok }) =>
      ok ? boundAnswer(maxAnswerBytes) : cutAnswer(maxErrorBytes, timeoutMs),
    );
  }

  async function ask(texts: readonly string[], signal: AbortSignal): Promise<Outcome> {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await post(texts, AbortSignal.any([signal, timeout]));
      const body = await response.text();
      if (response.ok) return { vectors: read(body, texts.length) };
      return {
        error: refusal(
          `answered ${response.status}: ${cutWords(body, maxShownBody)}${remedyOf(response.status)}`,
          blamesTexts.includes(response.status) ? 'texts' : 'model',
        ),
        again: response.status === 408 || response.status === 409 || response.status === 429 || response.status >= 500,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), clock.now()),
      };
    } catch (error) {
      const refused = refusalIn(error);
      if (refused) return { error: refused, again: false };
      signal.throwIfAborted();
      if (timeout.aborted)
        return {
          error: refusal(`did not answer within ${timeoutMs} ms. Look whether it is busy or stuck.`),
          again: true,
        };
      const cause = error instanceof Error && error.cause !== undefined ? ` (${messageOf(error.cause)})` : '';
      return {
        error: refusal(
          `cannot be reached: ${messageOf(error)}${cause}. Look whether it runs, and at memory.embedding.base_url.`,
        ),
        again: true,
      };
    }
  }

  /** The errors after which the same would only happen again. */
  function refusalIn(error: unknown): EmbedError | null {
    if (error instanceof EmbedError) return error;
    if (error instanceof RedirectRefused)
      return refusal(
        `answered with a redirect (${error.status}) that is not followed. Look at memory.embedding.base_url.`,
      );
    if (error instanceof AnswerTooLong)
      return refusal('gave an answer that is too large. Look at memory.embedding.base_url.');
    return null;
  }

  /** The vectors in the order of the texts, whatever the order of the answer. */
  function read(body: string, count: number): Embedding[] {
    const { data, error } = answerSchema.safeParse(parseJson(body));
    if (error)
      throw refusal(
        `answered something else than embeddings: ${cutText(body, maxShownBody)} Look at memory.embedding.base_url, which often ends in /v1.`,
      );
    if (data.data.length !== count) throw refusal(`gave ${data.data.length} vectors for ${count} texts.`);
    const given = data.data[0]?.embedding.length ?? 0;
    // Once may be a mistake of the server's; twice, it has another model behind the name now.
    const expected =
      dimensions !== 0 && given !== dimensions && given === otherDimensions ? given : dimensions || given;
    otherDimensions = given;
    const embeddings: Embedding[] = [];
    for (const [i, { index = i, embedding }] of data.data.entries()) {
      // JSON has no NaN: servers write null for it.
      embeddings[index] = {
        pooled: unitVector(
          embedding.map((x) => x ?? NaN),
          expected,
          place,
        ),
      };
    }
    dimensions = expected;
    for (let i = 0; i < count; i += 1) if (!embeddings[i]) throw refusal(`gave no vector for text ${i}.`);
    return embeddings;
  }

  return {
    modelId: `${model}@${url.host}${usage.passagePrefix === '' ? '' : `+${usage.passagePrefix}`}`,
    get dimensions() {
      return dimensions;
    },
    hasTokens: false,
    prepare: () => undefined,
    async embed(texts, { as, signal, onProgress } = {}) {
      const prefix = as === 'query' ? usage.queryPrefix : usage.passagePrefix;
      signal?.throwIfAborted();
      if (closing.signal.aborted) throw new EmbedError(`The embedding model ${place} is closed.`);
      const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      const embeddings: Embedding[] = [];
      while (embeddings.length < texts.length) {
        const part = texts.slice(embeddings.length, embeddings.length + textsPerRequest).map((text) => prefix + text);
        append(embeddings, await request(part, either));
        onProgress?.(embeddings.length, texts.length);
      }
      return embeddings;
    },
    async release() {
      // Nothing of it is in our memory.
    },
    async close() {
      closing.abort(new EmbedError(`The embedding model ${place} was closed.`));
    },
  };
}

function remedyOf(status: number): string {
  if (status === 401 || status === 403) return ' Look at memory.embedding.api_key.';
  return status === 404
    ? ' Look at memory.embedding.model, and at memory.embedding.base_url, which often ends in /v1.'
    : '';
}

type Outcome =
  | { readonly vectors: Embedding[] }
  | {
      readonly vectors?: undefined;
      readonly error: EmbedError;
      readonly again: boolean;
      readonly retryAfterMs?: number | undefined;
    };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Retry-After comes as seconds or as a date. */
function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

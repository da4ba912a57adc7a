// The interface that every model provider implements, and the one kind of error it throws.
import { cutWords } from '../base/text/text.ts';
import type { ContentBlock, Message } from './message.ts';

export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the input, `type: "object"` at the top. */
  inputSchema: Record<string, unknown>;
  /**
   * What a provider that is no language model may use the tool for: `save` takes `{text}`, `search` takes `{query, shows: "lines"}` and
   * then shows lines without those around them, with their scores, `remind` takes `{action: "set", text, when | repeat}`. Never sent on a wire.
   */
  purpose?: 'save' | 'search' | 'remind' | undefined;
}

/** A chunk of a note, as data. */
export interface ShownChunk {
  path: string;
  /** Counted from 1; absent where the whole note was read. */
  start_line?: number | undefined;
  end_line?: number | undefined;
  text: string;
  /** How sure the search is of it, 0 to 1, where it was asked for single lines. */
  score?: number | undefined;
}

/** How much a model thinks before it answers, for models that do. */
export const efforts = ['low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

export interface ModelRequest {
  /** The model's name as its vendor writes it, without the provider's prefix. */
  model: string;
  /** `provider/model` to be asked first, where there are several. */
  prefer?: string;
  system: string;
  /** In registration order; an empty list is omitted on the wire. */
  tools: readonly ToolDefinition[];
  /** Starts with `user`, roles alternate, every tool call has its result in the next message. */
  messages: readonly Message[];
  maxTokens: number;
  /** The vendor's default unless set; ignored for a model that does not think. */
  effort?: Effort;
  /** `none`: the tools stay in the request, the model may not call one. Default `auto`. */
  toolChoice?: 'auto' | 'none';
  /** JSON Schema the answer must follow, where the provider can hold the model to one. */
  outputSchema?: Record<string, unknown>;
  /** The chunks of notes that results of the open turn show, by the id of the call. Never sent on a wire. */
  shown?: ReadonlyMap<string, readonly ShownChunk[]>;
  /**
   * Only for the offline provider, which is no language model; never sent to a vendor. `language`: the language in which the program
   * speaks in this conversation, by its English name, once it is known. `told`: what the results of the open turn say to the person
   * in that language, by the id of the tool call.
   */
  language?: string | undefined;
  told?: ReadonlyMap<string, string>;
  signal?: AbortSignal;
}

/** Tokens as the provider counts them. `input` excludes what was read from or written to the cache. */
export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** The part of `cacheWrite` that is kept for an hour, which costs more; absent where the provider doesn't tell. */
  cacheWrite1h?: number;
}

/** The tokens of two calls. */
export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cacheRead: a.cacheRead + b.cacheRead,
  cacheWrite: a.cacheWrite + b.cacheWrite,
  cacheWrite1h: (a.cacheWrite1h ?? 0) + (b.cacheWrite1h ?? 0),
});

/**
 * `end_turn`, `tool_use`, `max_tokens`, `stop_sequence`, `pause_turn`, `refusal`, or a word this version does not know,
 * kept as it came.
 */
export type StopReason = string;

export interface ModelResponse {
  /** `provider/model` that really answered. */
  model: string;
  content: ContentBlock[];
  stopReason: StopReason;
  usage: Usage;
  /** US dollars, null where the price of the model is not known; absent where nothing counts them. */
  costUsd?: number | null;
}

/** What streams while a response is made. A preview only: the response is what counts. */
export type Delta = { type: 'text'; text: string } | { type: 'thinking'; text: string } | { type: 'restart' };

export interface Provider {
  /** `anthropic`, `openai`, `google`, `offline`, `router`. */
  readonly name: string;
  /**
   * One call of the model, streamed. Resolves only with a complete response (the stream's end was seen).
   * @param onDelta gets a preview; `restart` says that a broken attempt is dropped and what came so far is void
   * @throws ProviderError
   */
  complete(request: ModelRequest, onDelta?: (delta: Delta) => void): Promise<ModelResponse>;
}

/**
 * - `rate_limit` 429, `overloaded` 5xx and 529, `timeout`, `network`, `stream` (cut, stalled, or an error inside): may pass
 * - `billing` 402, `auth` 401 and 403: the owner must act
 * - `prompt_too_long`, `signature` (a thinking block was refused), `invalid_request`: this request can't succeed as it is
 * - `aborted`: the caller's signal
 * - `budget`: a spending limit of the configuration, not of the vendor
 */
export type ProviderErrorKind =
  | 'rate_limit'
  | 'overloaded'
  | 'timeout'
  | 'network'
  | 'stream'
  | 'billing'
  | 'auth'
  | 'prompt_too_long'
  | 'signature'
  | 'invalid_request'
  | 'aborted'
  | 'budget';

const maxMessageLength = 400;

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  /**
   * @param message is cut: a server may send anything as its error, and this goes to logs and to people
   * @param details.retryAfterMs as the server asked, where it did
   */
  constructor(
    readonly kind: ProviderErrorKind,
    message: string,
    readonly details: { status?: number; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(cutWords(message, maxMessageLength), { cause: details.cause });
  }
}

/** The name of the model in what was answered without one. */
export const offlineModel = 'offline';

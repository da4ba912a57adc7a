// Several models behind one interface: they are tried in order until one answers, and a model that failed is skipped for a
// while. If none answers, the caller handles that. It knows no sessions.
import type { Clock } from '../base/time/clock.ts';
import type { Log } from '../base/log.ts';
import { maxAnswerTokens, moreRoom, requestTokens } from './model-limits.ts';
import { forAnyModel, isThinking, type Message } from './message.ts';
import {
  type Delta,
  type ModelRequest,
  type ModelResponse,
  type Provider,
  ProviderError,
  type ProviderErrorKind,
  addUsage,
} from './provider.ts';
import { mayPass } from './vendors/retry.ts';

export interface Candidate {
  /** `provider/model`, as configured and as responses name it. */
  ref: string;
  provider: Provider;
  /** The name to put into its requests. */
  model: string;
  /** What it holds at once, question and answer together. What is too long for it is not sent. */
  contextTokens: number;
}

export interface ModelChange {
  from: string;
  to: string;
  /** Why `from` did not answer; null when it answers again. */
  reason: ProviderErrorKind | null;
}

/** How the models stand now. */
export interface ModelStanding {
  /** The model that answered last, or would be asked first; null where none is configured. */
  current: string | null;
  primary: string | null;
  fallbacks: string[];
  /** Models that failed and are not asked for a while. */
  resting: { ref: string; seconds: number }[];
  /** Why a configured model can't be called, each in a sentence. */
  missing: string[];
}

export interface Router extends Provider {
  standing(): Pick<ModelStanding, 'current' | 'resting'>;
}

export interface RouterOptions {
  /** The primary first. */
  candidates: readonly Candidate[];
  /** Asked only where a request prefers them. */
  choices?: readonly Candidate[];
  clock: Clock;
  log: Log;
  onModelChange?: (change: ModelChange) => void;
}

/** A server that asks for more is believed, up to a day: then it is asked again. */
const maxRestMs = 24 * 3_600_000;

const coolDownMs: Partial<Record<ProviderErrorKind, number>> = {
  rate_limit: 60_000,
  billing: 300_000,
  overloaded: 30_000,
  timeout: 30_000,
  network: 30_000,
  stream: 30_000,
  auth: 3_600_000,
};

export function createRouter(options: RouterOptions): Router {
  const { candidates, choices = [], clock, log } = options;
  const restsUntil = new Map<string, number>();
  let current = candidates[0]?.ref;

  /** Those that may be asked now. Where all rest, all: a try is better than no model, and a key may have been mended. */
  function askable(preferred: Candidate | undefined): readonly Candidate[] {
    const now = clock.elapsed();
    const all = preferred ? [preferred, ...candidates.filter((candidate) => candidate !== preferred)] : candidates;
    const rested = all.filter((candidate) => (restsUntil.get(candidate.ref) ?? now) <= now);
    return rested.length > 0 ? rested : all;
  }

  function changeTo(ref: string, reason: ProviderErrorKind | null): void {
    if (current === undefined || ref === current) return;
    const change = { from: current, to: ref, reason };
    current = ref;
    log.warn(change, 'model changed');
    options.onModelChange?.(change);
  }

  return {
    name: 'router',
    standing() {
      return { current: current ?? null, resting: restingAt(clock.elapsed(), restsUntil) };
    },
    async complete(request, onDelta) {
      const failures: ProviderError[] = [];
      const tokens = requestTokens(request);
      const isTooLong = (candidate: Candidate): boolean =>
        tokens + maxAnswerTokens(request.maxTokens, candidate.contextTokens) > candidate.contextTokens;
      const preferred = [...candidates, ...choices].find(({ ref }) => ref === request.prefer);
      const asked = askable(preferred);
      for (const candidate of asked) {
        // The model that the person chose is not skipped because the prompt is too long for it: compaction shortens the prompt.
        if (candidate === preferred && isTooLong(candidate)) break;
        if (isTooLong(candidate)) continue;
        if (failures.length > 0) onDelta?.({ type: 'restart' });
        try {
          const response = await ask(candidate, request, onDelta);
          restsUntil.delete(candidate.ref);
          // The preference of one conversation changes nothing for the others.
          if (!preferred) changeTo(candidate.ref, failures[0]?.kind ?? null);
          return response;
        } catch (error) {
          const restMs = error instanceof ProviderError ? restFor(error) : undefined;
          if (!(error instanceof ProviderError) || restMs === undefined) throw error;
          restsUntil.set(candidate.ref, clock.elapsed() + restMs);
          log.warn(
            { model: candidate.ref, kind: error.kind, status: error.details.status, restMs, reason: error.message },
            'model rests',
          );
          failures.push(error);
        }
      }
      const tooSmall = asked.find(isTooLong);
      throw tooSmall ? promptTooLong(tooSmall, tokens, failures[0]) : failureToReport(failures);
    },
  };
}

const restingAt = (now: number, restsUntil: ReadonlyMap<string, number>): { ref: string; seconds: number }[] =>
  [...restsUntil]
    .filter(([, until]) => until > now)
    .map(([ref, until]) => ({ ref, seconds: Math.ceil((until - now) / 1000) }));

/** A temporary failure goes before a permanent one: as long as one model may come back, waiting makes sense. */
const failureToReport = (failures: readonly ProviderError[]): ProviderError =>
  failures.find((error) => mayPass(error.kind)) ??
  failures[0] ??
  new ProviderError('invalid_request', 'No model is configured.');

/** Asks one model, and once more with more room where its answer was cut off before it had said anything. */
async function ask(
  candidate: Candidate,
  request: ModelRequest,
  onDelta: ((delta: Delta) => void) | undefined,
): Promise<ModelResponse> {
  const { contextTokens, model, provider, ref } = candidate;
  const messages = withoutForeignThinking(request.messages, ref);
  const askWithin = (maxTokens: number) => provider.complete({ ...request, model, maxTokens, messages }, onDelta);

  const room = maxAnswerTokens(request.maxTokens, contextTokens);
  const response = await askWithin(room);
  const larger = maxAnswerTokens(moreRoom(room), contextTokens);
  const tokens = requestTokens({ ...request, messages });
  if (!isOnlyThinking(response) || larger <= room || tokens + larger > contextTokens) return response;
  onDelta?.({ type: 'restart' });
  const second = await askWithin(larger);
  return { ...second, usage: addUsage(response.usage, second.usage) };
}

/** Whether the answer's length was used up by thinking. Some vendors don't send the thinking itself. */
const isOnlyThinking = ({ content, stopReason }: ModelResponse): boolean =>
  stopReason === 'max_tokens' &&
  content.every((block) => isThinking(block) || (block.type === 'text' && block.text.trim() === ''));

/** A shorter prompt would find a model: also one that stands in for a larger one, which is the cause where there is one. */
const promptTooLong = (
  { ref, contextTokens }: Candidate,
  tokens: number,
  cause: ProviderError | undefined,
): ProviderError =>
  new ProviderError(
    'prompt_too_long',
    `The prompt is about ${tokens} tokens; ${ref} holds ${contextTokens} with its answer.`,
    { cause },
  );

/** How long a model rests after this error, or undefined where another model would not do better. */
export function restFor(error: ProviderError): number | undefined {
  // A model that is not there (a typo, one that was retired, a server that moved) is as gone as one whose key is refused.
  const { status = 400 } = error.details;
  if (error.kind === 'invalid_request' && (status === 404 || status < 400)) return coolDownMs.auth;
  const usual = coolDownMs[error.kind];
  return usual === undefined ? undefined : Math.min(maxRestMs, Math.max(usual, error.details.retryAfterMs ?? 0));
}

/**
 * The messages without the thinking and the signatures of other models: those are bound to their author. A message
 * that does not name its model is left as it is.
 */
export function withoutForeignThinking(messages: readonly Message[], ref: string): Message[] {
  return messages.map((message) => {
    if (message.role !== 'assistant' || message.model === undefined || message.model === ref) return message;
    return { ...message, content: forAnyModel(message.content) };
  });
}

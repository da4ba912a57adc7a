// Several models behind one interface: the first that answers is the one. A model that failed rests for a while; where
// none answers, the model-less provider does, and says so. Knows no session: what a session notes, it is told of.
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { isThinking, type Message } from './message.ts';
import { createOffline } from './offline.ts';
import { type Delta, type ModelRequest, type ModelResponse, type Provider, ProviderError, type ProviderErrorKind } from './provider.ts';

export interface Candidate {
  /** `provider/model`, as configured and as responses name it. */
  ref: string;
  provider: Provider;
  /** The name to put into its requests. */
  model: string;
}

export interface ModelChange {
  from: string;
  to: string;
  /** Why `from` did not answer; null when it answers again. */
  reason: ProviderErrorKind | null;
}

export interface RouterOptions {
  /** The primary first. */
  candidates: readonly Candidate[];
  clock: Clock;
  log: Log;
  onModelChange?: (change: ModelChange) => void;
}

const coolDownMs: Partial<Record<ProviderErrorKind, number>> = {
  rate_limit: 60_000,
  billing: 300_000,
  overloaded: 30_000,
  timeout: 30_000,
  network: 30_000,
  stream: 30_000,
  auth: 3_600_000,
};

/** The failures that somebody must do something about: asking again before the rest is over is pointless. */
const lasting: ReadonlySet<ProviderErrorKind> = new Set(['auth', 'billing']);

interface Rest {
  until: number;
  error: ProviderError;
}

export function createRouter(options: RouterOptions): Provider {
  const { candidates, clock, log } = options;
  const resting = new Map<string, Rest>();
  let current = candidates[0]?.ref ?? 'offline';
  let outage: ProviderError | null = null;
  let told = false;
  const offline = createOffline({
    notice() {
      if (told) return '';
      told = true;
      return outageNotice(outage);
    },
  });

  function restOf(candidate: Candidate): Rest | undefined {
    const rest = resting.get(candidate.ref);
    return rest && rest.until > clock.now().getTime() ? rest : undefined;
  }

  /** Those that may be asked now. Where all rest, those whose trouble may have passed: a try is better than no model. */
  function askable(): Candidate[] {
    const rested = candidates.filter((candidate) => !restOf(candidate));
    if (rested.length > 0) return rested;
    return candidates.filter((candidate) => !lasting.has(restOf(candidate)?.error.kind ?? 'network'));
  }

  function changeTo(ref: string, reason: ProviderErrorKind | null): void {
    if (ref === current) return;
    const change = { from: current, to: ref, reason };
    current = ref;
    log.warn(change, 'model changed');
    options.onModelChange?.(change);
  }

  return {
    name: 'router',
    async complete(request, onDelta) {
      let failure: ProviderError | null = candidates.map((candidate) => restOf(candidate)?.error).find((error) => error !== undefined) ?? null;
      for (const candidate of askable()) {
        try {
          const response = await ask(candidate, request, onDelta);
          resting.delete(candidate.ref);
          outage = null;
          told = false;
          changeTo(candidate.ref, candidate === candidates[0] ? null : (failure?.kind ?? null));
          return response;
        } catch (error) {
          const rest = error instanceof ProviderError ? restFor(error) : undefined;
          if (!(error instanceof ProviderError) || rest === undefined) throw error;
          resting.set(candidate.ref, { until: clock.now().getTime() + rest, error });
          log.warn({ model: candidate.ref, kind: error.kind, status: error.details.status, restMs: rest, reason: error.message }, 'model rests');
          failure = error;
          onDelta?.({ type: 'restart' });
        }
      }
      // Nothing without a model can follow a schema; the caller has to wait.
      if (request.outputSchema && failure) throw failure;
      outage = failure;
      changeTo('offline', failure?.kind ?? null);
      return await offline.complete({ ...request, messages: withoutForeignThinking(request.messages, 'offline') }, onDelta);
    },
  };
}

function ask(candidate: Candidate, request: ModelRequest, onDelta: ((delta: Delta) => void) | undefined): Promise<ModelResponse> {
  return candidate.provider.complete({ ...request, model: candidate.model, messages: withoutForeignThinking(request.messages, candidate.ref) }, onDelta);
}

/** How long a model rests after this error, or undefined where another model would not do better. */
function restFor(error: ProviderError): number | undefined {
  // A model that is not there (a typo, one that was retired) is as gone as one whose key is refused.
  if (error.kind === 'invalid_request' && error.details.status === 404) return coolDownMs.auth;
  const usual = coolDownMs[error.kind];
  return usual === undefined ? undefined : Math.max(usual, error.details.retryAfterMs ?? 0);
}

/**
 * The messages without the thinking and the signatures of other models: those are bound to who wrote them. A message
 * that does not say who wrote it is left as it is.
 */
export function withoutForeignThinking(messages: readonly Message[], ref: string): Message[] {
  return messages.map((message) => {
    if (message.role !== 'assistant' || message.model === undefined || message.model === ref) return message;
    const content = message.content
      .filter((block) => !isThinking(block) && block.type !== 'unknown')
      .map((block) => {
        if (block.type !== 'tool_use' || block.signature === undefined) return block;
        const { signature: _, ...rest } = block;
        return rest;
      });
    return { ...message, content };
  });
}

function outageNotice(error: ProviderError | null): string {
  const until = 'Until it answers again I only save notes and quote them.';
  switch (error?.kind) {
    case 'auth':
      return `The model refuses the API key. ${until} (\`scrubjay doctor\` shows more.)`;
    case 'billing':
      return `The model's account has no credit left. ${until}`;
    case 'rate_limit':
      return `The model takes no more requests right now (rate limit). ${until}`;
    default:
      return `The model cannot be reached right now. ${until}`;
  }
}

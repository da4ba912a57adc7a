// Asks the model with all that a session holds. Where the API refuses the session as it is, or always fails on it while it
// answers others, what may be the cause is shed step by step (thinking, attachments, the older turns, all but what the person
// just said, the memory), each step once a turn, and no refused request is made twice: no conversation stays stuck, and none loops.
import type { Tool } from '../../agent/tool.ts';
import type { Log } from '../../base/log.ts';
import {
  type Delta,
  type Effort,
  type ModelRequest,
  type ModelResponse,
  ProviderError,
  type ProviderErrorKind,
} from '../../models/provider.ts';
import { mayPass } from '../../models/vendors/retry.ts';
import type { Entry, Outcome } from '../../session/entry.ts';
import { attachmentsBefore, buildHistory, openTurn } from '../../session/history.ts';
import type { Session, Sessions } from '../../session/sessions.ts';
import type { Compactor } from '../context/compaction.ts';
import { type LeftOut, type LessParts, type LessToSend, prefixOf, waysToSendLess } from '../context/less-to-send.ts';
import { languageNoted } from '../phrases/languages.ts';
import { chosenModel } from '../preferred-model.ts';
import type { PaidProvider } from '../spend.ts';

export interface ModelCallParts extends LessParts {
  provider: PaidProvider;
  model: string;
  maxTokens: number;
  effort?: Effort;
  compactor: Compactor;
  log: Log;
}

export interface ModelCall {
  /** The session that the turn is in now: another one after the conversation had to be started over. */
  readonly session: Session;
  /** Throws ProviderError when no way is left. */
  ask(toolChoice: 'auto' | 'none', onDelta: (delta: Delta) => void): Promise<ModelResponse>;
  /** Whether the service takes none of the person's words in the open turn, while it answers others. */
  readonly areWordsToBlame: boolean;
}

interface CallScene {
  sessions: Sessions;
  /** In which the turn begins. */
  opening: Session;
  /** Those that the turn has, which are not all of the session's. */
  tools(): readonly Tool[];
  /** What results of the turn say to the person, by the id of the call. */
  told: ReadonlyMap<string, string>;
  signal: AbortSignal;
  /** How often in a row no answer came to this conversation. */
  failedBefore(): number;
  /** Called when a part of the conversation was left out, for the person to know. */
  onMended(leftOut: LeftOut): void;
}

// oxlint-disable-next-line max-lines-per-function -- the remedies for a refused request share the session, which each of them may replace
export function createModelCall(
  parts: ModelCallParts,
  { sessions, opening, tools, told, signal, failedBefore, onMended }: CallScene,
): ModelCall {
  const { clock, log } = parts;
  let session = opening;

  async function forgetThinking(): Promise<boolean> {
    await session.append({ type: 'thinking_dropped', at: clock.now().toISOString() });
    return true;
  }

  async function forgetAttachments(): Promise<boolean> {
    const before = attachmentsBefore(session.entries);
    if (before === null) return false;
    await session.append({ type: 'attachments_dropped', at: clock.now().toISOString(), before });
    return true;
  }

  async function startWith(carried: readonly Entry[]): Promise<void> {
    const fresh = await sessions.start(session.key, { isPrivate: session.isPrivate });
    await fresh.append(...carried);
    await sessions.retire(session);
    session = fresh;
  }

  const remedies: Partial<Record<ProviderErrorKind, (() => Promise<boolean>)[]>> = {
    signature: [forgetThinking],
    prompt_too_long: [() => parts.compactor.compact(session, signal)],
    invalid_request: [forgetThinking, forgetAttachments],
  };

  /** Applies the next remedy for this error to the session; false when no remedy is left. */
  async function repair(error: ProviderError): Promise<boolean> {
    if (!isRefusal(error)) return false;
    const ways = remedies[error.kind] ?? [];
    const refused = sentOf(session.entries);
    for (let way = ways.shift(); way; way = ways.shift()) {
      if (!(await way()) || sentOf(session.entries) === refused) continue;
      log.warn(
        { kind: error.kind, session: session.id },
        `the model refused the conversation, it was changed: ${error.message}`,
      );
      if (error.kind === 'invalid_request') onMended('messages');
      return true;
    }
    return false;
  }

  function askWith(entries: readonly Entry[], toolChoice: 'auto' | 'none', onDelta: (delta: Delta) => void) {
    const request: ModelRequest = {
      ...buildRequest(entries, tools()),
      language: languageNoted(entries)?.name,
      told,
      prefer: chosenModel(entries),
      model: parts.model,
      maxTokens: parts.maxTokens,
      effort: parts.effort,
      toolChoice,
      signal,
    };
    return parts.provider.complete(request, onDelta);
  }

  /** @returns null where that is not answered either, for a reason like the first one's */
  async function askOnceMore(
    entries: readonly Entry[],
    isFailure: boolean,
    toolChoice: 'auto' | 'none',
    onDelta: (delta: Delta) => void,
  ): Promise<ModelResponse | null> {
    onDelta({ type: 'restart' });
    try {
      return await askWith(entries, toolChoice, onDelta);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProviderError && (isRefusal(error) || (isFailure && mayPass(error.kind)))) return null;
      throw error;
    }
  }

  async function goOnWith({ entries, leftOut, added }: LessToSend, error: ProviderError): Promise<void> {
    log.warn(
      { kind: error.kind, session: session.id, leftOut },
      `the model did not take the conversation, it goes on with less: ${error.message}`,
    );
    if (added) await session.append(...added);
    else await startWith(entries);
    if (!isOfForm(error)) onMended(leftOut);
  }

  /** Whether a small request of another content is answered. */
  async function answersOthers(): Promise<boolean> {
    try {
      const prefer = chosenModel(session.entries);
      await parts.provider.complete({ ...smallRequest, model: parts.model, prefer, signal });
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProviderError) return false;
      throw error;
    }
  }

  /** Whether the conversation may be what the service fails on. Other statuses than 500 are mostly of an outage, so they have to last. */
  const isSuspect = ({ kind, details: { status } }: ProviderError): boolean =>
    mayPass(kind) && kind !== 'rate_limit' && (status === 500 || failedBefore() >= failuresOfAnOutage);

  let hasAskedWithLess = false;
  let areWordsToBlame = false;

  /**
   * The last ways: less than the session holds. The session is changed, or left for a new one, only where that is answered, so
   * that a conversation is not lost to a request that would be refused whatever it holds.
   * @throws the error that was to be repaired; of the kind `invalid_request` where the person's own words are its cause
   */
  async function askWithLess(
    error: ProviderError,
    toolChoice: 'auto' | 'none',
    onDelta: (delta: Delta) => void,
  ): Promise<ModelResponse> {
    // The prompt was too long for the fallback model. The person is told why the fallback was needed, and that decides whether to wait.
    const { cause } = error.details;
    if (error.kind === 'prompt_too_long' && cause instanceof ProviderError) throw cause;
    const isFailure = !isRefusal(error);
    if (hasAskedWithLess || (isFailure && !(isSuspect(error) && (await answersOthers())))) throw error;
    hasAskedWithLess = true;
    // A failure may have passed meanwhile.
    const again = isFailure ? await askOnceMore(session.entries, isFailure, toolChoice, onDelta) : null;
    if (again) return again;
    const tried = new Set([sentOf(session.entries)]);
    let mayBeMemory = isFailure;
    for await (const less of waysToSendLess(session, parts, signal)) {
      const sent = sentOf(less.entries);
      if (tried.has(sent)) continue;
      tried.add(sent);
      // Where nothing is answered, neither the memory nor the words are to blame.
      if (less.leftOut !== 'messages') mayBeMemory ||= !isOfForm(error) && (await answersOthers());
      if (less.leftOut !== 'messages' && !mayBeMemory) throw error;
      const response = await askOnceMore(less.entries, isFailure, toolChoice, onDelta);
      if (!response) continue;
      await goOnWith(less, error);
      return response;
    }
    areWordsToBlame = mayBeMemory && (await answersOthers());
    if (!areWordsToBlame) throw error;
    throw isFailure ? new ProviderError('invalid_request', error.message, { cause: error }) : error;
  }

  return {
    get session() {
      return session;
    },
    get areWordsToBlame() {
      return areWordsToBlame;
    },
    async ask(toolChoice, onDelta) {
      for (;;) {
        try {
          return await askWith(session.entries, toolChoice, onDelta);
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          if (!(await repair(error))) return await askWithLess(error, toolChoice, onDelta);
          onDelta({ type: 'restart' });
        }
      }
    },
  };
}

/** Whether the conversation was refused for its form (its length, or the signature of its thinking), not for what it says. */
const isOfForm = ({ kind }: ProviderError): boolean => kind === 'prompt_too_long' || kind === 'signature';

/** Turns that came to no answer in a row: so long an outage has mostly passed. */
const failuresOfAnOutage = 2;

const sentOf = (entries: readonly Entry[]): string =>
  JSON.stringify([prefixOf(entries)?.system, buildHistory(entries)]);

const smallRequest: Pick<ModelRequest, 'system' | 'tools' | 'messages' | 'maxTokens'> = {
  system: 'This is a test of the connection.',
  tools: [],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Answer with the single word: ready' }] }],
  maxTokens: 512,
};

/** Whether the vendor refused the content of the request. A 404, for example, has another cause. */
function isRefusal({ kind, details: { status = 400 } }: ProviderError): boolean {
  if (kind === 'invalid_request') return status === 400 || status === 413 || status === 422;
  return kind === 'signature' || kind === 'prompt_too_long';
}

/**
 * The parts of a request that a session determines.
 * @param tools of today, by which a session that began before tools had a purpose is told the purpose of its own
 */
export function buildRequest(
  entries: readonly Entry[],
  tools: readonly Tool[] = [],
): Pick<ModelRequest, 'system' | 'tools' | 'messages' | 'shown'> {
  const prefix = prefixOf(entries);
  const purposes = new Map(tools.map(({ definition }) => [definition.name, definition.purpose]));
  return {
    system: prefix?.system ?? '',
    tools: (prefix?.tools ?? []).map(({ name, description, input_schema: inputSchema, purpose }) => ({
      name,
      description,
      inputSchema,
      purpose: purpose ?? purposes.get(name),
    })),
    messages: buildHistory(entries),
    shown: shownChunks(openTurn(entries).flatMap(({ outcomes = [] }) => outcomes)),
  };
}

/** The chunks of notes that tool results show, by the id of their call. */
export const shownChunks = (outcomes: readonly Outcome[]): NonNullable<ModelRequest['shown']> =>
  new Map(outcomes.flatMap(({ tool_use_id: id, sources }) => (sources ? [[id, sources]] : [])));

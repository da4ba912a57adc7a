// Asks the model with all that a session holds. Where the API refuses the session as it is, what may be refused is shed step
// by step (thinking, attachments, the older turns, all but what the person just said), each step once a turn, and never is
// the same request made twice: no conversation stays stuck, and none loops.
import { randomUUID } from 'node:crypto';
import type { Tool } from '../agent/tool.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import {
  type Delta,
  type Effort,
  type ModelRequest,
  type ModelResponse,
  ProviderError,
  type ProviderErrorKind,
} from '../models/provider.ts';
import type { Entry, MessageEntry, Outcome, PrefixEntry } from '../session/entry.ts';
import { attachmentsBefore, buildHistory, isSpoken, openTurn } from '../session/history.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import type { Compactor } from './compaction.ts';
import { chosenModel, isChoice } from './preferred-model.ts';
import type { PaidProvider } from './spend.ts';

export interface ModelCallParts {
  provider: PaidProvider;
  model: string;
  maxTokens: number;
  effort?: Effort;
  compactor: Compactor;
  clock: Clock;
  log: Log;
}

export interface ModelCall {
  /** The session that the turn is in now: another one after the conversation had to be started over. */
  readonly session: Session;
  /** Throws ProviderError when no way is left. */
  ask(toolChoice: 'auto' | 'none', onDelta: (delta: Delta) => void): Promise<ModelResponse>;
  /**
   * Whether the conversation itself is what the service fails on: the service answered it with a server error (500), but
   * answers a small request of another content.
   */
  isToBlame(error: ProviderError): Promise<boolean>;
}

interface CallScene {
  sessions: Sessions;
  /** In which the turn begins. */
  opening: Session;
  /** Those that the turn has, which are not all of the session's. */
  tools(): readonly Tool[];
  signal: AbortSignal;
  /** Called when a part of the conversation was left out, for the person to know. */
  onMended(): void;
}

// oxlint-disable-next-line max-lines-per-function -- the remedies for a refused request share the session, which each of them may replace
export function createModelCall(
  parts: ModelCallParts,
  { sessions, opening, tools, signal, onMended }: CallScene,
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

  /** What a new session begins with. @param asked what the person said and is not answered yet */
  function carriedOver(summary: string, asked: readonly MessageEntry[]): Entry[] {
    const old = session.entries;
    const prefix = prefixOf(old);
    return [
      ...(prefix ? [prefix] : []),
      ...old.filter(isChoice).slice(-1),
      { type: 'compaction', at: clock.now().toISOString(), summary, dropped_before: null },
      ...asked.map((entry) => ({
        ...entry,
        id: randomUUID(),
        content: entry.content.filter((block) => block.type !== 'tool_result'),
      })),
    ];
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
    const refused = JSON.stringify(buildHistory(session.entries));
    for (let way = ways.shift(); way; way = ways.shift()) {
      if (!(await way()) || JSON.stringify(buildHistory(session.entries)) === refused) continue;
      log.warn(
        { kind: error.kind, session: session.id },
        `the model refused the conversation, it was changed: ${error.message}`,
      );
      if (error.kind === 'invalid_request') onMended();
      return true;
    }
    return false;
  }

  function askWith(entries: readonly Entry[], toolChoice: 'auto' | 'none', onDelta: (delta: Delta) => void) {
    const request: ModelRequest = {
      ...buildRequest(entries, tools()),
      prefer: chosenModel(entries),
      model: parts.model,
      maxTokens: parts.maxTokens,
      effort: parts.effort,
      toolChoice,
      signal,
    };
    return parts.provider.complete(request, onDelta);
  }

  /** What is left to go on with, once a turn: a summary and what the person said in the open turn; then the newest of that alone. */
  async function* fewerWords(): AsyncGenerator<Entry[]> {
    const asked = openTurn(session.entries).filter(isSpoken);
    if (session.entries.some((entry) => entry.type === 'message' && entry.role === 'assistant'))
      yield carriedOver(await parts.compactor.summarise(session, signal), asked);
    yield carriedOver('', asked.slice(-1));
  }

  let hasAskedAfresh = false;

  /**
   * The last ways: a new session that holds less. The old one is left only where that is answered, so that a conversation
   * is not lost to a request that would be refused whatever it holds.
   * @throws the error that was to be repaired
   */
  async function askAfresh(
    error: ProviderError,
    toolChoice: 'auto' | 'none',
    onDelta: (delta: Delta) => void,
  ): Promise<ModelResponse> {
    // The prompt was too long for the fallback model. The person is told why the fallback was needed, and that decides whether to wait.
    const { cause } = error.details;
    if (error.kind === 'prompt_too_long' && cause instanceof ProviderError) throw cause;
    if (!isRefusal(error) || hasAskedAfresh) throw error;
    hasAskedAfresh = true;
    const refused = new Set([JSON.stringify(buildHistory(session.entries))]);
    for await (const carried of fewerWords()) {
      const history = JSON.stringify(buildHistory(carried));
      if (refused.has(history)) continue;
      refused.add(history);
      onDelta({ type: 'restart' });
      let response: ModelResponse;
      try {
        response = await askWith(carried, toolChoice, onDelta);
      } catch (next) {
        signal.throwIfAborted();
        if (next instanceof ProviderError && isRefusal(next)) continue;
        throw error;
      }
      log.warn(
        { kind: error.kind, session: session.id },
        `the model refused the conversation, it was begun anew: ${error.message}`,
      );
      await startWith(carried);
      if (error.kind === 'invalid_request') onMended();
      return response;
    }
    throw error;
  }

  return {
    get session() {
      return session;
    },
    async ask(toolChoice, onDelta) {
      for (;;) {
        try {
          return await askWith(session.entries, toolChoice, onDelta);
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          if (!(await repair(error))) return await askAfresh(error, toolChoice, onDelta);
          onDelta({ type: 'restart' });
        }
      }
    },
    async isToBlame({ details: { status } }) {
      if (status !== 500) return false;
      try {
        await parts.provider.complete({
          ...smallRequest,
          model: parts.model,
          prefer: chosenModel(session.entries),
          signal,
        });
        return true;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ProviderError) return false;
        throw error;
      }
    },
  };
}

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

/** What stands before the messages: the newest rendering. */
export function prefixOf(entries: readonly Entry[]): PrefixEntry | undefined {
  const found = entries.findLast((entry) => entry.type === 'prefix');
  return found?.type === 'prefix' ? found : undefined;
}

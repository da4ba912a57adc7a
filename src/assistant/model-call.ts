// Asks the model with all that a session holds. Where the API refuses the session as it is, the session is changed and
// asked again, each way once a turn: no conversation stays stuck, and none loops.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import {
  type Delta,
  type ModelRequest,
  type ModelResponse,
  type Provider,
  ProviderError,
  type ProviderErrorKind,
} from '../models/provider.ts';
import type { Entry, Outcome, PrefixEntry } from '../session/entry.ts';
import { buildHistory, isSpoken, openTurn } from '../session/history.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import type { Compactor } from './compaction.ts';
import { chosenModel, isChoice } from './preferred-model.ts';
import type { Spend } from './spend.ts';

export interface ModelCallParts {
  provider: Provider;
  model: string;
  maxTokens: number;
  compactor: Compactor;
  spend: Spend;
  clock: Clock;
  log: Log;
}

export interface ModelCall {
  /** The session that the turn is in now: another one after the conversation had to be started over. */
  readonly session: Session;
  /** Throws ProviderError when no way is left. */
  ask(toolChoice: 'auto' | 'none', onDelta: (delta: Delta) => void): Promise<ModelResponse>;
}

export function createModelCall(
  parts: ModelCallParts,
  sessions: Sessions,
  opening: Session,
  signal: AbortSignal,
  onMended: () => void,
): ModelCall {
  const { clock, log } = parts;
  let session = opening;

  async function forgetThinking(): Promise<boolean> {
    await session.append({ type: 'thinking_dropped', at: clock.now().toISOString() });
    return true;
  }

  /** A new session that holds a summary of the old one and what the person said in the open turn. */
  async function startOver(): Promise<boolean> {
    const old = session.entries;
    if (!old.some((entry) => entry.type === 'message' && entry.role === 'assistant')) return false;
    const at = clock.now().toISOString();
    const summary = await parts.compactor.summarise(session, signal);
    const prefix = prefixOf(old);
    const asked = openTurn(old).filter(isSpoken);
    const fresh = await sessions.start(session.key, { isPrivate: session.isPrivate });
    const carried: Entry[] = [
      ...(prefix ? [prefix] : []),
      ...old.filter(isChoice).slice(-1),
      { type: 'compaction', at, summary, dropped_before: null },
      ...asked.map((entry) => ({
        ...entry,
        id: randomUUID(),
        content: entry.content.filter((block) => block.type !== 'tool_result'),
      })),
    ];
    await fresh.append(...carried);
    await sessions.retire(session);
    session = fresh;
    return true;
  }

  const remedies: Partial<Record<ProviderErrorKind, (() => Promise<boolean>)[]>> = {
    signature: [forgetThinking, startOver],
    prompt_too_long: [() => parts.compactor.compact(session, signal), startOver],
    invalid_request: [startOver],
  };

  /** Changes the session in the next way that is left for this error; false when there is none. */
  async function repair(error: ProviderError): Promise<boolean> {
    const ways = remedies[error.kind] ?? [];
    for (let way = ways.shift(); way; way = ways.shift()) {
      if (!(await way())) continue;
      log.warn(
        { kind: error.kind, session: session.id },
        `the model refused the conversation, it was changed: ${error.message}`,
      );
      if (error.kind === 'invalid_request') onMended();
      return true;
    }
    return false;
  }

  return {
    get session() {
      return session;
    },
    async ask(toolChoice, onDelta) {
      for (;;) {
        try {
          parts.spend.check();
          return await parts.provider.complete(
            {
              ...buildRequest(session.entries),
              ...preferenceOf(session.entries),
              model: parts.model,
              maxTokens: parts.maxTokens,
              toolChoice,
              signal,
            },
            onDelta,
          );
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          // Too long for the one that stood in: what is to be told, and whether to wait, is why it had to.
          if (!(await repair(error)))
            throw error.kind === 'prompt_too_long' && error.details.cause instanceof ProviderError
              ? error.details.cause
              : error;
          onDelta({ type: 'restart' });
        }
      }
    },
  };
}

function preferenceOf(entries: readonly Entry[]): Pick<ModelRequest, 'prefer'> {
  const prefer = chosenModel(entries);
  return prefer === undefined ? {} : { prefer };
}

/** The parts of a request that a session determines. */
export function buildRequest(entries: readonly Entry[]): Pick<ModelRequest, 'system' | 'tools' | 'messages' | 'shown'> {
  const prefix = prefixOf(entries);
  return {
    system: prefix?.system ?? '',
    tools: (prefix?.tools ?? []).map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: tool.input_schema,
      ...(tool.purpose && { purpose: tool.purpose }),
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

// One turn of one session: the person's message is on disk before the model is asked, each answer and each round of
// results before anything follows from it, the end of the turn before its reply is posted. Whatever is missing after a
// crash is found in the session, and the turn goes on from there.
import { randomUUID } from 'node:crypto';
import { type LoopEnd, type LoopState, newLoop, outcomeOf, runToolLoop } from '../agent/tool-loop.ts';
import { unwrapLimit } from '../agent/limit.ts';
import { type Tool, type ToolRegistry, createToolRegistry } from '../agent/tool.ts';
import type { Redact } from '../base/redact.ts';
import { type ContentBlock, type Message, text, toolUses } from '../provider/message.ts';
import { type Delta, type ModelResponse, type Provider, ProviderError, type Usage } from '../provider/provider.ts';
import { mayPass } from '../provider/retry.ts';
import type { Entry, MessageEntry, TurnEntry, UsageEntry } from '../session/entry.ts';
import { isSpoken, openTurn } from '../session/history.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import { parseReceipts, receiptForPerson } from '../tools/receipt.ts';
import type { Incoming, Outlet } from './channel.ts';
import { createDelivery, sentBefore } from './delivery.ts';
import { type Observe, type TurnFigures, combineObservers, createProgress } from './events.ts';
import { type ModelCallParts, buildRequest, createModelCall, prefixOf } from './model-call.ts';
import { answerLater, noAnswer, replyOf } from './notices.ts';
import { type Recalled, buildContext, buildSystem, describeEdit } from './prompt.ts';
import { redactContent } from './redaction.ts';

/** What the tools of a turn may do to it. */
export interface TurnHooks {
  incoming: Incoming;
  /** What `send_message` does. */
  send(content: string): Promise<{ messageId: string }>;
  /** What `stay_silent` does. */
  staySilent(reason: string): void;
}

export interface TurnParts extends ModelCallParts {
  /** Answers from memory alone while no model can. */
  modelless: Provider | null;
  tools(turn: TurnHooks): Tool[];
  /** The text of MEMORY.md, empty where there is none. */
  longTermMemory(): Promise<string>;
  /** Lines of memory that go with a message. */
  recall(words: string, signal: AbortSignal): Promise<Recalled[]>;
  maxToolRounds: number;
  maxMessages: number;
  maxResultLength: number;
  replyMode: 'auto' | 'tool';
  persona?: string;
  timezone: string;
  redact: Redact;
  observe: Observe;
}

/** Where a turn takes place. */
export interface Scene {
  session: Session;
  sessions: Sessions;
  incoming: Incoming;
  outlet: Outlet;
  /** Breaks the turn off; it stays open, and a restart or the next message takes it up. */
  signal: AbortSignal;
  /** Messages that came in meanwhile and may join this turn. */
  arrivals(): Incoming[];
}

export interface TurnResult {
  outcome: string;
  /** The end of the turn as the person read it; empty for silence. */
  reply: string;
  /** All that was sent, in order. */
  messages: string[];
  sessionId: string;
  toolCalls: { name: string; input: unknown; isError: boolean }[];
  usage: Usage & { costUsd: number };
  responseMessageId: string | null;
  /** The message is kept and to be handed in again after this time: no model could answer it yet. */
  retryAfterMs?: number;
}

/** Runs a turn to its end, from wherever the session says that it is. */
export async function runTurn(parts: TurnParts, scene: Scene): Promise<TurnResult> {
  const { clock, redact } = parts;
  const { incoming, outlet, signal } = scene;
  const started = performance.now();
  const observe = combineObservers([parts.observe, createProgress(outlet, redact)], parts.log);
  const call = createModelCall(parts, scene.sessions, scene.session, signal);
  const figures: TurnFigures = { messagesSent: 0, rounds: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0, durationMs: 0 };
  const toolCalls: TurnResult['toolCalls'] = [];
  let silence: string | null = null;

  const delivery = createDelivery({ outlet, redact, maxMessages: parts.maxMessages, before: sentBefore(openTurn(scene.session.entries)) });
  const tools = parts.tools({
    incoming,
    send: async (content) => {
      const message = await delivery.send(content);
      figures.messagesSent += 1;
      observe({ type: 'message_sent', messageId: message.messageId });
      return message;
    },
    staySilent: (reason) => {
      silence = reason;
    },
  });

  async function addUsage({ model, usage }: ModelResponse): Promise<UsageEntry> {
    const costUsd = await parts.spend.record({ purpose: 'turn', model, usage });
    for (const kind of ['input', 'output', 'cacheRead', 'cacheWrite'] as const) figures[kind] += usage[kind];
    figures.costUsd += costUsd;
    const { input, output, cacheRead, cacheWrite } = usage;
    return { type: 'usage', at: now(), purpose: 'turn', model, input, output, cache_read: cacheRead, cache_write: cacheWrite, cost_usd: costUsd };
  }

  const now = () => clock.now().toISOString();

  async function record(message: Message, response?: ModelResponse): Promise<void> {
    const entry: MessageEntry = {
      type: 'message',
      id: randomUUID(),
      at: now(),
      role: message.role,
      content: redactContent(message.content, redact),
      ...(response && { model: response.model, stop_reason: response.stopReason }),
    };
    await call.session.append(...(response ? changeOfModel(call.session.entries, response.model, now()) : []), entry, ...(response ? [await addUsage(response)] : []));
  }

  async function hear(message: Incoming): Promise<void> {
    await call.session.append(...(await openingEntries(parts, call.session.entries, message, tools, signal)));
  }

  function runLoop(registry: ToolRegistry, ask: (toolChoice: 'auto' | 'none', onDelta: (delta: Delta) => void) => Promise<ModelResponse>) {
    return runToolLoop(loopStateOf(openTurn(call.session.entries)), {
      registry,
      record,
      signal,
      callModel: async (toolChoice, onDelta) => {
        if (delivery.sent.length === 0) for (const arrival of scene.arrivals()) await hear(arrival);
        return await ask(toolChoice, onDelta);
      },
      emit: (event) => {
        if (event.type === 'tool_ended') toolCalls.push({ name: event.call.name, input: event.call.input, isError: event.isError });
        observe(event);
      },
      maxRounds: parts.maxToolRounds,
      maxResultLength: parts.maxResultLength,
      elapsed: () => performance.now(),
    });
  }

  /** Ends the turn: on disk first, then told. */
  async function end(outcome: string, ending: string | null): Promise<TurnResult> {
    const receipts = receiptsOf(openTurn(call.session.entries)).filter((line) => !ending?.includes(line));
    const additions = [...receipts, ...parts.spend.takeWarnings()];
    const reply = [...(ending === null ? [] : [ending]), ...(additions.length > 0 ? [additions.join('\n')] : [])].join('\n\n');
    figures.durationMs = Math.round(performance.now() - started);
    const says = reply !== '';
    await call.session.append(turnEntry({ ...figures, messagesSent: figures.messagesSent + (says ? 1 : 0) }, outcome, says ? redact(reply) : null));
    const posted = says ? await delivery.finish(redact(reply)) : null;
    if (posted) {
      figures.messagesSent += 1;
      observe({ type: 'message_sent', messageId: posted.messageId });
    }
    if (figures.messagesSent === 0) observe({ type: 'agent_chose_silence', reason: silence ?? 'no text in the answer' });
    observe({ type: 'turn_ended', sessionId: call.session.id, key: incoming.key, outcome, figures });
    return resultOf(outcome, posted?.messageId ?? null);
  }

  function turnEntry(final: TurnFigures, outcome: string, reply: string | null): TurnEntry {
    const { messagesSent, rounds, input, output, cacheRead, cacheWrite, costUsd, durationMs } = final;
    return {
      type: 'turn',
      at: now(),
      incoming: incoming.id,
      outcome,
      reply,
      messages_sent: messagesSent,
      rounds,
      input,
      output,
      cache_read: cacheRead,
      cache_write: cacheWrite,
      cost_usd: costUsd,
      duration_ms: durationMs,
    };
  }

  function resultOf(outcome: string, responseMessageId: string | null): TurnResult {
    const { input, output, cacheRead, cacheWrite, costUsd } = figures;
    const usage = { input, output, cacheRead, cacheWrite, costUsd };
    return { outcome, reply: responseMessageId === null ? '' : (delivery.sent.at(-1) ?? ''), messages: [...delivery.sent], sessionId: call.session.id, toolCalls, usage, responseMessageId };
  }

  async function endWith(loop: LoopEnd): Promise<TurnResult> {
    figures.rounds = loop.rounds;
    const reply = replyOf(loop);
    // A notice is always told; the model's own words follow the reply mode and are not said twice.
    const isOwnWords = loop.text.trim() !== '' && loop.outcome !== 'refused';
    const untold = reply === null || (isOwnWords && (parts.replyMode === 'tool' || delivery.repeats(reply)));
    const silent = delivery.sent.length === 0 && untold;
    return await end(silent ? 'silent' : loop.outcome, untold || silence !== null ? null : reply);
  }

  /** No model: soon again, and the turn stays open for it; or not by itself, and memory alone answers. */
  async function endWithout(error: ProviderError): Promise<TurnResult> {
    parts.log.error({ kind: error.kind, status: error.details.status, session: call.session.id }, `no answer from the model: ${error.message}`);
    if (mayPass(error.kind)) {
      const lookups = createToolRegistry(tools.filter((tool) => lookupTools.has(tool.definition.name)));
      const notice = answerLater(error, await answerModelless(lookups, async () => undefined));
      const { messageId } = await outlet.post(redact(notice), 'notice');
      return { ...resultOf('postponed', messageId), reply: notice, messages: [...delivery.sent, notice], retryAfterMs: error.details.retryAfterMs ?? retryAfterMs };
    }
    return await end('model_less', noAnswer(error, await answerModelless(createToolRegistry(tools), record)));
  }

  async function answerModelless(registry: ToolRegistry, keep: typeof record): Promise<string | null> {
    const { modelless } = parts;
    if (!modelless) return null;
    const extra: Message[] = [];
    const loop = await runToolLoop(newLoop, {
      registry,
      signal,
      record: async (message, response) => {
        extra.push(message);
        await keep(message, response);
      },
      callModel: (toolChoice) => {
        const request = buildRequest(call.session.entries);
        const messages = keep === record ? request.messages : [...request.messages, ...extra];
        return modelless.complete({ ...request, tools: registry.definitions(), messages, model: modelless.name, maxTokens: parts.maxTokens, toolChoice, signal });
      },
      emit: observe,
      maxRounds: parts.maxToolRounds,
      maxResultLength: parts.maxResultLength,
      elapsed: () => performance.now(),
    });
    return loop.text;
  }

  observe({ type: 'turn_started', sessionId: call.session.id, key: incoming.key, incoming: incoming.id });
  if (!isKnown(call.session.entries, incoming)) await hear(incoming);
  await parts.compactor.fit(call.session);
  const finished = finishedLoop(openTurn(call.session.entries), parts.maxToolRounds);
  if (finished) return await endWith(finished);
  try {
    return await endWith(await runLoop(createToolRegistry(tools), call.ask));
  } catch (error) {
    if (error instanceof ProviderError && !signal.aborted) return await endWithout(error);
    throw error;
  }
}

const lookupTools: ReadonlySet<string> = new Set(['memory_search', 'memory_get']);

/** When to try again where the vendor does not say. */
const retryAfterMs = 30_000;

export const isKnown = (entries: readonly Entry[], incoming: Incoming): boolean =>
  entries.some((entry) => entry.type === 'message' && entry.incoming === incoming.id);

/** The person's message as it is stored and sent; in a new session, what stands before it as well. */
async function openingEntries(parts: TurnParts, entries: readonly Entry[], incoming: Incoming, tools: readonly Tool[], signal: AbortSignal): Promise<Entry[]> {
  const at = parts.clock.now();
  const memory = parts.redact(await parts.longTermMemory());
  const known = memoryKnown(entries);
  const edit = known === undefined ? undefined : describeEdit(known, memory);
  const lastAt = entries.findLast((entry) => entry.type === 'message');
  const context = buildContext({
    now: at,
    timezone: parts.timezone,
    lastAt: lastAt?.type === 'message' ? new Date(lastAt.at) : undefined,
    memoryEdit: edit,
    recalled: await parts.recall(incoming.text, signal),
  });
  const content: ContentBlock[] = [{ type: 'text', text: context }, ...(incoming.attachments ?? []), { type: 'text', text: incoming.text }];
  const message: MessageEntry = {
    type: 'message',
    id: randomUUID(),
    at: at.toISOString(),
    role: 'user',
    content: redactContent(content, parts.redact),
    incoming: incoming.id,
    ...(edit && { memory }),
  };
  if (prefixOf(entries)) return [message];
  const system = buildSystem({ memory, replyMode: parts.replyMode, ...(parts.persona && { persona: parts.persona }) });
  const definitions = tools.map(({ definition }) => ({ name: definition.name, description: definition.description, input_schema: definition.inputSchema }));
  return [{ type: 'prefix', at: at.toISOString(), system, tools: definitions, memory }, message];
}

/** The line that says so where another model answers than the time before. */
function changeOfModel(entries: readonly Entry[], model: string, at: string): Entry[] {
  const before = entries.findLast((entry) => entry.type === 'message' && entry.model !== undefined);
  return before?.type === 'message' && before.model !== model ? [{ type: 'model_change', at, model }] : [];
}

/** MEMORY.md as the model was last shown it. */
function memoryKnown(entries: readonly Entry[]): string | undefined {
  const last = entries.findLast((entry) => entry.type === 'prefix' || (entry.type === 'message' && entry.memory !== undefined));
  return last?.type === 'prefix' || last?.type === 'message' ? last.memory : undefined;
}

/** What was written to memory in these entries: told by the program, whatever the model says of it. */
function receiptsOf(entries: readonly MessageEntry[]): string[] {
  const writers = new Set(entries.flatMap((entry) => toolUses(entry)).flatMap((call) => (writingTools.has(call.name) ? [call.id] : [])));
  const results = entries.flatMap((entry) => entry.content).flatMap((block) => (block.type === 'tool_result' && writers.has(block.tool_use_id) ? [block] : []));
  const lines = results.flatMap(({ content }) => parseReceipts(typeof content === 'string' ? unwrapLimit(content) : text({ content })));
  return [...new Set(lines.map(receiptForPerson).filter((line) => line !== null))];
}

const writingTools: ReadonlySet<string> = new Set(['remember', 'edit_memory', 'forget']);

/** Where the loop of an open turn stands. */
function loopStateOf(open: readonly MessageEntry[]): LoopState {
  const asked = open.slice(open.findLastIndex(isSpoken) + 1).filter((entry) => entry.role === 'assistant');
  const paused = asked.slice(asked.findLastIndex((entry) => entry.stop_reason !== 'pause_turn') + 1);
  return {
    rounds: asked.filter((entry) => entry.stop_reason === 'tool_use').length,
    pauses: asked.filter((entry) => entry.stop_reason === 'pause_turn').length,
    said: paused.map((entry) => text(entry)),
  };
}

/** The end of a loop whose last answer is on disk while the end of its turn is not. */
function finishedLoop(open: readonly MessageEntry[], maxRounds: number): LoopEnd | null {
  const last = open.at(-1);
  if (last?.role !== 'assistant') return null;
  const stopReason = last.stop_reason ?? 'end_turn';
  const state = loopStateOf(open.slice(0, -1));
  const exhausted = state.rounds >= maxRounds;
  if (!exhausted && (stopReason === 'pause_turn' || (stopReason === 'tool_use' && toolUses(last).length > 0))) return null;
  const response: ModelResponse = { model: last.model ?? '', content: last.content, stopReason, usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } };
  const said = [...state.said, text(last)].filter((part) => part !== '').join('\n');
  return { outcome: exhausted ? 'limit' : outcomeOf(stopReason), rounds: state.rounds, response, text: said };
}

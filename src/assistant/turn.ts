// One turn of one session: the person's message is on disk before the model is asked, each answer and each round of
// results before anything follows from it, the end of the turn before its reply is posted. Whatever is missing after a
// crash is found in the session, and the turn goes on from there.
import { type LoopEnd, type LoopParts, newLoop, runToolLoop } from '../agent/tool-loop.ts';
import { type Tool, type ToolRegistry, createToolRegistry } from '../agent/tool.ts';
import type { Message } from '../models/message.ts';
import { type ModelResponse, type Provider, ProviderError, type Usage } from '../models/provider.ts';
import { mayPass } from '../models/retry.ts';
import type { Outcome } from '../session/entry.ts';
import { openTurn } from '../session/history.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import { receiptForPerson } from '../tools/receipt.ts';
import type { Incoming, Outlet } from './channel.ts';
import { createDelivery, sentBefore } from './delivery.ts';
import { type Observe, combineObservers, createProgress } from './events.ts';
import { type Journal, createJournal } from './turn-recorder.ts';
import { type ModelCallParts, buildRequest, createModelCall, shownChunks } from './model-call.ts';
import { answerLater, isRequestRefused, noAnswer, noAnswerToFiles, replyOf, stillNoAnswer } from './system-messages.ts';
import { type OpeningParts, composeOpening } from './user-message.ts';
import type { Outages } from './outage-notices.ts';
import { guardSources } from './provenance-guard.ts';
import { receiptsOf, undoButtons } from './receipts.ts';
import { finishedLoop, isKnown, loopStateOf } from './turn-recovery.ts';

/** What the tools of a turn may do to it. */
export interface TurnHooks {
  incoming: Incoming;
  /** What `send_message` does. */
  send(content: string): Promise<{ messageId: string }>;
  /** What `stay_silent` does. */
  staySilent(reason: string): void;
}

export interface TurnParts extends ModelCallParts, OpeningParts {
  /** Answers from memory alone while no model can. */
  modelless: Provider | null;
  tools(turn: TurnHooks): Tool[];
  maxToolRounds: number;
  maxMessages: number;
  maxResultLength: number;
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
  outages: Outages;
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
  usage: Usage & { costUsd: number | null };
  responseMessageId: string | null;
  /** The message is kept and to be handed in again after this time: no model could answer it yet. */
  retryAfterMs?: number;
}

/** Runs a turn to its end, from wherever the session says that it is. */
export async function runTurn(parts: TurnParts, scene: Scene): Promise<TurnResult> {
  const { redact, maxToolRounds } = parts;
  const { incoming, outlet, signal } = scene;
  const observe = combineObservers([parts.observe, createProgress(outlet, redact)], parts.log);
  const call = createModelCall(parts, scene.sessions, scene.session, signal);
  const journal = createJournal(parts, incoming.id, () => call.session);
  const { figures } = journal;
  const delivery = createDelivery({
    outlet,
    redact,
    maxMessages: parts.maxMessages,
    before: sentBefore(openTurn(scene.session.entries)),
  });
  const toolCalls: TurnResult['toolCalls'] = [];
  let silence: string | null = null;

  const bare = parts.tools({
    incoming,
    send: async (content) => told(await delivery.send(content)),
    staySilent: (reason) => {
      silence = reason;
    },
  });
  const tools = guardSources(bare, () => call.session.entries);

  function told(message: { messageId: string }): { messageId: string } {
    figures.messagesSent += 1;
    observe({ type: 'message_sent', messageId: message.messageId });
    return message;
  }

  async function hear(message: Incoming): Promise<void> {
    await call.session.append(...(await composeOpening(parts, call.session.entries, message, tools, signal)));
  }

  const loopParts = (
    registry: ToolRegistry,
  ): Pick<LoopParts, 'registry' | 'signal' | 'maxRounds' | 'maxResultLength' | 'elapsed'> => ({
    registry,
    signal,
    maxRounds: maxToolRounds,
    maxResultLength: parts.maxResultLength,
    elapsed: () => performance.now(),
  });

  const runLoop = (): Promise<LoopEnd> =>
    runToolLoop(loopStateOf(openTurn(call.session.entries)), {
      ...loopParts(createToolRegistry(tools)),
      record: journal.record,
      callModel: async (toolChoice, onDelta) => {
        if (delivery.sent.length === 0) for (const arrival of scene.arrivals()) await hear(arrival);
        const response = await call.ask(toolChoice, onDelta);
        scene.outages.over();
        return response;
      },
      emit: (event) => {
        if (event.type === 'model_ended') figures.modelMs += Math.round(event.durationMs);
        if (event.type === 'tool_ended')
          toolCalls.push({ name: event.call.name, input: event.call.input, isError: event.isError });
        observe(event);
      },
    });

  /** The answer of the provider that stands in for a model. @param keep what it says and does, or null to leave no trace of it */
  async function answerModelless(registry: ToolRegistry, keep: Journal['record'] | null): Promise<LoopEnd | null> {
    const { modelless } = parts;
    if (!modelless) return null;
    const said: Message[] = [];
    const found: Outcome[] = [];
    return await runToolLoop(newLoop, {
      ...loopParts(registry),
      record: async (message, response, outcomes) => {
        said.push(message);
        found.push(...(outcomes ?? []));
        await keep?.(message, response, outcomes);
      },
      callModel: (toolChoice) => {
        const request = buildRequest(call.session.entries);
        const messages = keep ? request.messages : [...request.messages, ...said];
        return modelless.complete({
          ...request,
          tools: registry.definitions(),
          messages,
          shown: shownChunks(found),
          model: modelless.name,
          maxTokens: parts.maxTokens,
          toolChoice,
          signal,
        });
      },
      emit: observe,
    });
  }

  /** @param answer null where it is on disk already */
  async function endWith(loop: LoopEnd, answer: ModelResponse | null): Promise<TurnResult> {
    figures.rounds = loop.rounds;
    const reply = replyOf(loop);
    // A notice is always told, but that of an empty end to who was sent something; the model's own words follow the reply mode and are not said twice.
    const isOwnWords = loop.text.trim() !== '' && loop.outcome !== 'refused';
    const isEmpty = loop.text.trim() === '' && loop.outcome === 'answered';
    const untold =
      reply === null ||
      (isEmpty && delivery.sent.length > 0) ||
      (isOwnWords && (parts.replyMode === 'tool' || delivery.repeats(reply)));
    const silent = delivery.sent.length === 0 && untold;
    return await end(silent ? 'silent' : loop.outcome, untold || silence !== null ? null : reply, answer);
  }

  /** No model: soon again, and the turn stays open for it; or not by itself, and memory alone answers. */
  async function endWithout(error: ProviderError): Promise<TurnResult> {
    parts.log.error(
      { kind: error.kind, status: error.details.status, session: call.session.id },
      `no answer from the model: ${error.message}`,
    );
    const isNews = scene.outages.isNews(incoming.key, error.kind);
    if (!mayPass(error.kind)) {
      const answer = await answerModelless(createToolRegistry(tools), journal.record);
      const fromMemory = answer?.text ?? null;
      // Of another file it is news each time.
      const hasFiles = (incoming.attachments?.length ?? 0) > 0 && isRequestRefused(error);
      const notice = hasFiles
        ? noAnswerToFiles(error, fromMemory)
        : isNews
          ? noAnswer(error, fromMemory)
          : stillNoAnswer(fromMemory);
      return await end('model_less', notice, answer?.response ?? null);
    }
    const lookups = createToolRegistry(
      tools.filter(({ effects }) => effects.reads === 'notes' && effects.writes === undefined),
    );
    const fromMemory = (await answerModelless(lookups, null))?.text ?? null;
    const notice = isNews ? answerLater(error, fromMemory) : stillNoAnswer(fromMemory);
    const { messageId } = await outlet.post(redact(notice), 'notice');
    return {
      ...resultOf('postponed', messageId),
      reply: notice,
      messages: [...delivery.sent, notice],
      retryAfterMs: error.details.retryAfterMs ?? retryAfterMs,
    };
  }

  /** Ends the turn: on disk first, then told. */
  async function end(outcome: string, ending: string | null, answer: ModelResponse | null): Promise<TurnResult> {
    if (answer) await journal.charge(answer);
    const receipts = receiptsOf(openTurn(call.session.entries));
    const untold = receipts.map(receiptForPerson).filter((line) => line !== null && !ending?.includes(line));
    const warnings = parts.spend.takeWarnings();
    const additions = [...untold, ...warnings.map(({ text }) => text)].join('\n');
    const reply = redact([ending ?? '', additions].filter((part) => part !== '').join('\n\n'));
    await journal.end(outcome, reply === '' ? null : reply, answer);
    await parts.spend.told(warnings);
    const posted = reply === '' ? null : told(await delivery.finish(reply, undoButtons(receipts)));
    if (figures.messagesSent === 0)
      observe({ type: 'agent_chose_silence', reason: silence ?? 'no text in the answer' });
    observe({ type: 'turn_ended', sessionId: call.session.id, key: incoming.key, outcome, figures });
    return resultOf(outcome, posted?.messageId ?? null);
  }

  function resultOf(outcome: string, responseMessageId: string | null): TurnResult {
    const { input, output, cacheRead, cacheWrite, costUsd } = figures;
    const reply = responseMessageId === null ? '' : (delivery.sent.at(-1) ?? '');
    return {
      outcome,
      reply,
      messages: [...delivery.sent],
      sessionId: call.session.id,
      toolCalls,
      usage: { input, output, cacheRead, cacheWrite, costUsd },
      responseMessageId,
    };
  }

  observe({ type: 'turn_started', sessionId: call.session.id, key: incoming.key, incoming: incoming.id });
  if (!isKnown(call.session.entries, incoming)) await hear(incoming);
  await parts.compactor.fit(call.session, signal);
  const finished = finishedLoop(openTurn(call.session.entries), maxToolRounds);
  if (finished) return await endWith(finished, null);
  try {
    const loop = await runLoop();
    return await endWith(loop, loop.response);
  } catch (error) {
    if (error instanceof ProviderError && !signal.aborted) return await endWithout(error);
    throw error;
  }
}

/** When to try again where the vendor does not say. */
const retryAfterMs = 30_000;

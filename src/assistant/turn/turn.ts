// One turn of one session, written ahead: the person's message is on disk before the model is asked, each answer and each
// round of results before the next step, and the end of the turn before its reply is posted. After a crash the turn
// continues from what its session holds.
import { type LoopEnd, type LoopEvent, runToolLoop } from '../../agent/tool-loop.ts';
import { type Tool, createToolRegistry, nearestTool } from '../../agent/tool.ts';
import { hasVisibleText } from '../../base/text/text.ts';
import { text, toolUses } from '../../models/message.ts';
import { addCosts } from '../../models/price.ts';
import {
  type ModelResponse,
  offlineModel,
  type Provider,
  ProviderError,
  type Usage,
  addUsage,
} from '../../models/provider.ts';
import { restFor } from '../../models/router.ts';
import { mayPass } from '../../models/vendors/retry.ts';
import type { MessageEntry } from '../../session/entry.ts';
import { openTurn } from '../../session/history.ts';
import type { Session, Sessions } from '../../session/sessions.ts';
import type { Incoming, Outlet } from '../channel.ts';
import type { Confirmations } from '../approval/confirmations.ts';
import { type Delivery, createDelivery, sentBefore } from './delivery.ts';
import { type Observe, combineObservers, createProgress } from './events.ts';
import type { Spend } from '../spend.ts';
import { type Journal, createJournal } from './turn-recorder.ts';
import { keepForCertain } from './kept-for-certain.ts';
import { type ModelCall, type ModelCallParts, createModelCall } from './model-call.ts';
import { answerModelless } from './modelless-answer.ts';
import { english } from '../phrases/english.ts';
import { type Phrases, budgetWarning, failureIn } from '../phrases/phrases.ts';
import { languageNoted, languageToNote, phrasesFor } from '../phrases/languages.ts';
import {
  answerLater,
  isRequestRefused,
  mendedBy,
  noAnswer,
  noAnswerToFiles,
  replyOf,
  stillNoAnswer,
} from '../system-messages.ts';
import { type OpeningParts, composeOpening } from '../context/user-message.ts';
import type { Outages } from '../outage-notices.ts';
import { guardWrites } from '../approval/provenance-guard.ts';
import {
  failedWrites,
  questionLines,
  receiptsOf,
  turnButtons,
  untoldLines,
  waitingOf,
  withReceipts,
  withoutSecrets,
} from './receipts.ts';
import { saidBefore } from './said-at.ts';
import { hasRead, isShownAlready } from '../context/shown-already.ts';
import { finishedLoop, isKnown, loopStateOf, messageAnswered } from './turn-recovery.ts';

/** What the tools of a turn may do to it. */
export interface TurnHooks {
  incoming: Incoming;
  /** The message that is answered: of `/retry` the one that is answered once more. */
  cause: string;
  /** What `send_message` does. */
  send(content: string): Promise<{ messageId: string }>;
  /** What `stay_silent` does. */
  staySilent(reason: string): void;
  /** Whether this text of a note is already in the model's context. */
  isShown(path: string, text: string): boolean;
  /** Where the words of the person stand that led to a tool call, as `path#Lx-Lx`; null where they are not kept. */
  saidBefore(toolUseId: string): Promise<string | null>;
}

export interface TurnParts extends ModelCallParts, OpeningParts {
  /** Answers from memory alone while no model can be reached. */
  modelless: Provider | null;
  /** Gives the warnings about the budget that the person has not read yet. */
  spend: Pick<Spend, 'takeWarnings' | 'told'>;
  tools(turn: TurnHooks): Tool[];
  /** Where writes wait for the person's yes; null where the person can't be asked, and such a write is not done. */
  confirmations: Confirmations | null;
  /** True in a private conversation: nothing is written to the notes unless the person asks for it. */
  isPrivate?: boolean;
  /** The language of the program's own words; without it, that of the person's. */
  language?: Phrases;
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
  /** Aborts the turn. It stays open, and a restart or the next message continues it. */
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
  /** Set when no model could answer yet: the message is kept, and the channel hands it in again after this time. */
  retryAfterMs?: number;
  /** The turn of an earlier message took this one along, and has answered both. */
  joined?: true;
}

/** Runs a turn to its end, from wherever the session says that it is. */
export const runTurn = async (parts: TurnParts, scene: Scene): Promise<TurnResult> =>
  await new TurnRun(parts, scene).run();

/** When to try again after an error with which no model rests. */
const retryAfterMs = 30_000;

/** A turn while it runs. */
class TurnRun {
  readonly #parts: TurnParts;
  readonly #scene: Scene;
  readonly #observe: Observe;
  readonly #call: ModelCall;
  readonly #journal: Journal;
  readonly #delivery: Delivery;
  readonly #tools: readonly Tool[];
  readonly #toolCalls: TurnResult['toolCalls'] = [];
  /** What results say to the person, by the id of the call. */
  readonly #told = new Map<string, string>();
  /** Why the model chose to say nothing. */
  #silence: string | null = null;
  /** Why what the person asked to keep was not kept. */
  #unkept: string | null = null;
  /** What the person is told besides the answer, each once. */
  readonly #remarks = new Set<string>();

  constructor(parts: TurnParts, scene: Scene) {
    const { incoming, outlet, signal, session, sessions } = scene;
    this.#parts = parts;
    this.#scene = scene;
    this.#observe = combineObservers([parts.observe, createProgress(outlet, parts.redact)], parts.log);
    this.#call = createModelCall(parts, {
      sessions,
      opening: session,
      tools: () => this.#tools,
      told: this.#told,
      signal,
      failedBefore: () => this.#scene.outages.failuresOf(this.#scene.incoming.key),
      onMended: (leftOut) => this.#remarks.add(mendedBy(leftOut, this.#phrases)),
    });
    this.#journal = createJournal(parts, incoming.id, () => this.#call.session);
    this.#delivery = createDelivery({
      outlet,
      redact: parts.redact,
      maxMessages: parts.maxMessages,
      before: sentBefore(openTurn(session.entries)),
    });
    this.#tools = guardWrites(
      parts.tools({
        incoming,
        cause: messageAnswered(session.entries, incoming.id),
        send: async (content) => this.#isSent(await this.#delivery.send(content)),
        staySilent: (reason) => {
          this.#silence = reason;
        },
        isShown: (path, text) => isShownAlready(this.#entries, path, text),
        saidBefore: async (toolUseId) => await saidBefore(this.#call.session.file, toolUseId),
      }),
      {
        entries: () => this.#entries,
        isPrivate: parts.isPrivate === true,
        keep: async (write) => (await parts.confirmations?.keep(this.#call.session, write)) ?? null,
        drop: async (name) => await parts.confirmations?.remove(name),
      },
    );
  }

  get #entries() {
    return this.#call.session.entries;
  }

  /** Whether a tool changes something; a name that no tool has may be meant for one that does. */
  readonly #kindsOfTools: Parameters<typeof failedWrites>[1] = {
    isWrite: (name) => this.#named(name)?.effects.writes !== undefined,
    isUnknown: (name) => {
      const near = nearestTool(name, this.#tools);
      return this.#named(name) === undefined && (near === undefined || near.effects.writes !== undefined);
    },
  };

  #named(name: string): Tool | undefined {
    return this.#tools.find(({ definition }) => definition.name === name);
  }

  get #phrases(): Phrases {
    return phrasesFor(this.#entries);
  }

  async run(): Promise<TurnResult> {
    const { incoming, signal } = this.#scene;
    const { id: sessionId } = this.#call.session;
    this.#observe({ type: 'turn_started', sessionId, key: incoming.key, incoming: incoming.id });
    await this.#hear(incoming);
    // Thinking of an open turn is bound to what stands before it: a turn that is taken up again is not cut first.
    const isBegun = openTurn(this.#entries).some((entry) => entry.role === 'assistant');
    if (!isBegun) await this.#parts.compactor.fit(this.#call.session, signal);
    const finished = finishedLoop(openTurn(this.#entries), this.#parts.maxToolRounds);
    if (finished) return await this.#endWith(finished);
    try {
      const loop = await this.#runLoop();
      return await this.#endWith(loop);
    } catch (error) {
      if (!(error instanceof ProviderError) || signal.aborted) throw error;
      return await this.#endWithout(error);
    }
  }

  #isSent(message: { messageId: string }): { messageId: string } {
    this.#journal.figures.messagesSent += 1;
    this.#observe({ type: 'message_sent', messageId: message.messageId });
    return message;
  }

  /** A turn that is taken up again is given its messages once more, also those that joined it. */
  async #hear(message: Incoming): Promise<void> {
    if (isKnown(this.#entries, message)) return;
    const { signal } = this.#scene;
    const opening = await composeOpening(this.#parts, this.#entries, message, this.#tools, signal);
    if (opening.problem !== null)
      this.#remarks.add(opening.problem(phrasesFor([...this.#entries, ...opening.entries])));
    await this.#call.session.append(...opening.entries);
    await this.#noteLanguage();
  }

  async #noteLanguage(): Promise<void> {
    const { language: chosen, clock } = this.#parts;
    const language = chosen === undefined ? languageToNote(this.#entries) : chosen;
    if (language && language !== languageNoted(this.#entries))
      await this.#call.session.append({ type: 'language', at: clock.now().toISOString(), language: language.name });
  }

  #runLoop(): Promise<LoopEnd> {
    const { maxToolRounds: maxRounds, maxResultLength } = this.#parts;
    return runToolLoop(loopStateOf(openTurn(this.#entries)), {
      registry: createToolRegistry(this.#tools),
      isQuoted: (written) => hasRead(this.#entries, written),
      signal: this.#scene.signal,
      maxRounds,
      maxResultLength,
      elapsed: () => this.#parts.clock.elapsed(),
      record: this.#journal.record,
      callModel: async (toolChoice, onDelta) => {
        if (this.#delivery.sent.length === 0) for (const arrival of this.#scene.arrivals()) await this.#hear(arrival);
        const response = await this.#askForWords(toolChoice, onDelta);
        this.#scene.outages.over(this.#scene.incoming.key);
        return response;
      },
      emit: (event) => this.#note(event),
    });
  }

  /** Asks once more where the first answer of a turn is empty. After a tool was called, an empty answer is silence. */
  async #askForWords(...asked: Parameters<ModelCall['ask']>): Promise<ModelResponse> {
    const first = await this.#call.ask(...asked);
    const isBegun = openTurn(this.#entries).some(({ role }) => role === 'assistant');
    if (!isEmpty(first) || isBegun || this.#parts.replyMode === 'tool') return first;
    const [, onDelta] = asked;
    onDelta({ type: 'restart' });
    const second = await this.#call.ask(...asked);
    const costUsd = addCosts(orFree(first), orFree(second));
    return { ...second, usage: addUsage(first.usage, second.usage), costUsd };
  }

  #note(event: LoopEvent): void {
    if (event.type === 'model_ended') this.#journal.figures.modelMs += Math.round(event.durationMs);
    if (event.type === 'tool_ended')
      this.#toolCalls.push({ name: event.call.name, input: event.call.input, isError: event.isError });
    this.#noteTold(event);
    this.#observe(event);
  }

  /** In English a tool's own words say more of why it failed. */
  #noteTold(event: LoopEvent): void {
    if (event.type !== 'tool_ended') return;
    const { failure, told = failure && this.#phrases !== english ? this.#phrases.failures[failure] : undefined } =
      event;
    if (told !== undefined) this.#told.set(event.call.id, told);
  }

  async #endWith(loop: LoopEnd): Promise<TurnResult> {
    const answer = loop.isRecorded ? null : loop.response;
    this.#journal.figures.rounds = loop.rounds;
    await this.#keepForCertain(loop);
    const { sent } = this.#delivery;
    if (loop.outcome === 'silent') return await this.#end(sent.length > 0 ? 'answered' : 'silent', null, answer);
    const reply = replyOf(loop, this.#phrases);
    // A notice is always told, but that of an empty end after a message, a receipt or a question; the model's own words follow the reply mode and are not said twice.
    const isOwnWords = hasVisibleText(loop.text) && loop.outcome !== 'refused';
    const isEmptyReply = !hasVisibleText(loop.text) && loop.outcome === 'answered';
    const open = openTurn(this.#entries);
    const hasSpoken = sent.length > 0 || receiptsOf(open).length > 0 || waitingOf(open).length > 0;
    const untold =
      reply === null ||
      (isEmptyReply && hasSpoken) ||
      (isOwnWords && (this.#parts.replyMode === 'tool' || this.#delivery.repeats(reply)));
    const isSilent = sent.length === 0 && untold;
    const ending = untold || this.#silence !== null ? null : reply;
    return await this.#end(isSilent ? 'silent' : loop.outcome, ending, answer);
  }

  /** What the person's form of words asks to keep is kept, whichever model answers. Without a model its stand-in has done so. */
  async #keepForCertain({ response }: LoopEnd): Promise<void> {
    if (response.model === offlineModel) return;
    const error = await keepForCertain({
      tools: this.#tools,
      entries: this.#entries,
      record: this.#journal.record,
      observe: (event) => this.#observe(event),
      maxResultLength: this.#parts.maxResultLength,
      clock: this.#parts.clock,
      signal: this.#scene.signal,
    });
    this.#unkept = error === null ? null : failureIn(this.#phrases, error);
  }

  /** Called when no model answers. If one may answer soon, the turn stays open for a retry; otherwise memory alone answers. */
  async #endWithout(error: ProviderError): Promise<TurnResult> {
    const { incoming, outlet, outages } = this.#scene;
    this.#parts.log.error(
      { kind: error.kind, status: error.details.status, session: this.#call.session.id },
      `no answer from the model: ${error.message}`,
    );
    const isNews = outages.isNews(incoming.key, error.kind);
    const fromMemory = async (tools: readonly Tool[], record: Journal['record'] | null) =>
      await answerModelless(this.#parts, {
        tools,
        record,
        entries: () => this.#entries,
        told: this.#told,
        observe: (event) => {
          if (event.type === 'tool_ended') this.#noteTold(event);
          this.#observe(event);
        },
        signal: this.#scene.signal,
      });
    if (!mayPass(error.kind)) {
      const answer = await fromMemory(this.#tools, this.#journal.record);
      const text = answer?.text ?? null;
      // A notice about another file is told each time.
      const hasFiles = (incoming.attachments?.length ?? 0) > 0 && isRequestRefused(error);
      const phrases = this.#phrases;
      const notice = hasFiles
        ? noAnswerToFiles(error, text, phrases)
        : isNews
          ? noAnswer(error, text, phrases)
          : stillNoAnswer(text, phrases);
      const given = this.#call.areWordsToBlame ? openTurn(this.#entries) : [];
      const result = await this.#end('model_less', notice, answer?.response ?? null);
      await this.#giveUp(given);
      return result;
    }
    const lookups = this.#tools.filter(({ effects }) => effects.reads === 'notes' && effects.writes === undefined);
    const text = (await fromMemory(lookups, null))?.text ?? null;
    const notice = isNews ? answerLater(error, text, this.#phrases) : stillNoAnswer(text, this.#phrases);
    const { messageId } = await outlet.post(this.#parts.redact(notice), 'notice');
    return {
      ...this.#resultOf('postponed', messageId),
      reply: notice,
      messages: [...this.#delivery.sent, notice],
      retryAfterMs: restFor(error) ?? retryAfterMs,
    };
  }

  /** Takes these messages out of later requests. */
  async #giveUp(messages: readonly MessageEntry[]): Promise<void> {
    const at = this.#parts.clock.now().toISOString();
    for (const { incoming } of messages)
      if (incoming !== undefined) await this.#call.session.append({ type: 'given_up', at, incoming });
  }

  /** Ends the turn: on disk first, then told. @param answer null where it is on disk already */
  async #end(reached: string, last: string | null, answer: ModelResponse | null): Promise<TurnResult> {
    const { figures } = this.#journal;
    const open = openTurn(this.#entries);
    const phrases = this.#phrases;
    const ending = last === null ? null : withReceipts(last, open, phrases);
    const receipts = receiptsOf(open);
    const untold = untoldLines(receipts, ending ?? '', phrases);
    const warnings = this.#parts.spend.takeWarnings();
    // The model may claim success nevertheless; what stands in for one says itself what failed.
    const failed = answer?.model === offlineModel ? null : failedWrites(open, this.#kindsOfTools);
    const additions = [
      ...untold,
      ...(this.#unkept === null ? [] : [this.#unkept]),
      ...(failed === null || this.#unkept !== null
        ? []
        : [failed === 'none' ? phrases.nothingDone : phrases.notAllDone]),
      ...this.#remarks,
      ...warnings.map(({ news }) => budgetWarning(phrases, news)),
    ].join('\n');
    const questions = questionLines(waitingOf(open), phrases).join('\n');
    const reply = this.#parts.redact([ending ?? '', additions, questions].filter((part) => part !== '').join('\n\n'));
    const buttons = turnButtons(open, phrases, withoutSecrets(receipts, this.#parts.redact));
    // A receipt or a question of the program is no silence.
    const outcome = reached === 'silent' && reply !== '' ? 'answered' : reached;
    await this.#journal.end(outcome, reply === '' ? null : reply, answer);
    await this.#parts.spend.told(warnings);
    const posted = reply === '' ? null : this.#isSent(await this.#delivery.finish(reply, buttons));
    const { key } = this.#scene.incoming;
    const { id: sessionId } = this.#call.session;
    if (figures.messagesSent === 0)
      this.#observe({ type: 'agent_chose_silence', sessionId, reason: this.#silence ?? 'no text in the answer' });
    this.#observe({ type: 'turn_ended', sessionId, key, outcome, figures });
    return this.#resultOf(outcome, posted?.messageId ?? null);
  }

  #resultOf(outcome: string, responseMessageId: string | null): TurnResult {
    const { input, output, cacheRead, cacheWrite, costUsd } = this.#journal.figures;
    const { sent } = this.#delivery;
    return {
      outcome,
      reply: responseMessageId === null ? '' : (sent.at(-1) ?? ''),
      messages: [...sent],
      sessionId: this.#call.session.id,
      toolCalls: this.#toolCalls,
      usage: { input, output, cacheRead, cacheWrite, costUsd },
      responseMessageId,
    };
  }
}

/** Whether an answer that is over says nothing and calls nothing: small models stop so after thinking. */
const isEmpty = (response: ModelResponse): boolean =>
  response.stopReason === 'end_turn' && toolUses(response).length === 0 && !hasVisibleText(text(response));

/** An answer that was made without a model costs nothing. */
const orFree = ({ costUsd = 0 }: ModelResponse): number | null => costUsd;

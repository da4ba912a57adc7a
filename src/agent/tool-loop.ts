// The loop of a turn: it asks the model, runs the tools that the model calls and hands back the results, until the model
// stops. It knows neither memory nor channels, and it holds no messages: `record` stores them and `callModel` reads them
// there. So the loop can be interrupted between any two steps and continued by another process.
import { setMaxListeners } from 'node:events';
import { ToolError, type ToolFailure, failureOf, messageOf, placedRemedyOf } from '../base/errors.ts';
import { orAborted } from '../base/concurrency/abortable.ts';
import { cutText, wellFormed } from '../base/text/text.ts';
import { canonicalJson, parseJsonObject } from '../models/json.ts';
import { type Message, type ToolResultBlock, type ToolUseBlock, text, toolUses } from '../models/message.ts';
import type { Delta, ModelResponse } from '../models/provider.ts';
import { withLimitMetadata } from './limit.ts';
import { type SpokenCallOptions, withSpokenCalls } from './spoken-call.ts';
import type { Outcome } from '../session/entry.ts';
import { type Tool, type ToolEffects, type ToolRegistry, type ToolResult, trustOf } from './tool.ts';

/** What happens in the loop, for observers, which can't change it. */
export type LoopEvent =
  | { type: 'model_started'; round: number }
  | { type: 'model_delta'; delta: Delta }
  | { type: 'model_ended'; round: number; response: ModelResponse; durationMs: number }
  | { type: 'tool_started'; call: ToolUseBlock; effects: ToolEffects }
  /** @param told as {@link ToolResult} has it */
  | {
      type: 'tool_ended';
      call: ToolUseBlock;
      isError: boolean;
      failure?: ToolFailure | undefined;
      told?: string | undefined;
      durationMs: number;
    }
  | { type: 'limit_reached'; maxRounds: number };

export interface LoopParts {
  /** Asks the model with all that was recorded so far. */
  callModel(toolChoice: 'auto' | 'none', onDelta: (delta: Delta) => void): Promise<ModelResponse>;
  registry: ToolRegistry;
  /** Whether the model has read that text, of the person or in a result: to write it again is to quote it. */
  isQuoted?(text: string): boolean;
  /** Resolves when the message is on disk: only then does anything that depends on it happen. */
  record(message: Message, response?: ModelResponse, outcomes?: readonly Outcome[]): Promise<void>;
  emit(event: LoopEvent): void;
  signal: AbortSignal;
  /** Rounds of tool calls in one turn. */
  maxRounds: number;
  /** Characters of one tool result. */
  maxResultLength: number;
  /** Monotonic milliseconds. */
  elapsed(): number;
}

/** How far a turn has come. A new one is at `{ rounds: 0, pauses: 0 }`. */
export interface LoopState {
  /** Rounds of tool calls that have their results. */
  rounds: number;
  /** Times that the model paused. */
  pauses: number;
  /** What the model said before each pause. */
  said: string[];
  /** The calls of the last round, where all of them failed, and how many rounds in a row made them. */
  failing?: FailingCalls | null;
}

export interface FailingCalls {
  calls: string;
  times: number;
}

/**
 * - `answered` the model is done, or stopped for a reason that this version does not know
 * - `limit` the rounds were used up, and it answered without its tools
 * - `cut` by the limit of its output; a tool call in it was not run
 * - `paused` too often
 * - `refused` to answer
 * - `silent` a tool ended the turn
 */
export type LoopOutcome = 'answered' | 'limit' | 'cut' | 'paused' | 'refused' | 'silent';

export interface LoopEnd {
  outcome: LoopOutcome;
  rounds: number;
  response: ModelResponse;
  /** False: the caller writes the response together with the end of the turn. */
  isRecorded: boolean;
  /** The text of the answer. */
  text: string;
}

export const maxPauses = 5;

/** Rounds of the same calls that all fail, after which the model is to answer without its tools. */
const maxSameFailures = 3;

/** What a model reads when it made the same calls so often. */
const failedAgain = `\n\nThis failed ${maxSameFailures} times with the same input and is not run again. Tell the person plainly that it was not done.`;

/** How often a round that failed was made in a row. @param before of the round before */
export function failingAfter(
  before: FailingCalls | null | undefined,
  calls: readonly ToolUseBlock[],
  results: readonly ToolResultBlock[],
): FailingCalls | null {
  if (!results.every((result) => result.is_error)) return null;
  const made = canonicalJson(calls.map(({ name, input }) => [name, input]));
  return { calls: made, times: before?.calls === made ? before.times + 1 : 1 };
}

/** Whether the model may call no more tools in this turn. */
export const isExhausted = ({ rounds, failing }: LoopState, maxRounds: number): boolean =>
  rounds >= maxRounds || (failing?.times ?? 0) >= maxSameFailures;

/** Tool calls of one response that are run. */
export const maxCalls = 20;

export const newLoop: LoopState = { rounds: 0, pauses: 0, said: [] };

/** @throws what `callModel` and `record` throw, and the signal's reason; all that was recorded by then is valid */
export async function runToolLoop(start: LoopState, parts: LoopParts): Promise<LoopEnd> {
  // Each tool call of a round listens to it, and so may what a tool calls.
  setMaxListeners(0, parts.signal);
  let state: LoopState | LoopEnd = start;
  while (!('outcome' in state)) state = await step(state, parts);
  return state;
}

async function step(state: LoopState, parts: LoopParts): Promise<LoopState | LoopEnd> {
  parts.signal.throwIfAborted();
  const exhausted = isExhausted(state, parts.maxRounds);
  const answer = await ask(state.rounds + 1, exhausted ? 'none' : 'auto', parts);
  const response = exhausted ? answer : withSpokenCalls(answer, spokenTo(parts));
  // What was streamed of it is no answer.
  if (response !== answer) parts.emit({ type: 'model_delta', delta: { type: 'restart' } });
  const calls = toolUses(response);
  const pauses = response.stopReason === 'pause_turn' && state.pauses < maxPauses;
  if (!pauses && (response.stopReason !== 'tool_use' || calls.length === 0 || exhausted))
    return endOf(state, response, exhausted);

  await parts.record({ role: 'assistant', content: response.content }, response);
  if (pauses) return { ...state, pauses: state.pauses + 1, said: [...state.said, text(response)] };

  const rounds = state.rounds + 1;
  const last = rounds >= parts.maxRounds;
  const results = await Promise.all(
    calls.map(async (call, index) =>
      index < maxCalls ? await runTool(call, last, parts) : refuseCall(call, last, parts),
    ),
  );
  const outcomes = results.flatMap(({ outcome }) => (outcome ? [outcome] : []));
  const blocks = results.map(({ block }) => block);
  const failing = failingAfter(state.failing, calls, blocks);
  const isStuck = !last && isExhausted({ ...state, rounds, failing }, parts.maxRounds);
  const content = isStuck ? blocks.map((block) => ({ ...block, content: `${block.content}${failedAgain}` })) : blocks;
  await parts.record({ role: 'user', content }, undefined, outcomes);
  const isOver = results.some(({ endsTurn }) => endsTurn);
  if (isOver) return { outcome: 'silent', rounds, response, isRecorded: true, text: '' };
  if (last || isStuck) parts.emit({ type: 'limit_reached', maxRounds: rounds });
  return { ...state, rounds, failing };
}

const spokenTo = ({ registry, isQuoted = () => false }: LoopParts): SpokenCallOptions => ({
  isTool: (name) => registry.get(name) !== undefined,
  fits: (name, input) => registry.get(name)?.fits(input) === true,
  isQuoted,
});

async function ask(round: number, toolChoice: 'auto' | 'none', parts: LoopParts): Promise<ModelResponse> {
  const started = parts.elapsed();
  parts.emit({ type: 'model_started', round });
  const response = await parts.callModel(toolChoice, (delta) => parts.emit({ type: 'model_delta', delta }));
  parts.emit({ type: 'model_ended', round, response, durationMs: parts.elapsed() - started });
  return response;
}

function endOf(state: LoopState, response: ModelResponse, exhausted: boolean): LoopEnd {
  const said = [...state.said, text(response)].filter((part) => part !== '').join('\n');
  const outcome = exhausted ? 'limit' : outcomeOf(response.stopReason);
  return { outcome, rounds: state.rounds, response, isRecorded: false, text: said };
}

/** The outcome of a turn that ends with this stop reason. */
export function outcomeOf(stopReason: string): LoopOutcome {
  if (stopReason === 'refusal') return 'refused';
  if (stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded') return 'cut';
  return stopReason === 'pause_turn' ? 'paused' : 'answered';
}

interface Executed {
  block: ToolResultBlock & { content: string };
  /** True when the call succeeded and its tool declares that a successful call ends the turn. */
  endsTurn: boolean;
  outcome: Outcome | null;
}

/** Never rejects: a failure of a tool becomes an error result, which the model reads. */
async function runTool(call: ToolUseBlock, last: boolean, parts: LoopParts): Promise<Executed> {
  const started = parts.elapsed();
  const tool = parts.registry.get(call.name);
  parts.emit({ type: 'tool_started', call, effects: tool?.effects ?? {} });
  let result: ToolResult;
  let isError = false;
  let failure: ToolFailure | undefined;
  try {
    checkArguments(call);
    const { signal } = parts;
    // A tool that does not listen to its signal must not hold up a turn that was stopped.
    result = await orAborted(
      parts.registry.execute(call.name, call.input, { toolUseId: call.id, signal }),
      signal,
      () => new Error('stopped before it was done'),
    );
  } catch (error) {
    result = {
      text:
        error instanceof ToolError
          ? error.message
          : `Tool execution error: ${placedRemedyOf(error) ?? messageOf(error)}`,
    };
    isError = true;
    failure = failureOf(error);
  }
  const { told } = result;
  parts.emit({ type: 'tool_ended', call, isError, failure, told, durationMs: parts.elapsed() - started });
  const content = shorten(result.text, parts.maxResultLength, tool?.whenTooLong);
  const block: Executed['block'] = {
    type: 'tool_result',
    tool_use_id: call.id,
    content: last ? withLimitMetadata(content, parts.maxRounds) : content,
    is_error: isError,
  };
  const endsTurn = tool?.effects.endsTurn === true && !isError;
  return { block, outcome: tool ? outcomeOfResult(call.id, tool, result, endsTurn) : null, endsTurn };
}

/** One response may call a thousand tools: those beyond {@link maxCalls} are answered, and not run. */
function refuseCall(call: ToolUseBlock, last: boolean, parts: LoopParts): Executed {
  const content = `Not run: one response may call at most ${maxCalls} tools. Call it again in your next response.`;
  const block: Executed['block'] = {
    type: 'tool_result',
    tool_use_id: call.id,
    content: last ? withLimitMetadata(content, parts.maxRounds) : content,
    is_error: true,
  };
  return { block, outcome: null, endsTurn: false };
}

/** The data of a result; null where it holds nothing but defaults. */
function outcomeOfResult(id: string, tool: Tool, result: ToolResult, endsTurn: boolean): Outcome | null {
  const { receipts = [], sources = [], said, waits } = result;
  const trust = trustOf(tool, result);
  const isBare =
    receipts.length === 0 && sources.length === 0 && said === undefined && waits === undefined && !endsTurn;
  if (isBare && trust === 'own') return null;
  return {
    tool_use_id: id,
    ...(receipts.length > 0 && { receipts: [...receipts] }),
    ...(sources.length > 0 && { sources: [...sources] }),
    ...(said !== undefined && { said }),
    ...(trust === 'others' && { trust }),
    ...(waits && { waits }),
    ...(endsTurn && { ends_turn: true }),
  };
}

/** Arguments that came as text and are no JSON object are never guessed at: `input` is empty then. */
function checkArguments({ name, raw }: ToolUseBlock): void {
  if (raw !== undefined && parseJsonObject(raw) === null)
    throw new ToolError(
      `The arguments of ${name} are not a valid JSON object, so it was not run: ${cutText(raw, 200)}`,
    );
}

/** The beginning of a result that is too long, and how to get at the rest. */
function shorten(output: string, maxLength: number, whenTooLong = 'Ask for less at a time.'): string {
  if (output.length <= maxLength) return wellFormed(output);
  const shown = cutText(output, maxLength);
  return `${shown}\n\n[Showing characters 1-${shown.length} of ${output.length}. ${whenTooLong}]`;
}

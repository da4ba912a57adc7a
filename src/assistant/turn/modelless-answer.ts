// What memory alone says while no model can: one loop of the provider that stands in for a model.
import { type LoopEnd, newLoop, runToolLoop } from '../../agent/tool-loop.ts';
import { type Tool, createToolRegistry } from '../../agent/tool.ts';
import type { Clock } from '../../base/time/clock.ts';
import { append } from '../../base/lists.ts';
import type { Message } from '../../models/message.ts';
import type { Provider } from '../../models/provider.ts';
import type { Entry, Outcome } from '../../session/entry.ts';
import { interrupted } from '../../session/history.ts';
import { languageNoted } from '../phrases/languages.ts';
import type { Observe } from './events.ts';
import { buildRequest, shownChunks } from './model-call.ts';
import type { Journal } from './turn-recorder.ts';

interface Parts {
  modelless: Provider | null;
  maxTokens: number;
  maxToolRounds: number;
  maxResultLength: number;
  clock: Clock;
}

interface Situation {
  tools: readonly Tool[];
  /** Keeps what it says and does; null leaves no trace of it. */
  record: Journal['record'] | null;
  /** The entries of the session at the time of the call. */
  entries(): readonly Entry[];
  /** What results say to the person, by the id of the call. */
  told: ReadonlyMap<string, string>;
  observe: Observe;
  signal: AbortSignal;
}

/** @returns null where there is no such provider */
export async function answerModelless(parts: Parts, situation: Situation): Promise<LoopEnd | null> {
  const { modelless, maxToolRounds: maxRounds, maxResultLength, maxTokens, clock } = parts;
  const { record, entries, observe, signal } = situation;
  if (!modelless) return null;
  const registry = createToolRegistry(situation.tools);
  const said: Message[] = [];
  const found: Outcome[] = [];
  return await runToolLoop(newLoop, {
    registry,
    signal,
    maxRounds,
    maxResultLength,
    elapsed: () => clock.elapsed(),
    async record(message, response, outcomes) {
      said.push(message);
      append(found, outcomes ?? []);
      await record?.(message, response, outcomes);
    },
    callModel(toolChoice) {
      const request = buildRequest(entries());
      const messages = withoutUnrunCalls(request.messages);
      return modelless.complete({
        ...request,
        tools: registry.definitions(),
        messages: record ? messages : [...messages, ...said],
        shown: shownChunks(found),
        language: languageNoted(entries())?.name,
        told: situation.told,
        model: modelless.name,
        maxTokens,
        toolChoice,
        signal,
      });
    },
    emit: observe,
  });
}

/** What stands for the result of a call that was never run (cut off, interrupted) is for a model. To the person there is nothing to tell. */
function withoutUnrunCalls(messages: readonly Message[]): Message[] {
  const unrun = new Set(
    messages.flatMap(({ content }) =>
      content.flatMap((block) =>
        block.type === 'tool_result' && block.content === interrupted ? [block.tool_use_id] : [],
      ),
    ),
  );
  return messages
    .map((message) => ({
      ...message,
      content: message.content.filter(
        (block) =>
          !(block.type === 'tool_use' && unrun.has(block.id)) &&
          !(block.type === 'tool_result' && unrun.has(block.tool_use_id)),
      ),
    }))
    .filter(({ content }) => content.length > 0);
}

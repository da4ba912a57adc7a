// Keeps what the person asked to keep where the model did not: by the tool that saves, as if the model had called it.
import { randomUUID } from 'node:crypto';
import { newLoop, runToolLoop } from '../../agent/tool-loop.ts';
import { type Tool, createToolRegistry } from '../../agent/tool.ts';
import type { Clock } from '../../base/time/clock.ts';
import { failureOf } from '../../base/errors.ts';
import type { Entry } from '../../session/entry.ts';
import { statementsNotKept } from '../approval/asked-to-keep.ts';
import type { Observe } from './events.ts';
import type { Journal } from './turn-recorder.ts';

interface Situation {
  /** The tools of the turn: its guard looks at these writes too. */
  tools: readonly Tool[];
  /** Of the session, with the open turn. */
  entries: readonly Entry[];
  record: Journal['record'];
  observe: Observe;
  maxResultLength: number;
  clock: Clock;
  signal: AbortSignal;
}

/** @returns the error of what could not be kept; null where all was kept, or nothing was left to be */
export async function keepForCertain(situation: Situation): Promise<unknown> {
  const { tools, entries, record, observe, signal, clock, maxResultLength } = situation;
  const save = tools.find(({ definition }) => definition.purpose === 'save');
  const statements = save ? statementsNotKept(entries) : [];
  if (!save || statements.length === 0) return null;
  const calls = statements.map((text) => ({
    type: 'tool_use' as const,
    id: `call_${randomUUID()}`,
    name: save.definition.name,
    input: { text },
  }));
  const errors: unknown[] = [];
  const watched: Tool = {
    ...save,
    execute: async (...given) => {
      try {
        return await save.execute(...given);
      } catch (error) {
        errors.push(error);
        throw error;
      }
    },
  };
  await runToolLoop(newLoop, {
    registry: createToolRegistry([watched]),
    signal,
    maxRounds: 2,
    maxResultLength,
    elapsed: () => clock.elapsed(),
    // Nothing answered: the calls are no model's, and cost nothing.
    record: async (message, _response, outcomes) => await record(message, undefined, outcomes),
    callModel: () => Promise.resolve(calls.length > 0 ? asResponse(calls.splice(0)) : asResponse([])),
    emit: (event) => {
      if (event.type === 'tool_started' || event.type === 'tool_ended') observe(event);
    },
  });
  // That a secret is not kept is what the person has to know first.
  return errors.find((error) => failureOf(error) === 'secret') ?? errors[0] ?? null;
}

const asResponse = <Call>(content: Call[]) => ({
  model: '',
  content,
  stopReason: content.length > 0 ? 'tool_use' : 'end_turn',
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
});

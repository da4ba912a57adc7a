// Keeps what the person asked to keep where the model did not: by the tool that saves, as if the model had called it.
import { randomUUID } from 'node:crypto';
import { newLoop, runToolLoop } from '../agent/tool-loop.ts';
import { type Tool, createToolRegistry } from '../agent/tool.ts';
import type { Clock } from '../base/clock.ts';
import { redactedMark } from '../base/redact.ts';
import { findSensitive } from '../base/secrets.ts';
import type { ToolFailure } from '../base/errors.ts';
import type { MessageEntry } from '../session/entry.ts';
import { statementsNotKept } from './asked-to-keep.ts';
import type { Observe } from './events.ts';
import type { Journal } from './turn-recorder.ts';

interface Situation {
  /** The tools of the turn: its guard looks at these writes too. */
  tools: readonly Tool[];
  open: readonly MessageEntry[];
  record: Journal['record'];
  observe: Observe;
  maxResultLength: number;
  clock: Clock;
  signal: AbortSignal;
}

/** @returns why some of it could not be kept; null where all was kept, or nothing was left to be */
export async function keepForCertain(situation: Situation): Promise<ToolFailure | null> {
  const { tools, open, record, observe, signal, clock, maxResultLength } = situation;
  const save = tools.find(({ definition }) => definition.purpose === 'save');
  const statements = save ? statementsNotKept(open) : [];
  if (!save || statements.length === 0) return null;
  const calls = statements.map((text) => ({
    type: 'tool_use' as const,
    id: `call_${randomUUID()}`,
    name: save.definition.name,
    input: { text },
  }));
  const failed: string[] = [];
  await runToolLoop(newLoop, {
    registry: createToolRegistry([save]),
    signal,
    maxRounds: 2,
    maxResultLength,
    elapsed: () => clock.elapsed(),
    // Nothing answered: the calls are no model's, and cost nothing.
    record: async (message, _response, outcomes) => await record(message, undefined, outcomes),
    callModel: () => Promise.resolve(calls.length > 0 ? asResponse(calls.splice(0)) : asResponse([])),
    emit: (event) => {
      if (event.type !== 'tool_started' && event.type !== 'tool_ended') return;
      if (event.type === 'tool_ended' && event.isError) failed.push((event.call.input as { text: string }).text);
      observe(event);
    },
  });
  if (failed.length === 0) return null;
  const holdsSecret = (text: string): boolean => findSensitive(text).length > 0 || text.includes(redactedMark);
  return failed.some(holdsSecret) ? 'secret' : 'other';
}

const asResponse = <Call>(content: Call[]) => ({
  model: '',
  content,
  stopReason: content.length > 0 ? 'tool_use' : 'end_turn',
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
});

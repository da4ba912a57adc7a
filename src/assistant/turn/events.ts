// What happens in a turn, for logs, metrics and channels. Observers watch; a broken one is logged and changes nothing.
import type { LoopEvent } from '../../agent/tool-loop.ts';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Usage } from '../../models/provider.ts';
import type { ToolEffects } from '../../agent/tool.ts';
import type { Activity, Outlet, SessionKey } from '../channel.ts';

/** The figures of one turn. */
export interface TurnFigures extends Usage {
  messagesSent: number;
  /** Rounds of tool calls. */
  rounds: number;
  /** Null: the price of a model is not known. */
  costUsd: number | null;
  durationMs: number;
  /** The part of these milliseconds that was spent waiting for models that answered. */
  modelMs: number;
}

export type TurnEvent =
  | { type: 'turn_started'; sessionId: string; key: SessionKey; incoming: string }
  | LoopEvent
  | { type: 'message_sent'; messageId: string }
  | { type: 'agent_chose_silence'; sessionId: string; reason: string }
  | { type: 'turn_ended'; sessionId: string; key: SessionKey; outcome: string; figures: TurnFigures };

export type Observe = (event: TurnEvent) => void;

/** One observer out of many, none of which can break a turn. */
export function combineObservers(observers: readonly Observe[], log: Log): Observe {
  return (event) => {
    for (const observe of observers) {
      try {
        observe(event);
      } catch (error) {
        log.error({ event: event.type, err: error }, `an observer of turns failed: ${messageOf(error)}`);
      }
    }
  };
}

/** Writes turns to the log: names and figures, never what was said. */
export function createTurnLog(log: Log): Observe {
  return (event) => {
    if (event.type === 'tool_ended')
      log.info(
        { tool: event.call.name, isError: event.isError, durationMs: Math.round(event.durationMs) },
        'tool_ended',
      );
    if (event.type === 'limit_reached') log.warn({ maxRounds: event.maxRounds }, 'tool_limit_reached');
    if (event.type === 'agent_chose_silence')
      log.info({ session: event.sessionId, reason: event.reason }, 'agent_chose_silence');
    if (event.type === 'turn_ended')
      log.info({ session: event.sessionId, key: event.key, outcome: event.outcome, ...event.figures }, 'turn_ended');
  };
}

/** The answer is shown again when it has grown by this part of its length. */
const shownGrowth = 1 / 256;

/**
 * Shows a turn's progress where its answer will go. What is shown is the whole answer so far, which is redacted and formatted
 * anew: a long one is not offered with each delta, as that would take time quadratic in its length, and it is redacted only
 * when it is shown.
 */
export function createProgress(outlet: Outlet, redact: (text: string) => string): Observe {
  let answer = '';
  let shownUnits = 0;
  return (event) => {
    if (event.type === 'model_started') outlet.working?.('thinking');
    if (event.type === 'tool_started') outlet.working?.(activityOf(event.effects));
    if (event.type === 'turn_ended') outlet.working?.(null);
    if (event.type === 'model_started' || (event.type === 'model_delta' && event.delta.type === 'restart')) {
      answer = '';
      shownUnits = 0;
    }
    if (event.type === 'model_delta' && event.delta.type === 'text') {
      answer += event.delta.text;
      if (answer.length - shownUnits < shownUnits * shownGrowth) return;
      shownUnits = answer.length;
      const soFar = answer;
      outlet.preview?.(() => redact(soFar));
    }
  };
}

/** What the person is told of a tool that runs. */
function activityOf({ reads, writes }: ToolEffects): Activity {
  if (writes !== undefined) return writes === 'memory' ? 'writing_notes' : 'scheduling';
  if (reads !== undefined) return reads === 'notes' ? 'reading_notes' : 'reading_outside';
  return 'using_tool';
}

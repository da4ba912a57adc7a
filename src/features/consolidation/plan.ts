// What a consolidation would write, before anything is written: part by part asked, checked, applied, guarded.
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { linesOfLongTerm } from '../../memory/write/long-term.ts';
import type { RawNote } from '../../memory/write/raw-note.ts';
import { applyOperations, type Change } from './apply.ts';
import type { Ask } from './ask.ts';
import { checkOperations, type Rejection } from './check.ts';
import { extractOperations } from './extract.ts';
import type { Gathered } from './gather.ts';
import { guardMassRemoval, guardRefusal, guardResult, guardUnfounded, RefusedAnswer } from './guard.ts';
import { consolidationPrompt, consolidationSystem, splitIntoParts } from './prompt.ts';
import type { Span } from './source.ts';

export interface Plan {
  note: RawNote;
  changes: Change[];
  rejected: Rejection[];
  archived: string[];
  /** Those that the plan deals with. */
  spans: Span[];
  /** Why parts are left open, the first reason. */
  problem: string | null;
  /** It was only that no model may be asked now. */
  isPostponed: boolean;
  costUsd: number;
}

export interface Planning {
  /** Null: no model; only what is marked is promoted. */
  ask: Ask | null;
  /** Why no model may be asked now (the budget is spent), or null. */
  whyNot: () => string | null;
  isForgotten(text: string): boolean;
  /** Size MEMORY.md is kept under. */
  budgetChars: number;
  /** Text of the days in one request. */
  partChars: number;
  /** Requests in one run; the rest waits for the next. */
  maxParts: number;
  log: Log;
}

const nearlyFull = 0.8;
/** A part that the model can't be brought to answer must not hold up the days after it, nor cost a call each. */
const maxRefusals = 2;

/** Oldest part first. A part whose answer is refused stays open, and so does all that follows a model that is not there. */
export async function planChanges(
  base: RawNote,
  gathered: Gathered,
  spans: readonly Span[],
  planning: Planning,
  signal?: AbortSignal,
): Promise<Plan> {
  const { ask, whyNot, log } = planning;
  const plan: Plan = {
    note: base,
    changes: [],
    rejected: [],
    archived: [],
    spans: [],
    problem: null,
    isPostponed: false,
    costUsd: 0,
  };
  let refusals = 0;
  for (const part of splitIntoParts(spans, planning.partChars).slice(0, planning.maxParts)) {
    const trusted = part.filter((span) => !span.isUntrusted);
    const postponed = ask && trusted.length > 0 ? whyNot() : null;
    if (postponed !== null) return { ...plan, problem: plan.problem ?? postponed, isPostponed: plan.problem === null };
    try {
      if (trusted.length > 0) await take(trusted);
      plan.spans.push(...part);
    } catch (error) {
      if (signal?.aborted) throw error;
      if (!(error instanceof RefusedAnswer)) log.error({ err: error }, 'the consolidation failed');
      plan.problem ??= messageOf(error);
      refusals += 1;
      if (!(error instanceof RefusedAnswer) || refusals === maxRefusals) break;
    }
  }
  return plan;

  async function take(trusted: readonly Span[]): Promise<void> {
    const targets = linesOfLongTerm(plan.note).filter((line) => !line.isHistory);
    const isNearlyFull = plan.note.raw.length > planning.budgetChars * nearlyFull;
    const { operations } = ask
      ? await ask(
          consolidationSystem,
          consolidationPrompt(targets, trusted, isNearlyFull),
          (costUsd) => (plan.costUsd += costUsd),
          signal,
        )
      : { operations: extractOperations(trusted) };
    guardRefusal(operations);
    guardMassRemoval(operations, targets);
    const { accepted, rejected } = checkOperations(operations, {
      targets,
      sourceLines: gathered.sourceLines,
      isForgotten: planning.isForgotten,
    });
    for (const { operation, reason } of rejected)
      log.warn({ op: operation.op, source: operation.source, reason }, 'an operation of the consolidation was refused');
    if (ask) guardUnfounded(accepted.length, rejected);
    const applied = applyOperations(plan.note, accepted, planning.budgetChars);
    guardResult(plan.note, applied.note);
    const changes = [...plan.changes, ...applied.changes];
    guardMassRemoval(
      changes.filter(({ sign }) => sign === '-').map(({ before }) => ({ op: 'remove', target: before })),
      linesOfLongTerm(base).filter((line) => !line.isHistory),
    );
    plan.note = applied.note;
    plan.changes = changes;
    plan.archived.push(...applied.archived);
    plan.rejected.push(...rejected);
  }
}

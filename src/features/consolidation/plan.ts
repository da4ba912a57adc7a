// Plans a consolidation before anything is written: each part is put to the model, checked, applied and guarded.
import { essence } from '../../memory/write/bullet.ts';
import { newestDay } from '../../base/time/plausible.ts';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { append } from '../../base/lists.ts';
import type { ReadNearness } from '../../memory/embed/cosines.ts';
import type { ReadPairs } from '../../memory/embed/pair-readings.ts';
import { type LongTermLine, linesOfLongTerm } from '../../memory/write/long-term.ts';
import type { RawNote } from '../../memory/write/raw-note.ts';
import { applyOperations, type Change } from './apply.ts';
import { type ClosedLine, nearestInArchive } from './archive.ts';
import type { Ask } from './ask.ts';
import {
  type CheckContext,
  type CheckedOperation,
  checkOperations,
  claimOf,
  type Given,
  type Rejection,
  verbatimOf,
} from './check.ts';
import { notSaid } from '../../memory/claims/claims.ts';
import { extractOperations } from './extract.ts';
import { isPast, untilOf } from '../../memory/text/validity.ts';
import type { Gathered } from './gather.ts';
import { guardMassRemoval, guardRefusal, guardResult, guardUnfounded, RefusedAnswer } from './guard.ts';
import type { Operation } from './operation.ts';
import { consolidationPrompt, consolidationSystem, splitIntoParts } from './prompt.ts';
import { readSecondAnswer, secondLookOf, secondLookPrompt, type SecondAnswer, type SecondLook } from './second-look.ts';
import { numberSpans, type Span } from './source.ts';

export interface Plan {
  note: RawNote;
  changes: Change[];
  rejected: Rejection[];
  archived: string[];
  closed: ClosedLine[];
  /** The operations that it is made of, part by part. */
  accepted: CheckedOperation[][];
  /** The spans that the plan covers. */
  spans: Span[];
  /** Why parts are left open, the first reason. */
  problem: string | null;
  /** True where the only reason is that no model may be asked now. */
  isPostponed: boolean;
  costUsd: number;
}

export interface Planning {
  /** Null: no model; only what is marked is promoted. */
  ask: Ask | null;
  /** Why no model may be asked now (the budget is spent), or null. */
  whyNot: () => string | null;
  isForgotten(text: string): boolean;
  /** Tells whether words bear a claim. */
  readPairs: ReadPairs;
  /** Tells which lines of the archive are near to what was said. */
  nearness: ReadNearness;
  /** Size MEMORY.md is kept under. */
  budgetChars: number;
  /** Text of the days in one request. */
  partChars: number;
  /** Requests in one run; the rest waits for the next. */
  maxParts: number;
  /** The local day, `YYYY-MM-DD`, by which days are told that a wrong clock gave. */
  today: () => string;
  log: Log;
}

const nearlyFull = 0.8;
/** At night there is time, also to load the model; without it the rules alone judge. */
const readingMs = 60_000;
/** A part that the model can't be brought to answer must not hold up the days after it, nor cost a call each. */
const maxRefusals = 2;

/** The long-term memory that a night meets. */
export interface LongTerm {
  note: RawNote;
  /** The lines of the archive that still hold. */
  archive: readonly LongTermLine[];
}

/** Oldest part first. A part whose answer is refused stays open, and so does all that follows a model that is not there. */
// oxlint-disable-next-line max-lines-per-function -- one pass over the parts of a night, whose outcomes add up in one report
export async function planChanges(
  { note: base, archive }: LongTerm,
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
    closed: [],
    accepted: [],
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
      append(plan.spans, part);
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
    const today = planning.today();
    const lastDay = newestDay(
      trusted.map(({ date }) => date),
      today,
    );
    const isOver = (text: string): boolean => isPast(untilOf(text) ?? '9', lastDay);
    const present = linesOfLongTerm(plan.note).filter((line) => !line.isHistory && !isOver(line.text));
    const targets = [...present, ...(await archivedNear(trusted))];
    const isNearlyFull = plan.note.raw.length > planning.budgetChars * nearlyFull;
    const prompt = consolidationPrompt(targets, trusted, { isNearlyFull, names: gathered.names });
    const { operations } = ask ? await question(prompt) : { operations: extractOperations(trusted) };
    guardRefusal(operations);
    guardMassRemoval(operations, targets);
    const context: CheckContext = {
      targets,
      sourceLines: gathered.sourceLines,
      isForgotten: planning.isForgotten,
      ids: numberSpans(trusted),
      today,
      names: gathered.names,
    };
    const checked = await check(operations, context);
    const { accepted, rejected } = ask ? await mend(checked, prompt, context) : checked;
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
    plan.accepted.push(accepted);
    append(plan.archived, applied.archived);
    append(plan.closed, applied.closed);
    append(plan.rejected, rejected);
  }

  /** Without a model nothing is asked that could outdate a line. */
  async function archivedNear(said: readonly Span[]): Promise<LongTermLine[]> {
    if (!ask) return [];
    const open = archive.filter(({ whole }) => !plan.closed.some((closed) => closed.whole === whole));
    const texts = said.map(({ text }) => text);
    try {
      return await nearestInArchive(open, texts, planning.nearness);
    } catch (error) {
      log.warn({ err: error }, 'the lines of the archive are compared by their words only');
      return await nearestInArchive(open, texts, async () => null);
    }
  }

  async function question(prompt: string): Promise<{ operations: Operation[] }> {
    if (!ask) return { operations: [] };
    return await ask(consolidationSystem, prompt, (costUsd) => (plan.costUsd += costUsd), signal);
  }

  async function check(operations: readonly Operation[], context: CheckContext): Promise<Checked> {
    // Without a model nothing is claimed: the person's own lines are taken.
    const claims = (ask ? operations : []).flatMap((operation) => {
      const pair = claimOf(operation, context);
      return pair ? [{ operation, pair }] : [];
    });
    if (claims.length === 0) return checkOperations(operations, context);
    const relations = await planning.readPairs(
      claims.map(({ pair }) => pair),
      { signal, waitMs: readingMs },
    );
    const bears = new Map(claims.map(({ operation }, i) => [operation, relations[i]?.bears ?? null]));
    return checkOperations(operations, { ...context, bears });
  }

  /** What was refused goes back once with the reason; what still is, goes in as the person said it, where that can be told. */
  async function mend(first: Checked, prompt: string, context: CheckContext): Promise<Checked> {
    const mendable = first.rejected.filter(({ isUnfounded }) => isUnfounded);
    if (mendable.length === 0) return first;
    const { operations, upheld, takenBack } = await lookAgain(prompt, secondLookOf(mendable, first.accepted, context));
    const again = await check(operations, context);
    const done = first.accepted.filter((operation) => !takenBack.includes(operation));
    for (const operation of [...upheld.flatMap(({ ifSaid }) => ifSaid ?? []), ...again.accepted])
      if (operation.target === null || !done.some(({ target }) => target === operation.target)) done.push(operation);
    const isDone = ({ place, operation }: Given): boolean =>
      again.accepted.some(
        (mended) =>
          done.includes(mended) &&
          // Given again with another source of the same, too.
          (essence(mended.text) === essence(operation.text ?? '') ||
            mended.sources.some((source) => isAt(source, place, operation, context))),
      );
    const open = [
      ...mendable.filter(({ ifSaid }) => !ifSaid || !done.includes(ifSaid)),
      ...takenBack.flatMap(({ claim }) => (claim ? [{ ...claim, reason: notSaid, isUnfounded: true }] : [])),
    ].filter((rejection) => !isDone(rejection));
    const verbatim = open.map((rejection) => ({ rejection, operation: verbatimOf(rejection, context) }));
    const kept = verbatim.flatMap(({ operation }) => operation ?? []);
    return {
      accepted: [...done, ...uniqueBy(kept, ({ text }) => text)],
      rejected: [
        ...first.rejected.filter((rejection) => !mendable.includes(rejection)),
        ...verbatim.flatMap(({ rejection, operation }) => (operation ? [] : [rejection])),
      ],
    };
  }

  async function lookAgain(prompt: string, look: SecondLook): Promise<SecondAnswer> {
    try {
      const { operations } = await question(secondLookPrompt(prompt, look));
      return readSecondAnswer(operations, look);
    } catch (error) {
      if (signal?.aborted) throw error;
      log.warn({ reason: messageOf(error) }, 'refused operations could not be mended');
      return { operations: [], upheld: [], takenBack: [] };
    }
  }
}

type Checked = ReturnType<typeof checkOperations>;

const isAt = (
  source: string,
  place: Rejection['place'],
  { source: named }: Operation,
  { ids }: CheckContext,
): boolean => {
  const span = place ?? ids.get(named?.[0]?.trim() ?? '');
  return span !== undefined && source === `${span.path}#L${span.startLine}-L${span.endLine}`;
};

function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

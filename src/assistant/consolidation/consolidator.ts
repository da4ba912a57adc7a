// The nightly distillation as a whole: gather, ask, check, apply, write once, record. READ THIS FIRST in this folder.
// Never touches a daily note, never runs twice at once, asks no model when nothing is new.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Clock, localDate } from '../../base/clock.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import { takeLock } from '../../base/lock.ts';
import type { Log } from '../../base/log.ts';
import type { Tombstones } from '../../memory/tombstones.ts';
import type { Vault } from '../../memory/vault.ts';
import { unifiedDiff } from '../../memory/write/diff.ts';
import { linesOfLongTerm, longTermFile } from '../../memory/write/long-term.ts';
import { mergeNotes } from '../../memory/write/merge.ts';
import { emptyNote, fromRaw, parseRaw, type RawNote, rawBytes, splitRaw } from '../../memory/write/raw-note.ts';
import type { Writer } from '../../memory/write/writer.ts';
import type { Run, Runs } from '../../queue/runs.ts';
import { addToArchive, applyOperations, type Change } from './apply.ts';
import type { Ask } from './ask.ts';
import { checkOperations, type Rejection } from './check.ts';
import { summaryOf } from './digest.ts';
import { extractOperations } from './extract.ts';
import { gatherSpans, type Gathered } from './gather.ts';
import { guardMassRemoval, guardResult, guardUnfounded, RefusedAnswer } from './guard.ts';
import type { History, HistoryEntry } from './history.ts';
import { consolidationPrompt, consolidationSystem, splitIntoParts } from './prompt.ts';
import type { Span } from './source.ts';

export const archiveFile = 'MEMORY-archive.md';

export interface ConsolidationReport {
  /** Null when there was nothing to do, or for a dry run. */
  id: string | null;
  outcome: 'changed' | 'unchanged' | 'nothing new' | 'failed';
  /** `+3 ~1 -0` */
  summary: string;
  changes: Change[];
  rejected: Rejection[];
  /** Unified diff of MEMORY.md. */
  diff: string;
  /** Local days that were read. */
  days: string[];
  /** Spans left for the next run. */
  pending: number;
  /** Why it failed, or why a part of it is left open. */
  problem: string | null;
  /** Failures in a row, this one counted. */
  failures: number;
  modelless: boolean;
  costUsd: number;
}

export interface ConsolidationStatus {
  lastRun: Run | null;
  pendingSpans: number;
  failures: number;
}

export interface Consolidator {
  /**
   * @param options.date only this local day
   * @param options.dryRun plan and show, write and record nothing
   * @throws UserError when one is running already
   */
  run(options: { trigger: Run['trigger']; dryRun?: boolean; date?: string; signal?: AbortSignal }): Promise<ConsolidationReport>;
  /** See History.undo. */
  undo(options?: { to?: string; only?: string; request?: string }): Promise<HistoryEntry[]>;
  versions(): Promise<HistoryEntry[]>;
  status(): Promise<ConsolidationStatus>;
}

export interface ConsolidatorOptions {
  vault: Vault;
  writer: Writer;
  sessionsDir: string;
  stateDir: string;
  runs: Runs;
  history: History;
  tombstones: Tombstones;
  /** Null: no model; only what is marked is promoted. */
  ask: Ask | null;
  /** Why no model may be asked now (the budget is spent), or null. */
  whyNot?: () => string | null;
  clock: Clock;
  timezone: string;
  log: Log;
  /** Size MEMORY.md is kept under. */
  budgetChars: number;
  /** Text of the days in one request. */
  partChars?: number;
  /** Requests in one run; the rest waits for the next. */
  maxParts?: number;
}

interface Plan {
  note: RawNote;
  changes: Change[];
  rejected: Rejection[];
  archived: string[];
  /** Those that the plan deals with. */
  spans: Span[];
  problem: string | null;
  costUsd: number;
}

const nearlyFull = 0.8;

export function createConsolidator(options: ConsolidatorOptions): Consolidator {
  const { vault, writer, runs, history, clock, timezone, log, ask } = options;
  const { partChars = 24_000, maxParts = 20 } = options;

  async function pending(only?: string): Promise<{ gathered: Gathered; spans: Span[] }> {
    const gathered = await gatherSpans({ vault, sessionsDir: options.sessionsDir, timezone, log, only });
    const done = runs.done(gathered.spans.map((span) => span.hash));
    // Without a model the rest stays open: the day there is one, it is read.
    return { gathered, spans: gathered.spans.filter((span) => !done.has(span.hash) && (ask !== null || span.isExplicit)) };
  }

  /** What a crash left: a run that reached the file is done, one that did not is open again. */
  async function recover(): Promise<void> {
    for (const run of runs.unfinished()) {
      const version = await history.version(run.id);
      const now = (await vault.read(longTermFile))?.bytes ?? Buffer.alloc(0);
      const written = version !== null && holds(now, version);
      log.warn({ run: run.id, written }, 'a consolidation was cut off; its end is recorded now');
      if (!written && version) await history.drop(run.id);
      runs.finish(run.id, written ? 'done' : 'failed', written ? 'recovered after a crash' : 'cut off before anything was written', 0);
    }
  }

  async function plan(base: RawNote, gathered: Gathered, spans: readonly Span[], signal: AbortSignal | undefined): Promise<Plan> {
    const result: Plan = { note: base, changes: [], rejected: [], archived: [], spans: [], problem: null, costUsd: 0 };
    for (const part of splitIntoParts(spans, partChars).slice(0, maxParts)) {
      try {
        const targets = linesOfLongTerm(result.note).filter((line) => !line.isHistory);
        const trusted = part.filter((span) => !span.isUntrusted);
        if (trusted.length > 0) {
          const isNearlyFull = result.note.raw.length > options.budgetChars * nearlyFull;
          const answer = ask ? await ask(consolidationSystem, consolidationPrompt(targets, trusted, isNearlyFull), signal) : { operations: extractOperations(trusted), costUsd: 0 };
          result.costUsd += answer.costUsd;
          guardMassRemoval(answer.operations, targets);
          const { accepted, rejected } = checkOperations(answer.operations, { targets, sourceLines: gathered.sourceLines, isForgotten: options.tombstones.covers });
          for (const { operation, reason } of rejected) log.warn({ op: operation.op, source: operation.source, reason }, 'an operation of the consolidation was refused');
          if (ask) guardUnfounded(accepted.length, rejected);
          const applied = applyOperations(result.note, accepted, options.budgetChars);
          guardResult(linesOfLongTerm(result.note), linesOfLongTerm(applied.note), applied.archived);
          result.note = applied.note;
          result.changes.push(...applied.changes);
          result.archived.push(...applied.archived);
          result.rejected.push(...rejected);
        }
        result.spans.push(...part);
      } catch (error) {
        if (signal?.aborted) throw error;
        // The parts before this one are good and are written; this one and what follows stay open.
        if (!(error instanceof RefusedAnswer)) log.error({ err: error }, 'the consolidation failed');
        result.problem = messageOf(error);
        break;
      }
    }
    return result;
  }

  async function consolidate(trigger: Run['trigger'], dryRun: boolean, only: string | undefined, signal: AbortSignal | undefined): Promise<ConsolidationReport> {
    const now = clock.now();
    const today = localDate(now, timezone);
    const { gathered, spans } = await pending(only);
    const record = (outcome: 'done' | 'failed', note: string, done: readonly Span[], costUsd: number): void => {
      if (dryRun) return;
      const id = runId(now);
      runs.begin({ id, date: today, trigger, startedAt: now }, done.map((span) => span.hash));
      runs.finish(id, outcome, note, costUsd);
    };
    const report: ConsolidationReport = {
      id: null,
      outcome: 'nothing new',
      summary: summaryOf([]),
      changes: [],
      rejected: [],
      diff: '',
      days: [...new Set(spans.map((span) => span.date))],
      pending: 0,
      problem: null,
      failures: 0,
      modelless: ask === null,
      costUsd: 0,
    };
    if (spans.length === 0) {
      if (trigger === 'schedule') record('done', 'nothing new', [], 0);
      return report;
    }
    const whyNot = ask ? (options.whyNot?.() ?? null) : null;
    if (whyNot !== null) return { ...report, outcome: 'failed', pending: spans.length, problem: whyNot, failures: runs.failures() };

    const bytes = (await vault.read(longTermFile))?.bytes ?? Buffer.alloc(0);
    const base = bytes.length > 0 ? parseRaw(bytes) : emptyNote;
    const planned = await plan(base, gathered, spans, signal);
    const { changes, rejected, problem, costUsd } = planned;
    const after = rawBytes(planned.note);
    const summary = summaryOf(changes);
    const shared = { changes, rejected, problem, costUsd, summary, pending: spans.length - planned.spans.length };
    if (planned.spans.length === 0) {
      record('failed', problem ?? '', [], costUsd);
      return { ...report, ...shared, outcome: 'failed', failures: runs.failures() };
    }
    const diff = unifiedDiff(longTermFile, fromRaw(base.raw, base), fromRaw(planned.note.raw, planned.note));
    if (after.equals(bytes) || dryRun) {
      record('done', summary, planned.spans, costUsd);
      return { ...report, ...shared, diff, outcome: after.equals(bytes) ? 'unchanged' : 'changed' };
    }

    const id = runId(now);
    runs.begin({ id, date: today, trigger, startedAt: now }, planned.spans.map((span) => span.hash));
    await history.add({ id, at: now.toISOString(), summary }, { before: bytes, after });
    if (planned.archived.length > 0) {
      await writer.commit(archiveFile, (archive) => rawBytes(addToArchive(archive ? parseRaw(archive) : emptyNote, planned.archived)));
    }
    let conflicts = 0;
    await writer.commit(longTermFile, (current) => {
      const merged = mergeNotes(bytes, after, current ?? Buffer.alloc(0));
      conflicts = merged.conflicts;
      return merged.bytes;
    });
    runs.finish(id, 'done', summary, costUsd);
    log.info({ run: id, summary, conflicts, rejected: rejected.length, costUsd }, 'consolidated');
    return { ...report, ...shared, id, diff, outcome: 'changed' };
  }

  async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const lock = takeLock(path.join(options.stateDir, 'consolidation.lock'));
    if ('heldBy' in lock) throw new UserError(`A consolidation is running already (${lock.heldBy}). Try again when it is done.`);
    try {
      await recover();
      return await work();
    } finally {
      lock.release();
    }
  }

  return {
    run: async ({ trigger, dryRun = false, date, signal }) => await alone(async () => await consolidate(trigger, dryRun, date, signal)),
    undo: async (options) => await alone(async () => await history.undo(writer, clock.now(), options)),
    versions: history.list,
    async status() {
      return { lastRun: runs.last(1)[0] ?? null, pendingSpans: (await pending()).spans.length, failures: runs.failures() };
    },
  };
}

/** Whether a file has what a run meant to write: all lines that it added, in whatever came after. */
function holds(now: Buffer, version: { before: Buffer; after: Buffer }): boolean {
  if (now.equals(version.after)) return true;
  if (now.equals(version.before)) return false;
  const lines = (bytes: Buffer): Set<string> => new Set(splitRaw(parseRaw(bytes).raw).map((line) => line.raw));
  const before = lines(version.before);
  const after = lines(version.after);
  const current = lines(now);
  const added = [...after].filter((line) => !before.has(line));
  const removed = [...before].filter((line) => !after.has(line));
  return added.every((line) => current.has(line)) && (added.length > 0 || removed.every((line) => !current.has(line)));
}

/** Sorts by time, safe as a file name, different also for a clock that was set back. */
const runId = (at: Date): string => `${at.toISOString().replace(/[:.]/g, '-')}-${randomBytes(2).toString('hex')}`;

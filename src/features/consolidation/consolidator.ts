// The nightly distillation as a whole: gather, plan, write once, record. READ THIS FIRST in this folder; plan.ts says how
// the model is asked and what its answer must stand. Never touches a daily note, never runs twice at once, asks no model
// when nothing is new.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { phrasesOf } from '../../assistant/phrases/languages.ts';
import type { Clock } from '../../base/time/clock.ts';
import { localDate } from '../../base/time/local-time.ts';
import { UserError } from '../../base/errors.ts';
import { takeLock } from '../../base/files/lock.ts';
import type { Log } from '../../base/log.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import type { ReadNearness } from '../../memory/embed/cosines.ts';
import type { ReadPairs } from '../../memory/embed/pair-readings.ts';
import type { NoteProblem } from '../../memory/note-problem.ts';
import type { Tombstones } from '../../memory/tombstones.ts';
import type { Vault } from '../../memory/vault.ts';
import { unifiedDiff } from '../../memory/write/diff.ts';
import { archiveFile, longTermFile, withTitle } from '../../memory/write/long-term.ts';
import { mergeNotes } from '../../memory/write/merge.ts';
import { emptyNote, fromRaw, parseRaw, rawBytes } from '../../memory/write/raw-note.ts';
import type { Writer } from '../../memory/write/writer.ts';
import type { Run, RunOutcome, Runs } from './runs.ts';
import type { Change } from './apply.ts';
import { addToArchive, closeInArchive, type ClosedLine, openInArchive } from './archive.ts';
import type { Ask } from './ask.ts';
import type { Rejection } from './check.ts';
import { summaryOf } from './digest.ts';
import { countOpen, type GatherOptions, gatherSpans, type Gathered } from './gather.ts';
import type { History, HistoryEntry, UndoOptions, Version } from './history.ts';
import { planChanges, type Planning } from './plan.ts';
import { recoverRuns } from './recovery.ts';
import { planOfWhatStands } from './still-said.ts';
import type { SeenFiles } from './seen-files.ts';
import type { Span } from './source.ts';

export interface ConsolidationReport {
  /** Null when there was nothing to do, or for a dry run. */
  id: string | null;
  /** `postponed`: no model may be asked now; the days stay open and it is no failure. */
  outcome: 'changed' | 'unchanged' | 'nothing new' | 'postponed' | 'failed';
  /** `+3 ~1 -0` */
  summary: string;
  changes: Change[];
  /** Lines that were moved to the archive to keep the size. */
  archived: number;
  rejected: Rejection[];
  /** Unified diff of MEMORY.md. */
  diff: string;
  /** Local days that were read. */
  days: string[];
  /** In which the person wrote what was read, by its English name. */
  language: string;
  /** Spans left for the next run. */
  pending: number;
  /** Daily notes that could not be read, which are read once they can. */
  unread: NoteProblem[];
  /** Why it failed, or why a part of it is left open. */
  problem: string | null;
  /** Runs in a row that failed or left a part open, this one counted; `firstFailure` names the first of them. */
  failures: number;
  firstFailure: string | null;
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
  run(options: {
    trigger: Run['trigger'];
    dryRun?: boolean;
    date?: string;
    signal?: AbortSignal;
  }): Promise<ConsolidationReport>;
  /** See History.undo. */
  undo(options?: UndoOptions): Promise<HistoryEntry[]>;
  versions(): Promise<HistoryEntry[]>;
  status(): Promise<ConsolidationStatus>;
}

export interface ConsolidatorOptions extends Partial<Pick<Planning, 'whyNot' | 'partChars' | 'maxParts'>> {
  vault: Vault;
  writer: Writer;
  sessionsDir: string;
  stateDir: string;
  runs: Runs;
  seenFiles: SeenFiles;
  history: History;
  tombstones: Tombstones;
  readPairs: ReadPairs;
  nearness: ReadNearness;
  /** Null: no model; only what is marked is promoted. */
  ask: Ask | null;
  clock: Clock;
  timezone: Timezone;
  log: Log;
  /** Size MEMORY.md is kept under. */
  budgetChars: number;
}

export const createConsolidator = (options: ConsolidatorOptions): Consolidator => new FileConsolidator(options);

class FileConsolidator implements Consolidator {
  readonly #options: ConsolidatorOptions;
  readonly #planning: Planning;
  #counting: Promise<number> | null = null;

  constructor(options: ConsolidatorOptions) {
    this.#options = options;
    const { ask, whyNot = () => null, tombstones, budgetChars, partChars = 24_000, maxParts = 20, log } = options;
    const { readPairs, nearness } = options;
    const today = (): string => localDate(options.clock.now(), options.timezone());
    const isForgotten = tombstones.covers;
    this.#planning = { ask, whyNot, isForgotten, readPairs, nearness, budgetChars, partChars, maxParts, today, log };
  }

  async run({
    trigger,
    dryRun = false,
    date,
    signal,
  }: {
    trigger: Run['trigger'];
    dryRun?: boolean;
    date?: string;
    signal?: AbortSignal;
  }): Promise<ConsolidationReport> {
    return await this.#alone(async () => await this.#consolidate(trigger, dryRun, date, signal));
  }

  async undo(options?: UndoOptions): Promise<HistoryEntry[]> {
    const { history, writer, clock } = this.#options;
    return await this.#alone(async () => await history.undo(writer, clock.now(), options));
  }

  async versions(): Promise<HistoryEntry[]> {
    return await this.#options.history.list();
  }

  async status(): Promise<ConsolidationStatus> {
    const { runs } = this.#options;
    return {
      lastRun: runs.last(1)[0] ?? null,
      pendingSpans: await this.#countOpen(),
      failures: runs.failures().count,
    };
  }

  /** The first look at an old home takes seconds: supervisors that ask meanwhile wait for the same one. */
  async #countOpen(): Promise<number> {
    this.#counting ??= countOpen(this.#sources()).finally(() => (this.#counting = null));
    return await this.#counting;
  }

  #sources(): GatherOptions {
    const { vault, timezone, log, sessionsDir, seenFiles, runs, ask } = this.#options;
    return {
      vault,
      sessionsDir,
      timezone: timezone(),
      log,
      hasModel: ask !== null,
      known: { files: seenFiles, done: runs.done },
    };
  }

  async #gather(only?: string): Promise<Gathered> {
    return await gatherSpans({ ...this.#sources(), only });
  }

  async #pending(only?: string): Promise<{ gathered: Gathered; spans: Span[] }> {
    const { runs, ask } = this.#options;
    const gathered = await this.#gather(only);
    const done = runs.done(gathered.spans.map((span) => span.hash));
    // Without a model the rest stays open: it is read as soon as there is one.
    return {
      gathered,
      spans: gathered.spans.filter((span) => !done.has(span.hash) && (ask !== null || span.isExplicit)),
    };
  }

  async #consolidate(
    trigger: Run['trigger'],
    dryRun: boolean,
    only: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ConsolidationReport> {
    const { clock, runs, vault, writer, log, budgetChars } = this.#options;
    const now = clock.now();
    const { gathered, spans } = await this.#pending(only);
    const record = (outcome: RunOutcome, note: string, done: readonly Span[], costUsd: number): void => {
      if (!dryRun) runs.finish(this.#begin(now, trigger, done), outcome, note, costUsd);
    };
    if (spans.length === 0) {
      if (trigger === 'schedule') record('done', 'nothing new', [], 0);
      return this.#report(gathered, spans, { outcome: 'nothing new' });
    }
    // Before a model is paid for it, and before a run is recorded.
    for (const file of [longTermFile, archiveFile]) await writer.requirePlace(file);
    const before = (await vault.read(longTermFile))?.bytes ?? null;
    const base = before !== null && before.length > 0 ? parseRaw(before) : emptyNote;
    const archive = openInArchive(parseRaw((await vault.read(archiveFile))?.bytes ?? Buffer.alloc(0)));
    const planned = await planChanges({ note: base, archive }, gathered, spans, this.#planning, signal);
    // Only what was accepted has sources that must still stand.
    const anew = planned.accepted.some((part) => part.length > 0) ? await this.#gather(only) : gathered;
    const plan = planOfWhatStands(planned, { base, before: gathered, now: anew, budgetChars });
    const { changes, rejected, archived, closed, problem, costUsd } = plan;
    const summary = summaryOf(changes);
    const covered = new Set([...plan.spans, ...withoutThose(spans, anew.spans)]);
    const pending = spans.length - covered.size;
    const found = { changes, rejected, archived: archived.length, problem, costUsd, summary, pending };
    if (planned.spans.length === 0) {
      if (!plan.isPostponed) record('failed', problem ?? '', [], costUsd);
      return this.#report(gathered, spans, { ...found, outcome: plan.isPostponed ? 'postponed' : 'failed' });
    }
    const outcome: RunOutcome = problem === null || plan.isPostponed ? 'done' : 'partly';
    const after = rawBytes(plan.note);
    const diff = unifiedDiff(longTermFile, fromRaw(base.raw, base), fromRaw(plan.note.raw, plan.note));
    // What is new and has no room goes to the archive at once: that is a change as well.
    const isSame = after.equals(before ?? Buffer.alloc(0)) && archived.length + closed.length === 0;
    if (isSame || dryRun) {
      record(outcome, summary, plan.spans, costUsd);
      return this.#report(gathered, spans, { ...found, diff, outcome: isSame ? 'unchanged' : 'changed' });
    }
    const id = this.#begin(now, trigger, plan.spans);
    const conflicts = await this.#write({ id, at: now.toISOString(), summary }, { before, after, archived, closed });
    runs.finish(id, outcome, summary, costUsd);
    log.info({ run: id, summary, conflicts, rejected: rejected.length, costUsd }, 'consolidated');
    return this.#report(gathered, spans, { ...found, id, diff, outcome: 'changed' });
  }

  /** Records that a run takes these spans. @returns its id */
  #begin(now: Date, trigger: Run['trigger'], spans: readonly Span[]): string {
    const { runs, timezone } = this.#options;
    const id = runId(now);
    const date = localDate(now, timezone());
    runs.begin(
      { id, date, trigger, startedAt: now },
      spans.map((span) => span.hash),
    );
    return id;
  }

  /** Writes what was planned, the earlier version first. @returns in how many places an edit by hand came between and stays */
  async #write(
    run: Parameters<History['add']>[0],
    { before, after, archived, closed }: Omit<Version, 'closed'> & { closed: readonly ClosedLine[] },
  ): Promise<number> {
    const { history, writer } = this.#options;
    await history.add(run, { before, after, archived, closed: closed.map(({ whole }) => whole) });
    if (archived.length + closed.length > 0)
      await writer.commit(archiveFile, (archive) =>
        rawBytes(closeInArchive(addToArchive(archive ? parseRaw(archive) : emptyNote, archived), closed)),
      );
    let conflicts = 0;
    /** What an undo goes back from and to: not what was planned, where an edit by hand came between. */
    let kept = { before, after };
    await writer.commit(
      longTermFile,
      (current) => {
        const merged = mergeNotes(before ?? Buffer.alloc(0), after, current ?? Buffer.alloc(0));
        conflicts = merged.conflicts;
        return current === null ? rawBytes(withTitle(parseRaw(merged.bytes))) : merged.bytes;
      },
      async (_path, current, written) => {
        const met = { before: current, after: written };
        if (isDeepStrictEqual(met, kept)) return;
        await history.renew(run.id, met);
        kept = met;
      },
    );
    return conflicts;
  }

  /** @param spans that were open when the run began */
  #report(
    { unread }: Pick<Gathered, 'unread'>,
    spans: readonly Span[],
    found: Partial<ConsolidationReport> & Pick<ConsolidationReport, 'outcome'>,
  ): ConsolidationReport {
    const { runs, ask } = this.#options;
    const { count: failures, first: firstFailure } = runs.failures();
    return {
      id: null,
      summary: summaryOf([]),
      changes: [],
      archived: 0,
      rejected: [],
      diff: '',
      pending: 0,
      unread,
      problem: null,
      costUsd: 0,
      days: [...new Set(spans.map((span) => span.date))],
      language: phrasesOf(spans.toReversed().map(({ text }) => text)).name,
      failures,
      firstFailure,
      modelless: ask === null,
      ...found,
    };
  }

  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const lock = takeLock(path.join(this.#options.stateDir, 'consolidation.lock'));
    if ('heldBy' in lock)
      throw new UserError(`A consolidation is running already (${lock.heldBy}). Try again when it is done.`);
    try {
      await recoverRuns(this.#options);
      return await work();
    } finally {
      lock.release();
    }
  }
}

/** The spans of which others hold nothing. */
function withoutThose(spans: readonly Span[], others: readonly Span[]): Span[] {
  const hashes = new Set(others.map(({ hash }) => hash));
  return spans.filter(({ hash }) => !hashes.has(hash));
}

/** Sorts by time, safe as a file name, different also for a clock that was set back. */
const runId = (at: Date): string => `${at.toISOString().replace(/[:.]/g, '-')}-${randomBytes(2).toString('hex')}`;

// Makes room in a session, and keeps what is worth keeping before anything leaves it: what falls out of the window is
// put into a few words that stand in its place, and facts go to the daily note of the day they were said on. Every step
// is in the session's file before the next, so that a process that dies in between pays for nothing twice.
import type { Clock } from '../../base/time/clock.ts';
import { localDate, localTime } from '../../base/time/local-time.ts';
import { ToolError, messageOf } from '../../base/errors.ts';
import { cutText } from '../../base/text/text.ts';
import { contentWords } from '../../memory/write/words.ts';
import type { Log } from '../../base/log.ts';
import { orAborted } from '../../base/concurrency/abortable.ts';
import type { Provider } from '../../models/provider.ts';
import { summaryMark } from '../../memory/text/own-words.ts';
import type { Entry } from '../../session/entry.ts';
import { type Turn, liveTurns } from '../../session/history.ts';
import type { Session } from '../../session/sessions.ts';
import { type DistillingModel, askDistiller, digest } from './summarizer.ts';
import { checkedNotes } from './checked-notes.ts';
import { isFromOthers } from '../approval/provenance-guard.ts';
import { provenanceOf } from '../approval/provenance.ts';
import { chosenModel } from '../preferred-model.ts';
import { type Spend, usageEntry } from '../spend.ts';
import { type Cut, type WindowLimits, ahead, planCut } from './context-window.ts';
import { audienceOf } from '../../base/session-key.ts';

export interface Compactor {
  /** Called between two messages: makes the summary ready that `fit` is going to need, once the session is three quarters full. */
  prepare(session: Session, signal: AbortSignal): Promise<void>;
  /** Cuts the session down to its window where it is over it: with the summary that is ready, or after asking for one. */
  fit(session: Session, signal: AbortSignal): Promise<void>;
  /** Puts everything but the open turn into a summary. Returns false when there is nothing to put away. */
  compact(session: Session, signal: AbortSignal): Promise<boolean>;
  /** A summary of all that the session holds but its open turn; empty where it holds nothing. */
  summarise(session: Session, signal: AbortSignal): Promise<string>;
  /** At a session's end: what is worth keeping goes to the daily notes, once. */
  flush(session: Session, signal: AbortSignal): Promise<void>;
  /** Runs work that takes words out of sessions while no summary is in the making, which would bring them back. */
  whileStill<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface Distiller extends Omit<DistillingModel, 'provider'> {
  provider: Provider;
  spend: Pick<Spend, 'payFor'>;
  /** Adds a line to the note of a day; the same line twice is one. Throws ToolError for a line that it won't take. */
  note(date: string, time: string, line: string): Promise<void>;
  /** The provider for the model that the person chose for the conversation (`provider/model`); null where the default one serves. */
  chosen?(model: string): Required<Pick<DistillingModel, 'prefer' | 'requestTokens'>> | null;
  log: Log;
}

export interface CompactorOptions {
  clock: Clock;
  limits: WindowLimits;
  /** Without a distiller, a summary is what each side said, shortened, and nothing goes to the notes. */
  distiller?: Distiller;
}

/** All methods throw when a file can't be written, and the signal's reason; the session is then as good as before. */
export const createCompactor = (options: CompactorOptions): Compactor => new SessionCompactor(options);

class SessionCompactor implements Compactor {
  readonly #options: CompactorOptions;
  readonly #working = new WeakMap<Session, Promise<unknown>>();
  readonly #unprepared = new WeakSet<Session>();
  readonly #busy = new Set<Promise<unknown>>();
  #still: Promise<unknown> = Promise.resolve();

  constructor(options: CompactorOptions) {
    this.#options = options;
  }

  async prepare(session: Session, signal: AbortSignal): Promise<void> {
    const { distiller, limits } = this.#options;
    if (!distiller || this.#unprepared.has(session)) return;
    await this.#alone(session, async () => {
      const cut = prepared(session.entries) ? null : planCut(session.entries, limits, ahead);
      if (!cut) return;
      // If this fails, it is tried again when the window is full, not after each turn.
      this.#unprepared.add(session);
      if ((await this.#distil(session, cut.dropped, 'compaction', signal)) !== null) this.#unprepared.delete(session);
    });
  }

  async fit(session: Session, signal: AbortSignal): Promise<void> {
    const { limits, distiller } = this.#options;
    if (!planCut(session.entries, limits)) return;
    const work = this.#alone(session, async () => {
      // A turn that was stopped while it waited here must not change what the next one builds on.
      signal.throwIfAborted();
      const ready = prepared(session.entries);
      if (ready) {
        if (distiller) await this.#takeNotes(session, distiller);
        await this.#put(session, ready, ready.summary);
      }
      await this.#apply(session, planCut(session.entries, limits), signal);
    });
    await orAborted(work, signal);
  }

  compact(session: Session, signal: AbortSignal): Promise<boolean> {
    const { limits } = this.#options;
    return orAborted(
      this.#alone(session, () => this.#apply(session, planCut(session.entries, { ...limits, maxMessages: 0 }), signal)),
      signal,
    );
  }

  async summarise(session: Session, signal: AbortSignal): Promise<string> {
    const work = this.#alone(session, async () => {
      const turns = liveTurns(session.entries).filter((turn) => turn.ended);
      const earlier = earlierSummary(session.entries);
      if (turns.length === 0) return earlier;
      return (await this.#distil(session, turns, 'compaction', signal)) ?? digest({ earlier, turns });
    });
    return await orAborted(work, signal);
  }

  whileStill<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#still;
    const result = (async () => {
      await before;
      await Promise.allSettled(this.#busy);
      return await work();
    })();
    this.#still = result.catch(() => undefined);
    return result;
  }

  async flush(session: Session, signal: AbortSignal): Promise<void> {
    const { distiller } = this.#options;
    if (!distiller) return;
    await this.#alone(session, async () => {
      await this.#takeNotes(session, distiller);
      const turns = liveTurns(session.entries).filter((turn) =>
        turn.entries.some((entry) => entry.role === 'assistant'),
      );
      const noted = turns.findIndex((turn) => turn.entries.at(-1)?.id === notedThrough(session.entries));
      const left = turns.slice(noted + 1);
      if (session.isPrivate || audienceOf(session.key) !== 'private' || !saysSomething(left)) return;
      const summary = await this.#distil(session, left, 'flush', signal);
      if (summary !== null) await this.#keepSummary(session, left, summary, distiller);
    });
  }

  #now() {
    const { clock } = this.#options;
    return clock.now().toISOString();
  }

  /** Runs one task at a time on a session. A task must read the session when it runs, not when it is queued. */
  #alone<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#working.get(session) ?? Promise.resolve()).then(async () => {
      let seen;
      do {
        seen = this.#still;
        await seen;
      } while (seen !== this.#still);
      const running = work();
      this.#busy.add(running);
      try {
        return await running;
      } finally {
        this.#busy.delete(running);
      }
    });
    this.#working.set(
      session,
      result.catch(() => undefined),
    );
    return result;
  }

  /** What a model makes of these turns, with its notes in the daily files; null where no model could be asked. */
  async #distil(
    session: Session,
    turns: readonly Turn[],
    purpose: 'compaction' | 'flush',
    signal: AbortSignal,
  ): Promise<string | null> {
    const { distiller } = this.#options;
    const through = turns.at(-1)?.entries.at(-1)?.id;
    if (!distiller || through === undefined) return null;
    await this.#takeNotes(session, distiller);
    const known = session.entries.findLast(
      (entry) => entry.type === 'distilled' && entry.through === through && entry.summary !== '',
    );
    if (known?.type === 'distilled') return known.summary;
    const answer = await this.#ask(session, turns, distiller, purpose, signal);
    if (!answer) return null;
    const { summary, notes } = answer;
    // What was said before others, or in private, is no note of the person's; nor is what others wrote.
    const own =
      session.isPrivate || audienceOf(session.key) === 'group'
        ? []
        : checkedNotes(
            notes.filter((note) => !isFromOthers(note.text, session.entries)),
            turns.flatMap((turn) => turn.entries),
            session.entries.flatMap((entry) => (entry.type === 'prefix' && entry.person ? [entry.person] : [])),
          );
    await session.append(usageEntry(this.#now(), purpose, answer), {
      type: 'distilled',
      at: this.#now(),
      through,
      summary: purpose === 'flush' ? '' : summary,
      notes: own,
    });
    await this.#takeNotes(session, distiller);
    return summary;
  }

  async #ask(session: Session, turns: readonly Turn[], distiller: Distiller, purpose: string, signal: AbortSignal) {
    try {
      const choice = chosenModel(session.entries);
      const provider = distiller.spend.payFor(distiller.provider, purpose);
      const asked = { ...distiller, provider, ...(choice !== undefined && distiller.chosen?.(choice)) };
      return await askDistiller(
        asked,
        {
          earlier: purpose === 'flush' ? lastSummary(session.entries) : earlierSummary(session.entries),
          turns,
          answered: session.entries.filter((entry) => entry.type === 'answered'),
          notedThrough: notedThrough(session.entries),
        },
        signal,
      );
    } catch (error) {
      signal.throwIfAborted();
      // No model, no money, or an answer of no use: the conversation goes on with a plainer summary, and the nightly
      // consolidation still reads the session's file. Also for a bug of a provider: no session is to be stuck on it.
      distiller.log.warn({ session: session.id, err: error }, `${purpose} without a model: ${messageOf(error)}`);
      return null;
    }
  }

  /** Brings to the daily files what was distilled and is not there yet. */
  async #takeNotes(session: Session, { note, log }: Distiller): Promise<void> {
    const done = session.entries.findLastIndex((entry) => entry.type === 'flushed');
    for (const { through, notes } of session.entries.slice(done + 1).filter((entry) => entry.type === 'distilled')) {
      for (const { date, time, text } of notes) {
        try {
          await note(date, time, text);
        } catch (error) {
          if (!(error instanceof ToolError)) throw error;
          log.warn({ session: session.id, reason: messageOf(error) }, 'a line could not be noted');
        }
      }
      await session.append({ type: 'flushed', at: this.#now(), through });
    }
  }

  /** A dated line in the daily note, which a search finds; and in the session, with which the next one begins. */
  async #keepSummary(
    session: Session,
    turns: readonly Turn[],
    summary: string,
    { note, timezone, log }: Distiller,
  ): Promise<void> {
    const saidAt = turns.at(-1)?.entries.at(-1)?.at;
    const text = cutText(summary.replaceAll('\n', ' ').trim(), maxSummaryUnits);
    if (saidAt === undefined || text === '') return;
    const at = new Date(saidAt);
    try {
      await note(localDate(at, timezone()), localTime(at, timezone()), `${summaryMark} ${text}`);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      log.warn({ session: session.id, reason: messageOf(error) }, 'a summary could not be noted');
    }
    await session.append({ type: 'session_summary', at: this.#now(), said_at: saidAt, text });
  }

  async #put(session: Session, cut: Cut, summary: string): Promise<void> {
    await session.append({ type: 'compaction', at: this.#now(), summary, dropped_before: cut.droppedBefore });
  }

  async #apply(session: Session, cut: Cut | null, signal: AbortSignal): Promise<boolean> {
    if (!cut) return false;
    const earlier = earlierSummary(session.entries);
    await this.#put(
      session,
      cut,
      (await this.#distil(session, cut.dropped, 'compaction', signal)) ?? digest({ earlier, turns: cut.dropped }),
    );
    return true;
  }
}

const maxSummaryUnits = 600;

const minWords = 4;

/** A greeting or a thank-you is not worth a model call; a text with a number may be, because the number may matter. */
export function saysSomething(turns: readonly Turn[]): boolean {
  const messages = turns.flatMap(({ entries }) => entries);
  if (messages.some(({ outcomes = [] }) => outcomes.some(({ receipts = [] }) => receipts.length > 0))) return true;
  const { own } = provenanceOf(messages);
  return /\p{N}/u.test(own) || contentWords(own).size >= minWords;
}

/** The cut for which a summary is ready: it was made ahead of time, or by a process that died before it could use it. */
function prepared(entries: readonly Entry[]): (Cut & { summary: string }) | null {
  const last = entries.findLast(
    (entry) => entry.type === 'compaction' || (entry.type === 'distilled' && entry.summary !== ''),
  );
  if (last?.type !== 'distilled') return null;
  const turns = liveTurns(entries);
  const end = turns.findIndex((turn) => turn.ended && turn.entries.at(-1)?.id === last.through);
  return end < 0
    ? null
    : {
        dropped: turns.slice(0, end + 1),
        droppedBefore: turns[end + 1]?.entries[0]?.id ?? null,
        summary: last.summary,
      };
}

const notedThrough = (entries: readonly Entry[]): string | undefined =>
  entries.findLast((entry) => entry.type === 'flushed')?.through;

/** The summary that reaches furthest: one that was made ahead of time counts, although nothing was put away by it yet. */
function lastSummary(entries: readonly Entry[]): string {
  const last = entries.findLast(
    (entry) =>
      entry.type === 'compaction' ||
      entry.type === 'session_summary' ||
      (entry.type === 'distilled' && entry.summary !== ''),
  );
  if (last?.type === 'session_summary') return last.text;
  return last?.type === 'compaction' || last?.type === 'distilled' ? last.summary : '';
}

/** The summary of what was put away. */
function earlierSummary(entries: readonly Entry[]): string {
  const last = entries.findLast((entry) => entry.type === 'compaction');
  return last?.summary ?? '';
}

// What is done for conversations between their messages: a summary made ready after a reply, and the worth of a
// conversation noted when it has ended or gone idle. Never in the way of the next message; what a stop leaves undone is
// taken up at the next start, and the nightly consolidation reads the files anyway.
import { type Clock, sleepUntil } from '../base/time/clock.ts';
import { messageOf } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { type Address, parseSessionKey } from '../base/session-key.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import type { SessionKey } from './channel.ts';
import type { Compactor } from './context/compaction.ts';

export interface Upkeep {
  /**
   * Takes up what an earlier run left; from now on conversations are noted as soon as they have gone idle.
   * @param isOwn whether this process runs the conversation: another process may have it open otherwise
   */
  start(isOwn: (address: Address) => boolean): void;
  /** After a turn of the conversation. */
  turnEnded(key: SessionKey): void;
  /** Another session has replaced this one. */
  sessionEnded(session: Session): void;
  /** Aborts the work that runs: all of it can be repeated. */
  close(): Promise<void>;
}

export interface UpkeepParts {
  compactor: Compactor;
  sessions: Sessions;
  /** A pause after which a conversation is over. */
  idleResetMs: number;
  clock: Clock;
  log: Log;
}

/** The pause before a model is asked for anything: the person may go on at once. */
const quietMs = 20_000;

/** Sessions of an earlier run that are looked at, and how old their last word may be; the nightly run has read what is older. */
const maxLeft = 20;
const maxLeftMs = 24 * 3_600_000;

export const createUpkeep = (options: UpkeepParts): Upkeep => new SessionUpkeep(options);

class SessionUpkeep implements Upkeep {
  readonly #options: UpkeepParts;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #idling = new Map<SessionKey, AbortController>();
  #watchesIdle = false;

  constructor(options: UpkeepParts) {
    this.#options = options;
  }

  start(isOwn: (address: Address) => boolean): void {
    this.#watchesIdle = true;
    this.#aside('could not note what an earlier run left', () => this.#takeUp(isOwn));
  }

  turnEnded(key: SessionKey): void {
    const { sessions, compactor } = this.#options;
    this.#aside('could not look after a conversation', async () => {
      const session = await sessions.current(key);
      this.#flushWhenIdle(session);
      await compactor.prepare(session, this.#closing.signal);
    });
  }

  sessionEnded(session: Session): void {
    const { clock } = this.#options;
    this.#idling.get(session.key)?.abort();
    this.#aside('could not note the end of a conversation', async () => {
      await clock.sleep(quietMs, this.#closing.signal);
      await this.#flushEnded(session);
    });
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('closing'));
    await Promise.all(this.#running);
  }

  /** Runs work beside the turns. A failure is only logged: the session's file still holds everything. */
  #aside(what: string, work: () => Promise<void>): void {
    const { log } = this.#options;
    const run = work()
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) log.error({ err: error }, `${what}: ${messageOf(error)}`);
      })
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  #flushWhenIdle(session: Session): void {
    const { clock, idleResetMs, compactor } = this.#options;
    this.#idling.get(session.key)?.abort();
    const since = lastWordAt(session);
    if (!this.#watchesIdle || since === null) return;
    const waiting = new AbortController();
    this.#idling.set(session.key, waiting);
    const signal = AbortSignal.any([this.#closing.signal, waiting.signal]);
    this.#aside('could not note an idle conversation', async () => {
      try {
        await sleepUntil(clock, new Date(since + idleResetMs), signal);
      } catch {
        return;
      }
      await compactor.flush(session, this.#closing.signal);
    });
  }

  async #flushEnded(session: Session): Promise<void> {
    const { compactor, sessions } = this.#options;
    try {
      await compactor.flush(session, this.#closing.signal);
    } finally {
      await sessions.retire(session);
    }
  }

  /** The sessions that an earlier run did not come to note: those that ended, and the current ones as soon as they are idle. */
  async #takeUp(isOwn: (address: Address) => boolean): Promise<void> {
    const { clock, sessions } = this.#options;
    await clock.sleep(quietMs, this.#closing.signal);
    const seen = new Set<SessionKey>();
    let count = 0;
    for await (const { id, key } of sessions.newest()) {
      const address = parseSessionKey(key);
      if (address === null || !isOwn(address)) continue;
      count += 1;
      this.#closing.signal.throwIfAborted();
      if (count > maxLeft) {
        if (seen.has(key)) await sessions.shrink(id);
      } else if (seen.has(key)) await this.#flushLeft(id, key);
      else if (!this.#idling.has(key)) this.#flushWhenIdle(await sessions.current(key));
      seen.add(key);
    }
  }

  async #flushLeft(id: string, key: SessionKey): Promise<void> {
    const { sessions, clock } = this.#options;
    const session = await sessions.reopen(id, key);
    const since = lastWordAt(session);
    if (since !== null && clock.now().getTime() - since < maxLeftMs) await this.#flushEnded(session);
    else await sessions.retire(session);
  }
}

function lastWordAt(session: Session): number | null {
  const last = session.entries.findLast((entry) => entry.type === 'message');
  return last ? Date.parse(last.at) : null;
}

// Which session a conversation is in. A session is one file named by a UUID that sorts by time; the current one of a key
// is the newest whose first line bears the key. There is no second record of it that could disagree.
import { openRegular } from '../base/files/regular-file.ts';
import { chmod, mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../base/time/clock.ts';
import { createPace } from '../base/concurrency/cooperative.ts';
import { isFlushFailure, messageOf } from '../base/errors.ts';
import { privateFolder } from '../base/files/files.ts';
import { ifThere } from '../base/files/if-there.ts';
import type { Log } from '../base/log.ts';
import { createMutex } from '../base/concurrency/mutex.ts';
import { createUuid, uuidTime } from '../base/text/uuid.ts';
import { type Entry, type SessionEntry, entryOfEnded, parseEntry, transcriptVersion } from './entry.ts';
import {
  type Rewrite,
  type Transcript,
  createMemoryTranscript,
  loadTranscript,
  openTranscript,
  rewriteTranscript,
} from './transcript.ts';

export interface Session {
  readonly id: string;
  readonly key: string;
  /** Empty for a private one, which has none. */
  readonly file: string;
  /** It is in memory only and gone with the process. */
  readonly isPrivate: boolean;
  readonly entries: readonly Entry[];
  /** On disk, together, when it resolves. */
  append(...entries: Entry[]): Promise<void>;
}

export interface Sessions {
  /** The current session of a conversation; a first one is made where there is none. */
  current(key: string): Promise<Session>;
  /** Makes a new session and lets it be the current one. The one before can be appended to until it is retired. */
  start(key: string, options?: { isPrivate: boolean }): Promise<Session>;
  /** Opens one that is no longer current, to append to it until it is retired. */
  reopen(id: string, key: string): Promise<Session>;
  /** Closes the file of a session that is no longer current, and takes out of it what only a next request would need. */
  retire(session: Session): Promise<void>;
  /** Does the same for a session that was closed without, by a crash or by an earlier version; nothing for one that is open. */
  shrink(id: string): Promise<void>;
  /** Writes every session again in which the change makes a difference, also those that were renamed as damaged. */
  rewrite(change: Rewrite): Promise<void>;
  /** Shows every entry of every session that can be read, with the session's id, in slices between which the event loop turns. */
  each(visit: (entry: Entry, id: string) => void): Promise<void>;
  /** The first lines of sessions, newest first, each read as it is asked for: there are thousands after some years. */
  newest(): AsyncIterable<SessionEntry & { file: string }>;
  close(): Promise<void>;
}

export interface SessionsOptions {
  /** Made where it is missing, readable to its owner only. */
  dir: string;
  clock: Clock;
  log: Log;
  /** Called before an `append` rejects whose lines may or may not be on disk. */
  onFlushFailure?: (error: unknown) => void;
}

export async function openSessions(options: SessionsOptions): Promise<Sessions> {
  const { dir } = options;
  await mkdir(dir, { recursive: true, mode: privateFolder });
  await chmod(dir, privateFolder);
  return createSessions(options);
}

const sliceMs = 20;

const ended: Rewrite = { entry: entryOfEnded, damaged: (line) => line, after: [] };

type Opening = () => Promise<{ session: Session; transcript: Transcript }>;

const createSessions = (options: SessionsOptions): Sessions => new FolderSessions(options);

class FolderSessions implements Sessions {
  readonly #options: SessionsOptions;
  /** The current ones, by their keys. */
  readonly #opened = new Map<string, Promise<Session>>();
  /** All that are open. Who has files to itself goes by this: an opening that is only asked for waits for the lock itself. */
  readonly #loaded = new Map<Session, Transcript>();
  /** Openings that have begun: they wait for no lock, and not for each other. */
  readonly #opening = new Set<Promise<Session>>();
  /** While files are written again, no opening begins. */
  readonly #exclusive = createMutex();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  async current(key: string): Promise<Session> {
    return await (this.#opened.get(key) ?? this.#hold(key, () => this.#find(key)));
  }

  async start(key: string, { isPrivate }: { isPrivate: boolean } = { isPrivate: false }): Promise<Session> {
    const made = async () => (isPrivate ? this.#makePrivate(key) : await this.#make(key));
    return await this.#hold(key, made);
  }

  async reopen(id: string, key: string): Promise<Session> {
    return await this.#open(() => this.#load(id, key));
  }

  async retire(session: Session): Promise<void> {
    // Not while words are taken out of all sessions: one of the two would bring back what the other took out.
    await this.#alone(async () => {
      const transcript = this.#loaded.get(session);
      this.#loaded.delete(session);
      try {
        if (!session.isPrivate) await transcript?.rewrite(ended);
      } catch (error) {
        const { log } = this.#options;
        log.warn({ session: session.id, reason: messageOf(error) }, 'an ended session could not be made smaller');
      } finally {
        await transcript?.close();
      }
    });
  }

  async shrink(id: string): Promise<void> {
    const file = this.#fileOf(id);
    if (!(await beginsWhole(file))) return;
    await this.#alone(async () => {
      if (![...this.#loaded.keys()].some((session) => session.file === file)) await rewriteTranscript(file, ended);
    });
  }

  async rewrite(change: Rewrite): Promise<void> {
    await this.#alone(() => this.#rewriteAll(change));
  }

  async each(visit: (entry: Entry, id: string) => void): Promise<void> {
    const pace = createPace(sliceMs);
    for (const id of await this.#ids())
      for (const entry of await loadTranscript(this.#fileOf(id), this.#options.log).catch(() => [])) {
        visit(entry, id);
        if (pace.due) await pace.rest();
      }
  }

  async *newest(): AsyncGenerator<SessionEntry & { file: string }> {
    for (const id of (await this.#ids()).toReversed()) {
      const head = await readHead(this.#fileOf(id));
      if (head && head !== 'damaged') yield { ...head, file: this.#fileOf(id) };
    }
  }

  async close(): Promise<void> {
    this.#opened.clear();
    // Behind all that was asked for before.
    await this.#alone(async () => {
      for (const transcript of this.#loaded.values()) await transcript.close();
      this.#loaded.clear();
    });
  }

  async #rewriteAll(change: Rewrite): Promise<void> {
    const { dir } = this.#options;
    const held = [...this.#loaded];
    const open = new Map(held.map(([{ file }, transcript]) => [file, transcript]));
    for (const [{ isPrivate }, transcript] of held) if (isPrivate) await transcript.rewrite(change);
    for (const name of (await this.#files()).filter(
      (name) => uuidFile.test(name) || name.endsWith(`${ending}.damaged`),
    )) {
      const file = path.join(dir, name);
      const transcript = open.get(file);
      if (transcript) await transcript.rewrite(change);
      else await rewriteTranscript(file, change);
    }
  }

  async #open(work: Opening): Promise<Session> {
    const { opening } = await this.#exclusive(() => Promise.resolve({ opening: this.#begin(work) }));
    return await opening;
  }

  async #begin(work: Opening): Promise<Session> {
    const opening = work().then(({ session, transcript }) => {
      this.#loaded.set(session, transcript);
      return session;
    });
    this.#opening.add(opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(opening);
    }
  }

  /** Does work while no session is being opened. */
  #alone(work: () => Promise<void>): Promise<void> {
    return this.#exclusive(async () => {
      await Promise.allSettled(this.#opening);
      await work();
    });
  }

  #fileOf(id: string) {
    const { dir } = this.#options;
    return path.join(dir, `${id}${ending}`);
  }

  /** The names of all files; none where somebody has removed the folder. */
  async #files(): Promise<string[]> {
    return (await ifThere(readdir(this.#options.dir))) ?? [];
  }

  async #ids() {
    return (await this.#files())
      .filter((name) => uuidFile.test(name))
      .map((name) => name.slice(0, -ending.length))
      .toSorted();
  }

  async #load(id: string, key: string) {
    const { log, onFlushFailure } = this.#options;
    const file = this.#fileOf(id);
    const transcript = await openTranscript(file, log);
    async function append(...entries: Entry[]): Promise<void> {
      try {
        await transcript.append(...entries);
      } catch (error) {
        if (isFlushFailure(error)) onFlushFailure?.(error);
        throw error;
      }
    }
    const session: Session = { id, key, file, isPrivate: false, entries: transcript.entries, append };
    return { session, transcript };
  }

  #makePrivate(key: string) {
    const { clock } = this.#options;
    const id = createUuid(clock.now().getTime());
    const transcript = createMemoryTranscript({
      type: 'session',
      version: transcriptVersion,
      id,
      key,
      created_at: clock.now().toISOString(),
    });
    const session: Session = {
      id,
      key,
      file: '',
      isPrivate: true,
      entries: transcript.entries,
      append: transcript.append,
    };
    return { session, transcript };
  }

  async #make(key: string) {
    const { clock } = this.#options;
    // A clock that was set back must not make the new session older than the one it follows.
    const newest = (await this.#ids()).at(-1);
    const now = clock.now();
    const id = createUuid(Math.max(now.getTime(), newest ? uuidTime(newest) + 1 : 0));
    const made = await this.#load(id, key);
    await made.session.append({ type: 'session', version: transcriptVersion, id, key, created_at: now.toISOString() });
    return made;
  }

  async #find(key: string) {
    for (const id of (await this.#ids()).toReversed()) {
      const head = await readHead(this.#fileOf(id));
      if (head === 'damaged') await this.#setAside(id);
      else if (head?.key === key) return await this.#load(id, key);
    }
    return await this.#make(key);
  }

  /** Keeps a file that lost its first line, byte for byte, out of the way. */
  async #setAside(id: string): Promise<void> {
    const { log } = this.#options;
    const aside = `${this.#fileOf(id)}.damaged`;
    await rename(this.#fileOf(id), aside);
    log.warn(
      { file: this.#fileOf(id), line: 1, aside },
      `${this.#fileOf(id)}:1: damaged first line, so the whole file is renamed to ${aside}`,
    );
  }

  /** One opening at a time for a key; a failed one is not remembered. */
  #hold(key: string, work: Opening): Promise<Session> {
    const opening = this.#open(work);
    this.#opened.set(key, opening);
    opening.catch(() => {
      if (this.#opened.get(key) === opening) this.#opened.delete(key);
    });
    return opening;
  }
}

const ending = '.jsonl';
const uuidFile = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl$/;
const headBytes = 4096;

/** The beginning of a file; null for one that is not there. */
async function readBeginning(file: string): Promise<string | null> {
  const handle = await ifThere(openRegular(file));
  if (!handle) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

const prefixStart = '{"type":"prefix"';
const systemStart = '"system":"';

/** Whether a file begins with a prefix that has its system prompt still. The first of it shows that. */
async function beginsWhole(file: string): Promise<boolean> {
  const text = (await readBeginning(file)) ?? '';
  const prefix = text.indexOf(`\n${prefixStart}`);
  const system = prefix < 0 ? -1 : text.indexOf(systemStart, prefix);
  return system >= 0 && text[system + systemStart.length] !== '"';
}

/** The first line of a file; undefined for one that vanished or is empty, `damaged` for one that does not begin as it should. */
async function readHead(file: string): Promise<SessionEntry | 'damaged' | undefined> {
  const text = await readBeginning(file);
  // Empty: a crash came between making the file and its first line.
  if (text === null || text === '') return undefined;
  try {
    const entry = parseEntry(text.split('\n', 1)[0] ?? '');
    return entry.type === 'session' ? entry : 'damaged';
  } catch {
    return 'damaged';
  }
}

// The memory as a library: `import { openVault } from 'scrubjay/memory'`. A folder of Markdown notes that another program
// searches and writes as Scrubjay does, with nothing else of Scrubjay. docs/library.md shows it in use.
import path from 'node:path';
import { systemClock } from '../base/time/clock.ts';
import { localDate, localTime } from '../base/time/local-time.ts';
import { silentLog } from '../base/log.ts';
import { openEmbedder } from './embed/open.ts';
import { openMemory } from './memory.ts';
import { type Keep, createWriter } from './write/writer.ts';

export interface VaultOptions {
  /** The folder of notes (`*.md`, also in folders below it); made when it is missing. */
  dir: string;
  /** Where the index and the written model are kept, both disposable. By default `.scrubjay` below `dir`. */
  stateDir?: string;
  /**
   * Of the vectors: `all-MiniLM-L6-v2`, which comes with the package and is the default; `none` to search by words only; or the
   * name of a model at Hugging Face, which is downloaded when it is first used.
   */
  model?: string;
  /** An IANA time zone, in which "yesterday" and the days of notes are meant; by default the system's. */
  timezone?: string;
  /** Update the index between searches as well; for a long-running program. Off by default. */
  watch?: boolean;
}

export interface VaultSearch {
  /** The most results; 6 by default. */
  limit?: number;
  /** First and last day of what counts, `YYYY-MM-DD`; notes without a date are left out then. */
  since?: string;
  until?: string;
  /** Up to four other ways to say the same, in the words or the languages of the notes: what stands high in several stands higher. */
  queries?: readonly string[];
  signal?: AbortSignal;
}

export interface VaultResult {
  /** Relative to the folder, with `/`. */
  path: string;
  /** 1-based, inclusive. */
  startLine: number;
  endLine: number;
  /** How sure the search is, 0 to 1. */
  score: number;
  text: string;
}

export interface VaultChange {
  /** Relative to the folder, with `/`. */
  path: string;
  /** 1-based: where the text is now, or was before it was removed. */
  line: number;
  /** False where the note said so already. */
  changed: boolean;
}

export interface OpenVault {
  /**
   * The passages that answer a question, best first; none where nothing does. A note saved before the call is in the answer.
   * @throws Error for a `since` or `until` that is no day
   */
  search(query: string, options?: VaultSearch): Promise<VaultResult[]>;
  /** The text of a note, or null where there is none. @throws Error for one that can't be read */
  read(notePath: string): Promise<string | null>;
  /** Adds `- HH:MM text` to the note of the day, `YYYY-MM-DD.md`. On disk when it resolves. */
  remember(text: string): Promise<VaultChange>;
  /** Replaces a passage that stands in the note exactly once. @throws Error where it does not */
  replace(notePath: string, passage: string, replacement: string): Promise<VaultChange>;
  /** Removes a passage that stands in the note exactly once. @throws Error where it does not */
  remove(notePath: string, passage: string): Promise<VaultChange>;
  /** Brings the index up to date, vectors included: then the first search need not. */
  index(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a folder of notes. One at a time a process; several processes may have the same folder open. To be closed. */
export async function openVault(options: VaultOptions): Promise<OpenVault> {
  const { dir, stateDir = path.join(dir, '.scrubjay'), model = 'all-MiniLM-L6-v2', watch = false } = options;
  const zone = options.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const embedder = openEmbedder({ model, cacheDir: path.join(stateDir, 'cache'), log: silentLog });
  const memory = await openMemory({
    dir,
    indexFile: path.join(stateDir, 'index.db'),
    timezone: () => zone,
    clock: systemClock,
    log: silentLog,
    embedder,
    closesEmbedder: true,
    store: 'full',
    watch,
  });
  const writer = createWriter({ vault: memory.vault });
  return {
    search: async (query, how) => (await memory.search(query, how)).results,
    read: async (notePath) => (await memory.vault.read(notePath))?.text ?? null,
    async remember(text) {
      const now = systemClock.now();
      return changeOf(await writer.appendDaily(localDate(now, zone), localTime(now, zone), text, unrecorded));
    },
    replace: async (notePath, passage, replacement) => changeOf(await writer.replace(notePath, passage, replacement)),
    remove: async (notePath, passage) => changeOf(await writer.remove(notePath, passage)),
    index: async () => void (await memory.index()),
    close: async () => await memory.close(),
  };
}

/** No call is known to repeat another one: each is a line of its own. */
const unrecorded: Keep = () => Promise.resolve();

const changeOf = ({ path, line, changed }: VaultChange): VaultChange => ({ path, line, changed });

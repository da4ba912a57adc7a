// The answers of the last seconds, for a question that is asked again while nothing has changed: what a message says is searched while
// its channel waits for more of it, and again when its turn begins. In memory only.
import type { SearchAnswer, SearchOptions } from './search.ts';

export type KeptAnswer = Omit<SearchAnswer, 'tookMs'>;

/** What an answer was made of: it holds as long as this is the table in use, and of this version. */
interface Table {
  readonly version: number;
}

interface Kept {
  answer: KeptAnswer;
  table: Table;
  version: number;
  atMs: number;
}

const keptForMs = 10_000;
const maxKept = 8;

/** Names a question. How long it may take and what ends it make no difference to a whole answer. @param day of the asker's */
export const questionKey = (query: string, search: SearchOptions, day: string): string =>
  JSON.stringify([query, day, { ...search, signal: undefined, embedWaitMs: undefined }]);

export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();

  has(key: string): boolean {
    return this.#kept.has(key);
  }

  /** @param table in use, brought up to date just now */
  find(key: string, table: Table): KeptAnswer | null {
    const kept = this.#kept.get(key);
    if (!kept) return null;
    const holds = kept.table === table && kept.version === table.version && performance.now() - kept.atMs < keptForMs;
    if (!holds) this.#kept.delete(key);
    return holds ? kept.answer : null;
  }

  /** @param version of the table from before the answer was made to its end */
  keep(key: string, answer: KeptAnswer, table: Table, version: number): void {
    this.#kept.delete(key);
    if (table.version !== version) return;
    this.#kept.set(key, { answer, table, version, atMs: performance.now() });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
  }

  clear(): void {
    this.#kept.clear();
  }
}

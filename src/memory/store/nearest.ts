// Asks sqlite-vec which vectors are nearest to one, among all that the index has: a tenth of a second for a hundred thousand, so in a
// thread of its own with a connection of its own. This file is that thread's program as well.
import path from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { packageRoot } from '../../base/files/package-root.ts';
import { openIndexReader } from './index-file.ts';

/** Node loads this file itself, so it is the built one, also when this module runs from the sources, as in the tests. */
const program = () => path.join(packageRoot(), 'dist/memory/store/nearest.cjs');

/** sqlite-vec refuses a larger `k`. */
const maxNearest = 4096;

interface Question {
  query: Int8Array;
  max: number;
}

export interface Nearest {
  /** The contents with the nearest vectors, nearest first; none when the index has no vectors of that length or the thread fails. Never rejects. */
  find(query: Int8Array, max: number): Promise<number[]>;
  close(): Promise<void>;
}

/**
 * The thread begins with the first question.
 * @param onFailure told once why nothing is found any more
 */
export function openNearest(indexFile: string, onFailure: (error: Error) => void): Nearest {
  let thread: Worker | null = null;
  const waiting: ((found: number[]) => void)[] = [];

  function lose(): void {
    thread = null;
    for (const answer of waiting.splice(0)) answer([]);
  }

  function start(): Worker {
    const started = new Worker(program(), { workerData: indexFile });
    started.unref();
    started.on('message', (found: number[]) => waiting.shift()?.(found));
    started.on('error', (error: Error) => {
      onFailure(error);
      lose();
    });
    started.on('exit', lose);
    return started;
  }

  return {
    async find(query, max) {
      const asked = (thread ??= start());
      const found = new Promise<number[]>((resolve) => waiting.push(resolve));
      asked.ref();
      asked.postMessage({ query, max } satisfies Question);
      try {
        return await found;
      } finally {
        if (waiting.length === 0) thread?.unref();
      }
    },
    async close() {
      await thread?.terminate();
    },
  };
}

/** The contents with the nearest vectors. @throws what SQLite throws */
function findIn(indexFile: string, { query, max }: Question): number[] {
  const db = openIndexReader(indexFile);
  try {
    return db
      .prepare<[Buffer, number], number>(
        'SELECT rowid FROM vec WHERE embedding MATCH vec_int8(?) AND k = ? ORDER BY distance',
      )
      .pluck()
      .all(Buffer.from(query.buffer, query.byteOffset, query.byteLength), Math.min(max, maxNearest));
  } finally {
    db.close();
  }
}

if (!isMainThread && typeof workerData === 'string')
  parentPort?.on('message', (question: Question) => {
    let found: number[] = [];
    try {
      found = findIn(workerData as string, question);
    } catch {
      // The index has no vectors yet, or those of another model: search goes by words. Damage is found where rows are read.
    }
    parentPort?.postMessage(found);
  });

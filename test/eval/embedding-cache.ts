// Keeps what the embedder said of a text between two runs of the measurements, outside the repository: the model's pass
// over some 30,000 lines is most of their time. Exact: the same numbers come back. Disposable.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Embedder, Embedding } from '../../src/memory/embed/embedder.ts';

interface Row {
  pooled: Buffer;
  ids: Buffer;
  vectors: Buffer;
}

/** Of the same kind as the embedder behind it; always asks for token vectors. What it says of pairs is not kept. */
export function openCachedEmbedder(embedder: Embedder, folder: string): Embedder {
  mkdirSync(folder, { recursive: true });
  const db = new Database(path.join(folder, `${embedder.modelId.replace(/\W+/g, '-')}.db`));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  db.exec(
    'CREATE TABLE IF NOT EXISTS embedding (key BLOB PRIMARY KEY, text TEXT NOT NULL, pooled BLOB NOT NULL, ids BLOB NOT NULL, vectors BLOB NOT NULL)',
  );
  const one = db.prepare<[Buffer], Row>('SELECT pooled, ids, vectors FROM embedding WHERE key = ?');
  const add = db.prepare<[Buffer, string, Buffer, Buffer, Buffer]>(
    'INSERT OR IGNORE INTO embedding VALUES (?, ?, ?, ?, ?)',
  );
  const keyOf = (text: string): Buffer => createHash('sha256').update(text).digest();

  const known = (text: string): Embedding | null => {
    const row = one.get(keyOf(text));
    return row
      ? { pooled: floats(row.pooled), tokens: { ids: new Int32Array(bytesOf(row.ids)), vectors: floats(row.vectors) } }
      : null;
  };
  const keep = db.transaction((texts: readonly string[], embeddings: readonly Embedding[]) => {
    for (const [i, text] of texts.entries()) {
      const { pooled, tokens } = embeddings[i] ?? {};
      if (pooled && tokens)
        add.run(
          keyOf(text),
          text,
          Buffer.from(pooled.buffer, pooled.byteOffset, pooled.byteLength),
          Buffer.from(Int32Array.from(tokens.ids).buffer),
          Buffer.from(Float32Array.from(tokens.vectors).buffer),
        );
    }
  });

  return {
    modelId: embedder.modelId,
    dimensions: embedder.dimensions,
    hasTokens: embedder.hasTokens,
    prepare: () => embedder.prepare(),
    async embed(texts, options = {}) {
      const missing = [...new Set(texts)].filter((text) => !known(text));
      if (missing.length > 0) keep(missing, await embedder.embed(missing, { ...options, tokens: true }));
      return texts.map((text) => known(text) ?? { pooled: new Float32Array(embedder.dimensions) });
    },
    ...(embedder.compare ? { compare: embedder.compare } : {}),
    ...(embedder.judgeHelp ? { judgeHelp: embedder.judgeHelp } : {}),
    release: () => embedder.release(),
    async close() {
      db.close();
      await embedder.close();
    },
  };
}

/** On a boundary of its own: typed arrays can't start anywhere in a buffer. */
const bytesOf = (buffer: Buffer): ArrayBuffer => Uint8Array.from(buffer).buffer;
const floats = (buffer: Buffer): Float32Array => new Float32Array(bytesOf(buffer));

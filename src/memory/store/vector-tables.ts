// What the model said of each text: its pooled vector (sqlite-vec) and its token vectors. Equal texts are one content, embedded
// once; a content without lines stays until `removeOrphans` meets it, so that text which moves keeps its vectors.
import type Database from 'better-sqlite3';
import { packTokens } from '../kernel/token-bytes.ts';
import { keyOf, openIndexReader } from './index-file.ts';
import type { Meta } from './meta.ts';
import type { Change } from './snapshot-name.ts';
import { createTokenCache } from './token-cache.ts';
import type { Transaction } from './transaction.ts';

export interface StoredVectors {
  contentId: number;
  pooled: Int8Array;
  /** One after the other. */
  tokens?: Int8Array;
}

/** A content without vectors, and one of the lines that have it. */
export interface PendingRow {
  contentId: number;
  /** What the model reads. */
  input: string;
}

/** Where contents without lines go, or vectors come to lie elsewhere, what a snapshot holds stays as it is. */
const nothing: Change = { contents: [] };

/** For each vector. */
const mostHoles = 0.25;
/** A step takes some 5 ms. */
const movedPerStep = 100;

export type VectorTables = ReturnType<typeof createVectorTables>;

// oxlint-disable-next-line max-lines-per-function -- its statements are prepared once, and each method is a line or two over them
export function createVectorTables(
  db: Database.Database,
  { transaction, meta }: { transaction: Transaction; meta: Meta },
) {
  const q = {
    content: db.prepare<[Buffer], { id: number; embedded: number }>('SELECT id, embedded FROM content WHERE hash = ?'),
    isPending: db
      .prepare<[number], number>(
        'SELECT embedded = 0 FROM content WHERE id = (SELECT content_id FROM chunk WHERE id = ?)',
      )
      .pluck(),
    pendingOf: db
      .prepare<[number], number>(
        'SELECT count(*) FROM chunk WHERE content_id = ? AND (SELECT embedded FROM content WHERE id = chunk.content_id) = 0',
      )
      .pluck(),
    addContent: db.prepare<[Buffer]>('INSERT INTO content (hash) VALUES (?)'),
    pending: db.prepare<[number, number], PendingRow>(
      `SELECT c.id AS contentId, k.input FROM content c JOIN chunk k ON k.id = (SELECT id FROM chunk WHERE content_id = c.id LIMIT 1)
       WHERE c.embedded = 0 AND c.id > ? ORDER BY c.id LIMIT ?`,
    ),
    lastContent: db.prepare<[], number | null>('SELECT max(id) FROM content').pluck(),
    pendingLines: db
      .prepare<[], number>('SELECT count(*) FROM chunk WHERE content_id IN (SELECT id FROM content WHERE embedded = 0)')
      .pluck(),
    orphans: db
      .prepare<[number, number], number>(
        'SELECT id FROM content c WHERE id > ? AND id <= ? AND NOT EXISTS (SELECT 1 FROM chunk WHERE content_id = c.id)',
      )
      .pluck(),
    dropContent: db.prepare<[number]>('DELETE FROM content WHERE id = ?'),
    dropTokens: db.prepare<[number]>('DELETE FROM token WHERE content_id = ?'),
    addTokens: db.prepare<[number, Buffer]>('INSERT OR REPLACE INTO token (content_id, vectors) VALUES (?, ?)'),
    // Some five hundred for a search: one by one they would take half as long again.
    tokens: db
      .prepare<[string], [number, Buffer]>(
        'SELECT content_id, vectors FROM token WHERE content_id IN (SELECT value FROM json_each(?))',
      )
      .raw(),
    markEmbedded: db.prepare<[number]>('UPDATE content SET embedded = 1 WHERE id = ?'),
    unmark: db.prepare<[]>('UPDATE content SET embedded = 0 WHERE embedded = 1'),
  };
  /** Null until some model was used: only then is it known how long its vectors are. */
  let vec = prepareVec(db);
  const cached = createTokenCache();
  /** Lines without vectors. Counted as they come and go: a search asks for it, and there may be a million. */
  let pendingLines = 0;
  function recount(): void {
    pendingLines = q.pendingLines.get() ?? 0;
  }
  recount();

  return {
    /** The content of one more line, by what the model reads of it. To be called in a transaction. */
    contentFor(input: string): number {
      const hash = keyOf(input);
      const content = q.content.get(hash);
      if (!content?.embedded) pendingLines += 1;
      return content?.id ?? Number(q.addContent.run(hash).lastInsertRowid);
    },
    /** This chunk is about to be deleted. */
    uncount(chunkId: number): void {
      if (pendingLines > 0) pendingLines -= q.isPending.get(chunkId) ?? 0;
    },
    /** A transaction that changed lines or vectors has failed, so what was counted in it does not count. */
    recount,

    removeOrphans(after: number, span: number): number {
      const orphans = q.orphans.all(after, after + span);
      if (orphans.length > 0)
        transaction(() => {
          for (const id of orphans) {
            vec?.drop.run(BigInt(id));
            cached.drop(id);
            q.dropTokens.run(id);
            q.dropContent.run(id);
          }
        }, nothing);
      return after + span < (q.lastContent.get() ?? 0) ? after + span : 0;
    },

    useModel(modelKey: string, dimensions: number): void {
      if (meta.get('model') === modelKey && meta.get('dimensions') === dimensions) return;
      transaction(() => {
        db.exec('DROP TABLE IF EXISTS vec; DELETE FROM token');
        q.unmark.run();
        db.exec(`CREATE VIRTUAL TABLE vec USING vec0(embedding int8[${dimensions}] distance_metric=cosine)`);
        meta.set('model', modelKey);
        meta.set('dimensions', dimensions);
      }, 'more');
      vec = prepareVec(db);
      cached.clear();
      recount();
    },

    pending: (after: number, max: number) => q.pending.all(after, max),
    lastContent: () => q.lastContent.get() ?? 0,
    pendingCount: () => pendingLines,
    pendAll(): void {
      q.unmark.run();
      recount();
    },

    putVectors(batch: readonly StoredVectors[]): void {
      transaction(
        () => {
          for (const { contentId, pooled, tokens } of batch) {
            cached.drop(contentId);
            vec?.drop.run(BigInt(contentId));
            vec?.add.run(BigInt(contentId), bytesOf(pooled));
            if (tokens) q.addTokens.run(contentId, packTokens(tokens));
            if (pendingLines > 0) pendingLines -= q.pendingOf.get(contentId) ?? 0;
            q.markEmbedded.run(contentId);
          }
        },
        { contents: batch.map(({ contentId }) => contentId) },
      );
    },

    /** These have no vectors, and are not pending either. */
    giveUp(contentIds: readonly number[]): void {
      transaction(() => {
        for (const id of contentIds) {
          if (pendingLines > 0) pendingLines -= q.pendingOf.get(id) ?? 0;
          q.markEmbedded.run(id);
        }
      }, nothing);
    },

    vector(contentId: number): Int8Array | null {
      const bytes = vec?.one.get(BigInt(contentId));
      return bytes ? int8Of(bytes) : null;
    },

    tokens(contentIds: Int32Array): (contentId: number) => Uint8Array | null {
      cached.trim();
      const missing = contentIds.filter((id) => !cached.has(id));
      // Those without any are remembered as such.
      if (missing.length > 0)
        for (const [id, tokens] of q.tokens.iterate(JSON.stringify([...missing]))) cached.put(id, tokens);
      for (const id of missing) if (!cached.has(id)) cached.put(id, null);
      return cached.get;
    },

    /**
     * Vectors that went leave holes, and only those in the last block are filled again. Where there are too many, moves some
     * vectors out of the emptiest block; an empty one is deleted.
     * @returns whether there is more to do
     */
    closeHoles(): boolean {
      const blocks = (vec?.blocks.all() ?? []).map(({ id, validity }) => ({ id, validity, live: bitsIn(validity) }));
      const live = blocks.reduce((sum, block) => sum + block.live, 0);
      const [first] = blocks;
      if (!vec || !first) return false;
      const perBlock = 8 * first.validity.length;
      if (blocks.length <= 2 + (1 + mostHoles) * (live / perBlock)) return false;
      const { add, drop, one, rowsOf } = vec;
      const emptiest = blocks.slice(0, -1).reduce((least, block) => (block.live < least.live ? block : least));
      const rows = rowsOf.get(emptiest.id) ?? Buffer.alloc(0);
      transaction(() => {
        let moved = 0;
        for (let i = 0; i < perBlock && moved < movedPerStep; i += 1) {
          if (((emptiest.validity[i >> 3] ?? 0) & (1 << (i & 7))) === 0) continue;
          const row = rows.readBigInt64LE(8 * i);
          const bytes = one.get(row);
          drop.run(row);
          if (bytes) add.run(row, bytes);
          moved += 1;
        }
      }, nothing);
      return true;
    },

    *allVectors(): Generator<{ contentId: number; pooled: Int8Array }> {
      if (!vec) return;
      const reader = openIndexReader(db.name);
      try {
        const blocks = reader.prepare<[], { validity: Buffer; rowids: Buffer; vectors: Buffer }>(
          'SELECT validity, rowids, vectors FROM vec_chunks c JOIN vec_vector_chunks00 v ON v.rowid = c.chunk_id',
        );
        for (const { validity, rowids, vectors } of blocks.iterate()) {
          const places = 8 * validity.length;
          const size = vectors.length / places;
          for (let i = 0; i < places; i += 1) {
            if (((validity[i >> 3] ?? 0) & (1 << (i & 7))) === 0) continue;
            yield {
              contentId: Number(rowids.readBigInt64LE(8 * i)),
              pooled: int8Of(vectors.subarray(i * size, (i + 1) * size)),
            };
          }
        }
      } finally {
        reader.close();
      }
    },
  };
}

function prepareVec(db: Database.Database) {
  if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'vec'").get() === undefined) return null;
  return {
    /** sqlite-vec keeps vectors in blocks of 1024, and each block of them in a table of its own; a bit of `validity` says whether the place of that number is taken. */
    blocks: db.prepare<[], { id: number; validity: Buffer }>(
      'SELECT chunk_id AS id, validity FROM vec_chunks ORDER BY chunk_id',
    ),
    rowsOf: db.prepare<[number], Buffer>('SELECT rowids FROM vec_chunks WHERE chunk_id = ?').pluck(),
    add: db.prepare('INSERT INTO vec (rowid, embedding) VALUES (?, vec_int8(?))'),
    drop: db.prepare('DELETE FROM vec WHERE rowid = ?'),
    one: db.prepare<[bigint], Buffer>('SELECT embedding FROM vec WHERE rowid = ?').pluck(),
  };
}

function bitsIn(bytes: Buffer): number {
  let bits = 0;
  for (const byte of bytes) for (let rest = byte; rest > 0; rest &= rest - 1) bits += 1;
  return bits;
}

const bytesOf = (array: Int8Array): Buffer => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
const int8Of = (bytes: Buffer): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

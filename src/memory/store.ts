// The index on disk: one SQLite file that may be deleted at any time. Holds the chunks of each note, their terms, their
// vectors (sqlite-vec) and their token vectors. Knows no files and ranks nothing. All calls are short and block.
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import { privateFolder } from '../base/files.ts';
import { checkDatabase } from './index-check.ts';
import { decodeTerms, encodeTerms } from './term-bytes.ts';
import { packTokens, unpackTokens } from './token-bytes.ts';

/** SQLite waits so long for another process, and the event loop with it; then the caller does. */
const busyMs = 30;

/** Raised whenever rows written by an older version would be wrong; another number in a file means: rebuild it. */
const schemaVersion = 4;

/** A chunk as it is stored; `id` never changes while the chunk's text stays the same. */
export interface ChunkRow {
  id: number;
  fileId: number;
  contentId: number;
  /** Its section in the file, for neighbours and passages. */
  section: number;
  /** Row of the section index. */
  partId: number;
  startLine: number;
  endLine: number;
  fromChar: number | null;
  toChar: number | null;
  speaker: string | null;
  /** Words that name what the line is about: its speaker, or the note's title and headings. */
  subject: string;
  /** Days since 1970-01-01 of the line's own, its heading's or its note's date; null where it has none. */
  day: number | null;
  /** Share of the text in sentences that ask, 0..1. */
  asking: number;
  /** 1: names a time. 2: marked as superseded. A sum of both. */
  flags: number;
  chars: number;
  text: string;
}

/** What stays in memory of a chunk. */
export interface LineRow extends Pick<ChunkRow, 'id' | 'fileId' | 'contentId' | 'section' | 'partId' | 'startLine' | 'endLine' | 'subject' | 'day' | 'asking' | 'flags' | 'chars'> {
  /** As term-bytes.ts writes them. */
  terms: Buffer;
}

/** A part of a section, with the terms of its headings. */
export interface PartRow {
  id: number;
  terms: Buffer;
}

export interface NewChunk extends Omit<ChunkRow, 'id' | 'fileId' | 'contentId' | 'partId'> {
  /** Index into the parts of the same call. */
  part: number;
  /** What the model reads for it. */
  input: string;
  terms: readonly string[];
  /** Those of its speaker, where the line does not say who speaks. */
  labelTerms: readonly string[];
}

export interface FileRow {
  id: number;
  path: string;
  signature: string;
  /** When its bytes were read; a file changed about then is looked at again. */
  readAtMs: number;
  hash: string;
  warning: string | null;
}

export interface StoredVectors {
  contentId: number;
  pooled: Int8Array;
  /** One after the other. */
  tokens?: Int8Array;
}

export type Store = ReturnType<typeof openStore>;

/** @throws when the file is not a sound index of this version; {@link removeStore} and open again */
export function openStore(file: string) {
  mkdirSync(path.dirname(file), { recursive: true, mode: privateFolder });
  const db = new Database(file, { timeout: busyMs });
  try {
    prepareFile(db);
    return storeOn(db, file);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Deletes an index with its journal, or its journal alone. */
export function removeStore(file: string, { journalOnly = false } = {}): void {
  for (const ending of [...(journalOnly ? [] : ['']), '-wal', '-shm', '-journal']) rmSync(file + ending, { force: true });
}

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : '';
};

/** Another process holds the file for a moment. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(error));

/** Whether an error says that the index itself is unusable, as opposed to one note, a full disk or another process. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(?:CORRUPT|NOTADB|FORMAT|ERROR|IOERR|MISMATCH|CONSTRAINT)/.test(codeOf(error));

/** A stable key of any texts: 16 bytes of SHA-256. */
export function keyOf(...texts: string[]): Buffer {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest().subarray(0, 16);
}

function prepareFile(db: Database.Database): void {
  sqliteVec.load(db);
  db.pragma('journal_mode = WAL');
  // The index is derived: after a power cut the last changes are made again, so no fsync a transaction.
  db.pragma('synchronous = NORMAL');
  const version = db.pragma('user_version', { simple: true });
  const tables = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM sqlite_master').get()?.n ?? 0;
  if (version !== schemaVersion && (version !== 0 || tables > 0)) throw new Error(`The index has schema ${String(version)}, not ${schemaVersion}.`);
  if (tables > 0) return;
  db.transaction(() => {
    // AUTOINCREMENT: an id is never given twice, so what is remembered under one can't be mistaken for another's.
    db.exec(`
      CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY) WITHOUT ROWID;
      CREATE TABLE file (id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, signature TEXT NOT NULL, read_at_ms REAL NOT NULL, hash TEXT NOT NULL, warning TEXT);
      CREATE TABLE term (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL UNIQUE);
      CREATE TABLE part (id INTEGER PRIMARY KEY AUTOINCREMENT, file_id INTEGER NOT NULL, terms BLOB NOT NULL);
      CREATE INDEX part_of_file ON part (file_id);
      CREATE TABLE chunk (
        id INTEGER PRIMARY KEY AUTOINCREMENT, file_id INTEGER NOT NULL, content_id INTEGER NOT NULL, section INTEGER NOT NULL, part_id INTEGER NOT NULL,
        start_line INTEGER NOT NULL, end_line INTEGER NOT NULL, from_char INTEGER, to_char INTEGER, day INTEGER, asking REAL NOT NULL,
        flags INTEGER NOT NULL, chars INTEGER NOT NULL, key BLOB NOT NULL, speaker TEXT, subject TEXT NOT NULL, terms BLOB NOT NULL, text TEXT NOT NULL);
      CREATE INDEX chunk_of_file ON chunk (file_id, start_line, from_char);
      CREATE INDEX chunk_of_content ON chunk (content_id);
      CREATE TABLE content (id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, embedded INTEGER NOT NULL DEFAULT 0);
      CREATE INDEX content_pending ON content (id) WHERE embedded = 0;
      CREATE TABLE token (content_id INTEGER PRIMARY KEY, vectors BLOB NOT NULL);
      PRAGMA user_version = ${schemaVersion};
    `);
  })();
}

const lineColumns = `id, file_id AS fileId, content_id AS contentId, section, part_id AS partId, start_line AS startLine, end_line AS endLine,
  subject, day, asking, flags, chars, terms`;

function storeOn(db: Database.Database, file: string) {
  const q = {
    files: db.prepare<[], FileRow>('SELECT id, path, signature, read_at_ms AS readAtMs, hash, warning FROM file'),
    putFile: db.prepare<[string, string, number, string, string | null]>(
      `INSERT INTO file (path, signature, read_at_ms, hash, warning) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (path) DO UPDATE SET signature = excluded.signature, read_at_ms = excluded.read_at_ms, hash = excluded.hash, warning = excluded.warning`,
    ),
    fileAt: db.prepare<[string], FileRow>('SELECT id, path, signature, read_at_ms AS readAtMs, hash, warning FROM file WHERE path = ?'),
    paths: db.prepare<[number], string>('SELECT path FROM file WHERE id = ?').pluck(),
    fileId: db.prepare<[string], { id: number }>('SELECT id FROM file WHERE path = ?'),
    dropFile: db.prepare<[number]>('DELETE FROM file WHERE id = ?'),
    lines: db.prepare<[number], LineRow>(`SELECT ${lineColumns} FROM chunk WHERE file_id = ? ORDER BY start_line, from_char`),
    keys: db.prepare<[number], { id: number; key: Buffer; partId: number }>('SELECT id, key, part_id AS partId FROM chunk WHERE file_id = ? ORDER BY start_line, from_char'),
    chunkCount: db.prepare<[number], number>('SELECT count(*) FROM chunk WHERE file_id = ?').pluck(),
    text: db.prepare<[number], string>('SELECT text FROM chunk WHERE id = ?').pluck(),
    addChunk: db.prepare(
      `INSERT INTO chunk (file_id, content_id, section, part_id, start_line, end_line, from_char, to_char, speaker, subject, day, asking, flags, chars, terms, text, key)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    moveChunk: db.prepare('UPDATE chunk SET section = ?, part_id = ?, start_line = ?, end_line = ?, day = ?, subject = ? WHERE id = ?'),
    dropChunk: db.prepare<[number]>('DELETE FROM chunk WHERE id = ?'),
    termId: db.prepare<[string], number>('SELECT id FROM term WHERE text = ?').pluck(),
    addTerm: db.prepare<[string]>('INSERT INTO term (text) VALUES (?)'),
    termsFrom: db.prepare<[string, string, number], number>('SELECT id FROM term WHERE text >= ? AND text < ? LIMIT ?').pluck(),
    termsAround: db.prepare<[string, number], number>('SELECT id FROM term WHERE instr(text, ?) > 1 LIMIT ?').pluck(),
    parts: db.prepare<[number], PartRow>('SELECT id, terms FROM part WHERE file_id = ?'),
    addPart: db.prepare<[number, Buffer]>('INSERT INTO part (file_id, terms) VALUES (?, ?)'),
    dropPart: db.prepare<[number]>('DELETE FROM part WHERE id = ?'),
    content: db.prepare<[Buffer], { id: number; embedded: number }>('SELECT id, embedded FROM content WHERE hash = ?'),
    isPending: db.prepare<[number], number>('SELECT embedded = 0 FROM content WHERE id = (SELECT content_id FROM chunk WHERE id = ?)').pluck(),
    pendingOf: db.prepare<[number], number>('SELECT count(*) FROM chunk WHERE content_id = ? AND (SELECT embedded FROM content WHERE id = chunk.content_id) = 0').pluck(),
    addContent: db.prepare<[Buffer]>('INSERT INTO content (hash) VALUES (?)'),
    pending: db.prepare<[number, number], { contentId: number; text: string; subject: string; speaker: string | null }>(
      `SELECT c.id AS contentId, k.text, k.subject, k.speaker FROM content c JOIN chunk k ON k.id = (SELECT id FROM chunk WHERE content_id = c.id LIMIT 1)
       WHERE c.embedded = 0 AND c.id > ? ORDER BY c.id LIMIT ?`,
    ),
    lastContent: db.prepare<[], number | null>('SELECT max(id) FROM content').pluck(),
    pendingCount: db.prepare<[], number>('SELECT count(*) FROM chunk WHERE content_id IN (SELECT id FROM content WHERE embedded = 0)').pluck(),
    counts: db.prepare<[], { files: number; chunks: number }>('SELECT (SELECT count(*) FROM file) AS files, (SELECT count(*) FROM chunk) AS chunks'),
    orphans: db.prepare<[number, number], { id: number; embedded: number }>(
      'SELECT id, embedded FROM content c WHERE id > ? AND id <= ? AND NOT EXISTS (SELECT 1 FROM chunk WHERE content_id = c.id)',
    ),
    dropContent: db.prepare<[number]>('DELETE FROM content WHERE id = ?'),
    dropTokens: db.prepare<[number]>('DELETE FROM token WHERE content_id = ?'),
    addTokens: db.prepare<[number, Buffer]>('INSERT OR REPLACE INTO token (content_id, vectors) VALUES (?, ?)'),
    tokens: db.prepare<[number], Buffer>('SELECT vectors FROM token WHERE content_id = ?').pluck(),
    markEmbedded: db.prepare<[number]>('UPDATE content SET embedded = 1 WHERE id = ?'),
    meta: db.prepare<[string], unknown>('SELECT value FROM meta WHERE key = ?').pluck(),
    setMeta: db.prepare<[string, unknown]>('INSERT OR REPLACE INTO meta VALUES (?, ?)'),
  };
  const dataVersion = (): unknown => db.pragma('data_version', { simple: true });
  const version = dataVersion();
  const inode = statSync(file).ino;
  /** The token vectors of lines that were compared of late: a small vault is all in here. */
  const tokenCache = new Map<number, Buffer | null>();
  /** Ids of terms that were met of late. Forgotten when a transaction that gave some fails. */
  const termIds = new Map<string, number>();

  function transaction<Result>(work: () => Result): Result {
    try {
      return db.transaction(work)();
    } catch (error) {
      // What was counted and given in it is undone.
      termIds.clear();
      pendingLines = q.pendingCount.get() ?? 0;
      throw error;
    }
  }

  function termId(term: string): number {
    const id = termIds.get(term) ?? q.termId.get(term) ?? Number(q.addTerm.run(term).lastInsertRowid);
    if (termIds.size >= mostTermIds) termIds.clear();
    termIds.set(term, id);
    return id;
  }

  function vectorStatements() {
    return {
      add: db.prepare('INSERT INTO vec (rowid, embedding) VALUES (?, vec_int8(?))'),
      drop: db.prepare('DELETE FROM vec WHERE rowid = ?'),
      one: db.prepare<[bigint], Buffer>('SELECT embedding FROM vec WHERE rowid = ?').pluck(),
    };
  }
  let vectors = hasTable('vec') ? vectorStatements() : null;

  function hasTable(name: string): boolean {
    return db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined;
  }

  /** Lines without vectors. Counted as they come and go: a search asks for it, and there may be a million. */
  let pendingLines = q.pendingCount.get() ?? 0;

  function contentOf(input: string): number {
    const hash = keyOf(input);
    const content = q.content.get(hash);
    if (!content?.embedded) pendingLines += 1;
    return content?.id ?? Number(q.addContent.run(hash).lastInsertRowid);
  }

  function dropChunk(id: number): void {
    if (pendingLines > 0) pendingLines -= q.isPending.get(id) ?? 0;
    q.dropChunk.run(id);
  }

  return {
    file,
    files: () => q.files.all(),
    fileAt: (notePath: string) => q.fileAt.get(notePath),
    pathOf: (fileId: number) => q.paths.get(fileId) ?? '',
    counts: () => q.counts.get() ?? { files: 0, chunks: 0 },
    linesOf: (fileId: number) => q.lines.all(fileId),
    partsOf: (fileId: number) => q.parts.all(fileId),
    text: (chunkId: number) => q.text.get(chunkId) ?? '',
    meta: (key: string) => q.meta.get(key),
    setMeta: (key: string, value: string | number | Buffer) => void q.setMeta.run(key, value),
    transaction,

    /** The id of a term, where any line has ever held it. */
    termId: (term: string) => q.termId.get(term),
    /** The ids of the terms that begin so, at most `most`. */
    termsFrom: (beginning: string, most: number) => q.termsFrom.all(beginning, `${beginning}\u{10ffff}`, most),
    /** The ids of the terms that hold this inside or at their end, at most `most`. Reads all terms: some ms in a big vault. */
    termsAround: (part: string, most: number) => q.termsAround.all(part, most),

    /**
     * Makes a file's rows those given. Rows whose own and neighbouring text stayed keep their id, and their vectors stay
     * with their content.
     * @returns the steps still to do, each a short transaction; the last one records the file
     */
    *replaceFile(of: Omit<FileRow, 'id'>, chunks: readonly NewChunk[], parts: readonly (readonly string[])[]): Generator<void> {
      let fileId = q.fileId.get(of.path)?.id;
      if (fileId === undefined) {
        // Recorded as unread until the last step, so that a crash in between makes it be read again.
        q.putFile.run(of.path, '', 0, '', null);
        fileId = q.fileId.get(of.path)?.id ?? 0;
      }
      const id = fileId;
      const oldParts = new Map(q.parts.all(id).map((part) => [part.terms.toString('latin1'), part.id]));
      const partIds: number[] = [];
      const keepParts = new Set<number>();
      transaction(() => {
        for (const terms of parts) {
          const bytes = encodeTerms({ own: terms.map(termId), label: [] });
          let partId = oldParts.get(bytes.toString('latin1'));
          if (partId === undefined || keepParts.has(partId)) partId = Number(q.addPart.run(id, bytes).lastInsertRowid);
          keepParts.add(partId);
          partIds.push(partId);
        }
        for (const { id: part } of q.parts.all(id)) if (!keepParts.has(part)) q.dropPart.run(part);
      });
      yield;
      const keys = chunks.map((chunk) => keyOf(chunk.input, chunk.text));
      const old = q.keys.all(id);
      const same = (i: number, j: number): boolean => Boolean(old[i] && keys[j] && old[i]?.key.equals(keys[j] ?? Buffer.alloc(0)));
      let head = 0;
      while (head < old.length && head < keys.length && same(head, head)) head += 1;
      let tail = 0;
      while (tail < old.length - head && tail < keys.length - head && same(old.length - 1 - tail, keys.length - 1 - tail)) tail += 1;
      const gone = old.slice(head, old.length - tail);
      for (let i = 0; i < gone.length; i += rowsPerStep) {
        transaction(() => gone.slice(i, i + rowsPerStep).forEach((chunk) => dropChunk(chunk.id)));
        yield;
      }
      for (let i = 0; i < chunks.length; i += rowsPerStep) {
        transaction(() => {
          for (let j = i; j < Math.min(chunks.length, i + rowsPerStep); j += 1) {
            const chunk = chunks[j];
            const key = keys[j];
            if (!chunk || !key) continue;
            const partId = partIds[chunk.part] ?? 0;
            const kept = j < head ? old[j] : j >= chunks.length - tail ? old[old.length - chunks.length + j] : undefined;
            if (kept) {
              q.moveChunk.run(chunk.section, partId, chunk.startLine, chunk.endLine, chunk.day, chunk.subject, kept.id);
              continue;
            }
            const terms = encodeTerms({ own: chunk.terms.map(termId), label: chunk.labelTerms.map(termId) });
            q.addChunk.run(
              id, contentOf(chunk.input), chunk.section, partId, chunk.startLine, chunk.endLine, chunk.fromChar, chunk.toChar,
              chunk.speaker, chunk.subject, chunk.day, chunk.asking, chunk.flags, chunk.chars, terms, chunk.text, key,
            );
          }
        });
        yield;
      }
      // Another process may have written the same file in between: then it is recorded as unread, and read again.
      const sound = q.chunkCount.get(id) === chunks.length;
      q.putFile.run(of.path, sound ? of.signature : '', of.readAtMs, sound ? of.hash : '', of.warning);
    },

    /** The file is as it was read, under a new signature (touched, copied back). */
    touchFile: (of: Omit<FileRow, 'id'>) => void q.putFile.run(of.path, of.signature, of.readAtMs, of.hash, of.warning),

    *removeFile(fileId: number): Generator<void> {
      const chunks = q.keys.all(fileId);
      for (let i = 0; i < chunks.length; i += rowsPerStep) {
        transaction(() => chunks.slice(i, i + rowsPerStep).forEach((chunk) => dropChunk(chunk.id)));
        yield;
      }
      transaction(() => {
        for (const part of q.parts.all(fileId)) q.dropPart.run(part.id);
        q.dropFile.run(fileId);
      });
    },

    /** Writes the file again without what was deleted, terms that no line has any more included: until then its words can be read from it. */
    compact(): void {
      const used = new Set<number>();
      for (const table of ['chunk', 'part']) {
        for (const terms of db.prepare<[], Buffer>(`SELECT terms FROM ${table}`).pluck().iterate()) decodeTerms(terms, (term) => used.add(term));
      }
      transaction(() => {
        const drop = db.prepare<[string]>('DELETE FROM term WHERE text = ?');
        for (const { text, id } of db.prepare<[], { text: string; id: number }>('SELECT text, id FROM term').all()) if (!used.has(id)) drop.run(text);
      });
      termIds.clear();
      db.exec('VACUUM');
      db.pragma('wal_checkpoint(TRUNCATE)');
    },

    /**
     * Deletes the contents that no chunk refers to any more, among the `span` ids after `after`.
     * @returns where to go on; 0 at the end
     */
    removeOrphans(after: number, span: number): number {
      transaction(() => {
        for (const orphan of q.orphans.all(after, after + span)) {
          vectors?.drop.run(BigInt(orphan.id));
          tokenCache.delete(orphan.id);
          q.dropTokens.run(orphan.id);
          q.dropContent.run(orphan.id);
        }
      });
      return after + span < (q.lastContent.get() ?? 0) ? after + span : 0;
    },

    /** Says whose vectors the index holds; those of any other model are deleted. */
    useModel(modelKey: string, dimensions: number): void {
      if (q.meta.get('model') === modelKey && q.meta.get('dimensions') === dimensions) return;
      transaction(() => {
        vectors = null;
        tokenCache.clear();
        db.exec('DROP TABLE IF EXISTS vec; DELETE FROM token; UPDATE content SET embedded = 0');
        db.exec(`CREATE VIRTUAL TABLE vec USING vec0(embedding int8[${dimensions}] distance_metric=cosine)`);
        q.setMeta.run('model', modelKey);
        q.setMeta.run('dimensions', dimensions);
      });
      vectors = vectorStatements();
      pendingLines = q.pendingCount.get() ?? 0;
    },

    /** Contents without vectors whose id is above `after`, in order: rows that are added in order fill their pages. */
    pending: (after: number, most: number) => q.pending.all(after, most),
    lastContent: () => q.lastContent.get() ?? 0,
    pendingCount: () => pendingLines,
    /** All contents are to be embedded again; until then they keep the vectors that they have. */
    pendAll(): void {
      db.prepare('UPDATE content SET embedded = 0').run();
      pendingLines = q.pendingCount.get() ?? 0;
    },

    putVectors(batch: readonly StoredVectors[]): void {
      transaction(() => {
        for (const { contentId, pooled, tokens } of batch) {
          tokenCache.delete(contentId);
          vectors?.drop.run(BigInt(contentId));
          vectors?.add.run(BigInt(contentId), bytesOf(pooled));
          if (tokens) q.addTokens.run(contentId, packTokens(tokens));
          if (pendingLines > 0) pendingLines -= q.pendingOf.get(contentId) ?? 0;
          q.markEmbedded.run(contentId);
        }
      });
    },

    vector(contentId: number): Int8Array | null {
      const bytes = vectors?.one.get(BigInt(contentId));
      return bytes ? new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : null;
    },

    /** The line's token vectors, one after the other; null where it has none. */
    tokens(contentId: number): Int8Array | null {
      let bytes = tokenCache.get(contentId);
      if (bytes === undefined) {
        bytes = q.tokens.get(contentId) ?? null;
        if (tokenCache.size >= mostCachedTokens) tokenCache.clear();
        tokenCache.set(contentId, bytes);
      }
      return bytes && unpackTokens(bytes);
    },

    /** All vectors, on a connection of its own, so that writing may go on between two of them. */
    *allVectors(): Generator<{ contentId: number; pooled: Int8Array }> {
      if (!vectors) return;
      const reader = new Database(file, { readonly: true });
      try {
        sqliteVec.load(reader);
        const rows = reader.prepare<[], { id: number; embedding: Buffer }>('SELECT rowid AS id, embedding FROM vec');
        for (const row of rows.iterate())
          yield { contentId: row.id, pooled: new Int8Array(row.embedding.buffer, row.embedding.byteOffset, row.embedding.byteLength) };
      } finally {
        reader.close();
      }
    },

    /** @throws where the file is damaged; reads all of it */
    check(): void {
      const damage = checkDatabase(db);
      if (damage !== null) throw new Error(`The index is damaged: ${damage}`);
    },

    /** Whether another process has written to the file, or put another one in its place: then memory must be read again. */
    isStale(): boolean {
      return dataVersion() !== version || statSync(file, { throwIfNoEntry: false })?.ino !== inode;
    },

    close(): void {
      db.close();
    },
  };
}

const mostTermIds = 100_000;
/** Some 10 MB. */
const mostCachedTokens = 16_000;

/** Keeps one transaction well under the 50 ms that the event loop may be blocked. */
const rowsPerStep = 200;

const bytesOf = (array: Int8Array): Buffer => Buffer.from(array.buffer, array.byteOffset, array.byteLength);

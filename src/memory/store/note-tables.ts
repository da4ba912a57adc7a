// The notes in the index: a row a file, its parts and its chunks. Rows that stayed the same keep their ids.
import type Database from 'better-sqlite3';
import { endsStep } from '../../base/concurrency/cooperative.ts';
import { append } from '../../base/lists.ts';
import type { ChunkWords, NewChunk } from '../text/chunk-features.ts';
import { readingRevision } from '../text/reading-revision.ts';
import { dataVersion, keyOf } from './index-file.ts';
import { decodeTerms, encodeTerms } from './term-bytes.ts';
import type { Change } from './snapshot-name.ts';
import type { TermTable } from './term-table.ts';
import type { Transaction } from './transaction.ts';
import type { VectorTables } from './vector-tables.ts';

/** A chunk as it is stored; `id` never changes while the chunk's text stays the same. */
interface ChunkRow extends Omit<NewChunk, 'part' | 'input' | 'read'>, Pick<ChunkWords, 'asking' | 'flags' | 'chars'> {
  id: number;
  fileId: number;
  contentId: number;
  /** Row of the section index. */
  partId: number;
}

/** The part of a chunk's row that stays in memory. */
export interface LineRow extends Pick<
  ChunkRow,
  | 'id'
  | 'fileId'
  | 'contentId'
  | 'section'
  | 'partId'
  | 'startLine'
  | 'endLine'
  | 'subject'
  | 'day'
  | 'asking'
  | 'flags'
  | 'chars'
> {
  /** The terms as term-bytes.ts writes them. */
  terms: Buffer;
}

/** A part of a section with the terms of its headings. */
export interface PartRow {
  id: number;
  terms: Buffer;
}

export interface FileRow {
  id: number;
  path: string;
  signature: string;
  /** When the bytes were read. A file that was changed about then is read again. */
  readAtMs: number;
  hash: string;
  /** Null where nothing is wrong with the note. */
  problem: 'not_text' | null;
}

/**
 * How long one transaction takes in rows, and how many at the most: well under the 50 ms that the event loop may be blocked, also
 * where SQLite copies its journal afterwards and reads its pages from the disk. A short note is one transaction.
 */
const transactionMs = 8;
const rowsPerTransaction = 500;
/** Some ms: read, or compared, and not written. */
const rowsPerLook = 1000;

/** Earlier versions stored a sentence, which only a note that is not all text had. */
const fileColumns = `id, path, signature, read_at_ms AS readAtMs, hash, CASE WHEN warning IS NULL THEN NULL ELSE 'not_text' END AS problem`;
/** A file, the key to go on from, how many rows, and how many of that key were read before. */
type PageOf = [fileId: number, from: number, max: number, offset: number];
const pageOfLines = 'WHERE file_id = ? AND start_line >= ? ORDER BY start_line, from_char LIMIT ? OFFSET ?';
const lineColumns = `id, file_id AS fileId, content_id AS contentId, section, part_id AS partId, start_line AS startLine, end_line AS endLine,
  subject, day, asking, flags, chars, terms`;

interface StoredKey extends Pick<ChunkRow, 'id' | 'section' | 'partId' | 'startLine' | 'endLine' | 'day' | 'subject'> {
  key: Buffer;
}

const isAt = (stored: StoredKey, partId: number, { section, startLine, endLine, day, subject }: NewChunk): boolean =>
  stored.partId === partId &&
  stored.section === section &&
  stored.startLine === startLine &&
  stored.endLine === endLine &&
  stored.day === day &&
  stored.subject === subject;

// oxlint-disable-next-line max-lines-per-function -- its statements are prepared once, and each method is a line or two over them
export function createNoteTables(
  db: Database.Database,
  { transaction, terms, vectors }: { transaction: Transaction; terms: TermTable; vectors: VectorTables },
) {
  const q = {
    files: db.prepare<[number, number], FileRow>(`SELECT ${fileColumns} FROM file WHERE id > ? ORDER BY id LIMIT ?`),
    putFile: db.prepare<[string, string, number, string, string | null]>(
      `INSERT INTO file (path, signature, read_at_ms, hash, warning) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (path) DO UPDATE SET signature = excluded.signature, read_at_ms = excluded.read_at_ms, hash = excluded.hash, warning = excluded.warning`,
    ),
    fileAt: db.prepare<[string], FileRow>(`SELECT ${fileColumns} FROM file WHERE path = ?`),
    pathOf: db.prepare<[number], string>('SELECT path FROM file WHERE id = ?').pluck(),
    dropFile: db.prepare<[number]>('DELETE FROM file WHERE id = ?'),
    unread: db.prepare<[number]>("UPDATE file SET signature = '', hash = '' WHERE id = ?"),
    lines: db.prepare<PageOf, LineRow>(`SELECT ${lineColumns} FROM chunk ${pageOfLines}`),
    keys: db.prepare<PageOf, StoredKey>(
      `SELECT id, key, section, part_id AS partId, start_line AS startLine, end_line AS endLine, day, subject FROM chunk ${pageOfLines}`,
    ),
    chunkCount: db.prepare<[number], number>('SELECT count(*) FROM chunk WHERE file_id = ?').pluck(),
    text: db.prepare<[number], string>('SELECT text FROM chunk WHERE id = ?').pluck(),
    addChunk: db.prepare(
      `INSERT INTO chunk (file_id, content_id, section, part_id, start_line, end_line, from_char, to_char, subject, day, asking, flags, chars, terms, text, input, key)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    moveChunk: db.prepare(
      'UPDATE chunk SET section = ?, part_id = ?, start_line = ?, end_line = ?, day = ?, subject = ? WHERE id = ?',
    ),
    dropChunk: db.prepare<[number]>('DELETE FROM chunk WHERE id = ?'),
    parts: db.prepare<PageOf, PartRow>(
      'SELECT id, terms FROM part WHERE file_id = ? AND id >= ? ORDER BY id LIMIT ? OFFSET ?',
    ),
    addPart: db.prepare<[number, Buffer]>('INSERT INTO part (file_id, terms) VALUES (?, ?)'),
    dropPart: db.prepare<[number]>('DELETE FROM part WHERE id = ?'),
    lastChunk: db.prepare<[], number | null>('SELECT max(id) FROM chunk').pluck(),
    counts: db.prepare<[], { files: number; chunks: number }>(
      'SELECT (SELECT count(*) FROM file) AS files, (SELECT count(*) FROM chunk) AS chunks',
    ),
  };

  /** Does the work on each row, and gives way after each transaction. */
  function* inTransactions<Row>(
    change: Change,
    rows: readonly Row[],
    work: (row: Row, i: number) => void,
  ): Generator<void> {
    for (let i = 0; i < rows.length;) {
      const max = Math.min(rows.length, i + rowsPerTransaction);
      transaction(() => {
        const end = performance.now() + transactionMs;
        do {
          work(rows[i] as Row, i);
          i += 1;
        } while (i < max && performance.now() < end);
      }, change);
      yield;
    }
  }

  /** The row of a file that is recorded as unread until its last step, so that one that is broken off in between is read again. */
  function beginFile({ path }: Pick<FileRow, 'path'>): number {
    const known = q.fileAt.get(path)?.id;
    if (known === undefined) return Number(q.putFile.run(path, '', 0, '', null).lastInsertRowid);
    q.unread.run(known);
    return known;
  }

  /** @returns the row of each part, in their order, and what the file has of others */
  function* addParts(
    fileId: number,
    parts: readonly (readonly string[])[],
  ): Generator<void, { partIds: number[]; others: PartRow[] }> {
    const stored = yield* partsOf(fileId);
    // A long section has several parts with the same headings; they keep their rows in the same order.
    const old = new Map<string, number[]>();
    for (const { id, terms } of stored.toReversed()) {
      const key = terms.toString('latin1');
      const same = old.get(key);
      if (same) same.push(id);
      else old.set(key, [id]);
    }
    const partIds: number[] = [];
    const kept = new Set<number>();
    yield* inTransactions({ file: fileId }, parts, (headings) => {
      const bytes = encodeTerms({ own: headings.map(terms.idFor), label: [] });
      const part = old.get(bytes.toString('latin1'))?.pop() ?? Number(q.addPart.run(fileId, bytes).lastInsertRowid);
      kept.add(part);
      partIds.push(part);
    });
    return { partIds, others: stored.filter(({ id }) => !kept.has(id)) };
  }

  const dropParts = (change: Change, parts: readonly PartRow[]): Generator<void> =>
    inTransactions(change, parts, ({ id }) => void q.dropPart.run(id));

  const linesOf = (fileId: number): Generator<void, LineRow[]> =>
    allRows(q.lines, fileId, ({ startLine }) => startLine);
  const keysOf = (fileId: number): Generator<void, StoredKey[]> =>
    allRows(q.keys, fileId, ({ startLine }) => startLine);
  const partsOf = (fileId: number): Generator<void, PartRow[]> => allRows(q.parts, fileId, ({ id }) => id);

  function addChunk(fileId: number, partId: number, chunk: NewChunk, key: Buffer): void {
    const { asking, flags, chars, terms: own, labelTerms } = chunk.read();
    const bytes = encodeTerms({ own: own.map(terms.idFor), label: labelTerms.map(terms.idFor) });
    q.addChunk.run(
      fileId,
      vectors.contentFor(chunk.input),
      chunk.section,
      partId,
      chunk.startLine,
      chunk.endLine,
      chunk.fromChar,
      chunk.toChar,
      chunk.subject,
      chunk.day,
      asking,
      flags,
      chars,
      bytes,
      chunk.text,
      chunk.input,
      key,
    );
  }

  let hasDropped = false;
  function dropChunks(change: Change, chunks: readonly StoredKey[]): Generator<void> {
    hasDropped ||= chunks.length > 0;
    return inTransactions(change, chunks, ({ id }) => {
      vectors.uncount(id);
      q.dropChunk.run(id);
    });
  }

  return {
    /** All of them, in steps. */
    *files(): Generator<void, FileRow[]> {
      const files: FileRow[] = [];
      for (;;) {
        const page = q.files.all(files.at(-1)?.id ?? 0, rowsPerLook);
        append(files, page);
        if (page.length < rowsPerLook) return files;
        yield;
      }
    },
    fileAt: (notePath: string) => q.fileAt.get(notePath),
    pathOf: (fileId: number) => q.pathOf.get(fileId) ?? '',
    lastChunk: () => q.lastChunk.get() ?? 0,
    counts: () => q.counts.get() ?? { files: 0, chunks: 0 },
    linesOf,
    partsOf,
    text: (chunkId: number) => q.text.get(chunkId) ?? '',
    hasDropped: () => hasDropped,

    /**
     * Makes a file's rows those given. Rows whose own and neighbouring text stayed keep their id, and their vectors stay
     * with their content.
     * @returns the steps still to do, each a short transaction; the last one records the file
     */
    *replaceFile(
      of: Omit<FileRow, 'id'>,
      chunks: readonly NewChunk[],
      parts: readonly (readonly string[])[],
    ): Generator<void> {
      const version = dataVersion(db);
      const fileId = beginFile(of);
      const { partIds, others } = yield* addParts(fileId, parts);
      const keys: Buffer[] = [];
      for (const { input, text } of chunks)
        if (keys.push(keyOf(readingRevision, input, text)) % rowsPerLook === 0) yield;
      const old = yield* keysOf(fileId);
      const { head, tail } = yield* sameEnds(old, keys);
      yield* dropChunks({ file: fileId }, old.slice(head, old.length - tail));
      yield* inTransactions({ file: fileId }, chunks, (chunk, i) => {
        const partId = partIds[chunk.part] ?? 0;
        const kept = i < head ? old[i] : i >= chunks.length - tail ? old[old.length - chunks.length + i] : undefined;
        if (!kept) addChunk(fileId, partId, chunk, keys[i] as Buffer);
        else if (!isAt(kept, partId, chunk))
          q.moveChunk.run(chunk.section, partId, chunk.startLine, chunk.endLine, chunk.day, chunk.subject, kept.id);
      });
      yield* dropParts({ file: fileId }, others);
      // Another process may have written the same file meanwhile: then the file is recorded as unread and is read again.
      const sound = q.chunkCount.get(fileId) === chunks.length && dataVersion(db) === version;
      q.putFile.run(of.path, sound ? of.signature : '', of.readAtMs, sound ? of.hash : '', of.problem);
    },

    /** The file is as it was read, under a new signature (touched, copied back). */
    touchFile: (of: Omit<FileRow, 'id'>) => void q.putFile.run(of.path, of.signature, of.readAtMs, of.hash, of.problem),

    *removeFile(fileId: number): Generator<void> {
      q.unread.run(fileId);
      // A snapshot would keep the names that the file had.
      yield* dropChunks('more', yield* keysOf(fileId));
      yield* dropParts('more', yield* partsOf(fileId));
      q.dropFile.run(fileId);
    },

    /** The terms of all lines and headings. It reads every row. */
    usedTerms(): Set<number> {
      const used = new Set<number>();
      for (const table of ['chunk', 'part'])
        for (const bytes of db.prepare<[], Buffer>(`SELECT terms FROM ${table}`).pluck().iterate())
          decodeTerms(bytes, (term) => used.add(term));
      return used;
    },
  };
}

/** All rows of a file, page by page, each from where the last one ended. */
function* allRows<Row>(
  query: Database.Statement<PageOf, Row>,
  fileId: number,
  orderOf: (row: Row) => number,
): Generator<void, Row[]> {
  const rows: Row[] = [];
  let from = 0;
  let read = 0;
  for (;;) {
    const page = query.all(fileId, from, rowsPerLook, read);
    for (const row of page) {
      const order = orderOf(row);
      read = order === from ? read + 1 : 1;
      from = order;
      rows.push(row);
    }
    if (page.length < rowsPerLook) return rows;
    yield;
  }
}

/** How many rows at the beginning and at the end of a file stayed as they are. */
function* sameEnds(
  old: readonly StoredKey[],
  keys: readonly Buffer[],
): Generator<void, { head: number; tail: number }> {
  const isSame = (i: number, j: number): boolean => keys[j] !== undefined && old[i]?.key.equals(keys[j]) === true;
  const shorter = Math.min(old.length, keys.length);
  let head = 0;
  for (; head < shorter && isSame(head, head); head += 1) if (endsStep(head, rowsPerLook)) yield;
  let tail = 0;
  for (; tail < shorter - head && isSame(old.length - 1 - tail, keys.length - 1 - tail); tail += 1)
    if (endsStep(tail, rowsPerLook)) yield;
  return { head, tail };
}

// A chunk table in a file beside the index, as it lies in memory: reading it takes a tenth of the time that building it from the rows
// takes. It is disposable: the index names the one snapshot that fits it and the few files that changed since, which are read of their
// rows again; a snapshot that does not fit or is damaged is ignored. It holds no text of a note, only numbers and the names of subjects.
import { openRegular } from '../../base/files/regular-file.ts';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { createPace, endsStep } from '../../base/concurrency/cooperative.ts';
import { codeOf } from '../../base/errors.ts';
import { privateFile } from '../../base/files/files.ts';
import type { Store } from '../store/store.ts';
import { ChunkTable, type TableShape, type TableState } from './chunk-table.ts';
import type { ReadVector } from './chunk-vectors.ts';
import { loadFile } from './load-file.ts';

/**
 * The first bytes, and the length of the JSON text that follows. Then the arrays, then the SHA-256 of all before it. The digit is the
 * version: the first one could hold wrong numbers where the vectors were left on disk.
 */
const magic = 'SJTABLE2';
const headBytes = magic.length + 4;
const sumBytes = 32;
/** How much is read or written at once; hashing it takes a ms. */
const blockBytes = 2 ** 20;
const sliceMs = 10;
/** Less than a ms. */
const vectorsPerStep = 500;
/** With more files that changed since, it is worth writing it anew. */
const fewChanged = 8;

interface Header extends TableShape {
  /** The id by which the index names it. */
  id: string;
}

const fileOf = (indexFile: string): string => `${indexFile}-table`;

/** Removes the snapshot, which may hold names that no note has any more. */
export function removeSnapshot(indexFile: string): void {
  rmSync(fileOf(indexFile), { force: true });
}

/**
 * Writes a table down, in blocks between which the event loop turns.
 * @param state as the index has it. Where it changes before all is written, the index no longer names what was written
 */
export async function saveSnapshot(
  store: Store,
  { numbers, arrays, subjects }: TableState,
  signal?: AbortSignal,
): Promise<void> {
  const id = randomUUID();
  if (!store.nameSnapshot(id)) return;
  const lengths = Object.fromEntries(Object.entries(arrays).map(([name, { length }]) => [name, length]));
  const text = Buffer.from(JSON.stringify({ id, numbers, lengths, subjects } satisfies Header));
  const head = Buffer.alloc(headBytes);
  head.write(magic);
  head.writeUInt32LE(text.length, magic.length);
  // Always the same name, so that a killed process leaves one at most. What two write at once is damaged, which its sum tells.
  const temporary = `${fileOf(store.file)}.new`;
  const handle = await open(temporary, 'w', privateFile);
  try {
    const sum = createHash('sha256');
    for (const part of [head, text, ...Object.values(arrays)])
      for (const block of blocksOf(part)) {
        if (signal?.aborted) return;
        sum.update(block);
        await writeAll(handle, block);
      }
    await writeAll(handle, sum.digest());
    await rename(temporary, fileOf(store.file));
    store.snapshotWritten(id);
  } finally {
    await handle.close();
    await rm(temporary, { force: true });
  }
}

/** Whether there is a snapshot that fits the index but for a few files. */
export function hasSnapshot(store: Store): boolean {
  const named = store.snapshot();
  return named !== null && named.changed.length <= fewChanged && existsSync(fileOf(store.file));
}

/** @returns the table as the index is now, or null where no snapshot fits that */
export async function loadSnapshot(store: Store, readVector: ReadVector | null): Promise<ChunkTable | null> {
  const named = store.snapshot();
  if (!named || !existsSync(fileOf(store.file))) return null;
  let handle: FileHandle | null = null;
  try {
    handle = await openRegular(fileOf(store.file));
    const { size } = await handle.stat();
    const sum = createHash('sha256');
    const next = async (into: ArrayBufferView): Promise<void> => {
      for (const block of blocksOf(into)) {
        await readAll(handle as FileHandle, block);
        sum.update(block);
      }
    };
    const head = Buffer.alloc(headBytes);
    await next(head);
    const textBytes = head.readUInt32LE(magic.length);
    if (head.toString('latin1', 0, magic.length) !== magic || textBytes > size) return null;
    const text = Buffer.alloc(textBytes);
    await next(text);
    const header = JSON.parse(text.toString('utf8')) as Header;
    if (header.id !== named.id) return null;
    const { table, arrays, finish } = ChunkTable.withRoomFor(header, readVector);
    const expected = arrays.reduce((bytes, { byteLength }) => bytes + byteLength, headBytes + textBytes + sumBytes);
    if (expected !== size) return null;
    for (const array of arrays) await next(array);
    const digest = Buffer.alloc(sumBytes);
    await readAll(handle, digest);
    if (!sum.digest().equals(digest)) return null;
    const pace = createPace(sliceMs);
    await pace.walk(finish());
    if (!readVector) await pace.walk(fillVectors(store, table));
    for (const file of named.changed) await pace.walk(renew(store, table, file));
    return table;
  } catch (error) {
    // Damaged, or taken away meanwhile: the table is made of the rows. What SQLite says of the index is another matter.
    if (codeOf(error)?.startsWith('SQLITE_')) throw error;
    return null;
  } finally {
    await handle?.close();
  }
}

function* fillVectors(store: Store, lines: ChunkTable): Generator<void> {
  let i = 0;
  for (const { contentId, pooled } of store.allVectors()) {
    lines.fillVector(contentId, pooled);
    if (endsStep(i++, vectorsPerStep)) yield;
  }
}

/** Also the rows that stayed may have got a vector since. */
function* renew(store: Store, lines: ChunkTable, file: number): Generator<void> {
  yield* lines.setFile(file, [], []);
  yield* loadFile(store, lines, file);
}

function* blocksOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Generator<Uint8Array> {
  for (let from = 0; from < byteLength; from += blockBytes)
    yield new Uint8Array(buffer, byteOffset + from, Math.min(blockBytes, byteLength - from));
}

async function writeAll(handle: FileHandle, block: Uint8Array): Promise<void> {
  for (let at = 0; at < block.length;) at += (await handle.write(block, at, block.length - at)).bytesWritten;
}

async function readAll(handle: FileHandle, block: Uint8Array): Promise<void> {
  for (let at = 0; at < block.length;) {
    const { bytesRead } = await handle.read(block, at, block.length - at);
    if (bytesRead === 0) throw new Error('The snapshot is cut short.');
    at += bytesRead;
  }
}

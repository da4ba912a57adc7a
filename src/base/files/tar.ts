// Tar archives (POSIX ustar, with pax headers for names that ustar has no room for), in memory and as streams. Files only;
// owner root, readable by the owner alone.
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { allOf } from '../concurrency/cooperative.ts';
import { append } from '../lists.ts';

export interface ArchiveFile {
  /** Relative, with `/`. */
  name: string;
  bytes: Buffer;
  modified: Date;
}

const blockBytes = 512;

/** A file of an archive that is written or read piece by piece. */
export interface ArchiveEntry {
  name: string;
  size: number;
  modified: Date;
  bytes: AsyncIterable<Buffer>;
}

/** An archive in memory, for files that are small. */
export const buildTar = (files: readonly ArchiveFile[]): Buffer => allOf(tarSteps(files));

/** The same, one step a file: there may be many thousands. */
export function* tarSteps(files: readonly ArchiveFile[]): Generator<void, Buffer> {
  const parts: Buffer[] = [];
  for (const { name, bytes, modified } of files) {
    append(parts, [...headOf(name, bytes.length, modified), bytes, padding(bytes.length)]);
    yield;
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * blockBytes)]);
}

/** @throws Error where a file turns out to have another size than was said */
export async function* tarOf(files: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  for await (const { name, size, modified, bytes } of files) {
    yield* headOf(name, size, modified);
    let written = 0;
    for await (const part of bytes) {
      written += part.length;
      yield part;
    }
    if (written !== size) throw new Error(`${name} changed while it was read`);
    yield padding(size);
  }
  yield Buffer.alloc(2 * blockBytes);
}

/** The header of a file, after one with its name where that is long or not ASCII. */
function headOf(name: string, size: number, modified: Date): Buffer[] {
  const isPlain = Buffer.byteLength(name) <= 100 && /^[\x20-\x7e]*$/.test(name);
  if (isPlain) return [header('0', name, size, modified)];
  const record = paxRecord('path', name);
  return [
    header('x', 'pax', record.length, modified),
    record,
    padding(record.length),
    header('0', 'long-name', size, modified),
  ];
}

const padding = (size: number): Buffer => Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);

function header(type: '0' | 'x', name: string, size: number, modified: Date): Buffer {
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, length: number): string =>
    `${Math.floor(value)
      .toString(8)
      .padStart(length - 1, '0')}\0`;
  block.write(name, 0, 100, 'utf8');
  block.write(octal(0o600, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(modified.getTime() / 1000, 12), 136);
  block.write('        ', 148);
  block.write(type, 156);
  block.write('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Those of a compressed archive (.tar.gz), which is closed behind them. @throws Error as {@link filesOfTar} does, and what reading it throws */
export async function* filesOfTarGz(archive: Readable): AsyncGenerator<ArchiveEntry> {
  // What goes wrong with either, also an archive that is closed before its end, is thrown to the reader of the last.
  const unzipped = pipeline(archive, createGunzip(), () => undefined);
  try {
    yield* filesOfTar(unzipped as AsyncIterable<Buffer>);
  } finally {
    archive.destroy();
    unzipped.destroy();
  }
}

/**
 * The files of an archive of this program, one after the other: what is not read of one is passed over when the next is asked for.
 * @throws Error for anything else, and where the archive is cut off
 */
export async function* filesOfTar(archive: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const reader = new ByteReader(archive);
  let longName: string | null = null;
  for (;;) {
    const block = await reader.take(blockBytes);
    if (block.every((byte) => byte === 0)) return;
    const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
    if (sum !== octalAt(block, 148, 8)) throw new Error('it is damaged, or no archive of this program');
    const size = octalAt(block, 124, 12);
    const type = String.fromCharCode(block[156] ?? 0);
    if (type === 'x' && size <= maxPaxBytes) {
      longName = paxPath(await reader.take(size));
      await reader.take(padding(size).length);
    } else if (type === '0') {
      const body = reader.upTo(size);
      const modified = new Date(octalAt(block, 136, 12) * 1000);
      yield { name: longName ?? textAt(block, 0, 100), size, modified, bytes: body };
      for await (const _rest of body);
      await reader.take(padding(size).length);
      longName = null;
    } else throw new Error(`it holds something that is no file (${type})`);
  }
}

const maxPaxBytes = 64 * 1024;

/** Takes bytes from a stream of chunks, as many at a time as the caller asks for. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** @throws Error where the stream ends before */
  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.upTo(count)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** The next bytes of the stream, as many as asked for; a second loop goes on where the first one stopped. */
  upTo(count: number): AsyncIterable<Buffer> {
    let left = count;
    const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
      if (left === 0) return { done: true, value: undefined };
      while (this.#rest.length === 0) {
        const { done, value } = await this.#chunks.next();
        if (done) throw new Error('it is cut off');
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      return { done: false, value: part };
    };
    return { [Symbol.asyncIterator]: () => ({ next }) };
  }
}

const octalAt = (block: Buffer, at: number, length: number): number => Number.parseInt(textAt(block, at, length), 8);

function textAt(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}

function paxPath(record: Buffer): string {
  const start = record.indexOf(' path=') + ' path='.length;
  return record.toString('utf8', start, record.length - 1);
}

/** `<length> <key>=<value>\n`, where the length counts itself. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

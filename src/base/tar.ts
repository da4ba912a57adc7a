// A tar archive in memory (POSIX ustar, with pax headers for names that ustar has no room for). Files only; owner root,
// readable by the owner alone.
import { allOf } from './cooperative.ts';

export interface ArchiveFile {
  /** Relative, with `/`. */
  name: string;
  bytes: Buffer;
  modified: Date;
}

const blockBytes = 512;

export const buildTar = (files: readonly ArchiveFile[]): Buffer => allOf(tarSteps(files));

/** The same, one step a file: there may be many thousands. */
export function* tarSteps(files: readonly ArchiveFile[]): Generator<void, Buffer> {
  const parts: Buffer[] = [];
  for (const { name, bytes, modified } of files) {
    const isPlain = Buffer.byteLength(name) <= 100 && /^[\x20-\x7e]*$/.test(name);
    if (!isPlain) parts.push(...entry('x', 'pax', paxRecord('path', name), modified));
    parts.push(...entry('0', isPlain ? name : 'long-name', bytes, modified));
    yield;
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * blockBytes)]);
}

function entry(type: '0' | 'x', name: string, bytes: Buffer, modified: Date): Buffer[] {
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, length: number): string =>
    `${Math.floor(value)
      .toString(8)
      .padStart(length - 1, '0')}\0`;
  header.write(name, 0, 100, 'utf8');
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(bytes.length, 12), 124);
  header.write(octal(modified.getTime() / 1000, 12), 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, bytes, Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes)];
}

/**
 * The files of an archive that `buildTar` made.
 * @throws Error for anything else, and where the archive is cut off
 */
export function parseTar(archive: Buffer): ArchiveFile[] {
  const files: ArchiveFile[] = [];
  let longName: string | null = null;
  for (let at = 0; at + blockBytes <= archive.length;) {
    const header = archive.subarray(at, at + blockBytes);
    if (header.every((byte) => byte === 0)) return files;
    const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
    if (sum !== octalAt(header, 148, 8)) throw new Error('it is damaged, or no archive of this program');
    const size = octalAt(header, 124, 12);
    const bytes = archive.subarray(at + blockBytes, at + blockBytes + size);
    if (bytes.length < size) throw new Error('it is cut off');
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'x') longName = paxPath(bytes);
    else if (type === '0') {
      const name = longName ?? textAt(header, 0, 100);
      files.push({ name, bytes, modified: new Date(octalAt(header, 136, 12) * 1000) });
      longName = null;
    } else throw new Error(`it holds something that is no file (${type})`);
    at += blockBytes + Math.ceil(size / blockBytes) * blockBytes;
  }
  throw new Error('it is cut off');
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

// Zip archives for tests, also such as no honest program makes.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  bytes: string | Buffer;
  /** What the archive says of it, where that is not the truth. */
  declaredBytes?: number;
  crc?: number;
  /** Of Unix, as `0o120777` for a link. */
  mode?: number;
  isEncrypted?: boolean;
  /** The bytes of the name, without the flag that says that they are UTF-8. */
  rawName?: Buffer;
  /** The place of the bytes of an earlier entry, which this one claims for its own. */
  claims?: number;
}

/** Entries in this order, with a central directory (no comments, no Zip64). */
export function buildZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, declaredBytes, crc, mode = 0o100_600, isEncrypted = false, rawName, claims } of entries) {
    const raw = Buffer.from(bytes);
    const packed = deflateRawSync(raw);
    const fileName = rawName ?? Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE((rawName ? 0 : 0x800) | (isEncrypted ? 1 : 0), 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc ?? crc32(raw), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredBytes ?? raw.length, 18);
    common.writeUInt16LE(fileName.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, fileName, packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE((mode << 16) >>> 0, 6);
    more.writeUInt32LE(claims ?? offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), common, more, fileName]));
    if (claims !== undefined) continue;
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, listed, Buffer.from('PK\u0005\u0006'), end]);
}

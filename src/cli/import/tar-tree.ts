// An archive (.tar.gz) that `scrubjay export` or `/export` made, held in memory while it is imported.
import { createReadStream } from 'node:fs';
import { UserError, messageOf } from '../../base/errors.ts';
import { filesOfTarGz } from '../../base/files/tar.ts';
import type { ImportTree } from './tree.ts';

/** Of all files together; notes and conversations of many years have less. */
const maxBytes = 512 * 1024 * 1024;

/** @throws UserError for another archive, one that is cut off, or one that is larger than any export */
export async function openTarTree(file: string): Promise<ImportTree> {
  const files = new Map<string, Buffer>();
  try {
    let bytes = 0;
    for await (const entry of filesOfTarGz(createReadStream(file))) {
      const parts: Buffer[] = [];
      for await (const part of entry.bytes) {
        bytes += part.length;
        if (bytes > maxBytes) throw new Error('it unpacks to more than 512 MB');
        parts.push(Buffer.from(part));
      }
      files.set(entry.name, Buffer.concat(parts));
    }
  } catch (error) {
    throw new UserError(
      `${file} can't be imported: ${messageOf(error).replace(/\.$/, '')}. Unpack it, and import the folder.`,
      {
        cause: error,
      },
    );
  }
  async function* open(name: string): AsyncGenerator<Buffer> {
    yield files.get(name) ?? Buffer.alloc(0);
  }
  const listed = [...files].map(([name, bytes]) => ({ name, bytes: bytes.length }));
  return {
    files: listed.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    skipped: [],
    open,
    close: () => Promise.resolve(),
  };
}

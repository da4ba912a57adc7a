// Room that files are read into one after another, for a start that reads many large ones. It is not of the C library's allocator: glibc
// takes the first large pieces that are given back for a sign to keep as much of its own from then on, in every thread. With Node.js's
// own reading of the program's files the daemon takes 122 MB at rest over 20,000 lines, and 114 with this (in turn).
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const pageBytes = 2 ** 16;
/** Most files fit, so that the room is made once. */
const usualPages = 16;
/** The garbage collector may take it when the start is over. */
let room = new WeakRef(Buffer.alloc(0));

/** @returns the bytes of a file, to be used before the next file is read: they are overwritten then */
export function readIntoRoom(file: string): Buffer {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const into = roomFor(size);
    let at = 0;
    while (at < size) {
      const bytes = readSync(handle, into, at, size - at, null);
      if (bytes === 0) break;
      at += bytes;
    }
    return into.subarray(0, at);
  } finally {
    closeSync(handle);
  }
}

function roomFor(bytes: number): Buffer {
  const known = room.deref();
  if (known && known.length >= bytes) return known;
  const initial = Math.max(usualPages, Math.ceil(bytes / pageBytes));
  const made = Buffer.from(new WebAssembly.Memory({ initial }).buffer);
  room = new WeakRef(made);
  return made;
}

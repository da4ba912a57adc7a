// A note as bytes and as text: what encoding it is in, where its lines are. Pure; knows no files.

export type NoteEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface NoteText {
  /** Decoded, without its byte order mark; line endings as they are in the file. */
  text: string;
  encoding: NoteEncoding;
  /** The file begins with a byte order mark. */
  bom: boolean;
  /** The ending of the first line, for lines that are added. `\n` where there is none. */
  newline: '\n' | '\r\n';
  /** False: some bytes are not text in this encoding and stand as U+FFFD in `text`. */
  valid: boolean;
}

const bomOf: Record<NoteEncoding, readonly number[]> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/** Decodes a note. UTF-8 unless a byte order mark says UTF-16, as some editors on Windows write. Never throws. */
export function parseNote(bytes: Uint8Array): NoteText {
  const encoding = (Object.keys(bomOf) as NoteEncoding[]).find((name) => startsWith(bytes, bomOf[name]));
  const bom = encoding !== undefined;
  const name = encoding ?? 'utf-8';
  const body = bom ? bytes.subarray(bomOf[name].length) : bytes;
  let text: string;
  let valid = true;
  try {
    text = new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    valid = false;
    text = new TextDecoder(name, { ignoreBOM: true }).decode(body);
  }
  const end = text.indexOf('\n');
  return { text, encoding: name, bom, newline: end > 0 && text[end - 1] === '\r' ? '\r\n' : '\n', valid };
}

/** The bytes of a whole note in its own encoding, the inverse of {@link parseNote} for valid text. */
export function encodeNote(text: string, form: Pick<NoteText, 'encoding' | 'bom'>): Buffer {
  const mark = form.bom ? Buffer.from(bomOf[form.encoding]) : Buffer.alloc(0);
  if (form.encoding === 'utf-8') return Buffer.concat([mark, Buffer.from(text, 'utf8')]);
  const body = Buffer.from(text, 'utf16le');
  return Buffer.concat([mark, form.encoding === 'utf-16be' ? body.swap16() : body]);
}

/**
 * The lines of a text without their endings, as editors number them: `\n` and `\r\n` end a line, an ending at the very
 * end of the file starts no further line.
 */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, i) => bytes[i] === byte);
}

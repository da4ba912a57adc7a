// A note as its bytes in the form of a string in which nothing is lost, so that an edit changes what it means to change
// and not a byte more. note.ts decodes for reading and may lose damaged bytes; this is for writing. Pure.
import { toUSVString } from 'node:util';
import { ToolError } from '../../base/errors.ts';
import { encodeNote, type NoteEncoding, parseNote } from '../text/note.ts';

export interface RawNote {
  /** The text without the byte order mark. One character a byte for UTF-8 (latin1), one a UTF-16 unit for UTF-16. */
  raw: string;
  encoding: NoteEncoding;
  bom: boolean;
  /** The line ending for lines that are added. */
  newline: '\n' | '\r\n';
}

export interface RawLine {
  raw: string;
  /** Empty only for a last line without an ending. */
  end: '' | '\n' | '\r\n';
}

export const emptyNote: RawNote = { raw: '', encoding: 'utf-8', bom: false, newline: '\n' };

/** @throws ToolError for UTF-16 with half a character at its end, which could not be written back as it is */
export function parseRaw(bytes: Uint8Array): RawNote {
  const { encoding, bom, newline } = parseNote(bytes);
  const body = Buffer.from(bytes).subarray(bom ? (encoding === 'utf-8' ? 3 : 2) : 0);
  if (encoding === 'utf-8') return { raw: body.toString('latin1'), encoding, bom, newline };
  if (body.length % 2 === 1)
    throw new ToolError('The note is damaged: it is UTF-16 with an odd number of bytes. Nothing was changed.');
  const littleEndian = encoding === 'utf-16be' ? Buffer.from(body).swap16() : body;
  return { raw: littleEndian.toString('utf16le'), encoding, bom, newline };
}

/** The exact inverse of {@link parseRaw}. */
export function rawBytes(note: RawNote): Buffer {
  if (note.encoding !== 'utf-8') return encodeNote(note.raw, note);
  return Buffer.concat([encodeNote('', note), Buffer.from(note.raw, 'latin1')]);
}

/** Text in the note's own raw form. A lone surrogate becomes U+FFFD, as it has no bytes. */
export const toRaw = (text: string, note: Pick<RawNote, 'encoding'>): string =>
  note.encoding === 'utf-8' ? Buffer.from(text, 'utf8').toString('latin1') : toUSVString(text);

/** What a piece of raw text says. Damaged bytes read as U+FFFD. */
export const fromRaw = (raw: string, note: Pick<RawNote, 'encoding'>): string =>
  note.encoding === 'utf-8' ? Buffer.from(raw, 'latin1').toString('utf8') : raw;

/** The lines of a note as text. */
export const textLines = (note: RawNote): string[] => splitRaw(note.raw).map((line) => fromRaw(line.raw, note));

/** A raw line after an edit of what it says. One that holds bytes that are no text stays as it is: they could not be written back. */
export function editRaw(raw: string, note: Pick<RawNote, 'encoding'>, edit: (text: string) => string): string {
  const text = fromRaw(raw, note);
  return toRaw(text, note) === raw ? toRaw(edit(text), note) : raw;
}

/** Lines as editors number them; joined again they are the same raw text. */
export function splitRaw(raw: string): RawLine[] {
  const lines: RawLine[] = [];
  let start = 0;
  while (start < raw.length) {
    const at = raw.indexOf('\n', start);
    if (at === -1) {
      lines.push({ raw: raw.slice(start), end: '' });
      break;
    }
    const crlf = at > start && raw[at - 1] === '\r';
    lines.push({ raw: raw.slice(start, crlf ? at - 1 : at), end: crlf ? '\r\n' : '\n' });
    start = at + 1;
  }
  return lines;
}

export const joinRaw = (lines: readonly RawLine[]): string => lines.map((line) => line.raw + line.end).join('');

/**
 * Puts new lines before the line of this index (its length: at the end). A note without a final line ending stays
 * without one.
 */
export function insertLines(note: RawNote, index: number, texts: readonly string[]): RawNote {
  const lines = splitRaw(note.raw);
  const added: RawLine[] = texts.map((text) => ({ raw: toRaw(text, note), end: note.newline }));
  const before = lines.slice(0, index);
  const after = lines.slice(index);
  const open = before.at(-1);
  if (after.length === 0 && open?.end === '' && added.length > 0) {
    before[before.length - 1] = { raw: open.raw, end: note.newline };
    added[added.length - 1] = { raw: added.at(-1)?.raw ?? '', end: '' };
  }
  return { ...note, raw: joinRaw([...before, ...added, ...after]) };
}

/** @param edits by 1-based line: the lines in its place */
export function replaceLines(note: RawNote, edits: ReadonlyMap<number, readonly string[]>): RawNote {
  if (edits.size === 0) return note;
  const all = splitRaw(note.raw);
  const endsOpen = all.at(-1)?.end === '';
  const lines = all.flatMap((line, i) => {
    const edit = edits.get(i + 1);
    if (edit === undefined) return [line];
    return edit.map((text) => ({ raw: toRaw(text, note), end: line.end || note.newline }));
  });
  const last = lines.at(-1);
  if (last && endsOpen) lines[lines.length - 1] = { ...last, end: '' };
  return { ...note, raw: joinRaw(lines) };
}

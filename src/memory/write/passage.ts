// Finding, replacing and removing an exact passage of a note. Pure; an edit touches the passage and nothing beside it.
import { fromRaw, joinRaw, type RawNote, splitRaw, toRaw } from './raw-note.ts';

/** Half-open range in the note's raw text. */
export interface Passage {
  start: number;
  end: number;
  /** 1-based, of its first and last character. */
  startLine: number;
  endLine: number;
}

/** Every place where the passage stands. A line ending in it matches either kind of line ending. */
export function findPassages(note: RawNote, passage: string): Passage[] {
  const wanted = passage
    .replace(/\r\n/g, '\n')
    .split('\n')
    .map((line) => escapePattern(toRaw(line, note)))
    .join('\\r?\\n');
  if (wanted === '') return [];
  const pattern = new RegExp(wanted, 'g');
  const found: Passage[] = [];
  for (let match = pattern.exec(note.raw); match; match = pattern.exec(note.raw)) {
    const end = match.index + match[0].length;
    found.push({
      start: match.index,
      end,
      startLine: lineAt(note.raw, match.index),
      endLine: lineAt(note.raw, end - 1),
    });
    // Overlapping places count: "aa" stands twice in "aaa", and a passage that must be unique is not.
    pattern.lastIndex = match.index + 1;
  }
  return found;
}

export function replacePassage(note: RawNote, at: Passage, replacement: string): RawNote {
  const text = toRaw(replacement.replace(/\r\n/g, '\n').split('\n').join(note.newline), note);
  return { ...note, raw: note.raw.slice(0, at.start) + text + note.raw.slice(at.end) };
}

/**
 * Removes a passage. A line that has nothing left but its list marker, its time and our own comment goes as a whole.
 */
export function removePassage(note: RawNote, at: Passage): RawNote {
  const lines = splitRaw(note.raw);
  const first = at.startLine - 1;
  const last = at.endLine - 1;
  const lineStart = joinRaw(lines.slice(0, first)).length;
  const lineEnd = joinRaw(lines.slice(0, last + 1)).length;
  const rest = fromRaw(note.raw.slice(lineStart, at.start) + note.raw.slice(at.end, lineEnd), note);
  const whole =
    /^\s*(?:[-*+]|\d+[.)])?\s*(?:\[[ xX]\]\s*)?(?:\d{4}-\d{2}-\d{2}:?\s*)?(?:\d{1,2}:\d{2}\s*)?(?:<!--.*-->)?\s*$/.test(
      rest,
    );
  if (!whole) return { ...note, raw: note.raw.slice(0, at.start) + note.raw.slice(at.end) };
  const before = note.raw.slice(0, lineStart);
  const after = note.raw.slice(lineEnd);
  // The last line of a note without a final line ending: the line before it becomes such a last line.
  const open = lines.at(-1)?.end === '';
  return { ...note, raw: after === '' && open ? before.replace(/\r?\n$/, '') : before + after };
}

function lineAt(raw: string, index: number): number {
  let line = 1;
  for (let at = raw.indexOf('\n'); at !== -1 && at < index; at = raw.indexOf('\n', at + 1)) line += 1;
  return line;
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

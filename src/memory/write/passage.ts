// Finding, replacing and removing an exact passage of a note. Pure; an edit touches the passage and nothing beside it.
import { withoutLeadIn } from '../text/validity.ts';
import { fromRaw, joinRaw, type RawNote, splitRaw, toRaw } from './raw-note.ts';

/** Half-open range in the note's raw text. */
export interface Passage {
  start: number;
  end: number;
  /** 1-based, of its first and last character. */
  startLine: number;
  endLine: number;
}

/** What was found of a passage: how often it stands in the note, and its first places. */
export interface Places {
  count: number;
  /** At most {@link maxPlaces}. */
  first: Passage[];
}

/** More places than a message would list. */
const maxPlaces = 20;

/**
 * Every place where the passage stands; overlapping places count, since "aa" stands twice in "aaa" and a passage that must
 * be unique is not. A line ending in it matches either kind of line ending. Takes time linear in note and passage
 * (Knuth, Morris and Pratt).
 */
export function findPassages(note: RawNote, passage: string): Places {
  const found: Places = { count: 0, first: [] };
  const wanted = toRaw(passage.replaceAll('\r\n', '\n'), note);
  if (wanted === '') return found;
  const { raw } = note;
  const borders = bordersOf(wanted);
  const passageLines = wanted.slice(0, -1).split('\n').length - 1;
  /** Where the latest characters of the note began, as many as the passage has: a line ending may be two characters. */
  const starts = new Int32Array(wanted.length);
  let read = 0;
  let matched = 0;
  let line = 1;
  for (let at = 0; at < raw.length; at += 1) {
    const start = at;
    if (raw[at] === '\r' && raw[at + 1] === '\n') at += 1;
    const character = raw[at];
    starts[read % wanted.length] = start;
    read += 1;
    while (matched > 0 && (matched === wanted.length || wanted[matched] !== character))
      matched = borders[matched - 1] ?? 0;
    if (wanted[matched] === character) matched += 1;
    if (matched === wanted.length) {
      found.count += 1;
      if (found.first.length < maxPlaces)
        found.first.push({
          start: starts[read % wanted.length] ?? 0,
          end: at + 1,
          startLine: line - passageLines,
          endLine: line,
        });
    }
    if (character === '\n') line += 1;
  }
  return found;
}

/** The longest bullet, box and time before the words of a line. */
const maxLead = 60;

/** Whether a passage is all that its lines say: at most a bullet and a time stand before it, and a comment behind it. */
export function isWholeLine({ raw }: RawNote, { start, end }: Passage): boolean {
  const behind = /^[^\r\n]*/.exec(raw.slice(end))?.[0].trim() ?? '';
  const isAll = behind === '' || (behind.startsWith('<!--') && behind.indexOf('-->') === behind.length - 3);
  const before =
    raw
      .slice(Math.max(0, start - maxLead), start)
      .split(/[\r\n]/)
      .at(-1) ?? '';
  return isAll && withoutLeadIn(`${before}x`) === 'x';
}

/** For each beginning of a text, how long the longest proper beginning is that is also its end. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  for (let i = 1, length = 0; i < text.length; i += 1) {
    while (length > 0 && text[i] !== text[length]) length = borders[length - 1] ?? 0;
    if (text[i] === text[length]) length += 1;
    borders[i] = length;
  }
  return borders;
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
  if (!isEmptyBullet(rest)) return { ...note, raw: note.raw.slice(0, at.start) + note.raw.slice(at.end) };
  const before = note.raw.slice(0, lineStart);
  const after = note.raw.slice(lineEnd);
  // The last line of a note without a final line ending: the line before it becomes such a last line.
  const open = lines.at(-1)?.end === '';
  return { ...note, raw: after === '' && open ? before.replace(/\r?\n$/, '') : before + after };
}

/** Whether a line holds no more than what begins a bullet and our own comment. */
function isEmptyBullet(line: string): boolean {
  let rest = line.trim();
  for (const dressing of [/^(?:[-*+]|\d{1,9}[.)])/, /^\[[ xX]\]/, /^\d{4}-\d{2}-\d{2}:?/, /^\d{1,2}:\d{2}/])
    rest = rest.replace(dressing, '').trimStart();
  return rest === '' || (rest.startsWith('<!--') && rest.endsWith('-->'));
}

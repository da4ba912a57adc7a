// The shape of MEMORY.md: front matter, sections, bullets, and which lines came from Scrubjay. Pure.
import { createHash } from 'node:crypto';
import { fromRaw, type RawNote, splitRaw } from './raw-note.ts';

export const longTermFile = 'MEMORY.md';

/** Superseded facts move here, with their dates. */
export const historySection = 'History';

export interface Section {
  title: string;
  /** Of the heading, 1-based. */
  startLine: number;
  /** The last line before the next heading of the same or a higher level, or of the note. */
  endLine: number;
  isHistory: boolean;
}

/** What stands in the comment behind a line of ours: `<!-- scrubjay: kind 0.8, said 2026-11-20, from 2026-11-20.md#L3-L3, 1a2b3c4d -->`. */
export interface Provenance {
  kind: string;
  /** 0 to 1. */
  importance: number;
  /** The day it was said, `YYYY-MM-DD`. */
  said: string;
  /** `path#Lx-Ly`, at least one. */
  sources: string[];
}

export interface LongTermLine {
  /** 1-based. */
  line: number;
  /** As it stands, without the line ending. */
  whole: string;
  /** Without our comment. */
  text: string;
  /** Null for what a person wrote, and for a line of ours whose words a person changed since. */
  provenance: Provenance | null;
  /** Title of the nearest heading above, empty at the top. */
  section: string;
  isHistory: boolean;
}

const comment =
  /\s*<!-- scrubjay: (\S+) ([\d.]+), said (\d{4}-\d{2}-\d{2}), from ([^,]+(?:\s[^,]+)*), ([0-9a-f]{8}) -->\s*$/;

/** A line of ours: the bullet with its comment. The check sum in it tells later whether a person changed the words. */
export function provenLine(text: string, provenance: Provenance): string {
  const { kind, importance, said, sources } = provenance;
  return `${text} <!-- scrubjay: ${kind} ${importance}, said ${said}, from ${sources.join(' ')}, ${checkSum(text)} -->`;
}

/** Takes a line apart; the inverse of {@link provenLine} for a line that nobody changed. */
export function parseProvenLine(whole: string): { text: string; provenance: Provenance | null } {
  const match = comment.exec(whole);
  if (!match) return { text: whole, provenance: null };
  const text = whole.slice(0, match.index);
  const [, kind = '', importance = '', said = '', sources = '', sum] = match;
  if (sum !== checkSum(text)) return { text, provenance: null };
  return { text, provenance: { kind, importance: Number(importance), said, sources: sources.split(' ') } };
}

const checkSum = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** The headings of a note, with what they cover; not those in front matter or in code fences. */
export function sectionsOf(note: RawNote): Section[] {
  const lines = splitRaw(note.raw).map((line) => fromRaw(line.raw, note));
  const headings = proseLines(lines).flatMap((i) => {
    const match = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(lines[i] ?? '');
    return match ? [{ index: i, level: (match[1] ?? '').length, title: match[2] ?? '' }] : [];
  });
  return headings.map(({ index, level, title }, i) => {
    const next = headings.slice(i + 1).find((other) => other.level <= level);
    return { title, startLine: index + 1, endLine: next ? next.index : lines.length, isHistory: isHistoryTitle(title) };
  });
}

/** The lines that hold something: no blank lines, headings, front matter or code. */
export function linesOfLongTerm(note: RawNote): LongTermLine[] {
  const lines = splitRaw(note.raw).map((line) => fromRaw(line.raw, note));
  const found: LongTermLine[] = [];
  const sections = sectionsOf(note);
  for (const i of proseLines(lines)) {
    const whole = lines[i] ?? '';
    const line = i + 1;
    if (whole.trim() === '' || sections.some((section) => section.startLine === line)) continue;
    const around = sections.filter((section) => section.startLine < line && line <= section.endLine);
    found.push({
      line,
      whole,
      ...parseProvenLine(whole),
      section: around.at(-1)?.title ?? '',
      isHistory: around.some((section) => section.isHistory),
    });
  }
  return found;
}

/** The index behind the last line with something on it before `end` (an index too): where a new line of that part goes. */
export function lastLineOf(note: RawNote, end: number): number {
  const lines = splitRaw(note.raw);
  let index = end;
  while (index > 0 && lines[index - 1]?.raw.trim() === '') index -= 1;
  return index;
}

const isHistoryTitle = (title: string): boolean => title.trim().toLowerCase() === historySection.toLowerCase();

/** A line with a comment of its own, such as ours, ends none that began above it. */
const closesComment = (line: string): boolean => /^(?:(?!<!--).)*-->/.test(line);

/**
 * Indexes of the lines outside front matter, code fences and comments that span lines. A fence or comment that is never
 * closed hides nothing: what we add below it would be lost to us.
 */
function proseLines(lines: readonly string[]): number[] {
  const found: number[] = [];
  const closing = (from: number, closes: (line: string) => boolean): number => {
    const at = lines.findIndex((line, i) => i > from && closes(line));
    return at === -1 ? from : at;
  };
  const start = lines[0]?.trimEnd() === '---' ? closing(0, (line) => /^(?:---|\.\.\.)\s*$/.test(line)) : 0;
  for (let i = start > 0 ? start + 1 : 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    const fence = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    let end = i;
    if (fence !== undefined) end = closing(i, (other) => other.trim().startsWith(fence));
    else if (line.lastIndexOf('<!--') > line.lastIndexOf('-->')) end = closing(i, closesComment);
    if (end > i) i = end;
    else found.push(i);
  }
  return found;
}

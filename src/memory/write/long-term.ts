// The shape of MEMORY.md: front matter, sections, bullets, and which lines came from Scrubjay. Pure.
import { createHash } from 'node:crypto';
import { essence } from './bullet.ts';
import { fromRaw, insertLines, joinRaw, type RawNote, splitRaw, textLines } from './raw-note.ts';
import { contentWords } from './words.ts';

export const longTermFile = 'MEMORY.md';

/** The note with the lines for which the long-term memory has no room. */
export const archiveFile = 'MEMORY-archive.md';

/** Superseded facts move here, with their dates. */
export const historySection = 'History';

export interface Section {
  title: string;
  /** The line of the heading, 1-based. */
  startLine: number;
  /** Its last line: of one that is underlined, the line that underlines it. */
  headingEnd: number;
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

/** The lines that a source names, `path#Lx-Ly`, and the hash of the one that says it, where it has one; null where it is none. */
export function linesOfSource(
  source: string,
): { path: string; startLine: number; endLine: number; hash?: string } | null {
  const [, path, start, end, hash] = /^([^#]+)#L(\d+)-L(\d+)(?:@([0-9a-f]{8}))?$/.exec(source) ?? [];
  return path === undefined ? null : { path, startLine: Number(start), endLine: Number(end), ...(hash && { hash }) };
}

/** Of what a line says, however it is dressed. */
export const hashOfLine = (line: string): string => checkSum(essence(line));

/** A line that says something else has less than this share of its words. */
const minShare = 0.5;

/** Whether a line says what these words say, as far as words tell. */
export const saysWords = (line: string, said: ReadonlySet<string>): boolean => {
  const words = contentWords(line);
  return [...said].filter((word) => words.has(word)).length >= minShare * said.size;
};

/**
 * A source with the hash of the line that says a text, `path#Lx-Ly@1a2b3c4d`: numbers of lines change with every edit above.
 * @param lines of the note as it is now
 */
export function sourceWithHash(source: string, text: string, lines: readonly string[]): string {
  const place = linesOfSource(source);
  if (!place || place.hash !== undefined) return source;
  const said = contentWords(text);
  const distance = (i: number): number => Math.max(place.startLine - 1 - i, i - (place.endLine - 1), 0);
  const [nearest] = [...lines.keys()]
    .filter((i) => saysWords(lines[i] ?? '', said))
    .toSorted((a, b) => distance(a) - distance(b));
  // Where no line says it any more, none is meant.
  return `${source}@${hashOfLine((nearest === undefined ? undefined : lines[nearest]) ?? text)}`;
}

export interface LongTermLine {
  /** 1-based. */
  line: number;
  /** As it stands, without the line ending. */
  whole: string;
  /** The text without our comment. */
  text: string;
  /** Null for a line that a person wrote, and for a line of ours that a person changed since. */
  provenance: Provenance | null;
  /** Title of the nearest heading above, empty at the top. */
  section: string;
  isHistory: boolean;
  /** It stands in the archive. */
  isArchived?: true;
}

const commentStart = '<!-- scrubjay: ';
const commentEnd = ' -->';

/** A line of ours: the bullet with its comment. The check sum in it tells later whether a person changed the words. */
export function provenLine(text: string, provenance: Provenance): string {
  const { kind, importance, said, sources } = provenance;
  return `${text} <!-- scrubjay: ${kind} ${importance}, said ${said}, from ${sources.join(' ')}, ${checkSum(text)} -->`;
}

/** Takes a line apart; the inverse of {@link provenLine} for a line that was not changed. */
export function parseProvenLine(whole: string): { text: string; provenance: Provenance | null } {
  const start = whole.lastIndexOf(commentStart);
  const line = whole.trimEnd();
  if (start === -1 || !line.endsWith(commentEnd)) return { text: whole, provenance: null };
  const fields = line.slice(start + commentStart.length, -commentEnd.length).split(', ');
  const [head = '', saidField = '', sourceField = '', sum = ''] = fields;
  const [kind = '', importance = '', ...more] = head.split(' ');
  const said = withoutPrefix(saidField, 'said ');
  const sources = withoutPrefix(sourceField, 'from ');
  const isOurs =
    fields.length === 4 &&
    more.length === 0 &&
    kind !== '' &&
    /^[\d.]+$/.test(importance) &&
    /^\d{4}-\d{2}-\d{2}$/.test(said) &&
    sources !== '' &&
    !sources.includes(',') &&
    /^[0-9a-f]{8}$/.test(sum);
  if (!isOurs) return { text: whole, provenance: null };
  const text = whole.slice(0, start).trimEnd();
  if (sum !== checkSum(text)) return { text, provenance: null };
  return { text, provenance: { kind, importance: Number(importance), said, sources: sources.split(' ') } };
}

/**
 * A line of ours after an edit that the person asked for, proven anew: with the old check sum it would count as written by
 * hand, and the night could never bring it up to date.
 * @param said the day of the edit, where it changed what the line says
 */
export function provenAgain(before: string, after: string, said?: string): string {
  const { provenance } = parseProvenLine(before);
  const start = after.lastIndexOf(commentStart);
  if (!provenance || start === -1) return after;
  return provenLine(after.slice(0, start).trimEnd(), { ...provenance, said: said ?? provenance.said });
}

/** Empty for a text that does not begin with the prefix. */
const withoutPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : '';

const checkSum = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** The text with blanks in the place of our comments, which are nobody's words. Every place in it stays the same. */
export function withoutOwnComments(text: string): string {
  if (!text.includes(commentStart)) return text;
  return text
    .split('\n')
    .map((line) => parseProvenLine(line).text.padEnd(line.length))
    .join('\n');
}

/** The headings of a note, with what they cover; not those in front matter or in code fences. */
export const sectionsOf = (note: RawNote): Section[] => sectionsOfLines(textLines(note));

export const sectionsOfLines = (lines: readonly string[]): Section[] => sectionsIn(lines, proseLines(lines));

function sectionsIn(lines: readonly string[], prose: readonly number[]): Section[] {
  const sections: Section[] = [];
  /** The index of the nearest heading below that closes a heading of each level from 1 to 6. */
  const closedAt = Array.from({ length: maxHeadingLevel + 1 }, () => lines.length);
  for (const index of prose.toReversed()) {
    const heading = headingOf(lines[index] ?? '') ?? underlined(lines[index] ?? '', lines[index + 1] ?? '');
    if (!heading) continue;
    const { level, title, span = 1 } = heading;
    sections.push({
      title,
      startLine: index + 1,
      headingEnd: index + span,
      endLine: closedAt[level] ?? lines.length,
      isHistory: isHistoryTitle(title),
    });
    closedAt.fill(index, level);
  }
  return sections.toReversed();
}

/** A Markdown heading such as `## Title ##`, or null. Read by hand, because a pattern for it backtracks over long runs of blanks. */
function headingOf(line: string): { level: number; title: string; span?: number } | null {
  const indented = line.trimStart();
  const indent = line.length - indented.length;
  if (indent > maxHeadingIndent || line.slice(0, indent).trim() !== '' || line.slice(0, indent).includes('\t'))
    return null;
  let level = 0;
  while (indented[level] === '#') level += 1;
  const rest = indented.slice(level);
  if (level === 0 || level > maxHeadingLevel || rest.trimStart() === rest) return null;
  let title = rest.trim();
  let end = title.length;
  while (title[end - 1] === '#') end -= 1;
  title = title.slice(0, end).trimEnd();
  return { level, title };
}

/** A heading with a line of `=` or `-` below it, as other editors write it; null for a list, a quote, a table or a rule above a rule. */
function underlined(line: string, next: string): { level: number; title: string; span: number } | null {
  const mark = /^ {0,3}(={2,}|-{2,})[ \t]*$/.exec(next)?.[1];
  const title = line.trim();
  if (mark === undefined || title === '' || /^(?:[-*+>|#_=]|\d+[.)])/.test(title)) return null;
  return { level: mark.startsWith('=') ? 1 : 2, title, span: 2 };
}

/** The lines that hold something: no blank lines, headings, front matter or code. */
export function linesOfLongTerm(note: RawNote): LongTermLine[] {
  const lines = textLines(note);
  const prose = proseLines(lines);
  const starts = new Map(sectionsIn(lines, prose).map((section) => [section.startLine, section]));
  const found: LongTermLine[] = [];
  /** The sections around the line, the innermost last. */
  const around: Section[] = [];
  let headingEnd = 0;
  for (const i of prose) {
    const whole = lines[i] ?? '';
    const line = i + 1;
    while ((around.at(-1)?.endLine ?? line) < line) around.pop();
    const section = starts.get(line);
    if (section) {
      around.push(section);
      ({ headingEnd } = section);
    }
    if (line <= headingEnd || whole.trim() === '') continue;
    found.push({
      line,
      whole,
      ...parseProvenLine(whole),
      section: around.at(-1)?.title ?? '',
      isHistory: around.some(({ isHistory }) => isHistory),
    });
  }
  return found;
}

/** Lines that are all there is of a long-term memory, below its title: the note that they were made for may be gone by then. */
export function withTitle(note: RawNote): RawNote {
  const lines = splitRaw(note.raw);
  const first = lines.findIndex((line) => fromRaw(line.raw, note).trim() !== '');
  if (first === -1 || headingOf(fromRaw(lines[first]?.raw ?? '', note))?.level === 1) return note;
  return insertLines({ ...note, raw: joinRaw(lines.slice(first, lastLineOf(note, lines.length))) }, 0, [
    '# Memory',
    '',
  ]);
}

/** The index behind the last line with something on it before `end` (an index too): where a new line of that part goes. */
export function lastLineOf(note: RawNote, end: number): number {
  const lines = splitRaw(note.raw);
  let index = end;
  while (index > 0 && lines[index - 1]?.raw.trim() === '') index -= 1;
  return index;
}

const maxHeadingIndent = 3;
const maxHeadingLevel = 6;
const minFenceLength = 3;

const isHistoryTitle = (title: string): boolean => title.trim().toLowerCase() === historySection.toLowerCase();

/**
 * Indexes of the lines outside front matter, code fences and comments that span lines. A fence or comment that is never
 * closed hides nothing: what we add below it would be lost to us.
 */
function proseLines(lines: readonly string[]): number[] {
  const found: number[] = [];
  const closing = closingLines(lines);
  for (let i = endOfFrontMatter(lines); i < lines.length; i += 1) {
    const end = closing[i] ?? i;
    if (end > i) i = end;
    else found.push(i);
  }
  return found;
}

/** The index behind the front matter, 0 where there is none. */
export function endOfFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  return lines.findIndex((line, i) => i > 0 && ['---', '...'].includes(line.trimEnd())) + 1;
}

/**
 * For each line that begins a code fence or a comment, the line that ends it; its own index where nothing does. Worked out
 * from the last line up, so that thousands of unclosed fences cost no more than as many lines.
 */
function closingLines(lines: readonly string[]): Int32Array {
  const closing = Int32Array.from(lines, (_, i) => i);
  /** The fences below that may still close a fence, by kind; the nearest last and the shortest last. */
  const fences: Record<string, { at: number; length: number }[]> = { '`': [], '~': [] };
  let commentEndsAt: number | null = null;
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    const line = lines[i] ?? '';
    const fence = fenceOf(line);
    const below = fence && fences[fence.mark];
    if (fence && below) {
      while ((below.at(-1)?.length ?? fence.length) < fence.length) below.pop();
      closing[i] = below.at(-1)?.at ?? i;
      below.push({ at: i, length: fence.length });
    } else if (line.lastIndexOf('<!--') > line.lastIndexOf('-->')) closing[i] = commentEndsAt ?? i;
    // A line with a comment of its own, such as ours, ends none that began above it.
    const end = line.indexOf('-->');
    if (end !== -1 && !line.slice(0, end).includes('<!--')) commentEndsAt = i;
  }
  return closing;
}

function fenceOf(line: string): { mark: string; length: number } | null {
  const text = line.trimStart();
  const mark = text[0] ?? '';
  if (mark !== '`' && mark !== '~') return null;
  let length = 0;
  while (text[length] === mark) length += 1;
  return length >= minFenceLength ? { mark, length } : null;
}

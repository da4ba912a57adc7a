// A note's text to small units: one list item, paragraph, table row or code block each, with what surrounds it. Pure.
// Small units are worth more to search than anything else; what surrounds a hit is put back when it is shown.
import { endsStep } from '../../base/concurrency/cooperative.ts';
import { largest } from '../../base/lists.ts';
import { cutText } from '../../base/text/text.ts';
import { readFrontMatter } from './front-matter.ts';
import { linesOf } from './note.ts';
import { createOutline, listItem } from './outline.ts';
import { plainText } from './plain-text.ts';

export interface Section {
  /** The headings above, outermost first, as text. */
  headings: string[];
  /** 1-based line of its own heading; 0 where the section has none. */
  headingLine: number;
}

export interface Chunk {
  /** 1-based, inclusive. The lines of the file from here to there hold the whole chunk. */
  startLine: number;
  endLine: number;
  /** Where a very long line is cut into several chunks: the part of that line, as UTF-16 offsets. */
  fromChar?: number;
  toChar?: number;
  /** The file's own lines, joined by `\n`; or the part of the line. */
  text: string;
  /** Who speaks, where the line or its turn says so (`**Anna:** …`). */
  speaker: string | null;
  /** The list items that it stands under, the outermost first; empty where it stands under none. */
  above: string;
  /** A property of the note, such as its tags: it is found by its words, and means nothing by itself. */
  isOfNote?: true;
  /** Index into `sections`. */
  section: number;
}

export interface ChunkedNote {
  /** What the front matter calls the note: its title, other names and tags. */
  names: readonly string[];
  /** With the lines that enclose it; empty where there is none. */
  frontMatter: string;
  sections: Section[];
  /** In file order; between them lie only blank lines and headings. */
  chunks: Chunk[];
}

// Others write notes: every pattern here takes linear time on any line. What would need adjacent quantifiers is read by hand.
const headingMark = /^ {0,3}(#{1,6})(?![^ \t])/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const tableRow = /^[ \t]*\|/;
const isTableRule = (text: string): boolean => /^[ \t]*\|[ \t|:-]+$/.test(text) && text.includes('-');
const quote = /^ {0,3}>[ \t]?/;
// `**Anna:** …`, `**Anna**: …`, or in a transcript `Anna: …`; at most four words, so that a sentence with a colon is none.
const boldLabel = /^\*\*([^*:\n]{1,60}?)(?::\*\*|\*\*:)(?:\s|$)/;
const plainLabel = /^([\p{Lu}][\p{L}\p{N}.'’-]{0,40}(?: [\p{L}\p{N}.'’-]{1,40}){0,2}):\s/u;

/** Headings below this level stay inside their section: they structure one answer or item, not the note. */
const deepestSection = 3;
/** A paragraph or code block is cut at line ends beyond this; a single line beyond `longLine`, at sentence ends. */
const longChunkChars = 1200;
const longLineChars = 1500;
const linePartChars = 900;
/** In one speaker's turn, short lines are joined up to this: alone, they say too little. */
const shortLineChars = 80;
const joinedChars = 400;
/** A title is kept with every chunk below it; one longer than this is cut there. */
const maxTitleChars = 300;

/** A step takes some 3 ms. */
const linesPerStep = 1000;

/** The chunks of a note, in steps between which other work may run. Never throws; any text is a note. */
// oxlint-disable-next-line max-lines-per-function -- one walk over the blocks of a note, whose cases share its state: headings, lists, tables, speakers
export function* chunkInSteps(text: string): Generator<void, ChunkedNote> {
  const lines = linesOf(text);
  let stepEnd = linesPerStep;
  const sections: Section[] = [{ headings: [], headingLine: 0 }];
  const open: { level: number; text: string }[] = [];
  const chunks: Chunk[] = [];
  const outline = createOutline();
  let speaker: { name: string; level: number } | null = null;
  let line = 0;

  const at = (i: number): string => lines[i] ?? '';
  const depth = (): number => open.at(-1)?.level ?? 0;

  function* add(first: number, last: number, named: string | null): Generator<void> {
    const base = {
      speaker: named ?? speaker?.name ?? null,
      above: outline.enter(at(first)),
      section: sections.length - 1,
    };
    let start = first;
    while (start <= last) {
      const only = at(start);
      if (only.length > longLineChars) {
        for (const [fromChar, toChar] of cutLine(only))
          if (
            chunks.push({
              ...base,
              startLine: start + 1,
              endLine: start + 1,
              fromChar,
              toChar,
              text: only.slice(fromChar, toChar),
            }) %
              linesPerStep ===
            0
          )
            yield;
        start += 1;
        continue;
      }
      let end = start;
      let chars = only.length;
      while (end < last && at(end + 1).length <= longLineChars && chars + at(end + 1).length < longChunkChars) {
        end += 1;
        chars += at(end).length + 1;
      }
      chunks.push({ ...base, startLine: start + 1, endLine: end + 1, text: lines.slice(start, end + 1).join('\n') });
      start = end + 1;
    }
  }

  const matter = readFrontMatter(lines);
  for (const { first, last, isOfNote } of matter.properties) {
    const from = chunks.length;
    yield* add(first, last, null);
    if (isOfNote) for (const chunk of chunks.slice(from)) chunk.isOfNote = true;
  }
  line = matter.end;

  while (line < lines.length) {
    if (line >= stepEnd) {
      yield;
      stepEnd = line + linesPerStep;
    }
    const text = at(line);
    if (text.trim() === '') {
      line += 1;
      continue;
    }
    const heading = headingOf(text, lines[line + 1]);
    if (heading) {
      const { level, title, span } = heading;
      outline.leave();
      if (speaker && level <= Math.max(speaker.level, 2)) speaker = null;
      if (level <= deepestSection) {
        while (depth() >= level) open.pop();
        open.push({ level, text: title });
        sections.push({ headings: open.map((one) => one.text).filter((one) => one !== ''), headingLine: line + 1 });
      } else if (title !== '') yield* add(line, line + span - 1, null);
      line += span;
      continue;
    }
    const fenced = fence.exec(text);
    if (fenced) {
      const mark = fenced[1] ?? '```';
      let end = line + 1;
      for (
        ;
        end < lines.length &&
        !(at(end).trim().startsWith(mark) && at(end).trim().replaceAll(mark.charAt(0), '') === '');
        end += 1
      )
        if (end % linesPerStep === 0) yield;
      end = Math.min(end, lines.length - 1);
      yield* add(line, end, null);
      line = end + 1;
      continue;
    }
    if (isRule(text)) {
      // A ruled line parts topics, and no passage spans one.
      outline.leave();
      sections.push({ headings: sections.at(-1)?.headings ?? [], headingLine: 0 });
      line += 1;
      continue;
    }
    let end = line;
    // The head of a table says nothing by itself: it stands with the first row.
    if (tableRow.test(text) && isTableRule(at(line + 1))) end = tableRow.test(at(line + 2)) ? line + 2 : line + 1;
    else if (!tableRow.test(text))
      for (; end + 1 < lines.length && continues(at(end + 1), at(end + 2)); end += 1)
        if (end % linesPerStep === 0) yield;
    const label = labelOf(text);
    // A paragraph that begins with a bold name starts a turn, and what follows it belongs to that speaker.
    if (label?.bold && !listItem.test(text)) speaker = { name: label.name, level: depth() };
    yield* add(line, end, label?.name ?? null);
    line = end + 1;
  }

  const joined = yield* joinShort(chunks, lines);
  const titled = new Set(joined.map((chunk) => chunk.section));
  const bare = sections
    .map((section, index) => ({ section, index }))
    .filter(({ section, index }) => {
      // One with sections of its own below is in their headings already.
      const deeper = (sections[index + 1]?.headings.length ?? 0) > section.headings.length;
      return section.headingLine > 0 && !titled.has(index) && section.headings.length > 0 && !deeper;
    })
    .map(({ section, index }): Chunk => ({
      startLine: section.headingLine,
      endLine: section.headingLine,
      text: at(section.headingLine - 1),
      speaker: null,
      above: '',
      section: index,
    }));
  return {
    names: matter.names,
    frontMatter: lines.slice(0, matter.end).join('\n'),
    sections,
    chunks:
      bare.length === 0
        ? joined
        : [...joined, ...bare].sort((a, b) => a.startLine - b.startLine || (a.fromChar ?? 0) - (b.fromChar ?? 0)),
  };
}

interface Heading {
  level: number;
  title: string;
  /** How many lines it takes. */
  span: number;
}

/** The heading that begins in a line: marked by `#`, or by an underline in the next line. */
function headingOf(text: string, next: string | undefined): Heading | null {
  const mark = headingMark.exec(text);
  if (mark)
    return { level: mark[1]?.length ?? 1, title: titleOf(withoutClosingMarks(text.slice(mark[0].length))), span: 1 };
  if (next === undefined || listItem.test(text) || quote.test(text) || tableRow.test(text) || isRule(text)) return null;
  const line = underline.exec(next)?.[1];
  return line === undefined ? null : { level: line.startsWith('=') ? 1 : 2, title: titleOf(text), span: 2 };
}

const titleOf = (text: string): string => cutText(plainText(text.slice(0, 2 * maxTitleChars)), maxTitleChars);

/** `Title ##` is `Title`; `C#` stays. */
function withoutClosingMarks(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (end > 0 && trimmed[end - 1] === '#') end -= 1;
  const stands = end === 0 || trimmed[end - 1] === ' ' || trimmed[end - 1] === '\t';
  return stands ? trimmed.slice(0, end).trimEnd() : trimmed;
}

/** At least three of the same mark and nothing else but blanks: a line that is drawn. */
function isRule(text: string): boolean {
  const from = text.search(/\S/);
  const mark = text[from];
  if (from < 0 || from > 3 || (mark !== '-' && mark !== '*' && mark !== '_')) return false;
  let count = 0;
  for (let i = from; i < text.length; i += 1) {
    if (text[i] === mark) count += 1;
    else if (text[i] !== ' ' && text[i] !== '\t') return false;
  }
  return count >= 3;
}

/** Whether a line goes on with the paragraph or item above it. */
function continues(text: string, next: string | undefined): boolean {
  if (
    text.trim() === '' ||
    listItem.test(text) ||
    tableRow.test(text) ||
    headingMark.test(text) ||
    fence.test(text) ||
    isRule(text)
  )
    return false;
  if (labelOf(text)?.bold) return false;
  return next === undefined || !/^ {0,3}=+[ \t]*$/.test(next);
}

function labelOf(text: string): { name: string; bold: boolean } | null {
  const body = text.replace(quote, '').replace(listItem, '');
  const bold = boldLabel.exec(body)?.[1];
  if (bold !== undefined && bold.split(/\s+/).length <= 4) return { name: bold.trim(), bold: true };
  const plain = plainLabel.exec(body)?.[1];
  return plain === undefined ? null : { name: plain, bold: false };
}

/** Joins the short lines inside one speaker's turn: the items of an answer, say. A person's own bullets stay alone. */
function* joinShort(chunks: readonly Chunk[], lines: readonly string[]): Generator<void, Chunk[]> {
  const joined: Chunk[] = [];
  for (const [i, chunk] of chunks.entries()) {
    if (endsStep(i, linesPerStep)) yield;
    const before = joined.at(-1);
    const fits =
      before !== undefined &&
      before.speaker !== null &&
      before.speaker === chunk.speaker &&
      before.section === chunk.section &&
      chunk.fromChar === undefined &&
      before.fromChar === undefined &&
      labelOf(chunk.text) === null &&
      Math.min(before.text.length, chunk.text.length) < shortLineChars &&
      before.text.length + chunk.text.length < joinedChars;
    if (before && fits) {
      before.endLine = chunk.endLine;
      before.text = lines.slice(before.startLine - 1, before.endLine).join('\n');
    } else joined.push({ ...chunk });
  }
  return joined;
}

/** Parts of a very long line, cut after sentences where there are any: [from, to) that together are the line. */
function* cutLine(line: string): Generator<[number, number]> {
  let from = 0;
  while (from < line.length) {
    let to = Math.min(line.length, from + linePartChars);
    if (to < line.length) {
      const window = line.slice(from, to);
      const sentence = largest(
        ['. ', '! ', '? ', '。', '！', '？', '; '].map(
          (mark) => window.lastIndexOf(mark) + (window.includes(mark) ? mark.length : 0),
        ),
      );
      const space = window.lastIndexOf(' ') + 1;
      const cut =
        sentence > linePartChars / 3
          ? sentence
          : space > linePartChars / 3
            ? space
            : cutText(line.slice(from, to + 2), linePartChars).length;
      to = from + cut;
    }
    yield [from, to];
    from = to;
  }
}

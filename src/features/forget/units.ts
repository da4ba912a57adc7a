// A note cut into what goes or stays as one: a list item with what is indented under it, a heading, a row of a table, an entry of the
// front matter; of a paragraph the lines in which something stands. Pure.
import { withoutComments } from '../../memory/write/bullet.ts';
import { endOfFrontMatter, withoutOwnComments } from '../../memory/write/long-term.ts';
import type { Span } from './reading.ts';

export interface NoteUnit {
  /** 1-based, inclusive. */
  startLine: number;
  endLine: number;
  /** As it stands in the note, without our own comments. */
  whole: string;
  /** The text without its marker, its date or time, and comments, unless it is nothing but a comment. */
  text: string;
}

/** Lines that say something together. Indexes of lines, the ends exclusive. */
interface Block {
  start: number;
  /** The end of its own words. */
  own: number;
  /** The end of what goes with it: what is indented under an item, the line below a heading or the head of a table. */
  end: number;
  /** Of a paragraph lines can go alone. */
  isParagraph: boolean;
}

/** Every list item, heading, row, entry and line that could go. */
export function unitsOf(lines: readonly string[]): NoteUnit[] {
  return blocksOf(lines).flatMap(({ start, own, end, isParagraph }) =>
    !isParagraph
      ? [unitOf(lines, start, end)]
      : Array.from({ length: own - start }, (_, i) =>
          unitOf(lines, start + i, own - start === 1 ? end : start + i + 1),
        ),
  );
}

/**
 * The units of which the own words, a paragraph's lines taken together, hold something, each with the first place of it in `whole`.
 * None lies within another one.
 */
export function unitsHolding(
  lines: readonly string[],
  find: (text: string) => readonly Span[],
): { unit: NoteUnit; found: Span }[] {
  const held: { unit: NoteUnit; found: Span }[] = [];
  let coveredTo = 0;
  for (const block of blocksOf(lines)) {
    if (block.start < coveredTo) continue;
    const words = withoutOwnComments(lines.slice(block.start, block.own).join('\n'));
    const spans = find(words).toSorted((a, b) => a.start - b.start);
    for (const { start, end, found } of block.isParagraph
      ? linesAround(block, words, spans)
      : spans.slice(0, 1).map((span) => ({ ...block, found: span }))) {
      held.push({ unit: unitOf(lines, start, end), found });
      coveredTo = end;
    }
  }
  return held;
}

/** The lines of a paragraph in which the spans stand; those that share a line go together. */
function linesAround(
  block: Block,
  words: string,
  spans: readonly Span[],
): { start: number; end: number; found: Span }[] {
  const around: { start: number; end: number; found: Span }[] = [];
  let line = block.start;
  let lineFrom = 0;
  for (const span of spans) {
    for (let at = words.indexOf('\n', lineFrom); at !== -1 && at < span.start; at = words.indexOf('\n', lineFrom)) {
      line += 1;
      lineFrom = at + 1;
    }
    const end = line + words.slice(span.start, span.end).split('\n').length;
    const last = around.at(-1);
    if (last && line < last.end) last.end = Math.max(last.end, end);
    else around.push({ start: line, end, found: { start: span.start - lineFrom, end: span.end - lineFrom } });
  }
  // The underline of a heading is nothing without it.
  const [all] = around;
  if (all?.start === block.start && all.end === block.own) all.end = block.end;
  return around;
}

function unitOf(lines: readonly string[], start: number, end: number): NoteUnit {
  const whole = withoutOwnComments(lines.slice(start, end).join('\n')).trimEnd();
  return { startLine: start + 1, endLine: end, whole, text: bare(whole) };
}

/** What lines say, as {@link NoteUnit.text}. */
export const textOf = (lines: readonly string[]): string => bare(withoutOwnComments(lines.join('\n')).trimEnd());

function bare(whole: string): string {
  const said = withoutComments(whole).trim();
  return (said === '' ? whole : said)
    .trim()
    .replace(/^(?:[-*+]|\d+[.)]|#{1,6})\s+(?:\[[ xX]\]\s+)?/, '')
    .replace(/^\d{4}-\d{2}-\d{2}:?\s+/, '')
    .replace(/^\d{1,2}:\d{2}\s+/, '')
    .trim();
}

interface Line {
  /** Without its indentation and the marks of a quotation. */
  said: string;
  indent: number;
  /** How many quotations it stands in. */
  quotes: number;
}

function lineOf(text: string): Line {
  const lead = /^[\s>]*/.exec(text)?.[0] ?? '';
  const quotes = lead.split('>').length - 1;
  const indent = lead.slice(lead.lastIndexOf('>') + 1).replaceAll('\t', '    ').length;
  return { said: text.slice(lead.length).trimEnd(), indent, quotes };
}

const isItem = ({ said }: Line): boolean => /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(said);
const isHeading = ({ said, indent }: Line): boolean => indent <= 3 && /^#{1,6}(?:\s|$)/.test(said);
const isUnderline = ({ said, indent }: Line): boolean => indent <= 3 && /^(?:=+|-+)$/.test(said);
const isRow = ({ said }: Line): boolean => said.startsWith('|');
const isBelowHead = ({ said }: Line): boolean => /^[\s|:-]+$/.test(said) && said.includes('|') && said.includes('-');
const isEntry = (line: Line): boolean => isItem(line) || /^[^\s:#]+:(?:\s|$)/.test(line.said);

function blocksOf(given: readonly string[]): Block[] {
  const front = endOfFrontMatter(given);
  const lines = given.map(lineOf);
  // A list is part of the entry above it also where it is not indented.
  for (const line of lines.slice(0, front)) if (isItem(line)) line.indent += 0.5;
  const ends = indentedEnds(lines);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    if (!line || line.said === '' || (at < front && /^(?:---|\.\.\.)$/.test(line.said))) {
      at += 1;
      continue;
    }
    const isNested = at < front || isItem(line);
    const block = isNested
      ? nestedBlock(lines, at, ends[at] ?? at + 1, at < front ? isEntry : isItem)
      : flatBlock(lines, at, line);
    blocks.push(block);
    at = isNested ? block.own : block.end;
  }
  return blocks;
}

/** For each line the index behind what is indented under it. From the last line up, so that a deep outline costs no more than a flat one. */
function indentedEnds(lines: readonly Line[]): Int32Array {
  const ends = new Int32Array(lines.length);
  /** Lines below, up to the next blank one, each indented less than the one before it. */
  let below: number[] = [];
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    const line = lines[i];
    const next = lines[i + 1];
    const isLast = !line || !next || line.said === '' || next.said === '' || next.quotes !== line.quotes;
    if (isLast) below = [i + 1];
    while (below.length > 1 && (lines[below.at(-1) ?? 0]?.indent ?? 0) > (line?.indent ?? 0)) below.pop();
    const nearest = below.at(-1) ?? i + 1;
    ends[i] = nearest;
    below.push(i);
  }
  return ends;
}

function nestedBlock(lines: readonly Line[], start: number, end: number, isNext: (line: Line) => boolean): Block {
  let own = start + 1;
  for (let next = lines[own]; own < end && next && !isNext(next); next = lines[own]) own += 1;
  return { start, own, end, isParagraph: false };
}

/** A heading, a row of a table or a paragraph. */
function flatBlock(lines: readonly Line[], start: number, line: Line): Block {
  const after = (at: number): Line | null => {
    const next = lines[at];
    return next && next.said !== '' && next.quotes === line.quotes ? next : null;
  };
  const isHead = (at: number): boolean => {
    const next = after(at + 1);
    return next !== null && isBelowHead(next);
  };
  const one = { start, own: start + 1, isParagraph: false };
  if (isHeading(line)) return { ...one, end: start + 1 };
  // The line below the head of a table is nothing without it.
  if (isHead(start)) return { ...one, end: start + 2 };
  if (isRow(line)) return { ...one, end: start + 1 };
  let own = start + 1;
  for (let next = after(own); next && !isHead(own); next = after(own)) {
    if (isItem(next) || isHeading(next) || isRow(next) || isUnderline(next)) break;
    own += 1;
  }
  const below = after(own);
  return { start, own, end: below && isUnderline(below) ? own + 1 : own, isParagraph: true };
}

// Markdown as a terminal shows it while it grows. What was shown is never taken back: a mark is held until it is closed, a
// heading and a line of code until the line is complete, a table until its last row. It reads line by line and is no full
// parser, which can't tell what a beginning is before it has seen the end. A half-written mark is shown as it is.
// Linear in the text, however it is cut into pieces.
import { highlight } from './highlight.ts';
import { showInline } from './inline.ts';
import type { Paint } from './paint.ts';
import { isTableRow, maxTableRows, showTable } from './table.ts';

export interface Markdown {
  /** What can be shown of the text as far as it has come. */
  push(text: string): string;
  /** What is held still. */
  flush(): string;
}

/** @param columns how wide a table may be; asked for each, as the window may be resized */
export function createMarkdown(paint: Paint, columns: () => number): Markdown {
  const shownText: ShownText = { paint, fence: null, language: '' };
  let rows: string[] = [];
  let line = newLine();

  const isRow = (): boolean => shownText.fence === null && isTableRow(line.text);

  function endTable(): string {
    const table = rows.length === 0 ? '' : `${showTable(rows, columns(), paint)}\n`;
    rows = [];
    return table;
  }

  function endLine(): string {
    const rest = showMore(line, true, shownText);
    followFence(line.text, shownText);
    line = newLine();
    return rest;
  }

  function endRow(): string {
    rows.push(line.text);
    line = newLine();
    return rows.length < maxTableRows ? '' : endTable();
  }

  return {
    push(text) {
      const shown: string[] = [];
      for (const [index, part] of text.split('\n').entries()) {
        if (index > 0) shown.push(isRow() ? endRow() : `${endTable()}${endLine()}\n`);
        line.text += part;
      }
      if (!isRow() && line.text.trim() !== '') shown.push(endTable(), showMore(line, false, shownText));
      return shown.join('');
    },
    flush() {
      if (!isRow()) return endTable() + endLine();
      return (endRow() + endTable()).slice(0, -1);
    },
  };
}

interface ShownText {
  paint: Paint;
  /** What the block of code began with; null outside of one. */
  fence: string | null;
  language: string;
}

/** A line as far as it has come. */
interface Line {
  text: string;
  /** How much of the text was shown. */
  done: number;
  /** Its beginning was shown: the rest is text with marks. */
  isBegun: boolean;
}

const newLine = (): Line => ({ text: '', done: 0, isBegun: false });

/** What can be shown of a line that was not shown yet. @param isOver the line is complete */
function showMore(line: Line, isOver: boolean, { paint, fence, language }: ShownText): string {
  if (!line.isBegun) {
    if (fence !== null) {
      if (!isOver) return '';
      return endsFence(line.text, fence) ? paint('dim', line.text) : highlight(line.text, language, paint);
    }
    if (!isOver && isOnlySigns(line.text)) return '';
    const whole = wholeLine(line.text, paint);
    if (whole !== null) return isOver ? whole() : '';
  }
  let shown = '';
  if (!line.isBegun) {
    const start = readLineStart(line.text, paint);
    line.isBegun = true;
    line.done = start.length;
    shown = start.shown;
  }
  const more = showInline(line.text, paint, { at: line.done, isOver });
  line.done += more.length;
  return shown + more.shown;
}

/** Lines that are shown only when they are complete: fences, rules, headings. Null for any other. */
function wholeLine(text: string, paint: Paint): (() => string) | null {
  if (fenceOf(text) !== null) return () => paint('dim', text);
  if (isRule(text)) return () => '———';
  const heading = headingOf(text);
  return heading === null ? null : () => paint('bold', showInline(heading, paint).shown);
}

function followFence(text: string, shownText: ShownText): void {
  if (shownText.fence !== null) {
    if (endsFence(text, shownText.fence)) shownText.fence = null;
    return;
  }
  shownText.fence = fenceOf(text);
  if (shownText.fence !== null) shownText.language = text.trim().slice(shownText.fence.length).trim().toLowerCase();
}

/** The run of backticks or tildes with which a block of code begins; null where none does. */
function fenceOf(text: string): string | null {
  const at = skip(text, 0, isSpace);
  const sign = text[at];
  if (sign !== '`' && sign !== '~') return null;
  const end = skip(text, at, (character) => character === sign);
  return end - at >= 3 ? text.slice(at, end) : null;
}

function endsFence(text: string, fence: string): boolean {
  const bare = text.trim();
  return bare.startsWith(fence) && skip(bare, 0, (character) => character === fence[0]) === bare.length;
}

/** Three or more of the same sign and nothing else. */
function isRule(text: string): boolean {
  const bare = text.trim();
  const sign = bare[0] ?? '';
  if (!/[-*_]/.test(sign) || indentOf(text) > 3) return false;
  let count = 0;
  for (const character of bare) {
    if (character === sign) count += 1;
    else if (!isSpace(character)) return false;
  }
  return count >= 3;
}

/** The text of a heading; null for any other line. */
function headingOf(text: string): string | null {
  const at = indentOf(text);
  const end = skip(text, at, (character) => character === '#');
  if (at > 3 || end === at || end - at > 6 || !isSpace(text[end] ?? '')) return null;
  const title = text.slice(end).trim();
  let closing = title.length;
  while (title[closing - 1] === '#') closing -= 1;
  const isClosed = closing < title.length && (closing === 0 || isSpace(title[closing - 1] ?? ''));
  return isClosed ? title.slice(0, closing).trimEnd() : title;
}

/** Signs with which a line begins and whose meaning the next letter may change. More than this many are text. */
const maxSigns = 200;

/** Whether a line is made only of signs so far: they may still become a list, a rule, a heading or a block of code. */
function isOnlySigns(text: string): boolean {
  if (text.length > maxSigns) return false;
  const isOver = (at: number): boolean => skip(text, at, isSpace) === text.length;
  const at = skip(text, 0, (character) => isSpace(character) || character === '>');
  const sign = text[at] ?? '';
  if (sign === '') return true;
  if (sign === '#') {
    const end = skip(text, at, (character) => character === '#');
    return end - at <= 6 && isOver(end);
  }
  if (sign === '`' || sign === '~') return isOver(skip(text, at, (character) => character === sign));
  if (/[-*_+]/.test(sign) && skip(text, at + 1, (character) => /[-*_\s]/.test(character)) === text.length) return true;
  const mark = listMarkEnd(text, at);
  if (mark === at) return /\d/.test(sign) && isOver(skip(text, at, (character) => /\d/.test(character)));
  const box = skip(text, mark, isSpace);
  if (box === text.length) return true;
  return box > mark && /^\[[ xX]?\]?\s*$/.test(text.slice(box, box + 8)) && text.length <= box + 8;
}

/** Quotes inside of quotes that are shown as bars; deeper ones are shown as they are. */
const maxQuotes = 8;

/** Bars of quotes, the mark of a list's item and its box, as they are shown. */
function readLineStart(text: string, paint: Paint): { shown: string; length: number } {
  let at = 0;
  let shown = '';
  for (let depth = 0; depth < maxQuotes; depth += 1) {
    const sign = depth === 0 ? skip(text, 0, isSpace) : at;
    if (text[sign] !== '>') break;
    shown += `${text.slice(at, sign)}${paint('dim', '│')} `;
    at = sign + (isSpace(text[sign + 1] ?? '') ? 2 : 1);
  }
  const markAt = skip(text, at, isSpace);
  const markEnd = listMarkEnd(text, markAt);
  const textAt = skip(text, markEnd, isSpace);
  if (markEnd === markAt || textAt === markEnd) return { shown, length: at };
  const indent = text.slice(at, markAt);
  const space = text.slice(markEnd, textAt);
  const number = /\d/.test(text[markAt] ?? '') ? [text.slice(markAt, markEnd)] : [];
  const box = /^\[[ xX]\]$/.test(text.slice(textAt, textAt + 3)) && isSpace(text[textAt + 3] ?? '');
  if (!box) return { shown: shown + indent + (number[0] ?? '•') + space, length: textAt };
  const signs = [...number, text[textAt + 1] === ' ' ? '☐' : '☑'].join(' ');
  return { shown: shown + indent + signs + space, length: skip(text, textAt + 3, isSpace) };
}

/** Where the mark of a list's item ends (`-`, `*`, `+`, `12.`, `3)`); `at` where there is none. */
function listMarkEnd(text: string, at: number): number {
  if (/[-*+]/.test(text[at] ?? '')) return at + 1;
  const end = skip(text, at, (character) => /\d/.test(character));
  return end > at && end - at <= 9 && /[.)]/.test(text[end] ?? '') ? end + 1 : at;
}

function indentOf(text: string): number {
  return skip(text, 0, (character) => character === ' ');
}

/** The first place from `at` on at which the character is of another kind. */
function skip(text: string, at: number, isOfKind: (character: string) => boolean): number {
  let end = at;
  while (end < text.length && isOfKind(text[end] ?? '')) end += 1;
  return end;
}

const isSpace = (character: string): boolean => /\s/.test(character);

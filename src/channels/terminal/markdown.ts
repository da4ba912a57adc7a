// Markdown as a terminal shows it while it grows. What was shown is never taken back: a mark is held until it is closed, a
// heading and a line of code until the line is complete, a table until its last row. It reads line by line and is no full
// parser, which can't tell what a beginning is before it has seen the end. A half-written mark is shown as it is.
// It takes linear time, however the text is split when it arrives.
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
  return new GrowingMarkdown(paint, columns);
}

/**
 * What a line is, as far as it has come: not known yet; a row of a table, a heading, a fence or code, which are held until
 * they are complete; or text, which is shown as it grows.
 */
type LineKind = 'unknown' | 'row' | 'held' | 'text';

class GrowingMarkdown implements Markdown {
  readonly #paint: Paint;
  readonly #columns: () => number;
  /** What the block of code began with; null outside of one. */
  #fence: string | null = null;
  #language = '';
  #rows: string[] = [];
  #kind: LineKind = 'unknown';
  /** The pieces of a line that is held. */
  #pieces: string[] = [];
  /** The part of a line of text that is not shown yet, behind a little that was shown. */
  #text = '';
  #shownOfText = 0;

  constructor(paint: Paint, columns: () => number) {
    this.#paint = paint;
    this.#columns = columns;
  }

  push(text: string): string {
    const shown: string[] = [];
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) shown.push(this.#endLine());
      if (piece !== '') shown.push(this.#grow(piece));
    }
    return shown.join('');
  }

  flush(): string {
    const isRow = this.#kind === 'row';
    const shown = this.#endLine();
    if (!isRow) return shown.slice(0, -1);
    return (shown + this.#endTable()).slice(0, -1);
  }

  /** Adds to the line. @returns what can be shown of it */
  #grow(piece: string): string {
    if (this.#kind === 'row' || this.#kind === 'held') {
      this.#pieces.push(piece);
      return '';
    }
    this.#text += piece;
    if (this.#kind === 'text') return this.#showText(false);
    this.#kind = this.#kindOf(this.#text);
    if (this.#kind === 'unknown') return '';
    if (this.#kind === 'text') return this.#endTable() + this.#beginText() + this.#showText(false);
    this.#pieces = [this.#text];
    return this.#kind === 'row' ? '' : this.#endTable();
  }

  #kindOf(start: string): LineKind {
    if (this.#fence !== null) return 'held';
    if (isTableRow(start)) return 'row';
    if (isOnlySigns(start)) return 'unknown';
    return fenceOf(start) !== null || headingOf(start) !== null ? 'held' : 'text';
  }

  /** @returns what is left to show of the line, with its newline */
  #endLine(): string {
    const kind = this.#kind;
    const whole = kind === 'row' || kind === 'held' ? this.#pieces.join('') : this.#text;
    this.#kind = 'unknown';
    this.#pieces = [];
    if (kind === 'row') {
      this.#text = '';
      this.#rows.push(whole);
      return this.#rows.length < maxTableRows ? '' : this.#endTable();
    }
    const before = kind === 'unknown' ? this.#endTable() : '';
    const shown = kind === 'text' ? this.#showText(true) : this.#showWhole(whole);
    this.#text = '';
    return `${before}${shown}\n`;
  }

  #endTable(): string {
    const table = this.#rows.length === 0 ? '' : `${showTable(this.#rows, this.#columns(), this.#paint)}\n`;
    this.#rows = [];
    return table;
  }

  /** A complete line of which nothing was shown. */
  #showWhole(line: string): string {
    const paint = this.#paint;
    if (this.#fence !== null) {
      if (!endsFence(line, this.#fence)) return highlight(line, this.#language, paint);
      this.#fence = null;
      return paint('dim', line);
    }
    this.#fence = fenceOf(line);
    if (this.#fence !== null) {
      this.#language = line.trim().slice(this.#fence.length).trim().toLowerCase();
      return paint('dim', line);
    }
    if (isRule(line)) return '———';
    const heading = headingOf(line);
    if (heading !== null) return paint('bold', showInline(heading, paint).shown);
    return this.#beginText() + this.#showText(true);
  }

  /** Bars and the mark of a list, which stand before the text. */
  #beginText(): string {
    const start = readLineStart(this.#text, this.#paint);
    this.#shownOfText = start.length;
    return start.shown;
  }

  #showText(isOver: boolean): string {
    const more = showInline(this.#text, this.#paint, { at: this.#shownOfText, isOver });
    const done = this.#shownOfText + more.length;
    // The last character that was shown tells whether the next one begins a word.
    const from = Math.max(0, done - 2);
    this.#text = this.#text.slice(from);
    this.#shownOfText = done - from;
    return more.shown;
  }
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
  if (text.length > maxSigns) return false;
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

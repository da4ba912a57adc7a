// Markdown as a terminal shows it while it grows. What was shown is never taken back: a mark is held until what it marks is
// over, a heading and a line of code until their line is, a table until its last row. A reader of lines, and no full
// parser, which can't tell what a beginning is before it has seen the end. What is half of it is shown as it is.
import { columnsIn, padToColumns } from '../../base/display-width.ts';
import { type Inline, type Paint, createInline, withoutPaint } from './inline.ts';

export interface Markdown {
  /** What can be shown of the text as far as it has come. */
  push(text: string): string;
  /** What is held still. */
  flush(): string;
}

/** @param columns how wide a table may be; asked for each, as the window may be resized */
export function createMarkdown(paint: Paint, columns: () => number): Markdown {
  const inline = createInline(paint);
  /** What a block of code began with; null outside of one. */
  let fence: string | null = null;
  let rows: string[] = [];
  let line = '';
  let shownOfLine = '';

  const isRow = (): boolean => fence === null && /^\s*\|/.test(line);

  /** What the line adds to what was shown of it. */
  function grow(isOver: boolean): string {
    const shown =
      fence === null
        ? showLine(line, isOver, paint, inline)
        : isOver
          ? paint(endsFence(line, fence) ? 'dim' : 'code', line)
          : '';
    const added = shown.slice(shownOfLine.length);
    shownOfLine += added;
    return added;
  }

  function endLine(): string {
    const rest = grow(true);
    if (fence === null) fence = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    else if (endsFence(line, fence)) fence = null;
    line = '';
    shownOfLine = '';
    return rest;
  }

  function endTable(): string {
    const table = rows.length === 0 ? '' : `${showTable(rows, columns(), paint, inline)}\n`;
    rows = [];
    return table;
  }

  return {
    push(text) {
      let shown = '';
      for (const [index, part] of text.split('\n').entries()) {
        if (index > 0 && isRow()) {
          rows.push(line);
          line = '';
        } else if (index > 0) shown += `${endTable()}${endLine()}\n`;
        line += part;
      }
      const isTold = line.trim() !== '' && !isRow();
      return isTold ? shown + endTable() + grow(false) : shown;
    },
    flush() {
      if (!isRow()) return endTable() + endLine();
      rows.push(line);
      line = '';
      return endTable().slice(0, -1);
    },
  };
}

const endsFence = (line: string, fence: string): boolean =>
  line.trim().startsWith(fence) && /^([`~])\1*$/.test(line.trim());

/** The signs with which a line begins, whose meaning the next letter may change. */
const onlySigns = /^[\s>]*(?:#{1,6}|[-*_+][-*_\s]*|\d{1,9}[.)]?|`+|~+|(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]?\]?)?)?\s*$/;

function showLine(line: string, isOver: boolean, paint: Paint, inline: Inline): string {
  if (!isOver && onlySigns.test(line)) return '';
  if (/^\s*(?:`{3}|~{3})/.test(line)) return isOver ? paint('dim', line) : '';
  if (/^ {0,3}([-*_])(?:\s*\1){2,}\s*$/.test(line)) return isOver ? '———' : '';
  const heading = /^ {0,3}#{1,6}\s+(.*?)(?:\s+#+\s*)?$/.exec(line);
  if (heading) return isOver ? paint('bold', inline(heading[1] ?? '', true)) : '';
  const quote = /^\s*(?:>\s?)*/.exec(line)?.[0].includes('>') ? (/^\s*(?:>\s?)+/.exec(line)?.[0] ?? '') : '';
  const bars = quote.replaceAll(/>\s?/g, `${paint('dim', '│')} `);
  const [mark = '', indent = '', number, space = '', task] =
    /^(\s*)(?:[-*+]|(\d{1,9}[.)]))(\s+)(?:\[([ xX])\]\s+)?/.exec(line.slice(quote.length)) ?? [];
  const box = task === undefined ? [] : [task === ' ' ? '☐' : '☑'];
  const signs =
    mark === ''
      ? ''
      : indent +
        [
          ...(number === undefined ? [] : [number]),
          ...(number === undefined && task === undefined ? ['•'] : []),
          ...box,
        ].join(' ') +
        space;
  return bars + signs + inline(line.slice(quote.length + mark.length), isOver);
}

function showTable(rows: readonly string[], columns: number, paint: Paint, inline: Inline): string {
  const isTable = /^[\s|:-]*-[\s|:-]*$/.test(rows[1] ?? '');
  if (!isTable) return rows.map((row) => inline(row, true)).join('\n');
  const cells = rows.filter((_, index) => index !== 1).map((row) => cellsOf(row).map((cell) => inline(cell, true)));
  const [head = [], ...body] = cells;
  const count = Math.max(...cells.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(1, ...cells.map((row) => columnsIn(withoutPaint(row[column] ?? '')))),
  );
  if (widths.reduce((sum, width) => sum + width + 3, -3) > columns) {
    // Wider than the window, which would break its lines anywhere: each row by itself, its cells below each other.
    const records =
      body.length === 0
        ? [head]
        : body.map((row) =>
            row.map((cell, column) => (head[column] ? `${paint('bold', head[column])}: ${cell}` : cell)),
          );
    return records.map((record) => record.join('\n')).join('\n\n');
  }
  const pad = (cell: string, width: number): string =>
    cell + padToColumns(withoutPaint(cell), width).slice(withoutPaint(cell).length);
  const lineOf = (row: readonly string[]): string =>
    widths
      .map((width, column) => pad(row[column] ?? '', width))
      .join(' │ ')
      .trimEnd();
  return [
    lineOf(head.map((cell) => paint('bold', cell))),
    widths.map((width) => '─'.repeat(width)).join('─┼─'),
    ...body.map(lineOf),
  ].join('\n');
}

/** A bar behind a backslash belongs to the cell. */
const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

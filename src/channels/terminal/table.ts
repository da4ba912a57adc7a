// Tables of Markdown in columns, as wide as their cells and aligned as their second row says. Pure.
import { columnsIn, padToColumns } from '../../base/text/display-width.ts';
import { largest } from '../../base/lists.ts';
import { showInline } from './inline.ts';
import { type Paint, withoutPaint } from './paint.ts';
import { wrapped } from './wrap.ts';

/** A longer table is shown in parts, so that no endless one is held back. */
export const maxTableRows = 500;
/** A row with more cells would be unreadable as a table. */
const maxCells = 50;
/** Broken cells that are narrower can't be read. */
const minBrokenWidth = 12;

export function isTableRow(text: string): boolean {
  return /^\s{0,20}\|/.test(text);
}

type Alignment = 'left' | 'right' | 'middle';

/** @param rows at least one. Without a second row of dashes they are shown as they are. */
export function showTable(rows: readonly string[], columns: number, paint: Paint): string {
  const alignments = readAlignments(rows[1] ?? '');
  const lines = rows.filter((_, index) => index !== 1).map(cellsOf);
  if (alignments === null || lines.some((cells) => cells.length > maxCells))
    return rows.map((row) => showInline(row, paint).shown).join('\n');
  const cells = lines.map((row) => row.map((cell) => showInline(cell, paint).shown));
  const count = cells.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: count }, (_, column) =>
    cells.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), 1),
  );
  const [head = [], ...body] = cells;
  const fitted = fittedWidths(widths, columns);
  const table = fitted && brokenRows(cells, fitted);
  if (!table) return showRecords(head, body, paint);
  const lineOf = (row: readonly string[]): string =>
    fitted
      .map((width, column) => align(row[column] ?? '', width, alignments[column] ?? 'left'))
      .join(' │ ')
      .trimEnd();
  const rule = fitted.map((width) => '─'.repeat(width)).join('─┼─');
  const [headLines = [], ...bodyLines] = table;
  const shown = bodyLines.map((lines) => lines.map(lineOf).join('\n'));
  // Where a row has several lines, rules tell the rows apart.
  const isBroken = bodyLines.some((lines) => lines.length > 1);
  return [
    ...headLines.map((line) => lineOf(line.map((cell) => paint('bold', cell)))),
    rule,
    ...(isBroken ? [shown.join(`\n${rule}\n`)] : shown),
  ].join('\n');
}

/** The widths at which the table fits the window: the widest columns are narrowed to one width. Null where that is too narrow to read. */
function fittedWidths(widths: readonly number[], columns: number): number[] | null {
  let room = columns - 3 * (widths.length - 1);
  for (const [index, width] of widths.toSorted((one, other) => one - other).entries()) {
    const share = Math.floor(room / (widths.length - index));
    if (width > share) return share < minBrokenWidth ? null : widths.map((wanted) => Math.min(wanted, share));
    room -= width;
  }
  return [...widths];
}

/** Each row as its lines, with the cells broken between words. Null where a word is wider than its column. */
function brokenRows(rows: readonly (readonly string[])[], widths: readonly number[]): string[][][] | null {
  const broken = rows.map((row) => {
    const cells = widths.map((width, column) => wrapped(row[column] ?? '', width).split('\n'));
    const height = largest(cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) => cells.map((lines) => lines[line] ?? ''));
  });
  const fits = broken.every((lines) =>
    lines.every((line) => line.every((cell, at) => widthOf(cell) <= (widths[at] ?? 0))),
  );
  return fits ? broken : null;
}

/** Each row by itself, its cells below each other. */
function showRecords(head: readonly string[], body: readonly (readonly string[])[], paint: Paint): string {
  const records =
    body.length === 0
      ? [head]
      : body.map((row) => row.map((cell, column) => (head[column] ? `${paint('bold', head[column])}: ${cell}` : cell)));
  return records.map((record) => record.join('\n')).join('\n\n');
}

/** Null where the row is none of dashes. */
function readAlignments(row: string): Alignment[] | null {
  if (!row.includes('-') || !/^[\s|:-]*$/.test(row)) return null;
  return cellsOf(row).map((cell) => {
    const isRight = cell.endsWith(':');
    if (isRight && cell.startsWith(':')) return 'middle';
    return isRight ? 'right' : 'left';
  });
}

function align(cell: string, width: number, alignment: Alignment): string {
  const bare = withoutPaint(cell);
  const spaces = padToColumns(bare, width).length - bare.length;
  const before = alignment === 'right' ? spaces : alignment === 'middle' ? Math.floor(spaces / 2) : 0;
  return ' '.repeat(before) + cell + ' '.repeat(spaces - before);
}

/** A bar behind a backslash belongs to the cell. */
function cellsOf(row: string): string[] {
  const cells = row.trim().split(/(?<!\\)\|/);
  if (cells[0]?.trim() === '') cells.shift();
  if (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop();
  return cells.map((cell) => cell.trim());
}

const widthOf = (cell: string): number => columnsIn(withoutPaint(cell));

// Tables of Markdown in columns, as wide as their cells and aligned as their second row says. Pure.
import { columnsIn, padToColumns } from '../../base/display-width.ts';
import { showInline } from './inline.ts';
import { type Paint, withoutPaint } from './paint.ts';

/** A longer table is shown in parts, so that no endless one is held back. */
export const maxTableRows = 500;
/** A row with more cells would be unreadable as a table. */
const maxCells = 50;

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
  // A wider table would be broken anywhere by the window.
  if (widths.reduce((sum, width) => sum + width + 3, -3) > columns) return showRecords(head, body, paint);
  const lineOf = (row: readonly string[]): string =>
    widths
      .map((width, column) => align(row[column] ?? '', width, alignments[column] ?? 'left'))
      .join(' │ ')
      .trimEnd();
  return [
    lineOf(head.map((cell) => paint('bold', cell))),
    widths.map((width) => '─'.repeat(width)).join('─┼─'),
    ...body.map(lineOf),
  ].join('\n');
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

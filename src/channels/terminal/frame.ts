// What stands below the output: the line that grows, what runs, what waits, the input, the menu and the footer. Pure: from
// a state to the rows of the screen and the place of the cursor.
import { columnsIn, padToColumns } from '../../base/text/display-width.ts';
import { graphemesOf } from '../../base/text/text.ts';
import { type MenuItem, shownItems } from './menu.ts';
import { type Paint, linkEnd, styleEnd, withoutPaint } from './paint.ts';

export interface FrameState {
  /** The line of the output that is not complete, with its styles. */
  tail: string;
  /** What is being done; empty for nothing. */
  status: string;
  /** Messages that wait for their turn. */
  queued: readonly string[];
  /** What is typed, and the part of it before the cursor. */
  input: string;
  inputBefore: string;
  menu: readonly MenuItem[];
  chosen: number;
  footer: string;
}

export interface Frame {
  rows: string[];
  /** Counted from the first row and column, from 0. */
  cursor: { row: number; column: number };
}

const prompt = '> ';
const morePrompt = '… ';
const maxQueued = 3;

export function buildFrame(state: FrameState, columns: number, height: number, paint: Paint): Frame {
  const fit = (text: string): string => fitted(text, columns - 1);
  const above = [
    ...(state.tail === '' ? [] : [fitTail(state.tail, columns)]),
    ...(state.status === '' ? [] : [paint('yellow', fit(state.status))]),
    ...state.queued.slice(0, maxQueued).map((text) => paint('dim', fit(`queued: ${text.replaceAll(/\s+/g, ' ')}`))),
    ...(state.queued.length > maxQueued ? [paint('dim', `… and ${state.queued.length - maxQueued} more queued`)] : []),
    paint('dim', '─'.repeat(columns - 1)),
  ];
  const menu = shownItems(state.menu, state.chosen);
  const below = [
    ...menu.shown.map(({ item, isChosen }) => {
      const row = fit(`${isChosen ? '›' : ' '} ${padToColumns(`/${item.name}`, 14)} ${item.description}`);
      return isChosen ? paint('bold', row) : paint('dim', row);
    }),
    ...(menu.hidden > 0 ? [paint('dim', fit(`  … and ${menu.hidden} more: go on with the arrow keys`))] : []),
    ...(state.footer === '' ? [] : [paint('dim', fit(state.footer))]),
  ];
  const input = inputRows(state, columns);
  const room = Math.max(1, height - 1 - above.length - below.length);
  const from = Math.min(Math.max(0, input.row - room + 1), Math.max(0, input.rows.length - room));
  const shownInput = input.rows.slice(from, from + room).map((row) => paint('code', row.slice(0, 2)) + row.slice(2));
  const rows = [...above, ...shownInput, ...below];
  // In a very low window the upper rows go.
  const cut = Math.max(0, rows.length - Math.max(1, height - 1));
  return {
    rows: rows.slice(cut),
    cursor: { row: Math.max(0, above.length + input.row - from - cut), column: input.column },
  };
}

/** The lines of the input broken at the edge of the screen, each behind a prompt. */
function inputRows(
  { input, inputBefore }: FrameState,
  columns: number,
): { rows: string[]; row: number; column: number } {
  const width = columns - prompt.length - 1;
  const rows: string[] = [];
  let cursor = { row: 0, column: prompt.length };
  const place = inputBefore.length;
  let at = 0;
  let row = '';
  let column = 0;
  const mark = (): void => {
    if (at === place) cursor = { row: rows.length, column: prompt.length + column };
  };
  const endRow = (): void => {
    rows.push((rows.length === 0 ? prompt : morePrompt) + row);
    row = '';
    column = 0;
  };
  for (const grapheme of graphemesOf(input)) {
    const shown = grapheme === '\t' ? ' ' : grapheme;
    const wide = columnsIn(shown);
    if (grapheme !== '\n' && column + wide > width) endRow();
    mark();
    if (grapheme === '\n') endRow();
    else {
      row += shown;
      column += wide;
    }
    at += grapheme.length;
  }
  mark();
  endRow();
  return { rows, ...cursor };
}

/** A line that is wider than the screen is an address or code: its end is where it grows. */
function fitTail(tail: string, columns: number): string {
  const bare = withoutPaint(tail).replaceAll('\t', ' ');
  if (columnsIn(bare) < columns)
    return `${tail.replaceAll('\t', ' ')}${tail.includes('\u001B') ? styleEnd + linkEnd : ''}`;
  let end = '';
  for (const grapheme of [...graphemesOf(bare.slice(-4 * columns))].toReversed()) {
    if (columnsIn(grapheme + end) >= columns - 1) break;
    end = grapheme + end;
  }
  return `…${end}`;
}

/** The text in one row of this many columns; what is left out is marked. */
function fitted(text: string, columns: number): string {
  let shown = '';
  let width = 0;
  for (const grapheme of graphemesOf(text.slice(0, 8 * columns))) {
    width += columnsIn(grapheme);
    if (width > columns - 1) return `${shown}…`;
    shown += grapheme;
  }
  return shown;
}

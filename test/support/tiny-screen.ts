// A terminal as far as this program uses one: text, line ends, moving up and right, erasing, styles and links (not shown).
// oxlint-disable no-control-regex -- escape sequences are the subject
// What it does not know is an error: nothing else may ever be written.
import { columnsIn } from '../../src/base/text/display-width.ts';
import { graphemesOf } from '../../src/base/text/text.ts';

export interface TinyScreen {
  write(text: string): void;
  /** All rows that were ever written, those that scrolled away as well. */
  text(): string;
  cursor(): { row: number; column: number };
}

export function createTinyScreen(columns = 80): TinyScreen {
  const rows: string[][] = [[]];
  let row = 0;
  let column = 0;

  function put(grapheme: string): void {
    const width = columnsIn(grapheme);
    if (column + width > columns) {
      row += 1;
      column = 0;
    }
    const line = (rows[row] ??= []);
    while (line.length < column) line.push(' ');
    line[column] = grapheme;
    if (width === 2) line[column + 1] = '';
    column += width;
  }

  function obey(sequence: string): void {
    const [, count = '1', command = ''] = /^\u001B\[(\d*)([A-Za-z])$/.exec(sequence) ?? [];
    if (command === 'A') row = Math.max(0, row - Number(count));
    else if (command === 'C') column += Number(count);
    else if (command === 'J') {
      rows.length = row + 1;
      rows[row] = (rows[row] ?? []).slice(0, column);
    } else if (command !== 'm' && !/^\u001B(?:\[\?(?:25|2004|2026)[hl]|\]8;;[!-~]*\u001B\\)$/.test(sequence))
      throw new Error(`an unknown sequence: ${JSON.stringify(sequence)}`);
  }

  return {
    write(text) {
      for (const part of text.split(/(\u001B(?:\[\??\d*[A-Za-z]|\]8;;[!-~]*?\u001B\\)|\n|\r)/)) {
        if (part === '\n') {
          row += 1;
          column = 0;
          rows[row] ??= [];
        } else if (part === '\r') column = 0;
        else if (part.startsWith('\u001B')) obey(part);
        else for (const grapheme of graphemesOf(part)) put(grapheme);
      }
    },
    text: () => rows.map((line) => line.join('').trimEnd()).join('\n'),
    cursor: () => ({ row, column }),
  };
}

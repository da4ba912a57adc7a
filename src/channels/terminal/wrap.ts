// Breaks lines between words while a text grows, where a terminal would break them anywhere. What must keep its lines (code,
// tables) keeps them. Pure but for its place in the text.
import { columnsIn } from '../../base/display-width.ts';
import { withoutPaint } from './inline.ts';

export interface Wrap {
  /** What can be shown of the text as far as it has come; a word is held until its end is seen. */
  push(text: string): string;
  /** What is held still. */
  flush(): string;
}

/** How wide a terminal is; Infinity where it does not say, or says something that nobody could read. */
export const columnsOf = ({ columns = 0 }: { columns?: number }): number =>
  columns < fewestColumns ? Infinity : columns;

const fewestColumns = 20;

/** @param columns of the terminal, asked for each word as it may be resized */
export function createWrap(columns: () => number): Wrap {
  /** Of the line: how much of it stands there, what it began with, and the spaces and the word that are held. */
  let column = 0;
  let line = '';
  let spaces = '';
  let word = '';
  let isCode = false;

  function place(): string {
    const keepsLines = isCode || /^(?:\s*```|\s*\||\s{4})/.test(withoutPaint(line));
    const isOver = !keepsLines && word !== '' && column > 0 && column + widthOf(spaces + word) > columns();
    const indent = isOver ? ' '.repeat(Math.min(hangingOf(withoutPaint(line)), Math.floor(columns() / 2))) : '';
    const placed = isOver ? `\n${indent}${word}` : spaces + word;
    column = isOver ? widthOf(indent + word) : column + widthOf(placed);
    spaces = '';
    word = '';
    return placed;
  }

  return {
    push(text) {
      let shown = '';
      for (const character of text) {
        if (character === '\n') {
          shown += `${place()}\n`;
          if (/^\s*```/.test(withoutPaint(line))) isCode = !isCode;
          column = 0;
          line = '';
          continue;
        }
        if (character === ' ' && word !== '') shown += place();
        if (character === ' ') spaces += character;
        else word += character;
        line += character;
        // Such writing has no spaces, and the terminal may break it anywhere.
        if (isWide(character)) shown += place();
      }
      return shown;
    },
    flush: place,
  };
}

/** A whole text. */
export function wrapped(text: string, columns: number): string {
  const wrap = createWrap(() => columns);
  return wrap.push(text) + wrap.flush();
}

/** How far in the text of a list's item begins: what follows stands below it. */
const hangingOf = (line: string): number =>
  /^(?:\s*│)*\s*(?:[-*+•☐☑]|\d{1,3}[.)])\s+/.exec(line)?.[0].length ?? /^(?:\s*│)*\s*/.exec(line)?.[0].length ?? 0;

const widthOf = (text: string): number => columnsIn(withoutPaint(text));

const isWide = (character: string): boolean => columnsIn(character) === 2;

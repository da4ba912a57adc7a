// Breaks lines between words while a text grows, where a terminal would break them anywhere. What must keep its lines (code,
// tables) keeps them, and so does a word that is longer than a line: an address stays whole to be copied. Styles and links
// end with each line and begin again with the next, so that nothing drawn between two lines takes them on. Linear.
import { columnsIn } from '../../base/text/display-width.ts';
import { graphemesOf } from '../../base/text/text.ts';
import { linkEnd, ownSequenceAt, styleEnd } from './paint.ts';

export interface Wrap {
  /** What can be shown of the text as far as it has come; a word is held until its end is seen. */
  push(text: string): string;
  /** What is held still. */
  flush(): string;
}

/** How wide a terminal is; Infinity where it does not say, or says a width too small for any text. */
export const columnsOf = ({ columns = 0 }: { columns?: number }): number => (columns < minColumns ? Infinity : columns);

const minColumns = 20;

/** The beginning of a line that tells how to break it. */
const maxStart = 120;
/** The end of a longer word is not waited for. */
const maxWord = 2_000;
/** A grapheme of more code units is not waited for. */
const maxGrapheme = 64;

/** @param columns of the terminal, asked for each word as it may be resized */
export function createWrap(columns: () => number): Wrap {
  return new LineWrap(columns);
}

class LineWrap implements Wrap {
  readonly #columns: () => number;
  /** How much of the line stands there, and how the line begins, without styles. */
  #column = 0;
  #start = '';
  /** Held until the word is over. */
  #spaces = 0;
  #word = '';
  #wordWidth = 0;
  /** The last grapheme: what comes next may belong to it. */
  #grapheme = '';
  #isCode = false;
  /** The word was too long to wait for its end: what follows of it is not broken off. */
  #isLongWord = false;
  #keepsLine = false;
  /** Escape sequences that are in force: styles, and a link or ''. */
  #styles: string[] = [];
  #link = '';

  constructor(columns: () => number) {
    this.#columns = columns;
  }

  push(text: string): string {
    let shown = '';
    for (let at = 0; at < text.length;) {
      const length = ownSequenceAt(text, at);
      if (length > 0) {
        shown += this.#endGrapheme();
        this.#word += text.slice(at, at + length);
        at += length;
      } else {
        const next = text.indexOf('\u001B', at + 1);
        const end = next === -1 ? text.length : next;
        shown += this.#pushText(text.slice(at, end));
        at = end;
      }
    }
    return shown;
  }

  flush(): string {
    return this.#endGrapheme() + this.#place();
  }

  #pushText(text: string): string {
    let shown = '';
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) shown += this.#endGrapheme() + this.#endLine();
      const held = this.#grapheme + part;
      this.#grapheme = '';
      for (const grapheme of graphemesOf(held)) {
        shown += this.#endGrapheme();
        this.#grapheme = grapheme;
      }
      if (this.#grapheme.length > maxGrapheme) shown += this.#endGrapheme();
    }
    return shown;
  }

  #endGrapheme(): string {
    const grapheme = this.#grapheme;
    this.#grapheme = '';
    if (grapheme === '') return '';
    if (this.#start.length < maxStart) {
      this.#start += grapheme;
      this.#keepsLine = this.#isCode || /^(?:\s{0,20}(?:```|~~~|\|)|\s{4})/.test(this.#start);
    }
    if (grapheme === ' ') {
      const shown = this.#word === '' ? '' : this.#place();
      this.#spaces += 1;
      this.#isLongWord = false;
      return shown;
    }
    const width = columnsIn(grapheme);
    this.#word += grapheme;
    this.#wordWidth += width;
    // Writing of wide characters has no spaces, and may be broken anywhere.
    if (width === 2) return this.#place();
    if (this.#word.length < maxWord) return '';
    const shown = this.#place();
    this.#isLongWord = true;
    return shown;
  }

  #endLine(): string {
    const shown = `${this.#place()}${this.#ends()}\n${this.#begins()}`;
    if (/^\s{0,20}(?:```|~~~)/.test(this.#start)) this.#isCode = !this.#isCode;
    this.#column = 0;
    this.#start = '';
    this.#keepsLine = this.#isCode;
    this.#isLongWord = false;
    return shown;
  }

  #place(): string {
    const width = this.#spaces + this.#wordWidth;
    const isOver =
      !this.#keepsLine &&
      !this.#isLongWord &&
      this.#wordWidth > 0 &&
      this.#column > 0 &&
      this.#column + width > this.#columns();
    const spaces = ' '.repeat(
      isOver ? Math.min(hangingOf(this.#start), Math.floor(this.#columns() / 2)) : this.#spaces,
    );
    const placed = (isOver ? `${this.#ends()}\n${spaces}${this.#begins()}` : spaces) + this.#word;
    this.#column = (isOver ? 0 : this.#column) + spaces.length + this.#wordWidth;
    this.#follow(this.#word);
    this.#spaces = 0;
    this.#word = '';
    this.#wordWidth = 0;
    return placed;
  }

  /** Keeps in mind which styles and which link are in force behind the word. */
  #follow(word: string): void {
    for (let at = word.indexOf('\u001B'); at !== -1; at = word.indexOf('\u001B', at + 1)) {
      const sequence = word.slice(at, at + ownSequenceAt(word, at));
      if (sequence === styleEnd) this.#styles = [];
      else if (sequence.endsWith('m')) this.#styles.push(sequence);
      else if (sequence !== '') this.#link = sequence === linkEnd ? '' : sequence;
    }
  }

  #ends(): string {
    return (this.#styles.length > 0 ? styleEnd : '') + (this.#link === '' ? '' : linkEnd);
  }

  #begins(): string {
    return this.#styles.join('') + this.#link;
  }
}

/** A whole text. */
export function wrapped(text: string, columns: number): string {
  const wrap = createWrap(() => columns);
  return wrap.push(text) + wrap.flush();
}

/** How far in the text of a list's item begins: what follows stands below it. */
const hangingOf = (start: string): number =>
  /^[\s│]{0,80}(?:(?:[-*+•☐☑]|\d{1,9}[.)])\s{1,80})?/.exec(start)?.[0].length ?? 0;

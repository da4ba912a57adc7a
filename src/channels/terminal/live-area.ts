// Keeps the rows below the output (see frame.ts) at the bottom of what was written, whatever is written: they are erased, the
// output goes on above, and they are drawn again. What has scrolled away is never touched.
import { columnsIn } from '../../base/text/display-width.ts';
import { type Frame, type FrameState, buildFrame } from './frame.ts';
import { type Paint, withoutPaint } from './paint.ts';

export interface Size {
  columns: number;
  rows: number;
}

const begin = '\u001B[?2026h\u001B[?25l';
const end = '\u001B[?25h\u001B[?2026l';
const eraseDown = '\u001B[J';

export class LiveArea {
  readonly #write: (text: string) => void;
  readonly #size: () => Size;
  readonly #paint: Paint;
  readonly #state: () => Omit<FrameState, 'tail'>;
  /** As it was drawn; null while nothing stands there. */
  #drawn: Frame | null = null;
  #tail = '';
  #isOpen = false;

  constructor(options: {
    write(text: string): void;
    size(): Size;
    paint: Paint;
    /** What is to be shown now. */
    state(): Omit<FrameState, 'tail'>;
  }) {
    this.#write = options.write;
    this.#size = options.size;
    this.#paint = options.paint;
    this.#state = options.state;
  }

  /** Whether the output ends in the middle of a line. */
  get isMidLine(): boolean {
    return this.#tail !== '';
  }

  open(): void {
    this.#isOpen = true;
    this.draw();
  }

  /** Takes the rows away for good; the output stays. */
  close(): void {
    if (!this.#isOpen) return;
    this.#write(`${begin}${this.#erased()}${this.#tail}${this.#tail === '' ? '' : '\n'}${end}`);
    this.#tail = '';
    this.#isOpen = false;
  }

  /** Adds to the output. */
  print(text: string): void {
    if (text === '') return;
    if (!this.#isOpen) return this.#write(text);
    const whole = this.#tail + text;
    const lineEnd = whole.lastIndexOf('\n') + 1;
    this.#tail = whole.slice(lineEnd);
    this.#redraw(whole.slice(0, lineEnd));
  }

  /** Shows the state as it is now. */
  draw(): void {
    if (this.#isOpen) this.#redraw('');
  }

  #redraw(output: string): void {
    const { columns, rows } = this.#size();
    const frame = buildFrame({ ...this.#state(), tail: this.#tail }, columns, rows, this.#paint);
    const isSame = output === '' && JSON.stringify(frame) === JSON.stringify(this.#drawn);
    if (isSame) return;
    const up = frame.rows.length - 1 - frame.cursor.row;
    const place = `\r${up > 0 ? `\u001B[${up}A` : ''}${frame.cursor.column > 0 ? `\u001B[${frame.cursor.column}C` : ''}`;
    const erased = this.#erased();
    this.#drawn = frame;
    this.#write(`${begin}${erased}${output}${frame.rows.join('\n')}${place}${end}`);
  }

  /** Moves to the first of the rows and erases them. A window that became narrower has broken some of them. */
  #erased(): string {
    const drawn = this.#drawn;
    this.#drawn = null;
    if (!drawn) return '';
    const { columns } = this.#size();
    const above = drawn.rows
      .slice(0, drawn.cursor.row)
      .reduce((sum, row) => sum + Math.max(1, Math.ceil(columnsIn(withoutPaint(row)) / columns)), 0);
    const inRow = Math.floor(drawn.cursor.column / columns);
    const up = above + inRow;
    return `\r${up > 0 ? `\u001B[${up}A` : ''}${eraseDown}`;
  }
}

// The text that is being typed: several lines, a cursor, pasted blocks that stand folded, and what was typed before. Pure:
// it knows neither keys nor a screen.
import { graphemesOf } from '../../base/text/text.ts';

/** One grapheme, or a pasted block, which the cursor passes in one step. */
type Cell = string | PastedBlock;

interface PastedBlock {
  text: string;
  label: string;
}

/** A pasted block of this many lines or characters is folded. */
const minFoldedLines = 4;
const minFoldedLength = 1_000;

export class InputEditor {
  #cells: Cell[] = [];
  #cursor = 0;
  /** Entries of before, the newest first, and which of them is shown; -1 is what is being typed. */
  readonly #history: string[];
  #place = -1;
  #draft: Cell[] = [];

  constructor(history: readonly string[] = []) {
    this.#history = [...history];
  }

  /** What was typed, with pasted blocks in full. */
  get text(): string {
    return this.#cells.map((cell) => (typeof cell === 'string' ? cell : cell.text)).join('');
  }

  /** What is shown of it. */
  get shown(): string {
    return this.#cells.map(shownCell).join('');
  }

  /** What is shown of the part before the cursor. */
  get shownBefore(): string {
    return this.#cells.slice(0, this.#cursor).map(shownCell).join('');
  }

  get isEmpty(): boolean {
    return this.#cells.length === 0;
  }

  get isAtEnd(): boolean {
    return this.#cursor === this.#cells.length;
  }

  insert(text: string): void {
    // What is typed may belong to the letter before it: an accent, the parts of an emoji.
    const before = this.#cells[this.#cursor - 1];
    const joined = typeof before === 'string' && before !== '\n' ? before : '';
    const from = joined === '' ? this.#cursor : this.#cursor - 1;
    const cells = [...graphemesOf(joined + text)];
    this.#cells = [...this.#cells.slice(0, from), ...cells, ...this.#cells.slice(this.#cursor)];
    this.#cursor = from + cells.length;
  }

  /** Puts a block in as it is; a long one is shown as its size. */
  paste(block: string): void {
    const lines = block.replace(/\n$/, '').split('\n').length;
    if (lines < minFoldedLines && block.length < minFoldedLength) return this.insert(block);
    const label = lines > 1 ? `[pasted ${lines} lines]` : `[pasted ${block.length} characters]`;
    this.#cells.splice(this.#cursor, 0, { text: block, label });
    this.#cursor += 1;
  }

  /** Where the line ends in a backslash, that becomes the end of the line. @returns false where it does not */
  continueLine(): boolean {
    if (this.#cells[this.#cursor - 1] !== '\\' || !(this.isAtEnd || this.#cells[this.#cursor] === '\n')) return false;
    this.#cells[this.#cursor - 1] = '\n';
    return true;
  }

  backspace(): void {
    if (this.#cursor > 0) this.#cells.splice((this.#cursor -= 1), 1);
  }

  delete(): void {
    this.#cells.splice(this.#cursor, 1);
  }

  left(): void {
    this.#cursor = Math.max(0, this.#cursor - 1);
  }

  right(): void {
    this.#cursor = Math.min(this.#cells.length, this.#cursor + 1);
  }

  wordLeft(): void {
    this.#cursor = this.#wordStart();
  }

  wordRight(): void {
    let at = this.#cursor;
    while (at < this.#cells.length && isBlank(this.#cells[at])) at += 1;
    while (at < this.#cells.length && !isBlank(this.#cells[at])) at += 1;
    this.#cursor = at;
  }

  lineStart(): void {
    this.#cursor = this.#startOfLine(this.#cursor);
  }

  lineEnd(): void {
    const end = this.#cells.indexOf('\n', this.#cursor);
    this.#cursor = end === -1 ? this.#cells.length : end;
  }

  killWord(): void {
    const from = this.#wordStart();
    this.#cells.splice(from, this.#cursor - from);
    this.#cursor = from;
  }

  killToStart(): void {
    const from = this.#startOfLine(this.#cursor);
    this.#cells.splice(from, this.#cursor - from);
    this.#cursor = from;
  }

  killToEnd(): void {
    const from = this.#cursor;
    this.lineEnd();
    // At the end of a line the line break goes.
    this.#cells.splice(from, Math.max(this.#cursor - from, 1));
    this.#cursor = from;
  }

  /** To the line above, or from the first line to the entry before. */
  up(): void {
    const start = this.#startOfLine(this.#cursor);
    if (start === 0) return this.#recall(this.#place + 1);
    const above = this.#startOfLine(start - 1);
    this.#cursor = Math.min(above + (this.#cursor - start), start - 1);
  }

  /** To the line below, or from the last line to the entry after. */
  down(): void {
    const start = this.#startOfLine(this.#cursor);
    const end = this.#cells.indexOf('\n', this.#cursor);
    if (end === -1) return this.#recall(this.#place - 1);
    const next = this.#cells.indexOf('\n', end + 1);
    this.#cursor = Math.min(end + 1 + (this.#cursor - start), next === -1 ? this.#cells.length : next);
  }

  replace(text: string): void {
    this.#cells = [...graphemesOf(text)];
    this.#cursor = this.#cells.length;
    this.#place = -1;
  }

  clear(): void {
    this.replace('');
  }

  /** Hands over what was typed and begins anew. @param isKept it can be recalled */
  take(isKept: boolean): { text: string; shown: string } {
    const { text, shown } = this;
    if (isKept && text.trim() !== '' && this.#history[0] !== text) this.#history.unshift(text);
    this.clear();
    return { text, shown };
  }

  #recall(place: number): void {
    if (place < -1 || place >= this.#history.length) return;
    if (this.#place === -1) this.#draft = this.#cells;
    const entry = this.#history[place];
    this.#cells = entry === undefined ? this.#draft : [...graphemesOf(entry)];
    this.#cursor = this.#cells.length;
    this.#place = place;
  }

  #startOfLine(at: number): number {
    return at === 0 ? 0 : this.#cells.lastIndexOf('\n', at - 1) + 1;
  }

  #wordStart(): number {
    let at = this.#cursor;
    while (at > 0 && isBlank(this.#cells[at - 1])) at -= 1;
    while (at > 0 && !isBlank(this.#cells[at - 1])) at -= 1;
    return at;
  }
}

const shownCell = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.label);

const isBlank = (cell: Cell | undefined): boolean => typeof cell === 'string' && cell.trim() === '';

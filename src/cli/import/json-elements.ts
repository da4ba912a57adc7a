// The elements of a JSON array, one after the other, so that an export of any size is read in the memory that its largest
// conversation takes. It only finds where each element begins and ends; JSON.parse reads it. The streaming parsers there are
// build every value themselves, at a tenth of that speed, and hold an element that is too large before they can refuse it.

export type JsonElement =
  /** The place of the element, counted from 1. */
  { number: number; json: unknown } | { number: number; problem: string };

/** Thrown for bytes that are no JSON array: `whole` holds the value that they are, where they are one. */
export class NotAnArray extends Error {
  override readonly name = 'NotAnArray';
  readonly whole: unknown;
  constructor(whole: unknown) {
    super('it is not a list');
    this.whole = whole;
  }
}

const megabyte = 1024 * 1024;
export const maxElementBytes = 256 * megabyte;

const code = (char: string): number => char.charCodeAt(0);
const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [...'"\\,[]{}'].map(code) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
/** Blanks, and the bytes of a byte order mark. */
const comesBefore = (byte: number): boolean =>
  byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xef || byte === 0xbb || byte === 0xbf;

/**
 * @throws NotAnArray where the bytes hold one value that is no array; SyntaxError where they are no JSON
 * @throws Error where the array is cut off, after its whole elements
 */
export async function* elementsOf(
  bytes: AsyncIterable<Buffer>,
  maxBytes = maxElementBytes,
): AsyncGenerator<JsonElement> {
  let scan: ElementScan | null = null;
  let hasBegun = false;
  let size = 0;
  const whole: Buffer[] = [];
  for await (const chunk of bytes) {
    const start = hasBegun ? 0 : chunk.findIndex((byte) => !comesBefore(byte));
    if (start < 0) continue;
    if (!hasBegun && chunk[start] === openList) scan = new ElementScan(maxBytes);
    if (scan) yield* scan.push(hasBegun ? chunk : chunk.subarray(start + 1));
    else {
      whole.push(chunk.subarray(start));
      size += chunk.length;
      if (size > maxBytes) throw new Error('it is too large, and no list');
    }
    hasBegun = true;
  }
  if (!scan) throw new NotAnArray(JSON.parse(Buffer.concat(whole).toString('utf8')));
  if (!scan.isClosed) throw new Error(`it breaks off after entry ${scan.count}`);
}

/** Where elements begin and end: only strings and brackets count. */
class ElementScan {
  isClosed = false;
  /** How many elements were handed over. */
  count = 0;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #size = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  *push(chunk: Buffer): Generator<JsonElement> {
    let from = 0;
    for (let at = 0; at < chunk.length && !this.isClosed; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.#isInString) {
        this.#isInString = this.#isEscaped || byte !== quote;
        this.#isEscaped = !this.#isEscaped && byte === backslash;
      } else if (byte === quote) this.#isInString = true;
      else if (byte === openList || byte === openObject) this.#depth += 1;
      else if (this.#depth > 0 && (byte === closeList || byte === closeObject)) this.#depth -= 1;
      else if (this.#depth === 0 && (byte === comma || byte === closeList)) {
        this.#keep(chunk.subarray(from, at));
        from = at + 1;
        this.isClosed = byte === closeList;
        yield* this.#element();
      }
    }
    if (!this.isClosed) this.#keep(chunk.subarray(from));
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > this.#maxBytes) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  *#element(): Generator<JsonElement> {
    const size = this.#size;
    const text = Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#size = 0;
    if (size <= this.#maxBytes && text.trim() === '') return;
    this.count += 1;
    const number = this.count;
    if (size > this.#maxBytes) yield { number, problem: `larger than ${Math.round(this.#maxBytes / megabyte)} MB` };
    else yield parsed(number, text);
  }
}

function parsed(number: number, text: string): JsonElement {
  try {
    return { number, json: JSON.parse(text) as unknown };
  } catch {
    return { number, problem: 'not JSON' };
  }
}

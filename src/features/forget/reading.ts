// What a text says to a reader of the rendered page: without the marks of Markdown and HTML, with entities and escapes read as what they
// stand for, and with the place of each character, so that what is found in it is found in the text. Pure.

export interface Reading {
  text: string;
  /** For each character of the reading, where what it stands for begins in the text, and where that ends. */
  starts: Int32Array;
  ends: Int32Array;
}

export interface Span {
  start: number;
  end: number;
}

/** Between parts that do not follow each other. It is no blank, so that no phrase is found across it. */
export const apart = '\u0000';

const lineStart = /[ \t]*(?:>[ \t]*)*/y;
const htmlTag = /<\/?([a-z][a-z0-9]*)((?:[\s/][^<>]*)?)>/iy;
const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/iy;
const percentBytes = /(?:%[0-9a-f]{2})+/iy;
/** A tag as notes have them, `#Anna-Specht`: its parts are words. */
const tag = /#[\p{L}\p{N}_][\p{L}\p{N}_/-]*/uy;
/** A backslash before a sign, or at the end of a line that is broken there. */
const escape = /\\(?=[!-/:-@[-`{-~\n])/y;

const isWord = (character = ''): boolean => /[\p{L}\p{N}\p{M}]/u.test(character);
const isDigit = (character = ''): boolean => /\d/.test(character);
const isBlank = (character = ''): boolean => character.trim() === '';

export function plainReading(text: string): Reading {
  const reader = new Reader(text);
  reader.readAll();
  return reader.reading();
}

class Reader {
  readonly #text: string;
  readonly #units: Uint16Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #length = 0;
  /** Addresses of links and attributes of tags: they stand behind the text, which goes on without them. */
  readonly #aside: Span[] = [];
  /** There are no links and tags in an address. */
  #isAside = false;
  /** Where the next of these characters stands, so that many links that are never closed are not searched again and again. */
  readonly #next = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
    // A part aside takes the place of its brackets, so that the reading is never longer than the text.
    this.#units = new Uint16Array(text.length + 1);
    this.#starts = new Int32Array(text.length + 1);
    this.#ends = new Int32Array(text.length + 1);
  }

  readAll(): void {
    this.#read(this.#match(lineStart, 0)?.[0].length ?? 0, this.#text.length);
    this.#isAside = true;
    for (const { start, end } of this.#aside) {
      this.#say(apart, start - 1, start);
      this.#read(start, end);
    }
  }

  reading(): Reading {
    return {
      text: Buffer.from(this.#units.buffer, 0, this.#length * 2).toString('utf16le'),
      starts: this.#starts.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#length),
    };
  }

  #say(said: string, start: number, end: number): void {
    for (let i = 0; i < said.length; i += 1) {
      this.#units[this.#length] = said.charCodeAt(i);
      this.#starts[this.#length] = start;
      this.#ends[this.#length] = end;
      this.#length += 1;
    }
  }

  #match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.#text);
  }

  #read(from: number, to: number): void {
    for (let at = from; at < to;) at = Math.min(this.#step(at), to);
  }

  /** Reads what stands at a place. @returns where it goes on */
  #step(at: number): number {
    const character = this.#text[at] ?? '';
    switch (character) {
      case '\n':
        this.#say('\n', at, at + 1);
        return at + 1 + (this.#match(lineStart, at + 1)?.[0].length ?? 0);
      case '*':
      case '_':
      case '~':
      case '=':
      case '`':
        return this.#emphasis(character, at);
      case '\\':
        return this.#match(escape, at) ? at + 1 : this.#letter(at);
      case '[':
        return at + 1;
      case ']':
        return this.#linkEnd(at);
      case '<':
        return this.#markup(at);
      case '-':
        return this.#text.startsWith('-->', at) ? at + 3 : this.#letter(at);
      case '#':
        return this.#tag(at);
      case '&':
        return this.#decoded(this.#match(entity, at), decodeEntity, at);
      case '%':
        return this.#decoded(this.#match(percentBytes, at), decodePercent, at);
      case '\u200b':
        this.#say(' ', at, at + 1);
        return at + 1;
      case '\u00ad':
      case '\u200c':
      case '\u200d':
      case '\u2060':
      case '\ufeff':
        return at + 1;
      default:
        return this.#letter(at);
    }
  }

  #letter(at: number): number {
    this.#say(this.#text[at] ?? '', at, at + 1);
    return at + 1;
  }

  #emphasis(mark: string, at: number): number {
    let end = at;
    while (this.#text[end] === mark) end += 1;
    const [before, after] = [this.#text[at - 1], this.#text[end]];
    const isLiteral =
      (isBlank(before) && isBlank(after)) ||
      (isDigit(before) && isDigit(after)) ||
      ((mark === '~' || mark === '=') && end - at < 2);
    if (isLiteral) for (let i = at; i < end; i += 1) this.#letter(i);
    else if (mark === '_' && isWord(before) && isWord(after)) this.#say(' ', at, end);
    return end;
  }

  /** `](address)` and `][name]`. */
  #linkEnd(at: number): number {
    const close = { '(': ')', '[': ']' }[this.#text[at + 1] ?? ''];
    const end = close === undefined || this.#isAside ? -1 : this.#nextOf(close, at + 2);
    if (end === -1) return at + 1;
    this.#aside.push({ start: at + 2, end });
    return end + 1;
  }

  #nextOf(character: string, from: number): number {
    const known = this.#next.get(character);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const found = this.#text.indexOf(character, from);
    this.#next.set(character, found);
    return found;
  }

  #markup(at: number): number {
    // A comment is read: only the program's own ones are nobody's words, and those are taken out before.
    if (this.#text.startsWith('<!--', at)) return at + 4;
    const found = this.#isAside ? null : this.#match(htmlTag, at);
    if (!found) return this.#letter(at);
    const [whole, name = '', attributes = ''] = found;
    const end = at + whole.length;
    if (attributes !== '') this.#aside.push({ start: end - 1 - attributes.length, end: end - 1 });
    if (!inlineTags.has(name.toLowerCase())) this.#say(' ', at, end);
    return end;
  }

  #tag(at: number): number {
    const found = isBlank(this.#text[at - 1]) ? this.#match(tag, at) : null;
    if (!found) return this.#letter(at);
    const end = at + found[0].length;
    for (let i = at + 1; i < end; i += 1)
      this.#say('-_/'.includes(this.#text[i] ?? '') ? ' ' : (this.#text[i] ?? ''), i, i + 1);
    return end;
  }

  #decoded(found: RegExpExecArray | null, decode: (found: RegExpExecArray) => string | null, at: number): number {
    const said = found && decode(found);
    if (!found || said === null) return this.#letter(at);
    const end = at + found[0].length;
    this.#say(said.replaceAll(/\u00ad|\u200c|\u200d|\u2060|\ufeff/g, '').replaceAll('\u200b', ' '), at, end);
    return end;
  }
}

/** Those that stand inside a word; any other one parts words. */
const inlineTags: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

const named = new Map(
  Object.entries({
    nbsp: ' ',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    shy: '',
    zwnj: '',
    zwj: '',
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    rsquo: '’',
    lsquo: '‘',
    ndash: '–',
    mdash: '—',
    szlig: 'ß',
    aelig: 'æ',
    AElig: 'Æ',
    oslash: 'ø',
    Oslash: 'Ø',
  }),
);

/** The marks of `&uuml;` and the like, as they combine with the letter before. */
const accents = new Map(
  Object.entries({
    uml: '\u0308',
    acute: '\u0301',
    grave: '\u0300',
    circ: '\u0302',
    tilde: '\u0303',
    cedil: '\u0327',
    caron: '\u030c',
    ring: '\u030a',
  }),
);

function decodeEntity([, decimal, hex, name = '']: RegExpExecArray): string | null {
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
  if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : null;
  const accent = accents.get(name.slice(1));
  return named.get(name) ?? (accent === undefined ? null : `${name[0]}${accent}`.normalize('NFC'));
}

function decodePercent([bytes]: RegExpExecArray): string | null {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return null;
  }
}

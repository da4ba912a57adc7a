// Turns Markdown, as models write it, into text with Telegram's entities, by marked's lexer. Pure. Entities instead of
// HTML: nothing needs escaping, so Telegram can't refuse a reply for its spelling.
import type { MessageEntity } from 'grammy/types';
import { type Token, type Tokens, lexer } from 'marked';
import { columnsIn, padToColumns } from '../../base/text/display-width.ts';
import { hasVisibleText, wellFormed } from '../../base/text/text.ts';
import type { FormattedText } from './split.ts';

type Style =
  | { type: 'bold' | 'italic' | 'strikethrough' | 'spoiler' | 'blockquote' | 'code' }
  | { type: 'pre'; language?: string }
  | { type: 'text_link'; url: string };

/**
 * Never throws and loses no text: what the lexer would take too long over, what it fails at, and what formats to nothing
 * (`# `, an empty fence) comes out as it was written. Empty only for blank text. Takes time in proportion to the length.
 */
export function formatMarkdown(markdown: string): FormattedText {
  const source = wellFormed(markdown.replaceAll('\r\n', '\n'));
  const plain: FormattedText = { text: source.trim(), entities: [] };
  if (!isTame(source)) return plain;
  try {
    const writer = createWriter();
    writeBlocks(lexer(source), writer, '');
    const formatted = writer.done();
    return hasVisibleText(formatted.text) ? formatted : plain;
  } catch {
    // A fault of the formatter must not hold back an answer. The lexer recurses, so deep nesting overflows its stack.
    return plain;
  }
}

/** Bounds within which the lexer takes milliseconds. Nothing that a model writes in earnest comes near them. */
const maxUnits = 200_000;
const maxLineUnits = 8_000;
const maxLineMarks = 1_000;
const maxRunUnits = 32_000;
const maxRunMarks = 2_000;
const maxNesting = 40;

/**
 * Whether the lexer may have the text. Marked recurses with each level of nesting, and its search for the other end of an
 * emphasis grows with the square of the marks in one run of lines. A run ends at a blank line.
 */
function isTame(markdown: string): boolean {
  if (markdown.length > maxUnits) return false;
  let runUnits = 0;
  let runMarks = 0;
  for (const line of markdown.split(/[\n\r]/)) {
    if (line.length > maxLineUnits || nestingOf(line) > maxNesting) return false;
    const marks = line.length - line.replaceAll(/[*_~`[\]<!|\\]/g, '').length;
    runUnits = line.trim() === '' ? 0 : runUnits + line.length;
    runMarks = line.trim() === '' ? 0 : runMarks + marks;
    if (marks > maxLineMarks || runUnits > maxRunUnits || runMarks > maxRunMarks) return false;
  }
  return true;
}

/** How deeply the containers that a line begins with are nested: quotes, bullets, and each four columns of indentation. */
function nestingOf(line: string): number {
  let depth = 0;
  let columns = 0;
  for (const character of line) {
    if (character === '>' || character === '-' || character === '+' || character === '*') depth += 1;
    else if (character === '\t') columns += 4;
    else if (character === ' ') columns += 1;
    else if (!'0123456789.)'.includes(character)) break;
    else if (character === '.' || character === ')') depth += 1;
  }
  return depth + columns / 4;
}

interface Writer {
  text(text: string): void;
  /** Whatever `write` writes gets the style. */
  styled(style: Style, write: () => void): void;
  /** Ends the line if one is begun; `blank` leaves an empty one after it. */
  endLine(blank: boolean): void;
  done(): FormattedText;
}

function createWriter(): Writer {
  // Pieces, because to look at the end of a text that grows by `+=` copies all of it.
  const pieces: string[] = [];
  let units = 0;
  let lastTwo = '';
  const entities: MessageEntity[] = [];
  const write = (text: string): void => {
    pieces.push(text);
    units += text.length;
    lastTwo = (lastTwo + text.slice(-2)).slice(-2);
  };
  return {
    text: write,
    styled(style, writeStyled) {
      const from = units;
      const first = pieces.length;
      writeStyled();
      // Telegram trims an entity that ends in space; a shorter one is the same to the eye.
      const styled = pieces.slice(first).join('').trimEnd();
      const lead = styled.length - styled.trimStart().length;
      if (styled.length > lead) entities.push({ ...style, offset: from + lead, length: styled.length - lead });
    },
    endLine(blank) {
      if (units === 0) return;
      if (!lastTwo.endsWith('\n')) write('\n');
      if (blank && lastTwo !== '\n\n') write('\n');
    },
    done() {
      const out = pieces.join('');
      const lead = out.length - out.trimStart().length;
      const text = out.trim();
      const kept = entities.flatMap((entity) => {
        const offset = Math.max(0, entity.offset - lead);
        const length = Math.min(text.length, entity.offset - lead + entity.length) - offset;
        return length > 0 ? [{ ...entity, offset, length }] : [];
      });
      return { text, entities: kept.toSorted((a, b) => a.offset - b.offset || b.length - a.length) };
    },
  };
}

function writeBlocks(tokens: readonly Token[], writer: Writer, indent: string): void {
  for (const token of tokens) writeBlock(token, writer, indent);
}

function writeBlock(token: Token, writer: Writer, indent: string): void {
  switch (token.type) {
    case 'space':
    case 'def':
      // A link's definition shows in the link; one that nothing uses would be lost, and that is worse than seeing it.
      if (token.type === 'def') writer.text(token.raw.trimEnd());
      writer.endLine(true);
      return;
    case 'heading':
      writer.endLine(true);
      writer.styled({ type: 'bold' }, () => writeInline((token as Tokens.Heading).tokens, writer, new Set(['bold'])));
      writer.endLine(true);
      return;
    case 'code':
      writeCode(token as Tokens.Code, writer);
      return;
    case 'table':
      writer.endLine(false);
      writer.styled({ type: 'pre' }, () => writer.text(tableText(token as Tokens.Table)));
      writer.endLine(true);
      return;
    case 'hr':
      writer.endLine(false);
      writer.text('———');
      writer.endLine(true);
      return;
    case 'blockquote':
      writer.endLine(false);
      // Telegram does not nest quotes: an inner one is led by its mark.
      if (indent.includes('>')) writeBlocks((token as Tokens.Blockquote).tokens, writer, indent);
      else
        writer.styled({ type: 'blockquote' }, () =>
          writeBlocks((token as Tokens.Blockquote).tokens, writer, `${indent}>`),
        );
      writer.endLine(true);
      return;
    case 'list':
      writer.endLine(false);
      writeList(token as Tokens.List, writer, indent);
      if (!indent.includes(' ')) writer.endLine(true);
      return;
    case 'paragraph':
    case 'text': {
      const inline = (token as Tokens.Paragraph).tokens;
      if (inline) writeInline(inline, writer, new Set());
      else writer.text((token as Tokens.Text).text);
      writer.endLine(token.type === 'paragraph');
      return;
    }
    default:
      writer.text(token.raw.trimEnd());
      writer.endLine(true);
  }
}

function writeCode({ text, lang }: Tokens.Code, writer: Writer): void {
  // Without a line of code there is nothing that could carry the language.
  const language = text.trim() === '' ? undefined : /^[\w+#.-]+/.exec(lang ?? '')?.[0];
  writer.endLine(false);
  if (lang !== undefined && lang !== '' && lang !== language) writer.text(`${lang}\n`);
  writer.styled(language === undefined ? { type: 'pre' } : { type: 'pre', language }, () => writer.text(text));
  writer.endLine(true);
}

function writeList(list: Tokens.List, writer: Writer, indent: string): void {
  const spaces = indent.replaceAll('>', '');
  for (const [index, item] of list.items.entries()) {
    const number = list.ordered ? `${(list.start === '' ? 1 : list.start) + index}. ` : '• ';
    const mark = item.task ? (item.checked ? '☑ ' : '☐ ') : number;
    writer.text(spaces + mark);
    const rest = item.tokens.filter((token) => token.type !== 'checkbox');
    writeBlocks(rest, writer, `${indent}   `);
    writer.endLine(false);
  }
}

/** @param open styles that are on already: Telegram refuses one inside itself, and any inside code */
function writeInline(tokens: readonly Token[], writer: Writer, open: ReadonlySet<string>): void {
  const within = (style: Style, inner: readonly Token[]): void => {
    if (open.has(style.type)) writeInline(inner, writer, open);
    else writer.styled(style, () => writeInline(inner, writer, new Set([...open, style.type])));
  };
  for (const token of tokens) {
    switch (token.type) {
      case 'strong':
        within({ type: 'bold' }, (token as Tokens.Strong).tokens);
        break;
      case 'em':
        within({ type: 'italic' }, (token as Tokens.Em).tokens);
        break;
      case 'del':
        within({ type: 'strikethrough' }, (token as Tokens.Del).tokens);
        break;
      case 'codespan':
        if (open.size === 0) writer.styled({ type: 'code' }, () => writer.text((token as Tokens.Codespan).text));
        else writer.text((token as Tokens.Codespan).text);
        break;
      case 'br':
        writer.text('\n');
        break;
      case 'link':
        writeLink(token as Tokens.Link, writer, open);
        break;
      case 'image':
        writer.text(`${(token as Tokens.Image).text} (${(token as Tokens.Image).href})`.trimStart());
        break;
      case 'escape':
        writer.text((token as Tokens.Escape).text);
        break;
      case 'text': {
        const inner = (token as Tokens.Text).tokens;
        if (inner) writeInline(inner, writer, open);
        else writeSpoilers((token as Tokens.Text).text, writer, open);
        break;
      }
      default:
        writer.text(token.raw);
    }
  }
}

function writeLink(link: Tokens.Link, writer: Writer, open: ReadonlySet<string>): void {
  const isPlain = link.text === link.href || `mailto:${link.text}` === link.href || `http://${link.text}` === link.href;
  if (isPlain) writer.text(link.text);
  else if (link.text.trim() === '') writer.text(link.href);
  else if (/^(?:https?|tg|mailto|tel):/i.test(link.href) && !open.has('text_link') && URL.canParse(link.href)) {
    writer.styled({ type: 'text_link', url: link.href }, () =>
      writeInline(link.tokens, writer, new Set([...open, 'text_link'])),
    );
  } else {
    // Telegram opens no other kind of address; the person still sees it, such as the path of a note.
    writeInline(link.tokens, writer, open);
    if (link.href !== '' && link.href !== link.text) writer.text(` (${link.href})`);
  }
}

/** `||hidden||`, which is Telegram's own and not Markdown's. */
function writeSpoilers(text: string, writer: Writer, open: ReadonlySet<string>): void {
  let from = 0;
  for (const match of open.has('spoiler') ? [] : text.matchAll(/\|\|(?=\S)([^|]+?)\|\|/g)) {
    writer.text(text.slice(from, match.index));
    writer.styled({ type: 'spoiler' }, () => writer.text(match[1] ?? ''));
    from = match.index + match[0].length;
  }
  writer.text(text.slice(from));
}

/** How many times as long as its source a table may become by padding. */
const maxTableGrowth = 20;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * A table in columns, for a fixed-width font. It stays as it was written where a row has more cells than the head, which
 * would lose them, and where padding would make it many times as long.
 */
function tableText(table: Tokens.Table): string {
  const cells = [table.header, ...table.rows];
  const written = cells.flatMap((row) => row.map((cell) => cell.text)).join('');
  if (contents(written) !== contents(table.raw)) return table.raw.trimEnd();
  const rows = cells.map((row) => row.map((cell) => plainText(cell.tokens)));
  const widths = table.header.map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, columnsIn(row[column] ?? '')), 0),
  );
  // One very long cell would make every other row as wide.
  if (sum(widths) * rows.length > maxTableGrowth * table.raw.length) return table.raw.trimEnd();
  const lines = rows.map((row) =>
    row
      .map((cell, column) => padToColumns(cell, widths[column] ?? 0))
      .join(' │ ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '─'.repeat(width)).join('─┼─');
  return [lines[0] ?? '', rule, ...lines.slice(1)].join('\n');
}

/** The text without the characters that draw the table. */
const contents = (text: string): string => text.replaceAll(/[\s|:\\-]/g, '');

/** Text without entities: the address of a link stands behind it. */
function plainText(tokens: readonly Token[]): string {
  const writer = createWriter();
  writeInline(tokens, writer, new Set(['text_link']));
  return writer.done().text.replaceAll('\n', ' ');
}

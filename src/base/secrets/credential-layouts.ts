// Secrets that the layout of a note names: the cells of a table below "PIN", the items of a list below "Passwords". Pure, linear.
import {
  type FoundSecret,
  type IsValue,
  type Place,
  type SecretName,
  type Token,
  isPassword,
  isPhone,
  isStandIn,
  isYear,
  named,
  networksIn,
  secretNamesIn,
  tokensOf,
} from './credential-values.ts';

/** Below the dashes of a table. */
const tableRule = /^\s{0,8}\|?(?:\s{0,8}:?-{2,200}:?\s{0,8}\|){0,50}\s{0,8}:?-{2,200}:?\s{0,8}\|?\s{0,8}$/;

/** A table as far as it was read: with bars, or of lines whose cells a sign parts. */
interface Table {
  separator: string;
  /** Of each column whose heading names a secret, what is one. */
  columns: readonly (IsValue | undefined)[];
}

/**
 * What stands in a column that is headed "PIN", or in a row behind "Password".
 * @param names all that the text has
 */
export function cellsIn(text: string, names: readonly SecretName[]): FoundSecret[] {
  if (names.length === 0) return [];
  const found: FoundSecret[] = [];
  let table: Table | null = null;
  let previous = '';
  let at = 0;
  const lines = text.split('\n');
  for (const [row, line] of lines.entries()) {
    const isRule = line.includes('|') && tableRule.test(line);
    const isRow: boolean = table !== null && isRowOf(line, table);
    if (isRule) table = { separator: '|', columns: headedColumns(cellsOf(previous, '|')) };
    else if (!isRow) table = headOfTable(line);
    const isHead = isRule || (!isRow && table?.separator !== '|') || tableRule.test(lines[row + 1] ?? '');
    if (table !== null && !isHead)
      for (const { cell, start } of secretsOfRow(cellsOf(line, table.separator), table))
        found.push({ kind: 'a password or code', start: at + start, end: at + start + cell.length });
    previous = line;
    at += line.length + 1;
  }
  return found;
}

/** Of a table without a head each row may say itself what stands in it: "| Wifi password | sunshine |". */
function secretsOfRow(cells: readonly Cell[], { columns }: Table): Cell[] {
  const values = columns.length > 0 ? columns : [undefined, ...headedColumns(cells)];
  return cells.filter(({ cell }, column) => values[column]?.(cell) === true);
}

const isRowOf = (line: string, { separator, columns }: Table): boolean =>
  separator === '|' ? line.includes('|') : cellsOf(line, separator).length === columns.length;

const separators = ['\t', ';', ','];

/** The table that begins with a line: with bars, or with headings of which one names a secret: "site,user,password". */
function headOfTable(line: string): Table | null {
  if (line.includes('|')) return { separator: '|', columns: [] };
  if (line.length > maxHeadUnits) return null;
  for (const separator of separators) {
    const cells = cellsOf(line, separator);
    const columns = headedColumns(cells);
    const isHead = cells.length > 1 && cells.every(({ cell }) => /^[\p{L}\p{M}][\p{L}\p{M} _-]*$/u.test(cell));
    const isNamed = cells.some(({ cell }) => secretNamesIn(cell).some(({ end }) => end === cell.length));
    if (isHead && isNamed) return { separator, columns };
  }
  return null;
}

const headedColumns = (cells: readonly Cell[]): (IsValue | undefined)[] =>
  cells.map(({ cell }) => {
    const [name] = secretNamesIn(cell);
    // "Password" heads passwords, "password changed" does not.
    const isWhole = name?.isPassword === true && name.end === cell.length;
    return name && ((value) => name.isValue(value) || (isWhole && isPlainWord(value)));
  });

/** "Sonnenblume" */
const isPlainWord = (token: string): boolean => /^[\p{L}\p{M}-]{4,64}$/u.test(token);

interface Cell {
  cell: string;
  /** In its line. */
  start: number;
}

/** The cells of a row without the blanks and quotation marks around them, of one with bars from its first bar on. */
function cellsOf(line: string, separator: string): Cell[] {
  const lead = separator === '|' ? (/^\s*\|?/.exec(line)?.[0].length ?? 0) : 0;
  let at = lead;
  return line
    .slice(lead)
    .split(separator)
    .map((raw) => {
      const start = at + (/^[\s"]*/.exec(raw)?.[0].length ?? 0);
      at += raw.length + 1;
      return { cell: raw.replace(/^[\s"]+/, '').replace(/[\s"]{1,20}$/, ''), start };
    });
}

const lineBelow = /^\s{0,20}\n[^\S\n]{0,20}(?:[-*+>][^\S\n]{1,4})?(?=\S)/;
const maxReach = 120;

/**
 * What stands alone on the line below a name, blank lines between them aside.
 * @param from where the line of the name ends
 * @param isSigned whether that line ends with a colon, behind which a plain word may be a password
 */
export function loneBelow(
  text: string,
  from: number,
  { isValue, isPassword }: SecretName,
  isSigned: boolean,
): Place | null {
  const gap = lineBelow.exec(text.slice(from, from + maxReach))?.[0];
  if (gap === undefined) return null;
  const start = from + gap.length;
  const tokens = tokensOf(text.slice(start, start + maxReach).split('\n')[0] ?? '');
  const [value] = tokens;
  return value && tokens.length === 1 && (isValue(value.text) || (isSigned && isPassword && isPlainWord(value.text)))
    ? { start: start + value.start, end: start + value.end }
    : null;
}

const marker = /^([^\S\n]{0,40})(?:[-*+•]|\d{1,3}[.)])[^\S\n]{1,4}/;
const maxHeadUnits = 60;
/** "Visa 4711", below "PINs:". */
const maxLabelWords = 4;

/** What names the lines below it. */
interface Head {
  name: SecretName;
  /** Of its own list item, deeper than which those below it must be; -1 where it is none. */
  indent: number;
  /** Whether it names all that stands below, up to the next heading. */
  isHeading: boolean;
  /** Whether it may be no more than a line that ends with a name: what is below must be nothing but values. */
  isBare: boolean;
}

/**
 * What stands in a list below a heading, or a line with a colon, that names secrets: "## Passwords", "PINs of the cards:".
 * @param names all that the text has, in order
 */
export function listsIn(text: string, names: readonly SecretName[]): FoundSecret[] {
  const found: FoundSecret[] = [];
  if (names.length === 0) return found;
  let next = 0;
  let head: Head | null = null;
  let isApart = false;
  let at = 0;
  for (const line of text.split('\n')) {
    const item = marker.exec(line);
    const body = line.slice(item?.[0].length ?? 0);
    if (line.trim() === '') isApart = true;
    else {
      while ((names[next]?.start ?? Infinity) < at) next += 1;
      const name = names[next];
      const own = name && name.end <= at + line.length ? headOf(line, item, name, at) : null;
      const isBelow: boolean =
        head !== null && own === null && (item ? indentOf(item) > head.indent : head.isHeading || !isApart);
      const isNext = line.startsWith('#');
      if (head && isBelow && !isNext)
        for (const { start, end } of valuesIn(body, head, item !== null))
          found.push({
            kind: head.name.kind,
            start: at + line.length - body.length + start,
            end: at + line.length - body.length + end,
          });
      else if (own !== null || !head?.isHeading || isNext) head = own;
      isApart = false;
    }
    at += line.length + 1;
  }
  return found;
}

const indentOf = (item: RegExpExecArray): number => item[1]?.length ?? 0;

/**
 * Whether a line names what stands below it: a heading, one in bold, one that ends with a colon, or nothing but the name.
 * @param name that the line has
 * @param at where in the text the line begins
 */
function headOf(line: string, item: RegExpExecArray | null, name: SecretName, at: number): Head | null {
  if (line.length > maxHeadUnits) return null;
  const body = line.slice(item?.[0].length ?? 0).trim();
  const bare = body.replace(/^#{1,6}\s{1,4}|^[*_]{1,3}|[*_:：]{1,4}$/g, '').trim();
  if (/\d{3}/.test(bare)) return null;
  const isHead = bare !== body || bare === line.slice(name.start - at, name.end - at);
  const isBare =
    !isHead && item === null && line.trimEnd().length === name.end - at && tokensOf(bare).length <= maxLabelWords;
  return isHead || isBare
    ? { name, indent: item ? indentOf(item) : -1, isHeading: body.startsWith('#'), isBare }
    : null;
}

/** The secrets of one line of a list. Behind a label all that has the shape of one counts, elsewhere only digits and passwords. */
function valuesIn(body: string, { name: { isValue, isPassword }, isBare }: Head, isItem: boolean): Token[] {
  const tokens = tokensOf(body);
  if (isBare) return tokens.length === 1 && tokens.every(({ text }) => isValue(text) && !isYear(text)) ? tokens : [];
  if (!isItem && tokens.length > maxLabelWords) return [];
  return tokens.filter((token, i) => {
    const before = tokens[i - 1];
    const isTold = before !== undefined && (/[:=]$/.test(before.after) || /^[-–—=:]$/.test(before.text));
    const isLast = i === tokens.length - 1;
    if (isTold && isLast && isPassword && isPlainWord(token.text)) return true;
    if (token.text.includes('[not') || !isValue(token.text) || isYear(token.text) || isPhone(token.text)) return false;
    return isTold || (isPassword && hasMark(token.text)) || (isLast && /^[\d -]{3,}[#*]?$/.test(token.text));
  });
}

/** A letter beside a digit or a sign, as nobody writes but in a password. */
const hasMark = (token: string): boolean => /\p{L}/u.test(token) && /[\p{N}!$%&*?^=#@]/u.test(token);

/** "export DB_PASSWORD='sunshine'", a line of a file of settings: the end of its name says what stands in it. */
const setting = new RegExp(
  `^[^\\S\\n]{0,20}(?:(?:export|set|env|- ) ?)?(?:[a-z\\d]{1,40}[_.-]){0,8}(?:${named('settings')})[^\\S\\n]{0,4}[=:][^\\S\\n]{0,4}(?:"([^"\\n]{1,200})"|'([^'\\n]{1,200})'|([^\\s"'#][^\\s"']{0,200}))[;,]?[^\\S\\n]{0,20}(?:#.{0,200})?$`,
  'gimu',
);
/** "MAX_TOKEN=4096", "TOKEN=90s"; of a password a number counts where its name says so. */
const isAmount = /^\d{1,5}(?:ms|s|m|h|d)?$/;
const maxSettingName = 60;

/** What settings hold that are named as secret ones. */
export const settingsIn = (text: string): FoundSecret[] =>
  [...text.matchAll(setting)].flatMap(({ 0: line, 1: double, 2: single, 3: bare, index }) => {
    const value = double ?? single ?? bare ?? '';
    // Its name is one word that is written as programs write them: with "_", or in capitals.
    const name = /^\s*(?:(?:export|set|env) )?\s*([\w.-]*)/i.exec(line.slice(0, maxSettingName))?.[1] ?? '';
    const isProgrammed = name.includes('_') || name === name.toUpperCase();
    if (!isProgrammed || isStandIn(value) || isAmount.test(value) || value.includes('[not')) return [];
    const start = index + line.indexOf(value, line.search(/[=:]/));
    return [{ kind: 'a password or code', start, end: start + value.length }];
  });

const keyLine = new RegExp(
  `^[^\\S\\n]{0,20}(?:[-*+•|] ?)?[*_]{0,2}(?:${named('keys')})[*_]{0,2} ?[:=：|][*_]{0,2} {0,4}`,
  'iu',
);

/** What is called a key below a line or a heading that names a network: "# Wifi", "SSID: Home7", "Key: lemon-tree-19". */
export function networkKeysIn(text: string): FoundSecret[] {
  const places = networksIn(text);
  if (places.length === 0) return [];
  const found: FoundSecret[] = [];
  let isUnder = false;
  let isBeside = false;
  let at = 0;
  for (const line of text.split('\n')) {
    const isNamed = places.some((place) => place >= at && place < at + line.length);
    const key = isUnder || isBeside ? keyLine.exec(line)?.[0] : undefined;
    const [value, more] = key === undefined ? [] : tokensOf(line.slice(key.length));
    const isAlone = more === undefined || more.text === '|';
    if (
      key !== undefined &&
      value &&
      !value.text.includes('[not') &&
      (isPassword(value.text) || (isAlone && isPlainWord(value.text)))
    )
      found.push({
        kind: 'a password or code',
        start: at + key.length + value.start,
        end: at + key.length + value.end,
      });
    if (line.startsWith('#')) isUnder = isNamed;
    isBeside = isNamed || (isBeside && line.trim() !== '');
    at += line.length + 1;
  }
  return found;
}

const account = /(?<!\S)(?:-u|--user)(?![\w-])/;
const argument = /(?<!\S)(?:(?:-u|--user)[ =]["']?[^\s:"']{1,40}:|-p(?=["']?\S)["']?)([^\s"']{6,64})/g;

/** The password behind an account in a command: "mysql -u root -pMole37", "curl -u ada:Toad48fern". Ports and groups have no such shape. */
export function argumentsIn(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    if (account.test(line))
      for (const { 0: match, 1: value = '', index } of line.matchAll(argument)) {
        const end = at + index + match.length;
        if (isPassword(value) && hasMark(value))
          found.push({ kind: 'a password or code', start: end - value.length, end });
      }
    at += line.length + 1;
  }
  return found;
}

const rowSeparators = [',', ';', '\t'];
/** Small and capital letters, digits, and signs that nobody writes but in a password. */
const isMadeUp = (cell: string): boolean =>
  /^[^\s@:/]{8,64}$/.test(cell) && [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[!#$%&*?^~+=]/].every((part) => part.test(cell));

/** A row that was taken out of its table: "github,anna,Xk9#mP2$". */
export function rowsIn(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    for (const separator of line.length > maxRowUnits ? [] : rowSeparators) {
      const cells = cellsOf(line, separator);
      const isRow = cells.length > 1 && cells.length <= maxCells && cells.every(({ cell }) => /^\S{0,64}$/.test(cell));
      for (const { cell, start } of isRow ? cells.filter((one) => isMadeUp(one.cell)) : [])
        found.push({ kind: 'a password or code', start: at + start, end: at + start + cell.length });
    }
    at += line.length + 1;
  }
  return found;
}
const maxRowUnits = 400;
const maxCells = 8;

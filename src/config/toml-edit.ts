// Changes one setting in the text of a TOML file and leaves every other byte as it is: comments, order, line ends. It knows
// the usual form, `[section]` and `key = value` on lines of their own, and checks its result with the parser. Pure.
import { isDeepStrictEqual } from 'node:util';
import { type TomlTable, parse as parseToml } from 'smol-toml';

export interface TomlSetting {
  /** Such as `provider.openai`; empty for what stands before the first section. */
  section: string;
  key: string;
  value: string | readonly number[];
  /** Stands above the setting where it is written for the first time. */
  comment?: string;
}

/** @returns the new text; null where the file writes this setting in a way that can't be changed safely. @throws TomlError */
export function setInToml(text: string, setting: TomlSetting): string | null {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const written = `${setting.key} = ${tomlValue(setting.value)}`;
  const section = findSection(lines, setting.section);
  const wanted = withValue(parseToml(text), setting);
  const candidates = section
    ? [replaceIn(lines, section, setting.key, written), insertInto(lines, section, setting, written)]
    : [appendSection(lines, setting, written)];
  for (const candidate of candidates) {
    const edited = candidate?.join(newline);
    if (edited !== undefined && isDeepStrictEqual(parsed(edited), wanted)) return edited;
  }
  return null;
}

// A basic string of TOML takes every escape that JSON makes, and wants one character more escaped.
const tomlValue = (value: TomlSetting['value']): string =>
  typeof value === 'string' ? JSON.stringify(value).replaceAll('\u007F', '\\u007F') : `[${value.join(', ')}]`;

function parsed(text: string): TomlTable | null {
  try {
    // A plain copy: the parser's objects have a prototype of their own.
    return structuredClone(parseToml(text));
  } catch {
    return null;
  }
}

/** What the parser must find after the change. */
function withValue(table: TomlTable, { section, key, value }: TomlSetting): TomlTable {
  const result = structuredClone(table);
  let at: TomlTable = result;
  for (const name of section === '' ? [] : section.split('.')) at = (at[name] ??= {}) as TomlTable;
  at[key] = typeof value === 'string' ? value : [...value];
  return result;
}

interface Section {
  /** The first line after the header, and the line after the last. */
  from: number;
  to: number;
}

const isHeader = (line: string): boolean => line.trimStart().startsWith('[');

function findSection(lines: readonly string[], name: string): Section | null {
  const header = name === '' ? -1 : lines.findIndex((line) => headerName(line) === name);
  if (name !== '' && header < 0) return null;
  const next = lines.findIndex((line, at) => at > header && isHeader(line));
  return { from: header + 1, to: next < 0 ? lines.length : next };
}

function headerName(line: string): string | null {
  const trimmed = line.trim();
  const end = trimmed.indexOf(']');
  return trimmed.startsWith('[') && !trimmed.startsWith('[[') && end > 0
    ? trimmed
        .slice(1, end)
        .split('.')
        .map((part) => part.trim())
        .join('.')
    : null;
}

/** The line that sets the key, with the comment behind its value; a value over several lines is not found to be sound. */
function replaceIn(lines: readonly string[], { from, to }: Section, key: string, written: string): string[] | null {
  const at = lines.findIndex((line, index) => index >= from && index < to && keyOf(line) === key);
  if (at < 0) return null;
  const line = lines[at] ?? '';
  const indent = line.slice(0, line.length - line.trimStart().length);
  return lines.with(at, `${indent}${written}${commentOf(line)}`);
}

const keyOf = (line: string): string | null =>
  line.includes('=')
    ? line
        .slice(0, line.indexOf('='))
        .trim()
        .replaceAll(/^["']|["']$/g, '')
    : null;

/** The comment at the end of a line with its spaces: a `#` inside of quotes begins none. */
function commentOf(line: string): string {
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (quote === '"' && character === '\\') at += 1;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '#') return line.slice(line.slice(0, at).trimEnd().length);
  }
  return '';
}

/** At the end of the section, before the blank lines and comments that belong to the next one. */
function insertInto(
  lines: readonly string[],
  { from, to }: Section,
  { comment }: TomlSetting,
  written: string,
): string[] {
  let at = to;
  const isOfNext = (line: string): boolean => line.trim() === '' || (to < lines.length && line.trim().startsWith('#'));
  while (at > from && isOfNext(lines[at - 1] ?? '')) at -= 1;
  const added = [...(comment === undefined ? [] : [`# ${comment}`]), written];
  return [...lines.slice(0, at), ...added, ...lines.slice(at)];
}

function appendSection(lines: readonly string[], { section, comment }: TomlSetting, written: string): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const added = [`[${section}]`, ...(comment === undefined ? [] : [`# ${comment}`]), written];
  return [...lines.slice(0, end), ...(end > 0 ? [''] : []), ...added, ''];
}

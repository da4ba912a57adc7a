// The front matter of a note: what it says of the note itself, and the facts that people keep in it. Pure, linear.
import { plainText } from './plain-text.ts';

export interface FrontMatter {
  /** The index of the line behind it; 0 where the note has none. */
  end: number;
  /** What the note is called: its title, other names and tags. */
  names: readonly string[];
  /** The properties, but for those that are about the file. */
  properties: readonly Property[];
}

export interface Property {
  /** The indexes of its lines. */
  first: number;
  last: number;
  /** It says what the note is called, and no fact: `phone: 555` does. */
  isName: boolean;
}

/** Properties that name a note, as Obsidian, Logseq and static sites have them. */
const naming: ReadonlySet<string> = new Set(['title', 'alias', 'aliases', 'tag', 'tags', 'keywords']);
/** Those that are about the file. Days are read where the day of a note is. */
const ofFile: ReadonlySet<string> = new Set([
  'cssclass',
  'cssclasses',
  'created',
  'date',
  'id',
  'modified',
  'publish',
  'updated',
  'uuid',
]);

const none: FrontMatter = { end: 0, names: [], properties: [] };
const property = /^([\p{L}_][\p{L}\p{N}_ -]{0,60}):(?:\s|$)/u;
const maxNameChars = 200;

export function readFrontMatter(lines: readonly string[]): FrontMatter {
  if (!/^---[ \t]*$/.test(lines[0] ?? '')) return none;
  const close = lines.findIndex((text, i) => i > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(text));
  if (close < 1 || lines.slice(1, close).some((text) => text.trim() === '')) return none;
  const names: string[] = [];
  const properties: Property[] = [];
  for (let first = 1; first < close;) {
    const key = property
      .exec(lines[first] ?? '')?.[1]
      ?.trim()
      .toLowerCase();
    let last = first;
    while (last + 1 < close && !property.test(lines[last + 1] ?? '')) last += 1;
    const isName = key !== undefined && naming.has(key);
    if (isName) names.push(namesIn(lines.slice(first, last + 1).join('\n')));
    if (key === undefined || !ofFile.has(key)) properties.push({ first, last, isName });
    first = last + 1;
  }
  return { end: close + 1, names, properties };
}

/** The values of a property, as a list in brackets or below it. */
const namesIn = (text: string): string =>
  plainText(
    text
      .slice(text.indexOf(':') + 1)
      .slice(0, maxNameChars)
      .replace(/[[\]"',#]/g, ' ')
      .replace(/^[ \t]*-[ \t]/gm, ' '),
  ).replace(/\s+/g, ' ');

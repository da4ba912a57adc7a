// The front matter of a note: what it says of the note itself, and the facts that people keep in it. Pure, linear.
import { plainText } from './plain-text.ts';

export interface FrontMatter {
  /** The index of the line behind it; 0 where the note has none. */
  end: number;
  /** What the note is called: its title, other names and tags. */
  names: readonly string[];
  properties: readonly Property[];
}

export interface Property {
  /** The indexes of its lines. */
  first: number;
  last: number;
  /** It is about the note, and no fact: `phone: 555` is one. */
  isOfNote: boolean;
}

/** Properties that name a note, as Obsidian, Logseq and static sites have them. */
const naming: ReadonlySet<string> = new Set(['title', 'alias', 'aliases', 'tag', 'tags', 'keywords']);
/** With those that are about its file. */
const ofNote: ReadonlySet<string> = new Set([
  ...naming,
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

/** The lines of the front matter, with those that enclose it. */
export function frontMatterOf(lines: readonly string[]): readonly string[] {
  if (!/^---[ \t]*$/.test(lines[0] ?? '')) return [];
  const end = lines.findIndex((text, i) => i > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(text));
  return end > 0 && lines.slice(1, end).every((text) => text.trim() !== '') ? lines.slice(0, end + 1) : [];
}

/** What the front matter says. A value goes on below its name: a list, or a text of several lines. */
export function readFrontMatter(lines: readonly string[]): FrontMatter {
  const close = frontMatterOf(lines).length - 1;
  if (close < 1) return none;
  const names: string[] = [];
  const properties: Property[] = [];
  for (let first = 1; first < close;) {
    const key = property
      .exec(lines[first] ?? '')?.[1]
      ?.trim()
      .toLowerCase();
    let last = first;
    while (last + 1 < close && !property.test(lines[last + 1] ?? '')) last += 1;
    if (key !== undefined && naming.has(key)) names.push(namesIn(lines.slice(first, last + 1).join('\n')));
    properties.push({ first, last, isOfNote: key !== undefined && ofNote.has(key) });
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

// A note cut into what goes or stays as one: a bullet with what is indented under it, a heading, a line. Pure.
import { withoutComments } from '../../memory/write/bullet.ts';
import { parseProvenLine } from '../../memory/write/long-term.ts';

export interface NoteUnit {
  /** 1-based, inclusive. */
  startLine: number;
  endLine: number;
  /** The text as it stands in the note. */
  whole: string;
  /** The text without its marker, its date or time, and our own comment. */
  text: string;
}

export function unitsOf(lines: readonly string[]): NoteUnit[] {
  const units: { startLine: number; lines: string[] }[] = [];
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const last = units.at(-1);
    if (isOpen && last && /^\s+\S/.test(line)) {
      last.lines.push(line);
      continue;
    }
    isOpen = /^\s*(?:[-*+]|\d+[.)])\s/.test(line);
    if (line.trim() !== '') units.push({ startLine: index + 1, lines: [line] });
    else isOpen = false;
  }
  return units.map(({ startLine, lines: held }) => ({
    startLine,
    endLine: startLine + held.length - 1,
    whole: held.join('\n'),
    text: bare(held.join('\n')),
  }));
}

const bare = (text: string): string =>
  withoutComments(parseProvenLine(text).text)
    .trim()
    .replace(/^(?:[-*+]|\d+[.)]|#{1,6})\s+(?:\[[ xX]\]\s+)?/, '')
    .replace(/^\d{4}-\d{2}-\d{2}:?\s+/, '')
    .replace(/^\d{1,2}:\d{2}\s+/, '')
    .trim();

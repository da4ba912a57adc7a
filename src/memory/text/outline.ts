// Nested lists: the items that a line stands under. "3,600" below "Hallam & Daughters" says little without it. Pure, linear.
import { cutText } from '../../base/text/text.ts';
import { plainText } from './plain-text.ts';

export const listItem = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;

const tabWidth = 4;
/** Of an item that others stand under. */
const maxItemChars = 80;
/** Of all of them together, the innermost kept. */
const maxAboveChars = 160;

/** How far a line is indented, in columns. */
export const indentOf = (line: string): number =>
  line.slice(0, line.length - line.trimStart().length).replaceAll('\t', ' '.repeat(tabWidth)).length;

/** The same of a list item; 0 for what is none. */
export const indentOfItem = (line: string): number => (listItem.test(line) ? indentOf(line) : 0);

export interface Outline {
  /** @returns the items above a line, the outermost first, as text; empty for a line under none */
  enter(line: string): string;
  /** A heading or a paragraph ends the list. */
  leave(): void;
}

export function createOutline(): Outline {
  let open: { indent: number; text: string }[] = [];
  return {
    enter(line) {
      if (!listItem.test(line)) {
        if (!/^[ \t]/.test(line)) open = [];
        return textOf(open);
      }
      const indent = indentOf(line);
      open = open.filter((item) => item.indent < indent);
      const above = textOf(open);
      const text = plainText(line.slice(0, 2 * maxItemChars + indent).replace(listItem, '')).trim();
      open.push({ indent, text: cutText(text, maxItemChars) });
      return above;
    },
    leave: () => void (open = []),
  };
}

function textOf(items: readonly { text: string }[]): string {
  let above = '';
  for (const { text } of items.toReversed()) {
    const more = above === '' ? text : `${text}: ${above}`;
    if (more.length > maxAboveChars) break;
    above = more;
  }
  return above;
}

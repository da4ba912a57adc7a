// Cuts long Markdown into pieces that are formatted one after the other: to format all of a long answer at once would keep the
// event loop from turning. A piece ends between two blocks, or within a code block that the next piece opens again. Pure.
import { formatMarkdown } from './format.ts';
import { type FormattedText, splitFormatted } from './split.ts';
import { append } from '../../base/lists.ts';

/** UTF-16 units. A piece ends at the first end of a block behind this many; it takes some 10 ms to format. */
const minPieceUnits = 8_000;
/** Within a block it ends at a line end before this many. */
const maxPieceUnits = 12_000;
/** A longer line opens no code block that a next piece opens again: said in each piece, it would be most of all that is sent. */
const maxOpeningUnits = 100;

interface Fence {
  mark: string;
  /** The line that opens the code block. */
  opening: string;
}

/** @returns one piece at least; joined, they are the text but for the fences of code blocks that were cut */
export function piecesOf(markdown: string): string[] {
  if (markdown.length <= minPieceUnits) return [markdown];
  const pieces: string[] = [];
  let lines: string[] = [];
  let units = 0;
  let fence: Fence | null = null;
  const add = (line: string): void => {
    lines.push(line);
    units += line.length + 1;
  };
  for (const line of markdown.split('\n')) {
    const isBlockEnd = fence === null && lines.at(-1)?.trim() === '' && /^\S/.test(line);
    if (lines.length > 0 && ((isBlockEnd && units >= minPieceUnits) || units + line.length > maxPieceUnits)) {
      if (fence) add(fence.mark);
      pieces.push(lines.join('\n'));
      lines = [];
      units = 0;
      if (fence) add(fence.opening);
    }
    add(line);
    fence = fenceAfter(line, fence);
  }
  return [...pieces, lines.join('\n')];
}

function fenceAfter(line: string, fence: Fence | null): Fence | null {
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
  if (mark === undefined) return fence;
  if (fence === null) return line.length > maxOpeningUnits ? null : { mark, opening: line };
  return mark.startsWith(fence.mark) && line.trim() === mark ? null : fence;
}

/** The messages that the Markdown makes, a piece a step; none for blank text. */
export function* chunksInSteps(markdown: string): Generator<void, FormattedText[]> {
  const chunks: FormattedText[] = [];
  for (const piece of piecesOf(markdown)) {
    append(chunks, splitFormatted(formatMarkdown(piece)));
    yield;
  }
  return chunks;
}

/** Of a long text the first message, and whether it is all. */
export function firstChunk(markdown: string): { chunk: FormattedText | undefined; isAll: boolean } {
  const [piece = '', ...rest] = piecesOf(markdown);
  const [chunk, ...others] = splitFormatted(formatMarkdown(piece));
  return { chunk, isAll: rest.length === 0 && others.length === 0 };
}

/** Of a long text the last message. */
export const lastChunk = (markdown: string): FormattedText | undefined =>
  splitFormatted(formatMarkdown(piecesOf(markdown).at(-1) ?? '')).at(-1);

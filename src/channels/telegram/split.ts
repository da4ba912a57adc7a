// Cuts a formatted text into messages that Telegram takes. Pure. Lengths and offsets are UTF-16 units, as Telegram counts.
import type { MessageEntity } from 'grammy/types';
import { cutText } from '../../base/text/text.ts';

export interface FormattedText {
  text: string;
  entities: MessageEntity[];
}

/** Under Telegram's 4096, with room for the mark of a message that may be a repeat. */
export const chunkUnits = 4_080;
/** Telegram drops entities beyond this many in a message. */
export const maxEntities = 100;

/**
 * Cuts at the best place there is: between paragraphs, else lines, else words, never inside a character as people see it.
 * What fits into a message as a whole (a fence, a quote, a link) stays whole; a longer one continues in the next. Spaces
 * and newlines at a cut are dropped, nothing else.
 */
export function splitFormatted({ text, entities }: FormattedText, limit = chunkUnits): FormattedText[] {
  const chunks: FormattedText[] = [];
  let start = 0;
  while (start < text.length) {
    const ahead = entities.filter(({ offset, length }) => offset + length > start);
    const room = Math.min(limit, roomForEntities(ahead, start));
    const end = text.length - start <= room ? text.length : start + cutAt(text, ahead, start, room);
    const from = start + leadingNewlines(text.slice(start, end));
    const to = from + text.slice(from, end).trimEnd().length;
    if (to > from) chunks.push({ text: text.slice(from, to), entities: entitiesWithin(ahead, from, to) });
    start = end;
  }
  return chunks;
}

const leadingNewlines = (text: string): number => /^(?:[ \t]*\n)*/.exec(text)?.[0].length ?? 0;

/** Units from `start` up to where one entity too many begins. */
function roomForEntities(ahead: readonly MessageEntity[], start: number): number {
  const tooMany = ahead[maxEntities];
  return tooMany && tooMany.offset > start ? tooMany.offset - start : Infinity;
}

const gaps = ['\n\n', '\n', ' '];

/** The place to cut, at least 1, in units after `start`. */
function cutAt(text: string, ahead: readonly MessageEntity[], start: number, room: number): number {
  // One unit more: a gap may stand right behind what fits.
  const head = text.slice(start, start + room + 1);
  const near = ahead.filter(({ offset }) => offset < start + room);
  // Whether a character ends at the limit is told by the code point behind it, which may have two units.
  const window = text.slice(start, start + room + 2);
  const segments = graphemes.segment(window);
  const isBoundary = (at: number): boolean => (segments.containing(at)?.index ?? at) === at;
  const isOutside = (at: number): boolean =>
    isBoundary(at) && !near.some(({ offset, length }) => offset < start + at && start + at < offset + length);
  const half = Math.floor(room / 2);
  return (
    lastGap(head, room, half, isOutside) ??
    lastGap(head, room, 1, isOutside) ??
    lastGap(head, room, half, isBoundary) ??
    Math.max(1, cutText(window, room).length)
  );
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The end of the last gap of the best kind that begins within the limit and ends at `min` or later. */
function lastGap(head: string, limit: number, min: number, isGood: (at: number) => boolean): number | null {
  for (const gap of gaps) {
    for (let at = head.lastIndexOf(gap, limit); at > 0 && at + gap.length >= min; at = head.lastIndexOf(gap, at - 1)) {
      if (isGood(at + gap.length)) return at + gap.length;
    }
  }
  return null;
}

function entitiesWithin(entities: readonly MessageEntity[], from: number, to: number): MessageEntity[] {
  return entities
    .flatMap((entity) => {
      const offset = Math.max(entity.offset, from);
      const end = Math.min(entity.offset + entity.length, to);
      return end > offset ? [{ ...entity, offset: offset - from, length: end - offset }] : [];
    })
    .slice(0, maxEntities);
}

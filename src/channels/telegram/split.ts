// Cuts a formatted text into messages that Telegram takes. Pure. Lengths and offsets are UTF-16 units, as Telegram counts.
import type { MessageEntity } from 'grammy/types';

export interface FormattedText {
  text: string;
  entities: MessageEntity[];
}

/** Under Telegram's 4096, with room for the mark of a message that may be a repeat. */
export const chunkUnits = 4_080;
/** Telegram drops entities beyond this many in a message. */
export const mostEntities = 100;

/**
 * Cuts at the best place there is: between paragraphs, else lines, else words, never inside a character. What fits into a
 * message whole (a fence, a quote, a link) stays whole; a longer one continues in the next. Spaces and newlines at a cut
 * are dropped, nothing else.
 */
export function splitFormatted({ text, entities }: FormattedText, limit = chunkUnits): FormattedText[] {
  const chunks: FormattedText[] = [];
  let start = 0;
  while (start < text.length) {
    const room = Math.min(limit, roomForEntities(entities, start));
    const isInside = (at: number): boolean =>
      entities.some(({ offset, length }) => offset < start + at && start + at < offset + length);
    const end =
      text.length - start <= room ? text.length : start + cutAt(text.slice(start, start + room + 1), room, isInside);
    const from = start + leadingNewlines(text.slice(start, end));
    const to = from + text.slice(from, end).trimEnd().length;
    if (to > from) chunks.push({ text: text.slice(from, to), entities: entitiesWithin(entities, from, to) });
    start = end;
  }
  return chunks;
}

const leadingNewlines = (text: string): number => /^(?:[ \t]*\n)*/.exec(text)?.[0].length ?? 0;

/** Units from `start` up to where one entity too many begins. */
function roomForEntities(entities: readonly MessageEntity[], start: number): number {
  const tooMany = entities.filter(({ offset, length }) => offset + length > start)[mostEntities];
  return tooMany && tooMany.offset > start ? tooMany.offset - start : Infinity;
}

const gaps = ['\n\n', '\n', ' '];

/** The place to cut, at least 1. @param head one unit longer than the limit, where there is more */
function cutAt(head: string, limit: number, isInside: (at: number) => boolean): number {
  const isOutside = (at: number): boolean => !isInside(at);
  const half = Math.floor(limit / 2);
  return (
    lastGap(head, limit, half, isOutside) ??
    lastGap(head, limit, 1, isOutside) ??
    lastGap(head, limit, half, () => true) ??
    lastCluster(head, limit)
  );
}

/** The end of the last gap of the best kind that begins within the limit and ends at `least` or later. */
function lastGap(head: string, limit: number, least: number, isGood: (at: number) => boolean): number | null {
  for (const gap of gaps) {
    for (
      let at = head.lastIndexOf(gap, limit);
      at > 0 && at + gap.length >= least;
      at = head.lastIndexOf(gap, at - 1)
    ) {
      if (isGood(at + gap.length)) return at + gap.length;
    }
  }
  return null;
}

/** Where there is no gap: between grapheme clusters, so that no emoji or accent falls apart. */
function lastCluster(head: string, limit: number): number {
  const from = Math.max(0, limit - 64);
  const cuts = [...new Intl.Segmenter().segment(head.slice(from))].map(({ index }) => from + index);
  const cut = cuts.findLast((at) => at > 0 && at <= limit);
  return cut ?? (isSurrogatePair(head, limit) ? Math.max(1, limit - 1) : limit);
}

const isSurrogatePair = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[at] ?? '');

function entitiesWithin(entities: readonly MessageEntity[], from: number, to: number): MessageEntity[] {
  return entities
    .flatMap((entity) => {
      const offset = Math.max(entity.offset, from);
      const end = Math.min(entity.offset + entity.length, to);
      return end > offset ? [{ ...entity, offset: offset - from, length: end - offset }] : [];
    })
    .slice(0, mostEntities);
}

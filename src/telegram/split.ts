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
 * Cuts at the best place there is: between paragraphs, else lines, else words, never inside a character. An entity that
 * a cut goes through continues in the next chunk. Spaces and newlines at a cut are dropped, nothing else.
 */
export function splitFormatted({ text, entities }: FormattedText, limit = chunkUnits): FormattedText[] {
  const chunks: FormattedText[] = [];
  let start = 0;
  while (start < text.length) {
    const end = text.length - start <= limit ? text.length : start + cutAt(text.slice(start, start + limit + 1), limit);
    const from = start + leadingNewlines(text.slice(start, end));
    const to = from + text.slice(from, end).trimEnd().length;
    if (to > from) chunks.push({ text: text.slice(from, to), entities: entitiesWithin(entities, from, to) });
    start = end;
  }
  return chunks;
}

const leadingNewlines = (text: string): number => /^(?:[ \t]*\n)*/.exec(text)?.[0].length ?? 0;

/** The place to cut, between 1 and `limit`. @param head one unit longer than the limit, where there is more */
function cutAt(head: string, limit: number): number {
  const least = Math.floor(limit / 2);
  for (const boundary of ['\n\n', '\n', ' ']) {
    const at = head.lastIndexOf(boundary, limit - boundary.length);
    if (at >= least) return at + boundary.length;
  }
  // No gap in half a message: between grapheme clusters then, so that no emoji or accent falls apart.
  let cut = 0;
  for (const { index } of new Intl.Segmenter().segment(head.slice(Math.max(0, limit - 64)))) {
    const at = Math.max(0, limit - 64) + index;
    if (at <= limit && at > 0) cut = at;
  }
  if (cut > 0 && cut <= limit) return cut;
  return isSurrogatePair(head, limit) ? Math.max(1, limit - 1) : limit;
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

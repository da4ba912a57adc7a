// Taking words out of the entries of a session, so that it is still one that a model takes: pairs stay pairs, signed
// blocks are whole or gone. Pure.
import { mapStrings } from '../../base/text/json-walk.ts';
import { isAttachment } from '../../models/attachment.ts';
import { type ContentBlock, programText } from '../../models/message.ts';
import type { Entry } from '../../session/entry.ts';
import type { Eraser } from '../../assistant/feature.ts';
import { mapPersonal } from '../../assistant/context/prompt.ts';
import { spokenText } from '../../assistant/approval/provenance.ts';

export function eraseEntry(entry: Entry, eraser: Eraser): Entry {
  const { text } = eraser;
  if (entry.type === 'unknown') return { ...entry, raw: mapStrings(entry.raw, text, { isKept: isMark }) };
  if (entry.type === 'prefix') {
    const { system, tools, ...fields } = entry;
    return { ...entry, ...mapStrings(fields, text, { isKept: isMark }), system: mapPersonal(system, text), tools };
  }
  if (entry.type !== 'message') return mapStrings(entry, text, { isKept: isMark });
  const { content: given, ...fields } = entry;
  const content = given.flatMap((block) => eraseBlock(block, eraser));
  const isTouched = JSON.stringify(content) !== JSON.stringify(given);
  // Spread over the entry first: the order of its fields stays, and an entry without a match is equal byte for byte.
  const left = {
    ...entry,
    ...mapStrings(fields, text, { isKept: isMark }),
    content: isTouched ? content.map(withoutAttachment) : content,
  };
  const isSaidOtherwise = entry.role === 'user' && spokenText(left) !== spokenText(entry);
  return isSaidOtherwise ? { ...left, forgotten: true } : left;
}

/** A picture counts as saying the text that was sent with it; its content can't be read here. */
const withoutAttachment = (block: ContentBlock): ContentBlock =>
  isAttachment(block)
    ? programText('attachment', `[${block.type === 'image' ? 'A picture' : 'A document'} that was here is forgotten.]`)
    : block;

/** Whether the entry would still hold a picture or a document, which the program can't look into. */
export function keepsAttachment(entry: Entry, eraser: Eraser): boolean {
  // Before the erasing, which takes its time: few entries hold any.
  if (entry.type !== 'message' || !entry.content.some(isAttachment)) return false;
  const left = eraseEntry(entry, eraser);
  return left.type === 'message' && left.content.some(isAttachment);
}

/**
 * Fields that hold none of the person's words: those by which entries and blocks find each other, what the program names by words of its
 * own ("person", "save"), and what is signed or encoded.
 */
const marks: ReadonlySet<string> = new Set([
  'type',
  'id',
  'key',
  'role',
  'at',
  'created_at',
  'incoming',
  'model',
  'tool_use_id',
  'through',
  'dropped_before',
  'signature',
  'data',
  'media_type',
  'verb',
  'trust',
  'action',
  'by',
  'name',
  'language',
  'outcome',
  'program',
  'purpose',
  'stop_reason',
]);
const isMark = (field: string): boolean => marks.has(field);

function eraseBlock(block: ContentBlock, { text, matches }: Eraser): ContentBlock[] {
  switch (block.type) {
    // Signed as it is: it can't be changed. Thinking of a turn that is over is not sent again anyway.
    case 'thinking':
      return matches(block.thinking) ? [] : [block];
    case 'tool_use': {
      const input = mapStrings(block.input, text);
      const raw = block.raw === undefined ? undefined : text(block.raw);
      if (JSON.stringify(input) === JSON.stringify(block.input) && raw === block.raw) return [block];
      const { signature: _, raw: __, ...rest } = block;
      return [{ ...rest, input, ...(raw === undefined ? {} : { raw }) }];
    }
    default:
      return [mapStrings(block, text, { isKept: isMark })];
  }
}

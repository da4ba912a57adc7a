// Images and documents that an API does not take. They are never dropped in silence and never make a stored session
// unusable: a line of text stands in their place, so that the model can tell the person.
import type { ContentBlock, DocumentBlock, ImageBlock, TextBlock } from './message.ts';

export const isAttachment = (block: ContentBlock): block is ImageBlock | DocumentBlock =>
  block.type === 'image' || block.type === 'document';

/** The line that stands in for an attachment. */
export const attachmentNote = (block: ImageBlock | DocumentBlock): TextBlock => ({
  type: 'text',
  text: `[${block.type === 'image' ? 'An image' : 'A document'} (${block.source.media_type}${block.type === 'document' && block.title !== undefined ? `, "${block.title}"` : ''}) was attached here. This model cannot take it; say so if it matters.]`,
});

/** The text of a text document (`text/*`, JSON), or null where it is something else. */
export function documentText(block: DocumentBlock): string | null {
  if (!/^(?:text\/|application\/json$)/.test(block.source.media_type)) return null;
  return Buffer.from(block.source.data, 'base64').toString('utf8');
}

export const imageTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

// The words of a rich message, which has blocks in place of a text: one line a paragraph, an item or a row. Pure. Of what
// it does not know it takes the words that are where others have theirs.
import type { RichMessage } from 'grammy/types';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What it shows where there are no words. */
const shown: Record<string, string> = {
  photo: '(a picture)',
  video: '(a video)',
  animation: '(an animation)',
  audio: '(a recording)',
  voice_note: '(a voice message)',
  document: '(a file)',
  map: '(a location)',
  divider: '———',
};

export const richWords = ({ blocks }: RichMessage): string => linesOf(blocks).join('\n');

function linesOf(blocks: unknown): string[] {
  return listOf(blocks)
    .filter(isFields)
    .flatMap((block) => {
      const caption = isFields(block.caption) ? [block.caption.text, block.caption.credit] : [block.caption];
      const own = [shown[String(block.type)] ?? '', wordsIn(block.summary ?? block)];
      const rows = listOf(block.cells).map((row) => listOf(row).map(wordsIn).join(' | '));
      const rest = [...caption, block.credit].map(wordsIn);
      return [
        ...own,
        ...listOf(block.items).filter(isFields).flatMap(itemLines),
        ...linesOf(block.blocks),
        ...rows,
        ...rest,
      ].filter((line) => line !== '');
    });
}

function itemLines(item: Fields): string[] {
  const box = item.has_checkbox === true ? (item.is_checked === true ? '☑ ' : '☐ ') : '';
  const [first = '', ...rest] = linesOf(item.blocks);
  return [`${wordsIn(item.label)} ${box}${first}`.trim(), ...rest.map((line) => `  ${line}`)];
}

/** The words of a RichText: a string, a list of them, or one of them with a style. */
function wordsIn(text: unknown): string {
  if (typeof text === 'string') return text;
  if (Array.isArray(text)) return text.map(wordsIn).join('');
  return isFields(text) ? wordsIn(text.text ?? text.alternative_text ?? text.expression) : '';
}

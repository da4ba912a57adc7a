// A conversation as Markdown, for people: who said what and when, and which tools were called. What the program put before
// a person's words, thinking, and the results of tools are not in it. Pure.
import { localDate, localTime } from '../../base/time/local-time.ts';
import { cutText } from '../../base/text/text.ts';
import { type ContentBlock, ownTexts } from '../../models/message.ts';
import type { Entry, MessageEntry } from '../../session/entry.ts';
import { isSpoken } from '../../session/history.ts';

/** The text of a conversation, a part for each thing said. */
export function* transcriptParts(entries: readonly Entry[], timezone: string): Generator<string> {
  const at = (instant: string): string =>
    `${localDate(new Date(instant), timezone)} ${localTime(new Date(instant), timezone)}`;
  yield entries[0]?.type === 'session'
    ? `# Conversation of ${at(entries[0].created_at)}\n\n${entries[0].key}\n`
    : '# Conversation\n';
  for (const entry of entries) {
    if (entry.type === 'compaction') yield `\n*What was said before, in short:* ${entry.summary}\n`;
    if (entry.type !== 'message') continue;
    const said = saidIn(entry);
    if (said.length > 0)
      yield `\n**${entry.role === 'user' ? 'You' : 'Scrubjay'}**, ${at(entry.at)}\n\n${said.join('\n\n')}\n`;
  }
}

function saidIn(entry: MessageEntry): string[] {
  if (entry.role === 'assistant') return entry.content.flatMap(assistantPart);
  if (!isSpoken(entry)) return [];
  const attached = entry.content.flatMap((block) =>
    block.type === 'image'
      ? ['(an image)']
      : block.type === 'document'
        ? [`(a document${block.title === undefined ? '' : `: ${block.title}`})`]
        : [],
  );
  return [...attached, ...ownTexts(entry).filter((words) => words.trim() !== '')];
}

const maxArgumentsLength = 300;

function assistantPart(block: ContentBlock): string[] {
  if (block.type === 'text') return block.text.trim() === '' ? [] : [block.text];
  return block.type === 'tool_use'
    ? [`*called ${block.name}:* \`${cutText(JSON.stringify(block.input), maxArgumentsLength)}\``]
    : [];
}

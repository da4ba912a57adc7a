// A copy that `scrubjay export` or `/export` made: its notes go back to their places, its conversations are imported ones.
import { wallTime } from '../../base/time/local-time.ts';
import { isNoteName } from '../../memory/note-path.ts';
import { type Conversation, notesOfConversation, type Said } from './conversation.ts';
import { readNote } from './note-folder.ts';
import type { ImportItem, ImportSource } from './source.ts';
import { baseName, type ImportTree } from './tree.ts';

const notesFolder = 'memory/';
const conversationName = /^sessions\/\d{4}-\d{2}-\d{2}-([\w-]+)\.md$/;
const sign = /^memory\/(?:MEMORY|\d{4}-\d{2}-\d{2})\.md$/;

/** Nothing but these two folders, and in them what only Scrubjay calls so. */
export const isOwnExport = ({ files }: ImportTree): boolean =>
  files.every(({ name }) => name.startsWith(notesFolder) || conversationName.test(name)) &&
  files.some(({ name }) => sign.test(name) || conversationName.test(name));

export function openOwnExport(tree: ImportTree, timezone: string): ImportSource {
  const skipped = [...tree.skipped];
  async function* items(): AsyncGenerator<ImportItem> {
    for (const { name } of tree.files) {
      if (!isNoteName(name)) {
        skipped.push(`${name}: no note`);
        continue;
      }
      const bytes = await readNote(tree, name, skipped);
      const id = conversationName.exec(name)?.[1];
      if (bytes && id === undefined) yield { kind: 'note', name: name.slice(notesFolder.length), bytes, isOwn: true };
      else if (bytes) {
        const conversation = parseTranscript(bytes.toString('utf8'), id ?? baseName(name), timezone);
        for (const note of notesOfConversation(conversation, 'Scrubjay', timezone)) yield { kind: 'keyed', note };
      }
    }
  }
  return { what: 'an export of Scrubjay', items, open: tree.open, skipped };
}

/** The inverse of what the export writes (features/export/transcript-text.ts); what stands before the first speaker is its heading. */
function parseTranscript(text: string, id: string, timezone: string): Conversation {
  const [heading = '', ...rest] = text.split('\n');
  const messages: (Said & { lines: string[] })[] = [];
  for (const line of rest) {
    const [, speaker, at = ''] = /^\*\*(You|Scrubjay)\*\*, (\d{4}-\d{2}-\d{2} \d{2}:\d{2})$/.exec(line) ?? [];
    if (speaker === undefined) messages.at(-1)?.lines.push(line);
    else
      messages.push({
        from: speaker === 'You' ? 'person' : 'assistant',
        text: '',
        at: instantOf(at, timezone),
        lines: [],
      });
  }
  return {
    id,
    title: heading.replace(/^# /, ''),
    at: messages[0]?.at ?? null,
    messages: messages.map(({ from, at, lines }) => ({ from, at, text: lines.join('\n').trim() })),
  };
}

/** @param local `YYYY-MM-DD HH:mm` */
const instantOf = (local: string, timezone: string): Date =>
  wallTime(new Date(`${local.replace(' ', 'T')}:00Z`), timezone);

// `/export`: what is remembered and what was said, for the person to keep.
import { english } from '../../assistant/phrases/english.ts';
import { problemIn } from '../../assistant/phrases/phrases.ts';
import { UserError } from '../../base/errors.ts';
import type { FileOrder, MakeExport, SessionKey } from '../../assistant/channel.ts';
import type { Command } from '../../assistant/commands/command.ts';
import { tellFilesBeside } from './copies.ts';

export interface ExportOptions {
  make: MakeExport;
  /** The largest file that the channel of a conversation can hand over; null: any. */
  maxBytes(key: SessionKey): number | null;
  /** How this program is called in a shell. */
  program: string;
}

export function exportCommand({ make, maxBytes, program }: ExportOptions): Command {
  return {
    name: 'export',
    description: english.help.export,
    async run({ argument, incoming: { key }, conversation, say, phrases }) {
      const { export: words } = phrases;
      const what = kinds[argument.toLowerCase()];
      if (what === undefined) throw new UserError(words.usage);
      const { id, isPrivate } = await conversation.session();
      if (isPrivate && what === 'conversation') throw new UserError(words.isPrivate);
      const order: FileOrder = { what, key, sessionId: id };
      const { bytes, notes, conversations, problems, others } = await make(order);
      if (notes + conversations === 0) throw new UserError(what === 'notes' ? words.noNotes : words.nothingSaid);
      const limit = maxBytes(key);
      if (limit !== null && bytes.length > limit)
        throw new UserError(words.tooLarge(megabytes(bytes.length), megabytes(limit), program));
      const done = what === 'conversation' ? words.thisConversation : words.done(notes, conversations);
      const missing = problems.map((problem) => problemIn(phrases, problem));
      const said = [done, ...(isPrivate ? [words.withoutPrivate] : []), ...missing].join(' ');
      return await say([said, ...tellFilesBeside(others, phrases)].join('\n'), { file: order });
    },
  };
}

const kinds: Readonly<Record<string, FileOrder['what']>> = {
  '': 'all',
  all: 'all',
  notes: 'notes',
  conversation: 'conversation',
  chat: 'conversation',
};

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(bytes < 9_950_000 ? 1 : 0)} MB`;

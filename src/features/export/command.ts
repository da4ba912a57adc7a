// `/export`: what is remembered and what was said, for the person to keep.
import { english } from '../../assistant/phrases/english.ts';
import { UserError } from '../../base/errors.ts';
import type { FileOrder, MakeExport, SessionKey } from '../../assistant/channel.ts';
import type { Command } from '../../assistant/commands/command.ts';

export interface ExportOptions {
  make: MakeExport;
  /** The largest file that the channel of a conversation can hand over; null: any. */
  maxBytes(key: SessionKey): number | null;
}

export function exportCommand({ make, maxBytes }: ExportOptions): Command {
  return {
    name: 'export',
    description: english.help.export,
    async run({ argument, incoming: { key }, conversation, say }) {
      const what = kinds[argument.toLowerCase()];
      if (what === undefined)
        throw new UserError('Say /export for everything, /export notes, or /export conversation.');
      const { id, isPrivate } = await conversation.session();
      if (isPrivate && what === 'conversation')
        throw new UserError('This conversation is private: it goes into no file.');
      const order: FileOrder = { what, key, sessionId: id };
      const { bytes, notes, conversations } = await make(order);
      if (notes + conversations === 0)
        throw new UserError(what === 'notes' ? 'There are no notes yet.' : 'Nothing was said here yet.');
      const limit = maxBytes(key);
      if (limit !== null && bytes.length > limit) {
        throw new UserError(
          `That is a file of ${megabytes(bytes.length)}, and I can send ${megabytes(limit)} at most. On the machine where I run, \`scrubjay export PATH\` writes it.`,
        );
      }
      const parts = [
        ...(notes > 0 ? [count(notes, 'note')] : []),
        ...(conversations > 0
          ? [what === 'conversation' ? 'this conversation' : count(conversations, 'conversation')]
          : []),
      ];
      const left = isPrivate ? ' The private conversation that we have now is in no file.' : '';
      return await say(
        `Here ${notes + conversations === 1 ? 'is' : 'are'} ${parts.join(' and ')}, without keys and tokens.${left}`,
        { file: order },
      );
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

const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? '' : 's'}`;
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(bytes < 9_950_000 ? 1 : 0)} MB`;

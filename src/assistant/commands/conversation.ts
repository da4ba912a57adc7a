// The commands about the conversation itself.
import { english } from '../phrases/english.ts';
import { citationsOf } from '../context/citations.ts';
import { turnButtons } from '../turn/receipts.ts';
import type { Command } from './command.ts';

const maxSources = 10;

export const conversationCommands: readonly Command[] = [
  {
    name: 'new',
    aliases: ['reset'],
    phrases: ['start over', 'new conversation'],
    inGroup: true,
    description: english.help.new,
    async run({ conversation, say, phrases }) {
      const { isPrivate } = await conversation.session();
      const kept = conversation.keptInPrivate();
      await conversation.startNew();
      if (!isPrivate) return await say(phrases.notices.newConversation, { outcome: 'new_session' });
      const lines = kept.filter(({ verb }) => verb === 'saved' || verb === 'changed');
      const reminders = kept.some(({ verb }) => verb === 'reminder_set');
      const told = phrases.notices.privateEnded(lines.length, reminders);
      return await say(told, { ...turnButtons([], phrases, lines), outcome: 'new_session' });
    },
  },
  {
    name: 'retry',
    phrases: ['retry', 'try again'],
    inGroup: true,
    description: english.help.retry,
    run: async ({ conversation, say, phrases: { notices } }) =>
      (await conversation.retry()) ?? (await say(notices.nothingToRetry)),
  },
  {
    name: 'sources',
    phrases: ['sources'],
    description: english.help.sources,
    async run({ conversation, say, phrases }) {
      const sources = citationsOf((await conversation.session()).entries);
      if (sources.length === 0) return await say(phrases.sources.none);
      const lines = sources
        .slice(0, maxSources)
        .map(
          ({ place, text, isNamed }) =>
            `${place}${isNamed ? ` ${phrases.sources.named}` : ''}\n${text === '' ? phrases.sources.read : text}`,
        );
      return await say(lines.join('\n\n'));
    },
  },
  {
    name: 'stop',
    phrases: ['stop', 'stop it'],
    inGroup: true,
    isUrgent: true,
    description: english.help.stop,
    run: async ({ conversation, say, phrases: { notices } }) =>
      await say((await conversation.stop()) ? notices.stopped : notices.nothingToStop, { outcome: 'stopped' }),
  },
];

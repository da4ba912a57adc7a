// `/again`: a message that could not be answered, or that was changed after its answer, is answered afresh. It also lists
// those that could not be answered.
import { english } from '../assistant/phrases/english.ts';
import type { Phrases } from '../assistant/phrases/phrases.ts';
import type { Button, SessionKey } from '../assistant/channel.ts';
import type { Command } from '../assistant/commands/command.ts';
import type { Clock } from '../base/time/clock.ts';
import { cutText } from '../base/text/text.ts';
import type { InboxRow } from '../state/inbox.ts';
import type { State } from '../state/state.ts';
import { type InboxMessage, readRows } from './stored-message.ts';

/** The button that offers another try. @param row any row of the turn */
export const againButton = (label: string, row: InboxRow): Button => ({ label, command: `/again ${row.seq}` });

const maxExcerptUnits = 80;

/** The first words of what was said, to tell messages apart by. */
export function excerptOf(messages: readonly InboxMessage[], { again }: Pick<Phrases, 'again'>): string {
  const text = messages
    .map(({ message }) => cutText(message.words, 2 * maxExcerptUnits))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > maxExcerptUnits ? `${cutText(text, maxExcerptUnits)}…` : text || again.file;
}

export function createAgain({ state, clock }: { state: State; clock: Clock }): Command {
  const { inbox } = state;

  function listFailed(key: SessionKey, phrases: Phrases): string {
    const rows = inbox.dead(key);
    const turns = [...new Set(rows.map((row) => row.turn))].map((turn) => rows.filter((row) => row.turn === turn));
    const lines = turns.map((ofTurn) => `/again ${ofTurn[0]?.seq} - "${excerptOf(readRows(ofTurn), phrases)}"`);
    return lines.length === 0 ? phrases.again.none : [phrases.again.list, ...lines].join('\n');
  }

  return {
    name: 'again',
    inGroup: true,
    description: english.help.again,
    async run({ argument, incoming: { id, key }, say, phrases }) {
      if (argument === '') return await say(listFailed(key, phrases));
      const row = /^\d{1,15}$/.test(argument) ? inbox.ofSeq(Number(argument)) : null;
      if (!row || row.conversation !== key || row.turn === null)
        return await say(phrases.again.unknown(cutText(argument, 40)));
      const { turn } = row;
      const messages = readRows(inbox.ofTurn(turn));
      // The words of one that was forgotten are gone.
      if (messages.length === 0) return await say(phrases.again.unknown(argument));
      if (row.state === 'pending') return await say(phrases.again.running);
      await state.write(() => inbox.repeat(turn, id, clock.now()));
      return await say(phrases.again.begun(excerptOf(messages, phrases)));
    },
  };
}

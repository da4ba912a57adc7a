// `/again`: a message that could not be answered, or that was changed after its answer, is answered afresh. It also lists
// those that could not be answered.
import { english } from '../assistant/phrases/english.ts';
import type { Button, SessionKey } from '../assistant/channel.ts';
import type { Command } from '../assistant/commands/command.ts';
import type { Clock } from '../base/clock.ts';
import { cutText } from '../base/text.ts';
import type { InboxRow } from '../state/inbox.ts';
import type { State } from '../state/state.ts';
import { type InboxMessage, readRows } from './stored-message.ts';

/** Below a message that offers it. @param row any of the turn */
export const againButton = (label: string, row: InboxRow): Button => ({ label, command: `/again ${row.seq}` });

const maxExcerptUnits = 80;

/** The first words of what was said, to tell messages apart by. */
export function excerptOf(messages: readonly InboxMessage[]): string {
  const text = messages
    .map(({ message }) => cutText(message.words, 2 * maxExcerptUnits))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > maxExcerptUnits ? `${cutText(text, maxExcerptUnits)}…` : text || 'a file';
}

export function createAgain({ state, clock }: { state: State; clock: Clock }): Command {
  const { inbox } = state;

  function listFailed(key: SessionKey): string {
    const rows = inbox.dead(key);
    const turns = [...new Set(rows.map((row) => row.turn))].map((turn) => rows.filter((row) => row.turn === turn));
    const lines = turns.map((ofTurn) => `/again ${ofTurn[0]?.seq} - "${excerptOf(readRows(ofTurn))}"`);
    return lines.length === 0
      ? 'There is no message here that I failed to answer.'
      : ['I could not answer these. To try one once more:', ...lines].join('\n');
  }

  return {
    name: 'again',
    inGroup: true,
    description: english.help.again,
    async run({ argument, incoming: { id, key }, say }) {
      if (argument === '') return await say(listFailed(key));
      const row = /^\d{1,15}$/.test(argument) ? inbox.ofSeq(Number(argument)) : null;
      if (!row || row.conversation !== key || row.turn === null)
        return await say(`I know no message ${cutText(argument, 40)} here.`);
      const { turn } = row;
      const messages = readRows(inbox.ofTurn(turn));
      // The words of one that was forgotten are gone.
      if (messages.length === 0) return await say(`I know no message ${argument} here.`);
      if (row.state === 'pending') return await say('I am still at that one.');
      await state.write(() => inbox.repeat(turn, id, clock.now()));
      return await say(`Once more: "${excerptOf(messages)}"`);
    },
  };
}

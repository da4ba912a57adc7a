// `/again`: a message that was given up, or that was changed after its answer, is answered afresh. Shows what was given up.
import type { Button } from '../../assistant/channel.ts';
import type { Command } from '../../assistant/commands/command.ts';
import type { Clock } from '../../base/clock.ts';
import type { InboxRow } from '../../state/inbox.ts';
import type { State } from '../../state/state.ts';
import { wordsOf } from './parse-message.ts';
import { messagesOf } from './rows.ts';

/** Below a message that offers it. @param row any of the turn */
export const againButton = (label: string, row: InboxRow): Button => ({ label, command: `/again ${row.seq}` });

/** The first words of what was said, to tell messages apart by. */
export function excerptOf(rows: readonly InboxRow[]): string {
  const text = messagesOf(rows)
    .map((message) => wordsOf(message))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > 80 ? `${text.slice(0, 80)}…` : text || 'a file';
}

export function createAgain({ queue, clock }: { queue: State; clock: Clock }): Command {
  const { inbox } = queue;

  function listGivenUp(lane: string): string {
    const rows = inbox.dead(lane);
    const turns = [...new Set(rows.map((row) => row.turn))].map((turn) => rows.filter((row) => row.turn === turn));
    const lines = turns.map((ofTurn) => `/again ${ofTurn[0]?.seq} - "${excerptOf(ofTurn)}"`);
    return lines.length === 0
      ? 'There is no message that I gave up.'
      : ['I gave these up. To try one once more:', ...lines].join('\n');
  }

  return {
    name: 'again',
    inGroup: true,
    description: 'Try a message again that I could not answer',
    async run({ argument, incoming: { id, key }, say }) {
      if (argument === '') return await say(listGivenUp(key));
      const row = /^\d+$/.test(argument) ? inbox.ofSeq(Number(argument)) : null;
      if (!row || row.conversation !== key || row.turn === null)
        return await say(`I know no message ${argument} here.`);
      const { turn } = row;
      // The words of one that was forgotten are gone.
      if (messagesOf(inbox.ofTurn(turn)).length === 0) return await say(`I know no message ${argument} here.`);
      if (row.state === 'pending') return await say('I am still at that one.');
      await queue.write(() => inbox.repeat(turn, id, clock.now()));
      return await say(`Once more: "${excerptOf(inbox.ofTurn(turn))}"`);
    },
  };
}

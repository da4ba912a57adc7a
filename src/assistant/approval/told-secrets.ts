// What the person called a secret in this session stays one in other words: "my PIN is 4711" goes into no note as "bank card: 4711".
// The values are read from the messages each time and kept nowhere. Pure.
import type { ToolError } from '../../base/errors.ts';
import { refusedNote, refusedReminder } from '../../base/secrets/refusals.ts';
import { holdsValue } from '../../base/secrets/same-value.ts';
import { findSensitive } from '../../base/secrets/secrets.ts';
import type { Entry, Proposal } from '../../session/entry.ts';
import { isSpoken, liveTurns } from '../../session/history.ts';
import { spokenText } from './provenance.ts';

/** Why a write is refused that would put a secret of the person's messages into a note or a reminder; null where it has none. */
export function refusalOfTold({ action, text, before = '' }: Proposal, entries: readonly Entry[]): ToolError | null {
  if (action === 'forget' || action === 'cancel') return null;
  // Those that the model is shown: what was summed up before them has no secret in it.
  const messages = liveTurns(entries).flatMap((turn) => turn.entries.filter(isSpoken).map(spokenText));
  const told = messages.flatMap((said) =>
    findSensitive(said).map(({ kind, start, end }) => ({ kind, value: said.slice(start, end) })),
  );
  const found = told.find(({ value }) => holdsValue(text, value) && !holdsValue(before, value));
  return found ? (action === 'remind' ? refusedReminder(found) : refusedNote(found)) : null;
}

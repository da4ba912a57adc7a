// A plain "yes" or "no", or a label, in the place of the buttons that a terminal does not have. Pure.
import type { Button } from '../../assistant/channel.ts';
import { agreementOf } from '../../models/offline-intent.ts';

/**
 * The command that the words mean: the label of a button, its number, or a yes or no to a question that has an answer
 * for each. Null where they mean none of it.
 */
export function chosenCommand(words: string, buttons: readonly Button[]): string | null {
  const said = words.trim().toLowerCase();
  const named = buttons.find(({ label }) => label.toLowerCase() === said) ?? buttons[Number(said) - 1];
  if (named) return named.command;
  if (buttons.length === 0) return null;
  const agreement = agreementOf(words);
  if (agreement === 'yes') return buttons[0]?.command ?? null;
  return agreement === 'no' && buttons.length > 1 ? (buttons.at(-1)?.command ?? null) : null;
}

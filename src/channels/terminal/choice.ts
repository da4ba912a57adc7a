// A label or its number in the place of the buttons that a terminal does not have. Pure.
import type { Button } from '../../assistant/channel.ts';

/**
 * The commands of the buttons, for the person to type: stands behind the message. Of several, each says what it is for, and so does one
 * that is not for what the message says last.
 */
export function commandsBelow(message: string, buttons: readonly Button[]): string {
  if (buttons.length === 0) return '';
  const last = message.slice(message.trimEnd().lastIndexOf('\n') + 1);
  const isClear = buttons.every(({ about = '' }) => buttons.length === 1 && last.includes(about.replace(/…$/, '')));
  return ` (${buttons.map(({ label, command, about = label }) => (isClear ? command : `${command}: ${about}`)).join(', ')})`;
}

/**
 * The command that the words mean: the label of a button, or its number; null where they mean none of them. A yes or no is
 * left to the assistant, which knows what was asked last.
 */
export function chosenCommand(words: string, buttons: readonly Button[]): string | null {
  const said = words.trim().toLowerCase();
  const named = buttons.find(({ label }) => label.toLowerCase() === said) ?? buttons[Number(said) - 1];
  return named?.command ?? null;
}

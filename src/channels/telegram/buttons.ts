// Buttons below a message: how they are kept in its outbox row, shown as an inline keyboard, and read from a press. A
// press names the row and carries a check of its command, so that a button of a state database that was lost can't press another.
import { createHash } from 'node:crypto';
import type { InlineKeyboardMarkup } from 'grammy/types';
import type { Button, Extras } from '../../assistant/channel.ts';
import type { Outbox } from '../../state/outbox.ts';

interface StoredButton extends Button {
  isPressed?: boolean;
}

/** The `buttons` of an outbox row, as JSON. */
interface StoredButtons {
  buttons: StoredButton[];
  isChoice?: boolean;
  /**
   * The conversation that their commands are meant for: in a group others see the buttons as well. It keeps the name that the rows
   * of earlier versions have.
   */
  lane?: string;
}

/** For the outbox; null where there are none. @param conversation whose person alone may press them; default: everyone in the chat */
export function formatButtons({ buttons = [], isChoice = false }: Extras = {}, conversation?: string): string | null {
  if (buttons.length === 0) return null;
  const stored: StoredButtons = {
    buttons: buttons.map(({ label, command, answers }) => ({ label, command, answers })),
    ...(isChoice ? { isChoice } : {}),
    lane: conversation,
  };
  return JSON.stringify(stored);
}

/** Those that can still be pressed, a few in a row. @param seq of the outbox row */
export function keyboardOf(seq: number, stored: string | null): InlineKeyboardMarkup | null {
  const row = parseButtons(stored);
  const open = row.buttons.flatMap((button, index) =>
    isOpen(button, row) ? [{ text: button.label, callback_data: `b:${seq}:${index}:${checkOf(button.command)}` }] : [],
  );
  if (open.length === 0) return null;
  const rows = Array.from({ length: Math.ceil(open.length / buttonsInRow) }, (_, row) =>
    open.slice(row * buttonsInRow, (row + 1) * buttonsInRow),
  );
  return { inline_keyboard: rows };
}

/** The commands of the buttons, for a message that Telegram takes only without them. */
export const commandsOf = (stored: string | null): string[] =>
  parseButtons(stored).buttons.map(({ command }) => command);

export type Press =
  | { kind: 'command'; command: string; seq: number }
  /** The button was pressed before. */
  | { kind: 'done'; seq: number }
  /** The button is meant for another person in the chat. */
  | { kind: 'foreign'; seq: number }
  | { kind: 'unknown' };

/**
 * Takes a press, once: it is noted in the row that has the button. To be called within a write of the state.
 * @param chat in which it was pressed @param conversation of the person who pressed it @param data of the callback
 */
export function takePress(outbox: Outbox, chat: string, conversation: string, data: string): Press {
  const match = /^b:(\d+):(\d+):([\w-]+)$/.exec(data);
  const row = match && outbox.find(Number(match[1]));
  // The data of a press can be forged by the person who presses; the chat cannot, because the gate has checked it.
  if (!match || row?.chat !== chat) return { kind: 'unknown' };
  const { buttons, isChoice, ...more } = parseButtons(row.buttons);
  const pressed = buttons[Number(match[2])];
  if (!pressed || checkOf(pressed.command) !== match[3]) return { kind: 'unknown' };
  if (more.lane !== undefined && more.lane !== conversation) return { kind: 'foreign', seq: row.seq };
  if (!isOpen(pressed, { buttons, isChoice })) return { kind: 'done', seq: row.seq };
  pressed.isPressed = true;
  outbox.setButtons(row.seq, JSON.stringify({ buttons, isChoice, ...more } satisfies StoredButtons));
  return { kind: 'command', command: pressed.command, seq: row.seq };
}

/** Whether pressing it can still do something: no button that was pressed has answered all that it would answer. */
function isOpen({ isPressed, answers }: StoredButton, { buttons, isChoice }: StoredButtons): boolean {
  const pressed = buttons.filter((button) => button.isPressed);
  if (isPressed || (isChoice && pressed.length > 0)) return false;
  const answered = new Set(pressed.flatMap((button) => button.answers ?? []));
  return answers === undefined || !answers.every((name) => answered.has(name));
}

const buttonsInRow = 3;

const parseButtons = (stored: string | null): StoredButtons & { isChoice: boolean } => ({
  buttons: [],
  isChoice: false,
  ...(stored === null ? {} : (JSON.parse(stored) as StoredButtons)),
});

const checkOf = (command: string): string => createHash('sha256').update(command).digest('base64url').slice(0, 8);

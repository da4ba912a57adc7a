// What both kinds of terminal are given, and what they do: with a person in front of it, and from a pipe.
import type { HandleIncoming } from '../../assistant/channel.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { Log } from '../../base/log.ts';
import type { InputHistory } from './input-history.ts';
import type { MenuItem } from './menu.ts';
import type { Notices } from './pending-messages.ts';
import type { SaveFile } from './screen.ts';

export interface TerminalOptions {
  input: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
  output: NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number };
  handle: HandleIncoming;
  /** Keeps announcements to the owner until the terminal has a person in front of it. */
  notices: Notices;
  save: SaveFile;
  /** Runs synchronous writes to the state database as one transaction. */
  write(work: () => void): Promise<void>;
  clock: Clock;
  log: Log;
  /** No colours although it is a terminal ($NO_COLOR, or one that has none). */
  plain?: boolean;
  /** The entries typed before, for the arrow keys. */
  typed?: Pick<InputHistory, 'entries' | 'add'> | undefined;
  /** Whether the entry being typed must not be stored. */
  isPrivate?: () => boolean;
  /** The greeting that a terminal shows at the start. */
  greeting?: string;
  /** The line below the input: the model, what it costs. */
  footer?: () => string;
  /** The slash commands, for the menu. */
  commands?: readonly MenuItem[];
}

export interface Talk {
  /** Resolves when the talk is over. */
  readonly ended: Promise<void>;
  start(): Promise<void>;
  /** Aborts the running turn. It stays open in its session, and the next message continues it. */
  stop(): Promise<void>;
  /** Shows the announcements that wait, on a terminal with a person in front of it. */
  showNotices(): Promise<void>;
}

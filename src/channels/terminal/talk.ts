// What both kinds of terminal are given, and what they do: with a person in front of it, and from a pipe.
import type { HandleIncoming } from '../../assistant/channel.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { InputHistory } from './input-history.ts';
import type { MenuItem } from './menu.ts';
import type { Notices } from './pending-messages.ts';
import type { SaveFile } from './screen.ts';

export interface TerminalOptions {
  input: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
  output: NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number };
  handle: HandleIncoming;
  /** Where what the owner is told waits until someone looks. */
  notices: Notices;
  save: SaveFile;
  /** Runs synchronous writes to the state database as one transaction. */
  write(work: () => void): Promise<void>;
  clock: Clock;
  log: Log;
  /** No colours although it is a terminal ($NO_COLOR, or one that has none). */
  plain?: boolean;
  /** What was typed before. */
  typed?: Pick<InputHistory, 'entries' | 'add'> | undefined;
  /** What is typed now is not to be kept. */
  isPrivate?: () => boolean;
  /** Said at the start on a terminal. */
  greeting?: string;
  /** The line below the input: the model, what it costs. */
  footer?: () => string;
  /** What can be said with a slash, for the menu. */
  commands?: readonly MenuItem[];
}

export interface Talk {
  /** Resolves when the talk is over. */
  readonly ended: Promise<void>;
  start(): Promise<void>;
  /** Breaks off what runs. A turn that is broken off stays open in its session; the next message takes it up. */
  stop(): Promise<void>;
  /** Shows what waits, where someone looks. */
  showNotices(): Promise<void>;
}

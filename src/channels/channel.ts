// The contract between the program and a place where people talk. A channel reads what arrives, hands it to the assistant
// and delivers the answers. `test/support/channel-contract.ts` is this contract as tests; every channel passes it.
//
// A channel that can lose its connection keeps what arrives in the inbox and what is to be said in the outbox, and works
// them off with `InboxWorker` and `OutboxWorker`. A channel that ends with its terminal needs neither.
import type { z } from 'zod';
import type { Announce, Extras, FileOrder, HandleIncoming, MakeExport } from '../assistant/channel.ts';
import type { Command } from '../assistant/commands/command.ts';
import type { Clock } from '../base/time/clock.ts';
import type { Log } from '../base/log.ts';
import type { Redact } from '../base/secrets/redact.ts';
import type { Address } from '../base/session-key.ts';
import type { Timezone } from '../base/time/timezone.ts';
import type { Fields } from '../settings/fields.ts';
import type { State } from '../state/state.ts';

export interface Channel {
  /** The first part of the session keys of its conversations and of its addresses in the outbox. */
  readonly name: string;
  /**
   * Tells the owner something that no message asked for, where the channel can. Durable when it resolves.
   * @param about names this message; a second one with the same name is dropped
   */
  tell?(text: string, about: string, extras?: Extras): Promise<void>;
  /** Says something in a conversation of its own that no message asked for, such as a reminder. */
  announce?: Announce;
  /** Connects and begins to take messages. Resolves when it does; rejects when it never can. */
  start(): Promise<void>;
  /** False when the polls of the channel hang, so that only a restart helps. A channel without this method never hangs. */
  isAlive?(): boolean;
  /** What keeps messages from arriving now, in a sentence for the operator; null while they do. */
  trouble?(): string | null;
  /** Resumes work that a fault of the program may have left undone. */
  recover?(): void;
  /** Takes no more, finishes what runs within its own deadline, and loses nothing. It may come before `start` has resolved. */
  stop(): Promise<void>;
}

/** What the program offers to every channel. */
export interface ChannelParts {
  handle: HandleIncoming;
  state: State;
  /** The folder for files of the channel's own. */
  stateDir: string;
  commands: readonly Command[];
  /** Makes the file of an order, for channels that hand files over. */
  makeFile: MakeExport;
  /** Makes the file of an order and writes it into the folder in which the person works. @returns its path */
  saveFile(order: FileOrder): Promise<string>;
  /** What stands above and below a conversation on a screen. */
  screen: { greeting: string; footer(): string };
  /** The person's time zone. */
  timezone: Timezone;
  redact: Redact;
  clock: Clock;
  log: Log;
}

export interface OpenedChannel {
  channel: Channel;
  /** Resolves when the channel has come to its end by itself, rejects when it can't go on. */
  over: Promise<void>;
  /** Closes what it holds open beside its conversations, after it was stopped. */
  close(): void;
}

/** The section of the configuration that a kind of channel brings with it. */
export interface ChannelSection<Settings> {
  schema(fields: Fields): z.ZodType<Settings>;
  /** Whether the channel runs with these settings. */
  isConfigured(settings: Settings): boolean;
  /** @param given the section as the file has it */
  reach(settings: Settings, given: unknown): ChannelReach;
}

/** What a configuration file could do to the person through a channel, if somebody else had written it. */
export interface ChannelReach {
  /** Where the channel connects to. @property isKnown the URL is the service's own */
  hosts: readonly { field: string; url: string; isKnown: boolean }[];
  /** What it runs on this machine. */
  programs: readonly { field: string; program: string }[];
  /** The setting by which the file itself names the account that takes part in the conversations; null: it names none. */
  account: string | null;
}

/** A kind of channel, as the program knows it before one is opened. Each channel's folder exports one. */
export interface ChannelKind<Settings> {
  /** As {@link Channel.name}; also the name of the lock that lets one process run it. */
  readonly name: string;
  /** Null for a channel without settings. */
  readonly section: ChannelSection<Settings> | null;
  /** It keeps messages in the inbox and the outbox of the state database. */
  readonly storesMessages: boolean;
  /** The largest file that it can hand over; null: any. */
  readonly maxFileBytes: number | null;
  /** Whether a conversation is one of those that it runs. */
  owns(address: Address): boolean;
  open(settings: Settings, parts: ChannelParts): Promise<OpenedChannel>;
}

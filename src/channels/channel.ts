// The contract between the program and a place where people talk. A channel reads what arrives, hands it to the assistant
// and delivers the answers. `test/support/channel-contract.ts` is this contract as tests; every channel passes it.
//
// A channel that can lose its connection keeps what arrives in the inbox and what is to be said in the outbox, and works
// them off with `InboxWorker` and `OutboxWorker`. A channel that ends with its terminal needs neither.
import type { Announce, Extras } from '../assistant/channel.ts';

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
  /** Takes up again what a fault of the program may have left undone. */
  recover?(): void;
  /** Takes no more, finishes what runs within its own deadline, and loses nothing. It may come before `start` has resolved. */
  stop(): Promise<void>;
}

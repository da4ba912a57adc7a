// What a feature brings to the assistant. A feature lives in one folder under `features/`, knows no other feature, and is
// named once, in the table of `app/features.ts`.
import type { Tool } from '../agent/tool.ts';
import type { SessionKey } from './channel.ts';
import type { Command } from './commands/command.ts';
import type { TurnHooks } from './turn.ts';

/** Takes what is to be forgotten out of texts. */
export interface Eraser {
  /** Whether anything in the text is to go. */
  matches(text: string): boolean;
  /** The text with a mark where something was; the text itself where nothing was. */
  text(text: string): string;
  /** The note without the lines that are to go. Every other byte stays. */
  note(bytes: Buffer): Buffer;
}

/** How a store of personal text forgets. Both may be run again after a crash. */
export interface Erasable {
  /** What of this store would go, a sentence each, for the question before anything is forgotten. */
  preview?(eraser: Eraser, key: SessionKey): string[];
  /** Runs synchronously inside one transaction of the state database, together with those of all other stores. */
  eraseRows?(eraser: Eraser): void;
  /** Files of the state folder that belong to this store. */
  eraseFiles?(eraser: Eraser): Promise<void>;
}

/** Work that happens without a message. */
export interface Job {
  start(): void;
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

export interface Feature {
  readonly name: string;
  /** The tools it adds to a turn, in the order in which the model sees them. */
  tools?(turn: TurnHooks): Tool[];
  readonly commands?: readonly Command[];
  readonly jobs?: readonly Job[];
  /** What it stores of the person's words, or null when it stores none. test/features/forget/every-store.test.ts checks the claim. */
  readonly stores: Erasable | null;
}

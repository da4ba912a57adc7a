// What a feature brings to the assistant. A feature lives in one folder under `features/`, knows no other feature, and is
// named once, in the table of `app/features.ts`.
import type { Tool } from '../agent/tool.ts';
import type { SessionKey } from './channel.ts';
import type { Command } from './commands/command.ts';
import type { Phrases } from './phrases/phrases.ts';
import type { TurnHooks } from './turn/turn.ts';

/** Takes what is to be forgotten out of texts. */
export interface Eraser {
  /** Whether the text holds anything to be forgotten. */
  matches(text: string): boolean;
  /** The text with a mark in the place of each forgotten part; unchanged where it holds none. */
  text(text: string): string;
  /** The note without the lines to be forgotten. Every other byte stays. */
  note(bytes: Buffer): Buffer;
}

/** How a store of personal text forgets. Both may be run again after a crash. */
export interface Erasable {
  /** What this store would forget, one sentence each, for the question that is asked before anything is forgotten. */
  preview?(eraser: Eraser, key: SessionKey, phrases: Phrases): string[];
  /** Runs synchronously inside one transaction of the state database, together with those of all other stores. */
  eraseRows?(eraser: Eraser): void;
  /** Files of the state folder that belong to this store. */
  eraseFiles?(eraser: Eraser): Promise<void>;
}

/** Work that happens without a message. */
export interface Job {
  start(): void;
  /** Resolves when the job has stopped. */
  stop(): Promise<void>;
}

export interface Feature {
  readonly name: string;
  /** The tools it adds to a turn, in the order in which the model sees them. */
  tools?(turn: TurnHooks): Tool[];
  readonly commands?: readonly Command[];
  readonly jobs?: readonly Job[];
  /** The stores in which the feature keeps the person's words; null when it keeps none. test/features/forget/every-store.test.ts checks the claim. */
  readonly stores: Erasable | null;
}

// What the program itself says to a person in a conversation, once a language. A language that misses a phrase does not
// compile; adding one is one file and one line in languages.ts.
import type { Proposal, Receipt } from '../../session/entry.ts';

export interface Phrases {
  /** In English. */
  name: string;
  /** Frequent short words that few other languages have, by which the language is recognised. */
  marks: readonly string[];
  /** How an answer that agrees begins, in lower case. It only saves a tap: without one the button decides. */
  yes: readonly string[];
  /** Whole answers that decline, in lower case. */
  no: readonly string[];
  /** What was done, by the kind of receipt. @param text what was written; empty for what was forgotten */
  receipts: Record<Receipt['verb'], (text: string, place: string) => string>;
  /** Several receipts as one line. */
  folded(count: number, texts: string): string;
  undo: string;
  /** Asks whether something is to be done, with exactly what it would write. */
  questions: Record<Proposal['action'], (proposal: Proposal) => string>;
  /** The button that does it. */
  confirm: Record<Proposal['action'], string>;
  confirmAll: string;
  decline: string;
  /** Where nobody can be asked. */
  notAsked(question: string): string;
  declined: string;
  nothingWaits: string;
  /** The model tried to change something, and nothing came of it, whatever it says. */
  nothingDone: string;
  /** What was to be confirmed failed. */
  failed(reason: string): string;
  /** The conversation's history was refused by the model and was mended. */
  mended: string;
  /** MEMORY.md could not be read. */
  memoryUnreadable(reason: string): string;
  memoryTooLong: string;
}

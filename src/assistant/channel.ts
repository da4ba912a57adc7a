// The interface between a place where people talk (Telegram, a terminal) and the assistant. A channel makes an Incoming
// of whatever arrives, calls the assistant, and gives it an Outlet to answer through.
import type { Audience, SessionKey } from '../base/session-key.ts';
import type { NoteProblem } from '../memory/note-problem.ts';
import type { ContentBlock } from '../models/message.ts';
import type { Phrases } from './phrases/phrases.ts';

export type { Audience, SessionKey };

export interface Incoming {
  /** Unique, and the same after a redelivery: a replay after a crash is recognised by it. */
  id: string;
  key: SessionKey;
  /** The same as the audience in the key. Nothing of the person's memory is shown to a group. */
  audience: Audience;
  text: string;
  /** The sender's display name on the channel. */
  sender?: string;
  /** When the message was sent, by the channel's clock. */
  at: Date;
  /** The topic of the chat in which the message was sent, by the channel's number; later messages of the program go there too. */
  topic?: number;
  /** Images and documents that came with the message. */
  attachments?: ContentBlock[];
}

/** A shortcut for a command that the person could type as well. */
export interface Button {
  /** A word or two. */
  label: string;
  /** The command that pressing it sends, such as `/undo r12`. */
  command: string;
  /** What the command is for, where the label does not say which of several: printed beside it by a channel without buttons. */
  about?: string;
  /** Names of the open questions that it answers. A button is gone when all of its questions were answered by others. */
  answers?: readonly string[];
}

/** A file to be made of what is remembered and was said. */
export interface FileOrder {
  what: 'all' | 'notes' | 'conversation';
  /** The key of the person's conversations. */
  key: SessionKey;
  /** The id of the session to export, where only one session is asked for. */
  sessionId: string;
}

/** The file of an order. */
export interface ExportFile {
  name: string;
  bytes: Buffer;
  /** What the file contains. */
  notes: number;
  conversations: number;
  /** Why notes are missing from it. */
  problems: readonly NoteProblem[];
  /** The files beside the notes, which are not in it. */
  others: readonly string[];
}

export type MakeExport = (order: FileOrder) => Promise<ExportFile>;

/** What a message may carry besides its words. */
export interface Extras {
  /** A file sent with the message, to the person alone. It is made when the message leaves; until then nothing of it is stored. */
  file?: FileOrder;
  /** Shown below the message; where a channel has no buttons the commands are printed. Each works once. */
  buttons?: readonly Button[];
  /** The buttons are answers to one question: pressing one settles the question and removes all of them. */
  isChoice?: boolean;
  /**
   * Of a command's answer that asks for a yes or no: the commands that these words stand for, until something else is asked.
   * Without a command for a no, a no leaves everything as it is. The assistant keeps it; no channel sees it.
   */
  question?: { yes: string; no?: string };
}

/** What the assistant is doing; each channel has its own words for it. */
export type Activity = 'thinking' | 'reading_notes' | 'writing_notes' | 'scheduling' | 'reading_outside' | 'using_tool';

/** Where the answers of one turn go. */
export interface Outlet {
  /**
   * Takes a message for delivery. When it resolves the message will be delivered even if the process dies now.
   * @param dedupe names this message within the turn; a second post with the same name is dropped
   * @returns the channel's id of the message, or a name of ours while it waits for delivery
   */
  post(text: string, dedupe: string, extras?: Extras): Promise<{ messageId: string }>;
  /**
   * The answer so far, for channels that can show it grow. Never counts as delivery.
   * @param answer makes its text. To be called when the text is shown: to redact a long one takes some ms
   */
  preview?(answer: () => string): void;
  /** The assistant is working; shown where the channel can. */
  working?(what: Activity | null): void;
  /**
   * Called when the turn of this message begins, before anything is done for it: the channel counts the attempt. Not
   * called for a message that joins the turn of another. A rejection ends the turn before it began.
   */
  begins?(): Promise<void>;
  /** Called when messages that waited behind this turn join it: its answer answers them as well. */
  joinedBy?(ids: readonly Incoming['id'][]): void;
  /** Withdraws the person's earlier messages that the assistant has not received yet. @returns false where there are none */
  withdraw?(): Promise<boolean>;
}

/**
 * Takes one message through a whole turn. Resolves when the turn is over and its answers are posted, or, with
 * `retryAfterMs`, when no model could answer yet: the person was told so, and the same message is to be handed in again
 * after that time. A channel that can't do that may drop it; the next message of the conversation takes it along.
 */
export interface HandleIncoming {
  (incoming: Incoming, outlet: Outlet, signal: AbortSignal): Promise<HandleResult | void>;
  /**
   * Takes a message that the channel no longer tries to answer out of its conversation: no later request holds it.
   * @returns in the language of the conversation, to tell the person
   */
  giveUp?(message: Pick<Incoming, 'id' | 'key'>): Promise<Phrases>;
  /** The program's words in the language of the conversation; null where that is not known yet. */
  phrasesOf?(key: SessionKey): Promise<Phrases | null>;
  /**
   * A message has come that will be handed in unless more of it comes: what can be looked up for it is looked up meanwhile.
   * @param words the person's own
   */
  expect?(key: SessionKey, words: string): void;
}

export interface HandleResult {
  retryAfterMs?: number;
  /** True where this message joined the turn of an earlier one, which has answered both. */
  joined?: true;
}

/** Something said in a conversation without a message that asked for it, such as a reminder. */
export interface Announcement {
  key: SessionKey;
  /** The topic of the chat, by the channel's number; null for the chat itself. */
  topic: number | null;
  /** A second announcement with the same name is dropped. */
  name: string;
  /** Plain text, shown as it is. */
  text: string;
  extras: Extras;
  /** Synchronous writes to the state database: they are on disk if and only if the announcement is. */
  alongside(): void;
}

/** @returns false where the conversation is not this channel's, or where its person may no longer be written to; then nothing is written */
export type Announce = (announcement: Announcement) => Promise<boolean>;

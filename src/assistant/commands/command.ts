// What a command is, and how a message is recognised as one: by a slash and its name, or by plain words that a person
// says when they mean nothing else. What is not clearly a command is a message.
import { withoutEnd } from '../../base/text/text.ts';
import type { Receipt } from '../../session/entry.ts';
import type { Session } from '../../session/sessions.ts';
import type { Extras, Incoming } from '../channel.ts';
import type { Phrases } from '../phrases/phrases.ts';
import type { TurnResult } from '../turn/turn.ts';

export interface Command {
  name: string;
  /** One line, for `/help` and for the menu of a channel. */
  description: string;
  /** Other names, not shown. */
  aliases?: readonly string[];
  /** Whole messages that mean it, in lower case and without a full stop. */
  phrases?: readonly string[];
  /** Whole messages that mean it with something in them; the first group is the argument. */
  pattern?: RegExp;
  /** The argument of a whole message that means it in other words; null for any other message. */
  argumentIn?(words: string): string | null;
  /** It tells nothing of what is remembered, so a group may see its reply. Others are refused there. */
  inGroup?: true;
  /** It does not wait for the turn that runs. */
  isUrgent?: true;
  /** It answers the question that was asked last. */
  answersQuestions?: true;
  /**
   * @returns what came of it; null leaves the message to the conversation
   * @throws UserError for what the person is to be told instead
   */
  run(said: Said): Promise<TurnResult | null>;
}

/** A command as it was said. */
export interface Said {
  /** What follows the name; empty where nothing does. */
  argument: string;
  /** Said in plain words, without the slash. */
  isPlain: boolean;
  incoming: Incoming;
  conversation: Conversation;
  /** The program's words in the language of the conversation. */
  phrases: Phrases;
  /** Answers it. The outcome is for logs and programs; by default it is the command's name. */
  say(text: string, extras?: Extras & { outcome?: string }): Promise<TurnResult>;
}

/** What a command may do to the conversation in which it is said. */
export interface Conversation {
  session(): Promise<Session>;
  /** Lets another session begin; the one before is noted when things are quiet. One without a word in it is new enough. */
  startNew(): Promise<Session>;
  /** Lets a session begin that is never written down. It ends with the next one, or with the process. */
  startPrivate(): Promise<Session>;
  /** What the person had written to notes and reminders in the private conversation that goes on, as far as it still stands. */
  keptInPrivate(): readonly Receipt[];
  /** Lets another model answer, `provider/model`, for as long as the conversation lasts. On disk when it resolves. */
  chooseModel(model: string): Promise<void>;
  /** The last message once more: its answer is taken back, and another is made. Null when there is none. */
  retry(): Promise<TurnResult | null>;
  /**
   * Answers the program's questions of that name; null for what was asked last, by a command or in the last answer.
   * @returns what came of it; null where plain words answer no question of the program
   */
  answer(names: readonly string[] | null, isYes: boolean, isPlain: boolean): Promise<Answer | null>;
  /** Ends the turn that runs, or is about to. @returns false when there is none */
  stop(): Promise<boolean>;
}

/** What the person is told of their answer. */
export interface Answer {
  text: string;
  extras: Extras & { outcome?: string };
}

export interface Spoken {
  command: Command;
  argument: string;
  isPlain: boolean;
}

/** The command that a message is; null for any other message. */
export function readCommand(
  commands: readonly Command[],
  { text, attachments }: Pick<Incoming, 'text' | 'attachments'>,
): Spoken | null {
  const words = text.trim();
  const [, name, rest = ''] = /^\/(\w+)(?:@\w+)?(?:\s+([^]*))?$/.exec(words) ?? [];
  if (name !== undefined) {
    const command = commands.find(
      (one) => one.name === name.toLowerCase() || one.aliases?.includes(name.toLowerCase()),
    );
    return command ? { command, argument: rest.trim(), isPlain: false } : null;
  }
  if (attachments?.length || words.includes('\n')) return null;
  const phrase = withoutEnd(words.toLowerCase(), '.!').trimEnd();
  for (const command of commands) {
    if (command.phrases?.includes(phrase)) return { command, argument: '', isPlain: true };
    const argument = (command.pattern?.exec(words)?.[1] ?? command.argumentIn?.(words))?.trim();
    if (argument) return { command, argument, isPlain: true };
  }
  return null;
}

// Which words the person stated in a conversation, and which others brought into it, message by message. What a message says is read
// once: a write looks at all of a long conversation. Pure.
import { hasDenyingWord } from '../../language/denials.ts';
import { contentWords } from '../../memory/write/words.ts';
import { readIntent, withoutPoliteStart } from '../../models/offline/intent.ts';
import type { Entry, MessageEntry } from '../../session/entry.ts';
import { asksToKeep } from '../phrases/asking.ts';
import { askedToRemindOf } from '../phrases/offers.ts';
import { type Provenance, provenanceOf } from './provenance.ts';

/** Of one message, or of what several brought. */
interface Side {
  sentences: readonly { text: string; words: ReadonlySet<string> }[];
  words: ReadonlySet<string>;
  /** Those of sentences that deny something. */
  denied: ReadonlySet<string>;
}

export interface SaidWords {
  /** Whether the person stated the word, and not only asked with it. */
  isOwn(word: string): boolean;
  isOfOthers(word: string): boolean;
  /** Whether others brought the word before the person stated it, or beside it. */
  isBroughtFirst(word: string): boolean;
  /** The sentences in which the person stated something with any of these words, oldest first. */
  statedWith(words: ReadonlySet<string>): string[];
  isQuoted(word: string): boolean;
  /** Whether a sentence denies something in which any of these words stands. */
  isDeniedByPerson(words: readonly string[]): boolean;
  isDeniedByOthers(words: readonly string[]): boolean;
  /** Whether others wrote to the person, or something was read outside, in this conversation. */
  hasOthers: boolean;
  /** The same of the one before it, of which this one is told. */
  hadOthers: boolean;
}

/** One message. What is not asked for is not read. */
class Message {
  readonly foreign: Provenance['foreign'];
  readonly #said: Provenance;
  #own: Side | undefined;
  #others: Side | undefined;
  #quoted: ReadonlySet<string> | undefined;

  constructor(entry: MessageEntry) {
    this.#said = provenanceOf([entry]);
    this.foreign = this.#said.foreign;
  }

  get own(): Side {
    return (this.#own ??= sideOf(statementsIn(this.#said.own)));
  }

  get others(): Side {
    return (this.#others ??= sideOf(sentencesIn(this.#said.others)));
  }

  /** Words of the assistant's own earlier messages to which the person replied. */
  get quoted(): ReadonlySet<string> {
    return (this.#quoted ??= contentWords(this.#said.quoted));
  }
}

const known = new WeakMap<MessageEntry, Message>();

export function saidIn(entries: readonly Entry[]): SaidWords {
  const messages = entries.filter((entry) => entry.type === 'message').map(readMessage);
  /** Reads no message before it is needed, and none of them twice, however many words are asked for. */
  const isIn = (of: (message: Message) => ReadonlySet<string>) => {
    const found = new Set<string>();
    let read = 0;
    return (word: string): boolean => {
      for (; !found.has(word) && read < messages.length; read += 1)
        for (const one of of(messages[read] as Message)) found.add(one);
      return found.has(word);
    };
  };
  const isOwnDenied = isIn(({ own }) => own.denied);
  const isOthersDenied = isIn(({ others }) => others.denied);
  return {
    isOwn: isIn(({ own }) => own.words),
    isOfOthers: isIn(({ others }) => others.words),
    isBroughtFirst: (word) => {
      const first = messages.find(({ own, others }) => own.words.has(word) || others.words.has(word));
      return first?.others.words.has(word) ?? false;
    },
    statedWith: (words) =>
      messages.flatMap(({ own }) =>
        own.sentences.filter((sentence) => [...sentence.words].some((word) => words.has(word))).map(({ text }) => text),
      ),
    isQuoted: isIn(({ quoted }) => quoted),
    isDeniedByPerson: (words) => words.some(isOwnDenied),
    isDeniedByOthers: (words) => words.some(isOthersDenied),
    hasOthers: messages.some(({ foreign }) => foreign === 'strong'),
    hadOthers: entries.some((entry) => entry.type === 'message' && entry.others_before !== undefined),
  };
}

/**
 * Reads messages one at a time, for whoever must not hold up the event loop: {@link saidIn} of them then takes little.
 * @yields after each
 */
export function* readSaid(entries: readonly (Entry | null)[]): Generator<void, void> {
  const messages = [];
  for (const entry of entries) {
    if (entry?.type !== 'message') continue;
    messages.push(readMessage(entry));
    yield;
  }
  if (!messages.some(({ foreign }) => foreign === 'strong')) return;
  for (const message of messages) {
    void [message.own, message.others];
    yield;
  }
}

function readMessage(entry: MessageEntry): Message {
  const message = known.get(entry) ?? new Message(entry);
  known.set(entry, message);
  return message;
}

function sideOf(texts: readonly string[]): Side {
  const sentences = texts.map((text) => ({ text, words: contentWords(text) }));
  const denied = sentences.filter(({ text }) => hasDenyingWord(text));
  const wordsIn = (of: Side['sentences']): Set<string> => new Set(of.flatMap(({ words }) => [...words]));
  return { sentences, words: wordsIn(sentences), denied: wordsIn(denied) };
}

export const sentencesIn = (text: string): string[] => text.split(/(?<=[.!?？;\n])/u);

/** What a text says without asking: "is Anna allergic to nuts?" states nothing of Anna. */
export const statementsIn = (own: string): string[] =>
  sentencesIn(own).flatMap((sentence) => (statesIt(sentence) ? [sentence] : statedClausesOf(sentence)));

/** Of "the choir is on Tuesdays, remind me of it" the choir is stated; "tell him, I live in Graz" states nothing. */
function statedClausesOf(sentence: string): string[] {
  if (/[?？]/u.test(sentence)) return [];
  const clauses = sentence.split(/(?<=,)\s/u);
  const end = clauses.findIndex((clause) => !statesIt(clause));
  return clauses.slice(0, Math.max(0, end));
}

const statesIt = (sentence: string): boolean => {
  const intent = readIntent(withoutPoliteStart(sentence));
  const isWish = asksToKeep(sentence) || askedToRemindOf(withoutPoliteStart(sentence)) !== null;
  return intent.kind !== 'search' || intent.isStatement || isWish;
};

// What the program itself says to a person in a conversation, once a language. A language that misses a phrase does not
// compile; adding one is one file and one line in languages.ts.
import { localDate, localTime } from '../../base/time/local-time.ts';
import { failureOf, type ToolFailure } from '../../base/errors.ts';
import type { MemoryStatus } from '../../memory/memory.ts';
import { NoteError, type NoteProblem, type NoteProblemKind } from '../../memory/note-problem.ts';
import type { ProviderErrorKind } from '../../models/provider.ts';
import type { Proposal, Receipt } from '../../session/entry.ts';
import type { ChangeCounts } from '../change-counts.ts';
import type { BudgetNews, BudgetSpan } from '../spend.ts';

export type ValueKind = 'date' | 'time' | 'amount' | 'phone' | 'address';

/** The morning's message about what the night did to MEMORY.md. `from` is when it was said: "from yesterday". */
export interface DigestPhrases {
  greeting: string;
  yesterday: string;
  ofDay(day: string): string;
  lastDays: string;
  nothingNew(from: string): string;
  /** At least one of them is more than 0. */
  done(count: { kept: number; changed: number; gone: number }, from: string): string;
  changed(text: string, before: string): string;
  gone(text: string): string;
  /** Behind a line that is word for word what the person said. */
  verbatim: string;
  /** In the place of a note's line: the day of the conversation. */
  said(day: string): string;
  more(count: number): string;
  leftOut(count: number): string;
  /** Why: no words of the person say so. */
  unfounded: string;
  /** The words it rests on were deleted or changed while the night was at work. */
  sourceGone: string;
  /** @param reason in English, as the model is told */
  refused(reason: string): string;
  archived(count: number): string;
  withoutModel: string;
  /** Several nights in a row have failed. @param pending passages that stay open; null where all do */
  failing(nights: number, pending: number | null): string;
  /** Behind it. @param problem as the log has it, in English */
  reason(problem: string): string;
}

/** What `/forget` says. Nothing of it repeats what was forgotten. */
export interface ForgetPhrases {
  /** Nothing stands behind the command. */
  usage: string;
  tooShort: string;
  nothingFound: string;
  linesToGo: string;
  /** Stands above the lines that are about it, which follow the lines that say it. */
  alsoAbout: string;
  /** The same where no line says it. */
  onlyAbout: string;
  moreLines(count: number): string;
  /** Behind the place of what is shown in part. @param count how many lines go, at least 2 */
  lineCount(count: number): string;
  /** Where a sentence of a conversation stands. @param day YYYY-MM-DD */
  saidOn(day: string): string;
  conversations(count: number): string;
  isFinal: string;
  /** A note that could not be looked into. @param problem a sentence in the same language */
  unread(problem: string): string;
  /** @param hasModel whether a provider was sent what was said */
  notMine(hasModel: boolean): string;
  /** Of notes whose names hold it. @param names left out where nothing may be repeated */
  noteNames(count: number, names?: string): string;
  /** Of files in the memory folder that are no notes and hold it, in their text or their names. */
  filesBeside(count: number, names: string): string;
  filesUnread: string;
  /** Behind a forgetting. @param places such as `a.md#L3, b.md#L1` */
  standing(places: string): string;
  gitHistory(dir: string, gitDir: string): string;
  onlySome(command: string): string;
  /** Notes and past conversations say it in other words, in so many places, which this command shows. */
  alsoSaid(places: number, command: string): string;
  /** The buttons. @param lines such as `1-3` */
  forgetSome(lines: string): string;
  forget: string;
  forgetAll(lines: number): string;
  keep: string;
  unchanged: string;
  unknown: string;
  isDone(report: string): string;
  /** @param others how many more places say it */
  notesChanged(place: string, others: number): string;
  /** What was chosen does not stand there any more as it was shown. */
  lineChanged(place: string): string;
  noSuchLines: string;
  /** @param isLeft some notes could not be changed */
  done(lines: number, notes: number, isLeft: boolean): string;
  /** Notes that could not be changed. @param notes each with its reason in brackets */
  left(notes: string): string;
  leftReasons: Record<'forbidden' | 'full' | 'busy' | 'damaged' | 'system', (code: string) => string>;
  attachments(conversations: number, folder: string): string;
  damagedFile(name: string): string;
  stillRead(command: string): string;
}

/** The commands that `/help` lists. */
export type CommandName =
  | 'start'
  | 'help'
  | 'new'
  | 'retry'
  | 'sources'
  | 'stop'
  | 'yes'
  | 'no'
  | 'private'
  | 'memory'
  | 'undo'
  | 'forget'
  | 'reminders'
  | 'export'
  | 'usage'
  | 'again'
  | 'model'
  | 'status'
  | 'timezone';

/** What `/start` and `/status` say. */
export interface AboutPhrases {
  greeting(help: string): string;
  model(name: string | null): string;
  /** How notes are found: `hybrid` by words and meaning, `keyword` by words alone. */
  memory(files: number, mode: MemoryStatus['mode']): string;
  /** Behind it. */
  pending(chunks: number): string;
  time(wall: string, timezone: string): string;
  unanswered(count: number): string;
  undelivered(count: number): string;
  /** @param problem of a note, a sentence in the same language */
  note(problem: string): string;
}

/** What `/sources` says. */
export interface SourcesPhrases {
  none: string;
  /** Behind a note that the answer names. */
  named: string;
  /** Says that a note was read as a whole. */
  read: string;
}

/** What `/model` says. */
export interface ModelPhrases {
  notConfigured: string;
  answers(model: string): string;
  others(models: readonly string[]): string;
  noOthers: string;
  chosen(model: string): string;
  /** Behind it, where the model is not the usual one. */
  backTo(usual: string): string;
  unknown(words: string, models: readonly string[]): string;
  which(models: readonly string[]): string;
}

/** What `/timezone` says. @param wall the day and the time there */
export interface TimezonePhrases {
  now(timezone: string, wall: string): string;
  chosen(timezone: string, wall: string): string;
  unknown(given: string): string;
  /** Behind it. */
  meant(names: readonly string[]): string;
  form: string;
}

/** What `/usage` says, a line each. @param amount such as `$0.20` or what `amountOf` makes of two */
export interface UsagePhrases {
  amountOf(spent: string, limit: string): string;
  today(amount: string): string;
  thisMonth(amount: string): string;
  model(name: string, amount: string, calls: number, tokens: number): string;
  unpriced(calls: number): string;
  /** Told when a share of a limit is used. @param limit such as `$2.00` */
  used: Record<BudgetSpan, (percent: number, limit: string) => string>;
  unpricedModel(name: string): string;
  /** Why no model is asked, to stand in a sentence. */
  spent: Record<BudgetSpan, (spent: string, limit: string) => string>;
}

/** What `/export` says. */
export interface ExportPhrases {
  usage: string;
  isPrivate: string;
  noNotes: string;
  nothingSaid: string;
  /** @param program how it is called in a shell */
  tooLarge(size: string, limit: string, program: string): string;
  /** At least one of both is more than 0. */
  done(notes: number, conversations: number): string;
  /** Names the conversation in which it is asked for. */
  thisConversation: string;
  withoutPrivate: string;
  /** Files of the memory folder that are no notes. */
  filesBeside(count: number, names: string): string;
}

/** What `/again` says, and what is said of a message that is not tried again. */
export interface AgainPhrases {
  failed(words: string): string;
  /** Some of an answer was posted, perhaps all of it. */
  failedMidway(words: string): string;
  tryAgain: string;
  none: string;
  list: string;
  unknown(name: string): string;
  running: string;
  begun(words: string): string;
  /** In the place of the words of a message that has none. */
  file: string;
}

/** What a person is told of what they sent that can't be taken. @param name of the file, or one of the first four */
export interface FilePhrases {
  picture: string;
  file: string;
  voice: string;
  recording: string;
  otherKind(name: string): string;
  pictureTooLarge(name: string): string;
  tooLarge(name: string): string;
  empty(name: string): string;
  /** It holds something else than its name or its type says. */
  notWhatItSays(name: string): string;
  /** Telegram does not have it any more. */
  gone(name: string): string;
  noListener(name: string, setting: string): string;
  /**
   * Why there are no words: none was heard, or the program that listens took longer than a number of seconds, printed more than a
   * transcript, is not there, or failed with a code.
   */
  notHeard: Record<
    'silent' | 'slow' | 'endless' | 'missing' | 'failed',
    (name: string, program: string, value: string) => string
  >;
  /** @param kinds in English */
  unsupported(kinds: readonly string[]): string;
  noText: string;
  /** A message was changed when its answer was there already, and the button below it. */
  changedLater: string;
  answerAgain: string;
  /** Said in the place of what Telegram does not take. */
  notTaken: string;
  /** In the place of the file of an export. */
  notMade: string;
  grewTooLarge: string;
  notSent: string;
  tooLargeToSend: string;
}

/** What `/memory` says. */
export interface OverviewPhrases {
  empty: string;
  counts(days: number, topics: number, kept: number): string;
  /** @param more how many are not named */
  topics(names: string, more: number): string;
  latest: string;
  lookUp: string;
  nothing: string;
}

export interface Phrases {
  /** In English. */
  name: string;
  /** BCP 47. */
  code: string;
  /** Frequent short words that few other languages have, by which the language is recognised. */
  marks: readonly string[];
  /** How an answer that agrees begins, in lower case. It only saves a tap: without one the button decides. */
  yes: readonly string[];
  /** Verbs by which somebody asks for something to be kept, in their forms: by them a message is known to be in this language. */
  keepVerbs: readonly string[];
  /**
   * How somebody asks for the text in hand to be kept. The patterns are for words with one blank between them, in lower case, without
   * signs; `{it}` stands for `object`.
   */
  asks: {
    /** Phrases that ask for it with a word that denies, or beside one of `questions`: "don't forget", "for later". */
    setPhrases: readonly string[];
    /** Words that may stand beside a wish, and tell nothing. */
    fillers: readonly string[];
    /** Words for what a value may be asked for by, where the value itself needs no such word: "save the date". */
    kinds: Readonly<Record<ValueKind, readonly string[]>>;
    /** Verbs of a wish that are of things as well, and words behind one of `purposes` by which it is the person's own text: "for later". */
    things: readonly string[];
    ownNeeds: readonly string[];
    /** What says no more than where the text in hand is from or why it is to be kept, as patterns without signs: "my landlord sent this". */
    reasons: readonly string[];
    /** What may stand before a wish and tells nothing: "interesting". */
    exclamations: readonly string[];
    /** Of the fillers those that may stand beside a yes alone: "oh yes please". */
    polite: readonly string[];
    /** What stands for the text in hand: "this", "that message". */
    object: string;
    /** Whole wishes with an object, what may stand `around` them left out: "jot {it} down". */
    wishes: readonly string[];
    /** Those without one: "take note", "for later". */
    shortWishes: readonly string[];
    /** What may stand before and behind a wish: "please", "in your notes". */
    around: string;
    /** Before a wish that is put as a question: "could you". */
    couldYou: string;
    /** Words behind a wish with an object that say what for or until when; and those for whom it is no wish: "keep it for yourself". */
    purposes: readonly string[];
    notFor: string;
    /** Other questions by which the assistant is asked to do it, as patterns without groups: "would you mind saving this". */
    questions: readonly string[];
    /** Verbs that ask to keep a part of a text in hand, where `these` and one word for the text end the sentence: "keep the hours on this sign". */
    partVerbs: readonly string[];
    /** How somebody asks for a part of a text in hand that they name (`part`), as patterns without signs: "jot the address down". */
    partForms: readonly string[];
    /** Verbs of such a wish where they stand at its end: "could you the appointment note". */
    lastVerbs?: readonly string[];
    these: readonly string[];
    /** "It", of a text in hand. */
    it: readonly string[];
  };
  /**
   * How the assistant asks whether it may write something: by a verb or a set phrase, and besides by nothing but `small` words, so that
   * "shall I translate it?" asks for something else. Without them the button decides.
   */
  offers: {
    save: readonly string[];
    remind: readonly string[];
    change: readonly string[];
    remove: readonly string[];
    small: readonly string[];
    /** "These", where a question is for several things that were said before it. */
    several: readonly string[];
    /** Words of which such a sentence has one, by which the assistant offers what it would do itself. */
    mine: readonly string[];
    /** Whole questions, in lower case and without signs, that ask about the sentence before them: "I can save it. Shall I?" */
    confirms: readonly string[];
    /** Between two things of which a yes chooses none. */
    or: readonly string[];
    /** Where a verb has one form for all: words before it that ask what the person does ("do you keep it?"). */
    person?: readonly string[];
  };
  /**
   * How somebody begins who asks to be reminded in other words than those of the language's {@link RemindForms}, which may also ask for
   * what is known, as patterns, and where the verb stands at the end the whole with `{rest}` for what of
   * (`remindAt`: only where it says when, as "tell me that again" asks for something now);
   * and the verbs with which somebody begins who asks for something to be taken out, and those of a reminder without that word.
   */
  begins: {
    remind?: readonly string[];
    remindLast?: readonly string[];
    remindAt?: readonly string[];
    remove: readonly string[];
    cancel: readonly string[];
  };
  /** Words of times, besides months and weekdays. */
  times: readonly string[];
  /**
   * Of these the `units`, which are a time only beside one of `asides` ("in an hour", and no "one minute"); what may stand `beside` a time
   * ("on", "the"), and before a word that points at a text: "of this".
   */
  timeLinks: Readonly<Record<'units' | 'asides' | 'beside' | 'of', readonly string[]>>;
  /** Those of a time on the same day. */
  soon: readonly string[];
  /** Words before a time by which something comes again and again, and words that say so by themselves: "fridays". */
  every: readonly string[];
  repeats: readonly string[];
  /** Words by which something is asked for in the place of another thing: "just remind me tomorrow". */
  instead: readonly string[];
  /** Phrases that agree with a word that denies or asks elsewhere: "why not", "no problem". */
  agreeing: readonly string[];
  /** Words by which a yes is for a part of what was asked: "yes, the first two only". */
  parts: readonly string[];
  /** Those of `yes` that may as well be for the answer above the question: they carry out nothing that waits. */
  praises: readonly string[];
  /** Whole answers that decline, in lower case. */
  no: readonly string[];
  /** What was done, by the kind of receipt. @param text what was written; empty for what was forgotten */
  receipts: Record<Receipt['verb'], (text: string, place: string) => string>;
  /** Several receipts as one line. */
  folded(count: number, texts: string): string;
  /** The same of changes of several kinds, each with its own words. */
  foldedChanges(count: number, lines: string): string;
  undo: string;
  /** Asks whether something is to be done, with exactly what it would write. */
  questions: Record<Proposal['action'], (proposal: Proposal) => string>;
  /** The button that does it. */
  confirm: Record<Proposal['action'], string>;
  confirmAll: string;
  decline: string;
  /** Said where the person can't be asked. */
  notAsked(question: string): string;
  declined: string;
  /** What a pressed button says that does nothing: its question is answered, is another person's, or is not known any more. */
  presses: Record<'done' | 'foreign' | 'unknown', string>;
  nothingWaits: string;
  /** The same where others wait, which are listed below it. */
  stillWaits: string;
  /** The model tried to change something, and nothing came of it, whatever it says. */
  nothingDone: string;
  /** The same, where some of it was done or waits for the person. */
  notAllDone: string;
  /** What was to be confirmed failed; nothing was changed. */
  failures: Record<ToolFailure, string>;
  /** What is wrong with a note. @param detail as {@link NoteProblemKind} says */
  notes: Record<NoteProblemKind, (path: string, detail: string) => string>;
  /** The conversation's history was refused by the model and was mended. */
  mended: string;
  /** MEMORY.md could not be read. @param reason a sentence in the same language */
  memoryUnreadable(reason: string): string;
  memoryTooLong: string;
  notices: Notices;
  /** Why there is no answer of the model, to stand in a sentence. */
  reasons: Record<ProviderErrorKind, string>;
  /** What `/undo` says. @param change its receipt */
  undoing: {
    /** Behind a change in a list. */
    undone: string;
    nothing: string;
    last(change: string): string;
    done(change: string): string;
    isDone(change: string): string;
    edited(path: string): string;
    unknown(id: string): string;
    /** Names a night. @param changes such as {@link counts} has them */
    night(date: string, changes: string): string;
    /** Behind a night that is undone: what it read is not read again. */
    notReadAgain: string;
    /** How many lines of the long-term memory a night changed. */
    counts(count: ChangeCounts): string;
  };
  reminders: {
    name(id: number): string;
    /** How a recurring one goes on. @param times the next ones after the first */
    /** Of a reminder that takes the place of another one. @param text of that one */
    insteadOf(text: string): string;
    repeats(times: string): string;
    /** How a pattern is told that is as simple. */
    daily: string;
    weekdays: string;
    weekends: string;
    /** @param day one day of the week by its name */
    weekly(day: string): string;
    /** In what `/forget` would forget. */
    wouldGo(id: number): string;
    none: string;
    more(count: number): string;
    /** Buttons below a reminder. */
    done: string;
    snooze: string;
    /** Behind one that comes late. */
    wasDue(time: string): string;
    isDone: string;
    cancelled(id: number): string;
    /** Whether to cancel these. @param list a line each */
    cancelThese(list: string, count: number): string;
    /** The button that does. */
    cancelButton: string;
    cancelledAll(count: number): string;
    /** Above the list, where it is not understood which one is meant. */
    nothingCancelled: string;
    unknown(id: number): string;
    again(time: string): string;
    /** Of one that was not said yet. @param when the day and the time */
    later(when: string): string;
    gone: string;
  };
  digest: DigestPhrases;
  about: AboutPhrases;
  overview: OverviewPhrases;
  sources: SourcesPhrases;
  model: ModelPhrases;
  timezone: TimezonePhrases;
  usage: UsagePhrases;
  export: ExportPhrases;
  again: AgainPhrases;
  files: FilePhrases;
  /** One line for each command. */
  help: Record<CommandName, string>;
  forget: ForgetPhrases;
}

/** What the program says in the place of an answer. */
export interface Notices {
  blankMessage: string;
  newConversation: string;
  privateOnly: string;
  privateBegun: string;
  /** Behind it: who reads it all the same; empty where nobody does. @param service that carries the messages, such as "Telegram" */
  privateSeenBy(hasModel: boolean, service: string | null): string;
  /** `/private` to a program that ends with its answer. */
  privateNotHere(program: string): string;
  /** Something stood behind `/private`. */
  privateAgain: string;
  /** `/private` where the conversation is private. */
  privateAlready: string;
  /** @param lines that the person asked to keep in it, and that still stand @param reminders whether they set any in it */
  privateEnded(lines: number, reminders: boolean): string;
  /** Said instead of taking the message in: the person believed that it was private. @param why one of the two below */
  privateLost(why: string): string;
  restarted: string;
  pausedTooLong: string;
  stopped: string;
  nothingToStop: string;
  nothingToRetry: string;
  retryForgotten: string;
  /** Behind an answer that is not whole. */
  cutOff: string;
  cutEmpty: string;
  /** The model declined. */
  refused: string;
  limit(rounds: number): string;
  paused: string;
  empty: string;
  /** The model may be back soon, and the message is kept for it. */
  answerLater(why: string): string;
  /** The model won't be back by itself. */
  noAnswer(why: string): string;
  noAnswerToFiles(why: string): string;
  /** Stands above what memory alone says. */
  fromMemory: string;
  stillNoAnswer: string;
}

/** `Sun 2026-11-22 09:00`, with the name of the day in the language. */
export function dayAndTime(at: Date, timezone: string, { code }: Pick<Phrases, 'code'>): string {
  const day = new Intl.DateTimeFormat(code, { weekday: 'short', timeZone: timezone }).format(at);
  return `${day} ${localDate(at, timezone)} ${localTime(at, timezone)}`;
}

/** "the picture" as a sentence begins; the name of a file stays as it is. */
export const asBeginning = (name: string): string =>
  /\s/.test(name) && !name.includes('.') ? name.charAt(0).toUpperCase() + name.slice(1) : name;

export const dollars = (usd: number): string => `$${usd.toFixed(2)}`;

/** A warning about the budget, in a sentence. */
export const budgetWarning = ({ usage }: Pick<Phrases, 'usage'>, news: BudgetNews): string =>
  news.kind === 'used' ? usage.used[news.span](news.percent, dollars(news.limitUsd)) : usage.unpricedModel(news.model);

/** What is wrong with a note, in a sentence. */
export const problemIn = ({ notes }: Pick<Phrases, 'notes'>, { kind, path, detail }: NoteProblem): string =>
  notes[kind](path, detail);

/** Why a write failed, in sentences: as exactly as is known, and that nothing was changed. */
export function failureIn({ failures, notes }: Pick<Phrases, 'failures' | 'notes'>, error: unknown): string {
  const failure = failureOf(error);
  if (error instanceof NoteError) {
    const why = problemIn({ notes }, error.problem);
    return failure === 'away' ? why : `${failures[failure]} ${why}`;
  }
  const { path } = (error ?? {}) as { path?: unknown };
  return failure === 'read_only' && typeof path === 'string' ? `${failures[failure]} (${path})` : failures[failure];
}

/** `a, b and c`. */
export const listed = (parts: readonly string[], and: string): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${and} ${parts.at(-1)}`;

/** The parts whose count is more than 0. */
export const counted = (...parts: [count: number, words: string][]): string[] =>
  parts.flatMap(([count, words]) => (count > 0 ? [words] : []));

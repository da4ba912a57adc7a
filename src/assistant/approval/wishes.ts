// What the person asks to keep, to be reminded of or to take out, where "this" may be a text of others that is in hand. Pure.
import { hasDenyingWord } from '../../language/denials.ts';
import { languages } from '../../language/languages.ts';
import { contentWords } from '../../memory/write/words.ts';
import { asks, readIntent, withoutPoliteStart } from '../../models/offline/intent.ts';
import { toldToRemindOf } from '../../models/offline/reminder-wish.ts';
import type { Entry, MessageEntry, Proposal } from '../../session/entry.ts';
import { isSpoken, openTurn } from '../../session/history.ts';
import { questionsIn } from './questions.ts';
import {
  asksToKeep,
  asksToRemember,
  deniesAWish,
  isReason,
  isWish,
  namesPart,
  partAskedFor,
} from '../phrases/asking.ts';
import { askedToRemindOf, beginsToCancel, beginsToRemove, isOfTime, namesReminder } from '../phrases/offers.ts';
import { namesTime, pointsOnly } from '../phrases/times-said.ts';
import { hasValueOf } from '../phrases/value-kinds.ts';
import { understood } from '../phrases/understood.ts';
import { isAdded, storesWords, tellingWordsIn, tellingWordsOf } from './proposed-words.ts';
import { type Provenance, dayOfTalk, lastSaidBefore, personNamesIn, spokenText } from './provenance.ts';
import { type Words } from './quoted.ts';
import { withoutLeads, wordsIn } from './quoted-by-hand.ts';
import { sentencesIn } from './said-words.ts';
import { type InHand, isAlike, saysTextInHand, withoutPossessives } from './text-in-hand.ts';

/** Whether the person's words ask for something to be kept. A reminder of what was never to be one makes no sense; a save may be a mistake. */
export const asksFor = ({ action }: Proposal, own: string): boolean =>
  action === 'remind' ||
  sentencesIn(own).some(asksToRemember) ||
  (own.match(/[^.!?？\n:]+[?？]?/gu) ?? []).some((part) => asksToRemember(part) || asksToKeep(part));

/** "Delete the line about the gym", "cancel the reminder about the dentist": the person asks for it, and names what goes. */
export function asksToRemove(proposal: Proposal, own: string): boolean {
  if (storesWords(proposal)) return false;
  return sentencesIn(own).some(
    (sentence) =>
      beginsToRemove(withoutPoliteStart(sentence)) &&
      !hasDenyingWord(sentence) &&
      namesWhatGoes(proposal, withoutPoliteStart(sentence)),
  );
}

/** Of a reminder nothing else may be named, and most of it, or that it is a reminder: "delete Anna from the list" ends none about Anna. */
function namesWhatGoes({ action, text }: Proposal, sentence: string): boolean {
  const gone = contentWords(text);
  if (action === 'forget') return [...contentWords(sentence)].some((word) => gone.has(word));
  const words =
    sentence
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.slice(1) ?? [];
  const said = words.filter((word) => !namesReminder(word) && !isOfTime(word)).join(' ');
  const named = [...tellingWordsIn(said)].filter((word) => !politeWords.has(word));
  const whole = [...tellingWordsIn(text)].filter((word) => !isOfTime(word));
  const isCalledOne = words.some(namesReminder);
  if (!isCalledOne && !beginsToCancel(sentence)) return false;
  const isNamed = isCalledOne || named.length >= minShareNamed * whole.length;
  return named.length > 0 && isNamed && named.every((word) => gone.has(word));
}

/** Whether the person asks to keep, or to be reminded of, the text of others that is in hand: as a whole, or a part that they name. */
export const asksForTextInHand = (proposal: Proposal, now: Provenance, turn: WishedIn): boolean =>
  isAdded(proposal) && (pointsAtText(proposal, now, turn) || namesWhatToKeep(proposal, now, turn));

/** @param isFirst false where the same tool wrote in this turn before */
export interface WishedIn {
  entries: readonly Entry[];
  isFirst: boolean;
}

/**
 * The person refers to other people's text in the same message, or in the one before where the assistant asked nothing of its
 * own about it, and asks only to keep it: "jot this down". What a picture says is not read here: of it one write may be made.
 */
function pointsAtText(proposal: Proposal, now: Provenance, { entries, isFirst }: WishedIn): boolean {
  const { own, others, quoted, foreign } = now;
  const asksForIt = proposal.action === 'remind' ? asksForReminderOfThis(own) : asksToKeep(own);
  if (!asksForIt) return false;
  const isPicture = foreign === 'strong' && others === '' && quoted === '';
  const inHand = textInHand(now, entries);
  const isSaid = isPicture ? isFirst : inHand.text !== '' && saysTextInHand(proposal, inHand);
  return isSaid && !statesSomethingElse(proposal, own, contentWords(isPicture ? '' : inHand.text));
}

/** The text that "this" is: what came with the message, what it replies to, or what came just before. */
function textInHand({ own, others, senders, quoted }: Provenance, entries: readonly Entry[]): InHand {
  const before = others === '' && quoted === '' ? othersJustBefore(entries) : null;
  return {
    text: before?.others ?? (others || quoted),
    senders: before?.senders ?? senders,
    own: [own, ...personNamesIn(entries)].join('\n'),
    day: dayOfTalk(entries),
  };
}

/**
 * Whether the person says something of their own beside a wish: of "I bought a car today, keep that in mind", the car is what "that" is.
 * Where the text in hand is from, and why it is to be kept, is no statement: "my landlord sent this", "I will need it in spring".
 */
export function statesSomethingElse({ action }: Proposal, own: string, inHand: ReadonlySet<string>): boolean {
  const said = withoutLeads(own).replaceAll(' - ', ' – ');
  const clauses = said.match(/[^.!?？;:,\n–—]+[.!?？]?/gu) ?? [];
  const wish = clauses.findIndex((clause) => isWish(clause) || asksToKeep(clause) || asksForReminder(clause));
  return clauses.some((clause, at) => {
    const words = clause.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
    // "Who is he?" tells nothing, "Did I tell you that I moved?" does.
    if (at === wish || isReason(clause) || (/[?？]$/u.test(clause) && !words.some((word) => speakers.has(word))))
      return false;
    // "Note down, how he writes"
    if (wish !== -1 && at === wish + 1 && asks(clause.trim())) return true;
    const telling = [...tellingWordsIn(clause)].filter((word) => !pointingWords.has(word));
    // "The dentist, save it" names what is in hand; "I am the dentist, note that" and "Carl, save it" do not.
    const isTitle = words.length <= maxTitleWords && wish !== -1 && at < wish && articles.has(words[0] ?? '');
    const told = telling.filter((word) => !isTitle || !inHand.has(word));
    const timeless = told.filter((word) => !isOfTime(word));
    // When a reminder comes is no statement.
    const isTold = action === 'remind' ? timeless.length > 0 : told.length > timeless.length;
    // "Interesting."
    const isInterjection = words.every((word) => exclamations.has(word));
    return (isTold && told.length > timeless.length) || (timeless.length > 0 && !isInterjection);
  });
}

/** "The new dentist" */
const maxTitleWords = 4;
const articles = new Set(languages.flatMap(({ known = [] }) => known));

const asksForReminder = (clause: string): boolean => toBeRemindedOf(clause) !== null;

const exclamations = new Set(understood.flatMap(({ asks }) => asks.exclamations));

const speakers = new Set(languages.flatMap(({ speaker = [], offline }) => [...speaker, ...(offline?.me ?? [])]));

const forTextInHand = new Set(understood.flatMap(({ asks }) => [...asks.these, ...asks.it]));

/** "Remind me of this tomorrow", "erinnere mich daran": besides a time it names nothing, and so the text in hand. */
const asksForReminderOfThis = (own: string): boolean =>
  sentencesIn(own).some((sentence) => {
    const asked = deniesAWish(sentence) ? null : toBeRemindedOf(sentence);
    return asked !== null && pointsOnly(asked);
  });

/** What a sentence asks to be reminded of, its time included where that is not read; null where it asks for no reminder. */
export function toBeRemindedOf(sentence: string): string | null {
  const asked = askedToRemindOf(withoutPoliteStart(sentence));
  if (asked !== null) return asked;
  const intent = readIntent(sentence);
  return intent.kind === 'remind' ? toldToRemindOf(intent.asked, intent.language) : null;
}

const politeWords: ReadonlySet<string> = new Set(
  understood.flatMap(({ asks }) => asks.fillers.flatMap((word) => [...contentWords(word)])),
);
const pointingWords: ReadonlySet<string> = new Set([...politeWords, ...contentWords([...forTextInHand].join(' '))]);

/** The message that brought the text, and those that ask for parts of it. */
const maxWishesOfText = 4;

function othersJustBefore(entries: readonly Entry[]): Words | null {
  const [first] = openTurn(entries);
  if (questionsIn(lastSaidBefore(entries, first)).length > 0) return null;
  const before = first ? entries.slice(0, entries.indexOf(first)) : entries;
  const spoken = before.filter((entry): entry is MessageEntry => entry.type === 'message' && isSpoken(entry));
  // "Save the number", and then "put his address in my notes": the text is still in hand.
  for (const entry of spoken.slice(-maxWishesOfText).toReversed()) {
    const words = wordsIn(spokenText(entry));
    if (words.others !== '') return words;
    if (!asksToKeep(words.own) && partAskedFor(words.own) === null) return null;
  }
  return null;
}

/**
 * The person asks to keep a part of what others wrote, or to be reminded of it, and says which: "save the appointment from
 * this letter". The first write must be about that, and be worded as in the text, where that can be read. A whole statement
 * ("remember that …") points at nothing: it is the text.
 */
function namesWhatToKeep(proposal: Proposal, now: Provenance, { entries, isFirst }: WishedIn): boolean {
  const { own, foreign } = now;
  const given = textInHand(now, entries);
  const inHand = given.text;
  if (!isFirst || (foreign === null && inHand === '')) return false;
  if (inHand === '' && proposal.action === 'remind') return false;
  const theirs = contentWords(inHand);
  if (inHand !== '' && !saysTextInHand(proposal, given)) return false;
  const written = new Set([...contentWords(proposal.text), ...contentWords(withoutPossessives(proposal.text))]);
  return sentencesIn(own).some((sentence) => {
    const asked = hasDenyingWord(sentence) ? null : askedToKeep(sentence, proposal);
    const named = asked === null ? [] : namedIn(withoutSource(asked));
    // What is named and others did not write of is the person's own.
    const isOfText = (word: string): boolean => theirs.has(word) || [...theirs].some((one) => isAlike(one, word));
    const isTheirs =
      inHand === '' || named.some((word) => isOfText(word) || (proposal.action === 'save' && isKind(word)));
    // A picture can't be read here: the write may say little more than what was named.
    const isNamed = inHand !== '' || named.length >= minShareNamed * timelessWordsOf(proposal).length;
    const isSaid = (word: string): boolean =>
      (proposal.action === 'save' ? hasValueOf(word, proposal.text) : null) ??
      (written.has(word) || [...written].some((one) => isAlike(one, word)));
    return named.length > 0 && isTheirs && isNamed && named.every(isSaid);
  });
}

/** The words by which somebody says what is to be kept; a time is named only by its kind: "the date". */
const namedIn = (asked: string): string[] =>
  [...tellingWordsIn(asked)].filter((word) => !politeWords.has(word) && (!isOfTime(word) || isKind(word)));

const timelessWordsOf = (proposal: Proposal): string[] =>
  [...tellingWordsOf(proposal)].filter((word) => !isOfTime(word));

const minShareNamed = 1 / 2;

/** "The appointment from this letter": the letter need not be named in what is kept. */
function withoutSource(asked: string): string {
  const source = [...asked.matchAll(/\p{L}+/gu)].find(
    ({ 0: word, index }) => index > 0 && these.has(word.toLowerCase()),
  );
  return source ? asked.slice(0, source.index) : asked;
}
const these = new Set(understood.flatMap(({ asks }) => asks.these));

/** "Date" is of a time as well, and is what is asked for. */
const isKind = (word: string): boolean => hasValueOf(word, '') !== null;

/** What a sentence asks to keep, or to be reminded of; null where it asks for nothing, or says the whole of it. */
function askedToKeep(sentence: string, { action }: Proposal): string | null {
  if (action === 'remind') {
    const asked = toBeRemindedOf(sentence);
    // "Remind me the address of the dentist" asks for an answer.
    return asked !== null && (beginsWithOf(asked) || namesTime(sentence)) ? asked : null;
  }
  const part = partAskedFor(sentence);
  if (part !== null) return part;
  const intent = readIntent(sentence);
  if (intent.kind !== 'remember') return null;
  const isStatement = readIntent(intent.text).kind !== 'search';
  return isStatement || asks(intent.text) || !namesKnownThing(sentence, intent.text) ? null : intent.text;
}

/** "Of the deadline" */
const beginsWithOf = (asked: string): boolean => ofWords.has(/^\p{L}+/u.exec(asked.trim().toLowerCase())?.[0] ?? '');
const ofWords = new Set(
  understood.flatMap(({ timeLinks: { of, beside } }) => of.filter((word) => !beside.includes(word))),
);

/** "Note the date", and no "Note from Carl": the verb and the word before the thing are of one language. "Guarda il messaggio" is no Spanish. */
function namesKnownThing(sentence: string, asked: string): boolean {
  const said = withoutPoliteStart(sentence).toLowerCase();
  const first = (asked.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).find((word) => !namesPart(word)) ?? '';
  return languages.some(
    ({ known = [], offline }) =>
      known.includes(first) && (offline?.keep ?? []).some((verb) => said.startsWith(`${verb} `)),
  );
}

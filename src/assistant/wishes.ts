// What the person asks to keep, to be reminded of or to take out, where "this" may be a text of others that is in hand. Pure.
import { languages } from '../language/languages.ts';
import { patternOf } from '../language/words.ts';
import { daysNamed } from '../memory/query/dates.ts';
import { dayOf } from '../memory/text/chunk-features.ts';
import { contentWords } from '../memory/write/words.ts';
import { asks, readIntent, withoutPoliteStart } from '../models/offline-intent.ts';
import type { Entry, MessageEntry, Proposal } from '../session/entry.ts';
import { isSpoken, openTurn } from '../session/history.ts';
import { questionsIn } from './agreement.ts';
import { asksToKeep, denies, isWish, partAskedFor } from './phrases/languages.ts';
import { askedToRemindOf, beginsToRemove, isOfTime, saysAgainAndAgain } from './phrases/offers.ts';
import { understood } from './phrases/understood.ts';
import { isAdded, isWordedIn, storesWords, tellingWordsIn } from './proposed-words.ts';
import { type Provenance, lastSaidBefore, spokenText } from './provenance.ts';
import { partWords } from './quoted.ts';
import { sentencesIn } from './said-words.ts';

/** Whether the person's words ask for something to be kept. A reminder of what was never to be one makes no sense; a save may be a mistake. */
export const asksFor = ({ action }: Proposal, own: string): boolean =>
  action === 'remind' ||
  sentencesIn(own).some(asksToRemember) ||
  own.split(/[.!?\n:]/).some((part) => asksToRemember(part) || asksToKeep(part));

/** "My bank is ING" is something to keep, and asks for nothing. */
function asksToRemember(part: string): boolean {
  const intent = readIntent(part);
  return intent.kind === 'remember' && intent.text.trim() !== part.trim();
}

/** "Delete the line about the gym": the person asks for it, and names something of it. */
export function asksToRemove(proposal: Proposal, own: string): boolean {
  if (storesWords(proposal)) return false;
  const gone = contentWords(proposal.text);
  return sentencesIn(own).some(
    (sentence) =>
      beginsToRemove(withoutPoliteStart(sentence)) &&
      !denies(sentence) &&
      [...contentWords(sentence)].some((word) => gone.has(word)),
  );
}

/** Whether the person asks to keep, or to be reminded of, the text of others that is in hand: as a whole, or a part that they name. */
export const asksForTextInHand = (proposal: Proposal, now: Provenance, { entries, isFirst }: WishedIn): boolean =>
  isAdded(proposal) && (pointsAtText(proposal, now, entries) || namesWhatToKeep(proposal, now, isFirst));

/** @param isFirst false where the same tool wrote in this turn before */
export interface WishedIn {
  entries: readonly Entry[];
  isFirst: boolean;
}

/**
 * The person refers to other people's text in the same message, or in the one before where the assistant asked nothing of its
 * own about it, and asks only to keep it: "jot this down".
 */
function pointsAtText(proposal: Proposal, { own, others, quoted }: Provenance, entries: readonly Entry[]): boolean {
  const asksForIt = proposal.action === 'remind' ? asksForReminderOfThis(own) : asksToKeep(own);
  if (!asksForIt) return false;
  const inHand = contentWords(others || quoted || othersJustBefore(entries));
  return isWordedIn(proposal, inHand) && !statesSomethingElse(proposal, own, inHand);
}

/**
 * Whether the person says something of their own beside a wish: of "I bought a car today, keep that in mind", the car is what "that"
 * is. What stands behind the wish may be the reason for it: "save this, I will need it in spring".
 */
function statesSomethingElse({ action }: Proposal, own: string, inHand: ReadonlySet<string>): boolean {
  const clauses = own.match(/[^.!?？;:,\n–—]+[.!?？]?/gu) ?? [];
  const wish = clauses.findIndex((clause) => isWish(clause) || asksForReminder(clause));
  return clauses.some((clause, at) => {
    if (at === wish || /[?？]$/u.test(clause)) return false;
    // "Note down, how he writes"
    if (wish !== -1 && at === wish + 1 && asks(clause.trim())) return true;
    const told = [...tellingWordsIn(clause)].filter((word) => !inHand.has(word) && !politeWords.has(word));
    const timeless = told.filter((word) => !isOfTime(word));
    if (wish !== -1 && at > wish && timeless.length === told.length && namesTextInHand(clause)) return false;
    // When a reminder comes is no statement.
    const isTold = action === 'remind' ? timeless.length > 0 : told.length > timeless.length;
    return (isTold && told.length > timeless.length) || timeless.length >= minToldWords;
  });
}

/** "Interesting." */
const minToldWords = 2;

const asksForReminder = (clause: string): boolean => toBeRemindedOf(clause) !== null;

/** "I will need it in spring" */
const namesTextInHand = (clause: string): boolean =>
  (clause.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => forTextInHand.has(word));

const forTextInHand = new Set(understood.flatMap(({ asks: { these, it } }) => [...these, ...it]));

/** "Remind me of this tomorrow", "erinnere mich daran": besides a time it names nothing, and so the text in hand. */
const asksForReminderOfThis = (own: string): boolean =>
  sentencesIn(own).some((sentence) => {
    const asked = denies(sentence) ? null : toBeRemindedOf(sentence);
    return asked !== null && namesNothing(asked);
  });

/** What a sentence asks to be reminded of, its time included where that is not read; null where it asks for no reminder. */
export function toBeRemindedOf(sentence: string): string | null {
  const asked = askedToRemindOf(withoutPoliteStart(sentence));
  if (asked !== null) return asked;
  const intent = readIntent(sentence);
  return intent.kind === 'remind' ? (intent.reminder?.text ?? null) : null;
}

const namesNothing = (text: string): boolean =>
  (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).every(
    (word) => isOfTime(word) || [...tellingWordsIn(word)].every((one) => politeWords.has(one)),
  );

const politeWords: ReadonlySet<string> = new Set(
  understood.flatMap(({ asks }) => asks.fillers.flatMap((word) => [...contentWords(word)])),
);

function othersJustBefore(entries: readonly Entry[]): string {
  const [first] = openTurn(entries);
  if (questionsIn(lastSaidBefore(entries, first)).length > 0) return '';
  const before = first ? entries.slice(0, entries.indexOf(first)) : entries;
  const last = before.findLast((entry): entry is MessageEntry => entry.type === 'message' && isSpoken(entry));
  return last ? partWords(spokenText(last)).others : '';
}

/**
 * The person asks to keep a part of what others wrote, or to be reminded of it, and says which: "save the appointment from
 * this letter". The first write must be about that, and be worded as in the text, where that can be read. A whole statement
 * ("remember that …") points at nothing: it is the text.
 */
function namesWhatToKeep(proposal: Proposal, { own, others, quoted, foreign }: Provenance, isFirst: boolean): boolean {
  if (!isFirst || (foreign === null && quoted === '')) return false;
  const inHand = others || quoted;
  const theirs = contentWords(inHand);
  if (inHand !== '' && !isWordedIn(proposal, new Set([...theirs, ...contentWords(own)]))) return false;
  const written = contentWords(proposal.text);
  return sentencesIn(own).some((sentence) => {
    const asked = denies(sentence) ? null : askedToKeep(sentence, proposal);
    const named = asked === null ? [] : [...tellingWordsIn(asked)].filter((word) => !isOfTime(word));
    // What a reminder is of that others did not write of is the person's own.
    const isTheirs = proposal.action !== 'remind' || inHand === '' || named.some((word) => theirs.has(word));
    const isMeant = named.length > 0 && isTheirs;
    return isMeant && named.filter((word) => written.has(word)).length >= minShareNamed * named.length;
  });
}

/** Of "the appointment from this letter" the letter need not be named in what is kept. */
const minShareNamed = 1 / 2;

/** What a sentence asks to keep, or to be reminded of; null where it asks for nothing, or says the whole of it. */
function askedToKeep(sentence: string, { action }: Proposal): string | null {
  if (action === 'remind') return toBeRemindedOf(sentence);
  const intent = readIntent(sentence);
  if (intent.kind !== 'remember') return partAskedFor(sentence);
  return readIntent(intent.text).kind === 'search' && !asks(intent.text) ? intent.text : null;
}

/**
 * Whether words ask for the time of a reminder: for its day, where they name one, and for its coming again and again. A day that is told
 * by another one ("a week before") is worked out by the model.
 * @param said what the person said, and what they agreed to
 */
export function isTimeAsked({ at, repeats }: Proposal, said: readonly string[], entries: readonly Entry[]): boolean {
  const words = said.join('\n');
  if (repeats === true && !saysAgainAndAgain(words)) return false;
  const day = dayOf(at ?? '');
  if (day === null) return true;
  const today = dayOf(entries.findLast((entry) => entry.type === 'message')?.at.slice(0, isoDay.length) ?? '') ?? day;
  if (day - today > maxDaysAway) return false;
  // It is not known here on which side of midnight the person is. "The 14th" is nearest to itself.
  const named = [today - 1, today, today + 1, day].flatMap((written) => daysNamed(words, written, 'UTC'));
  return (
    named.length === 0 || isTimeBeside.test(words) || named.some(({ days: { from, to } }) => from <= day && day <= to)
  );
}
const maxDaysAway = 400;
const isoDay = 'YYYY-MM-DD';

const isTimeBeside = patternOf(
  languages.flatMap(({ claims, times }) => (claims === null ? [] : [times.before, times.after, times.until])),
);

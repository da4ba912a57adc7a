// What the person's own words ask to keep by their form ("note: …", "remember that …"), and whether a turn kept it. Such a
// statement is kept whichever model answers: one that only says "Okay, I will remember that" has kept nothing. Pure.
import { languageOf, languages } from '../../language/languages.ts';
import { patternOf } from '../../language/words.ts';
import { doubtAbout } from '../../memory/claims/claims.ts';
import { isAttachment } from '../../models/attachment.ts';
import { ordersIn, readIntent } from '../../models/offline/intent.ts';
import type { Entry, MessageEntry } from '../../session/entry.ts';
import { isSpoken, openTurn } from '../../session/history.ts';
import { asThePersonSays } from './as-the-person-says.ts';
import { asksToKeep } from '../phrases/asking.ts';
import { tellingWordsIn } from './proposed-words.ts';
import { dayOfTalk, personNamesIn, spokenText } from './provenance.ts';
import { wordsIn } from './quoted-by-hand.ts';
import { saidIn } from './said-words.ts';
import { textsRead } from '../context/shown-already.ts';

/**
 * What the messages of an open turn ask to keep, and no write of the turn has to do with. A message with a text of others, or with a
 * file, is left to the model: its words may be about that.
 */
export function statementsNotKept(entries: readonly Entry[]): string[] {
  const asked = statementsIn(openTurn(entries));
  return asked.filter((statement) => !isKept(statement, asked, entries));
}

/** Why a line does not follow from what the open turn asks to keep. */
export interface Stray {
  /** What the person said. */
  asked: string;
  /** A sentence for the model. */
  reason: string;
}

/**
 * Whether a line that is to be kept has to do with what the turn asks to keep and does not follow from it: it has it the other way
 * round, of somebody else, or with another number or day. Null for one that follows, and for one about something else.
 */
export function strayFromAsked(line: string, entries: readonly Entry[]): Stray | null {
  const asked = statementsIn(openTurn(entries));
  const near = asked.filter((statement) => sharesWord(statement, line));
  return near.length === 0 ? null : strayFrom(line, asked, entries);
}

function strayFrom(line: string, asked: readonly string[], entries: readonly Entry[]): Stray | null {
  const quote = asked.join('\n');
  const [spoken, written] = [languageOf(quote), languageOf(line)];
  // The rules compare words of one language.
  if (spoken !== null && written !== null && spoken !== written) return null;
  // What is asked for may stand in a text of others ("jot down Pablo's number"), of which the provenance guard has its own rules.
  const { hasOthers, hadOthers } = saidIn(entries);
  if (hasOthers || hadOthers) return null;
  const known = linesKnown(line, entries);
  const claim = {
    text: asThePersonSays(line, personNamesIn(entries)),
    known,
    said: dayOfTalk(entries),
    isOpenQuestion: false,
  };
  const doubt = doubtAbout({ ...claim, quote, context: quote });
  // "Note Luis's number" is answered with a number that stands in a note.
  const isRead = doubt?.isSure === true && doubtAbout({ ...claim, quote: `${quote}\n${known}` })?.isSure !== true;
  return doubt === null || isRead ? null : { asked: quote, reason: doubt.reason };
}

/** What else the model has read that a line may be made of, but for its own words: names and numbers that the person need not say again. */
function linesKnown(line: string, entries: readonly Entry[]): string {
  const own = tellingWordsIn(line);
  return (
    [...textsRead(entries), ...promptsIn(entries)]
      .flatMap((text) => text.split('\n'))
      // The line itself, in the receipt of its write, bears nothing out.
      .filter((one) => !one.includes(line) && [...tellingWordsIn(one)].some((word) => own.has(word)))
      .slice(-maxLinesKnown)
      .join('\n')
  );
}
const maxLinesKnown = 20;
/** With the long-term memory, where a name may stand in full. */
const promptsIn = (entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) => (entry.type === 'prefix' ? entry.system : []));

const statementsIn = (open: readonly MessageEntry[]): string[] =>
  open.filter(isSpoken).flatMap((entry) => {
    const { own, others } = wordsIn(spokenText(entry));
    if (others !== '' || entry.content.some(isAttachment)) return [];
    return ordersIn(own).flatMap((order) => statementIn(order) ?? []);
  });

/** The statement that a message asks to keep, in full; null where it asks for something else, or for what it only points at. */
function statementIn(own: string): string | null {
  const intent = readIntent(own);
  if (intent.kind !== 'remember' || intent.text === own) return null;
  const { text } = intent;
  const lead = own.slice(0, Math.max(0, own.lastIndexOf(text))).trimEnd();
  // "Note that down" is about something else; "…, please remember that" ends with what asks for it.
  if (lead !== '' && asksToKeep(own)) return null;
  const isMarked = /[:：–—-]$/u.test(lead) || endsWithThat.test(lead);
  const { kind } = readIntent(text);
  return isMarked || kind === 'offer' || kind === 'remember' ? text : null;
}

const endsWithThat = patternOf(
  languages.flatMap(({ offline }) => (offline?.that === undefined ? [] : [`(?:${offline.that})[:,]?$`])),
);

/** Whether a text has a word of a statement that tells something. */
const sharesWord = (statement: string, text: string): boolean => hasOneOf([...tellingWordsIn(statement)], text);

function hasOneOf(words: readonly string[], text: string): boolean {
  const written = tellingWordsIn(text);
  return words.length === 0 || words.some((word) => written.has(word));
}

/**
 * Whether a write that was done, or waits for the person, has to do with a statement and follows from what was asked; what waits must
 * have all of its numbers.
 */
function isKept(statement: string, asked: readonly string[], entries: readonly Entry[]): boolean {
  const numbers = [...tellingWordsIn(statement)].filter((word) => /\p{N}/u.test(word));
  // "Bob likes figs" has a word of "Anna likes tea": of several statements what only the one has tells.
  const ofOthers = tellingWordsIn(asked.filter((other) => other !== statement).join('\n'));
  const own = [...tellingWordsIn(statement)].filter((word) => !ofOthers.has(word));
  const keeps = (text: string): boolean =>
    (own.length === 0 ? sharesWord(statement, text) : hasOneOf(own, text)) && strayFrom(text, asked, entries) === null;
  const waitsFor = (text: string): boolean => {
    const written = tellingWordsIn(text);
    return numbers.every((word) => written.has(word)) && keeps(text);
  };
  return openTurn(entries)
    .flatMap(({ outcomes = [] }) => outcomes)
    .some(
      ({ receipts = [], waits }) =>
        receipts.some(({ text }) => keeps(text)) ||
        (waits !== undefined && waits.name !== null && waitsFor(waits.proposal.text)),
    );
}

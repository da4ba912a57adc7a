// What the person's own words ask to keep by their form ("note: …", "remember that …"), and whether a turn kept it. Such a
// statement is kept whichever model answers: one that only says "Okay, I will remember that" has kept nothing. Pure.
import { languages } from '../language/languages.ts';
import { patternOf } from '../language/words.ts';
import { isAttachment } from '../models/attachment.ts';
import { readIntent } from '../models/intent.ts';
import type { MessageEntry } from '../session/entry.ts';
import { isSpoken } from '../session/history.ts';
import { asksToKeep } from './phrases/asking.ts';
import { tellingWordsIn } from './proposed-words.ts';
import { spokenText } from './provenance.ts';
import { partWords } from './quoted.ts';

/**
 * What the messages of an open turn ask to keep, and no write of the turn has to do with. A message with a text of others, or with a
 * file, is left to the model: its words may be about that.
 */
export const statementsNotKept = (open: readonly MessageEntry[]): string[] =>
  open.filter(isSpoken).flatMap((entry) => {
    const { own, others } = partWords(spokenText(entry));
    const statement = others === '' && !entry.content.some(isAttachment) ? statementIn(own.trim()) : null;
    return statement === null || isKept(statement, open) ? [] : [statement];
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

/** Whether a write that was done, or waits for the person, shares a word with a statement; what waits must have all of its numbers. */
function isKept(statement: string, open: readonly MessageEntry[]): boolean {
  const words = [...tellingWordsIn(statement)];
  const numbers = words.filter((word) => /\p{N}/u.test(word));
  const outcomes = open.flatMap(({ outcomes: found = [] }) => found);
  const sharesWord = (text: string): boolean => {
    const written = tellingWordsIn(text);
    return words.length === 0 || words.some((word) => written.has(word));
  };
  const waitsFor = (text: string): boolean => {
    const written = tellingWordsIn(text);
    return sharesWord(text) && numbers.every((word) => written.has(word));
  };
  return outcomes.some(
    ({ receipts = [], waits }) =>
      receipts.some(({ text }) => sharesWord(text)) ||
      (waits !== undefined && waits.name !== null && waitsFor(waits.proposal.text)),
  );
}

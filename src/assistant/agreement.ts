// Whether the person agreed to a write: a yes, or the wish to keep it, in answer to the assistant's own question that quoted it. Pure.
import { contentWords } from '../memory/write/words.ts';
import type { Entry, Proposal } from '../session/entry.ts';
import { isSpoken, openTurn } from '../session/history.ts';
import { asksToKeep, denies, isYes, namesPart } from './phrases/languages.ts';
import { asksWhetherTo, isAnsweredByYes, isOfTime } from './phrases/offers.ts';
import { withoutDates } from './proposed-words.ts';
import { lastSaidBefore, spokenText } from './provenance.ts';
import { partWords } from './quoted.ts';
import { sentencesIn } from './said-words.ts';

/** Whether what the person just said answers a question for this very write, and for nothing else. */
export function agreesToQuestion(proposal: Proposal, entries: readonly Entry[]): boolean {
  const open = openTurn(entries);
  const { own, others } = partWords(open.filter(isSpoken).map(spokenText).join('\n'));
  if (others !== '' || !(isYes(own, { toReminder: proposal.action === 'remind' }) || asksToKeep(own))) return false;
  const needed = [...contentWords(withoutDates([proposal.text, proposal.before ?? ''].join('\n')))];
  if (needed.length === 0) return false;
  const before = lastSaidBefore(entries, open[0]);
  const questions = questionsIn(before);
  // The assistant may have asked several questions: the yes counts for the one that quotes the text, or follows the quotation.
  const asked = questions.filter((question) => asksFor(proposal, needed, question, before));
  if (asked.length === 0) return false;
  // "Shall I translate it? Shall I save it?" "Yes": nobody knows to which.
  if (questions.some((question) => !asked.includes(question) && isAnsweredByYes(question))) return false;
  // "Save the first and the second?" "Only the first": which one it is has to stand in the answer.
  const isOneOfSeveral = asked.some((question) => quotedIn(question).length > 1) && namesPart(own);
  return !isOneOfSeveral || needed.some((word) => contentWords(own).has(word));
}

/** Whether a question of the assistant asks for a write, and says it or stands behind what says it. */
function asksFor(proposal: Proposal, needed: readonly string[], question: string, before: string): boolean {
  const beside = besides(question, needed);
  if (!asksWhetherTo(proposal.action, beside) || denies(beside)) return false;
  const isDenied = denies([proposal.text, proposal.before ?? ''].join('\n'));
  // A reminder says in other words when: "tomorrow", of what comes on the third.
  const share = proposal.action === 'remind' ? minShareOfReminder : 1;
  const saysIt = (text: string): boolean => {
    const words = contentWords(text);
    return denies(text) === isDenied && needed.filter((word) => words.has(word)).length >= share * needed.length;
  };
  if (saysIt(question) || quotedIn(question).some(saysIt)) return true;
  return contentWords(beside).size <= maxWordsAsking && saidBefore(question, before).some(saysIt);
}

const minShareOfReminder = 1 / 2;
/** "Shall I save it?" */
const maxWordsAsking = 2;

/** What "it" may be: the sentences before a question, and what is quoted there. */
function saidBefore(question: string, whole: string): string[] {
  const before = whole.slice(0, Math.max(0, whole.indexOf(question)));
  return [...quotedIn(before), ...sentencesIn(before)];
}

/** What a question says besides what it quotes, or where it quotes nothing, besides the words of the write. */
function besides(question: string, needed: readonly string[]): string {
  const beside = question.replaceAll(quotation, ' ');
  if (beside !== question) return beside;
  const ofWrite = new Set(needed);
  return question.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) =>
    [...contentWords(word)].some((one) => ofWrite.has(one)) ? ' ' : word,
  );
}

const quotedIn = (text: string): string[] => text.match(quotation) ?? [];
const quotation = /"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»/gu;

const closingMarks: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»' };

/** The sentences of a text that ask. What stands in quotation marks ends no sentence. */
export function questionsIn(text: string): string[] {
  const questions: string[] = [];
  let sentence = '';
  let closing: string | null = null;
  let read = 0;
  for (const character of text) {
    sentence += character;
    read += character.length;
    if (character === closing) closing = null;
    else if (closing === null) closing = closingMarks[character] ?? null;
    const isEnd = character === '\n' || (closing === null && '.!?？'.includes(character));
    if (!isEnd || (character === '.' && isDay(sentence, text.slice(read, read + maxMonthUnits)))) continue;
    if (character === '?' || character === '？') questions.push(sentence);
    [sentence, closing] = ['', null];
  }
  return questions;
}

const maxMonthUnits = 20;

/** "On the 3. December": the dot ends no sentence. */
function isDay(before: string, after: string): boolean {
  const [, month = ''] = /^ (\p{L}+)/u.exec(after) ?? [];
  return /(?:^|\D)\d{1,2}\.$/.test(before.slice(-4)) && isOfTime(month);
}

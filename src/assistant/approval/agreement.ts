// Whether the person agreed to a write: a yes, or the wish to keep it, in answer to the assistant's own question that quoted it. Pure.
import { hasDenyingWord } from '../../language/denials.ts';
import { cutText } from '../../base/text/text.ts';
import { doubtAbout } from '../../memory/claims/claims.ts';
import { contentWords } from '../../memory/write/words.ts';
import { isAttachment } from '../../models/attachment.ts';
import type { Entry, MessageEntry, Proposal } from '../../session/entry.ts';
import { isSpoken, openTurn } from '../../session/history.ts';
import { asksToKeep, isPraise, isYes, namesPart } from '../phrases/asking.ts';
import { asksAboutOne, asksAboutSeveral, asksWhetherTo, isAnsweredByYes, isOfTime } from '../phrases/offers.ts';
import { standsByTime } from '../phrases/times-said.ts';
import { quotation, questionsIn, quotedIn } from './questions.ts';
import { statesSomethingElse } from './wishes.ts';
import { tellingWordsIn, withoutDates } from './proposed-words.ts';
import { lastSaidBefore, spokenText } from './provenance.ts';
import { partWords, wordsRepliedTo } from './quoted.ts';
import { sentencesIn } from './said-words.ts';

/** Whether what the person just said answers a question for this very write, and for nothing else. */
export function agreesToQuestion(proposal: Proposal, entries: readonly Entry[]): boolean {
  const open = openTurn(entries);
  const { own, others } = partWords(open.filter(isSpoken).map(spokenText).join('\n'));
  const before = lastSaidBefore(entries, open[0]);
  if (others !== '' || !isAnswer(open, before) || !agrees(proposal, own, before)) return false;
  const questions = questionsIn(before);
  // The assistant may have asked several questions: the yes counts for the one that quotes the text, or follows the quotation.
  const asked = questions.filter((question) => asksFor(proposal, question, { whole: before, isPart: namesPart(own) }));
  const last = asked.at(-1);
  if (last === undefined || saysMoreAfter(last, before)) return false;
  // "Great" may be for the answer above the question.
  if (isPraise(own) && saysMore(before)) return false;
  // "Shall I translate it? Shall I save it?" "Yes": nobody knows to which.
  if (questions.some((question) => !asked.includes(question) && isAnsweredByYes(question))) return false;
  return !namesPart(own) || isPartNamed(proposal, own, { asked, whole: before });
}

/**
 * Whether what the person just said is a yes, or a time, in answer to the assistant's question whether to remind them of something that
 * this reminder says: "Shall I remind you of the guest bed on Saturday?" "Sunday at 11 rather".
 */
export function answersReminder(proposal: Proposal, entries: readonly Entry[]): boolean {
  if (proposal.action !== 'remind' || proposal.before !== undefined) return false;
  const open = openTurn(entries);
  const { own, others } = partWords(open.filter(isSpoken).map(spokenText).join('\n'));
  const before = lastSaidBefore(entries, open[0]);
  const questions = questionsIn(before);
  const [question] = questions;
  if (question === undefined || questions.length > 1 || others !== '' || !isAnswer(open, before)) return false;
  if (!isYes(own, { toReminder: true }) || quotedIn(question).length > 0 || hasDenyingWord(question)) return false;
  const words = contentWords(proposal.text);
  const isSaid = (word: string): boolean => [...contentWords(word)].some((one) => words.has(one));
  const asked = withoutDates(question).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const beside = asked.filter((word) => !isOfTime(word) && !standsByTime(word) && !isSaid(word)).join(' ');
  return asksWhetherTo('remind', beside) && [...tellingWordsIn(question)].some((word) => words.has(word));
}

/** Whether a message can answer what the assistant said last: nothing came with it, and it is no reply to something earlier. */
const isAnswer = (messages: readonly MessageEntry[], before: string): boolean =>
  messages.filter(isSpoken).every((message) => {
    const replied = wordsRepliedTo(spokenText(message)).trim();
    return !message.content.some(isAttachment) && (replied === '' || before.includes(replied));
  });

/** A yes, or the wish to keep it where the person says nothing of their own beside it. */
const agrees = (proposal: Proposal, own: string, before: string): boolean =>
  isYes(own, { toReminder: proposal.action === 'remind' }) ||
  (asksToKeep(own) && !statesSomethingElse(proposal, own, contentWords(before)));

/** Behind a question only other questions and quotations may stand: "thanks" may be for what stands there. */
const saysMoreAfter = (question: string, whole: string): boolean =>
  saysMore(whole.slice(whole.indexOf(question) + question.length));

/** Whether a text has more than questions and quotations. */
function saysMore(text: string): boolean {
  const rest = questionsIn(text)
    .reduce((left, one) => left.replace(one, ' '), text)
    .replaceAll(quotation, ' ');
  return rest.split('\n').some((line) => /\p{L}/u.test(line.replace(placeOfWrite, '')));
}

/** "-> MEMORY.md", with which the program ends its own questions. */
const placeOfWrite = /^\s*->.{0,200}$/;

/** Whether a yes to a part is for this one: "only the dentist". Where it names nothing that was asked about, that must be one thing, or all. */
function isPartNamed(
  proposal: Proposal,
  own: string,
  { asked, whole }: { asked: readonly string[]; whole: string },
): boolean {
  const texts = asked.flatMap((question) => {
    const quoted = quotedIn(question);
    return quoted.length > 0 ? quoted : referents(question, whole);
  });
  const about = contentWords([...asked, ...texts].join('\n'));
  const named = [...tellingWordsIn(own)].filter((word) => about.has(word));
  const written = contentWords(proposal.text);
  const parts = texts.flatMap((text) => text.split(/[.;,!?\n](?:\s|$)/)).filter((part) => /\p{L}/u.test(part));
  return named.length === 0 ? parts.length <= 1 || asksAboutSeveral(own) : named.some((word) => written.has(word));
}

/** Whether a question of the assistant asks for a write, and says it or stands beside what says it. */
function asksFor(proposal: Proposal, question: string, { whole, isPart }: { whole: string; isPart: boolean }): boolean {
  const needed = neededWords(proposal);
  if (needed.length === 0) return false;
  const asked = besides(question, needed);
  // "Of the fair on Friday at 12:00": whether the time is the one that was asked about is looked at apart.
  const beside = proposal.action === 'remind' ? withoutTimes(asked) : asked;
  if (!asksWhetherTo(proposal.action, beside) || hasDenyingWord(beside)) return false;
  const quoted = quotedIn(question);
  // '1. "Tea" 2. "Coffee" Shall I save it?'
  const lines = proposal.action === 'save' && quoted.length > 0 ? quoted : [question, ...quoted];
  const texts = quoted.length > 1 && asksAboutOne(beside) ? quoted.slice(-1) : lines;
  const spoken = quoted.length > 0 ? texts : [...texts, ...referents(question, whole)];
  return spoken.some((text) => says(text, proposal, needed) && saysNothingElse(text, proposal, isPart));
}

const withoutTimes = (question: string): string =>
  withoutDates(question).replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) =>
    isOfTime(word) || standsByTime(word) ? ' ' : word,
  );

/** A reminder says in other words when: "tomorrow", of what comes on the third. */
function neededWords({ action, text, before = '' }: Proposal): string[] {
  const words = withoutDates(`${text}\n${before}`);
  return action === 'remind' ? [...tellingWordsIn(words)].filter((word) => !isOfTime(word)) : [...contentWords(words)];
}

/** Whether a text says a write: all of its words, in an order that changes nothing, and denied where the write denies. */
function says(text: string, { action, text: written, before = '' }: Proposal, needed: readonly string[]): boolean {
  if (hasDenyingWord(text) !== hasDenyingWord(`${written}\n${before}`)) return false;
  const words = [...contentWords(text)];
  const places = needed.map((word) => words.indexOf(word));
  if (places.includes(-1)) return false;
  const isInOrder = places.every((place, i) => i === 0 || place > (places[i - 1] ?? 0));
  return isInOrder || action !== 'save' || isBorneBy(onlyWords(text, new Set(needed)), written);
}

/**
 * Whether a sentence of a quotation has no other words than a write: without its "Bob claims that" it would be another one. What else a
 * question says are the words that ask, and a change has the words of two lines.
 */
function saysNothingElse(text: string, { action, text: written }: Proposal, isPart: boolean): boolean {
  if (action !== 'save' || isPart || !quotedIn(text).includes(text)) return true;
  const words = contentWords(written);
  return text.split(/[.;!?\n](?:\s|$)/).some((sentence) => {
    const telling = [...tellingWordsIn(withoutDates(sentence))];
    return telling.length > 0 && telling.every((word) => words.has(word) || isOfTime(word));
  });
}

/** A text without the words that ask. */
const onlyWords = (text: string, kept: ReadonlySet<string>): string =>
  text.replaceAll(/[\p{L}\p{M}\p{N}]+[?？]?/gu, (word) =>
    [...contentWords(word)].some((one) => kept.has(one)) ? word : ' ',
  );

/** By the rules of the night: "Tom owes Anna" is not "Anna owes Tom". Both name days in the same way. */
const isBorneBy = (text: string, written: string): boolean =>
  doubtAbout({ text: written, quote: cutText(text, maxReadUnits), known: '', said: anyDay, isOpenQuestion: false }) ===
  null;
const maxReadUnits = 2_000;
const anyDay = '2000-01-01';

/** What "it" is: the last quotation before a question, else the last sentence, else the quotation behind it; all of them where it is "these". */
function referents(question: string, whole: string): string[] {
  const at = whole.indexOf(question);
  const before = whole.slice(0, at);
  const sentences = sentencesIn(before).filter((sentence) => /\p{L}/u.test(sentence));
  const found = [quotedIn(before), sentences, quotedIn(whole.slice(at + question.length)).slice(0, 1)].find(
    (texts) => texts.length > 0,
  );
  return asksAboutSeveral(question) ? (found ?? []) : (found?.slice(-1) ?? []);
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

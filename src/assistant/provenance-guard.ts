// Provenance guard. Where text of others (a forward, a file, a page, a shared note) stands before the model, a write whose
// words the person did not say themselves waits for one tap; so does every write that can't be undone. It goes by where
// texts come from and what tools declare; it refuses nothing: in doubt the person decides, with the exact text before them.
import { findSensitive } from '../base/secrets.ts';
import { languages } from '../language/languages.ts';
import type { Tool, ToolContext, ToolResult } from '../agent/tool.ts';
import { doubtAbout } from '../memory/claims/claims.ts';
import { contentWords, namingWords } from '../memory/write/words.ts';
import type { Entry, MessageEntry, Proposal } from '../session/entry.ts';
import { isSpoken, openTurn } from '../session/history.ts';
import { type Intent, readIntent, withoutPoliteStart } from '../models/offline-intent.ts';
import { asksToKeep, denies, isYes, partAskedFor } from './phrases/languages.ts';
import { askedToRemindOf, asksWhetherTo, beginsToRemove, isOfTime } from './phrases/offers.ts';
import { understood } from './phrases/understood.ts';
import { type Provenance, lastSaidBefore, provenanceOf, spokenText } from './provenance.ts';
import { partWords } from './quoted.ts';
import { type SaidWords, saidIn, sentencesIn, statementsIn } from './said-words.ts';

/**
 * Whether a write may happen at once or the person is asked first.
 * @param entries of the session so far
 * @param isPrivate in a private conversation, what would put its words on disk needs a wish of the person
 */
export function verdictOn(
  proposal: Proposal,
  entries: readonly Entry[],
  { isPrivate = false }: { isPrivate?: boolean } = {},
): 'go' | 'ask' {
  const open = openTurn(entries);
  const now = provenanceOf(open);
  if (agreesToQuestion(proposal, entries)) return 'go';
  if (isAdded(proposal) && (pointsAtText(proposal, now, entries) || namesWhatToKeep(proposal, now))) return 'go';
  const isOwn = isCovered(proposal, now.own);
  if (isPrivate && storesWords(proposal) && !(isOwn && asksFor(proposal, now.own))) return 'ask';
  const said = saidIn(entries);
  const isAsked = now.foreign === null && proposal.action === 'save' && asksFor(proposal, now.own);
  const isFree = (): boolean => !isOfOthers(proposal, entries, said, { foreign: now.foreign, isAsked });
  const isMeant = (): boolean => {
    if (now.foreign === 'strong') return isOwn && isSaidToDo(proposal, now);
    if (now.foreign === null && !said.hasOthers && !said.hadOthers) return isOwn || isFree();
    // Nothing of others is new in this turn, or only notes are: what quotes others more than the person still waits.
    if (!storesWords(proposal)) return asksToRemove(proposal, now.own);
    const isTheirs = isOwn ? isAsked || !isRepeated(proposal, entries, said) : isAdded(proposal) && isFree();
    return isTheirs && isBorne(proposal, entries, said);
  };
  return isMeant() ? 'go' : 'ask';
}

/** Of what the person said that has to do with a write, the newest is read. */
const maxReadUnits = 2_000;

/** Whether what the person stated in this conversation bears a write, by the rules of the night. Of what they never spoke, nothing tells. */
function isBorne({ text, before = '' }: Proposal, entries: readonly Entry[], said: SaidWords): boolean {
  const quote = said.statedWith(contentWords(text)).join('\n').slice(-maxReadUnits);
  if (quote === '') return true;
  const day = entries.findLast((entry) => entry.type === 'message')?.at.slice(0, 'YYYY-MM-DD'.length) ?? '';
  const known = [before, ...namesIn(entries)].join('\n');
  return doubtAbout({ text, quote, known, said: day, isOpenQuestion: false }) === null;
}

/** Whether others brought each word of a write before the person said it, or one that the person did not say at all. */
function isRepeated(proposal: Proposal, entries: readonly Entry[], said: SaidWords): boolean {
  const words = tellingWords(proposal, entries);
  return (
    words.some((word) => said.isOfOthers(word) && !said.isOwn(word)) ||
    (words.length > 0 && words.every((word) => said.isBroughtFirst(word)))
  );
}

/** Whether a write leaves all else as it is. */
const isAdded = ({ action, before }: Proposal): boolean =>
  action === 'save' || (action === 'remind' && before === undefined);

/** "Delete the line about the gym": the person asks for it, and names something of it. */
function asksToRemove(proposal: Proposal, own: string): boolean {
  if (storesWords(proposal)) return false;
  const gone = contentWords(proposal.text);
  return sentencesIn(own).some(
    (sentence) =>
      beginsToRemove(withoutPoliteStart(sentence)) &&
      !denies(sentence) &&
      [...contentWords(sentence)].some((word) => gone.has(word)),
  );
}

/** The share of a write's words that the person must have said in this message. */
const minShare = 2 / 3;
// Models are asked to write dates out where people say "tomorrow".
const isoDate = /\d{4}-\d{2}-\d{2}/g;

/** Whether the words of a write, and each of its numbers, stand in what the person stated in this message, and are not denied there alone. */
function isCovered(proposal: Proposal, own: string): boolean {
  const sentences = statementsIn(own);
  const said = contentWords(sentences.join('\n'));
  if (!isWordedIn(proposal, said)) return false;
  const { action, before } = proposal;
  // What goes for it has to be named too.
  if (action === 'remind' && before !== undefined && ![...contentWords(before)].some((word) => said.has(word)))
    return false;
  const isDenied = denialOf(proposal);
  return isDenied === null || isDenied === deniesIt(sentences, wordsOf(proposal));
}

/** Whether a write denies something; null where that is not its matter: of a removal, and of a change that denies no more and no less. */
function denialOf(proposal: Proposal): boolean | null {
  const { action, text, before } = proposal;
  if (!storesWords(proposal)) return null;
  return action === 'change' && before !== undefined && denies(before) === denies(text) ? null : denies(text);
}

/** Whether most words of a write, and each of its numbers, are among these. */
function isWordedIn(proposal: Proposal, said: ReadonlySet<string>): boolean {
  const needed = [...wordsOf(proposal)];
  const missing = needed.filter((word) => !said.has(word));
  if (needed.length === 0 || missing.some((word) => /\p{N}/u.test(word))) return false;
  return needed.length - missing.length >= minShare * needed.length;
}

/** Whether one of the sentences that have any of these words has one that denies as well. */
const deniesIt = (sentences: readonly string[], needed: Iterable<string>): boolean =>
  sentences.some((sentence) => {
    const said = contentWords(sentence);
    return denies(sentence) && [...needed].some((word) => said.has(word));
  });

/**
 * Beside something that others wrote: whether the person said the whole of it, and others did not, or asked for it in words that are
 * known. For a change and the end of a reminder none are: there one tap tells.
 */
function isSaidToDo(proposal: Proposal, { own, others }: Provenance): boolean {
  const isAskedAs = (kind: Intent['kind']): boolean =>
    sentencesIn(own).some((sentence) => readIntent(sentence).kind === kind);
  if (proposal.action === 'remind') return isAdded(proposal) && isAskedAs('remind');
  if (proposal.action === 'forget') return isAskedAs('forget');
  if (proposal.action !== 'save') return false;
  const [said, foreign] = [contentWords(statementsIn(own).join('\n')), contentWords(others)];
  const words = [...wordsOf(proposal)].filter((word) => !functionWords.has(word));
  return words.every((word) => said.has(word)) && !words.every((word) => foreign.has(word));
}

/** The words of a proposal: of a change only the new ones, or, when it only takes words away, those. */
function wordsOf({ action, text, before }: Proposal): Set<string> {
  const words = contentWords(text.replaceAll(isoDate, ' '));
  if (action !== 'change' || before === undefined) return words;
  const old = contentWords(before.replaceAll(isoDate, ' '));
  const added = new Set([...words].filter((word) => !old.has(word)));
  return added.size > 0 ? added : new Set([...old].filter((word) => !words.has(word)));
}

/** A removal and the end of a reminder leave nothing behind. */
const storesWords = ({ action }: Proposal): boolean => action !== 'forget' && action !== 'cancel';

/** Whether the person's words ask for it. A reminder of what was never to be one makes no sense; a save may be a mistake. */
const asksFor = ({ action }: Proposal, own: string): boolean =>
  action === 'remind' ||
  sentencesIn(own).some(isWish) ||
  own.split(/[.!?\n:]/).some((part) => isWish(part) || asksToKeep(part));

/** "My bank is ING" is something to keep, and asks for nothing. */
function isWish(part: string): boolean {
  const intent = readIntent(part);
  return intent.kind === 'remember' && intent.text.trim() !== part.trim();
}

/** A yes, or the wish to keep it, in answer to the assistant's own question, which held the very words of the write. */
function agreesToQuestion(proposal: Proposal, entries: readonly Entry[]): boolean {
  const open = openTurn(entries);
  const { own, others } = partWords(open.filter(isSpoken).map(spokenText).join('\n'));
  if (others !== '' || !(isYes(own) || asksToKeep(own))) return false;
  const needed = [...contentWords([proposal.text, proposal.before ?? ''].join('\n').replaceAll(isoDate, ' '))];
  if (needed.length === 0) return false;
  // A reminder says in other words when: "tomorrow", of what comes on the third.
  const share = proposal.action === 'remind' ? minShareOfReminder : 1;
  const hasAll = (text: string): boolean => {
    const words = contentWords(text);
    return needed.filter((word) => words.has(word)).length >= share * needed.length;
  };
  const before = lastSaidBefore(entries, open[0]);
  // The assistant may have asked several questions: the yes counts for the one that quotes the text, or follows the quotation.
  return questionsIn(before).some((question) => {
    const beside = besides(question, needed);
    return (
      asksWhetherTo(proposal.action, beside) &&
      !denies(beside) &&
      (hasAll(question) || (contentWords(beside).size <= maxWordsAsking && saidBefore(question, before).some(hasAll)))
    );
  });
}

const minShareOfReminder = 1 / 2;
/** "Shall I save it?" */
const maxWordsAsking = 2;

/** What "it" may be: the sentences before a question, and what is quoted there. */
function saidBefore(question: string, whole: string): string[] {
  const before = whole.slice(0, Math.max(0, whole.indexOf(question)));
  return [...(before.match(quotation) ?? []), ...sentencesIn(before)];
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

const quotation = /"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»/gu;

const closingMarks: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»' };

/** The sentences of a text that ask. What stands in quotation marks ends no sentence. */
function questionsIn(text: string): string[] {
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

/**
 * The person refers to other people's text in the same message, or in the one before where the assistant asked nothing of its
 * own about it, and asks only to keep it: "jot this down".
 */
function pointsAtText(proposal: Proposal, { own, others, quoted }: Provenance, entries: readonly Entry[]): boolean {
  const asksForIt =
    proposal.action === 'remind' ? asksForReminderOfThis(own) : proposal.action === 'save' && asksToKeep(own);
  return asksForIt && isWordedIn(proposal, contentWords(others || quoted || othersJustBefore(entries)));
}

/** "Remind me of this tomorrow", "erinnere mich daran": besides a time it names nothing, and so the text in hand. */
const asksForReminderOfThis = (own: string): boolean =>
  sentencesIn(own).some((sentence) => {
    if (denies(sentence)) return false;
    const asked = askedToRemindOf(withoutPoliteStart(sentence));
    if (asked !== null) return namesNothing(asked);
    const intent = readIntent(sentence);
    return intent.kind === 'remind' && intent.reminder !== null && namesNothing(intent.reminder.text);
  });

const namesNothing = (text: string): boolean =>
  (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).every(
    (word) => isOfTime(word) || [...contentWords(word)].every((one) => functionWords.has(one) || politeWords.has(one)),
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
 * this letter". What is written must be about that. A whole statement ("remember that …") points at nothing: it is the text.
 */
function namesWhatToKeep({ action, text }: Proposal, { own, quoted, foreign }: Provenance): boolean {
  if ((foreign === null && quoted === '') || (action !== 'save' && action !== 'remind')) return false;
  const written = contentWords(text);
  return sentencesIn(own).some((sentence) => {
    const asked = denies(sentence) ? null : askedToKeep(sentence, action);
    return asked !== null && [...contentWords(asked)].some((word) => written.has(word));
  });
}

/** What a sentence asks to keep, or to be reminded of; null where it asks for nothing, or says the whole of it. */
function askedToKeep(sentence: string, action: 'save' | 'remind'): string | null {
  const intent = readIntent(sentence);
  if (action === 'remind') return intent.kind === 'remind' ? (intent.reminder?.text ?? null) : null;
  if (intent.kind === 'remember') return readIntent(intent.text).kind === 'search' ? intent.text : null;
  return partAskedFor(sentence);
}

/** "La" in a letter and "la" in what the person asks for are no quotation. */
const functionWords: ReadonlySet<string> = new Set(
  languages.flatMap(({ stopWords }) => stopWords.flatMap((word) => [...contentWords(word)])),
);

const politeWords: ReadonlySet<string> = new Set(
  understood.flatMap(({ asks }) => asks.fillers.flatMap((word) => [...contentWords(word)])),
);

/** The words of a proposal that tell something: neither little ones nor the person's name, which others write at the head of each letter. */
function tellingWords(proposal: Proposal, entries: readonly Entry[]): string[] {
  const names = contentWords(namesIn(entries).join(' '));
  return [...wordsOf(proposal)].filter((word) => !functionWords.has(word) && !names.has(word));
}

/** What the person is called, by the channel. */
const namesIn = (entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) => (entry.type === 'prefix' ? (entry.person ?? []) : []));

/**
 * Whether as much of its words was brought by others as the person ever stated, or one that names something: a number, a name. Others
 * may have said it in another language or in a picture: where their text was before the model, what the person did not say counts as
 * theirs too, but must be more.
 */
function isOfOthers(
  proposal: Proposal,
  entries: readonly Entry[],
  said: SaidWords,
  { foreign, isAsked }: { foreign: Provenance['foreign']; isAsked: boolean },
): boolean {
  const words = tellingWords(proposal, entries);
  const isBrought = (word: string): boolean =>
    said.isOfOthers(word) || (proposal.action !== 'remind' && said.isQuoted(word));
  const fromPerson = words.filter((word) => said.isOwn(word));
  const fromOthers = words.filter((word) => !said.isOwn(word) && isBrought(word));
  if (fromOthers.length > 0 && fromOthers.length >= fromPerson.length) return true;
  const naming = namingWords(proposal.text);
  if (fromOthers.some((word) => naming.has(word))) return true;
  const isDenied = denialOf(proposal);
  const isContrary = isDenied !== said.isDeniedByPerson(words) && isDenied === said.isDeniedByOthers(words);
  if (isDenied !== null && isContrary && words.some(isBrought)) return true;
  // Who asks to keep something, with nothing of others in hand, may hear it in other words.
  if (isAsked && fromPerson.length > 0) return false;
  return (said.hasOthers || foreign === 'weak') && words.length > 2 * fromPerson.length;
}

/** Whether as much of what a text says was brought by others as was ever said by the person in this conversation. */
export const isFromOthers = (text: string, entries: readonly Entry[]): boolean =>
  isOfOthers({ action: 'save', text }, entries, saidIn(entries), { foreign: null, isAsked: false });

export interface GuardOptions {
  /** The entries of the session at the time of the call. */
  entries(): readonly Entry[];
  isPrivate: boolean;
  /** Keeps a write for the person to confirm. @returns its name; null where the person can't be asked */
  keep(write: { tool: string; input: unknown; toolUseId: string }): Promise<string | null>;
}

/** Wraps the tools so that each write first compares its words with those of the person and of others. */
export const guardWrites = (tools: readonly Tool[], options: GuardOptions): Tool[] =>
  tools.map((tool) => (tool.effects.writes === undefined ? tool : guarded(tool, options)));

const guarded = (tool: Tool, { entries, isPrivate, keep }: GuardOptions): Tool => ({
  ...tool,
  async execute(input: unknown, context: ToolContext): Promise<ToolResult> {
    const proposal = await tool.propose(input);
    // A write that the tool refuses anyway is not shown to the person; the model gets the tool's reason.
    const isRefused = proposal !== null && proposal.action !== 'forget' && findSensitive(proposal.text).length > 0;
    const isAsked =
      tool.effects.isFinal === true || (proposal !== null && verdictOn(proposal, entries(), { isPrivate }) === 'ask');
    if (proposal === null || isRefused || !isAsked) {
      const { offers, ...result } = await tool.execute(input, context);
      if (!offers) return result;
      const name = await keep({ tool: offers.tool, input: offers.input, toolUseId: `${context.toolUseId}:offer` });
      // Where the person can't be asked, both lines stay.
      return name === null ? result : { ...result, waits: { name, proposal: offers.proposal } };
    }
    const name = await keep({ tool: tool.definition.name, input, toolUseId: context.toolUseId });
    return { text: name === null ? cantAsk : asks, waits: { name, proposal } };
  },
});

const asks =
  'Not done yet. The program now shows the person exactly this below your answer and asks them to confirm it with one tap. Do not say that it is done, do not ask for it again, and do not try it in another way.';
const cantAsk =
  'Not done: the person has to confirm it, and nobody is here who could. The program tells the person so.';

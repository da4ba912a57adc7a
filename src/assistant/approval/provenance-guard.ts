// Provenance guard. Where text of others (a forward, a file, a page, a shared note) stands before the model, a write whose
// words the person did not say themselves waits for one tap; so does every write that can't be undone. It goes by where
// texts come from and what tools declare; it refuses nothing: in doubt the person decides, with the exact text before them.
import { hasDenyingWord } from '../../language/denials.ts';
import type { Tool, ToolContext, ToolResult } from '../../agent/tool.ts';
import { ToolError } from '../../base/errors.ts';
import { findSensitive } from '../../base/secrets/secrets.ts';
import { cutText } from '../../base/text/text.ts';
import { doubtAbout } from '../../memory/claims/claims.ts';
import { contentWords, namingWords } from '../../memory/write/words.ts';
import { canonicalJson } from '../../models/json.ts';
import { toolUses } from '../../models/message.ts';
import { readIntent, withoutPoliteStart } from '../../models/offline/intent.ts';
import type { Entry, Proposal } from '../../session/entry.ts';
import { openTurn } from '../../session/history.ts';
import { agreesToQuestion, answersReminder } from './agreement.ts';
import { type Stray, strayFromAsked } from './asked-to-keep.ts';
import {
  denialOf,
  goesUnnamed,
  isAdded,
  isWordedIn,
  storesWords,
  tellingWordsIn,
  tellingWordsOf,
  withoutDates,
  proposedWordsOf,
} from './proposed-words.ts';
import { beginsToRemove, isOfTime } from '../phrases/offers.ts';
import { namesTime } from '../phrases/times-said.ts';
import { wordsOfOwnValues } from './own-values.ts';
import { quotation } from './questions.ts';
import { type Provenance, dayOfTalk, lastSaidBefore, personNamesIn, provenanceOf } from './provenance.ts';
import { isAtOtherTime, isTimeAsked, timesSaidInstead } from './reminder-time.ts';
import { type SaidWords, saidIn, sentencesIn, statementsIn } from './said-words.ts';
import { supersededBy } from './superseded.ts';
import { refusalOfTold } from './told-secrets.ts';
import { asksFor, asksForTextInHand, asksToRemove, toBeRemindedOf } from './wishes.ts';

/** How a write was proposed. */
export interface Circumstances {
  /** In a private conversation, what would put its words on disk needs a wish of the person. */
  isPrivate?: boolean;
  /** False where the same tool wrote in this turn before. */
  isFirst?: boolean;
}

/**
 * Whether a write may happen at once or the person is asked first.
 * @param entries of the session so far
 */
export function verdictOn(
  proposal: Proposal,
  entries: readonly Entry[],
  { isPrivate = false, isFirst = true }: Circumstances = {},
): 'go' | 'ask' {
  const open = openTurn(entries);
  const now = provenanceOf(open);
  const said = withOwnValues(saidIn(entries), proposal, entries);
  if (isAtOtherTime(proposal, now.own, entries)) return 'ask';
  if (agreesToQuestion(proposal, entries))
    return isTimeAsked(proposal, { own: now.own, agreed: timeOffered(lastSaidBefore(entries, open[0])) }, entries)
      ? 'go'
      : 'ask';
  const hasOthers = now.foreign !== null || said.hasOthers || said.hadOthers;
  if (hasOthers && !isTimeAsked(proposal, { own: now.own }, entries)) return 'ask';
  if (asksForTextInHand(proposal, now, { entries, isFirst })) return 'go';
  const isOwn = isCovered(proposal, now.own, dayOfTalk(entries));
  if (isPrivate && storesWords(proposal) && !(isOwn && asksFor(proposal, now.own))) return 'ask';
  const isAsked = now.foreign === null && proposal.action === 'save' && asksFor(proposal, now.own);
  const isFree = (): boolean => !isOfOthers(proposal, entries, said, { foreign: now.foreign, isAsked });
  const isMeant = (): boolean => {
    if (!hasOthers) return isOwn || isFree();
    if (isWished(proposal, now.own)) return true;
    if (answersReminder(proposal, entries)) return isUntouched(proposal, entries, said) && isFree();
    if (now.foreign === 'strong') return isOwn && isSaidToDo(proposal, now) && isBorne(proposal, entries, said);
    // Nothing of others is new in this turn, or only notes are: what quotes others more than the person still waits.
    if (!storesWords(proposal)) return asksToRemove(proposal, now.own);
    if (!isAdded(proposal) && !isAboutLine(proposal, now.own)) return false;
    if (goesUnnamed(proposal, contentWords(now.own))) return false;
    if (proposal.action === 'remind' && !asksForSomething(now.own)) return false;
    const isTheirs = isOwn
      ? isAsked || !isRepeated(proposal, entries, said)
      : isAdded(proposal) && isSpokenOf(proposal, now, said) && isFree();
    return isTheirs && (isUntouched(proposal, entries, said) || isBorne(proposal, entries, said));
  };
  return isMeant() ? 'go' : 'ask';
}

/** What a question says of a time itself, where it does: what it quotes may have another one. */
function timeOffered(said: string): string {
  const beside = said.replaceAll(quotation, ' ');
  return namesTime(beside) ? beside : said;
}

/** Of what the person said that has to do with a write, the newest is read. */
const maxReadUnits = 2_000;

/** What the person stated in this conversation that has to do with a write. */
const quoteFor = (text: string, said: SaidWords): string =>
  said.statedWith(contentWords(text)).join('\n').slice(-maxReadUnits);

/** With the values of a write that they said in another form. What others brought first stays so, in the form in which they did. */
function withOwnValues(said: SaidWords, { text }: Proposal, entries: readonly Entry[]): SaidWords {
  const values = wordsOfOwnValues(text, quoteFor(text, said), dayOfTalk(entries));
  return values.size === 0 ? said : { ...said, isOwn: (word) => said.isOwn(word) || values.has(word) };
}

/** Whether what the person stated in this conversation bears a write, by the rules of the night. Of what they never spoke, nothing tells. */
function isBorne({ text, before = '' }: Proposal, entries: readonly Entry[], said: SaidWords): boolean {
  const quote = quoteFor(text, said);
  if (quote === '') return true;
  const known = [before, ...personNamesIn(entries)].join('\n');
  return doubtAbout({ text, quote, known, said: dayOfTalk(entries), isOpenQuestion: false }) === null;
}

/** Where others wrote something, what the person says nothing of in this turn is not written on the ground of earlier words. */
const isSpokenOf = (proposal: Proposal, { own, foreign }: Provenance, said: SaidWords): boolean => {
  if (!said.hasOthers && foreign === null) return true;
  const now = contentWords(statementsIn(own).join('\n'));
  return [...tellingWordsOf(proposal)].some((word) => now.has(word));
};

/**
 * Whether a sentence of the person that has a word of a change speaks of the line as well: "dinner is at seven" changes no "takes pills
 * at nine". What only goes must be asked for or denied; a reminder that takes the place of another has to be named mostly.
 */
function isAboutLine(proposal: Proposal, own: string): boolean {
  const { action, text, before = '' } = proposal;
  const changed = proposedWordsOf(proposal);
  const line = [...tellingWordsIn(before)].filter((word) => !changed.has(word));
  const sentences = statementsIn(own).map((sentence) => ({ sentence, words: contentWords(sentence) }));
  if (action === 'remind') {
    const said = new Set(sentences.flatMap(({ words }) => [...words]));
    return 2 * line.filter((word) => said.has(word)).length > line.length || line.length === 0;
  }
  const left = contentWords(text);
  const onlyGoes = [...changed].every((word) => !left.has(word));
  const beside = besideChange(onlyGoes ? before : text, changed);
  return sentences.some(
    ({ sentence, words }) =>
      [...changed].some((word) => words.has(word)) &&
      ((onlyGoes && beginsToRemove(withoutPoliteStart(sentence)) && isNamedBeside(sentence, beside)) ||
        (2 * beside.filter((word) => words.has(word)).length > beside.length &&
          (!onlyGoes || hasDenyingWord(sentence)))),
  );
}

/** "Remove Bob from the list of allergies", and not from another one: what is to go is said to be of that line, or of none. */
const isNamedBeside = (sentence: string, beside: readonly string[]): boolean => {
  const said = [...tellingWordsIn(sentence)].slice(2);
  return said.length === 0 || said.some((word) => beside.includes(word));
};

/** The words that stand beside what changes, in the same clause of a line: "flat", of "Okafor, flat 14". */
function besideChange(line: string, changed: ReadonlySet<string>): string[] {
  const clauses = line.split(/[,;.:()]/).map((clause) => [...tellingWordsIn(clause)]);
  const words = clauses.filter((clause) => clause.some((word) => changed.has(word))).flat();
  const others = words.filter((word) => !changed.has(word));
  return others.length > 0 ? others : [...tellingWordsIn(line)].filter((word) => !changed.has(word));
}

/**
 * Whether others have hardly a word of a write: what they wrote of other matters turns no statement of the person around. A name or a
 * number that they said first is more than that.
 */
function isUntouched(proposal: Proposal, entries: readonly Entry[], said: SaidWords): boolean {
  const words = tellingWords(proposal, entries).filter((word) => !isOfTime(word));
  const naming = namingWords(proposal.text);
  const brought = words.filter((word) => said.isBroughtFirst(word));
  if (brought.length > maxShareBrought * words.length || brought.some((word) => naming.has(word))) return false;
  // "Coffee: flat white; Dan is the new contact" has a half of its own.
  const isBroughtPart = (part: string): boolean => {
    const telling = [...tellingWordsIn(part)].filter((word) => !isOfTime(word));
    return 2 * telling.filter((word) => said.isBroughtFirst(word)).length > telling.length;
  };
  if (partsOf(proposal.text).some(isBroughtPart)) return false;
  // A number that nobody said is a slip of the model, or worked out: the rules of the night tell.
  const numbers = withoutDates(proposal.text).match(/\d{2,}/g) ?? [];
  if (numbers.some((number) => !said.isOwn(number))) return false;
  return ![...proposal.text.matchAll(/\d{4}-(\d\d)-(\d\d)/g)].some((date) =>
    date.slice(1).every((part) => said.isBroughtFirst(part) || said.isBroughtFirst(String(Number(part)))),
  );
}
const maxShareBrought = 1 / 5;

/** Whether others brought each word of a write before the person said it, or one that the person did not say at all. */
function isRepeated(proposal: Proposal, entries: readonly Entry[], said: SaidWords): boolean {
  const words = tellingWords(proposal, entries);
  return (
    words.some((word) => said.isOfOthers(word) && !said.isOwn(word)) ||
    (words.length > 0 && words.every((word) => said.isBroughtFirst(word)))
  );
}

/** Whether the words of a write, and each of its numbers, stand in what the person stated in this message, and are not denied there alone. */
function isCovered(proposal: Proposal, own: string, day: string): boolean {
  const sentences = statementsIn(own);
  const stated = sentences.join('\n');
  const values = wordsOfOwnValues(proposal.text, stated.slice(-maxReadUnits), day);
  const said = new Set([...contentWords(stated), ...values]);
  if (!isWordedIn(proposal, said)) return false;
  const { action, before } = proposal;
  // What goes for it has to be named too.
  if (action === 'remind' && before !== undefined && ![...contentWords(before)].some((word) => said.has(word)))
    return false;
  const isDenied = denialOf(proposal);
  return isDenied === null || isDenied === deniesIt(sentences, proposedWordsOf(proposal));
}

/** Whether one of the sentences that have any of these words has one that denies as well. */
const deniesIt = (sentences: readonly string[], needed: Iterable<string>): boolean =>
  sentences.some((sentence) => {
    const said = contentWords(sentence);
    return hasDenyingWord(sentence) && [...needed].some((word) => said.has(word));
  });

/**
 * Beside something that others wrote: whether the person said the whole of it, and others did not, or asked for a removal in words that
 * are known. For a change and the end of a reminder none are: there one tap tells.
 */
function isSaidToDo(proposal: Proposal, { own, others }: Provenance): boolean {
  if (!isAdded(proposal))
    return proposal.action === 'forget' && sentencesIn(own).some((sentence) => readIntent(sentence).kind === 'forget');
  if (proposal.action === 'remind') return false;
  const words = [...tellingWordsOf(proposal)];
  const [said, foreign] = [contentWords(statementsIn(own).join('\n')), contentWords(others)];
  return words.every((word) => said.has(word)) && !words.every((word) => foreign.has(word));
}

/** "Can you make it five": a reminder is not set because the person speaks of something. */
const asksForSomething = (own: string): boolean =>
  sentencesIn(own).some((sentence) => {
    const said = sentence.trim();
    return toBeRemindedOf(said) !== null || (said !== '' && withoutPoliteStart(said) !== said.replace(/^[¿¡]/u, ''));
  });

/** Whether each word of a new reminder, times aside, is what the person asked to be reminded of. */
function isWished(proposal: Proposal, own: string): boolean {
  if (proposal.action !== 'remind' || !isAdded(proposal)) return false;
  const wished = contentWords(
    sentencesIn(own)
      .flatMap((sentence) => toBeRemindedOf(sentence) ?? [])
      .join('\n'),
  );
  // "The number of Luis" asks for no reminder of 0170 1234567.
  const words = [...tellingWordsOf(proposal)].filter((word) => !isOfTime(word) || /^\d{3}/.test(word));
  return words.length > 0 && words.every((word) => wished.has(word));
}

/** The words of a proposal that tell something: neither little ones nor the person's name, which others write at the head of each letter. */
function tellingWords(proposal: Proposal, entries: readonly Entry[]): string[] {
  const names = contentWords(personNamesIn(entries).join(' '));
  return [...tellingWordsOf(proposal)].filter((word) => !names.has(word));
}

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
  if (!said.hasOthers && foreign !== 'weak') return false;
  // Who asks to keep something, with nothing of others in hand, may hear it in other words.
  if (isAsked) return !partsOf(proposal.text).every((part) => isMostlyOwn(part, said));
  return words.length > 2 * fromPerson.length;
}

const partsOf = (text: string): string[] => text.split(/[.;!?\n]/);

/** Whether of a sentence no more is new than the person ever stated, times aside: those are written out. */
function isMostlyOwn(sentence: string, said: SaidWords): boolean {
  const words = [...tellingWordsIn(withoutDates(sentence))].filter((word) => !isOfTime(word));
  return 2 * words.filter((word) => said.isOwn(word)).length >= words.length;
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
  /** Drops a question that still waits, as another one takes its place. */
  drop(name: string): Promise<void>;
}

/** Wraps the tools so that each write first compares its words with those of the person and of others. */
export const guardWrites = (tools: readonly Tool[], options: GuardOptions): Tool[] =>
  tools.map((tool) => (tool.effects.writes === undefined ? tool : guarded(tool, options)));

const guarded = (tool: Tool, { entries, isPrivate, keep, drop }: GuardOptions): Tool => ({
  ...tool,
  async execute(input: unknown, context: ToolContext): Promise<ToolResult> {
    const proposal = await tool.propose(input);
    // A write that the tool refuses anyway is not shown to the person; the model gets the tool's reason.
    const isRefused = proposal !== null && proposal.action !== 'forget' && findSensitive(proposal.text).length > 0;
    const told = proposal && !isRefused ? refusalOfTold(proposal, entries()) : null;
    if (told) throw told;
    const isFirst = isFirstOf(tool.definition.name, context.toolUseId, entries());
    const instead = proposal && timesSaidInstead(proposal, provenanceOf(openTurn(entries())).own);
    // A model that insists may have its reason: the person then sees the time before it is set.
    const insists = instead !== null && failedBefore(tool.definition.name, input, entries());
    if (proposal && instead && !insists) throw otherTime(proposal, instead);
    const stray = proposal?.action === 'save' ? strayFromAsked(proposal.text, entries()) : null;
    const insistsOnStray = stray !== null && failedBefore(tool.definition.name, input, entries());
    if (stray && !isRefused && !insistsOnStray) throw notAsAsked(stray);
    const isAsked =
      tool.effects.isFinal === true ||
      insists ||
      insistsOnStray ||
      (proposal !== null && verdictOn(proposal, entries(), { isPrivate, isFirst }) === 'ask');
    if (proposal === null || isRefused || !isAsked) {
      const { offers, ...result } = await tool.execute(input, context);
      if (!offers) return result;
      const name = await keep({ tool: offers.tool, input: offers.input, toolUseId: `${context.toolUseId}:offer` });
      // Where the person can't be asked, both lines stay.
      return name === null ? result : { ...result, waits: { name, proposal: offers.proposal } };
    }
    const name = await keep({ tool: tool.definition.name, input, toolUseId: context.toolUseId });
    if (name !== null)
      for (const older of supersededBy({ tool: tool.definition.name, name, proposal }, entries())) await drop(older);
    return { text: name === null ? cantAsk : asks, waits: { name, proposal } };
  },
});

/** Whether the same call of this turn failed before. */
function failedBefore(tool: string, input: unknown, entries: readonly Entry[]): boolean {
  const open = openTurn(entries);
  const failed = new Set(
    open.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_result' && block.is_error ? [block.tool_use_id] : [])),
    ),
  );
  const asked = canonicalJson(input);
  return open
    .flatMap(toolUses)
    .some(({ id, name, input: given }) => failed.has(id) && name === tool && canonicalJson(given) === asked);
}

const otherTime = ({ at = '' }: Proposal, { times, words }: { times: string[]; words: string }): ToolError =>
  new ToolError(
    `Not set: the person said ${times.join(' or ')} (in "${cutText(words, maxShownWords)}"), and this would come at ${at.slice(-'HH:MM'.length)}. Give the time that they said.`,
  );
const notAsAsked = ({ asked, reason }: Stray): ToolError =>
  new ToolError(
    `Not saved: the person asked to keep "${cutText(asked, maxShownWords)}", and the text does not follow from it: ${reason}. Save what they said.`,
  );
const maxShownWords = 200;

/** Whether no earlier call of this turn has the same tool, but for those that came to nothing. */
function isFirstOf(tool: string, id: string, entries: readonly Entry[]): boolean {
  const open = openTurn(entries);
  const idle = new Set(
    open.flatMap(({ content, outcomes = [] }) => [
      ...content.flatMap((block) => (block.type === 'tool_result' && block.is_error ? [block.tool_use_id] : [])),
      ...outcomes.flatMap(({ waits, tool_use_id: waiting }) => (waits === undefined ? [] : [waiting])),
    ]),
  );
  const calls = open.flatMap(toolUses).filter(({ name }) => name === tool);
  return calls
    .slice(
      0,
      calls.findIndex((call) => call.id === id),
    )
    .every((call) => idle.has(call.id));
}

const asks =
  'Not done yet. The program now shows the person exactly this below your answer and asks them to confirm it with one tap. Do not say that it is done, do not ask for it again, and do not try it in another way.';
const cantAsk =
  'Not done: the person has to confirm it, and nobody is here who could. The program tells the person so.';

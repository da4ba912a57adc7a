// What a turn wrote, and what it left for the person to confirm, read from the data beside its tool results: told by the
// program, whatever the model says of it.
import type { Redact } from '../../base/secrets/redact.ts';
import { cutText } from '../../base/text/text.ts';
import { isJsonObject } from '../../models/json.ts';
import { type ContentBlock, type ToolUseBlock, toolUses } from '../../models/message.ts';
import type { MessageEntry, Outcome, Proposal, Receipt } from '../../session/entry.ts';
import { changeId } from '../../tools/receipt.ts';
import type { Button, Extras } from '../channel.ts';
import type { Phrases } from '../phrases/phrases.ts';

const outcomesOf = (entries: readonly MessageEntry[]): Outcome[] => entries.flatMap(({ outcomes = [] }) => outcomes);

/** Everything that was changed in these entries, each once. */
export function receiptsOf(entries: readonly MessageEntry[]): Receipt[] {
  const receipts = outcomesOf(entries).flatMap(({ receipts: given = [] }) => given);
  const changes = receipts.filter(({ verb }) => verb !== 'already_saved');
  return [...new Map(changes.map((receipt) => [keyOf(receipt), receipt])).values()];
}

/** As they may be shown. */
export const withoutSecrets = (receipts: readonly Receipt[], redact: Redact): Receipt[] =>
  receipts.map((receipt) => ({ ...receipt, text: redact(receipt.text) }));

const keyOf = ({ verb, text, path, change }: Receipt): string =>
  JSON.stringify([verb, text, path, text === '' && change]);

/** From so many receipts on, all are told in one line. */
const minFolded = 3;
const maxFoldedUnits = 60;
/** The receipt of a reminder begins with when it comes and comes again. */
const maxFoldedReminder = 200;

const maxFoldedOf = ({ verb }: Receipt): number => (verb === 'reminder_set' ? maxFoldedReminder : maxFoldedUnits);

/** The lines of the receipts that a reply does not tell yet; one that it tells is not folded into a line with others once more. */
export function untoldLines(receipts: readonly Receipt[], reply: string, phrases: Phrases): string[] {
  const isTold = (some: readonly Receipt[]): boolean =>
    receiptLines(some, phrases).every((line) => reply.includes(line));
  return isTold(receipts)
    ? []
    : receiptLines(
        receipts.filter((receipt) => !isTold([receipt])),
        phrases,
      );
}

/** A line for each receipt; many are one line. */
export function receiptLines(receipts: readonly Receipt[], phrases: Phrases): string[] {
  const line = ({ verb, text, path = '' }: Receipt): string => phrases.receipts[verb](text, path);
  if (receipts.length < minFolded) return receipts.map(line);
  // Where the text has to be cut, its note is of less use than what is left of it.
  const short = receipts.map((receipt) =>
    receipt.text.length > maxFoldedOf(receipt) ? { ...receipt, text: inShort(receipt), path: '' } : receipt,
  );
  return receipts.every(({ verb }) => verb === 'saved')
    ? [phrases.folded(receipts.length, short.map(({ text }) => text).join('; '))]
    : [phrases.foldedChanges(receipts.length, short.map(line).join('; '))];
}

/** A text with the part that changed, and what stands around it. */
function inShort(receipt: Receipt): string {
  const { text, part = '' } = receipt;
  const max = maxFoldedOf(receipt);
  const at = text.lastIndexOf(part);
  if (part === '' || at === -1 || at + part.length <= max) return `${cutText(text, max)}…`;
  const room = Math.max(0, max - part.length);
  const start = Math.max(0, Math.min(at - Math.floor(room / 2), text.length - Math.max(max, part.length)));
  // From a whole word on, where one begins before the part.
  const blank = start === 0 ? -1 : text.indexOf(' ', start - 1);
  const from = blank === -1 || blank >= at ? start : blank + 1;
  const shown = cutText(text.slice(from), max);
  return `${from > 0 ? '…' : ''}${shown}${from + shown.length < text.length ? '…' : ''}`;
}

/**
 * The reply, with the receipt for the person in the place of each line that only repeats a tool result: without a model, a
 * reply is made of such results, which are English and written for a model. One that begins with the receipt stays.
 */
export function withReceipts(reply: string, entries: readonly MessageEntry[], phrases: Phrases): string {
  const results = entries.flatMap(({ content }) => content.filter((block) => block.type === 'tool_result'));
  const said = new Map(
    outcomesOf(entries).map(({ tool_use_id: id, receipts = [], waits }) => [
      results.find((result) => result.tool_use_id === id)?.content,
      // What waits is told as a question below the reply.
      receipts.length > 0
        ? { receipt: receiptLines(receipts, phrases).join('\n'), receipts }
        : waits
          ? null
          : undefined,
    ]),
  );
  return reply
    .split('\n')
    .flatMap((line) => {
      const found = said.get(line);
      if (found === null) return [];
      if (!found || line.startsWith(found.receipt)) return [line];
      return [found.receipt + placeOf(found)];
    })
    .join('\n')
    .trim();
}

/** What the English line has behind the receipt of one change: the line of the note, and the number by which it is taken back. */
function placeOf({ receipt, receipts: [only, ...more] }: { receipt: string; receipts: readonly Receipt[] }): string {
  if (!only || more.length > 0 || only.path === undefined || !receipt.endsWith(only.path)) return '';
  const line = only.line === undefined ? '' : `#L${only.line}`;
  return only.change === undefined ? line : `${line} (${changeId(only.change)})`;
}

type Waiting = NonNullable<Outcome['waits']>;

/** The writes of these entries that wait for the person, each once. */
export function waitingOf(entries: readonly MessageEntry[]): Waiting[] {
  const waiting = outcomesOf(entries).flatMap(({ waits }) => (waits ? [waits] : []));
  return [...new Map(waiting.map((one) => [one.name ?? JSON.stringify(one.proposal), one])).values()];
}

/**
 * Those that one answer to all of them agrees to. Whether a line is true no longer is a question of its own: who agrees to several
 * writes has hardly read that one as well.
 */
export const agreedTogether = (waiting: readonly Waiting[]): Waiting[] =>
  waiting.filter(({ proposal }) => proposal.action !== 'replace');

/** What each of them would do, as a question. */
export const questionLines = (waiting: readonly Waiting[], phrases: Phrases): string[] =>
  waiting.map(({ name, proposal }, index) => {
    const question = questionOf(proposal, phrases);
    if (name === null) return phrases.notAsked(question);
    return waiting.length === 1 ? question : `${index + 1}. ${question}`;
  });

function questionOf(proposal: Proposal, phrases: Phrases): string {
  const { action, text, before } = proposal;
  const question = phrases.questions[action](proposal);
  return action === 'remind' && before !== undefined && before !== text
    ? `${question}, ${phrases.reminders.insteadOf(before)}`
    : question;
}

/**
 * Whether a write in these messages failed for good, that is, neither a later round nor another call for the same text repaired it.
 * `none`: nothing at all was written, and nothing waits for the person. `some`: other writes of the same round were done.
 * null: no failure is left. A call of a tool that does not exist counts as a failed write where nothing was done: it may have been
 * meant as one.
 */
export function failedWrites(
  entries: readonly MessageEntry[],
  { isWrite, isUnknown }: { isWrite(tool: string): boolean; isUnknown(tool: string): boolean },
): 'none' | 'some' | null {
  const calls = new Map(entries.flatMap(toolUses).map((call) => [call.id, call]));
  const done = outcomesOf(entries).filter(({ receipts = [], waits }) => receipts.length > 0 || waits !== undefined);
  const doneIds = new Set(done.map(({ tool_use_id: id }) => id));
  const doneCalls = [...calls.values()].filter(({ id }) => doneIds.has(id));
  const isMadeGood = ({ name, input }: ToolUseBlock): boolean => {
    const said = stringsIn(input);
    const texts = doneCalls.flatMap((call) => (call.name === name ? (textOf(call.input) ?? []) : []));
    return texts.some((text) => said.includes(text));
  };
  const isFailedWrite = (block: ContentBlock): boolean => {
    const call = block.type === 'tool_result' && block.is_error ? calls.get(block.tool_use_id) : undefined;
    if (!call) return false;
    return (isWrite(call.name) && !isMadeGood(call)) || (done.length === 0 && isUnknown(call.name));
  };
  const lastFailed = entries.findLastIndex(({ content }) => content.some(isFailedWrite));
  const lastDone = entries.findLastIndex(({ outcomes = [] }) =>
    outcomes.some(({ tool_use_id: id }) => doneIds.has(id)),
  );
  if (lastFailed === -1 || lastDone > lastFailed) return null;
  return lastDone === -1 ? 'none' : 'some';
}

const stringsIn = (input: unknown): unknown[] => (isJsonObject(input) ? Object.values(input) : []);

/** What a call would write, by the field in which every writing tool takes it. */
function textOf(input: unknown): string | null {
  const text = isJsonObject(input) ? input['text'] : null;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

/** Takes back what a message changed. @param id as `/undo` takes it */
export const undoButton = (id: string, label = 'Undo'): Button => ({ label, command: `/undo ${id}` });

const maxAboutUnits = 40;

/** Undoes one change of several that a message tells of. */
function changeButton({ text, change = 0 }: Receipt, label: string): Button {
  const about = text.length > maxAboutUnits ? `${cutText(text, maxAboutUnits).trimEnd()}…` : text;
  return { ...undoButton(changeId(change), label), ...(text !== '' && { about }) };
}

/** Buttons to take back what was done and to agree to what was not. @param receipts without secrets: their texts are shown */
export function turnButtons(entries: readonly MessageEntry[], phrases: Phrases, receipts: readonly Receipt[]): Extras {
  const changes = receipts.filter(({ change }) => change !== undefined);
  const undo = changes.map((receipt, index) =>
    changeButton(receipt, changes.length === 1 ? phrases.undo : `${phrases.undo} ${index + 1}`),
  );
  const asked = confirmButtons(waitingOf(entries), phrases);
  const isChoice = asked.length > 0 && undo.length === 0 && asked.length <= 2;
  return { buttons: [...asked, ...undo], ...(isChoice && { isChoice }) };
}

function confirmButtons(waiting: readonly Waiting[], phrases: Phrases): Button[] {
  const named = waiting.flatMap(({ name, proposal }) => (name === null ? [] : [{ name, action: proposal.action }]));
  if (named.length === 0) return [];
  const isOne = named.length === 1;
  const answers = named.map(({ name }) => name);
  const together = agreedTogether(waiting).flatMap(({ name }) => name ?? []);
  return [
    ...(together.length > 1
      ? [{ label: phrases.confirmAll, command: `/yes ${together.join(' ')}`, answers: together }]
      : []),
    ...named.map(({ name, action }, index) => ({
      label: isOne ? phrases.confirm[action] : `${phrases.confirm[action]} ${index + 1}`,
      command: `/yes ${name}`,
      answers: [name],
    })),
    { label: phrases.decline, command: `/no ${answers.join(' ')}`, answers },
  ];
}

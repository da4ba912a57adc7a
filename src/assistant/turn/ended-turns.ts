// What a session holds of a turn that has ended: its messages, its end, and the questions that it left. Pure.
import {
  type AskedEntry,
  type Entry,
  type MessageEntry,
  type Proposal,
  type TurnEntry,
  unusedTurn,
} from '../../session/entry.ts';
import type { Session } from '../../session/sessions.ts';
import type { Incoming } from '../channel.ts';
import { lastAnswerOf } from '../approval/provenance.ts';
import { agreedTogether, waitingOf } from './receipts.ts';
import { isFrom } from './turn-recovery.ts';
import type { TurnResult } from './turn.ts';

/** How long the question of a command waits, as long as a write does. */
const maxAskedMs = 24 * 3_600_000;

/** The question that a command asked, open or answered, where nothing was asked or said in the conversation since; else null. */
export function askedByCommand(entries: readonly Entry[], now: Date): AskedEntry | null {
  const last = entries.findLast(({ type }) => type === 'asked' || type === 'turn' || type === 'message');
  return last?.type === 'asked' && now.getTime() - Date.parse(last.at) <= maxAskedMs ? last : null;
}

/**
 * The questions that the last turn left for the person, as far as an answer without their names is for them.
 * @param isPlain plain words answer them only where the model itself asked nothing beside them
 */
export function askedLast(
  entries: readonly Entry[],
  { isPlain, isYes }: { isPlain: boolean; isYes: boolean },
): string[] {
  const ended = entries.findLast((entry) => entry.type === 'turn');
  if (ended?.type !== 'turn') return [];
  const messages = messagesBefore(entries, ended);
  if (isPlain && /[?？]/.test(lastAnswerOf(messages))) return [];
  const waiting = waitingOf(messages);
  const together = isYes ? agreedTogether(waiting) : [];
  return (together.length > 0 ? together : waiting).flatMap(({ name }) => (name === null ? [] : [name]));
}

/** The names that a person gave; a number is that of a question of the last turn, as it was shown. */
export function namesGiven(given: readonly string[], entries: readonly Entry[]): string[] {
  const ended = entries.findLast((entry) => entry.type === 'turn');
  const shown = ended?.type === 'turn' ? waitingOf(messagesBefore(entries, ended)) : [];
  return given.map((name) => (/^\d{1,3}$/.test(name) ? shown[Number(name) - 1]?.name : null) ?? name);
}

/** What the session held when these questions were asked; all of it where they are not in it. */
export function untilAsked(entries: readonly Entry[], names: readonly string[]): readonly Entry[] {
  const asked = entries.findLastIndex(
    (entry) =>
      entry.type === 'message' &&
      entry.outcomes?.some(({ waits }) => waits !== undefined && waits.name !== null && names.includes(waits.name)),
  );
  const end = entries.findIndex((entry, index) => index > asked && entry.type === 'turn');
  return asked === -1 || end === -1 ? entries : entries.slice(0, end + 1);
}

/** What the person was shown of a write when they were asked about it; undefined where that was in another session. */
export const shownOf = (entries: readonly Entry[], name: string): Proposal | undefined =>
  waitingOf(entries.filter((entry) => entry.type === 'message')).find((waits) => waits.name === name)?.proposal;

/** The end of the turn that a message belongs to, if that turn has ended. */
export function endOf(entries: readonly Entry[], incoming: Incoming): TurnEntry | null {
  const at = entries.findIndex((entry) => isFrom(entry, incoming));
  const end = entries.slice(at).find((entry) => entry.type === 'turn');
  return end?.type === 'turn' ? end : null;
}

/** The messages of the turn that ends so. */
export function messagesBefore(entries: readonly Entry[], end: TurnEntry): MessageEntry[] {
  const before = entries.slice(0, entries.indexOf(end));
  return before
    .slice(before.findLastIndex((entry) => entry.type === 'turn') + 1)
    .filter((entry) => entry.type === 'message');
}

const nothingUsed = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 };

export const resultOf = (outcome: string, session: Session): TurnResult => ({
  outcome,
  reply: '',
  messages: [],
  sessionId: session.id,
  toolCalls: [],
  usage: nothingUsed,
  responseMessageId: null,
});

export const stoppedTurn = (incoming: Incoming, at: Date): TurnEntry =>
  unusedTurn(incoming.id, at.toISOString(), 'stopped');

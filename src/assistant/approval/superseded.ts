// Which questions that still wait a newer one takes the place of: "remind me at 16:30", "no, 16:15". With both to be tapped, both would
// be done. Pure.
import { toolUses } from '../../models/message.ts';
import type { Entry, Proposal } from '../../session/entry.ts';
import { openTurn } from '../../session/history.ts';
import { isOfTime } from '../phrases/offers.ts';
import { tellingWordsIn } from './proposed-words.ts';

/** Of the words of both so many are those of each: one word more, or another one of five, is the same matter. */
const minShare = 2 / 3;

/**
 * The names of the questions of earlier turns that are about the same as a write which waits from now on.
 * @param entries of the session so far; what the turn that is open asks stands together
 */
export function supersededBy(
  { tool, name, proposal }: { tool: string; name: string; proposal: Proposal },
  entries: readonly Entry[],
): string[] {
  const open = new Set<Entry>(openTurn(entries));
  const messages = entries.filter((entry) => entry.type === 'message').filter((entry) => !open.has(entry));
  const tools = new Map(messages.flatMap(toolUses).map((call) => [call.id, call.name]));
  const words = matterOf(proposal);
  return messages
    .flatMap(({ outcomes = [] }) => outcomes)
    .flatMap(({ tool_use_id: id, waits }) =>
      waits !== undefined &&
      waits.name !== null &&
      waits.name !== name &&
      tools.get(id) === tool &&
      waits.proposal.action === proposal.action &&
      areMostlySame(words, matterOf(waits.proposal))
        ? [waits.name]
        : [],
    );
}

/** What a write is about: its telling words without numbers and times, which are what is corrected. */
const matterOf = ({ text }: Proposal): Set<string> =>
  // As they are written: stems and words without their accents are no times that are known.
  tellingWordsIn(text.replaceAll(anyWord, (word) => (isOfTime(word) || halves.has(word.toLowerCase()) ? ' ' : word)));
const anyWord = /[\p{L}\p{M}\p{N}]+/gu;
const halves = new Set(['am', 'pm']);

function areMostlySame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared > 0 && shared >= minShare * (one.size + other.size - shared);
}

// Who gives and who gets something. "Rosa lent me her tent" bears "borrowed a tent from Rosa" and not "lent Rosa a tent",
// whichever of the two verbs a claim has. Pure; callers bound the length of the text.
import { contentWords } from '../write/words.ts';
import { doerOf, isLead, isParticipant, isRelated, plainWords } from './subjects.ts';
import {
  isAuxiliary,
  isDoneBy,
  isDetail,
  isGiving,
  isGoal,
  isOrigin,
  isOwner,
  isSelf,
  isTaking,
  isTakingFrom,
  isTogether,
  isToSelf,
  partEnds,
  sameRelation,
  speaksOfSelf,
} from './words.ts';

interface Transfer {
  /** Null where the words do not say it. */
  giver: string | null;
  taker: string | null;
  /** The stems of what is named besides. */
  things: ReadonlySet<string>;
}

/** The name of the person who speaks. */
const speaker = '';

/** Whether the claim has both in the places that the words give them; null where they do not speak of the same transfer. */
export function isSameTransfer(claim: string, quote: string): boolean | null {
  const [claimed] = transfersOf(claim);
  if (!claimed) return null;
  const said = transfersOf(quote).filter(
    ({ things }) => claimed.things.size === 0 || [...claimed.things].some((thing) => things.has(thing)),
  );
  return said.length === 0 ? null : said.some((one) => !isMirrored(claimed, one));
}

const isMirrored = (one: Transfer, other: Transfer): boolean =>
  (one.giver !== null && one.giver === other.taker) || (one.taker !== null && one.taker === other.giver);

const transfersOf = (text: string): Transfer[] =>
  text.split(partEnds).flatMap((part) => (part === undefined ? [] : (transferOf(part) ?? [])));

function transferOf(text: string): Transfer | null {
  const words = plainWords(text);
  const isFromOther = words.some((word, i) => isOrigin(word) && isParticipant(bareOf(words.slice(i + 1))));
  const isTaken = (word: string): boolean => isTaking(word) || (isFromOther && isTakingFrom(word));
  const at = words.findIndex((word) => isGiving(word) || isTaken(word));
  const subject = at < 0 ? null : subjectOf(words, at);
  if (subject === null) return null;
  const verb = words[at] ?? '';
  // "A bike given by Tomasz"
  if (isDoneBy(words[at + 1] ?? '')) return null;
  const other = otherOf(words, subject, isGiving(verb) ? isOrigin : isGoal);
  const placed = { subject: sameName(subject), other: other === null ? null : sameName(other) };
  const named = contentWords(`${subject} ${other ?? ''} ${verb}`);
  const things = new Set([...contentWords(text)].filter((stem) => !named.has(stem)));
  return isGiving(verb)
    ? { giver: placed.subject, taker: placed.other, things }
    : { giver: placed.other, taker: placed.subject, things };
}

/** The first word that is no article and no "my". */
const bareOf = (words: readonly string[]): string => words.find((word) => !isLead(word)) ?? '';

/** One word for the same relation: "mum" and "mother". */
const sameName = (name: string): string => sameRelation.find((group) => group.includes(name))?.[0] ?? name;

/** The one who does it: a name at the beginning, or the speaker where a verb begins. */
function subjectOf(words: readonly string[], verb: number): string | null {
  const first = words[0] ?? '';
  const isSpeaker = isSelf(first) || (speaksOfSelf.test(first) && !isToSelf(first));
  if (verb === 0 || isSpeaker || isAuxiliary(first.toLowerCase())) return speaker;
  const doer = doerOf(words);
  return doer !== undefined && words.indexOf(doer) < verb ? doer.toLowerCase() : null;
}

/** @param isElsewhere whether a word leads to somebody who is not the other one: "from", where something is given */
function otherOf(words: readonly string[], subject: string, isElsewhere: (word: string) => boolean): string | null {
  const isLed = (before: string): boolean =>
    !isElsewhere(before) &&
    (isGoal(before) || isOrigin(before) || !(isDetail(before) || isTogether(before) || isOwner(before)));
  const start = Math.max(
    words.findIndex((word) => word.toLowerCase() === subject),
    0,
  );
  const found = words.find((word, i) => {
    const before = (words[i - 1] ?? '').toLowerCase();
    if (i <= start || isGiving(word) || isTaking(word)) return false;
    // "A mi hermano" is "to my brother".
    if (isToSelf(word)) return subject !== speaker && !isRelated((words[i + 1] ?? '').toLowerCase()) && isLed(before);
    if (!isParticipant(word) || /['’]s?$/.test(word)) return false;
    return isLead(before) ? isRelated(word.toLowerCase()) && isLed(words[i - 2] ?? '') : isLed(before);
  });
  if (found === undefined) return null;
  return isToSelf(found) ? speaker : found.toLowerCase();
}

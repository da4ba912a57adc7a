// How far a claim goes: what happened once is no habit, "one of three" is not all of them, "over 200" is not "under 200", what is
// denied twice is not denied. Pure; callers bound the length of the text.
import { isMentioned, sharingWith, wordsOf } from './clauses.ts';
import { hasName } from './values.ts';
import { contentWords } from '../write/words.ts';
import { hasDenyingWord } from '../../language/denials.ts';
import {
  atLeast,
  atMost,
  attitudes,
  denialsIn,
  habits,
  isDone,
  isNever,
  isOnce,
  isSeldom,
  isSurely,
  isPassive,
  isSelf,
  regularly,
  weekdays,
  excepts,
  irony,
  isBut,
  isDenied,
  isFunctionWord,
  isOnly,
  isPast,
  isPronoun,
  leavesOpen,
  pleasures,
  relations,
  reports,
  roles,
  bySaying,
  saysOfSelf,
  speaksOfSelf,
} from './words.ts';

/** A word of the claim by which it goes further than the words; null where there is none. */
export function beyondWords(claim: string, evidence: string): string | null {
  const habit = habits.exec(claim)?.[0];
  const isPastTold = isPast.test(evidence) || isDone.test(evidence);
  const isRegular =
    habits.test(evidence) ||
    (![isSeldom, isOnce].some((pattern) => pattern.test(evidence)) &&
      (regularly.test(evidence) ||
        wordsOf(evidence).some((word) => weekdays.has(word) && (!isPastTold || word.endsWith('s')))));
  if (
    habit !== undefined &&
    !isRegular &&
    [isOnce, isPast, isDone, isOnly, isSeldom].some((pattern) => pattern.test(evidence))
  )
    return habit;
  const never = isNever.exec(claim)?.[0];
  if (never !== undefined && isOnce.test(evidence) && !hasDenyingWord(evidence)) return never;
  const certainty = isSurely.exec(claim)?.[0];
  if (certainty !== undefined && !isSurely.test(evidence)) return certainty;
  const attitude = attitudes.exec(claim)?.[0];
  if (attitude !== undefined && isOnce.test(evidence) && !attitudes.test(evidence) && !isMentioned(attitude, evidence))
    return attitude;
  return otherBound(claim, evidence);
}

/** "Over 200" as "under 200". */
function otherBound(claim: string, evidence: string): string | null {
  for (const [bound, other] of [
    [atLeast, atMost],
    [atMost, atLeast],
  ] as const) {
    const claimed = [...claim.matchAll(bound)];
    const [own, rival] = [bound, other].map(
      (pattern) => new Set([...evidence.matchAll(pattern)].map(([, number = '']) => number)),
    );
    const found = claimed.find(([, number = '']) => rival?.has(number) === true && own?.has(number) !== true);
    if (found) return found[0];
  }
  return null;
}

/** "I picked Jana up" as "was picked up by Jana": what the speaker did, claimed as done to them. */
export function isTurnedPassive(claim: string, quote: string): boolean {
  const [first = '', ...rest] = wordsOf(claim);
  const said = wordsOf(quote);
  if (!isPassive(first) || said.some(isPassive)) return false;
  const [lead = ''] = said;
  const isDoneBySelf = isSelf(lead) || (isParticiple.test(lead) && rest.includes(lead));
  return (
    isDoneBySelf &&
    rest.some((word) => word.length >= minVerb && isParticiple.test(word) && said.some((one) => isOfVerb(word, one)))
  );
}

/** "Gepflegt" and "pflege" */
const isOfVerb = (participle: string, verb: string): boolean =>
  participle === verb || (participle.startsWith('ge') && verb.startsWith(participle.slice(2, 2 + minVerb)));

const minVerb = 4;
/** Finds the ending of a participle. */
const isParticiple = /(?:ed|en|t)$/u;

const maxExcepted = 3;

/** "All but Karim" as "all, Karim too": one of whom the words say the opposite, said of by the claim as of the rest. */
export function isExcepted(claim: string, quote: string): boolean {
  const at = excepts.exec(quote);
  if (!at || excepts.test(claim) || isOnly.test(claim)) return false;
  const behind = quote.slice(at.index + at[0].length).trim();
  const [phrase = ''] = behind.split(/[,;:.!?]/);
  const words = phrase.split(/\s+/).slice(0, maxExcepted);
  const named = words.find((word) => /^\p{Lu}/u.test(word) || relations.has(word.toLowerCase()));
  if (named === undefined || !(hasName(named, claim) || isMentioned(named, claim))) return false;
  const rest = `${quote.slice(0, at.index)} ${behind.slice(phrase.length)}`;
  return isDenied(rest) === isDenied(claim);
}

/** "Jen told me so, but Jen says a lot": what is told of others' words that are then doubted. */
export function isDoubted(claim: string, quote: string): boolean {
  const but = isBut.exec(quote);
  if (!but || reports.test(claim) || leavesOpen.test(claim)) return false;
  return reports.test(quote.slice(0, but.index)) && reports.test(quote.slice(but.index));
}

/** "Oh great, another fine" as pleased: a pleasure that was said in irony. */
export const isIronic = (claim: string, quote: string): boolean =>
  irony.test(quote) && pleasures.test(claim) && !isDenied(claim);

/** "My ex says I am selfish" as "Is selfish". Of those whose word counts for a fact ("my doctor says") it is taken. */
export function isSaidByOthers(claim: string, quote: string): boolean {
  if (reports.test(claim) || saysOfSelf.test(claim) || leavesOpen.test(claim)) return false;
  const claimed = contentWords(claim);
  const sharing = (part: string): number => [...contentWords(part)].filter((word) => claimed.has(word)).length;
  const told = saysOfSelf.exec(quote);
  if (told) {
    const before = quote.slice(0, told.index).split(partBounds);
    const [behind = '', ...rest] = quote
      .slice(told.index)
      .replace(/^[^,]*, (?=ich|wir)/u, '')
      .split(partBounds);
    const sayer = wordsOf(before.at(-1) ?? '');
    const isNamed = sayer.some((word) => !isFunctionWord(word) || isPronoun.test(word));
    const opening = wordsOf(claim).slice(0, maxOpening).join(' ');
    const isOwn = sayer.some((word) => isSelf(word) || roles.has(word) || isMentioned(word, opening));
    const others = [...before.slice(0, -1), ...rest];
    if (isNamed && !isOwn && others.every((part) => sharing(part) <= sharing(behind))) return true;
  }
  const by = bySaying.exec(quote);
  const [one, other] = by ? wordsOf(quote.slice(by.index + by[0].length)) : [];
  const sayer = [one, other].find((word) => word !== undefined && relations.has(word));
  return sayer !== undefined && !roles.has(sayer) && !isMentioned(sayer, claim);
}

const partBounds = /[,.;:!?] /u;
/** Who begins a claim is named among so many words. */
const maxOpening = 3;

const quotations = /["“„«]([^"“”„«»]{3,400})["”“»]/gu;

/** "'I hate it' was the first thing she said" as "Hates it": what stands in quotation marks and was said by another. */
export function isQuotedOfOther(claim: string, quote: string): boolean {
  const inside = [...quote.matchAll(quotations)].map(([, words = '']) => words);
  const outside = quote.replace(quotations, ' ');
  if (inside.length === 0 || !reports.test(outside) || speaksOfSelf.test(outside) || reports.test(claim)) return false;
  const sharing = sharingWith(claim);
  return inside.some((words) => wordsOf(words).some(isSelf) && sharing(words) > sharing(outside));
}

const reachOfDenial = 6;

/** "I didn't say I wouldn't come": what is denied twice in one breath, and in the claim only once. */
export function isDeniedTwice(claim: string, quote: string): boolean {
  const nested = quote.split(/[,;.!?]/).some((part) => {
    const places = denialsIn(part);
    return places.some((at, i) => i > 0 && at - (places[i - 1] ?? 0) <= reachOfDenial);
  });
  return nested && denialsIn(claim).length === 1;
}

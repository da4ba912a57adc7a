// How far a claim goes: what happened once is no habit, "one of three" is not all of them, "over 200" is not "under 200", what is
// denied twice is not denied. Pure; callers bound the length of the text.
import { isMentioned, wordsOf } from './clauses.ts';
import { hasName } from './values.ts';
import {
  atLeast,
  atMost,
  attitudes,
  denialsIn,
  habits,
  isOnce,
  isPassive,
  isSelf,
  regularly,
  weekdays,
  excepts,
  irony,
  isBut,
  isDenied,
  isOnly,
  isPast,
  leavesOpen,
  pleasures,
  relations,
  reports,
} from './words.ts';

/** A word of the claim by which it goes further than the words; null where there is none. */
export function beyondWords(claim: string, evidence: string): string | null {
  const habit = habits.exec(claim)?.[0];
  const isRegular =
    habits.test(evidence) || regularly.test(evidence) || wordsOf(evidence).some((word) => weekdays.has(word));
  if (habit !== undefined && !isRegular && (isOnce.test(evidence) || isPast.test(evidence) || isOnly.test(evidence)))
    return habit;
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
  return isDoneBySelf && rest.some((word) => word.length >= minVerb && isParticiple.test(word) && said.includes(word));
}

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

const reachOfDenial = 6;

/** "I didn't say I wouldn't come": what is denied twice in one breath, and in the claim only once. */
export function isDeniedTwice(claim: string, quote: string): boolean {
  const nested = quote.split(/[,;.!?]/).some((part) => {
    const places = denialsIn(part);
    return places.some((at, i) => i > 0 && at - (places[i - 1] ?? 0) <= reachOfDenial);
  });
  return nested && denialsIn(claim).length === 1;
}

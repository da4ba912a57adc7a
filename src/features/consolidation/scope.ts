// How far a claim goes: what happened once is no habit, "one of three" is not all of them, "over 200" is not "under 200", what is
// denied twice is not denied. Pure; callers bound the length of the text.
import { isMentioned, wordsOf } from './clauses.ts';
import { atLeast, atMost, attitudes, denialsIn, habits, isOnce, regularly, weekdays } from './words.ts';

/** A word of the claim by which it goes further than the words; null where there is none. */
export function beyondWords(claim: string, evidence: string): string | null {
  const habit = habits.exec(claim)?.[0];
  const isRegular =
    habits.test(evidence) || regularly.test(evidence) || wordsOf(evidence).some((word) => weekdays.has(word));
  if (habit !== undefined && !isRegular) return habit;
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

const reachOfDenial = 6;

/** "I didn't say I wouldn't come": what is denied twice in one breath, and in the claim only once. */
export function isDeniedTwice(claim: string, quote: string): boolean {
  const nested = quote.split(/[,;.!?]/).some((part) => {
    const places = denialsIn(part);
    return places.some((at, i) => i > 0 && at - (places[i - 1] ?? 0) <= reachOfDenial);
  });
  return nested && denialsIn(claim).length === 1;
}

// Words of a claim that say the opposite of what was said: by the table of opposites, by a particle ("moved in" for "moved
// out"), by a prefix ("unlocked" for "locked"). Pure; callers bound the length of the text.
import { isMentioned, wordsOf } from './clauses.ts';
import {
  beginsLine,
  copulas,
  isArticle,
  isDenied,
  isGoal,
  months,
  negatingPrefixes,
  opposedParticles,
  opposites,
  possessives,
  transferMeanings,
  weekdays,
  wordsDenied,
} from './words.ts';

/** Whether this group of opposites is the one of colours: a claim may name a colour only if the person said one. */
const isOfLook = (meanings: readonly ReadonlySet<string>[]): boolean => meanings.some((names) => names.has('yellow'));

/**
 * A word of the claim whose opposite the words say, and not it.
 * @param isSameTransfer the claim and the words have the same giver and taker: then either may be told by the verb of the other
 */
export function oppositeWord(claim: string, evidence: string, isSameTransfer: boolean): string | null {
  const said = wordsOf(evidence);
  const claimed = wordsOf(claim);
  // "I lent Carla the tent": Carla has borrowed it.
  const [doer = ''] = claim.split(/\s/);
  if (/^\p{Lu}/u.test(doer) && !beginsLine.has(doer.toLowerCase()) && evidence.indexOf(doer) > 0) return null;
  for (const meanings of opposites) {
    if (transferMeanings.has(meanings) && (isSameTransfer || isGoalOf(evidence, claimed))) continue;
    const heard = meanings.filter((names) => [...names].some((name) => hasPhrase(said, name)));
    if (heard.length === 0 && !isOfLook(meanings)) continue;
    if (heard.some((names) => names.has('except')) && isNobodyElse(evidence, heard)) continue;
    const isHeard = (word: string): boolean => heard.some((names) => names.has(word));
    const strange =
      claimed.find((word) => !isHeard(word) && meanings.some((names) => names.has(word))) ??
      strangePhrase(claimed, meanings, heard);
    // "Not accepted" is "declined".
    const isQuantity = meanings.some((names) => names.has('every'));
    const isTurnedBack = strange !== undefined && !isQuantity && wordsOf(wordsDenied(claim)).includes(strange);
    if (strange !== undefined && !isTurnedBack && !claimed.some(isHeard)) return strange;
  }
  return null;
}

/** A phrase of a meaning that the words have the opposite of: "after tax". */
function strangePhrase(
  claimed: readonly string[],
  meanings: readonly ReadonlySet<string>[],
  heard: readonly ReadonlySet<string>[],
): string | undefined {
  if (heard.length === 0) return undefined;
  const phrases = meanings.flatMap((names) => (heard.includes(names) ? [] : [...names]));
  return phrases.find((name) => name.includes('_') && hasPhrase(claimed, name));
}

const phraseGap = 4;

/** Whether the words of a text have a word, or those of a phrase in their order with a few others between: `let_go`. */
function hasPhrase(words: readonly string[], phrase: string): boolean {
  const [first = '', ...rest] = phrase.split('_');
  const at = words.indexOf(first);
  return at >= 0 && rest.every((word, i) => words.slice(at + 1 + i, at + 2 + i + phraseGap).includes(word));
}

/** "Sold to a couple" as "A couple bought": the claim begins with the one to whom it went. */
function isGoalOf(evidence: string, claimed: readonly string[]): boolean {
  const first = claimed.find((word) => !isArticle(word) && !possessives.has(word)) ?? '';
  const said = wordsOf(evidence);
  const at = said.indexOf(first);
  const before = isArticle(said[at - 1] ?? '') ? at - 2 : at - 1;
  return at > 1 && first.length >= minRest && isGoal(said[before] ?? '');
}

/** "Nobody except me" is "only me". */
const isNobodyElse = (evidence: string, excepts: readonly ReadonlySet<string>[]): boolean =>
  isDenied(
    wordsOf(evidence)
      .filter((word) => !excepts.some((names) => names.has(word)))
      .join(' '),
  );

const particleReach = 3;

/** A particle of the claim where the words have its opposite beside the same verb, or before the same thing: "in" for "out". */
export function oppositeParticle(claim: string, quote: string): string | null {
  const [claimed, said] = [wordsOf(claim), wordsOf(quote)];
  for (const [particle, opposite] of opposedParticles) {
    const [at, saidAt] = [claimed.indexOf(particle), said.indexOf(opposite)];
    if (at < 1 || saidAt < 1) continue;
    const isBehindVerb = (one: string): boolean =>
      said.some((word, i) => word === one && isVerbLike(claimed[at - 1] ?? '', said[i - 1] ?? ''));
    if (isBehindVerb(opposite) && !isBehindVerb(particle)) return particle;
    if (claimed.includes(opposite) || said.includes(particle)) continue;
    const [thing, saidThing] = [thingBehind(claimed, at), thingBehind(said, saidAt)];
    if (months.has(thing) || weekdays.has(thing)) continue;
    // "The house in Whitby": what stands behind an article is no verb.
    const verbs = said
      .slice(Math.max(0, saidAt - particleReach), saidAt)
      .filter((_word, i, some) => !isArticle(some[i - 1] ?? '') && !isArticle(said[saidAt - 2] ?? ''))
      .join(' ');
    const isSameVerb = claimed.slice(Math.max(0, at - particleReach), at).some((word) => isVerbLike(word, verbs));
    const isBeing = copulas.has(said[saidAt - 1] ?? '') || (said[saidAt - 1] ?? '').length <= minVerb;
    if (isSameVerb || (!isBeing && thing !== '' && thing === saidThing)) return particle;
  }
  return null;
}

const minVerb = 3;
const isVerbLike = (word: string, words: string): boolean =>
  word.length >= minVerb && !isArticle(word) && !possessives.has(word) && isMentioned(word, words);

const thingBehind = (words: readonly string[], at: number): string =>
  words.slice(at + 1).find((word) => !isArticle(word) && !possessives.has(word)) ?? '';

const minRest = 4;

/** A word of the claim that is one of the quote with a denying prefix, or without it. */
export function oppositePrefix(claim: string, quote: string): string | null {
  if (isDenied(claim) !== isDenied(quote)) return null;
  const said = new Set(wordsOf(quote));
  const claimed = new Set(wordsOf(claim));
  const isOnly = (word: string, here: ReadonlySet<string>, there: ReadonlySet<string>): boolean =>
    negatingPrefixes.some((prefix) => {
      const rest = word.slice(prefix.length);
      const isDerived = word.startsWith(prefix) && rest.length >= minRest;
      return isDerived && there.has(rest) && !there.has(word) && !here.has(rest);
    });
  return (
    [...claimed].find((word) => isOnly(word, claimed, said)) ??
    [...said].find((word) => isOnly(word, said, claimed)) ??
    null
  );
}

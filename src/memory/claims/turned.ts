// Whether a claim states as a fact what the words ask, wish, plan or deny, or turns round what they set against each other. Pure.
import { contentWords } from '../write/words.ts';
import { oppositeWord } from './opposites.ts';
import { closestPart, hasOwnSubject } from './subjects.ts';
import { valuesOf } from './values.ts';
import { hasDenyingWord } from '../../language/denials.ts';
import { closestClause, isMentioned, isSameStem, sharedStems, wordsOf } from './clauses.ts';
import {
  accepts,
  agreement,
  comparisons,
  contrasts,
  demands,
  directions,
  hasEnded,
  insteadOf,
  isCleft,
  isConditional,
  isDenied,
  isGoal,
  isLeftOpen,
  isNoLonger,
  isOfPast,
  isOver,
  isPast,
  isSelf,
  isToSelf,
  isVerb,
  leavesOpen,
  preferredTo,
  prefers,
  relations,
  reports,
  routes,
  takesBack,
  underCondition,
  withoutConditions,
  wordsDenied,
  denialOf,
} from './words.ts';
import { isYetToCome, wasSoOnce } from './tense.ts';

export const onlyAsked = 'its quote only asks or imagines it';
export const turned = 'one of quote and text denies what the other says';
const onlyOnce = 'its quote says that it was so once';

/** Whether a clause of the claim states as a fact what was asked, wished or denied, or the other way round. */
export function whyTurned(
  clause: string,
  claim: string,
  quote: string,
  { isOpenQuestion, isDeniedBefore }: { isOpenQuestion: boolean; isDeniedBefore: boolean },
): string | null {
  const same = closestClause(clause, quote);
  const isAsked = isOpenQuestion || leavesOpen.test(claim) || (demands.test(claim) && !isConditional(same));
  const isOpen = isConditional(same) || (isLeftOpen(same) && !isOpenElsewhere(clause, same));
  // "My doctor says I should rest" as "The doctor advises rest"
  const isReported = reports.test(claim) && reports.test(same) && !isConditional(same);
  if (isOpen && !(accepts.test(quote) && !isDenied(quote))) {
    if (isAsked || tellsCondition(claim, same)) return null;
    if (!isReported) return onlyAsked;
  }
  if (clause.trim().endsWith('?') && !isOpenQuestion) return 'its quote does not ask it';
  const part = closestPart(clause, same);
  const isToldOver =
    isOver.test(part) && !isOver.test(clause) && !tellsOfPast(clause) && (!isDenied(clause) || isDenied(same));
  if (isToldOver) return onlyOnce;
  if (isYetToCome(clause, part)) return 'its quote says that it is still to come';
  if (wasSoOnce(clause, part)) return onlyOnce;
  if (isReturn(clause, same)) return 'its quote says it in the other direction';
  if (isReversed(clause, same)) return 'its quote puts the other of both first';
  // "Are you vegan?" - "Since Easter": what is denied stands in the question.
  if (isDeniedBefore && (agreement.test(quote) || sharedStems(clause, same) === 0)) return null;
  // "I'm not vegan any more" as "Was vegan"
  if (isNoLonger.test(same) && tellsOfPast(clause)) return null;
  if (contrasts.test(claim)) return null;
  if (contrasts.test(quote)) return isOtherHalf(clause, quote) ? 'its quote says it of the other of both' : null;
  // "At nine, actually no, at ten"
  const taken = takesBack.exec(same);
  const isMended = taken !== null && namedValues(same.slice(taken.index + taken[0].length)).size > 0;
  const mended = isMended ? same.replace(takesBack, ' ') : same;
  const isSo = isTurned(clause, mended) || isTurned(mended, clause) || isDeniedElsewhere(clause, mended);
  return isSo ? turned : null;
}

/** "No idea what to cook, my parents are coming": the question is another sentence than the one that is told. */
function isOpenElsewhere(clause: string, said: string): boolean {
  const part = closestPart(clause, said);
  const [opening = ''] = said.split(part);
  return (
    hasOwnSubject(part, said) &&
    !isLeftOpen(part) &&
    wordsOf(opening).length >= minSentence &&
    sharedStems(clause, opening) === 0 &&
    !said.trimEnd().endsWith('?')
  );
}

const minSentence = 4;

/** "If it rains I take the bus" as "Takes the bus in the rain": what is so under a condition, and told with one. */
const tellsCondition = (claim: string, said: string): boolean =>
  !isLeftOpen(withoutConditions(said)) && (isConditional(claim, said) || underCondition.test(claim));

/** Whether a claim tells of the past, and does not begin with a verb of the present: "Has a cat called Pepper". */
function tellsOfPast(clause: string): boolean {
  const [first = '', second = ''] = wordsOf(clause);
  return isOfPast(clause) && !(isVerb(first) && !isPast.test(first) && !isPast.test(second));
}

/** Whether the one denies what the other says. What is denied has to be spoken of there: tea "without milk" may be black tea. */
function isTurned(denying: string, other: string): boolean {
  if (!isDenied(denying) || isDenied(other)) return false;
  // Who left is not there any more; "not broken" denies "broken" all the same.
  if (hasEnded(withoutWordsOf(other, wordsDenied(denying))))
    return (
      hasDenyingWord(denying) &&
      wordsOf(wordsDenied(denying))
        .slice(0, maxBehindDenial)
        .some((word) => hasEnded(word) && wordsOf(other).includes(word))
    );
  const { about, besides } = denialOf(denying);
  if (isOfOtherValue(about, besides, other)) return false;
  // "Prefers books to films" says that of the films.
  const liked = other.slice(0, (prefers.test(other) ? preferredTo.exec(other) : null)?.index);
  const spokenOf = contentWords(contentWords(liked).size > 1 ? liked : other);
  const isSpokenOf = (word: string): boolean =>
    spokenOf.has(word) || [...spokenOf].some((one) => one.length >= 4 && word.length >= 4 && isSameStem(one, word));
  const what = [...contentWords(about)];
  const both = what.filter(isSpokenOf);
  // "It's not the washing machine that leaks, it's the dishwasher"
  if (isCleft.test(besides) && [...spokenOf].some((word) => contentWords(besides).has(word) && !what.includes(word)))
    return false;
  // "I'm red-green colour-blind, so no red or green charts", "I don't play the guitar, I play the bass"
  const alsoTold = isDenied(besides) ? new Set<string>() : contentWords(besides);
  const isOfOther = wordsOf(other).some((word) => relations.has(word) && !wordsOf(besides).includes(word));
  const isTold =
    !isOfOther &&
    ((both.length > 1 && both.every((word) => alsoTold.has(word))) ||
      [...spokenOf].every((word) => alsoTold.has(word)));
  return what.length === 0 || (both.length > 0 && !isTold);
}

/** "I do eat meat, just not often" as "Does not eat meat": the words deny something else, and tell that it is so. */
function isDeniedElsewhere(denying: string, other: string): boolean {
  if (!isDenied(denying) || !isDenied(other)) return false;
  const { about, besides } = denialOf(other);
  if (besides === '' || isDenied(besides) || hasEnded(besides) || !hasDenyingWord(denying)) return false;
  if (isNoLonger.test(denying) && isNoLonger.test(other)) return false;
  const what = [...contentWords(wordsDenied(denying))];
  const [denied, told] = [contentWords(about), contentWords(besides)];
  return what.length > 0 && what.every((word) => told.has(word) && !denied.has(word));
}

/** "I go by Bex, nobody calls me Rebecca": another name, number or day is denied than the one that both tell. */
function isOfOtherValue(about: string, besides: string, other: string): boolean {
  const [no, yes, told] = [about, besides, other].map(namedValues);
  return (
    no !== undefined &&
    no.size > 0 &&
    [...(told ?? [])].some((value) => yes?.has(value)) &&
    ![...no].some((value) => told?.has(value))
  );
}

/** The names, numbers, times and days of a text. */
function namedValues(text: string): Set<string> {
  const { names, numbers, times, weekdays: days, dates } = valuesOf(text);
  return new Set([
    ...names,
    ...times,
    ...numbers,
    ...[...days].map((day) => `weekday ${day}`),
    ...dates.flatMap(({ day }) => (day === undefined ? [] : [String(day)])),
  ]);
}

/** A text without the words that another has too. */
function withoutWordsOf(text: string, other: string): string {
  const words = new Set(wordsOf(other));
  return text.replace(/\p{L}[\p{L}'’-]*/gu, (word) => (words.has(word.toLowerCase()) ? '' : word));
}

/** "Not broken", "not quite gone": with the denial itself. */
const maxBehindDenial = 3;

/**
 * Whether the claim has on either side of a comparison what the quote has on the other: "rather by bike than by car",
 * "préfère le train à la voiture".
 */
function isReversed(clause: string, quote: string): boolean {
  const between = prefers.test(clause) && !comparisons.test(clause) ? preferredTo : comparisons;
  const [claimed, said] = [between.exec(clause), between.exec(quote)];
  if (!claimed || !said) return false;
  const halves = (text: string, { index, 0: word }: RegExpExecArray): [before: string, behind: string] => [
    text.slice(0, index),
    text.slice(index + word.length),
  ];
  const [first, second] = halves(clause, claimed);
  const [before, behind] = halves(quote, said);
  if (isMirrored(clause, quote)) return oppositeWord(clause, quote, false) === null;
  return (
    sharedStems(second, before) > sharedStems(second, behind) &&
    sharedStems(first, behind) > 0 &&
    sharedStems(second, behind) === 0
  );
}

/** "My brother is older than me" beside "… than the brother": the speaker stands on the other side of the comparison. */
export function isMirrored(claim: string, quote: string): boolean {
  const [claimed, said] = [comparisons.exec(claim), comparisons.exec(quote)];
  if (!claimed || !said) return false;
  const [next = ''] = wordsOf(quote.slice(said.index + said[0].length));
  const isOfSpeaker = isSelf(next) || isToSelf(next);
  return isOfSpeaker && sharedStems(claim.slice(claimed.index), quote.slice(0, said.index)) > 0;
}

const minPlace = 3;

/** Whether the claim goes from where the quote goes to, or tells of what was left as if it still were. */
function isReturn(clause: string, quote: string): boolean {
  const [, start = '', end = ''] = routes.exec(quote) ?? [];
  const [, claimedStart, claimedEnd] = routes.exec(clause) ?? [];
  if (start !== '' && claimedStart === end && claimedEnd === start) return true;
  const [, from = '', to = ''] = directions.exec(quote)?.map((part) => part.toLowerCase()) ?? [];
  if (from === '') return false;
  const claimed = directions.exec(clause)?.map((part) => part.toLowerCase());
  if (claimed) return claimed[1] === to || claimed[2] === from;
  if (leadsTo(clause, from)) return true;
  const words = wordsOf(clause);
  const isLeft =
    words.includes(from) && !isMentioned(to, clause.replace(/['’]/g, ' ')) && !isDenied(clause) && !isPast.test(clause);
  if (isLeft && Math.min(from.length, to.length) >= minPlace) return true;
  const numbers = valuesOf(clause).numbers;
  const isIn = (value: string): boolean => [...valuesOf(value).numbers].some((number) => numbers.has(number));
  return numbers.size === 1 && isIn(from) && !isIn(to) && !isPast.test(clause);
}

const leadsTo = (clause: string, place: string): boolean =>
  wordsOf(clause).some((word, i, all) => word === place && isGoal(all[i - 1] ?? ''));

/** Whether the claim states the half of "tea instead of coffee" that is not so, or denies the half that is. */
function isOtherHalf(clause: string, quote: string): boolean {
  const at = insteadOf.exec(quote);
  if (!at) return false;
  const isSo = sharedStems(clause, quote.slice(0, at.index));
  const isNot = sharedStems(clause, quote.slice(at.index + at[0].length));
  return isDenied(clause) ? isSo > 0 && isNot === 0 : isNot > 0 && isSo === 0;
}

// When something is so: what is only ahead is not done, and what was so once is not so now. Pure; callers bound the length of the text.
import { contentWords } from '../write/words.ts';
import { isAhead, isDone, isNowadays, isStillSo, leavesOpen, partEnds, reports, tellsDone, wasSo } from './words.ts';

/** "We're going to repaint it" as "Repainted it". @param part the part of what was said that the clause is about */
export const isYetToCome = (clause: string, part: string): boolean =>
  isAhead.test(part) &&
  !isDone.test(part.split(isAhead)[0] ?? '') &&
  !isStillSo.test(part) &&
  tellsDone.test(clause) &&
  ![isAhead, reports, leavesOpen].some((pattern) => pattern.test(clause));

/** "I was a vegan for six years" as "Is vegan". */
export function wasSoOnce(clause: string, part: string): boolean {
  const said = contentWords(part);
  if (isStillSo.test(part) || ![...contentWords(clause)].some((word) => said.has(word))) return false;
  const isOneThing = part.split(partEnds).length === 1;
  return wasSo.some(([was, is]) => {
    const form = was.exec(part);
    const claimed = is.exec(clause);
    const isSame = claimed !== null && form?.[1]?.toLowerCase() === claimed[1]?.toLowerCase();
    return form !== null && !was.test(clause) && (isSame || (isOneThing && isNowadays.test(clause)));
  });
}

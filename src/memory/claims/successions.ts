// The old value of something and its new one: of "up to 17.99", said of what was 14.99, nothing bears "14.99, previously 17.99". Pure; callers
// bound the length of the text.
import { valuesOf } from './values.ts';
import { directions, formerly } from './words.ts';

const reach = 40;

/** The numbers that a claim gives as the old one and as the new one; null where it does not tell both. */
function bothOf(claim: string): { old: string; now: string } | null {
  const mark = formerly.exec(claim);
  if (!mark) return null;
  const [before, behind] = [claim.slice(0, mark.index), claim.slice(mark.index + mark[0].length)];
  const [first, rest] = [[...valuesOf(before).numbers], [...valuesOf(behind.slice(0, reach)).numbers]];
  const [now, old] = rest.length > 0 ? [first.at(-1), rest[0]] : [first[0], first[1]];
  return now === undefined || old === undefined || now === old ? null : { old, now };
}

/** A number that the claim gives as the old one where the words give it as the new one, or the other way round; null where there is none. */
export function oldForNew(claim: string, quote: string, known: string): string | null {
  const claimed = bothOf(claim);
  if (claimed === null) return null;
  const [, from = '', to = ''] = directions.exec(quote) ?? [];
  const [start, end] = [valuesOf(from).numbers, valuesOf(to).numbers];
  if (start.size > 0 && end.size > 0)
    return start.has(claimed.now) && end.has(claimed.old) ? `${claimed.old}, before ${claimed.now}` : null;
  const [said, before] = [valuesOf(quote, { isEvidence: true }).numbers, valuesOf(known).numbers];
  const isNew = said.has(claimed.old) && !before.has(claimed.old);
  return isNew && before.has(claimed.now) && !said.has(claimed.now) ? `${claimed.old} as the new one` : null;
}

// The checks that refuse an answer as a whole, before anything of it is written. Pure.
import { cutText } from '../../base/text/text.ts';
import { type LongTermLine, linesOfLongTerm } from '../../memory/write/long-term.ts';
import { type RawNote, splitRaw } from '../../memory/write/raw-note.ts';
import type { Rejection } from './check.ts';
import { isRefusal, type Operation } from './operation.ts';

/** The answer was refused: nothing is written, the days stay open. */
export class RefusedAnswer extends Error {
  override readonly name = 'RefusedAnswer';
}

const maxRemovedShare = 0.25;

/** @throws RefusedAnswer for a refusal in the form of an answer: it would count as "nothing worth keeping" */
export function guardRefusal(operations: readonly Operation[]): void {
  const refusal = operations.find(({ op, text }) => op === 'keep' && isRefusal(text ?? ''));
  if (refusal && operations.every(({ op }) => op === 'keep'))
    throw new RefusedAnswer(`It declined to answer: “${cutText(refusal.text ?? '', 80)}”.`);
}

/** @throws RefusedAnswer when more than a quarter of the entries would be taken out; a single one may always go */
export function guardMassRemoval(
  operations: readonly Pick<Operation, 'op' | 'target'>[],
  targets: readonly LongTermLine[],
): void {
  const removed = new Set(
    operations.filter(({ op, target }) => op === 'remove' && typeof target === 'string').map(({ target }) => target),
  );
  if (removed.size <= 1 || removed.size <= targets.length * maxRemovedShare) return;
  throw new RefusedAnswer(
    `It would remove ${removed.size} of ${targets.length} entries; more than ${maxRemovedShare * 100} % at once is refused.`,
  );
}

/** @throws RefusedAnswer when nothing in the answer has a source that bears it */
export function guardUnfounded(accepted: number, rejected: readonly Rejection[]): void {
  const unfounded = rejected.filter((rejection) => rejection.isUnfounded);
  if (accepted > 0 || unfounded.length === 0) return;
  throw new RefusedAnswer(
    `None of its ${unfounded.length} operations is borne out by its source (the first: ${unfounded[0]?.reason}).`,
  );
}

/** @throws RefusedAnswer when a line that is not ours is gone, changed or moved: a bug here must not reach the file */
export function guardResult(before: RawNote, after: RawNote): void {
  const ours = new Set(
    linesOfLongTerm(before)
      .filter((line) => line.provenance)
      .map((line) => line.line),
  );
  const lines = splitRaw(after.raw);
  let at = 0;
  for (const [i, { raw }] of splitRaw(before.raw).entries()) {
    if (ours.has(i + 1)) continue;
    while (at < lines.length && lines[at]?.raw !== raw) at += 1;
    if (at === lines.length) throw new RefusedAnswer(`It would change line ${i + 1}, which a person wrote.`);
    at += 1;
  }
}

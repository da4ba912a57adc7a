// What stops an answer as a whole, before it gets near the file. Pure.
import type { LongTermLine } from '../../memory/write/long-term.ts';
import type { Rejection } from './check.ts';
import type { Operation } from './operation.ts';

/** The answer was refused: nothing is written, the days stay open. */
export class RefusedAnswer extends Error {
  override readonly name = 'RefusedAnswer';
}

const maxRemovedShare = 0.25;

/** @throws RefusedAnswer when the answer would take out more than a quarter of the entries; a single one may always go */
export function guardMassRemoval(operations: readonly Operation[], targets: readonly LongTermLine[]): void {
  const removed = new Set(operations.filter(({ op, target }) => op === 'remove' && typeof target === 'string').map(({ target }) => target));
  if (removed.size <= 1 || removed.size <= targets.length * maxRemovedShare) return;
  throw new RefusedAnswer(`It would remove ${removed.size} of ${targets.length} entries; more than ${maxRemovedShare * 100} % at once is refused.`);
}

/** @throws RefusedAnswer when nothing in the answer has a source that bears it */
export function guardUnfounded(accepted: number, rejected: readonly Rejection[]): void {
  const unfounded = rejected.filter((rejection) => rejection.isUnfounded);
  if (accepted > 0 || unfounded.length === 0) return;
  throw new RefusedAnswer(`None of its ${unfounded.length} operations is borne out by its source (the first: ${unfounded[0]?.reason}).`);
}

/** @throws RefusedAnswer when entries are gone that no operation took out: a bug here must not reach the file */
export function guardResult(before: readonly LongTermLine[], after: readonly LongTermLine[], archived: readonly string[]): void {
  const left = new Set([...after.map((line) => line.whole), ...archived]);
  const lost = before.filter((line) => line.provenance === null && !left.has(line.whole));
  if (lost.length > 0) throw new RefusedAnswer(`It would change line ${lost[0]?.line}, which a person wrote.`);
}

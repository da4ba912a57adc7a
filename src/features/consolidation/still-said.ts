// A plan in the light of the notes as they are just before it is written: the person may have edited them while the model was
// thinking. What has moved is cited where it stands now, and what rests on words that are gone is left out. Pure.
import { type LongTermLine, linesOfLongTerm, linesOfSource } from '../../memory/write/long-term.ts';
import type { RawNote } from '../../memory/write/raw-note.ts';
import { applyOperations } from './apply.ts';
import type { CheckedOperation } from './check.ts';
import type { Gathered } from './gather.ts';
import type { Plan } from './plan.ts';
import { sourceOf } from './source.ts';

/** @param before what was gathered for the plan @param now the same, gathered anew @param base MEMORY.md that it was planned on */
export function planOfWhatStands(
  plan: Plan,
  { base, before, now, budgetChars }: { base: RawNote; before: Gathered; now: Gathered; budgetChars: number },
): Plan {
  const sources = new Set(plan.accepted.flat().flatMap((operation) => operation.sources));
  const places = new Map([...sources].map((source) => [source, placeNow(source, before, now)]));
  if ([...places].every(([source, place]) => source === place)) return plan;
  const isGone = (operation: CheckedOperation): boolean =>
    operation.sources.some((source) => places.get(source) === null);
  const gone = plan.accepted.flat().filter(isGone);
  // Whatever else such an operation rests on is read anew, and so are words that come back.
  const open = new Set(gone.flatMap((operation) => operation.sources));
  const standing: Plan = {
    ...plan,
    note: base,
    changes: [],
    archived: [],
    closed: [],
    spans: plan.spans.filter((span) => !open.has(sourceOf(span))),
    rejected: [...plan.rejected, ...gone.map(leftOut)],
  };
  for (const accepted of plan.accepted) {
    const lines = linesOfLongTerm(standing.note);
    const operations = accepted
      .filter((operation) => !isGone(operation))
      .map((operation) => ({
        ...operation,
        sources: operation.sources.flatMap((source) => places.get(source) ?? []),
        // A line of an earlier part may have been left out, or stand elsewhere.
        target: operation.target?.isArchived
          ? operation.target
          : (lines.find((line) => isSame(line, operation.target)) ?? null),
      }));
    const applied = applyOperations(standing.note, operations, budgetChars);
    standing.note = applied.note;
    standing.changes = [...standing.changes, ...applied.changes];
    standing.archived = [...standing.archived, ...applied.archived];
    standing.closed = [...standing.closed, ...applied.closed];
  }
  return standing;
}

const isSame = (line: LongTermLine, target: LongTermLine | null): boolean =>
  line.text === target?.text && !line.isHistory && (line.provenance === null) === (target.provenance === null);

/** Where the lines of a source stand now: the nearest place that has all of them as they were; null for none. */
function placeNow(source: string, before: Gathered, now: Gathered): string | null {
  const place = linesOfSource(source);
  if (!place) return null;
  const { path, startLine, endLine } = place;
  const words = before.sourceLines(path)?.slice(startLine - 1, endLine) ?? [];
  const lines = now.sourceLines(path) ?? [];
  const starts = lines.flatMap((_, i) => (words.every(({ text }, j) => lines[i + j]?.text === text) ? [i + 1] : []));
  const [nearest] = starts.toSorted((a, b) => Math.abs(a - startLine) - Math.abs(b - startLine));
  return nearest === undefined ? null : sourceOf({ path, startLine: nearest, endLine: nearest + endLine - startLine });
}

const leftOut = ({ op, section, text, kind, importance, sources }: CheckedOperation): Plan['rejected'][number] => ({
  operation: { op, section, text, kind, importance, source: sources },
  reason: 'its source was deleted or changed meanwhile',
  isUnfounded: false,
  isSourceGone: true,
});

// One table of all kinds of notes, as a person sees what a search returns: the threshold on, the lines around the best shown with them.
import type { GradedQuery } from './data.ts';
import type { KindFigures } from './measure-kinds.ts';
import type { Run } from './score.ts';

/** How often a search said nothing where it should, and did not where it should not. */
export interface Rejection {
  /** Queries whose evidence is among the first ten lines, and of these, those that keep it at the threshold. */
  had: number;
  kept: number;
  /** Queries of other conversations, and of these, those that return nothing. */
  unrelated: number;
  empty: number;
  /** The same with the names of this conversation. */
  rightNames: number;
  emptyRightNames: number;
}

export const noRejection = (): Rejection => ({
  had: 0,
  kept: 0,
  unrelated: 0,
  empty: 0,
  rightNames: 0,
  emptyRightNames: 0,
});

export interface SeenSet {
  set: string;
  queries: readonly GradedQuery[];
  run: Run;
  rejection: Rejection;
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1));

/** A Markdown table; of the small vaults of our own, how many questions are answered among their first few. */
export function sideBySide(sets: readonly SeenSet[], kinds: readonly KindFigures[]): string {
  const rows = sets.map(({ set, queries, run, rejection }) => {
    const asked = queries.filter(({ id }) => run.has(id));
    const places = asked.map((query) => placeOf(query, run));
    const within = (most: number): string => percent(places.filter((at) => at < most).length, asked.length);
    const { had, kept, unrelated, empty, rightNames, emptyRightNames } = rejection;
    return [
      set,
      asked.length,
      within(1),
      within(3),
      within(6),
      percent(kept, had),
      percent(empty, unrelated),
      percent(emptyRightNames, rightNames),
    ];
  });
  const small = kinds.map(({ name, right, of }) => `| ${name} | ${right} of ${of} |`);
  return [
    '| notes | questions | first | among 3 | among 6 | true hits kept | unrelated: empty | right names, no answer: empty |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    '| small vaults of our own | answered |',
    '| --- | ---: |',
    ...small,
  ].join('\n');
}

/** Of the first result that covers some of what answers, from 0; infinity where none does. */
function placeOf({ id, evidence }: GradedQuery, run: Run): number {
  const at = (run.get(id) ?? []).findIndex(({ file, startLine, endLine }) =>
    evidence.some(
      (one) => one.file === file && (one.startLine ?? 0) <= endLine && startLine <= (one.endLine ?? Infinity),
    ),
  );
  return at < 0 ? Infinity : at;
}

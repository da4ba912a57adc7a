// The subjects of lines (persons or things that they are about), each name once: a line keeps the number of its subject. Tells which
// subjects a query names without looking at all of them.
import { endsStep } from '../../base/cooperative.ts';
import { termsOf } from '../text/terms.ts';
import { laterSubject } from '../weights.ts';

/** A step of this size takes some ms. */
const namesPerStep = 500;

export function createSubjects() {
  const ids = new Map<string, number>();
  let count = 0;
  /** The ids of the subjects that begin with a term, each with the terms that follow. */
  const byFirstTerm = new Map<string, { id: number; rest: readonly string[] }[]>();

  function give(subject: string, id: number): void {
    ids.set(subject, id);
    const [first, ...rest] = termsOf(subject);
    if (first === undefined) return;
    const others = byFirstTerm.get(first);
    if (others) others.push({ id, rest });
    else byFirstTerm.set(first, [{ id, rest }]);
  }

  return {
    /** The number of a subject, from 0 up; equal texts have the same. */
    idOf(subject: string): number {
      const known = ids.get(subject);
      if (known !== undefined) return known;
      count += 1;
      give(subject, count - 1);
      return count - 1;
    },
    /** Those whose numbers are in use, in the place of their number; null in the place of the others. */
    inUse(numbers: ReadonlySet<number>): (string | null)[] {
      const all: (string | null)[] = Array.from({ length: count }, () => null);
      for (const [subject, id] of ids) if (numbers.has(id)) all[id] = subject;
      return all;
    },
    /** Gives them the numbers of their places; to be called first. In steps of some ms. */
    *restore(subjects: readonly (string | null)[]): Generator<void> {
      count = subjects.length;
      for (const [id, subject] of subjects.entries()) {
        if (subject !== null) give(subject, id);
        if (endsStep(id, namesPerStep)) yield;
      }
    },
    /**
     * By id, for a subject all of whose terms are among these: 1 for the one that is named first, less for those after it, 0 for the
     * others. Null where there is none such.
     * @param terms in the order of the text
     */
    named(terms: ReadonlySet<string>): Float32Array | null {
      let named: Float32Array | null = null;
      for (const term of terms) {
        const share = named ? laterSubject : 1;
        for (const { id, rest } of byFirstTerm.get(term) ?? []) {
          if (!rest.every((other) => terms.has(other))) continue;
          named ??= new Float32Array(count);
          named[id] = share;
        }
      }
      return named;
    },
  };
}

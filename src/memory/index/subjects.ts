// The subjects of lines (persons or things that they are about), each name once: a line keeps the number of its subject. Tells which
// subjects a query names without looking at all of them.
import { endsStep } from '../../base/concurrency/cooperative.ts';
import { smallest } from '../../base/lists.ts';
import { termsOf } from '../text/terms.ts';
import { laterSubject } from '../weights.ts';

/** A step of this size takes some ms. */
const namesPerStep = 500;

export function createSubjects() {
  const ids = new Map<string, number>();
  let count = 0;
  /**
   * The subjects by one of their terms: that by which the fewest are found already, as the names of ten thousand notes may all
   * begin with the same one.
   */
  const byTerm = new Map<string, { id: number; terms: readonly string[] }[]>();

  function give(subject: string, id: number): void {
    ids.set(subject, id);
    const terms = termsOf(subject);
    const fewest = smallest(terms.map((term) => byTerm.get(term)?.length ?? 0));
    const rarest = terms.find((term) => (byTerm.get(term)?.length ?? 0) === fewest);
    if (rarest === undefined) return;
    const others = byTerm.get(rarest);
    if (others) others.push({ id, terms });
    else byTerm.set(rarest, [{ id, terms }]);
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
      const places = new Map([...terms].map((term, place) => [term, place]));
      const found = [...terms]
        .flatMap((term) => byTerm.get(term) ?? [])
        .filter((subject) => subject.terms.every((term) => terms.has(term)))
        .map((subject) => ({ id: subject.id, place: places.get(subject.terms[0] ?? '') }));
      if (found.length === 0) return null;
      const first = smallest(found.map(({ place = Infinity }) => place));
      const named = new Float32Array(count);
      for (const { id, place } of found) named[id] = place === first ? 1 : laterSubject;
      return named;
    },
  };
}

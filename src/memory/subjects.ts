// Who or what lines are about, each name once: a line keeps a number. Tells which of them a query names without looking at all.
import { termsOf } from './terms.ts';

export function createSubjects() {
  const ids = new Map<string, number>();
  /** The ids of the subjects that begin with a term, each with the terms that follow. */
  const byFirstTerm = new Map<string, { id: number; rest: readonly string[] }[]>();

  return {
    /** The number of a subject, from 0 up; equal texts have the same. */
    idOf(subject: string): number {
      let id = ids.get(subject);
      if (id !== undefined) return id;
      id = ids.size;
      ids.set(subject, id);
      const [first, ...rest] = termsOf(subject);
      if (first !== undefined) {
        const others = byFirstTerm.get(first);
        if (others) others.push({ id, rest });
        else byFirstTerm.set(first, [{ id, rest }]);
      }
      return id;
    },
    /** By id: 1 for a subject all of whose terms are among these, 0 for the others. Null where there is none such. */
    named(terms: ReadonlySet<string>): Uint8Array | null {
      let named: Uint8Array | null = null;
      for (const term of terms) {
        for (const { id, rest } of byFirstTerm.get(term) ?? []) {
          if (!rest.every((other) => terms.has(other))) continue;
          named ??= new Uint8Array(ids.size);
          named[id] = 1;
        }
      }
      return named;
    },
  };
}

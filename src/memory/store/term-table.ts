// The terms of all lines, each with a number. Knows no lines: a term stays until `prune` is told which are used.
import type Database from 'better-sqlite3';
import type { Transaction } from './transaction.ts';

const maxRemembered = 100_000;

export type TermTable = ReturnType<typeof createTermTable>;

export function createTermTable(db: Database.Database, transaction: Transaction) {
  const q = {
    id: db.prepare<[string], number>('SELECT id FROM term WHERE text = ?').pluck(),
    add: db.prepare<[string]>('INSERT INTO term (text) VALUES (?)'),
    from: db
      .prepare<[string, string, number], number>('SELECT id FROM term WHERE text >= ? AND text < ? LIMIT ?')
      .pluck(),
    around: db.prepare<[string, number], number>('SELECT id FROM term WHERE instr(text, ?) > 1 LIMIT ?').pluck(),
    alike: db.prepare<[string, string, number, number, string, string, number], { id: number; text: string }>(
      'SELECT id, text FROM term WHERE text >= ? AND text < ? AND length(text) BETWEEN ? AND ? AND (text GLOB ? OR text GLOB ?) LIMIT ?',
    ),
    all: db.prepare<[], number>('SELECT id FROM term').pluck(),
    drop: db.prepare<[number]>('DELETE FROM term WHERE id = ?'),
  };
  /** Ids of terms that were used recently. */
  const remembered = new Map<string, number>();
  function remember(term: string, id: number): void {
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(term, id);
  }

  return {
    /** The id of a term, which is given one where it has none. To be called in a transaction. */
    idFor(term: string): number {
      const id = remembered.get(term) ?? q.id.get(term) ?? Number(q.add.run(term).lastInsertRowid);
      remember(term, id);
      return id;
    },
    /** A transaction that gave ids has failed, so they are not given. */
    forget: () => remembered.clear(),
    /** A term that is found is remembered: each search looks up several dozen, most of them words related to those of the query. */
    find(term: string): number | undefined {
      const known = remembered.get(term);
      if (known !== undefined) return known;
      const id = q.id.get(term);
      if (id !== undefined) remember(term, id);
      return id;
    },
    findFrom: (beginning: string, max: number) => q.from.all(beginning, `${beginning}\u{10ffff}`, max),
    findAround: (part: string, max: number) => q.around.all(part, max),
    findAlike: (term: string, max: number) => {
      const [first = ''] = term;
      const middle = Math.floor(term.length / 2);
      // One slip leaves what is before the middle or what is behind it, unless it swaps the letters there.
      return q.alike.all(
        first,
        `${first}\u{10ffff}`,
        term.length - 1,
        term.length + 1,
        `${term.slice(0, middle - 1)}*`,
        `*${term.slice(middle + 1)}`,
        max,
      );
    },
    /** Deletes all other terms. */
    prune(used: ReadonlySet<number>): void {
      transaction(() => {
        for (const id of q.all.all()) if (!used.has(id)) q.drop.run(id);
      }, 'more');
      remembered.clear();
    },
  };
}

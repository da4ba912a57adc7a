// What the person asked to be forgotten: asked about, then confirmed, then done. Its words are kept only until it is done,
// and the record knows how far it came, so that a crash in the middle is made good.
import type { Database } from 'better-sqlite3';

/** `asked` -> `confirmed` -> `wiped` (gone from every row and file) -> `done` (and from free pages). */
export type ForgetState = 'asked' | 'confirmed' | 'wiped' | 'done';

export interface Forget {
  id: number;
  /** Session key of the conversation that asked. */
  lane: string;
  state: ForgetState;
  /** JSON, as the assistant wrote it; empty once it is wiped. */
  subject: string;
  /** What the person is told; says nothing of what it was. */
  report: string;
}

/** All of it is synchronous; call what writes inside `Queue.write`. */
export interface Forgets {
  /** Drops what the conversation asked before and never confirmed. @returns its number */
  ask(lane: string, subject: string, at: Date): number;
  find(id: number): Forget | null;
  confirm(id: number, subject: string, report: string): void;
  setState(id: number, state: 'wiped' | 'done'): void;
  drop(id: number): void;
  /** Confirmed, and not done: a crash came between. */
  unfinished(): Forget[];
}

export function createForgets(db: Database): Forgets {
  const columns = 'id, lane, state, subject, report';
  const dropAsked = db.prepare<[string]>(`DELETE FROM forget WHERE lane = ? AND state = 'asked'`);
  const ask = db.prepare(`INSERT INTO forget (lane, at, state, subject, report) VALUES (?, ?, 'asked', ?, '')`);
  const find = db.prepare<[number], Forget>(`SELECT ${columns} FROM forget WHERE id = ?`);
  const confirm = db.prepare<[string, string, number]>(
    `UPDATE forget SET state = 'confirmed', subject = ?, report = ? WHERE id = ? AND state = 'asked'`,
  );
  const setState = db.prepare<[string, number]>(`UPDATE forget SET state = ?, subject = '' WHERE id = ?`);
  const drop = db.prepare<[number]>(`DELETE FROM forget WHERE id = ? AND state = 'asked'`);
  const unfinished = db.prepare<[], Forget>(
    `SELECT ${columns} FROM forget WHERE state IN ('confirmed', 'wiped') ORDER BY id`,
  );
  return {
    ask(lane, subject, at) {
      dropAsked.run(lane);
      return Number(ask.run(lane, at.getTime(), subject).lastInsertRowid);
    },
    find: (id) => find.get(id) ?? null,
    confirm: (id, subject, report) => void confirm.run(subject, report, id),
    setState: (id, state) => void setState.run(state, id),
    drop: (id) => void drop.run(id),
    unfinished: () => unfinished.all(),
  };
}

// The requests to forget something: asked about, then confirmed, then done. Their words are kept only until it is done,
// and the record knows how far it came, so that a crash in the middle is made good.
import type { Database } from 'better-sqlite3';
import type { Eraser } from '../../assistant/feature.ts';
import { mapJsonStrings } from '../../base/text/json-walk.ts';
import type { TableDefinition } from '../../state/table.ts';

/** `asked` -> `confirmed` -> `wiped` (gone from every row and file) -> `done` (and from free pages). */
export type ErasureState = 'asked' | 'confirmed' | 'wiped' | 'done';

export interface ErasureRequest {
  id: number;
  /** Session key of the conversation that asked. */
  conversation: string;
  state: ErasureState;
  /** JSON, as the assistant wrote it; of a confirmed one that was tried, what is left to do. Empty once it is wiped. */
  subject: string;
  /** The report to the person; it does not say what was forgotten. */
  report: string;
}

/** All of it is synchronous; call what writes inside `State.write`. */
export interface ErasureRequests {
  /** Drops what the conversation asked before and never confirmed. @returns its number */
  ask(conversation: string, subject: string, at: Date): number;
  find(id: number): ErasureRequest | null;
  confirm(id: number, subject: string): void;
  /** It is gone, except for what is left. @param left JSON; empty: nothing */
  wiped(id: number, left: string, report: string): void;
  done(id: number): void;
  drop(id: number): void;
  /** Takes what is forgotten out of the requests that wait for an answer. */
  erase(eraser: Pick<Eraser, 'text'>): void;
  /** Confirmed, and not done: a crash came between. */
  unfinished(): ErasureRequest[];
}

/** The table of the state database. */
export const erasureRequestsTable: TableDefinition<ErasureRequests> = {
  name: 'forget',
  migrations: [
    `
    CREATE TABLE forget (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      lane TEXT NOT NULL,
      at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('asked', 'confirmed', 'wiped', 'done')),
      subject TEXT NOT NULL,
      report TEXT NOT NULL
    ) STRICT;
    `,
    `
    ALTER TABLE forget RENAME COLUMN lane TO conversation;
    ALTER TABLE forget RENAME TO erasure_request;
    `,
  ],
  sharedVersions: [8, 13],
  create: createErasureRequests,
};

function createErasureRequests(db: Database): ErasureRequests {
  const columns = 'id, conversation, state, subject, report';
  const dropAsked = db.prepare<[string]>(`DELETE FROM erasure_request WHERE conversation = ? AND state = 'asked'`);
  const ask = db.prepare(
    `INSERT INTO erasure_request (conversation, at, state, subject, report) VALUES (?, ?, 'asked', ?, '')`,
  );
  const find = db.prepare<[number], ErasureRequest>(`SELECT ${columns} FROM erasure_request WHERE id = ?`);
  const confirm = db.prepare<[string, number]>(
    `UPDATE erasure_request SET state = 'confirmed', subject = ? WHERE id = ? AND state = 'asked'`,
  );
  const wiped = db.prepare<[string, string, string, number]>(
    `UPDATE erasure_request SET state = iif(? = '', 'wiped', 'confirmed'), subject = ?, report = ? WHERE id = ?`,
  );
  const done = db.prepare<[number]>(`UPDATE erasure_request SET state = 'done' WHERE id = ?`);
  const drop = db.prepare<[number]>(`DELETE FROM erasure_request WHERE id = ? AND state = 'asked'`);
  const unfinished = db.prepare<[], ErasureRequest>(
    `SELECT ${columns} FROM erasure_request WHERE state IN ('confirmed', 'wiped') ORDER BY id`,
  );
  const waiting = db.prepare<[], { id: number; subject: string }>(
    `SELECT id, subject FROM erasure_request WHERE subject <> ''`,
  );
  const reports = db.prepare<[], { id: number; report: string }>(
    `SELECT id, report FROM erasure_request WHERE report <> ''`,
  );
  const setReport = db.prepare<[string, number]>('UPDATE erasure_request SET report = ? WHERE id = ?');
  const setSubject = db.prepare<[string, number]>('UPDATE erasure_request SET subject = ? WHERE id = ?');
  return {
    erase({ text }) {
      for (const { id, subject } of waiting.all()) {
        const left = mapJsonStrings(subject, text) ?? text(subject);
        if (left !== subject) setSubject.run(left, id);
      }
      for (const { id, report } of reports.all()) if (text(report) !== report) setReport.run(text(report), id);
    },
    ask(conversation, subject, at) {
      dropAsked.run(conversation);
      return Number(ask.run(conversation, at.getTime(), subject).lastInsertRowid);
    },
    find: (id) => find.get(id) ?? null,
    confirm: (id, subject) => void confirm.run(subject, id),
    wiped: (id, left, report) => void wiped.run(left, left, report, id),
    done: (id) => void done.run(id),
    drop: (id) => void drop.run(id),
    unfinished: () => unfinished.all(),
  };
}

// Which conversations are private: their messages stay in the state database only until they are answered. The record of it has
// no words, and outlives the process, so that a private conversation that a crash ended is not taken for an open one.
import type { Database } from 'better-sqlite3';

/** All of it is synchronous; call what writes inside `State.write`. */
export interface Privacy {
  /** From now on each message of the conversation, each that waits in it and each answer loses its text when it is over. */
  begin(conversation: string, at: Date): void;
  /** Ends it. Messages that were taken in until now still lose their text. */
  end(conversation: string): void;
  /** Null: not private. */
  since(conversation: string): Date | null;
  /** There are texts that will have to go, or that are going just now. */
  holdsText(): boolean;
}

export function createPrivacy(db: Database): Privacy {
  const begin = db.prepare<[string, number]>(
    'INSERT INTO private_conversation (conversation, since) VALUES (?, ?) ON CONFLICT (conversation) DO NOTHING',
  );
  const mark = db.prepare<[string]>(`UPDATE inbox SET is_private = 1 WHERE conversation = ? AND state = 'pending'`);
  const end = db.prepare<[string]>('DELETE FROM private_conversation WHERE conversation = ?');
  const since = db.prepare<[string], { since: number }>(
    'SELECT since FROM private_conversation WHERE conversation = ?',
  );
  const holds = db.prepare<[], { n: number }>(
    `SELECT EXISTS (SELECT 1 FROM private_conversation) OR EXISTS (SELECT 1 FROM inbox WHERE is_private = 1 AND body <> '{}') OR EXISTS (SELECT 1 FROM outbox WHERE is_private = 1 AND payload <> '{}') AS n`,
  );
  return {
    begin(conversation, at) {
      begin.run(conversation, at.getTime());
      mark.run(conversation);
    },
    end: (conversation) => void end.run(conversation),
    since(conversation) {
      const row = since.get(conversation);
      return row ? new Date(row.since) : null;
    },
    holdsText: () => holds.get()?.n === 1,
  };
}

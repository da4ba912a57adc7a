// The tables of what came in and what goes out, and how an older state database becomes a current one. Forward only: a file
// is never taken back. The tables of features come from the features themselves (see table.ts).

/**
 * Steps by the `user_version` of the file that they lead to. A step that was released is never changed. The numbers that are
 * missing here belong to tables of features, which were counted together with these until version 15.
 */
export const migrations: readonly { version: number; sql: string }[] = [
  {
    version: 1,
    sql: `
  CREATE TABLE inbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    bot_id INTEGER NOT NULL,
    update_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    lane TEXT NOT NULL,
    body TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'done', 'skipped', 'dead')),
    turn TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    UNIQUE (bot_id, update_id)
  ) STRICT;
  CREATE INDEX inbox_open ON inbox (lane, seq) WHERE state = 'pending';
  CREATE INDEX inbox_turn ON inbox (turn) WHERE turn IS NOT NULL;

  CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    post INTEGER NOT NULL,
    turn TEXT NOT NULL,
    dedupe TEXT NOT NULL,
    chunk REAL NOT NULL,
    chat TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'sending', 'sent', 'dead')),
    may_repeat INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    retry_at INTEGER,
    message_id TEXT,
    last_error TEXT,
    created_at INTEGER NOT NULL,
    UNIQUE (turn, dedupe, chunk)
  ) STRICT;
  CREATE INDEX outbox_open ON outbox (chat, post, chunk) WHERE state IN ('pending', 'sending');
  `,
  },
  {
    version: 5,
    sql: `
  ALTER TABLE outbox ADD COLUMN buttons TEXT;
  `,
  },
  {
    version: 9,
    sql: `
  ALTER TABLE outbox ADD COLUMN not_before INTEGER;
  CREATE TABLE live_message (
    turn TEXT PRIMARY KEY,
    chat TEXT NOT NULL,
    message_id INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  },
  {
    version: 10,
    sql: `
  CREATE TABLE private_lane (lane TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  ALTER TABLE inbox ADD COLUMN is_private INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE outbox ADD COLUMN is_private INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX inbox_private ON inbox (seq) WHERE is_private = 1;
  CREATE INDEX outbox_private ON outbox (seq) WHERE is_private = 1;
  `,
  },
  // Several channels: what arrives is named by texts, and chats by their channel as well.
  {
    version: 13,
    sql: `
  CREATE TABLE inbox_next (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    channel TEXT NOT NULL,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    conversation TEXT NOT NULL,
    body TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'done', 'skipped', 'dead')),
    turn TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    is_private INTEGER NOT NULL DEFAULT 0,
    UNIQUE (channel, key)
  ) STRICT;
  INSERT INTO inbox_next
    SELECT seq, 'telegram:' || bot_id, CAST(update_id AS TEXT), kind, lane, body, received_at, state, turn, attempts, last_error, is_private
    FROM inbox;
  DELETE FROM sqlite_sequence WHERE name = 'inbox_next';
  INSERT INTO sqlite_sequence (name, seq) SELECT 'inbox_next', seq FROM sqlite_sequence WHERE name = 'inbox';
  DROP TABLE inbox;
  ALTER TABLE inbox_next RENAME TO inbox;
  CREATE INDEX inbox_open ON inbox (conversation, seq) WHERE state = 'pending';
  CREATE INDEX inbox_turn ON inbox (turn) WHERE turn IS NOT NULL;
  CREATE INDEX inbox_private ON inbox (seq) WHERE is_private = 1;

  UPDATE outbox SET chat = 'telegram:' || chat;
  CREATE TABLE live_message_next (
    turn TEXT PRIMARY KEY,
    chat TEXT NOT NULL,
    message_id TEXT
  ) STRICT, WITHOUT ROWID;
  INSERT INTO live_message_next
    SELECT turn, 'telegram:' || chat, CAST(nullif(message_id, 0) AS TEXT) FROM live_message;
  DROP TABLE live_message;
  ALTER TABLE live_message_next RENAME TO live_message;

  ALTER TABLE private_lane RENAME COLUMN lane TO conversation;
  ALTER TABLE private_lane RENAME TO private_conversation;
  `,
  },
  // What is looked up with each message must not get slower with all that was ever said.
  {
    version: 15,
    sql: `
  CREATE INDEX outbox_post ON outbox (post, chunk);
  CREATE INDEX outbox_message ON outbox (chat, message_id) WHERE message_id IS NOT NULL;
  CREATE INDEX inbox_conversation ON inbox (conversation, seq);
  `,
  },
  // From here on each table of a feature counts its own steps. The row of '' keeps the version that all had in common.
  {
    version: 16,
    sql: `
  CREATE TABLE table_version (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
  },
];

/** The first version in which each table of a feature counts its own steps. */
export const ownVersionsSince = 16;

/** What a file of this program has as its `user_version`. */
export const schemaVersion = 16;

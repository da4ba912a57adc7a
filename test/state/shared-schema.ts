// The steps of versions 1 to 15 of the state database as they were released, when all tables counted their versions together:
// files of these versions are out in the world. Never changed.
export const sharedMigrations: readonly string[] = [
  `
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
  `
  CREATE TABLE spend (
    at INTEGER NOT NULL,
    day TEXT NOT NULL,
    purpose TEXT NOT NULL,
    model TEXT NOT NULL,
    input INTEGER NOT NULL,
    output INTEGER NOT NULL,
    cache_read INTEGER NOT NULL,
    cache_write INTEGER NOT NULL,
    cost_usd REAL NOT NULL
  ) STRICT;
  CREATE INDEX spend_day ON spend (day);
  `,
  `
  CREATE TABLE reminders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    lane TEXT NOT NULL,
    text TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    pattern TEXT,
    timezone TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('active', 'over'))
  ) STRICT;
  CREATE INDEX reminders_due ON reminders (due_at) WHERE state = 'active';
  `,
  `
  CREATE TABLE consolidation_run (
    id TEXT PRIMARY KEY,
    date TEXT NOT NULL,
    cause TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    outcome TEXT,
    note TEXT NOT NULL DEFAULT '',
    cost_usd REAL NOT NULL DEFAULT 0,
    spans TEXT NOT NULL
  ) STRICT;
  CREATE TABLE consolidated_span (
    hash TEXT PRIMARY KEY,
    run TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE outbox ADD COLUMN buttons TEXT;
  `,
  `
  ALTER TABLE spend ADD COLUMN unpriced INTEGER NOT NULL DEFAULT 0;
  `,
  `
  CREATE TABLE change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    cause TEXT NOT NULL,
    receipt TEXT NOT NULL,
    text TEXT NOT NULL,
    path TEXT NOT NULL,
    before BLOB,
    after BLOB NOT NULL,
    undone_at INTEGER,
    undone_by TEXT
  ) STRICT;
  `,
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
  ALTER TABLE outbox ADD COLUMN not_before INTEGER;
  CREATE TABLE live_message (
    turn TEXT PRIMARY KEY,
    chat TEXT NOT NULL,
    message_id INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE private_lane (lane TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  ALTER TABLE inbox ADD COLUMN is_private INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE outbox ADD COLUMN is_private INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX inbox_private ON inbox (seq) WHERE is_private = 1;
  CREATE INDEX outbox_private ON outbox (seq) WHERE is_private = 1;
  `,
  `
  CREATE TABLE budget_warning (
    name TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    text TEXT NOT NULL,
    is_told INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE reminders ADD COLUMN topic INTEGER;
  `,
  // Several channels: what arrives is named by texts, and chats by their channel as well.
  `
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

  ALTER TABLE reminders RENAME COLUMN lane TO conversation;
  ALTER TABLE forget RENAME COLUMN lane TO conversation;
  ALTER TABLE forget RENAME TO erasure_request;
  ALTER TABLE private_lane RENAME COLUMN lane TO conversation;
  ALTER TABLE private_lane RENAME TO private_conversation;
  ALTER TABLE change RENAME TO revision;
  `,
  `
  CREATE TABLE pending_write (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation TEXT NOT NULL,
    at INTEGER NOT NULL,
    tool_use_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    input TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE INDEX outbox_post ON outbox (post, chunk);
  CREATE INDEX outbox_message ON outbox (chat, message_id) WHERE message_id IS NOT NULL;
  CREATE INDEX inbox_conversation ON inbox (conversation, seq);
  CREATE INDEX reminders_conversation ON reminders (conversation, due_at) WHERE state = 'active';
  `,
];

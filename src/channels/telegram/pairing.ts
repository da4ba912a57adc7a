// Who is let in although no configuration lists them: the owner, paired once with a code that only the operator of this
// machine sees. Kept in a small file of its own, so that neither a lost queue nor an edited configuration loses the owner.
// Each call is one transaction on disk: the daemon and the command line may use the file at the same time.
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { chmodSync, closeSync, existsSync, openSync, renameSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '../../base/clock.ts';
import { codeOf, messageOf } from '../../base/errors.ts';
import { makePrivateFolder, privateFile } from '../../base/files.ts';
import type { Log } from '../../base/log.ts';

/** `expired` and `locked` stay so until the operator makes a new code; `none`: there is nothing to redeem. */
export type CodeState = 'none' | 'open' | 'expired' | 'locked';

export type Redemption = 'paired' | 'wrong' | Exclude<CodeState, 'open'>;

export interface Pairing {
  /** Numeric ids of those who are paired. Read anew each time, as another process may have changed them. */
  people(): number[];
  /** Makes a code in the place of the one before, with as many tries as that had at first. It is shown only here. */
  invite(): { code: string; expiresAt: Date };
  codeState(): CodeState;
  /**
   * Tries a code. A try counts before it is looked at, and a right one is the last.
   * @param attempt names this try: the same one again, after a redelivery, is not counted twice
   */
  redeem(userId: number, given: string, attempt: string): Redemption;
  /** Takes one, or all, off the list. @returns whom */
  unpair(userId?: number): number[];
  close(): void;
}

const codeMinutes = 10;
const mostAttempts = 5;

// Crockford's base 32: no I, L, O, U. Ten characters are 50 bits.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 10;

/** A code as it was typed, in the one form that is hashed; null for what can't be one and costs no try. */
function normalise(given: string): string | null {
  const code = given.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === codeLength && [...code].every((character) => alphabet.includes(character)) ? code : null;
}

const hashOf = (code: string, salt: Buffer): Buffer => createHmac('sha256', salt).update(code).digest();

interface StoredCode {
  salt: Buffer;
  hash: Buffer;
  made_at: number;
  expires_at: number;
}

/** Opens (or makes) the file, readable by its owner only. One that is damaged is set aside, and nobody is paired. */
export function openPairing({ file, clock, log }: { file: string; clock: Clock; log: Log }): Pairing {
  const db = openFile(file, clock, log);
  const people = db.prepare<[], { id: number }>('SELECT id FROM person ORDER BY id');
  const addPerson = db.prepare<[number, number]>('INSERT INTO person (id, paired_at) VALUES (?, ?)');
  const removePerson = db.prepare<[number]>('DELETE FROM person WHERE id = ?');
  const code = db.prepare<[], StoredCode>('SELECT salt, hash, made_at, expires_at FROM code');
  const addCode = db.prepare<[Buffer, Buffer, number, number]>(
    'INSERT INTO code (one, salt, hash, made_at, expires_at) VALUES (1, ?, ?, ?, ?)',
  );
  const attempts = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM attempt');
  const addAttempt = db.prepare<[string]>('INSERT OR IGNORE INTO attempt (name) VALUES (?)');
  const ids = (): number[] => people.all().map((row) => row.id);
  const clearCode = (): void => void db.exec('DELETE FROM code; DELETE FROM attempt');

  function codeState(): CodeState {
    const stored = code.get();
    if (!stored) return 'none';
    if ((attempts.get()?.n ?? 0) >= mostAttempts) return 'locked';
    const now = clock.now().getTime();
    // A clock that was set back must not make a code live longer.
    return now >= stored.made_at && now < stored.expires_at ? 'open' : 'expired';
  }

  const invite = db.transaction(() => {
    const fresh = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
    const salt = randomBytes(16);
    const now = clock.now().getTime();
    const expiresAt = now + codeMinutes * 60_000;
    clearCode();
    addCode.run(salt, hashOf(fresh, salt), now, expiresAt);
    return { code: `${fresh.slice(0, codeLength / 2)}-${fresh.slice(codeLength / 2)}`, expiresAt: new Date(expiresAt) };
  });

  const redeem = db.transaction((userId: number, given: string, attempt: string): Redemption => {
    const typed = normalise(given);
    const stored = code.get();
    if (typed === null || !stored || ids().length > 0) return 'none';
    const state = codeState();
    if (state !== 'open') return state;
    if (addAttempt.run(attempt).changes === 0 || !timingSafeEqual(hashOf(typed, stored.salt), stored.hash))
      return 'wrong';
    clearCode();
    addPerson.run(userId, clock.now().getTime());
    return 'paired';
  });

  const unpair = db.transaction((userId?: number) => {
    const gone = ids().filter((id) => userId === undefined || id === userId);
    for (const id of gone) removePerson.run(id);
    return gone;
  });

  return {
    people: ids,
    invite: () => invite.immediate(),
    codeState,
    redeem: (userId, given, attempt) => redeem.immediate(userId, given, attempt),
    unpair: (userId) => unpair.immediate(userId),
    close: () => void db.close(),
  };
}

/** Who is paired, for a look from outside that makes no file. */
export function loadPaired(file: string): number[] {
  if (!existsSync(file)) return [];
  const db = new Database(file, { readonly: true });
  try {
    return db
      .prepare<[], { id: number }>('SELECT id FROM person ORDER BY id')
      .all()
      .map((row) => row.id);
  } finally {
    db.close();
  }
}

const schema = `
  CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, paired_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS code (one INTEGER PRIMARY KEY CHECK (one = 1), salt BLOB NOT NULL, hash BLOB NOT NULL, made_at INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS attempt (name TEXT PRIMARY KEY) STRICT;
`;

function openFile(file: string, clock: Clock, log: Log): Database.Database {
  makePrivateFolder(path.dirname(file));
  try {
    return open(file);
  } catch (error) {
    if (!['SQLITE_NOTADB', 'SQLITE_CORRUPT'].some((code) => codeOf(error)?.startsWith(code))) throw error;
    const setAside = `${file}.corrupt-${clock.now().toISOString().replaceAll(/[:.]/g, '-')}`;
    renameSync(file, setAside);
    log.error(
      { file, setAside, error: messageOf(error) },
      'the record of who is paired was damaged and was set aside; nobody is paired now',
    );
    return open(file);
  }
}

function open(file: string): Database.Database {
  closeSync(openSync(file, 'a', privateFile));
  chmodSync(file, privateFile);
  const db = new Database(file, { timeout: 1_000 });
  try {
    // No log beside it: it is written a few times in its life, and one file is easier to look after.
    db.pragma('journal_mode = DELETE');
    db.pragma('synchronous = FULL');
    db.exec(schema);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

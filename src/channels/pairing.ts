// The people whom the bot answers although no configuration lists them: the owner, paired once with a code that only the operator of this
// machine sees. They are kept in a small file of their own, so that neither a lost state database nor an edited configuration loses the owner.
// Each call is one transaction on disk: the daemon and the command line may use the file at the same time.
import { requireRegular } from '../base/files/regular-file.ts';
import { openDatabase } from '../base/files/database.ts';
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { chmodSync, closeSync, existsSync, openSync, renameSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import type { Clock } from '../base/time/clock.ts';
import { codeOf, messageOf } from '../base/errors.ts';
import { makePrivateFolder, privateFile } from '../base/files/files.ts';
import type { Log } from '../base/log.ts';

/** `expired` stays so until the operator makes a new code; `none`: there is nothing to redeem. */
export type CodeState = 'none' | 'open' | 'expired';

/** `locked`: this sender has no tries left for this code. The tries of others are their own. */
export type Redemption = 'paired' | 'wrong' | 'locked' | Exclude<CodeState, 'open'>;

export interface Pairing {
  /** Numeric ids of those who are paired. Read anew each time, as another process may have changed them. */
  people(): number[];
  /** Replaces the code and resets the tries of all senders. The code is shown only here. */
  invite(): { code: string; expiresAt: Date };
  codeState(): CodeState;
  /**
   * Tries a code. Each sender has {@link maxTries}; a wrong one writes nothing, so strangers can't fill the disk.
   * @param attempt names this try: the same one again, after a redelivery, is not counted twice
   */
  redeem(userId: number, given: string, attempt: string): Redemption;
  /** Removes one person, or all, from the list. @returns the ids that were removed */
  unpair(userId?: number): number[];
  close(): void;
}

const codeMinutes = 10;
/** How often one sender may try one code. A code has 50 random bits and lives ten minutes: no number of senders can guess it. */
const maxTries = 5;
/** The most senders whose tries are remembered; beyond this the sender who tried first is dropped. */
const maxSenders = 10_000;

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

/** Opens (or makes) the file, readable by its owner only. A damaged file is renamed, and then no one is paired. */
export function openPairing({ file, clock, log }: { file: string; clock: Clock; log: Log }): Pairing {
  const db = openFile(file, clock, log);
  const people = db.prepare<[], { id: number }>('SELECT id FROM person ORDER BY id');
  const addPerson = db.prepare<[number, number]>('INSERT INTO person (id, paired_at) VALUES (?, ?)');
  const removePerson = db.prepare<[number]>('DELETE FROM person WHERE id = ?');
  const code = db.prepare<[], StoredCode>('SELECT salt, hash, made_at, expires_at FROM code');
  const addCode = db.prepare<[Buffer, Buffer, number, number]>(
    'INSERT INTO code (one, salt, hash, made_at, expires_at) VALUES (1, ?, ?, ?, ?)',
  );
  const tries = createTries();
  const ids = (): number[] => people.all().map((row) => row.id);
  const clearCode = (): void => void db.exec('DELETE FROM code');

  const codeState = (): CodeState => stateOf(code.get(), clock.now().getTime());

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
    const state = codeState();
    const stored = code.get();
    const typed = normalise(given);
    if (typed === null || !stored || ids().length > 0) return 'none';
    if (state !== 'open') return state;
    const outcome = tries.take(stored.salt.toString('hex'), userId, attempt);
    if (outcome !== 'new') return outcome;
    if (!timingSafeEqual(hashOf(typed, stored.salt), stored.hash)) return 'wrong';
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
    // Only a code that can be redeemed takes the lock of the file; a wrong one reads.
    redeem: (userId, given, attempt) => redeem.deferred(userId, given, attempt),
    unpair: (userId) => unpair.immediate(userId),
    close: () => void db.close(),
  };
}

function stateOf(code: StoredCode | undefined, now: number): CodeState {
  if (!code) return 'none';
  // A clock that was set back must not make a code live longer.
  return now >= code.made_at && now < code.expires_at ? 'open' : 'expired';
}

/** The tries of each sender for the code of the day, in memory: a restart gives a few more, and none of them is worth a write. */
function createTries() {
  let ofCode = '';
  let bySender = new Map<number, Set<string>>();
  return {
    /** @param name of the try: a redelivery of the same one is not counted twice, and is not looked at again */
    take(code: string, sender: number, name: string): 'new' | 'wrong' | 'locked' {
      if (code !== ofCode) [ofCode, bySender] = [code, new Map()];
      const names = bySender.get(sender) ?? new Set();
      if (names.has(name)) return 'wrong';
      if (names.size >= maxTries) return 'locked';
      const [oldest] = bySender.keys();
      if (bySender.size >= maxSenders && oldest !== undefined && !bySender.has(sender)) bySender.delete(oldest);
      bySender.set(sender, names.add(name));
      return 'new';
    },
  };
}

/** The ids of the people who are paired, read without making the file. */
export function loadPaired(file: string): number[] {
  if (!existsSync(file)) return [];
  const db = openDatabase(file, { readonly: true });
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
  DROP TABLE IF EXISTS attempt;
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
      'the record of the paired person was damaged and has been renamed; now no person is paired',
    );
    return open(file);
  }
}

function open(file: string): Database.Database {
  requireRegular(file);
  closeSync(openSync(file, 'a', privateFile));
  chmodSync(file, privateFile);
  const db = openDatabase(file, { timeout: 1_000 });
  try {
    // No write-ahead log: the file is written only a few times in its life, and a single file is easier to back up.
    db.pragma('journal_mode = DELETE');
    db.pragma('synchronous = FULL');
    db.exec(schema);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

// What the consolidation knows of each file that it reads, as of when it last read it: so that a file that has not changed since, and
// has nothing open, is not read again. Words of the person stand in it as hashes only, but for the names they go by. All of it can be
// had anew from the files: it goes with each forgetting, and with each version of the program.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { version } from '../../base/version.ts';
import { stampMs } from '../../memory/listing.ts';
import type { TableDefinition } from '../../state/table.ts';

const openSpan = z.object({
  /** See Span. */
  hash: z.string(),
  /** Of a line of a note: what it says, as {@link hashOfWords}, and whether it is marked to be kept. */
  words: z.string().optional(),
  isMarked: z.boolean().optional(),
});
export type OpenSpan = z.infer<typeof openSpan>;

const fileFacts = z.object({
  /** Its spans that were not consolidated then. */
  open: z.array(openSpan),
  /** What a conversation saved to the notes, and what a model noted of it, as {@link hashOfWords}. */
  saved: z.array(z.string()),
  distilled: z.array(z.string()),
  /** What the person calls themselves there. */
  names: z.array(z.string()),
});
export type FileFacts = z.infer<typeof fileFacts>;

export interface SeenFile {
  /** `2026-11-20.md`, or `sessions/<id>.jsonl`. */
  path: string;
  /** What changes with the file. */
  stamp: string;
  facts: FileFacts;
}

export interface SeenFiles {
  all(): Map<string, SeenFile>;
  /** Replaces what is known of some files, and forgets others. */
  update(changed: readonly SeenFile[], gone: readonly string[]): void;
  erase(): void;
}

/** The table of the state database. */
export const seenFilesTable: TableDefinition<SeenFiles> = {
  name: 'consolidation-files',
  migrations: [
    `
    CREATE TABLE consolidation_file (
      path TEXT PRIMARY KEY,
      stamp TEXT NOT NULL,
      facts TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    `,
  ],
  create: createSeenFiles,
};

function createSeenFiles(db: Database.Database): SeenFiles {
  const all = db.prepare<[], Record<'path' | 'stamp' | 'facts', string>>(
    'SELECT path, stamp, facts FROM consolidation_file',
  );
  const put = db.prepare<[string, string, string]>(
    'INSERT OR REPLACE INTO consolidation_file (path, stamp, facts) VALUES (?, ?, ?)',
  );
  const drop = db.prepare<[string]>('DELETE FROM consolidation_file WHERE path = ?');
  const dropAll = db.prepare('DELETE FROM consolidation_file');
  return {
    all: () =>
      new Map(
        all.all().flatMap(({ path, stamp, facts: text }) => {
          const facts = readFacts(text);
          return facts ? [[path, { path, stamp, facts }] as const] : [];
        }),
      ),
    update: db.transaction((changed: readonly SeenFile[], gone: readonly string[]) => {
      for (const { path, stamp, facts } of changed) put.run(path, stamp, JSON.stringify(facts));
      for (const path of gone) drop.run(path);
    }),
    erase: () => void dropAll.run(),
  };
}

/** Null for facts that can't be read: the file is. */
function readFacts(text: string): FileFacts | null {
  try {
    return fileFacts.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** By which what a note says is found among what conversations saved. @param words their essence */
export const hashOfWords = (words: string): string =>
  createHash('sha256').update(words).digest('base64url').slice(0, 22);

export interface Known {
  files: SeenFiles;
  /** Which of these spans are consolidated. */
  done(hashes: readonly string[]): Set<string>;
}

/** What tells a change of a file. It is null for one that was changed just now: disks stamp changes so coarsely that the next one could look the same. */
export type Stamp = string | null;

export interface FileRecord {
  /** What is known of a file as it is now, with what of it is open still. */
  find(notePath: string, stamp: Stamp): FileFacts | null;
  /** @returns the facts, without what is consolidated */
  keep(notePath: string, stamp: Stamp, facts: FileFacts): FileFacts;
  /** @param there the files that there are */
  save(there: ReadonlySet<string>): void;
}

/** What is known of files, for one look at all of them. */
export function createFileRecord(known: Known | undefined): FileRecord {
  const seen = known?.files.all() ?? new Map<string, SeenFile>();
  const changed: SeenFile[] = [];
  // What is a span, and what is secret in it, may be told otherwise by another version.
  const program = known ? version() : '';
  const stillOpen = (open: readonly OpenSpan[]): OpenSpan[] => {
    const done = open.length > 0 ? known?.done(open.map(({ hash }) => hash)) : undefined;
    return open.filter(({ hash }) => done?.has(hash) !== true);
  };
  const keep: FileRecord['keep'] = (notePath, stamp, given) => {
    const facts = { ...given, open: stillOpen(given.open) };
    if (stamp !== null) changed.push({ path: notePath, stamp: `${program} ${stamp}`, facts });
    return facts;
  };
  return {
    find(notePath, stamp) {
      const file = seen.get(notePath);
      if (!file || stamp === null || file.stamp !== `${program} ${stamp}`) return null;
      if (file.facts.open.length === 0) return file.facts;
      const open = stillOpen(file.facts.open);
      return open.length === file.facts.open.length ? file.facts : keep(notePath, stamp, { ...file.facts, open });
    },
    keep,
    save(there) {
      const gone = [...seen.keys()].filter((notePath) => !there.has(notePath));
      if (changed.length + gone.length > 0) known?.files.update(changed, gone);
    },
  };
}

export function stampOf(file: string): Stamp {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!stats) return null;
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return isSettled(Number(stats.mtimeMs)) && isSettled(Number(stats.ctimeMs))
    ? [dev, ino, size, mtimeNs, ctimeNs].join(' ')
    : null;
}

export const noteStamp = ({ signature, mtimeMs }: { signature: string; mtimeMs: number }): Stamp =>
  isSettled(mtimeMs) ? signature : null;

/** A time to come is one of a clock that was put back since. */
const isSettled = (changedAtMs: number): boolean => Math.abs(Date.now() - changedAtMs) > stampMs;

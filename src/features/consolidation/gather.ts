// Finds what the consolidation works on: daily notes through the vault, conversations by their transcripts. Of years of files it
// reads those that changed since it last looked, and those in which something is open: the others are known (seen-files.ts). How a
// file is read, source-files.ts says.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createPace } from '../../base/concurrency/cooperative.ts';
import { codeOf } from '../../base/errors.ts';
import { append, range } from '../../base/lists.ts';
import type { Log } from '../../base/log.ts';
import type { NoteStat } from '../../memory/listing.ts';
import type { NoteProblem } from '../../memory/note-problem.ts';
import { type Note, readIfPossible, type Vault } from '../../memory/vault.ts';
import { essence } from '../../memory/write/bullet.ts';
import type { Heard, SourceLine } from './check.ts';
import {
  createFileRecord,
  type FileFacts,
  type FileRecord,
  hashOfWords,
  type Known,
  noteStamp,
  type OpenSpan,
  stampOf,
} from './seen-files.ts';
import type { Span } from './source.ts';
import {
  type DayReading,
  readDay,
  readDayNow,
  readSession,
  readSessionNow,
  type SessionReading,
  type SessionsAt,
} from './source-files.ts';

export interface Gathered {
  /** The spans of all files in which any is open, oldest day first, in the order of their places. */
  spans: Span[];
  /** See CheckContext. */
  sourceLines(path: string): readonly SourceLine[] | null;
  /** What the person calls themselves, by the channels; more than one where they did so in several ways. */
  names: string[];
  /** The daily notes that could not be read: they stay open until they can. */
  unread: NoteProblem[];
}

export interface GatherOptions extends SessionsAt {
  vault: Vault;
  log: Log;
  /** Without a model only what is marked, or was saved, is consolidated. */
  hasModel?: boolean;
  /** Without it, all files are read. */
  known?: Known;
}

/** @param only one local day, where not all are wanted */
export async function gatherSpans(options: GatherOptions & { only?: string | undefined }): Promise<Gathered> {
  const { only } = options;
  const sessions = new Map<string, SessionReading>();
  const days = new Map<string, DayReading>();
  const looked = await look(options, {
    sweep: true,
    isNeeded: (facts, saved) => toConsolidate(facts.open, saved, options).length > 0,
    session: (reading) => sessions.set(reading.path, reading),
    day: (reading) => days.set(reading.path, reading),
  });
  const { saved, distilled } = looked;
  const ofDays = [...days.values()].flatMap(({ spans }) => spans.map((span) => told(span, saved, distilled)));
  const spans = [...ofDays, ...[...sessions.values()].flatMap((session) => session.spans)];
  const heard = new Map([...sessions.values()].flatMap((session) => [...session.heard]));
  const files = new Map<string, readonly SourceLine[] | null>();
  /** What is cited is nearly always of a file that was read; any other that was looked at is read when it is asked for. */
  const linesOfFile = (name: string): readonly SourceLine[] | null => {
    if (!looked.paths.has(name)) return null;
    const day = name.startsWith('sessions/') ? null : (days.get(name) ?? readDayNow(options.vault, name));
    if (day) return sourceLinesOf(day, saved, distilled, heard);
    return name.startsWith('sessions/') ? ((sessions.get(name) ?? readSessionNow(name, options))?.lines ?? null) : null;
  };
  return {
    spans: spans
      .filter((span) => only === undefined || span.date === only)
      .sort((a, b) => a.date.localeCompare(b.date) || a.path.localeCompare(b.path) || a.startLine - b.startLine),
    sourceLines(name) {
      const lines = files.get(name) ?? linesOfFile(name);
      files.set(name, lines);
      return lines;
    },
    names: [...looked.names],
    unread: looked.unread.flatMap(({ date, problem }) => (only === undefined || date === only ? [problem] : [])),
  };
}

/** How many spans the next consolidation will read. Reads no file that has not changed. */
export async function countOpen(options: GatherOptions): Promise<number> {
  const open: OpenSpan[] = [];
  const { saved } = await look(options, {
    sweep: false,
    isNeeded: () => false,
    facts: (facts) => append(open, facts.open),
  });
  return toConsolidate(open, saved, options).length;
}

const toConsolidate = (
  open: readonly OpenSpan[],
  saved: ReadonlySet<string>,
  { hasModel = true }: GatherOptions,
): readonly OpenSpan[] =>
  hasModel ? open : open.filter(({ words, isMarked }) => isMarked || (words !== undefined && saved.has(words)));

interface Looked {
  /** Of all files. */
  paths: Set<string>;
  saved: Set<string>;
  distilled: Set<string>;
  names: Set<string>;
  unread: { date: string; problem: NoteProblem }[];
}

interface Look {
  /** Trust no watch on the notes: what is missed now is missed for a day. */
  sweep: boolean;
  /** Whether a file has to be read of which this is known. */
  isNeeded(facts: FileFacts, saved: ReadonlySet<string>): boolean;
  facts?(facts: FileFacts): void;
  session?(reading: SessionReading): void;
  day?(reading: DayReading): void;
}

const sliceMs = 20;

/** Looks at all files, and reads those that are needed or not known. What is shown of them is what is needed. */
async function look(options: GatherOptions, { sweep, isNeeded, ...show }: Look): Promise<Looked> {
  const { vault, sessionsDir, log } = options;
  const pace = createPace(sliceMs);
  const files = createFileRecord(options.known);
  const looked: Looked = { paths: new Set(), saved: new Set(), distilled: new Set(), names: new Set(), unread: [] };
  let read = 0;
  const add = (notePath: string, facts: FileFacts): void => {
    looked.paths.add(notePath);
    for (const one of facts.saved) looked.saved.add(one);
    for (const one of facts.distilled) looked.distilled.add(one);
    for (const one of facts.names) looked.names.add(one);
    show.facts?.(facts);
  };
  for (const name of await transcripts(sessionsDir)) {
    const notePath = `sessions/${name}`;
    const stamp = stampOf(path.join(sessionsDir, name));
    let facts = files.find(notePath, stamp);
    if (!facts || isNeeded(facts, looked.saved)) {
      const reading = await readSession(notePath, options, pace);
      read += 1;
      facts = files.keep(notePath, stamp, { ...reading.facts, open: reading.spans.map(({ hash }) => ({ hash })) });
      if (isNeeded(facts, looked.saved)) show.session?.(reading);
    }
    add(notePath, facts);
    await pace.rest();
  }
  for await (const { path: notePath, date, facts: known, note = null, problem = null } of dayNotes(
    (await vault.list({ sweep })).notes,
    vault,
    files,
    (facts) => isNeeded(facts, looked.saved),
  )) {
    if (problem !== null) looked.unread.push({ date, problem });
    if (note) {
      const reading = readDay(notePath, date, note.text);
      read += 1;
      const facts = files.keep(notePath, noteStamp(note), { ...noFacts, open: reading.spans.map(openSpanOf) });
      if (isNeeded(facts, looked.saved)) show.day?.(reading);
      add(notePath, facts);
    } else if (known) add(notePath, known);
    await pace.rest();
  }
  files.save(looked.paths);
  log.debug({ files: looked.paths.size, read }, 'looked for what is not consolidated');
  return looked;
}

const noFacts: FileFacts = { open: [], saved: [], distilled: [], names: [] };

const openSpanOf = ({ hash, text, isExplicit }: Span): OpenSpan => ({
  hash,
  words: hashOfWords(essence(text)),
  ...(isExplicit && { isMarked: true }),
});

const dayNote = /^(\d{4}-\d{2}-\d{2})\.md$/;
/** Several are read at a time: one by one, most of the time would go into waiting. */
const readAtOnce = 16;

interface FoundDay extends Partial<Awaited<ReturnType<typeof readIfPossible<Note>>>> {
  path: string;
  date: string;
  facts: FileFacts | null;
}

/** The notes of days; those that are needed, or not known as they are now, as they were read. */
async function* dayNotes(
  notes: readonly NoteStat[],
  vault: Vault,
  files: FileRecord,
  isNeeded: (facts: FileFacts) => boolean,
): AsyncGenerator<FoundDay> {
  const dated = notes.flatMap((note) => {
    const date = dayNote.exec(note.path)?.[1];
    return date === undefined ? [] : [{ path: note.path, date, facts: files.find(note.path, noteStamp(note)) }];
  });
  const isToRead = ({ facts }: (typeof dated)[number]): boolean => facts === null || isNeeded(facts);
  for (const one of dated) if (!isToRead(one)) yield one;
  const left = dated.filter(isToRead);
  for (let at = 0; at < left.length; at += readAtOnce) {
    const together = left.slice(at, at + readAtOnce);
    const notes = await Promise.all(together.map(async (one) => await readIfPossible(vault, one.path)));
    for (const [i, one] of together.entries()) yield { ...one, facts: null, ...notes[i] };
  }
}

/** A line of a note in the light of what the conversations say of it. */
function told(span: Span, saved: ReadonlySet<string>, distilled: ReadonlySet<string>): Span {
  const words = hashOfWords(essence(span.text));
  if (saved.has(words)) return { ...span, isExplicit: true };
  // What a model noted of a conversation would bear itself out: the conversation is read in its place.
  return distilled.has(words) ? { ...span, isUntrusted: true } : span;
}

function sourceLinesOf(
  { date, spans, lines }: DayReading,
  saved: ReadonlySet<string>,
  distilled: ReadonlySet<string>,
  heard: ReadonlyMap<string, Heard>,
): SourceLine[] {
  const ofOthers = spans.filter((span) => told(span, saved, distilled).isUntrusted);
  const untrusted = new Set(ofOthers.flatMap((span) => range(span.startLine, span.endLine)));
  const heardAt = new Map(
    spans.flatMap(({ startLine, text }) => {
      const said = heard.get(hashOfWords(essence(text)));
      return said ? [[startLine, said] as const] : [];
    }),
  );
  return lines.map((text, i) => {
    const said = heardAt.get(i + 1);
    return { text, date, isUntrusted: untrusted.has(i + 1), ...(said && { heard: said }) };
  });
}

async function transcripts(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir, { recursive: true }))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => name.split(path.sep).join('/'))
      .sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

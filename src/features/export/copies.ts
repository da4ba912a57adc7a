// Notes and conversations as a person takes them away: as they are, but without secrets. Reads, changes nothing.
import { isUtf8 } from 'node:buffer';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createPace } from '../../base/concurrency/cooperative.ts';
import { codeOf, messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Redact } from '../../base/secrets/redact.ts';
import type { Phrases } from '../../assistant/phrases/phrases.ts';
import { ifThere } from '../../base/files/if-there.ts';
import type { ArchiveFile } from '../../base/files/tar.ts';
import { cutText, withoutControls } from '../../base/text/text.ts';
import type { NoteProblem } from '../../memory/note-problem.ts';
import { isNoteName } from '../../memory/note-path.ts';
import { readIfPossible, type Vault } from '../../memory/vault.ts';
import type { Entry, SessionEntry } from '../../session/entry.ts';
import { HeadlessTranscript, loadTranscript } from '../../session/transcript.ts';
import { transcriptParts } from './transcript-text.ts';

export interface CopiedNotes {
  files: ArchiveFile[];
  /** Why notes could not be exported. */
  problems: NoteProblem[];
  /** How many notes held a secret, which is not in the copy. */
  redacted: number;
}

export interface CopiedSessions {
  files: ArchiveFile[];
  /** The conversations that could not be exported, and why. */
  skipped: string[];
}

export async function copyNotes(vault: Vault, redact: Redact): Promise<CopiedNotes> {
  const listing = await vault.list();
  const files: ArchiveFile[] = [];
  const problems = [...listing.problems];
  let redacted = 0;
  for (const { path: name, mtimeMs } of listing.notes) {
    const { note, problem } = await readIfPossible(vault, name);
    if (problem !== null) problems.push(problem);
    if (!note) continue;
    // A note in another encoding stays what it is.
    const encoding = isUtf8(note.bytes) ? 'utf8' : 'latin1';
    const text = note.bytes.toString(encoding);
    const clean = redact(text);
    if (clean !== text) redacted += 1;
    files.push({ name: `memory/${name}`, bytes: Buffer.from(clean, encoding), modified: new Date(mtimeMs) });
  }
  return { files, problems, redacted };
}

/** The files in the memory folder that are no notes, such as pictures. Links and hidden files are none of them. */
export async function filesBesideNotes(vault: Vault): Promise<string[]> {
  const entries = await readdir(vault.dir, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === undefined) throw error;
    return [];
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(vault.dir, path.join(entry.parentPath, entry.name)).split(path.sep))
    .filter((names) => !names.some((name) => name.startsWith('.')) && !isNoteName(names.join('/')))
    .map((names) => names.join('/'))
    .toSorted();
}

/** What the person is told of the files beside the notes; nothing where there are none. */
export function tellFilesBeside(names: readonly string[], { export: words }: Pick<Phrases, 'export'>): string[] {
  if (names.length === 0) return [];
  const all = withoutControls(names.join(', '));
  const shown = cutText(withoutControls(names.slice(0, maxNames).join(', ')), maxNameUnits);
  return [words.filesBeside(names.length, shown === all ? all : `${shown}, …`)];
}

/** More are in the answer of `scrubjay export --json`. */
const maxNames = 20;
/** With what else is said of the file they fit below it on Telegram, which takes 1024. */
const maxNameUnits = 600;

/** The sessions in which something was said. @param isWanted chooses by the first line */
export async function copySessions(options: {
  dir: string;
  timezone: string;
  redact: Redact;
  log: Log;
  isWanted?: (head: SessionEntry) => boolean;
}): Promise<CopiedSessions> {
  const { dir, timezone, redact, log, isWanted = () => true } = options;
  const files: ArchiveFile[] = [];
  const skipped: string[] = [];
  const names = await namesIn(dir).catch((error: unknown) => {
    if (codeOf(error) === undefined) throw error;
    skipped.push(`the conversations can't be read: ${messageOf(error)}`);
    return [];
  });
  for (const name of names.filter((one) => one.endsWith('.jsonl'))) {
    try {
      const entries = await loadTranscript(path.join(dir, name), log);
      const [head] = entries;
      const at = beginOf(entries);
      if (at === null || head?.type !== 'session' || !isWanted(head)) continue;
      files.push({
        name: `sessions/${at.slice(0, 10)}-${name.replace(/\.jsonl$/, '.md')}`,
        bytes: await createPace(sliceMs).walk(redactedTranscript(entries, timezone, redact)),
        modified: new Date(at),
      });
    } catch (error) {
      if (error instanceof HeadlessTranscript) skipped.push(error.message);
      else if (codeOf(error) !== undefined) skipped.push(`sessions/${name} can't be read: ${messageOf(error)}`);
      else throw error;
    }
  }
  return { files, skipped };
}

const sliceMs = 20;

/** Runs in steps, because a conversation may hold years. */
function* redactedTranscript(entries: readonly Entry[], timezone: string, redact: Redact): Generator<void, Buffer> {
  const parts: Buffer[] = [];
  for (const part of transcriptParts(entries, timezone)) {
    parts.push(Buffer.from(redact(part)));
    yield;
  }
  return Buffer.concat(parts);
}

/** When a conversation began; null for one in which nothing was said. */
function beginOf(entries: readonly Entry[]): string | null {
  const first = entries.find((entry) => entry.type === 'message');
  return first?.type === 'message' ? first.at : null;
}

const namesIn = async (dir: string): Promise<string[]> => ((await ifThere(readdir(dir))) ?? []).toSorted();

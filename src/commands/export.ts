// `scrubjay export`: all notes and conversations as Markdown, in a folder or one archive, for another program or for
// keeping. A copy to read, not a backup to start from: secrets, the index and the queue are left out.
import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { UserError, codeOf } from '../base/errors.ts';
import { privateFile, privateFolder } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import type { Redact } from '../base/redact.ts';
import { type ArchiveFile, buildTar } from '../base/tar.ts';
import { chosenTimezone } from '../daemon/timezone.ts';
import { createVault } from '../memory/vault.ts';
import type { Entry } from '../session/entry.ts';
import { HeadlessTranscript, loadTranscript } from '../session/transcript.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { transcriptText } from './transcript-text.ts';

export const command = defineCommand({
  usage: 'export PATH [options]',
  about: 'Copies all notes and conversations as Markdown to a new folder, or to one archive where PATH ends in .tar.gz. Secrets are left out. Overwrites nothing.',
  options: { ...configOption, ...jsonOption },
  words: { least: 1, most: 1 },
  async run({ values, words: [target = ''] }) {
    const { config, log, redact } = loadSettings(values, { quiet: true });
    const notes = await readNotes(config.memory.dir, redact);
    const sessions = await readSessions(path.join(config.state.dir, 'sessions'), chosenTimezone(config).now(), redact, log);
    const files = [...notes.files, ...sessions.files];
    const isArchive = /\.(?:tar\.gz|tgz)$/.test(target);
    const place = path.resolve(target);
    await (isArchive ? writeArchive(place, files) : writeFolder(place, files));
    const skipped = [...notes.skipped, ...sessions.skipped];
    if (values.json) printJson({ path: place, notes: notes.files.length, sessions: sessions.files.length, redacted: notes.redacted, skipped });
    else {
      print(`${notes.files.length} notes and ${sessions.files.length} conversations -> ${place}`);
      if (notes.redacted > 0) print(`${notes.redacted} of the notes held a key or a token, which is left out of the copy.`);
      for (const reason of skipped) print(`left out: ${reason}`);
    }
    return 0;
  },
});

interface Copies {
  files: ArchiveFile[];
  skipped: string[];
}

async function readNotes(dir: string, redact: Redact): Promise<Copies & { redacted: number }> {
  const vault = createVault(dir);
  const { notes, warnings } = await vault.list();
  const files: ArchiveFile[] = [];
  let redacted = 0;
  for (const { path: name, mtimeMs } of notes) {
    const note = await vault.read(name);
    if (!note) continue;
    // A note in another encoding stays what it is.
    const encoding = isUtf8(note.bytes) ? 'utf8' : 'latin1';
    const text = note.bytes.toString(encoding);
    const clean = redact(text);
    if (clean !== text) redacted += 1;
    files.push({ name: `memory/${name}`, bytes: Buffer.from(clean, encoding), modified: new Date(mtimeMs) });
  }
  return { files, skipped: warnings, redacted };
}

async function readSessions(dir: string, timezone: string, redact: Redact, log: Log): Promise<Copies> {
  const files: ArchiveFile[] = [];
  const skipped: string[] = [];
  for (const name of (await namesIn(dir)).filter((one) => one.endsWith('.jsonl'))) {
    try {
      const entries = await loadTranscript(path.join(dir, name), log);
      const at = beginOf(entries);
      if (at === null) continue;
      const text = redact(transcriptText(entries, timezone));
      files.push({ name: `sessions/${at.slice(0, 10)}-${name.replace(/\.jsonl$/, '.md')}`, bytes: Buffer.from(text), modified: new Date(at) });
    } catch (error) {
      if (!(error instanceof HeadlessTranscript)) throw error;
      skipped.push(error.message);
    }
  }
  return { files, skipped };
}

/** When a conversation began; null for one in which nothing was said. */
function beginOf(entries: readonly Entry[]): string | null {
  const first = entries.find((entry) => entry.type === 'message');
  return first?.type === 'message' ? first.at : null;
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).toSorted();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

async function writeArchive(file: string, files: readonly ArchiveFile[]): Promise<void> {
  try {
    await writeFile(file, gzipSync(buildTar(files)), { flag: 'wx', mode: privateFile });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new UserError(`${file} is there already. Choose another name.`);
    throw error;
  }
}

async function writeFolder(folder: string, files: readonly ArchiveFile[]): Promise<void> {
  if (existsSync(folder) && (await namesIn(folder)).length > 0) throw new UserError(`${folder} is not empty. Choose another folder.`);
  await mkdir(folder, { recursive: true, mode: privateFolder });
  for (const { name, bytes } of files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true, mode: privateFolder });
    await writeFile(file, bytes, { flag: 'wx', mode: privateFile });
  }
}

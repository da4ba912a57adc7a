// Writes what is imported into the memory folder. It overwrites nothing, recognises what an earlier import put there, and adds to a
// conversation that has grown since what was said later.
import path from 'node:path';
import { codeOf, messageOf } from '../../base/errors.ts';
import { append } from '../../base/lists.ts';
import { findSensitive } from '../../base/secrets/secrets.ts';
import { writeFileAtomic } from '../../base/files/files.ts';
import { foldName, namingPlace, openFileIn, pinFolder } from '../../memory/pinned-folder.ts';
import { createVault, type Vault } from '../../memory/vault.ts';
import { createWriter, type Writer } from '../../memory/write/writer.ts';
import { type KeyedNote, keyMark } from './conversation.ts';
import { type NewNote, writeNewNotes } from './new-notes.ts';
import type { ImportItem, ImportSource } from './source.ts';

export interface Taken {
  /** The names of the added notes in the memory folder. */
  added: string[];
  /** Conversations that had gone on since they were imported. */
  continued: string[];
  /** How many were there already, unchanged. */
  known: number;
  skipped: string[];
  /** Lines of added notes that hold what looks like a key or a password: they stay as they are, and the person is told. */
  secrets: SecretLine[];
}

/** A line of a note, without the secret itself. */
export interface SecretLine {
  path: string;
  line: number;
  /** Such as "an API key". */
  kind: string;
}

export interface TakeInOptions {
  memoryDir: string;
  dryRun: boolean;
  onItem?(taken: number): void;
}

/** The most bytes of all files together: a memory folder is no archive of pictures. */
const maxFilesBytes = 2 * 1024 ** 3;
/** The most new notes that wait to be written together, and the most bytes of them. */
const maxWaiting = 128;
const maxWaitingBytes = 16 * 1024 * 1024;

export async function takeIn(source: ImportSource, options: TakeInOptions): Promise<Taken> {
  const taking = new Taking(source, options);
  let count = 0;
  for await (const item of source.items()) {
    await taking.take(item);
    count += 1;
    options.onItem?.(count);
  }
  await taking.finish();
  return { ...taking.taken, skipped: source.skipped };
}

class Taking {
  readonly taken: Omit<Taken, 'skipped'> = { added: [], continued: [], known: 0, secrets: [] };
  readonly #open: ImportSource['open'];
  readonly #skipped: string[];
  readonly #options: TakeInOptions;
  readonly #vault: Vault;
  readonly #writer: Writer;
  /** Names that this run gave out, with their keys: a dry run writes nothing that could be found again. */
  readonly #given = new Map<string, string>();
  /** New notes that are written together, by their folded names: to some disks names that differ in case alone are one. */
  readonly #waiting = new Map<string, NewNote>();
  #waitingBytes = 0;
  #fileBytes = 0;

  constructor({ skipped, open }: ImportSource, options: TakeInOptions) {
    this.#open = open;
    this.#skipped = skipped;
    this.#options = options;
    this.#vault = createVault(options.memoryDir);
    this.#writer = createWriter({ vault: this.#vault });
  }

  async take(item: ImportItem): Promise<void> {
    try {
      if (item.kind === 'note' && item.isOwn) await this.#takeOwn(item.name, item.bytes);
      else if (item.kind === 'note') await this.#takeNote(item.name, item.bytes);
      else if (item.kind === 'keyed') await this.#takeKeyed(item.note);
      else await this.#takeFile(item);
    } catch (error) {
      this.#leaveOut(item.kind === 'keyed' ? item.note.stem : item.name, error);
    }
  }

  /** Writes what still waits; all that was taken is durable then. */
  async finish(): Promise<void> {
    const notes = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#waitingBytes = 0;
    if (notes.length === 0) return;
    const outcomes = await writeNewNotes(this.#options.memoryDir, notes);
    for (const [i, { name, bytes }] of notes.entries()) {
      const outcome = outcomes[i];
      if (outcome === 'written') this.#added(name, bytes);
      else if (outcome === 'there') this.#compare(name, await this.#present(name), bytes);
      else this.#leaveOut(name, outcome);
    }
  }

  #leaveOut(name: string, error: unknown): void {
    this.#skipped.push(`${name}: ${codeOf(error) === 'ENAMETOOLONG' ? 'its name is too long' : messageOf(error)}`);
  }

  /** Lets a new note wait for those that come next. */
  async #add(name: string, bytes: Buffer): Promise<void> {
    const key = foldName(name);
    if (this.#waiting.has(key) || this.#waiting.size >= maxWaiting || this.#waitingBytes > maxWaitingBytes)
      await this.finish();
    this.#waiting.set(key, { name, bytes });
    this.#waitingBytes += bytes.length;
  }

  async #takeNote(name: string, bytes: Buffer): Promise<void> {
    if (!this.#options.dryRun) return await this.#add(name, bytes);
    const present = await this.#present(name);
    if (present === null) this.#added(name, bytes);
    else this.#compare(name, present, bytes);
  }

  /** Writes under the first name that is free, or that has these words already. */
  async #takeOwn(name: string, bytes: Buffer): Promise<void> {
    if (this.#waiting.has(foldName(name))) await this.finish();
    for (let copy = 1; ; copy += 1) {
      const free = copy === 1 ? name : `${name.replace(/\.md$/i, '')} (${copy}).md`;
      const present = await this.#present(free);
      if (present !== null && present !== 'unreadable' && !present.equals(bytes)) continue;
      return await this.#takeNote(free, bytes);
    }
  }

  #added(name: string, bytes: Buffer): void {
    this.taken.added.push(name);
    append(this.taken.secrets, secretsOf(name, bytes));
  }

  /** Counts a note that can't be added because something has its name. */
  #compare(name: string, present: Buffer | 'unreadable' | null, bytes: Buffer): void {
    if (present === null) this.#skipped.push(`${name}: no note can have this name`);
    else if (present === 'unreadable')
      this.#skipped.push(`${name}: a note of this name is there already and can't be read`);
    else if (present.equals(bytes)) this.taken.known += 1;
    else this.#skipped.push(`${name}: a note of this name is there already, with other words`);
  }

  /** Writes under the first name that is free, or that an earlier import gave this note. */
  async #takeKeyed({ stem, key, text }: KeyedNote): Promise<void> {
    for (let copy = 1; ; copy += 1) {
      const name = `${stem}${copy > 1 ? ` (${copy})` : ''}.md`;
      const given = this.#given.get(name.toLowerCase());
      if (given !== undefined && given !== key) continue;
      if (this.#waiting.has(foldName(name))) await this.finish();
      const present = await this.#present(name);
      if (present === 'unreadable' || (present && !present.includes(keyMark(key)))) continue;
      this.#given.set(name.toLowerCase(), key);
      return await this.#takeUnder(name, present, Buffer.from(text));
    }
  }

  async #takeUnder(name: string, present: Buffer | null, bytes: Buffer): Promise<void> {
    if (present?.equals(bytes)) this.taken.known += 1;
    else if (!present) {
      if (this.#options.dryRun) this.#added(name, bytes);
      else await this.#add(name, bytes);
    } else if (bytes.subarray(0, present.length).equals(present)) {
      if (!this.#options.dryRun)
        await this.#writer.commit(name, (current) => (current?.equals(present) ? bytes : current));
      this.taken.continued.push(name);
      const known = new Set(secretsOf(name, present).map(({ line }) => line));
      append(
        this.taken.secrets,
        secretsOf(name, bytes).filter(({ line }) => !known.has(line)),
      );
    } else if (bytes.length < present.length && present.subarray(0, bytes.length).equals(bytes)) this.taken.known += 1;
    else this.#skipped.push(`${name}: was changed since it was imported, and stays as it is`);
  }

  /** The note of this name, null where there is none. One that is too large to read is no reason to stop. */
  async #present(name: string): Promise<Buffer | 'unreadable' | null> {
    try {
      return (await this.#vault.read(name))?.bytes ?? null;
    } catch {
      return 'unreadable';
    }
  }

  async #takeFile({ name, from, bytes }: { name: string; from: string; bytes: number }): Promise<void> {
    const parts = name.split('/');
    if (parts.some((part) => part === '' || part.startsWith('.'))) throw new Error('no file can have this name');
    // A file stands behind the notes that show it, in the report as on the disk.
    await this.finish();
    this.#fileBytes += bytes;
    if (this.#fileBytes > maxFilesBytes) throw new Error('2 GB of pictures and files were taken already');
    const { memoryDir, dryRun } = this.#options;
    const folder = await pinFolder(memoryDir, parts.slice(0, -1), { make: !dryRun });
    if (!folder && !dryRun) throw new Error('no file can have this name');
    try {
      const present = folder && (await namingPlace(folder, () => openFileIn(folder, parts.at(-1) ?? '')));
      if (present) {
        const { size } = await present.stat();
        await present.close();
        if (size === bytes) this.taken.known += 1;
        else throw new Error('a file of this name is there already');
        return;
      }
      if (folder && !dryRun)
        await namingPlace(folder, () => writeFileAtomic(path.join(folder.path, parts.at(-1) ?? ''), this.#open(from)));
      this.taken.added.push(name);
    } finally {
      await folder?.close();
    }
  }
}

/** Each line once. */
function secretsOf(name: string, bytes: Buffer): SecretLine[] {
  const text = bytes.toString('utf8');
  const found = new Map<number, SecretLine>();
  let [line, from] = [1, 0];
  for (const { start, kind } of findSensitive(text)) {
    line += text.slice(from, start).split('\n').length - 1;
    from = start;
    if (!found.has(line)) found.set(line, { path: name, line, kind });
  }
  return [...found.values()];
}

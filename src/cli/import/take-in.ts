// Writes what is imported into the memory folder. It overwrites nothing, recognises what an earlier import put there, and adds to a
// conversation that has grown since what was said later.
import { constants } from 'node:fs';
import { open as openFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, messageOf } from '../../base/errors.ts';
import { privateFile, syncFolder } from '../../base/files.ts';
import { openFileIn, pinFolder } from '../../memory/pinned-folder.ts';
import { createVault, type Vault } from '../../memory/vault.ts';
import { createWriter, type Writer } from '../../memory/write/writer.ts';
import { type KeyedNote, keyMark } from './conversation.ts';
import type { ImportItem, ImportSource } from './source.ts';

export interface Taken {
  /** The names of the added notes in the memory folder. */
  added: string[];
  /** Conversations that had gone on since they were imported. */
  continued: string[];
  /** How many were there already, unchanged. */
  known: number;
  skipped: string[];
}

export interface TakeInOptions {
  memoryDir: string;
  dryRun: boolean;
  onItem?(taken: number): void;
}

/** The most bytes of all files together: a memory folder is no archive of pictures. */
const maxFilesBytes = 2 * 1024 ** 3;

export async function takeIn(source: ImportSource, options: TakeInOptions): Promise<Taken> {
  const taking = new Taking(source, options);
  let count = 0;
  for await (const item of source.items()) {
    await taking.take(item);
    count += 1;
    options.onItem?.(count);
  }
  return { ...taking.taken, skipped: source.skipped };
}

class Taking {
  readonly taken: Omit<Taken, 'skipped'> = { added: [], continued: [], known: 0 };
  readonly #open: ImportSource['open'];
  readonly #skipped: string[];
  readonly #options: TakeInOptions;
  readonly #vault: Vault;
  readonly #writer: Writer;
  /** Names that this run gave out, with their keys: a dry run writes nothing that could be found again. */
  readonly #given = new Map<string, string>();
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
      if (item.kind === 'note') await this.#takeNote(item.name, item.bytes);
      else if (item.kind === 'keyed') await this.#takeKeyed(item.note);
      else await this.#takeFile(item);
    } catch (error) {
      const name = item.kind === 'keyed' ? item.note.stem : item.name;
      this.#skipped.push(`${name}: ${codeOf(error) === 'ENAMETOOLONG' ? 'its name is too long' : messageOf(error)}`);
    }
  }

  async #takeNote(name: string, bytes: Buffer): Promise<void> {
    const present = await this.#present(name);
    if (present === 'unreadable') this.#skipped.push(`${name}: a note of this name is there already and can't be read`);
    else if (present?.equals(bytes)) this.taken.known += 1;
    else if (present) this.#skipped.push(`${name}: a note of this name is there already, with other words`);
    else if (!this.#options.dryRun && (await this.#vault.resolve(name)) === null)
      this.#skipped.push(`${name}: no note can have this name`);
    else {
      // A note that was made meanwhile stays.
      if (!this.#options.dryRun) await this.#writer.commit(name, (current) => current ?? bytes);
      this.taken.added.push(name);
    }
  }

  /** Writes under the first name that is free, or that an earlier import gave this note. */
  async #takeKeyed({ stem, key, text }: KeyedNote): Promise<void> {
    for (let copy = 1; ; copy += 1) {
      const name = `${stem}${copy > 1 ? ` (${copy})` : ''}.md`;
      const given = this.#given.get(name.toLowerCase());
      if (given !== undefined && given !== key) continue;
      const present = await this.#present(name);
      if (present === 'unreadable' || (present && !present.includes(keyMark(key)))) continue;
      this.#given.set(name.toLowerCase(), key);
      return await this.#takeUnder(name, present, Buffer.from(text));
    }
  }

  async #takeUnder(name: string, present: Buffer | null, bytes: Buffer): Promise<void> {
    if (present?.equals(bytes)) this.taken.known += 1;
    else if (!present) {
      if (!this.#options.dryRun) await this.#writer.commit(name, (current) => current ?? bytes);
      this.taken.added.push(name);
    } else if (bytes.subarray(0, present.length).equals(present)) {
      if (!this.#options.dryRun)
        await this.#writer.commit(name, (current) => (current?.equals(present) ? bytes : current));
      this.taken.continued.push(name);
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
    this.#fileBytes += bytes;
    if (this.#fileBytes > maxFilesBytes) throw new Error('2 GB of pictures and files were taken already');
    const { memoryDir, dryRun } = this.#options;
    const folder = await pinFolder(memoryDir, parts.slice(0, -1), { make: !dryRun });
    if (!folder && !dryRun) throw new Error('no file can have this name');
    try {
      const present = folder && (await openFileIn(folder, parts.at(-1) ?? ''));
      if (present) {
        const { size } = await present.stat();
        await present.close();
        if (size === bytes) this.taken.known += 1;
        else throw new Error('a file of this name is there already');
        return;
      }
      if (folder && !dryRun) await this.#copy(from, folder.path, parts.at(-1) ?? '');
      this.taken.added.push(name);
    } finally {
      await folder?.close();
    }
  }

  /** Writes the whole file or nothing. */
  async #copy(from: string, folder: string, name: string): Promise<void> {
    const unfinished = path.join(folder, `.import-${process.pid}.tmp`);
    const file = await openFile(
      unfinished,
      constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW,
      privateFile,
    );
    try {
      for await (const part of this.#open(from)) await file.write(part);
      await file.sync();
      await rename(unfinished, path.join(folder, name));
      await syncFolder(folder);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }
}

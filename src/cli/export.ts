// `scrubjay export`: all notes and conversations as Markdown, in a folder or one archive, for another program or for
// keeping. A copy to read, not a backup to start from: secrets, the index and the queue are left out.
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { copyNotes, copySessions } from '../features/export/copies.ts';
import { UserError, codeOf } from '../base/errors.ts';
import { privateFile, privateFolder } from '../base/files.ts';
import { type ArchiveFile, buildTar } from '../base/tar.ts';
import { chosenTimezone } from '../app/timezone.ts';
import { createVault } from '../memory/vault.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';

export const command = defineCommand({
  usage: 'export PATH [options]',
  about:
    'Copies all notes and conversations as Markdown to a new folder, or to one archive where PATH ends in .tar.gz. Secrets are left out. Overwrites nothing.',
  options: { ...configOption, ...jsonOption },
  words: { least: 1, most: 1 },
  async run({ values, words: [target = ''] }) {
    const { config, log, redact } = loadSettings(values, { quiet: true });
    const notes = await copyNotes(createVault(config.memory.dir), redact);
    const sessions = await copySessions({
      dir: path.join(config.state.dir, 'sessions'),
      timezone: chosenTimezone(config).now(),
      redact,
      log,
    });
    const files = [...notes.files, ...sessions.files];
    const isArchive = /\.(?:tar\.gz|tgz)$/.test(target);
    const place = path.resolve(target);
    await (isArchive ? writeArchive(place, files) : writeFolder(place, files));
    const skipped = [...notes.skipped, ...sessions.skipped];
    if (values.json)
      printJson({
        path: place,
        notes: notes.files.length,
        sessions: sessions.files.length,
        redacted: notes.redacted,
        skipped,
      });
    else {
      print(`${notes.files.length} notes and ${sessions.files.length} conversations -> ${place}`);
      if (notes.redacted > 0)
        print(`${notes.redacted} of the notes held a key or a token, which is left out of the copy.`);
      for (const reason of skipped) print(`left out: ${reason}`);
    }
    return 0;
  },
});

async function writeArchive(file: string, files: readonly ArchiveFile[]): Promise<void> {
  try {
    await writeFile(file, gzipSync(buildTar(files)), { flag: 'wx', mode: privateFile });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new UserError(`${file} is there already. Choose another name.`);
    throw error;
  }
}

async function writeFolder(folder: string, files: readonly ArchiveFile[]): Promise<void> {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new UserError(`${folder} is not empty. Choose another folder.`);
  await mkdir(folder, { recursive: true, mode: privateFolder });
  for (const { name, bytes } of files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true, mode: privateFolder });
    await writeFile(file, bytes, { flag: 'wx', mode: privateFile });
  }
}

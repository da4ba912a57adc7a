// A file that is handed over where there is no channel for files: written into the folder in which the person works.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError, codeOf, messageOf } from '../base/errors.ts';
import { privateFile } from '../base/files/files.ts';
import type { OutputPlace } from './output-place.ts';

/** Overwrites nothing: where the name is taken, it gets a number. @returns the path of the file @throws UserError */
export async function saveFile(folder: OutputPlace, { name, bytes }: { name: string; bytes: Buffer }): Promise<string> {
  const [, stem = name, ending = ''] = /^(.+?)((?:\.tar)?\.\w+)$/.exec(name) ?? [];
  for (let copy = 1; ; copy += 1) {
    const file = path.join(folder, copy === 1 ? name : `${stem}-${copy}${ending}`);
    try {
      await writeFile(file, bytes, { flag: 'wx', mode: privateFile });
      return file;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST')
        throw new UserError(`The file can't be written to ${folder}: ${messageOf(error)}.`);
    }
  }
}

// `scrubjay backup`: everything a new machine needs, in one file, taken while the daemon runs.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeBackup } from '../app/backup.ts';
import { UserError, codeOf } from '../base/errors.ts';
import { privateFile } from '../base/files.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';

export const command = defineCommand({
  usage: 'backup FILE [options]',
  about:
    'Writes notes, conversations, reminders, pairing, versions of MEMORY.md, what was forgotten and the configuration (with its keys)\nto one new file. The daemon may run on. `scrubjay restore FILE` reads it.',
  options: {
    ...configOption,
    ...jsonOption,
    encrypt: {
      type: 'string',
      value: 'RECIPIENT',
      about: 'to an age recipient (age1…): only its identity can read it',
    },
  },
  words: { least: 1, most: 1 },
  async run({ values, words: [target = ''] }) {
    const { config } = loadSettings(values, { quiet: true });
    const places = { memoryDir: config.memory.dir, stateDir: config.state.dir, configFile: config.file };
    const { archive, summary } = await makeBackup(places, new Date());
    const bytes = values.encrypt === undefined ? archive : await encrypt(archive, values.encrypt);
    const file = path.resolve(target);
    try {
      await writeFile(file, bytes, { flag: 'wx', mode: privateFile, flush: true });
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw new UserError(`${file} is there already. Choose another name.`);
      throw error;
    }
    if (values.json)
      printJson({ path: file, encrypted: values.encrypt !== undefined, ...summary, bytes: bytes.length });
    else {
      print(`${summary.notes} notes and ${summary.files - summary.notes} other files -> ${file}`);
      if (values.encrypt === undefined)
        print('It holds the keys of the configuration: keep it where only you can read it.');
      for (const reason of summary.skipped) print(`left out: ${reason}`);
    }
    return 0;
  },
});

async function encrypt(bytes: Buffer, recipient: string): Promise<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new UserError('--encrypt takes an age recipient, which begins with "age1". `age-keygen` makes one.');
  }
  return await encrypter.encrypt(bytes);
}

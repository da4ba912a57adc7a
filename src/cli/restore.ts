// `scrubjay restore`: a backup into empty folders, verified before anything is written.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readBackup, restoreBackup } from '../app/backup.ts';
import { UserError, codeOf, messageOf } from '../base/errors.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';

export const command = defineCommand({
  usage: 'restore FILE [options]',
  about:
    'Restores a backup into the folders of the configuration, which must be empty. Every file is checked first. Stop the old machine’s\ndaemon before the new one starts: two would answer the same messages.',
  options: {
    ...configOption,
    ...jsonOption,
    identity: { type: 'string', value: 'FILE', about: 'the age identity of an encrypted backup' },
  },
  words: { least: 1, most: 1 },
  async run({ values, words: [source = ''] }) {
    const { config } = loadSettings(values, { quiet: true });
    const bytes = await readGiven(path.resolve(source));
    const { createdAt, files } = readBackup(isEncrypted(bytes) ? await decrypt(bytes, values.identity) : bytes);
    const places = { memoryDir: config.memory.dir, stateDir: config.state.dir, configFile: config.file };
    const oldConfig = await restoreBackup(files, places);
    const notes = files.filter(({ name }) => name.startsWith('memory/')).length;
    if (values.json)
      printJson({ createdAt, files: files.length, notes, memory: config.memory.dir, state: config.state.dir });
    else {
      print(`Restored ${notes} notes and ${files.length - notes} other files of ${createdAt}.`);
      print(`memory  ${config.memory.dir}`);
      print(`state   ${config.state.dir}`);
      if (oldConfig !== null && oldConfig !== config.file)
        print(`The configuration of the old machine is ${oldConfig}: check its paths and name it with --config.`);
      print('The search index is made anew at the next start.');
    }
    return 0;
  },
});

const ageHeader = 'age-encryption.org/v1';

const isEncrypted = (bytes: Buffer): boolean => bytes.subarray(0, ageHeader.length).toString('latin1') === ageHeader;

async function decrypt(bytes: Buffer, identityFile: string | undefined): Promise<Buffer> {
  if (identityFile === undefined)
    throw new UserError('This backup is encrypted. Give the file with its age identity: --identity FILE');
  const identities =
    (await readGiven(path.resolve(identityFile))).toString('utf8').match(/^AGE-SECRET-KEY-\S+/gm) ?? [];
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
    return Buffer.from(await decrypter.decrypt(bytes));
  } catch (error) {
    throw new UserError(`It can't be decrypted with ${identityFile}: ${messageOf(error)}`, { cause: error });
  }
}

async function readGiven(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new UserError(
      codeOf(error) === 'ENOENT' ? `There is no ${file}.` : `${file} can't be read: ${messageOf(error)}`,
    );
  }
}

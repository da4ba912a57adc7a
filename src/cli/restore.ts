// `scrubjay restore`: a backup into empty folders, verified before anything is written.
import { calledAs } from '../base/called-as.ts';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { type BroughtConfig, checkBackup, type OpenArchive, restoreBackup } from '../app/backup/restore.ts';
import { UserError, messageOf } from '../base/errors.ts';
import { quantity } from '../base/text/text.ts';
import type { Config } from '../config.ts';
import { userConfigFolder } from '../config/found-config.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { openGivenFile } from './given-file.ts';

export const command = defineCommand({
  usage: 'restore FILE [options]',
  about:
    'Restores a backup into the folders of the configuration, which must be empty. Every file is checked first. Stop the old machine’s\ndaemon before the new one starts: two would answer the same messages.',
  examples: ['restore home.backup', 'restore home.age --identity key.txt'],
  options: {
    ...configOption,
    ...jsonOption,
    identity: { type: 'string', value: 'FILE', about: 'the age identity of an encrypted backup' },
  },
  words: { min: 1, max: 1 },
  async run({ values, words: [source = ''] }) {
    // Before root becomes the owner of the state, who may not be able to read it.
    const handle = await openGivenFile(path.resolve(source), takesBackup);
    try {
      return await restore(await archiveOf(handle, values.identity), values);
    } finally {
      await handle.close();
    }
  },
});

const takesBackup = `\`${calledAs()} restore\` takes the file that \`${calledAs()} backup\` writes. What \`${calledAs()} export\` wrote is a copy to read: \`${calledAs()} import\` takes the notes in its folder "memory".`;

async function restore(openArchive: OpenArchive, values: { config?: string; json?: boolean }): Promise<number> {
  const { config } = loadSettings(values, { quiet: true });
  const manifest = await checkBackup(openArchive);
  const places = { memoryDir: config.memory.dir, stateDir: config.state.dir, configFile: config.file };
  const brought = await restoreBackup(openArchive, manifest, places);
  const { createdAt } = manifest;
  const names = Object.keys(manifest.files);
  const notes = names.filter((name) => name.startsWith('memory/')).length;
  if (values.json)
    printJson({
      createdAt,
      files: names.length,
      notes,
      memory: config.memory.dir,
      state: config.state.dir,
      config: brought?.file ?? null,
    });
  else {
    print(`Restored ${quantity(notes, 'note')} and ${quantity(names.length - notes, 'other file')} of ${createdAt}.`);
    print(`memory  ${config.memory.dir}`);
    print(`state   ${config.state.dir}`);
    if (brought) print(aboutConfig(brought, config));
    print('The search index is made anew at the next start.');
  }
  return 0;
}

/** How the configuration of the old machine is used here. */
function aboutConfig({ file, namesFolders }: BroughtConfig, { memory, state }: Config): string {
  const found = path.join(userConfigFolder(process.env), 'config.toml');
  const use = `Use it with --config ${file}, or move it to ${found}, where every command finds it.`;
  return namesFolders
    ? `The configuration of the old machine is ${file}. It names the two folders above; other files that it names (of keys, a persona) must be brought along.\n${use}`
    : `The configuration of the old machine is ${file}. First write into it: dir = ${JSON.stringify(memory.dir)} under [memory], and dir = ${JSON.stringify(state.dir)} under [state]. Other files that it names (of keys, a persona) must be brought along.\n${use}`;
}

const ageHeader = 'age-encryption.org/v1';
const pieceBytes = 64 * 1024;

/** Reads the file anew each time: a backup may be larger than memory. */
async function archiveOf(handle: FileHandle, identityFile: string | undefined): Promise<OpenArchive> {
  const head = Buffer.alloc(ageHeader.length);
  await handle.read(head, 0, head.length, 0);
  const openFile = (): Promise<Readable> => Promise.resolve(Readable.from(bytesOf(handle), { objectMode: false }));
  if (head.toString('latin1') !== ageHeader) return openFile;
  if (identityFile === undefined)
    throw new UserError('This backup is encrypted. Give the file with its age identity: --identity FILE');
  const decrypter = await decrypterOf(path.resolve(identityFile));
  return async () => {
    try {
      const stream = Readable.toWeb(await openFile()) as ReadableStream<Uint8Array>;
      return Readable.fromWeb((await decrypter.decrypt(stream)) as NodeReadableStream);
    } catch (error) {
      throw new UserError(`It can't be decrypted with ${identityFile}: ${messageOf(error)}`, { cause: error });
    }
  };
}

/** From its beginning. A stream of Node's own would close the handle with its end. */
async function* bytesOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function decrypterOf(identityFile: string) {
  const handle = await openGivenFile(identityFile, 'Give the file that `age-keygen` wrote.');
  let text: string;
  try {
    text = await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  const identities = text.match(/^AGE-SECRET-KEY-\S+/gm) ?? [];
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch {
    // The library's error quotes the secret.
    throw new UserError(`${identityFile} holds an age identity that is mistyped or cut off.`);
  }
  if (identities.length === 0)
    throw new UserError(`${identityFile} holds no age identity, which begins with "AGE-SECRET-KEY-".`);
  return decrypter;
}

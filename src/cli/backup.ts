// `scrubjay backup`: everything a new machine needs, in one file, taken while the daemon runs.
import { calledAs } from '../base/called-as.ts';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { makeBackup, type Transform } from '../app/backup/backup.ts';
import { outputPlace } from '../app/output-place.ts';
import { requireMemoryFolder } from '../app/memory/memory-folder.ts';
import { quantity } from '../base/text/text.ts';
import { UsageError } from './usage-error.ts';
import {
  configOption,
  defineCommand,
  jsonOption,
  loadConfigBesideService,
  loadSettings,
  print,
  printJson,
} from './command.ts';
import { writeOutputFile } from './output-file.ts';

export const command = defineCommand({
  usage: 'backup FILE [options]',
  about: `Writes notes, conversations, reminders, pairing, versions of MEMORY.md, what was forgotten and the configuration (with its keys)\nto one new file. The daemon may run on. \`${calledAs()} restore FILE\` reads it.`,
  examples: ['backup home.backup', 'backup home.age --encrypt age1…'],
  options: {
    ...configOption,
    ...jsonOption,
    encrypt: {
      type: 'string',
      value: 'RECIPIENT',
      about: 'to an age recipient (age1…): only its identity can read it',
    },
  },
  words: { min: 1, max: 1 },
  async run({ values, words: [target = ''] }) {
    const file = outputPlace(target, loadConfigBesideService(values.config));
    return await writeOutputFile(file, async (handle) => {
      const { config } = loadSettings(values, { quiet: true });
      requireMemoryFolder(config);
      const places = { memoryDir: config.memory.dir, stateDir: config.state.dir, configFile: config.file };
      const transform = values.encrypt === undefined ? undefined : await encryption(values.encrypt);
      const summary = await makeBackup(places, handle, new Date(), transform);
      if (values.json) printJson({ path: file, encrypted: values.encrypt !== undefined, ...summary });
      else {
        print(
          `${quantity(summary.notes, 'note')} and ${quantity(summary.files - summary.notes, 'other file')} -> ${file}`,
        );
        if (values.encrypt === undefined)
          print('It holds the keys of the configuration: keep it where only you can read it.');
        for (const reason of summary.skipped) print(`left out: ${reason}`);
      }
      return 0;
    });
  },
});

/** Encrypts to an age recipient while the archive is written. @throws UsageError for what is none */
async function encryption(recipient: string): Promise<Transform> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new UsageError('--encrypt takes an age recipient, which begins with "age1". `age-keygen` makes one.');
  }
  return async (archive) => Readable.fromWeb((await encrypter.encrypt(asWeb(archive))) as NodeReadableStream);
}

/** Node's own type of a web stream and that of the library are the same thing by two names. */
const asWeb = (stream: Readable): ReadableStream<Uint8Array> => Readable.toWeb(stream) as ReadableStream<Uint8Array>;

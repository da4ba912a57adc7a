// `scrubjay export`: all notes and conversations as Markdown, in a folder or one archive, for another program or for
// keeping. A copy to read, not a backup to start from: keys and tokens, the index and the state database are left out.
import { calledAs } from '../base/called-as.ts';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { english } from '../assistant/phrases/english.ts';
import { problemIn } from '../assistant/phrases/phrases.ts';
import { copyNotes, copySessions, filesBesideNotes, tellFilesBeside } from '../features/export/copies.ts';
import { buildTar } from '../base/files/tar.ts';
import { quantity } from '../base/text/text.ts';
import { createConfiguredVault } from '../app/memory/memory-folder.ts';
import { chosenTimezone } from '../app/timezone.ts';
import { outputPlace } from '../app/output-place.ts';
import {
  type Settings,
  configOption,
  defineCommand,
  jsonOption,
  loadConfigBesideService,
  loadSettings,
  print,
  printJson,
} from './command.ts';
import { writeOutputFile, writeOutputFolder } from './output-file.ts';

export const command = defineCommand({
  usage: 'export PATH [options]',
  about:
    'Copies all notes and conversations as Markdown to a new folder, or to one archive where PATH ends in .tar.gz. Keys, tokens and\ncard numbers are left out; passwords, PINs and codes that you wrote are in the copy. Overwrites nothing. Exits with 1 when something\ncould not be read, which is then listed.',
  examples: ['export my-notes', 'export copy.tar.gz --json'],
  options: { ...configOption, ...jsonOption },
  words: { min: 1, max: 1 },
  async run({ values, words: [target = ''] }) {
    const place = outputPlace(target, loadConfigBesideService(values.config));
    if (isArchive(target))
      return await writeOutputFile(place, async (handle) => {
        const copies = await copyAll(loadSettings(values, { quiet: true }));
        await handle.writeFile(gzipSync(buildTar(copies.files)));
        return report(place, copies, values.json === true);
      });
    const copies = await copyAll(loadSettings(values, { quiet: true }));
    await writeOutputFolder(place, copies.files);
    return report(place, copies, values.json === true);
  },
});

const isArchive = (target: string): boolean => /\.(?:tar\.gz|tgz)$/.test(target);

async function copyAll({ config, log, redact }: Settings) {
  const vault = createConfiguredVault(config);
  const notes = await copyNotes(vault, redact);
  const sessions = await copySessions({
    dir: path.join(config.state.dir, 'sessions'),
    timezone: chosenTimezone(config).now(),
    redact,
    log,
  });
  return { notes, sessions, others: await filesBesideNotes(vault), files: [...notes.files, ...sessions.files] };
}

function report(
  place: string,
  { notes, sessions, others }: Awaited<ReturnType<typeof copyAll>>,
  asJson: boolean,
): number {
  const counts = { notes: notes.files.length, sessions: sessions.files.length, redacted: notes.redacted };
  const skipped = [...notes.problems.map((problem) => problemIn(english, problem)), ...sessions.skipped];
  if (asJson) printJson({ path: place, ...counts, skipped, others });
  else {
    print(`${quantity(counts.notes, 'note')} and ${quantity(counts.sessions, 'conversation')} -> ${place}`);
    if (counts.redacted > 0)
      print(`${counts.redacted} of the notes held a key or a token, which is left out of the copy.`);
    for (const reason of skipped) print(`Left out: ${reason}`);
    for (const line of tellFilesBeside(others, english)) print(line);
  }
  // A link under the name of a note is none; all else that is left out is the person's.
  const missing = notes.problems.filter(({ kind }) => kind !== 'irregular').length + sessions.skipped.length;
  if (missing === 0) return 0;
  process.stderr.write(
    `scrubjay: the copy is not whole: ${quantity(missing, 'thing')} could not be read and ${missing === 1 ? 'is' : 'are'} listed as left out. \`${calledAs()} doctor\` says what to do.\n`,
  );
  return 1;
}

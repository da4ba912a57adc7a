// `scrubjay import`: notes, conversations and other assistants' memory into the memory folder. Nothing that is there is
// overwritten, so that it can be run again, and everything that is left out is named.
import path from 'node:path';
import { requireMemoryFolder } from '../app/memory/memory-folder.ts';
import { chosenTimezone } from '../app/timezone.ts';
import { withoutControls } from '../base/text/text.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { importPath } from './import/import-path.ts';
import type { Taken } from './import/take-in.ts';

export const command = defineCommand({
  usage: 'import PATH [options]',
  about:
    'Takes into the memory folder: a folder of Markdown notes (also an Obsidian vault, with its pictures), an export of ChatGPT or\nClaude as it was sent (.zip), a home of OpenClaw or Hermes, a transcript in the form of a model’s API, or what `export` made. Overwrites nothing.',
  examples: ['import ~/Notes --dry-run', 'import export.zip'],
  options: {
    ...configOption,
    ...jsonOption,
    'dry-run': { type: 'boolean', about: 'say what would be taken and what not, and write nothing' },
  },
  words: { min: 1, max: 1 },
  async run({ values, words: [given = ''] }) {
    const { config } = loadSettings(values, { quiet: true });
    requireMemoryFolder(config);
    const dryRun = values['dry-run'] === true;
    const memoryDir = config.memory.dir;
    const screen = process.stderr.isTTY && !values.json ? process.stderr : null;
    const timezone = chosenTimezone(config).now();
    const { what, ...taken } = await importPath(path.resolve(given), { memoryDir, timezone, dryRun, screen });
    if (values.json) printJson({ dryRun, ...taken });
    else report(taken, { what, memoryDir, dryRun });
    return 0;
  },
});

/** More are in the answer of `--json`. */
const maxShown = 200;

function report(
  { added, continued, known, skipped, secrets }: Taken,
  about: { what: string; memoryDir: string; dryRun: boolean },
): void {
  const { what, memoryDir, dryRun } = about;
  const others = [
    ...(continued.length > 0 ? [`${continued.length} went on since the last import`] : []),
    ...(known > 0 ? [`${known} were there already`] : []),
  ];
  print(
    `${dryRun ? 'Would add' : 'Added'} ${added.length} ${added.length === 1 ? 'note or file' : 'notes and files'} of ${what} to ${memoryDir}${others.map((one) => `; ${one}`).join('')}.`,
  );
  if (dryRun) printSome([...added, ...continued].map((name) => `  ${name}`));
  if (skipped.length > 0) {
    print(`Left out:`);
    // A name may hold a line feed.
    printSome(skipped.map((reason) => `  ${withoutControls(reason)}`));
  }
  if (secrets.length > 0) {
    print(
      `These lines hold what looks like a key or a password. ${dryRun ? 'An import leaves them' : 'They are'} in the notes as they were: no model that answers and no other program is shown them, but they stay in the files. Take them out with an editor where you do not want them there.`,
    );
    printSome(secrets.map(({ path: note, line, kind }) => `  ${withoutControls(note)}#L${line}: ${kind}`));
  }
}

function printSome(lines: readonly string[]): void {
  for (const line of lines.slice(0, maxShown)) print(line);
  if (lines.length > maxShown) print(`  … and ${lines.length - maxShown} more, which --json lists.`);
}

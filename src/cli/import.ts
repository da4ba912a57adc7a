// `scrubjay import`: notes and conversations from elsewhere into the memory folder. Nothing that is there is overwritten,
// so that it can be run again, and whatever is not taken is named.
import { lstat, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { localDate, localTime } from '../base/clock.ts';
import { UserError, codeOf, messageOf } from '../base/errors.ts';
import { privateFolder } from '../base/files.ts';
import { chosenTimezone } from '../app/timezone.ts';
import { createVault } from '../memory/vault.ts';
import { createWriter } from '../memory/write/writer.ts';
import { type ChatExport, type Conversation, parseChatExport } from './import-chat-export.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';

export const command = defineCommand({
  usage: 'import PATH [options]',
  about:
    'Takes a folder of Markdown notes, or the conversations.json of a ChatGPT or Claude export, into the memory folder. Overwrites nothing.',
  options: {
    ...configOption,
    ...jsonOption,
    'dry-run': { type: 'boolean', about: 'say what would be taken, write nothing' },
  },
  words: { least: 1, most: 1 },
  async run({ values, words: [source = ''] }) {
    const { config } = loadSettings(values, { quiet: true });
    const { notes, skipped } = await readSource(path.resolve(source), chosenTimezone(config).now());
    const vault = createVault(config.memory.dir);
    const writer = createWriter({ vault });
    if (!values['dry-run']) await mkdir(config.memory.dir, { recursive: true, mode: privateFolder });
    const added: string[] = [];
    let known = 0;
    for (const { name, bytes } of notes) {
      const present = await vault.read(name);
      if (present?.bytes.equals(bytes)) known += 1;
      else if (present) skipped.push(`${name}: a note of this name is there already, with other words`);
      else if (!values['dry-run'] && !(await add(name, bytes))) skipped.push(`${name}: no note can have this name`);
      else added.push(name);
    }

    /** False where the name is not one of a note. */
    async function add(name: string, bytes: Buffer): Promise<boolean> {
      if ((await vault.resolve(name)) === null) return false;
      // A note that came into being meanwhile stays.
      await writer.commit(name, (current) => current ?? bytes);
      return true;
    }

    if (values.json) printJson({ dryRun: values['dry-run'] === true, added, known, skipped });
    else {
      print(
        `${values['dry-run'] ? 'Would add' : 'Added'} ${added.length} notes to ${config.memory.dir}${known > 0 ? `; ${known} were there already` : ''}.`,
      );
      for (const name of values['dry-run'] ? added : []) print(`  ${name}`);
      for (const reason of skipped) print(`skipped: ${reason}`);
    }
    return 0;
  },
});

interface Source {
  notes: { name: string; bytes: Buffer }[];
  /** What is not taken, and why. */
  skipped: string[];
}

const conversationsFile = 'conversations.json';
const maxExportBytes = 500 * 1024 * 1024;

async function readSource(source: string, timezone: string): Promise<Source> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(source)).isDirectory();
  } catch (error) {
    throw new UserError(
      codeOf(error) === 'ENOENT' ? `There is no ${source}.` : `${source} can't be read: ${messageOf(error)}`,
    );
  }
  if (!isFolder)
    return source.toLowerCase().endsWith('.md')
      ? readNotes(path.dirname(source), [path.basename(source)])
      : readConversations(source, timezone);
  const names = await readdir(source, { recursive: true });
  return names.includes(conversationsFile)
    ? readConversations(path.join(source, conversationsFile), timezone)
    : readNotes(source, names.toSorted());
}

async function readNotes(folder: string, names: readonly string[]): Promise<Source> {
  const notes: Source['notes'] = [];
  const skipped: string[] = [];
  for (const name of names) {
    const isHidden = name.split(path.sep).some((part) => part.startsWith('.'));
    const file = await lstat(path.join(folder, name));
    if (isHidden || file.isDirectory()) continue;
    if (!file.isFile() || !name.toLowerCase().endsWith('.md'))
      skipped.push(`${name}: ${file.isFile() ? 'not Markdown' : 'not a file'}`);
    else notes.push({ name: name.split(path.sep).join('/'), bytes: await readFile(path.join(folder, name)) });
  }
  return { notes, skipped };
}

async function readConversations(file: string, timezone: string): Promise<Source> {
  if ((await stat(file)).size > maxExportBytes) throw new UserError(`${file} is larger than this can read.`);
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UserError(
      `${file} is not JSON (${messageOf(error)}). Give a folder of Markdown notes, or the ${conversationsFile} of an export.`,
    );
  }
  const parsed = parseChatExport(json);
  if (!parsed)
    throw new UserError(`${file} is no export of ChatGPT or Claude that this knows. Give its ${conversationsFile}.`);
  const notes: Source['notes'] = [];
  const skipped: string[] = [];
  const taken = new Map<string, number>();
  for (const conversation of parsed.conversations) {
    const name = nameFor(conversation, timezone, taken);
    if (conversation.messages.length === 0) skipped.push(`${conversation.title}: nothing is said in it`);
    else notes.push({ name, bytes: Buffer.from(noteOf(conversation, parsed.source, timezone)) });
  }
  return { notes, skipped };
}

const maxTitleLength = 60;

/** `imported/2024-03-05 Holiday plans.md`: the same for the same export, so that a second import finds what is there. */
function nameFor({ title, at }: Conversation, timezone: string, taken: Map<string, number>): string {
  const plain = [
    ...title
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{N}\p{M} ,&'()-]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, maxTitleLength)
    .join('')
    .trim();
  const stem = `imported/${at === null ? '' : `${localDate(at, timezone)} `}${plain || 'Conversation'}`;
  const copy = (taken.get(stem.toLowerCase()) ?? 0) + 1;
  taken.set(stem.toLowerCase(), copy);
  return `${stem}${copy > 1 ? ` (${copy})` : ''}.md`;
}

/** What the person said stands as it was; what a model answered is quoted, so that it can be told from it. */
function noteOf({ title, at, messages }: Conversation, source: ChatExport['source'], timezone: string): string {
  const instant = (date: Date | null): string =>
    date === null ? '' : `, ${localDate(date, timezone)} ${localTime(date, timezone)}`;
  const parts = messages.map((message) =>
    message.from === 'person'
      ? `**You**${instant(message.at)}\n\n${message.text}`
      : `**${source}**${instant(message.at)}\n\n${message.text.replaceAll(/^/gm, '> ')}`,
  );
  return `${[`# ${title.replaceAll(/\s+/g, ' ')}`, `A conversation with ${source}${instant(at)}, imported.`, ...parts].join('\n\n')}\n`;
}

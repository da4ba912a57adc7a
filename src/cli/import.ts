// `scrubjay import`: notes and conversations from elsewhere into the memory folder. Nothing that is there is overwritten,
// so that it can be run again, and whatever is not taken is named.
import { mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { localDate, localTime } from '../base/clock.ts';
import { UserError, codeOf, messageOf } from '../base/errors.ts';
import { privateFolder } from '../base/files.ts';
import { chosenTimezone } from '../app/timezone.ts';
import { isNoteName, maxNoteBytes, megabytes } from '../memory/listing.ts';
import { type Vault, createVault } from '../memory/vault.ts';
import { createWriter } from '../memory/write/writer.ts';
import { parseChatExport } from './import-chat-export.ts';
import { type Conversation, parseTranscript } from './import-transcript.ts';
import { type ImportTree, type TreeLimits, openFolderTree } from './import-tree.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';

export const command = defineCommand({
  usage: 'import PATH [options]',
  about:
    'Takes a folder of Markdown notes, the conversations.json of a ChatGPT or Claude export, or a transcript in the form of a model’s API into the memory folder. Overwrites nothing.',
  options: {
    ...configOption,
    ...jsonOption,
    'dry-run': { type: 'boolean', about: 'say what would be taken, write nothing' },
  },
  words: { least: 1, most: 1 },
  async run({ values, words: [given = ''] }) {
    const { config } = loadSettings(values, { quiet: true });
    const dryRun = values['dry-run'] === true;
    const source = await openSource(path.resolve(given), chosenTimezone(config).now());
    try {
      if (!dryRun) await mkdir(config.memory.dir, { recursive: true, mode: privateFolder });
      const { added, known, skipped } = await takeIn(source, createVault(config.memory.dir), dryRun);
      if (values.json) printJson({ dryRun, added, known, skipped });
      else {
        print(
          `${dryRun ? 'Would add' : 'Added'} ${added.length} notes to ${config.memory.dir}${known > 0 ? `; ${known} were there already` : ''}.`,
        );
        for (const name of dryRun ? added : []) print(`  ${name}`);
        for (const reason of skipped) print(`skipped: ${reason}`);
      }
      return 0;
    } finally {
      await source.close();
    }
  },
});

interface ImportedNote {
  name: string;
  bytes: Buffer;
}

interface Source {
  notes(): AsyncIterable<ImportedNote> | Iterable<ImportedNote>;
  /** What is not taken, and why; complete when all notes were read. */
  skipped: string[];
  close(): Promise<void>;
}

interface Taken {
  added: string[];
  known: number;
  skipped: string[];
}

async function takeIn(source: Source, vault: Vault, dryRun: boolean): Promise<Taken> {
  const writer = createWriter({ vault });
  const { skipped } = source;
  const added: string[] = [];
  let known = 0;
  for await (const { name, bytes } of source.notes()) {
    const present = await presentNote(vault, name);
    if (present === 'unreadable') skipped.push(`${name}: a note of this name is there already and can't be read`);
    else if (present?.equals(bytes)) known += 1;
    else if (present) skipped.push(`${name}: a note of this name is there already, with other words`);
    else if (!dryRun && (await vault.resolve(name)) === null) skipped.push(`${name}: no note can have this name`);
    else {
      // A note that came into being meanwhile stays.
      if (!dryRun) await writer.commit(name, (current) => current ?? bytes);
      added.push(name);
    }
  }
  return { added, known, skipped };
}

/** The note of this name, null where there is none. One that is too large to read is no reason to stop. */
async function presentNote(vault: Vault, name: string): Promise<Buffer | 'unreadable' | null> {
  try {
    return (await vault.read(name))?.bytes ?? null;
  } catch {
    return 'unreadable';
  }
}

const conversationsFile = 'conversations.json';
const maxExportBytes = 500 * 1024 * 1024;

async function openSource(given: string, timezone: string): Promise<Source> {
  const { place, isFolder } = await lookAt(given);
  const tree = await openFolderTree(isFolder ? place : path.dirname(place), isFolder ? undefined : onlyThis);
  try {
    if (isFolder && tree.files.includes(conversationsFile))
      return await readConversations(tree, conversationsFile, place, timezone);
    if (isFolder) return notesOf(tree, tree.files);
    const name = path.basename(place);
    return isNoteName(name)
      ? notesOf({ ...tree, skipped: [] }, [name])
      : await readConversations(tree, name, place, timezone);
  } catch (error) {
    await tree.close();
    throw error;
  }
}

/** The folder of a single file is not looked through. */
const onlyThis: TreeLimits = { maxDepth: 0, maxFiles: 0 };

/** @throws UserError for what is neither a file nor a folder */
async function lookAt(given: string): Promise<{ place: string; isFolder: boolean }> {
  try {
    const place = await realpath(given);
    const found = await stat(place);
    if (found.isDirectory() || found.isFile()) return { place, isFolder: found.isDirectory() };
  } catch (error) {
    throw new UserError(
      codeOf(error) === 'ENOENT' ? `There is no ${given}.` : `${given} can't be read: ${messageOf(error)}`,
    );
  }
  throw new UserError(`${given} is neither a file nor a folder. Give a folder of notes, or an export.`);
}

function notesOf(tree: ImportTree, names: readonly string[]): Source {
  const skipped = [...tree.skipped];
  async function* notes() {
    for (const name of names) {
      if (!isNoteName(name)) {
        skipped.push(`${name}: not Markdown`);
        continue;
      }
      const bytes = await tree.read(name, maxNoteBytes);
      if (bytes === null) skipped.push(`${name}: larger than ${megabytes(maxNoteBytes)} MB, or no regular file`);
      else yield { name, bytes };
    }
  }
  return { notes, skipped, close: tree.close };
}

async function readConversations(tree: ImportTree, name: string, place: string, timezone: string): Promise<Source> {
  const bytes = await tree.read(name, maxExportBytes);
  if (bytes === null)
    throw new UserError(`${place} is larger than ${megabytes(maxExportBytes)} MB, which is too much.`);
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new UserError(
      `${place} is not JSON (${messageOf(error)}). Give a folder of Markdown notes, or the ${conversationsFile} of an export.`,
    );
  }
  const transcript = parseTranscript(json, path.parse(name).name);
  const parsed = transcript ? { source: otherSource, conversations: [transcript] } : parseChatExport(json);
  if (!parsed)
    throw new UserError(
      `${place} is no export of ChatGPT or Claude that this knows, and no transcript of a model’s API. Give its ${conversationsFile}.`,
    );
  const skipped: string[] = [];
  const { source, conversations } = parsed;
  function* notes() {
    const taken = new Map<string, number>();
    for (const conversation of conversations) {
      const noteName = nameFor(conversation, timezone, taken);
      if (conversation.messages.length === 0) skipped.push(`${conversation.title}: nothing is said in it`);
      else {
        const note = Buffer.from(noteOf(conversation, source, timezone));
        if (note.length > maxNoteBytes) skipped.push(`${conversation.title}: longer than a note can be`);
        else yield { name: noteName, bytes: note };
      }
    }
  }
  return { notes, skipped, close: tree.close };
}

/** The speaker of a transcript that does not say which model it was. */
const otherSource = 'Assistant';
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
function noteOf({ title, at, messages }: Conversation, source: string, timezone: string): string {
  const instant = (date: Date | null): string =>
    date === null ? '' : `, ${localDate(date, timezone)} ${localTime(date, timezone)}`;
  const parts = messages.map((message) =>
    message.from === 'person'
      ? `**You**${instant(message.at)}\n\n${message.text}`
      : `**${source}**${instant(message.at)}\n\n${message.text.replaceAll(/^/gm, '> ')}`,
  );
  return `${[`# ${title.replaceAll(/\s+/g, ' ')}`, `A conversation with ${source === otherSource ? 'an assistant' : source}${instant(at)}, imported.`, ...parts].join('\n\n')}\n`;
}

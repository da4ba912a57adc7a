// The home or workspace of OpenClaw or of Hermes: memory, daily notes, who the person is, the assistant's character, and the
// conversations. All of it stands below `imported/`, where nothing counts as the person's own words: their assistant wrote it.
import { messageOf } from '../../base/errors.ts';
import { megabytes } from '../../memory/listing.ts';
import { isNoteName } from '../../memory/note-path.ts';
import { parseHermesDatabase, parseSessionLines, parseSnapshot } from './agent-sessions.ts';
import { type Conversation, notesOfConversation } from './conversation.ts';
import { readNote } from './note-folder.ts';
import type { ImportItem, ImportSource } from './source.ts';
import { baseName, type ImportTree, readWhole, type TreeFile } from './tree.ts';

const openClawMarks =
  /^(?:(?:workspace[^/]*\/)?(?:SOUL|IDENTITY|HEARTBEAT|BOOTSTRAP)\.md|(?:openclaw|clawdbot|moltbot)\.json)$/;
const openClawSession = /(?:^|\/)sessions\/[^/]+\.jsonl$/;
const hermesMarks = /^(?:memories\/(?:MEMORY|USER)\.md|state\.db|sessions\/session_[^/]+\.json)$/;

const isHermes = (files: readonly TreeFile[]): boolean => files.some(({ name }) => hermesMarks.test(name));

/** @param isHidden the folder's own name begins with a dot, as `~/.openclaw` does */
export const isAgentHome = ({ files }: ImportTree, isHidden: boolean): boolean =>
  isHermes(files) ||
  files.some(({ name }) => openClawMarks.test(name)) ||
  (isHidden && files.some(({ name }) => openClawSession.test(name)));

/** Files with orders to the earlier assistant, and files that came with it. */
const orders = /^(?:AGENTS|TOOLS|HEARTBEAT|BOOT|BOOTSTRAP|CLAUDE)\.md$/;
const notMemory: Readonly<Record<string, string>> = {
  skills: 'abilities of that assistant',
  canvas: 'pages of that assistant',
  cron: 'scheduled jobs of that assistant; set reminders anew',
  credentials: 'keys',
  logs: 'logs',
  hooks: 'programs',
  plugins: 'programs',
  extensions: 'programs',
  media: 'files of that assistant',
};
const maxSessionBytes = 512 * 1024 * 1024;
const maxLineBytes = 64 * 1024 * 1024;

export function openAgentHome(tree: ImportTree, timezone: string): ImportSource {
  const source = isHermes(tree.files) ? 'Hermes' : 'OpenClaw';
  const home = new AgentHome(tree, source, timezone);
  return {
    what: source === 'Hermes' ? 'a home of Hermes' : 'a workspace of OpenClaw',
    items: () => home.items(),
    open: tree.open,
    skipped: home.skipped,
  };
}

class AgentHome {
  readonly skipped: string[];
  readonly #tree: ImportTree;
  readonly #source: 'OpenClaw' | 'Hermes';
  readonly #timezone: string;
  /** The sessions that the database held: a file may hold the same one again. */
  readonly #seen = new Set<string>();

  constructor(tree: ImportTree, source: 'OpenClaw' | 'Hermes', timezone: string) {
    this.#tree = tree;
    this.#source = source;
    this.#timezone = timezone;
    this.skipped = [...tree.skipped];
  }

  async *items(): AsyncGenerator<ImportItem> {
    const leftOut = new Map<string, number>();
    const isDatabase = ({ name }: TreeFile): boolean => name === 'state.db';
    for (const file of this.#tree.files.toSorted((a, b) => Number(isDatabase(b)) - Number(isDatabase(a)))) {
      const folder = file.name.split('/').find((part, index, parts) => index < parts.length - 1 && part in notMemory);
      if (folder !== undefined) leftOut.set(folder, (leftOut.get(folder) ?? 0) + 1);
      else if (isNoteName(file.name)) yield* this.#note(file.name);
      else yield* this.#conversations(file);
    }
    for (const [folder, count] of leftOut)
      this.skipped.push(`${folder}/ (${count} ${count === 1 ? 'file' : 'files'}): ${notMemory[folder]}`);
  }

  async *#note(name: string): AsyncGenerator<ImportItem> {
    if (orders.test(baseName(name))) {
      this.skipped.push(`${name}: instructions to that assistant, no memory`);
      return;
    }
    const bytes = await readNote(this.#tree, name, this.skipped);
    if (!bytes || bytes.toString('utf8').trim() === '') return;
    const isMemory = /^(?:MEMORY|USER)\.md$/.test(baseName(name));
    const text = isMemory ? withBullets(bytes.toString('utf8')) : bytes.toString('utf8');
    const place = name.replace(/^(?:workspace|memories)\//, '');
    const head = `Imported from ${this.#source} (${name}); its assistant may have written this.\n\n`;
    yield {
      kind: 'note',
      name: `imported/${this.#source.toLowerCase()}/${place}`,
      bytes: Buffer.from(head + text),
    };
  }

  async *#conversations(file: TreeFile): AsyncGenerator<ImportItem> {
    try {
      for await (const conversation of this.#read(file)) {
        if (this.#seen.has(conversation.id ?? '')) this.skipped.push(`${file.name}: in state.db as well`);
        else if (conversation.messages.length === 0) this.skipped.push(`${file.name}: nothing is said in it`);
        else
          for (const note of notesOfConversation(conversation, this.#source, this.#timezone))
            yield { kind: 'keyed', note };
        if (file.name === 'state.db') this.#seen.add(conversation.id ?? '');
      }
    } catch (error) {
      this.skipped.push(`${file.name}: ${messageOf(error)}`);
    }
  }

  async *#read({ name, bytes }: TreeFile): AsyncGenerator<Conversation> {
    if (!/(?:^|\/)sessions\/[^/]+\.jsonl?$|^state\.db$/.test(name) || /(?:^|\/)sessions\.json$/.test(name)) {
      if (name !== 'state.db-shm' && !(name === 'state.db-wal' && bytes === 0))
        this.skipped.push(`${name}: ${reasonFor(name)}`);
      return;
    }
    const whole = await readWhole(this.#tree, name, maxSessionBytes);
    if (whole === null) throw new Error(`larger than ${megabytes(maxSessionBytes)} MB`);
    if (name === 'state.db') return yield* parseHermesDatabase(whole);
    const title = `Conversation ${baseName(name).replace(/\.jsonl?$/, '')}`;
    const conversation = name.endsWith('.json')
      ? parseSnapshot(parsedOrNull(whole.toString('utf8')))
      : parseSessionLines(this.#linesOf(name, whole), title);
    if (!conversation) throw new Error('no conversation that is known');
    yield conversation;
  }

  *#linesOf(name: string, whole: Buffer): Generator {
    let damaged = 0;
    for (let from = 0; from < whole.length;) {
      const end = whole.indexOf(0x0a, from);
      const line = whole.subarray(from, end < 0 ? whole.length : end);
      from = end < 0 ? whole.length : end + 1;
      if (line.length === 0) continue;
      const json = line.length > maxLineBytes ? null : parsedOrNull(line.toString('utf8'));
      if (json === null) damaged += 1;
      else yield json;
    }
    if (damaged > 0) this.skipped.push(`${name}: ${damaged} ${damaged === 1 ? 'line is' : 'lines are'} no JSON`);
  }
}

const reasonFor = (name: string): string => {
  if (name === 'state.db-wal') return 'not yet written into state.db: stop Hermes, then import again';
  return /\.(?:db|sqlite|sqlite3)(?:-\w+)?$/.test(name)
    ? 'an index of that assistant'
    : 'no memory and no conversation';
};

/** The entries of Hermes' memory, which it parts by a section sign, as a list. */
function withBullets(text: string): string {
  const entries = text.split(/^§$/m).map((entry) => entry.trim());
  return entries.length < 2
    ? text
    : `${entries
        .filter((entry) => entry !== '')
        .map((entry) => `- ${entry.replaceAll('\n', '\n  ')}`)
        .join('\n')}\n`;
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

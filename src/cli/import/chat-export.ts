// An export of ChatGPT or Claude as it is sent: the archive, or the folder that it was unpacked to. Conversations are read one
// at a time, so that an export of any size fits.
import path from 'node:path';
import { UserError, messageOf } from '../../base/errors.ts';
import { cutText } from '../../base/text/text.ts';
import { localDate } from '../../base/time/local-time.ts';
import { append } from '../../base/lists.ts';
import { megabytes } from '../../memory/listing.ts';
import { type ChatGptConversation, type DatedText, fileIdIn, parseChatGpt } from './chatgpt.ts';
import { type ClaudeProject, parseClaude, parseDesignChat, parseMemory, parseProject } from './claude.ts';
import { type Conversation, fileTitle, keyMark, notesOfConversation, quoted } from './conversation.ts';
import { elementsOf, type JsonElement, NotAnArray } from './json-elements.ts';
import { maxFileBytes } from './note-folder.ts';
import type { ImportItem, ImportSource } from './source.ts';
import { baseName, type ImportTree, readWhole, type TreeFile } from './tree.ts';

const conversationsFile = /^conversations(?:-\d+)?\.json$/;
const claudeFile =
  /^(?:.*\/)?(?:(?:memories|projects)(?:-\d+)?\.json|(?:memories|projects|design_chats)\/[^/]+\.json)$/;

const holdsConversations = (name: string): boolean => conversationsFile.test(baseName(name));

export const isChatExport = ({ files }: ImportTree): boolean =>
  files.some(({ name }) => holdsConversations(name)) ||
  (files.some(({ name }) => claudeFile.test(name)) && files.every(({ name }) => !name.endsWith('.md')));

export interface ChatExportSource extends ImportSource {
  /** How many of the skipped entries have no known form; complete when all items were read. */
  unknown(): number;
}

/** @param named what the person knows the only file of the tree by, which the tree calls by its usual name */
export function openChatExport(tree: ImportTree, timezone: string, named?: string): ChatExportSource {
  const chats = new ChatExport(tree, timezone, named);
  return {
    what: 'an export of ChatGPT or Claude',
    items: () => chats.items(),
    open: tree.open,
    skipped: chats.skipped,
    unknown: () => chats.unknown,
  };
}

/** Why the other files of an export are not taken. */
const otherFiles: readonly [RegExp, string][] = [
  [/^chat\.html$/, 'the same conversations once more'],
  [/^users?\.json$|^user_settings\.json$|^login_history\.json$/, 'the account, no memory'],
  [/^export_manifest\.json$|^manifest.*\.json$|^conversation_asset_file_names.*\.json$/, 'a list of the other files'],
  [/^message_feedback\.json$|^model_comparisons\.json$/, 'ratings of answers'],
  [/^shared_conversations\.json$|^group_chats\.json$/, 'only says which conversations were shared'],
  [/\.(?:wav|mp3|m4a|ogg|webm|mp4|mov)$/i, 'sound or film; what was said is in the conversation'],
  [/\.zip$/i, 'an archive; import it by itself'],
];

const maxNamesBytes = 16 * 1024 * 1024;

class ChatExport {
  readonly skipped: string[];
  unknown = 0;
  readonly #tree: ImportTree;
  readonly #timezone: string;
  readonly #named: string | undefined;
  /** Files by the id that stands in their names. */
  readonly #assets = new Map<string, TreeFile>();
  /** Files that a conversation shows, and where they go. */
  readonly #shown = new Map<string, string>();
  #assetNames: Readonly<Record<string, string>> = {};
  readonly #memories: DatedText[] = [];
  readonly #instructions: DatedText[] = [];

  constructor(tree: ImportTree, timezone: string, named: string | undefined) {
    this.#tree = tree;
    this.#named = named;
    this.#timezone = timezone;
    this.skipped = [...tree.skipped];
    for (const file of tree.files) {
      const id = fileIdIn(baseName(file.name));
      if (id !== null && !this.#assets.has(id)) this.#assets.set(id, file);
    }
  }

  async *items(): AsyncGenerator<ImportItem> {
    this.#assetNames = await this.#readAssetNames();
    const taken = new Set<string>();
    for (const { name } of this.#tree.files) {
      if (!holdsConversations(name) && !claudeFile.test(name) && !/^textdocs\/[^/]+\.json$/.test(name)) continue;
      taken.add(name);
      yield* this.#file(name);
    }
    yield* this.#ownNotes();
    for (const [name, target] of this.#shown) {
      taken.add(name);
      yield {
        kind: 'file',
        name: target,
        from: name,
        bytes: this.#tree.files.find((one) => one.name === name)?.bytes ?? 0,
      };
    }
    for (const { name } of this.#tree.files)
      if (!taken.has(name)) this.skipped.push(`${name}: ${this.#reasonFor(name)}`);
  }

  async *#file(name: string): AsyncGenerator<ImportItem> {
    const shown = this.#named ?? name;
    let known = 0;
    try {
      for await (const element of this.#elements(name)) {
        const items = 'problem' in element ? null : this.#itemsOf(element.json, name);
        if (items) known += 1;
        else {
          const isReadable = !('problem' in element);
          if (isReadable) this.unknown += 1;
          const problem = isReadable ? 'nothing that is known' : element.problem;
          const title = isReadable ? titleOf(element.json) : '';
          this.skipped.push(`${shown}, entry ${element.number}${title}: ${problem}`);
        }
        yield* items ?? [];
      }
    } catch (error) {
      if (known === 0 && holdsConversations(name) && !this.#tree.isArchive) throw unreadable(shown, error);
      this.skipped.push(`${shown}: ${error instanceof SyntaxError ? 'not JSON' : messageOf(error)}`);
    }
  }

  /** A file that holds one thing, or a list below one name, is read as the list of it. */
  async *#elements(name: string): AsyncGenerator<JsonElement> {
    try {
      yield* elementsOf(this.#tree.open(name));
    } catch (error) {
      if (!(error instanceof NotAnArray)) throw error;
      const { whole } = error;
      const inside = (whole as { conversations?: unknown } | null)?.conversations;
      const list: unknown[] = Array.isArray(inside) ? inside : [whole];
      yield* list.map((json, index) => ({ number: index + 1, json }));
    }
  }

  /** Null for JSON of no known form. */
  #itemsOf(json: unknown, name: string): ImportItem[] | null {
    const fromChatGpt = parseChatGpt(json, (id, given) => this.#link(id, given));
    if (fromChatGpt) return this.#chatGptItems(fromChatGpt);
    const conversation = parseClaude(json) ?? parseDesignChat(json);
    if (conversation) return this.#conversationItems(conversation, 'Claude');
    const memory = parseMemory(json);
    if (memory) {
      const texts = [memory.text, ...memory.projects.map(({ text }) => text)].filter((text) => text !== '');
      return [
        ...(texts.length > 0
          ? [keyed('claude memory', 'Claude’s memory of you', 'imported/claude/Memory', 'Claude wrote this.', texts)]
          : []),
        ...memory.files.map(({ path: file, text }) =>
          keyed(
            `claude memory ${plainKey(file)}`,
            file,
            `imported/claude/memory/${fileTitle(path.parse(file).name) || 'note'}`,
            'Claude wrote this.',
            [text],
          ),
        ),
      ];
    }
    const document = textDocument(json, name);
    if (document) return [document];
    const project = holdsConversations(name) ? null : parseProject(json);
    return project ? projectItems(project) : null;
  }

  #chatGptItems({ conversation, otherBranches, memories, instructions }: ChatGptConversation): ImportItem[] {
    append(this.#memories, memories);
    for (const one of instructions)
      if (!this.#instructions.some(({ text }) => text === one.text)) this.#instructions.push(one);
    if (otherBranches > 0)
      this.skipped.push(
        `${conversation.title}: ${otherBranches} ${otherBranches === 1 ? 'message' : 'messages'} of other tries, which you replaced by editing or asking again`,
      );
    return this.#conversationItems(conversation, 'ChatGPT');
  }

  #conversationItems(conversation: Conversation, source: string): ImportItem[] {
    const { title, unread = [] } = conversation;
    if (unread.length > 0) {
      const kinds = [...new Set(unread)].map((kind) => plainKey(kind).slice(0, 40)).join(', ');
      this.skipped.push(
        `${title}: ${unread.length} ${unread.length === 1 ? 'message' : 'messages'} in a form that is not known (${kinds})`,
      );
    }
    if (conversation.messages.length === 0) {
      this.skipped.push(`${title}: nothing is said in it`);
      return [];
    }
    return notesOfConversation(conversation, source, this.#timezone).map((note) => ({ kind: 'keyed', note }));
  }

  /** What ChatGPT kept about the person, and what they told it about themselves. */
  *#ownNotes(): Generator<ImportItem> {
    const dated = (one: DatedText): string =>
      `- ${one.at === null ? '' : `${localDate(one.at, this.#timezone)}: `}${one.text.replaceAll(/\s+/g, ' ')}`;
    const byTime = (a: DatedText, b: DatedText): number => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0);
    const memories = this.#memories.toSorted(byTime).map(dated);
    if (memories.length > 0)
      yield keyed('chatgpt memory', 'ChatGPT’s memory of you', 'imported/chatgpt/Memory', 'ChatGPT wrote this.', [
        memories.join('\n'),
      ]);
    const instructions = this.#instructions.toSorted(byTime).map(({ text }) => quoted(text));
    if (instructions.length > 0)
      yield keyed(
        'chatgpt instructions',
        'Custom instructions for ChatGPT',
        'imported/chatgpt/Custom instructions',
        'You told ChatGPT this about yourself and how it was to answer.',
        instructions,
      );
  }

  /** Markdown for a file that a message shows. */
  #link(id: string, given: string | undefined): string {
    const file = this.#assets.get(id);
    const name = given ?? this.#assetNames[baseName(file?.name ?? '')] ?? baseName(file?.name ?? id);
    if (!file) {
      this.skipped.push(`${name}: a conversation shows it, and the export does not hold it`);
      return `(a file: ${name})`;
    }
    if (otherFiles.some(([pattern]) => pattern.test(file.name))) return `(a file: ${name})`;
    if (file.bytes > maxFileBytes) {
      this.skipped.push(`${file.name}: larger than ${megabytes(maxFileBytes)} MB`);
      return `(a file: ${name})`;
    }
    const { name: stem, ext } = path.posix.parse(name);
    const target = `${id}${
      stem.startsWith(id)
        ? ''
        : `-${fileTitle(stem)
            .replaceAll(/[^\w-]+/g, '-')
            .slice(0, 60)}`
    }${/^\.\w{1,8}$/.test(ext) ? ext : ''}`;
    this.#shown.set(file.name, `imported/files/${target}`);
    return `![${name.replaceAll(/[[\]\n]/g, ' ')}](files/${target})`;
  }

  async #readAssetNames(): Promise<Record<string, string>> {
    const names: Record<string, string> = {};
    for (const { name } of this.#tree.files) {
      if (!/^conversation_asset_file_names.*\.json$/.test(baseName(name))) continue;
      const bytes = await readWhole(this.#tree, name, maxNamesBytes).catch(() => null);
      const listed = bytes === null ? null : jsonOrNull(bytes.toString('utf8'));
      for (const [file, given] of Object.entries(listed ?? {})) if (typeof given === 'string') names[file] = given;
    }
    return names;
  }

  #reasonFor(name: string): string {
    if (fileIdIn(baseName(name)) !== null && !otherFiles.some(([pattern]) => pattern.test(baseName(name))))
      return 'no conversation that is taken shows it';
    return otherFiles.find(([pattern]) => pattern.test(baseName(name)))?.[1] ?? 'no conversation, document or memory';
  }
}

/** What the person may know an entry by, in quotes; empty where it has no title. */
function titleOf(json: unknown): string {
  const { title, name } = (json ?? {}) as { title?: unknown; name?: unknown };
  const given = typeof title === 'string' ? title : typeof name === 'string' ? name : '';
  const plain = given.replaceAll(/\s+/g, ' ').trim();
  return plain === '' ? '' : ` (“${cutText(plain, 80)}”)`;
}

function jsonOrNull(text: string): object | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' ? json : null;
  } catch {
    return null;
  }
}

const unreadable = (name: string, error: unknown): UserError =>
  new UserError(
    error instanceof SyntaxError
      ? `${name} is not JSON (${messageOf(error)}). Download the export again.`
      : `${name} can't be read: ${messageOf(error)}. Download the export again.`,
    { cause: error },
  );

const plainKey = (text: string): string => text.replaceAll(/[^\w./-]+/g, '-').slice(0, 120);

const keyed = (key: string, title: string, stem: string, whose: string, texts: readonly string[]): ImportItem => ({
  kind: 'keyed',
  note: { key, stem, text: `${[`# ${title}`, `${whose} Imported. ${keyMark(key)}`, ...texts].join('\n\n')}\n` },
});

function projectItems({ uuid, name, description, instructions, documents }: ClaudeProject): ImportItem[] {
  const folder = `imported/claude/projects/${fileTitle(name) || 'Project'}`;
  const key = `claude project ${plainKey(uuid || name)}`;
  const about = [description, instructions === '' ? '' : `Instructions:\n\n${quoted(instructions)}`].filter(
    (one) => one !== '',
  );
  return [
    ...(about.length > 0 ? [keyed(key, name, `${folder}/About`, 'A project of Claude.', about)] : []),
    ...documents
      .filter(({ text }) => text !== '')
      .map((one, index) =>
        keyed(
          `${key} ${index + 1} ${plainKey(one.name)}`,
          one.name,
          `${folder}/${fileTitle(path.parse(one.name).name) || 'document'}`,
          `A document of the project “${name}” of Claude.`,
          [one.text],
        ),
      ),
  ];
}

/** A document of ChatGPT's canvas. */
function textDocument(json: unknown, file: string): ImportItem | null {
  if (!file.startsWith('textdocs/') || typeof json !== 'object' || json === null) return null;
  const { title, content } = json as { title?: unknown; content?: unknown };
  if (typeof content !== 'string' || content.trim() === '') return null;
  const name = typeof title === 'string' && title.trim() !== '' ? title : path.parse(file).name;
  return keyed(
    `chatgpt document ${plainKey(path.parse(file).name)}`,
    name,
    `imported/chatgpt/documents/${fileTitle(name) || 'document'}`,
    'A document written with ChatGPT.',
    [content.trim()],
  );
}

// Reads what Claude exports: conversations, chats of its design tool, projects with their documents, and its memory of the person.
// Unknown fields are ignored, because the forms are not documented and grow. Pure.
import { z } from 'zod';
import { ToolCall } from '../../models/tool-call.ts';
import { type Conversation, quoted, type Said } from './conversation.ts';
import { describeCall, describeResult, textOf } from './transcript.ts';

const block = z.looseObject({ type: z.string(), text: z.string().nullish(), name: z.string().nullish() });
const attachment = z.object({
  file_name: z.string().nullish(),
  name: z.string().nullish(),
  extracted_content: z.string().nullish(),
  content: z.string().nullish(),
});
type Attachment = z.infer<typeof attachment>;
const attachments = z.array(attachment).nullish().catch(null);

const conversationSchema = z.object({
  uuid: z.string().nullish(),
  name: z.string().nullish(),
  created_at: z.string().nullish(),
  chat_messages: z.array(
    z.object({
      uuid: z.string().nullish(),
      sender: z.enum(['human', 'assistant']),
      text: z.string().nullish(),
      content: z.array(block).nullish().catch(null),
      created_at: z.string().nullish(),
      attachments,
      files: attachments,
    }),
  ),
});

/** @returns null for JSON that is no such conversation */
export function parseClaude(json: unknown): Conversation | null {
  const parsed = conversationSchema.safeParse(json);
  if (!parsed.success) return null;
  const { uuid, name, created_at: begun, chat_messages: list } = parsed.data;
  const messages = list.flatMap(({ sender, text, content, created_at: at, attachments: read, files }): Said[] => {
    const blocks = (content ?? []).map(textOfBlock).filter((one) => one.trim() !== '');
    const words = blocks.length > 0 ? blocks.join('\n') : (text ?? '');
    const whole = [words, ...attached(read ?? [], files ?? [])].filter((one) => one.trim() !== '').join('\n\n');
    return whole === ''
      ? []
      : [{ from: sender === 'human' ? 'person' : 'assistant', text: whole.trim(), at: dateOf(at) }];
  });
  return {
    id: uuid,
    title: name?.trim() || 'Conversation',
    at: dateOf(begun) ?? messages[0]?.at ?? null,
    messages,
    unread: list.flatMap(({ content }) => (content ?? []).flatMap(unreadIn)),
  };
}

/** Blocks that the person does not see either. */
const unseenTypes = new Set(['thinking', 'redacted_thinking', 'token_budget', 'flag']);
const readTypes = new Set(['text', 'tool_use', 'tool_result']);

/** The kind of a block that says nothing in any form that is read. */
const unreadIn = ({ type, text }: z.infer<typeof block>): string[] =>
  text || unseenTypes.has(type) || readTypes.has(type) ? [] : [type];

/** What a block says in the note: the text of one of an unknown kind as well. */
function textOfBlock(given: z.infer<typeof block>): string {
  const { type, text, name } = given;
  // An export may leave the id of a call out.
  if (type === 'tool_use' && name) return describeCall(ToolCall.create({ ...given, id: name }).toBlock());
  if (type === 'tool_result') return describeResult(name ?? undefined, textOf(given['content']));
  return unseenTypes.has(type) ? '' : (text ?? '');
}

/** The text of a document is quoted: somebody else may have written it. */
function attached(read: readonly Attachment[], files: readonly Attachment[]): string[] {
  const nameOf = (one: Attachment): string => one.file_name ?? one.name ?? 'a file';
  const texts = read.map((one) => {
    const text = one.extracted_content ?? one.content ?? '';
    return text.trim() === '' ? `(attached: ${nameOf(one)})` : `Attached: ${nameOf(one)}\n\n${quoted(text.trim())}`;
  });
  const named = new Set(read.map(nameOf));
  const others = files.map(nameOf).filter((name) => !named.has(name));
  return [...texts, ...others.map((name) => `(attached: ${name}, which the export does not hold)`)];
}

const designMessage = z.object({
  role: z.string(),
  created_at: z.string().nullish(),
  content: z.union([
    z.string(),
    z.object({ content: z.string().nullish(), contentBlocks: z.array(block).nullish(), attachments }),
  ]),
});
const designSchema = z.object({
  uuid: z.string(),
  title: z.string().nullish(),
  name: z.string().nullish(),
  created_at: z.string().nullish(),
  messages: z.array(designMessage.nullish().catch(null)),
});

/** A chat of Claude's design tool. @returns null for other JSON */
export function parseDesignChat(json: unknown): Conversation | null {
  const parsed = designSchema.safeParse(json);
  if (!parsed.success) return null;
  const { uuid, title, name, created_at: begun, messages: list } = parsed.data;
  const messages = list.flatMap((message): Said[] => {
    if (!message || (message.role !== 'user' && message.role !== 'assistant')) return [];
    const { content } = message;
    const words =
      typeof content === 'string'
        ? content
        : [
            content.content ?? '',
            ...(content.contentBlocks ?? []).map(textOfBlock),
            ...attached(content.attachments ?? [], []),
          ]
            .filter((one) => one.trim() !== '')
            .join('\n');
    const from = message.role === 'user' ? 'person' : 'assistant';
    return words.trim() === '' ? [] : [{ from, text: words.trim(), at: dateOf(message.created_at) }];
  });
  return {
    id: uuid,
    title: (title ?? name)?.trim() || 'Design',
    at: dateOf(begun) ?? messages[0]?.at ?? null,
    messages,
  };
}

const projectSchema = z.object({
  uuid: z.string().nullish(),
  name: z.string(),
  description: z.string().nullish(),
  prompt_template: z.string().nullish(),
  docs: z
    .array(
      z
        .object({ filename: z.string().nullish(), file_name: z.string().nullish(), content: z.string().nullish() })
        .nullish()
        .catch(null),
    )
    .nullish(),
});

export interface ClaudeProject {
  uuid: string;
  name: string;
  description: string;
  instructions: string;
  documents: { name: string; text: string }[];
}

/** A project with its documents and instructions. @returns null for other JSON */
export function parseProject(json: unknown): ClaudeProject | null {
  const parsed = projectSchema.safeParse(json);
  if (!parsed.success) return null;
  const { uuid, name, description, prompt_template: instructions, docs } = parsed.data;
  return {
    uuid: uuid ?? '',
    name,
    description: description?.trim() ?? '',
    instructions: instructions?.trim() ?? '',
    documents: (docs ?? []).flatMap((doc) =>
      doc ? [{ name: doc.filename ?? doc.file_name ?? 'document', text: doc.content?.trim() ?? '' }] : [],
    ),
  };
}

const memorySchema = z.object({
  account_uuid: z.string().nullish(),
  conversations_memory: z.string().nullish(),
  project_memories: z.record(z.string(), z.string()).nullish().catch(null),
  memory_files: z
    .array(z.object({ path: z.string(), content: z.string().nullish() }).nullish().catch(null))
    .nullish()
    .catch(null),
});

export interface ClaudeMemory {
  /** What Claude noted about the person over all conversations. */
  text: string;
  /** The memories of projects, by the id of the project. */
  projects: { id: string; text: string }[];
  files: { path: string; text: string }[];
}

/** What Claude noted about the person. @returns null for other JSON */
export function parseMemory(json: unknown): ClaudeMemory | null {
  const parsed = memorySchema.safeParse(json);
  if (!parsed.success) return null;
  const { conversations_memory: text, project_memories: projects, memory_files: files } = parsed.data;
  if (text == null && projects == null && files == null) return null;
  return {
    text: text?.trim() ?? '',
    projects: Object.entries(projects ?? {}).map(([id, one]) => ({ id, text: one.trim() })),
    files: (files ?? []).flatMap((file) =>
      file?.content?.trim() ? [{ path: file.path, text: file.content.trim() }] : [],
    ),
  };
}

function dateOf(given: string | null | undefined): Date | null {
  const date = new Date(given ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

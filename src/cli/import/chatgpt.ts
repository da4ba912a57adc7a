// Reads a conversation as ChatGPT exports it. Unknown fields are ignored, because the form is not documented and grows. Pure.
// A conversation is a tree of tries (a message edited, an answer made again); the branch that ends at `current_node` is what
// the person sees, and is taken.
import { z } from 'zod';
import { ToolCall } from '../../models/tool-call.ts';
import type { Conversation, Said } from './conversation.ts';
import { describeCall, describeResult } from './transcript.ts';

export interface DatedText {
  at: Date | null;
  text: string;
}

export interface ChatGptConversation {
  conversation: Conversation;
  /** Messages of the branches that are not taken. */
  otherBranches: number;
  /** What ChatGPT noted down about the person. */
  memories: DatedText[];
  /** What the person told ChatGPT about themselves, and how it is to answer. */
  instructions: DatedText[];
}

/** Markdown for a file that a message shows. @param id the export names its file by it */
export type LinkFile = (id: string, name: string | undefined) => string;

const asset = z.looseObject({ asset_pointer: z.string() });
const part = z.union([
  z.string(),
  z.looseObject({
    content_type: z.string().nullish(),
    text: z.string().nullish(),
    asset_pointer: z.string().nullish(),
    /** In a voice conversation with a camera: sound and pictures together. */
    audio_asset_pointer: asset.nullish(),
  }),
]);
type Part = z.infer<typeof part>;

/** Seconds since 1970, as a number or in quotes, or a date as text; undefined for what tells no time. */
const time = z
  .number()
  .or(z.string().transform((given) => (/^[\d.]+$/.test(given) ? Number(given) : Date.parse(given) / 1000)))
  .nullish()
  .catch(null);
/** What is not as it should be is as if it were not there: the rest of a message is still the person's. */
const text = z.string().nullish().catch(null);

const messageSchema = z.object({
  author: z.object({ role: z.string(), name: z.string().nullish() }),
  /** The tool that a message of the assistant calls; `all` for a message to the person. */
  recipient: text,
  create_time: time,
  content: z
    .looseObject({
      content_type: text,
      parts: z
        .array(part.catch(({ value }) => (value == null ? '' : '(a part that could not be read)')))
        .or(z.string().transform((only) => [only]))
        .nullish()
        .catch(null),
      text,
      user_profile: text,
      user_instructions: text,
    })
    .nullish(),
  metadata: z
    .object({
      is_visually_hidden_from_conversation: z.boolean().nullish(),
      attachments: z.array(z.object({ id: z.string().nullish(), name: z.string().nullish() })).nullish(),
      user_context_message_data: z
        .object({ about_user_message: z.string().nullish(), about_model_message: z.string().nullish() })
        .nullish(),
    })
    .nullish()
    .catch(null),
});
type Message = z.infer<typeof messageSchema>;
/** In the place of a message without an author or a content that is known: it is told of as one that is not read. */
const damaged: Message = {
  author: { role: 'unknown' },
  create_time: null,
  content: { content_type: 'damaged', damaged: true },
};
const node = z.object({ message: messageSchema.nullish().catch(damaged), parent: text });
const schema = z.object({
  id: text,
  conversation_id: text,
  title: text,
  create_time: time,
  mapping: z.record(z.string(), node.catch({ message: damaged, parent: null })),
  current_node: text,
});

/** @returns null for JSON that is no such conversation */
export function parseChatGpt(json: unknown, linkFile: LinkFile): ChatGptConversation | null {
  const parsed = schema.safeParse(json);
  if (!parsed.success) return null;
  const { title, create_time: begun, mapping, current_node: leaf, conversation_id: publicId, id } = parsed.data;
  const taken = branchOf(mapping, leaf ?? Object.keys(mapping).at(-1));
  const branch = [...taken].toReversed().flatMap((name) => mapping[name]?.message ?? []);
  const messages = branch.flatMap((message) => saidIn(message, linkFile));
  const others = Object.entries(mapping).filter(
    ([name, { message }]) => !taken.has(name) && message && saidIn(message, () => '(a file)').length > 0,
  );
  return {
    conversation: {
      id: publicId ?? id,
      title: title?.trim() || 'Conversation',
      at: fromSeconds(begun) ?? messages[0]?.at ?? null,
      messages,
      unread: branch.flatMap(unreadIn),
    },
    otherBranches: others.length,
    memories: branch.flatMap(memoryIn),
    instructions: branch.flatMap(instructionsIn),
  };
}

/** From the leaf to the root. A ring, which only a damaged export has, ends where it began. */
function branchOf(
  mapping: Record<string, { parent?: string | null | undefined }>,
  leaf: string | undefined,
): Set<string> {
  const names = new Set<string>();
  for (let name = leaf; name && mapping[name] && !names.has(name); name = mapping[name]?.parent ?? undefined)
    names.add(name);
  return names;
}

/** Reasoning of the model and messages of the program to it are not imported. */
const unseenTypes = new Set([
  'thoughts',
  'reasoning_recap',
  'user_editable_context',
  'model_editable_context',
  'tether_browsing_display',
  'system_error',
]);

function saidIn(message: Message, linkFile: LinkFile): Said[] {
  const { author, create_time: at, content, metadata } = message;
  const isUnseen = metadata?.is_visually_hidden_from_conversation || unseenTypes.has(content?.content_type ?? '');
  if (isUnseen || !content) return [];
  const from = author.role === 'user' ? 'person' : 'assistant';
  const text = [...textsIn(content, message, linkFile), ...attachmentsOf(message, linkFile)].join('\n').trim();
  const shown = text === '' ? '' : shownText(message, text);
  return shown === '' ? [] : [{ from, text: shown, at: fromSeconds(at) }];
}

/** Fields of a message's content that say how it is to be shown, and nothing to a person. */
const formFields = new Set(['content_type', 'language', 'response_format_name']);

/** The kind of a message that is shown to the person, holds something, and is in no form that is read. */
function unreadIn({ author, content, metadata }: Message): string[] {
  const kind = content?.content_type ?? '';
  const isUnseen = metadata?.is_visually_hidden_from_conversation || unseenTypes.has(kind) || author.role === 'system';
  if (isUnseen || !content || content.text != null || content.parts != null) return [];
  const holds = Object.entries(content).some(
    ([field, value]) => !formFields.has(field) && value != null && value !== '',
  );
  return holds ? [kind] : [];
}

/** What a message of this role says in the note. */
function shownText({ author, recipient, content }: Message, text: string): string {
  if (author.role === 'tool')
    return content?.content_type === 'multimodal_text' ? text : describeResult(author.name ?? undefined, text);
  if (author.role !== 'user' && author.role !== 'assistant') return '';
  if (author.role === 'user' || recipient == null || recipient === 'all') return text;
  return describeCall(ToolCall.create({ id: recipient, function: { name: recipient, arguments: text } }).toBlock());
}

function textsIn(content: NonNullable<Message['content']>, message: Message, linkFile: LinkFile): string[] {
  if (content.text) return [content.text];
  return (content.parts ?? []).map((one) => textOfPart(one, message, linkFile)).filter((text) => text !== '');
}

function textOfPart(one: Part, message: Message, linkFile: LinkFile): string {
  if (typeof one === 'string') return one;
  // In a spoken message the words are in a part of their own; the sound adds nothing.
  if (one.text) return one.text;
  if (one.content_type?.includes('audio') || one.audio_asset_pointer) return '';
  const id = fileIdIn(one.asset_pointer ?? '');
  return id === null ? '(an attachment)' : linkFile(id, nameOf(id, message));
}

/** Files that stand beside the message and are not among its parts. */
function attachmentsOf(message: Message, linkFile: LinkFile): string[] {
  const inParts = new Set(
    (message.content?.parts ?? []).flatMap((one) =>
      typeof one === 'string' ? [] : (fileIdIn(one.asset_pointer ?? '') ?? []),
    ),
  );
  return (message.metadata?.attachments ?? []).flatMap(({ id, name }) => {
    const known = fileIdIn(id ?? '') ?? id ?? '';
    return inParts.has(known) || (known === '' && !name) ? [] : [linkFile(known, name ?? undefined)];
  });
}

const nameOf = (id: string, { metadata }: Message): string | undefined =>
  metadata?.attachments?.find((one) => fileIdIn(one.id ?? '') === id)?.name ?? undefined;

/** `sediment://file_0a1b` and `file-service://file-XYZ`, and the names of the files, begin alike: `file_0a1b`, `file-XYZ`. */
export const fileIdIn = (pointer: string): string | null =>
  /file[-_][A-Za-z0-9]+/.exec(pointer.split('://').at(-1) ?? '')?.[0] ?? null;

/** ChatGPT keeps its memory by a tool that is called `bio`; the list as a whole goes to the model before a conversation. */
function memoryIn({ author, recipient, create_time: at, content }: Message): DatedText[] {
  if (author.role !== 'assistant' || recipient !== 'bio' || !content) return [];
  const text = content.text ?? (content.parts ?? []).filter((one) => typeof one === 'string').join('\n');
  return text.trim() === '' ? [] : [{ at: fromSeconds(at), text: text.trim() }];
}

function instructionsIn({ create_time: at, content, metadata }: Message): DatedText[] {
  if (content?.content_type !== 'user_editable_context') return [];
  const plain = metadata?.user_context_message_data;
  const texts = plain
    ? [plain.about_user_message, plain.about_model_message]
    : [content.user_profile, content.user_instructions];
  return texts.flatMap((text) => (text?.trim() ? [{ at: fromSeconds(at), text: text.trim() }] : []));
}

function fromSeconds(seconds: number | null | undefined): Date | null {
  const date = new Date(seconds == null ? Number.NaN : seconds * 1000);
  return Number.isNaN(date.getTime()) ? null : date;
}

// The `conversations.json` of an export of ChatGPT or Claude, as conversations. Pure. It is read loosely: neither form is
// documented, and both grow fields.
import { z } from 'zod';
import { ToolCall } from '../models/tool-call.ts';
import { type Conversation, describeCall, describeResult, textOf } from './import-transcript.ts';

export interface ChatExport {
  source: 'ChatGPT' | 'Claude';
  conversations: Conversation[];
}

/** @returns null for what is neither */
export function parseChatExport(json: unknown): ChatExport | null {
  const chatGpt = z.array(chatGptConversation).safeParse(json);
  if (chatGpt.success) return { source: 'ChatGPT', conversations: chatGpt.data.map(fromChatGpt) };
  const claude = z.array(claudeConversation).safeParse(json);
  return claude.success ? { source: 'Claude', conversations: claude.data.map(fromClaude) } : null;
}

const chatGptMessage = z.object({
  author: z.object({ role: z.string(), name: z.string().nullish() }),
  /** The tool that a message of the assistant calls; `all` for a message to the person. */
  recipient: z.string().nullish(),
  create_time: z.number().nullish(),
  content: z
    .object({
      content_type: z.string().optional(),
      parts: z.array(z.unknown()).optional(),
      text: z.string().optional(),
    })
    .nullish(),
  metadata: z.object({ is_visually_hidden_from_conversation: z.boolean().optional() }).nullish(),
});
const chatGptNode = z.object({ message: chatGptMessage.nullish(), parent: z.string().nullish() });
const chatGptConversation = z.object({
  title: z.string().nullish(),
  create_time: z.number().nullish(),
  mapping: z.record(z.string(), chatGptNode),
  current_node: z.string().nullish(),
});

/** A conversation is a tree of tries; what was read to the end is the branch up from `current_node`. */
function fromChatGpt({
  title,
  create_time: begun,
  mapping,
  current_node: leaf,
}: z.infer<typeof chatGptConversation>): Conversation {
  const branch: z.infer<typeof chatGptMessage>[] = [];
  const seen = new Set<string>();
  for (let id = leaf ?? Object.keys(mapping).at(-1); id && !seen.has(id); id = mapping[id]?.parent ?? undefined) {
    seen.add(id);
    const message = mapping[id]?.message;
    if (message) branch.push(message);
  }
  const messages = branch.toReversed().flatMap((message) => {
    const { author, create_time: at, content, metadata } = message;
    if (metadata?.is_visually_hidden_from_conversation) return [];
    const text =
      content?.text ??
      (content?.parts ?? []).map((part) => (typeof part === 'string' ? part : '(an attachment)')).join('\n');
    return said(author.role === 'user' ? 'person' : 'assistant', chatGptText(message, text), fromSeconds(at));
  });
  return { title: title?.trim() || 'Conversation', at: fromSeconds(begun) ?? messages[0]?.at ?? null, messages };
}

/** What a message of this role says in the note; nothing where the person does not see it either. */
function chatGptText({ author, recipient }: z.infer<typeof chatGptMessage>, text: string): string {
  if (author.role === 'tool' && text.trim() !== '') return describeResult(author.name ?? undefined, text);
  if (author.role !== 'user' && author.role !== 'assistant') return '';
  if (author.role === 'user' || recipient == null || recipient === 'all') return text;
  return describeCall(ToolCall.create({ id: recipient, function: { name: recipient, arguments: text } }).toBlock());
}

const claudeMessage = z.object({
  sender: z.enum(['human', 'assistant']),
  text: z.string().optional(),
  content: z
    .array(z.looseObject({ type: z.string(), text: z.string().optional(), name: z.string().optional() }))
    .optional(),
  created_at: z.string().optional(),
});
const claudeConversation = z.object({
  name: z.string().nullish(),
  created_at: z.string().optional(),
  chat_messages: z.array(claudeMessage),
});

function fromClaude({
  name,
  created_at: begun,
  chat_messages: list,
}: z.infer<typeof claudeConversation>): Conversation {
  const messages = list.flatMap(({ sender, text, content, created_at: at }) => {
    const blocks = (content ?? []).map(claudeText).filter((part) => part !== '');
    return said(
      sender === 'human' ? 'person' : 'assistant',
      blocks.length > 0 ? blocks.join('\n') : (text ?? ''),
      fromText(at),
    );
  });
  return { title: name?.trim() || 'Conversation', at: fromText(begun) ?? messages[0]?.at ?? null, messages };
}

type ClaudeBlock = NonNullable<z.infer<typeof claudeMessage>['content']>[number];

/** What a block says in the note; nothing for blocks that the person does not see either. */
function claudeText(block: ClaudeBlock): string {
  const { type, text, name } = block;
  // An export may leave the id of a call out.
  if (type === 'tool_use' && name !== undefined) return describeCall(ToolCall.create({ ...block, id: name }).toBlock());
  if (type === 'tool_result') return describeResult(name, textOf(block['content']));
  return type === 'text' ? (text ?? '') : '';
}

const said = (from: 'person' | 'assistant', text: string, at: Date | null): Conversation['messages'] =>
  text.trim() === '' ? [] : [{ from, text: text.trim(), at }];

const fromSeconds = (seconds: number | null | undefined): Date | null =>
  seconds == null ? null : fromText(seconds * 1000);

function fromText(given: string | number | undefined): Date | null {
  const date = new Date(given ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

// The `conversations.json` that ChatGPT and Claude give their people to take along, as conversations. Pure. Read loosely:
// neither form is documented, and both grow fields.
import { z } from 'zod';

export interface Conversation {
  title: string;
  at: Date | null;
  messages: { from: 'person' | 'assistant'; text: string; at: Date | null }[];
}

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
  author: z.object({ role: z.string() }),
  create_time: z.number().nullish(),
  content: z.object({ content_type: z.string().optional(), parts: z.array(z.unknown()).optional() }).nullish(),
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
  const messages = branch.toReversed().flatMap(({ author, create_time: at, content, metadata }) => {
    if (metadata?.is_visually_hidden_from_conversation || (author.role !== 'user' && author.role !== 'assistant'))
      return [];
    const text = (content?.parts ?? []).map((part) => (typeof part === 'string' ? part : '(an attachment)')).join('\n');
    return said(author.role === 'user' ? 'person' : 'assistant', text, fromSeconds(at));
  });
  return { title: title?.trim() || 'Conversation', at: fromSeconds(begun) ?? messages[0]?.at ?? null, messages };
}

const claudeMessage = z.object({
  sender: z.enum(['human', 'assistant']),
  text: z.string().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).optional(),
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
    const blocks = (content ?? []).flatMap((block) =>
      block.type === 'text' && block.text !== undefined ? [block.text] : [],
    );
    return said(
      sender === 'human' ? 'person' : 'assistant',
      blocks.length > 0 ? blocks.join('\n') : (text ?? ''),
      fromText(at),
    );
  });
  return { title: name?.trim() || 'Conversation', at: fromText(begun) ?? messages[0]?.at ?? null, messages };
}

const said = (from: 'person' | 'assistant', text: string, at: Date | null): Conversation['messages'] =>
  text.trim() === '' ? [] : [{ from, text: text.trim(), at }];

const fromSeconds = (seconds: number | null | undefined): Date | null =>
  seconds == null ? null : fromText(seconds * 1000);

function fromText(given: string | number | undefined): Date | null {
  const date = new Date(given ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

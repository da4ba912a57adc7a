// Reads a transcript as a program keeps it: the messages of one conversation in the form of Anthropic's, OpenAI's or Google's API,
// with the tool calls of the model and their results. Pure.
import { z } from 'zod';
import { cutText } from '../../base/text/text.ts';
import { append } from '../../base/lists.ts';
import { type ContentBlock, type ToolUseBlock, toolUses } from '../../models/message.ts';
import { buildHistory, type HistoryItem, ToolCall } from '../../models/tool-call.ts';
import type { Conversation } from './conversation.ts';

const block = z.looseObject({ type: z.string().optional(), text: z.string().optional() });
const message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'model', 'tool']),
  content: z.union([z.string(), z.array(block)]).nullish(),
  parts: z.array(block).optional(),
  tool_calls: z.array(z.looseObject({})).nullish(),
  tool_call_id: z.string().optional(),
});
const transcript = z.union([
  z.array(message).min(1),
  z.object({ messages: z.array(message).min(1) }).transform(({ messages }) => messages),
  z.object({ contents: z.array(message).min(1) }).transform(({ contents }) => contents),
]);

type Block = z.infer<typeof block>;

/** @returns null for JSON that is no transcript, or has a tool call in a form of none of the three APIs */
export function parseTranscript(json: unknown, title: string): Conversation | null {
  const parsed = transcript.safeParse(json);
  if (!parsed.success) return null;
  const items: HistoryItem[] = [];
  try {
    for (const one of parsed.data) append(items, itemsOf(one, items));
  } catch {
    // `ToolCall.create` says that it does not know the form of a call.
    return null;
  }
  const history = buildHistory(items);
  const calls = new Map(history.flatMap(toolUses).map((call) => [call.id, call.name]));
  const messages = history.flatMap(({ role, content }) => {
    const isModels = (one: ContentBlock): boolean => role === 'assistant' || one.type === 'tool_result';
    return [
      ...spoken('assistant', content.filter(isModels), calls),
      ...spoken(
        'person',
        content.filter((one) => !isModels(one)),
        calls,
      ),
    ];
  });
  return { title, at: null, messages };
}

/** @param before the items of the earlier messages: a result of Google's names its call by the tool alone */
function itemsOf(given: z.infer<typeof message>, before: readonly HistoryItem[]): HistoryItem[] {
  const { role, content, parts, tool_calls: calls, tool_call_id: callId } = given;
  if (role === 'system' || role === 'developer') return [];
  if (role === 'tool') return [{ toolUseId: callId ?? '', content: textOf(content) }];
  const speaker = role === 'user' ? 'user' : 'assistant';
  const blocks: Block[] = typeof content === 'string' ? [{ text: content }] : [...(content ?? []), ...(parts ?? [])];
  const items = blocks.flatMap((one): HistoryItem[] => {
    if (one.type === 'tool_use' || one['functionCall'] !== undefined) return [ToolCall.create(one)];
    if (one.type === 'tool_result')
      return [
        { toolUseId: String(one['tool_use_id']), content: textOf(one['content']), isError: one['is_error'] === true },
      ];
    if (one['functionResponse'] !== undefined) return [googleResult(one['functionResponse'], before)];
    if (one.type === 'thinking' || one.type === 'redacted_thinking' || one['thought'] === true) return [];
    const text = one.text ?? '(an attachment)';
    return text.trim() === '' ? [] : [{ role: speaker, text }];
  });
  return calls?.length ? [...items, ...ToolCall.create(calls)] : items;
}

function googleResult(given: unknown, before: readonly HistoryItem[]): HistoryItem {
  const { name, response } = z.looseObject({ name: z.string(), response: z.unknown() }).parse(given);
  const call = before.findLast((item) => item instanceof ToolCall && item.toolName === name);
  return { toolUseId: call instanceof ToolCall ? call.toolUseId : '', content: JSON.stringify(response ?? {}) };
}

/** The words of a content that is a text or a list of blocks. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const blocks = z.array(block).safeParse(content);
  return blocks.success ? blocks.data.map(({ text }) => text ?? '(an attachment)').join('\n') : '';
}

function spoken(
  from: 'person' | 'assistant',
  blocks: readonly ContentBlock[],
  calls: ReadonlyMap<string, string>,
): Conversation['messages'] {
  const text = blocks.flatMap((one) => {
    if (one.type === 'text') return [one.text.trim()];
    if (one.type === 'tool_use') return [describeCall(one)];
    return one.type === 'tool_result' ? [describeResult(calls.get(one.tool_use_id), textOf(one.content))] : [];
  });
  return text.length === 0 ? [] : [{ from, text: text.join('\n'), at: null }];
}

const maxResultLength = 2_000;

/** A tool call as the note shows it. */
export const describeCall = ({ name, input, raw }: Pick<ToolUseBlock, 'name' | 'input' | 'raw'>): string =>
  `[called ${name}: ${raw ?? JSON.stringify(input)}]`;

/** @param name undefined where the call of the result is not in the transcript */
export const describeResult = (name: string | undefined, text: string): string =>
  `[${name ?? 'a tool'} returned: ${cutText(text.trim(), maxResultLength)}]`;

// Our messages as the Gemini API takes them, and its chunks as one of our responses. Pure: no network.
// https://ai.google.dev/api/generate-content and https://ai.google.dev/gemini-api/docs/thought-signatures
import { createHash } from 'node:crypto';
import type { Content, GenerateContentConfig, Part } from '@google/genai';
import { attachmentNote, documentText, isAttachment } from '../attachment.ts';
import { withFittingName } from './call-ids.ts';
import { canonicalJson, isJsonObject, tokensOr } from '../json.ts';
import {
  type ContentBlock,
  type DocumentBlock,
  type ImageBlock,
  type Message,
  type ToolResultBlock,
  type ToolUseBlock,
} from '../message.ts';
import { type Delta, type ModelRequest, ProviderError, type StopReason, type Usage } from '../provider.ts';

export interface GoogleRequest {
  model: string;
  contents: Content[];
  config: GenerateContentConfig;
}

export function buildGoogleRequest(request: ModelRequest): GoogleRequest {
  const config: GenerateContentConfig = { maxOutputTokens: request.maxTokens };
  // Gemini 3 and later take a level; of a model before it only the number of tokens could be set.
  if (request.effort && needsSignatures(request.model))
    config.thinkingConfig = { thinkingLevel: thinkingLevels[request.effort] as never };
  if (request.system.trim() !== '') config.systemInstruction = { parts: [{ text: request.system }] };
  if (request.tools.length > 0) {
    config.tools = [
      {
        functionDeclarations: request.tools.map((tool) => ({
          name: tool.name,
          description: tool.description,
          parametersJsonSchema: tool.inputSchema,
        })),
      },
    ];
    // The names of the mode are the enum's values; importing the enum would load the library.
    if (request.toolChoice === 'none') config.toolConfig = { functionCallingConfig: { mode: 'NONE' as never } };
  } else if (request.outputSchema) {
    // The API refuses a response schema beside function declarations.
    config.responseMimeType = 'application/json';
    config.responseJsonSchema = request.outputSchema;
  }
  const contents = buildGoogleContents(request.messages);
  return {
    model: request.model,
    contents: needsSignatures(request.model) ? withPlaceholderSignatures(contents) : contents,
    config,
  };
}

// The names of the levels are the enum's values; importing the enum would load the library.
const thinkingLevels = { low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } as const;

/** One content a message, results in a content of their own, named after the call they answer. Thinking is left out. */
export function buildGoogleContents(messages: readonly Message[]): Content[] {
  const names = new Map<string, string>();
  return messages.flatMap((message): Content[] => {
    if (message.role === 'assistant') {
      for (const block of message.content)
        if (block.type === 'tool_use') names.set(block.id, withFittingName(block.name));
      const parts = message.content.flatMap(modelPart);
      return parts.length === 0 ? [] : [{ role: 'model', parts }];
    }
    const results = message.content
      .filter((block) => block.type === 'tool_result')
      .map((block) => resultPart(block, names));
    const parts = message.content.flatMap(userPart);
    return [
      ...(results.length === 0 ? [] : [{ role: 'user', parts: results }]),
      ...(parts.length === 0 ? [] : [{ role: 'user', parts }]),
    ];
  });
}

function modelPart(block: ContentBlock): Part[] {
  if (block.type === 'text') return block.text.trim() === '' ? [] : [{ text: block.text }];
  if (block.type !== 'tool_use') return [];
  const signature =
    block.signature === null || block.signature === undefined ? {} : { thoughtSignature: block.signature };
  return [
    {
      functionCall: { name: withFittingName(block.name), args: isJsonObject(block.input) ? block.input : {} },
      ...signature,
    },
  ];
}

function resultPart(block: ToolResultBlock, names: ReadonlyMap<string, string>): Part {
  const { content } = block;
  const said =
    typeof content === 'string'
      ? content
      : content.map((part) => (part.type === 'text' ? part.text : attachmentNote(part).text)).join('\n');
  return {
    functionResponse: {
      name: names.get(block.tool_use_id) ?? block.tool_use_id,
      response: { [block.is_error ? 'error' : 'output']: said },
    },
  };
}

const inlineTypes = /^(?:image\/(?:png|jpeg|webp|heic|heif)|application\/pdf)$/;

function userPart(block: ContentBlock): Part[] {
  if (block.type === 'text') return block.text.trim() === '' ? [] : [{ text: block.text }];
  return isAttachment(block) ? [attachment(block)] : [];
}

function attachment(block: ImageBlock | DocumentBlock): Part {
  if (inlineTypes.test(block.source.media_type))
    return { inlineData: { mimeType: block.source.media_type, data: block.source.data } };
  const said = block.type === 'document' ? documentText(block) : null;
  if (said === null || said.trim() === '') return { text: attachmentNote(block).text };
  return {
    text: `${block.type === 'document' && block.title !== undefined ? `The document "${block.title}"` : 'A document'}:\n${said}`,
  };
}

/** Gemini 3 and later refuse a call of the running turn without a thought signature. */
const needsSignatures = (model: string): boolean => /gemini-(?:[3-9]|\d\d)/.test(model);

// What Google documents for calls that another model made: the check is skipped for them.
const placeholderSignature = 'skip_thought_signature_validator';

/** Signs the first call of each step of the running turn where it has no signature: that is where the API looks. */
function withPlaceholderSignatures(contents: readonly Content[]): Content[] {
  const turn = contents.findLastIndex(
    (content) => content.role === 'user' && content.parts?.some((part) => part.functionResponse === undefined),
  );
  return contents.map((content, index) => {
    if (index < turn || content.role !== 'model') return content;
    const first = content.parts?.findIndex((part) => part.functionCall !== undefined) ?? -1;
    if (first < 0 || content.parts?.[first]?.thoughtSignature !== undefined) return content;
    return {
      ...content,
      parts:
        content.parts?.map((part, place) =>
          place === first ? { ...part, thoughtSignature: placeholderSignature } : part,
        ) ?? [],
    };
  });
}

/**
 * The id of a function call, which Google's format has none of: the same call has the same id again after a restart.
 * @param occurrence tells identical calls apart: how many of them came before
 */
export function googleCallId(name: string, args: unknown, occurrence: number, salt = ''): string {
  const hash = createHash('sha256')
    .update(`${name}\0${canonicalJson(args ?? {})}\0${occurrence}\0${salt}`)
    .digest('hex')
    .slice(0, 12);
  return `google_${name}_${hash}`;
}

export interface GoogleStream {
  take(chunk: unknown): void;
  /** What was said. @throws ProviderError `stream` when no finish reason came */
  result(): { content: ContentBlock[]; stopReason: StopReason; usage: Usage };
}

const stopReasons: Record<string, StopReason> = {
  STOP: 'end_turn',
  MAX_TOKENS: 'max_tokens',
  SAFETY: 'refusal',
  RECITATION: 'refusal',
  LANGUAGE: 'refusal',
  BLOCKLIST: 'refusal',
  PROHIBITED_CONTENT: 'refusal',
  SPII: 'refusal',
  IMAGE_SAFETY: 'refusal',
};
// The model's function call was malformed. A second try usually succeeds.
const garbled: ReadonlySet<string> = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL']);

// oxlint-disable-next-line max-lines-per-function -- the events of one stream, told apart by their kind
export function createGoogleStream(onDelta: (delta: Delta) => void): GoogleStream {
  let said = '';
  let finish: string | null = null;
  let blocked = false;
  let responseId = '';
  const calls: ToolUseBlock[] = [];
  /** How many calls with the same arguments there were. */
  const counts = new Map<string, number>();
  const usage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

  function takePart(part: unknown): void {
    if (!isJsonObject(part)) return;
    if (typeof part['text'] === 'string') {
      if (part['thought'] !== true) said += part['text'];
      if (part['text'] !== '') onDelta({ type: part['thought'] === true ? 'thinking' : 'text', text: part['text'] });
    }
    const call = part['functionCall'];
    if (!isJsonObject(call) || typeof call['name'] !== 'string') return;
    const input = isJsonObject(call['args']) ? call['args'] : {};
    const { name } = call;
    const named = `${name}\0${canonicalJson(input)}`;
    const same = counts.get(named) ?? 0;
    counts.set(named, same + 1);
    const signature = part['thoughtSignature'];
    // Salted with the response's id: the same call in a later turn is another call.
    calls.push({
      type: 'tool_use',
      id: googleCallId(name, input, same, responseId),
      name,
      input,
      ...(typeof signature === 'string' ? { signature } : {}),
    });
  }

  return {
    take(chunk) {
      if (!isJsonObject(chunk)) return;
      if (typeof chunk['responseId'] === 'string') responseId = chunk['responseId'];
      const counted = chunk['usageMetadata'];
      if (isJsonObject(counted)) {
        const number = (key: string): number => tokensOr(counted[key], 0);
        usage.cacheRead = number('cachedContentTokenCount');
        usage.input = Math.max(0, number('promptTokenCount') - usage.cacheRead);
        usage.output = number('candidatesTokenCount') + number('thoughtsTokenCount');
      }
      if (isJsonObject(chunk['promptFeedback']) && chunk['promptFeedback']['blockReason'] !== undefined) blocked = true;
      const candidate = Array.isArray(chunk['candidates']) ? (chunk['candidates'][0] as unknown) : undefined;
      if (!isJsonObject(candidate)) return;
      if (typeof candidate['finishReason'] === 'string') finish = candidate['finishReason'];
      const parts = isJsonObject(candidate['content']) ? candidate['content']['parts'] : undefined;
      if (Array.isArray(parts)) for (const part of parts) takePart(part);
    },
    result() {
      if (finish === null && !blocked) throw new ProviderError('stream', 'The stream ended before the message did.');
      if (finish !== null && garbled.has(finish))
        throw new ProviderError('stream', `The model garbled a tool call (${finish}).`);
      const content: ContentBlock[] = [
        ...(said.trim() === '' ? [] : [{ type: 'text' as const, text: said }]),
        ...calls,
      ];
      const mapped = finish === null ? 'refusal' : (stopReasons[finish] ?? finish);
      return { content, stopReason: mapped === 'end_turn' && calls.length > 0 ? 'tool_use' : mapped, usage };
    },
  };
}

// Messages and their content blocks: the canonical form in which everything is stored and passed around. It maps one to
// one onto Anthropic's Messages API (https://platform.claude.com/docs/en/api/messages). Pure data, no I/O.

/**
 * The kinds of text that the program puts into a message beside what its author said. By this mark, and not by how the text
 * reads, every part of the program tells the two apart: a summary may well hold the line "remember that …".
 */
export const programTexts = [
  /** The time, recalled notes, the last conversation, what the person answered to the program. */
  'context',
  /** The summary in the place of messages that are no longer shown. */
  'earlier_conversation',
  /** A line in the place of a picture or a file that is no longer shown. */
  'attachment',
] as const;
export type ProgramText = (typeof programTexts)[number];

export interface TextBlock {
  type: 'text';
  text: string;
  /** Absent: the author of the message said it. It is stored, and sent to no model. */
  program?: ProgramText;
}

/** A text that the program writes into a message. */
export const programText = (program: ProgramText, text: string): TextBlock => ({ type: 'text', text, program });

/** Whether the author of the message said it, and not the program. */
export const isOwnText = (block: ContentBlock): block is TextBlock =>
  block.type === 'text' && block.program === undefined;

/** What the author of a message said in it: its texts without those of the program. */
export const ownTexts = (message: { readonly content: readonly ContentBlock[] }): string[] =>
  message.content.filter(isOwnText).map((block) => block.text);

/** Base64 data with its media type, as the Messages API takes it. */
export interface Base64Source {
  type: 'base64';
  media_type: string;
  data: string;
}

export interface ImageBlock {
  type: 'image';
  source: Base64Source;
}

export interface DocumentBlock {
  type: 'document';
  source: Base64Source;
  title?: string;
}

export interface ThinkingBlock {
  type: 'thinking';
  thinking: string;
  /** Opaque, byte for byte; null where the provider gives none: then the key is absent on the wire. */
  signature?: string | null;
}

export interface RedactedThinkingBlock {
  type: 'redacted_thinking';
  data: string;
}

export interface ToolUseBlock {
  type: 'tool_use';
  id: string;
  name: string;
  /** Parsed arguments. Where they could not be parsed: `{}`, with `raw` holding what the model wrote. */
  input: unknown;
  /** The arguments verbatim, kept when they did not parse or when the provider's format is text (OpenAI). */
  raw?: string;
  /** Google's thought signature of a function call, opaque. */
  signature?: string | null;
}

export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  content: string | (TextBlock | ImageBlock)[];
  is_error: boolean;
}

/** A block of a kind this version does not know. Stored and sent back as it came. */
export interface UnknownBlock {
  type: 'unknown';
  raw: { type: string; [key: string]: unknown };
}

export type ContentBlock =
  | TextBlock
  | ImageBlock
  | DocumentBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | UnknownBlock;

export type Role = 'user' | 'assistant';

export interface Message {
  role: Role;
  content: ContentBlock[];
  /** In an assistant's message: the `provider/model` that wrote it. Only that model understands its thinking and signatures. */
  model?: string | undefined;
}

/** The text of a message: its text blocks joined with a newline. */
export const text = (message: { readonly content: readonly ContentBlock[] }): string =>
  message.content
    .filter((block) => block.type === 'text')
    .map((block) => block.text)
    .join('\n');

/** The tool calls of a message, in call order. */
export const toolUses = (message: { readonly content: readonly ContentBlock[] }): ToolUseBlock[] =>
  message.content.filter((block) => block.type === 'tool_use');

/** Thinking that binds to its prefix: sent back in the open turn, never after it. */
export const isThinking = (block: ContentBlock): block is ThinkingBlock | RedactedThinkingBlock =>
  block.type === 'thinking' || block.type === 'redacted_thinking';

/** Content as another model may have it: without thinking, without what only its author understands, without signatures. */
export const forAnyModel = (content: readonly ContentBlock[]): ContentBlock[] =>
  content
    .filter((block) => !isThinking(block) && block.type !== 'unknown')
    .map((block) => {
      if (block.type !== 'tool_use' || block.signature === undefined) return block;
      const { signature: _, ...rest } = block;
      return rest;
    });

// How many tokens fit into a model's context, and about how many a request has. Estimates only, as counting must not cost a call.
// They are too high rather than too low, so that a request that is too long is noticed before it is sent: some local servers do not
// refuse such a request but silently drop its beginning.
import { catalogue, nearestName } from './catalogue.ts';
import { documentText } from './attachment.ts';
import type { ContentBlock, DocumentBlock } from './message.ts';
import type { ModelRequest } from './provider.ts';

/**
 * Of a model that nothing is known of. Local servers often start with 4096 whatever the model could do; less than this
 * and the instructions and the tools leave no room to talk.
 */
export const unknownContextTokens = 8192;

/** What a model that is newer than this table holds: all newer models of the vendors hold at least this. */
export const vendorContextTokens = 128_000;

// The context sizes of models that are newer than the catalogue, by family, wherever they are hosted. The first match counts.
const families: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/\bclaude-(?:fable|mythos|(?:opus|sonnet|haiku)-[5-9])/, 1_000_000],
  [/\bclaude-/, 200_000],
  [/\bgpt-[5-9]/, 272_000],
  [/\bgemini-/, 1_000_000],
];

const contextByName = new Map(
  [...catalogue].map(([name, { contextTokens }]) => [
    name.slice(name.indexOf('/') + 1).replaceAll('.', '-'),
    contextTokens,
  ]),
);

/** How many tokens a model holds, question and answer together; undefined where its name says nothing. */
export function knownContextTokens(model: string): number | undefined {
  const name = model.slice(model.lastIndexOf('/') + 1).replaceAll('.', '-');
  const known = contextByName.get(nearestName(name, contextByName.keys()) ?? '');
  return known ?? families.find(([family]) => family.test(model))?.[1];
}

// Models that think before they answer by default, by name, wherever they are hosted.
const thinkingModels =
  /\bclaude-(?:fable|mythos|opus-[5-9]|sonnet-[5-9]|haiku-[5-9])|\bgpt-(?:[5-9]|oss)|\bo[1-9](?:-|$)|\bgemini-(?:2\.5|[3-9])|\bdeepseek-(?:r|reasoner)|\bqwq|\bmagistral/;

/** Whether a model thinks before it answers. Its thinking counts against the length of the answer. */
export const thinks = (model: string): boolean => thinkingModels.test(model);

const thinkingAnswerTokens = 16_000;

/** Room for an answer where none is configured. @param usual for a model that doesn't think */
export const roomForAnswer = (model: string, usual = 2048): number =>
  thinks(model) ? Math.max(usual, thinkingAnswerTokens) : usual;

/** Room for a second try, where the first held only thinking. */
export const moreRoom = (tokens: number): number => Math.max(thinkingAnswerTokens, tokens * 2);

/** The longest answer that may be asked of a model of this size: half of it, so that there is room for the question. */
export const maxAnswerTokens = (asked: number, contextTokens: number): number =>
  Math.min(asked, Math.floor(contextTokens / 2));

// A picture at the size that vendors scale it down to, and a page of a PDF with its text and its picture.
const tokensPerPicture = 1600;
const tokensPerPage = 2000;
const base64PerPage = 70_000;
const tokensPerMessage = 4;

// English runs at some four letters a token, Cyrillic at two (two bytes each), Chinese and Japanese at about one (three).
const bytesPerToken = 3;

/** About how many tokens a text is. */
export const textTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

/** About how many tokens a block is. */
function blockTokens(block: ContentBlock): number {
  if (block.type === 'image') return tokensPerPicture;
  if (block.type === 'document') return documentTokens(block);
  if (block.type === 'text') return textTokens(block.text);
  if (block.type === 'tool_result' && typeof block.content !== 'string')
    return block.content.reduce((sum, part) => sum + blockTokens(part), tokensPerMessage);
  return textTokens(JSON.stringify(block));
}

function documentTokens(block: DocumentBlock): number {
  const text = documentText(block);
  return text === null ? tokensPerPage * Math.ceil(block.source.data.length / base64PerPage) : textTokens(text);
}

/** About how many tokens a message is. */
export const messageTokens = ({ content }: { readonly content: readonly ContentBlock[] }): number =>
  content.reduce((sum, block) => sum + blockTokens(block), tokensPerMessage);

/** About how many tokens stand in front of a conversation. */
export const prefixTokens = (prefix: { system: string; tools: readonly unknown[] }): number =>
  textTokens(prefix.system) + (prefix.tools.length === 0 ? 0 : textTokens(JSON.stringify(prefix.tools)));

/** About how many tokens a request is, without its answer. */
export const requestTokens = ({
  system,
  tools,
  messages,
}: Pick<ModelRequest, 'system' | 'tools' | 'messages'>): number =>
  prefixTokens({ system, tools }) + messages.reduce((sum, message) => sum + messageTokens(message), 0);

/** The end of a text, at most as long as `tokens`. */
export function lastTokens(text: string, tokens: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= tokens * bytesPerToken) return text;
  // A character that was cut in half reads as U+FFFD.
  return bytes
    .subarray(bytes.length - tokens * bytesPerToken)
    .toString('utf8')
    .replace(/^\uFFFD+/, '');
}

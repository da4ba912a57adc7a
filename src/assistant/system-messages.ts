// What the person is told by the program itself, when the model said nothing usable. Never part of a model's history.
import type { LoopEnd } from '../agent/tool-loop.ts';
import type { ProviderError, ProviderErrorKind } from '../models/provider.ts';

export const blankMessage = 'Your message came without any text, so there is nothing for me to answer.';
export const newConversation = 'Started a new conversation. What I remember about you stays.';
export const privateOnly = 'Others read along here. Ask me that in our private chat.';
export const privateBegun =
  "This conversation is private from here on: it is in memory only, and goes neither into files nor into what I remember. /new ends it, and so does a pause. What you ask me to remember I still save, once you confirm it. The model's provider and Telegram see it as always.";
export const privateEnded =
  'The private conversation is over, and nothing of it is kept. From here on I remember again.';
/** Said instead of taking the message in: the person believed that it was private. */
export const privateLost = (why: string): string =>
  `The private conversation had ended (${why}), and nothing of it is kept. I have not taken in what you just said: say it again to have it in an ordinary conversation, or /private first.`;
export const stopped = 'Stopped.';
export const nothingToStop = 'Nothing is running.';

const cutMark = '\n\n[The answer was cut off at its length limit.]';

/**
 * What the person reads at the end of a loop, or null for silence. Nothing said after tools were called is silence;
 * nothing at all, and a text block with nothing in it, is a model that failed to say what it meant to.
 */
export function replyOf({ outcome, text, response, rounds }: LoopEnd): string | null {
  const said = text.trim();
  if (outcome === 'refused') return 'The model declined to answer this message.';
  if (outcome === 'cut')
    return said === ''
      ? 'The answer hit its length limit before it said anything. Please ask for something shorter.'
      : text + cutMark;
  if (said !== '') return text;
  if (outcome === 'limit') return `I stopped after ${rounds} rounds of tool calls without reaching an answer.`;
  if (outcome === 'paused') return 'The model kept pausing without reaching an answer. Please try again.';
  return rounds === 0 || response.content.some((block) => block.type === 'text')
    ? 'The model returned an empty answer. Please try again.'
    : null;
}

/** Why there is no answer of the model, in words for the person. */
export function whyNoModel(error: ProviderError): string {
  return `${reasons[error.kind]}${error.kind === 'budget' ? `: ${error.message}` : ''}`;
}

const reasons: Record<ProviderErrorKind, string> = {
  rate_limit: "the model's rate limit is reached",
  overloaded: 'the model is overloaded',
  timeout: 'the model did not answer in time',
  network: 'the model could not be reached',
  stream: 'the connection to the model broke off',
  billing: 'the model account has no credit',
  auth: 'the model refused the API key',
  prompt_too_long: 'the conversation is too long for the model',
  signature: 'the model refused the conversation',
  invalid_request: 'the model refused the request',
  aborted: 'the turn was stopped',
  budget: 'the budget is used up',
};

/** The model may be back soon, and the message is kept for it. */
export const answerLater = (error: ProviderError, meanwhile: string | null): string =>
  withMemory(
    `I can't answer right now: ${whyNoModel(error)}. Your message is kept, and I answer as soon as it works again.`,
    meanwhile,
  );

/** The model won't be back by itself. */
export const noAnswer = (error: ProviderError, fromMemory: string | null): string =>
  withMemory(`I can't answer with a model: ${whyNoModel(error)}.`, fromMemory);

/** Whether it is this request that no answer comes to: another one may be answered. */
export const isRequestRefused = ({ kind }: ProviderError): boolean =>
  kind === 'invalid_request' || kind === 'prompt_too_long';

/** For example, a PDF of more pages than a model reads, which shows only when the model refuses it. */
export const noAnswerToFiles = (error: ProviderError, fromMemory: string | null): string =>
  withMemory(
    `I can't answer with a model: ${whyNoModel(error)}, perhaps for what came with your message. Try it without that, or with less of it.`,
    fromMemory,
  );

/** The same again: why is told already. */
export const stillNoAnswer = (fromMemory: string | null): string =>
  fromMemory?.trim() ? `From memory alone:\n${fromMemory}` : 'Still no answer from the model.';

const withMemory = (notice: string, fromMemory: string | null): string =>
  fromMemory?.trim() ? `${notice}\n\nFrom memory alone:\n${fromMemory}` : notice;

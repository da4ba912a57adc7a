// Messages of the program itself to the person, for when the model said nothing usable. They are never part of a model's history.
import { hasVisibleText } from '../base/text/text.ts';
import type { LoopEnd } from '../agent/tool-loop.ts';
import type { ProviderError } from '../models/provider.ts';
import type { LeftOut } from './context/less-to-send.ts';
import { type Phrases, dollars } from './phrases/phrases.ts';
import { BudgetSpent } from './spend.ts';

/**
 * What the person reads at the end of a loop, or null for silence. Nothing said after tools were called is silence;
 * nothing at all, and a text block with nothing in it, is a model that failed to say what it meant to.
 */
export function replyOf({ outcome, text, response, rounds }: LoopEnd, { notices }: Phrases): string | null {
  const isSaid = hasVisibleText(text);
  if (outcome === 'refused') return notices.refused;
  if (outcome === 'cut') return isSaid ? `${text}\n\n${notices.cutOff}` : notices.cutEmpty;
  if (isSaid) return text;
  if (outcome === 'limit') return notices.limit(rounds);
  if (outcome === 'paused') return notices.paused;
  return rounds === 0 || response.content.some((block) => block.type === 'text') ? notices.empty : null;
}

/** Why there is no answer of the model, in words for the person. */
export function whyNoModel(error: ProviderError, { reasons, usage }: Phrases): string {
  const why = reasons[error.kind];
  if (!(error instanceof BudgetSpent)) return why;
  return `${why}: ${usage.spent[error.span](dollars(error.spentUsd), dollars(error.limitUsd))}`;
}

/** The model may be back soon, and the message is kept for it. */
export const answerLater = (error: ProviderError, meanwhile: string | null, phrases: Phrases): string =>
  withMemory(phrases.notices.answerLater(whyNoModel(error, phrases)), meanwhile, phrases);

/** The model will not recover by itself: an operator has to act. */
export const noAnswer = (error: ProviderError, fromMemory: string | null, phrases: Phrases): string =>
  withMemory(phrases.notices.noAnswer(whyNoModel(error, phrases)), fromMemory, phrases);

/** Whether it is this request that no answer comes to: another one may be answered. */
export const isRequestRefused = ({ kind }: ProviderError): boolean =>
  kind === 'invalid_request' || kind === 'prompt_too_long';

/** For example, a PDF of more pages than a model reads, which shows only when the model refuses it. */
export const noAnswerToFiles = (error: ProviderError, fromMemory: string | null, phrases: Phrases): string =>
  withMemory(phrases.notices.noAnswerToFiles(whyNoModel(error, phrases)), fromMemory, phrases);

/** What the person is told where the model answered without a part of what it is usually sent. */
export const mendedBy = (leftOut: LeftOut, { mended, memoryUnreadable, reasons }: Phrases): string =>
  leftOut === 'memory' ? memoryUnreadable(`${reasons.invalid_request}.`) : mended;

/** The notice for a further failure of the same kind, whose reason the person knows already. */
export const stillNoAnswer = (fromMemory: string | null, { notices }: Phrases): string =>
  fromMemory?.trim() ? `${notices.fromMemory}\n${fromMemory}` : notices.stillNoAnswer;

const withMemory = (notice: string, fromMemory: string | null, { notices }: Phrases): string =>
  fromMemory?.trim() ? `${notice}\n\n${notices.fromMemory}\n${fromMemory}` : notice;

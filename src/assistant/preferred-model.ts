// Which model the person chose for a conversation, as its entries say. Pure.
import type { Entry } from '../session/entry.ts';

/** The model that the person chose for this conversation; it may be one that is configured no longer. */
export const chosenModel = (entries: readonly Entry[]): string | undefined => entries.findLast(isChoice)?.model;

/**
 * The model that answers: the one that the person chose if it is still configured, else the first.
 * @param models that are configured, the default first @returns undefined where there is none
 */
export function answeringModel(entries: readonly Entry[], models: readonly string[]): string | undefined {
  const chosen = chosenModel(entries);
  return chosen !== undefined && models.includes(chosen) ? chosen : models[0];
}

/** Whether the entry records the person's choice of a model. */
export const isChoice = (entry: Entry): entry is Extract<Entry, { type: 'model_change' }> =>
  entry.type === 'model_change' && entry.by === 'person';

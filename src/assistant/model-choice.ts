// Which model the person chose for a conversation, as its entries say. Pure.
import type { Entry } from '../session/entry.ts';

/** The model that the person chose for this conversation; it may be one that is configured no longer. */
export const chosenModel = (entries: readonly Entry[]): string | undefined => entries.findLast(isChoice)?.model;

/** Whether it says which model the person chose. */
export const isChoice = (entry: Entry): entry is Extract<Entry, { type: 'model_change' }> => entry.type === 'model_change' && entry.by === 'person';

// Notes that a forgetting could not change: they stay on its record, with why, until a later try succeeds.
import { z } from 'zod';
import { english } from '../../assistant/phrases/english.ts';
import type { Phrases } from '../../assistant/phrases/phrases.ts';
import { codeOf, failureOf, isFlushFailure, ToolError } from '../../base/errors.ts';
import { NoteError } from '../../memory/note-problem.ts';
import type { ErasureRequests } from './requests.ts';

const reasons = ['forbidden', 'full', 'busy', 'damaged', 'system'] as const;

export const leftNote = z.object({
  path: z.string(),
  reason: z.enum(reasons),
  /** Of `system`: the code of the error. */
  detail: z.string(),
});
export type LeftNote = z.infer<typeof leftNote>;

/** @throws the error where it is not about this note, or says that the disk can't be trusted */
export function leftNoteOf(path: string, error: unknown): LeftNote {
  if (isFlushFailure(error)) throw error;
  const code = codeOf(error);
  if (!(error instanceof ToolError) && code === undefined) throw error;
  return { path, reason: reasonOf(error), detail: code ?? '' };
}

function reasonOf(error: unknown): LeftNote['reason'] {
  const failure = failureOf(error);
  if (failure === 'busy' || failure === 'full') return failure;
  if (failure === 'read_only' || (error instanceof NoteError && error.problem.kind === 'forbidden')) return 'forbidden';
  return error instanceof ToolError ? 'damaged' : 'system';
}

export const tellLeft = (left: readonly LeftNote[], { forget }: Pick<Phrases, 'forget'>): string =>
  forget.left(left.map(({ path, reason, detail }) => `${path} (${forget.leftReasons[reason](detail)})`).join(', '));

/** What earlier tries left. */
export const stillLeft = (requests: Pick<ErasureRequests, 'unfinished'>): LeftNote[] =>
  requests.unfinished().flatMap(({ state, subject }) => (state === 'confirmed' ? leftOf(subject) : []));

/** A sentence for each forgetting that is not finished, for the operator. */
export function unfinishedForgetting(requests: Pick<ErasureRequests, 'unfinished'>): string[] {
  return requests.unfinished().map(({ id, state, subject }) => {
    const left = state === 'confirmed' ? leftOf(subject) : [];
    return `/forget f${id} is not finished. ${left.length > 0 ? tellLeft(left, english) : 'The next start tries again.'}`;
  });
}

const leftOf = (subject: string): LeftNote[] =>
  z.object({ left: z.array(leftNote).default([]) }).parse(JSON.parse(subject)).left;

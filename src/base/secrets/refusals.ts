// Why a secret is not kept, as the model is told it.
import { ToolError } from '../errors.ts';
import type { FoundSecret } from './credential-values.ts';

type Kind = Pick<FoundSecret, 'kind'>;

export const refusedNote = ({ kind }: Kind): ToolError =>
  new ToolError(
    `Not saved: the text contains what looks like ${kind}. Secrets never go into memory, not even when asked: notes are plain files. What is left without the secret can be saved. The secret itself belongs in a password manager.`,
    { failure: 'secret' },
  );

/** A reminder is stored and sent in a chat. */
export const refusedReminder = ({ kind }: Kind): ToolError =>
  new ToolError(
    `Not set: the text contains what looks like ${kind}, and a reminder is stored and sent as it is. Leave that part out, and tell the person so.`,
    { failure: 'secret' },
  );

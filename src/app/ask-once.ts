// Sends one message through the assistant and gathers all that it answers, for `scrubjay ask`.
import { randomUUID } from 'node:crypto';
import type { Button, Outlet } from '../assistant/channel.ts';
import type { TurnResult } from '../assistant/turn/turn.ts';
import { sessionKeyOf } from '../base/session-key.ts';
import type { OpenedAssistant } from './assistant.ts';

/** Questions that follow each other are one conversation. */
export const askKey = sessionKeyOf({
  channel: 'terminal',
  connector: 'ask',
  audience: 'private',
  chat: '1',
  user: '1',
});

export interface Question {
  text: string;
  /** Begins a new conversation first. */
  isNew: boolean;
}

export interface GatheredAnswer extends Pick<
  TurnResult,
  'reply' | 'messages' | 'sessionId' | 'toolCalls' | 'usage' | 'outcome'
> {
  /** Files that go with the answer. */
  files: { name: string; base64: string }[];
  /** What the person may answer, or take back, by typing its command. */
  buttons: Button[];
}

export async function askOnce(
  { assistant, makeFile }: Pick<OpenedAssistant, 'assistant' | 'makeFile'>,
  { text, isNew }: Question,
  signal: AbortSignal,
): Promise<GatheredAnswer> {
  const files: GatheredAnswer['files'] = [];
  let buttons: Button[] = [];
  let count = 0;
  const outlet: Outlet = {
    async post(_text, _dedupe, extras) {
      if (extras?.file) {
        const { name, bytes } = await makeFile(extras.file);
        files.push({ name, base64: bytes.toString('base64') });
      }
      buttons = [...buttons, ...(extras?.buttons ?? [])];
      return { messageId: String((count += 1)) };
    },
  };
  const say = async (words: string): Promise<TurnResult> => {
    const id = `ask:${randomUUID()}`;
    return await assistant.turn({ id, key: askKey, audience: 'private', text: words, at: new Date() }, outlet, signal);
  };
  if (isNew) await say('/new');
  buttons = [];
  const { reply, messages, sessionId, toolCalls, usage, outcome } = await say(text);
  return { reply, messages, sessionId, toolCalls, usage, outcome, files, buttons };
}

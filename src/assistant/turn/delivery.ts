// What one turn says, and how often: `send_message` counted, the final text posted unless it was already said. Names
// each message so that a turn that is taken up again after a crash says nothing twice.
import { createHash } from 'node:crypto';
import { ToolError } from '../../base/errors.ts';
import type { Redact } from '../../base/secrets/redact.ts';
import { hasVisibleText } from '../../base/text/text.ts';
import type { MessageEntry } from '../../session/entry.ts';
import type { Extras, Outlet } from '../channel.ts';

export interface Delivery {
  /** Every message that was sent in this turn, in order. */
  readonly sent: readonly string[];
  /** What `send_message` does. Throws ToolError at the limit. */
  send(content: string): Promise<{ messageId: string }>;
  /** Posts the end of the turn. */
  finish(reply: string, extras?: Extras): Promise<{ messageId: string }>;
  /** Whether this text only repeats messages that were sent. */
  repeats(reply: string): boolean;
}

/** @param before what the turn sent before it was interrupted */
export function createDelivery(options: {
  outlet: Outlet;
  redact: Redact;
  maxMessages: number;
  before: readonly string[];
}): Delivery {
  const { outlet, redact, maxMessages } = options;
  const sent = [...options.before];
  let tried = sent.length;

  // The key is the text and its occurrence number, not the id of the tool call: a model that is asked again after a crash
  // gives the call another id.
  function nameOf(content: string): string {
    const same = sent.filter((other) => other === content).length;
    return `message:${createHash('sha256').update(content).digest('hex').slice(0, 16)}:${same}`;
  }

  return {
    sent,
    async send(raw) {
      const content = redact(raw);
      if (!hasVisibleText(content)) throw new ToolError('An empty message was not sent.');
      if (tried >= maxMessages)
        throw new ToolError(`Maximum message limit (${maxMessages}) reached in this turn. It was not sent.`);
      const name = nameOf(content);
      tried += 1;
      sent.push(content);
      return await outlet.post(content, name);
    },
    async finish(reply, extras) {
      sent.push(reply);
      return await outlet.post(reply, 'answer', extras);
    },
    repeats(reply) {
      const plain = squeeze(reply);
      return (
        sent.some((content) => squeeze(content) === plain) || (sent.length > 0 && squeeze(sent.join(' ')) === plain)
      );
    },
  };
}

const squeeze = (content: string): string => content.replaceAll(/\s+/g, ' ').trim();

/** What tools of these entries posted. */
export const sentBefore = (entries: readonly MessageEntry[]): string[] =>
  entries.flatMap(({ outcomes = [] }) => outcomes).flatMap(({ said }) => (said === undefined ? [] : [said]));

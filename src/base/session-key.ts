// The key of a session: which conversation it belongs to, as one text for files, rows and logs. It is built from an address
// and read back here alone; nothing else looks into a key. Pure.

/** Names a conversation, for example `telegram:tg_main:chat:1:user:1`. */
export type SessionKey = string;

/** Whether the person reads the conversation alone, or others read it as well. */
export type Audience = 'private' | 'group';

/** Where a conversation is held. */
export interface Address {
  /** The name of the channel. */
  channel: string;
  /** Which account or which program of the channel it is. */
  connector: string;
  audience: Audience;
  /** The channel's own name of the chat. */
  chat: string;
  /** The channel's own name of the person. */
  user: string;
}

export const sessionKeyOf = ({ channel, connector, audience, chat, user }: Address): SessionKey =>
  `${channel}:${connector}:${audience === 'group' ? 'group' : 'chat'}:${chat}:user:${user}`;

/** Null for a text that is no key. */
export function parseSessionKey(key: SessionKey): Address | null {
  const [, channel, connector, kind, chat, user] =
    /^([^:]+):([^:]+):(chat|group):([^:]+):user:([^:]+)$/.exec(key) ?? [];
  if (channel === undefined || connector === undefined || chat === undefined || user === undefined) return null;
  return { channel, connector, audience: kind === 'group' ? 'group' : 'private', chat, user };
}

/** The audience of a conversation. Where a key can't be read, others may read along: nothing of the memory is shown there. */
export const audienceOf = (key: SessionKey): Audience => parseSessionKey(key)?.audience ?? 'group';

/** The channel of a session key, and of every other name that begins with its channel, such as a chat's in the outbox. */
export const channelOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(':')));

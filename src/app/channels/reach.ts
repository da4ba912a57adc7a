// The ways to reach people, for the parts of the program that send unprompted messages.
import type { Announce, Extras } from '../../assistant/channel.ts';
import type { ChannelEntry } from './channels.ts';

export interface Reach {
  /** The channels that this process runs. */
  channels: readonly ChannelEntry[];
  /** Says something in a conversation that no message asked for. */
  announce: Announce;
  /** Tells the owner something that no message asked for. @param about names it: a second one with the same name is dropped */
  tell(text: string, about: string, extras?: Extras): Promise<void>;
  /** Another process runs the configured channels, such as the daemon beside `scrubjay chat`. */
  isBeside: boolean;
}

// The state folder, made where it is missing, and who may write which part of it: one process a channel.
import path from 'node:path';
import { ConfigError, UserError, messageOf } from '../base/errors.ts';
import { makePrivateFolder } from '../base/files.ts';
import { type Lock, takeLock } from '../base/lock.ts';
import { isPassing } from '../base/transient.ts';

export const channels = ['telegram', 'terminal', 'ask'] as const;
export type ChannelLock = (typeof channels)[number];

/** Keeps all other channels from starting, for as long as it is held. @throws UserError when one runs */
export function holdOthers(stateDir: string, own: ChannelLock): Lock {
  const held: Lock[] = [];
  const release = () => held.splice(0).forEach((lock) => lock.release());
  for (const channel of channels.filter((other) => other !== own)) {
    const lock = holdFolder(stateDir, channel);
    if ('release' in lock) {
      held.push(lock);
      continue;
    }
    release();
    throw new UserError(
      `Scrubjay also runs on the same notes as "${channel}" (${lock.heldBy}), and could write it down again. End that first, then confirm once more.`,
    );
  }
  return { release };
}

/**
 * Takes the lock of one channel's conversations, or says who has it.
 * @throws ConfigError when the folder can't be used; UserError when it may be later
 */
export function holdFolder(stateDir: string, channel: string): Lock | { heldBy: string } {
  const file = path.join(stateDir, `${channel}.lock`);
  try {
    makePrivateFolder(stateDir);
    return takeLock(file);
  } catch (error) {
    if (isPassing(error, file))
      throw new UserError(
        `${stateDir} can't be written just now: ${messageOf(error)}. That is the disk's or the machine's trouble and not the configuration's: start again when it is over.`,
        { cause: error },
      );
    throw new ConfigError(
      'state.dir',
      `${stateDir} can't be written: ${messageOf(error)}.`,
      'Make it a folder that Scrubjay may write, or choose another one.',
    );
  }
}

// The state folder, made where it is missing, and its locks: each channel is run by one process at a time.
import { calledAs } from '../../base/called-as.ts';
import path from 'node:path';
import { ConfigError, UserError, messageOf } from '../../base/errors.ts';
import { makePrivateFolder } from '../../base/files/files.ts';
import { type Lock, takeLock } from '../../base/files/lock.ts';
import { isPassing } from '../../base/concurrency/transient.ts';

/** The channel of which there is one a machine, whatever is configured. */
const terminalName = 'terminal';

/** Takes the locks of several channels, or of none. @param refusal what the person is told when one of them is held */
function holdAll(
  stateDir: string,
  channels: readonly string[],
  refusal: (channel: string, heldBy: string) => string,
): Lock {
  const held: Lock[] = [];
  const release = () => held.splice(0).forEach((lock) => lock.release());
  for (const channel of channels) {
    const lock = holdFolder(stateDir, channel);
    if ('release' in lock) {
      held.push(lock);
      continue;
    }
    release();
    throw new UserError(refusal(channel, lock.heldBy));
  }
  return { release };
}

/** For the process that runs these channels. @throws UserError when another one runs one of them */
export const holdChannels = (stateDir: string, channels: readonly string[]): Lock =>
  holdAll(stateDir, channels, (channel, heldBy) =>
    channel === terminalName
      ? `Scrubjay already runs on ${stateDir} and talks on a terminal (${heldBy}), and one terminal talks at a time. Write to it there, or leave it there first (exit or Ctrl-D). \`${calledAs()} ask "…"\` asks one question beside it.`
      : `Scrubjay already runs on ${stateDir} (${heldBy}). Stop it first, or choose another state.dir. \`${calledAs()} chat\` talks on this terminal beside it.`,
  );

/** Keeps these channels from starting, for as long as it is held. @throws UserError when one of them runs */
export const holdOthers = (stateDir: string, channels: readonly string[]): Lock =>
  holdAll(
    stateDir,
    channels,
    (channel, heldBy) =>
      `Scrubjay also runs on the same notes as "${channel}" (${heldBy}), and could write it down again. End that first, then confirm once more.`,
  );

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
    if (error instanceof ConfigError) throw error;
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

// The state folder, made where it is missing, and who may write which part of it: one process a channel.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, messageOf } from '../base/errors.ts';
import { privateFolder } from '../base/files.ts';
import { type Lock, takeLock } from '../base/lock.ts';

/**
 * Takes the lock of one channel's conversations, or says who has it.
 * @throws ConfigError when the folder can't be used
 */
export function holdFolder(stateDir: string, channel: string): Lock | { heldBy: string } {
  try {
    mkdirSync(stateDir, { recursive: true, mode: privateFolder });
    return takeLock(path.join(stateDir, `${channel}.lock`));
  } catch (error) {
    throw new ConfigError('state.dir', `${stateDir} can't be written: ${messageOf(error)}.`, 'Make it a folder that Scrubjay may write, or choose another one.');
  }
}

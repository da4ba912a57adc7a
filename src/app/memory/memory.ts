// The memory as the configuration wants it, for the daemon and for the commands that need no more than it.
import { chmodSync, readdirSync } from 'node:fs';
import type { Clock } from '../../base/time/clock.ts';
import { ConfigError, messageOf } from '../../base/errors.ts';
import { makePrivateFolder, privateFolder } from '../../base/files/files.ts';
import type { Log } from '../../base/log.ts';
import { isPassing } from '../../base/concurrency/transient.ts';
import type { Config } from '../../config.ts';
import { isFirstOpening } from '../../memory/home-folder.ts';
import { type Memory, type MemoryOptions, openMemory } from '../../memory/memory.ts';
import { openConfiguredEmbedder } from './embedder.ts';
import { indexFileOf } from './index-file.ts';
import { chosenTimezone } from '../timezone.ts';

/**
 * Opens the memory, which closes the embedder that is given or configured; folders that are missing are made, readable by their owner only.
 * @throws ConfigError when a folder can't be made
 */
export async function openConfiguredMemory(
  config: Config,
  clock: Clock,
  log: Log,
  {
    watch,
    embedsWhenAsked,
    embedder = openConfiguredEmbedder(config, clock, log),
    leavesVectors = false,
  }: Pick<MemoryOptions, 'watch' | 'embedsWhenAsked'> & {
    embedder?: MemoryOptions['embedder'];
    /** The vectors stay on disk whatever is configured: in the file they are the same. */
    leavesVectors?: boolean;
  },
): Promise<Memory> {
  const { dir, embedding } = config.memory;
  const indexFile = indexFileOf(config);
  if (isFirstOpening(indexFile)) {
    makeFolder('memory.dir', dir);
    closeUnused(dir);
  }
  makeFolder('state.dir', config.state.dir);
  return await openMemory({
    dir,
    indexFile,
    timezone: chosenTimezone(config).now,
    clock,
    log,
    embedder,
    closesEmbedder: true,
    store: leavesVectors && embedding.store === 'full' ? 'disk' : embedding.store,
    watch,
    embedsWhenAsked,
  });
}

function makeFolder(setting: string, folder: string): void {
  try {
    makePrivateFolder(folder);
  } catch (error) {
    if (isPassing(error, folder)) throw error;
    throw new ConfigError(
      setting,
      `${folder} can't be used: ${messageOf(error)}.`,
      'Make it a folder that Scrubjay may write, or choose another one.',
    );
  }
}

/** What an installation puts into the memory folder. */
const shippedName = 'README.txt';

/**
 * Closes a memory folder to others that came with the installation, before the first note is in it. One in which the person has
 * anything keeps the mode that they gave it.
 */
function closeUnused(folder: string): void {
  try {
    const isUnused = readdirSync(folder).every((name) => name.startsWith('.') || name === shippedName);
    if (isUnused) chmodSync(folder, privateFolder);
  } catch {
    // It belongs to somebody else, or may not be read: who opens it says so, and `doctor` says what is open.
  }
}

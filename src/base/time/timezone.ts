// The time zone that the person lives by: that of the configuration, unless they chose another one. The choice is a file of
// one line, read each time (some ten microseconds), so that it counts at once in every process, and taken back by deleting it.
import { readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../errors.ts';
import { syncFolder, writeFileAtomic } from '../files/files.ts';
import { isTimezone, systemTimezone } from './timezone-names.ts';

/** The IANA name that counts now. Asked for where it is used: it may change while the program runs. */
export type Timezone = () => string;

export interface ChosenTimezone {
  now: Timezone;
  /** Durable when it resolves. @param name a time zone; null: that of the configuration */
  choose(name: string | null): Promise<void>;
}

/** The file of the choice, in the state folder. */
export const timezoneFile = 'timezone';

/** @param given counts where the file is not there, or holds no time zone; undefined: that of the system */
export function createChosenTimezone(stateDir: string, given: string | undefined): ChosenTimezone {
  const file = path.join(stateDir, timezoneFile);
  let configured = given;
  // The system is asked only when it is needed: the engine then loads its data of languages and calendars, for 20 ms.
  const fallback = (): string => (configured ??= systemTimezone());
  // To look whether a name is one takes ten times as long as to read the file.
  let known: string | null = null;
  return {
    now() {
      const name = readIfThere(file)?.trim() || fallback();
      if (name !== known) known = isTimezone(name) ? name : fallback();
      return known;
    },
    async choose(name) {
      if (name !== null) return await writeFileAtomic(file, `${name}\n`);
      await rm(file, { force: true });
      await syncFolder(stateDir);
    },
  };
}

function readIfThere(file: string): string | null {
  // Few people choose one, and this is asked before each search: to look for the file takes an eighth of the time of an error for its want.
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return null;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

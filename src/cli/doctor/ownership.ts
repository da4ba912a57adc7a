// Checks the owner of the files of memory and state. One that belongs to another user than the rest (often root, who ran a command or
// copied something in) can make every message fail. Root gives it back; anyone else is told.
import { calledAs } from '../../base/called-as.ts';
import { closeSync, constants, fchownSync, fstatSync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { quantity } from '../../base/text/text.ts';
import type { Config } from '../../config.ts';
import type { Check } from './check.ts';

export function checkOwnership({ memory, state }: Pick<Config, 'memory' | 'state'>): Check[] {
  const name = 'ownership';
  const owner = statSync(state.dir, { throwIfNoEntry: false });
  // Where a folder can't be opened by its descriptor there are other users to ask about, or none at all.
  if (!owner || process.platform !== 'linux')
    return [{ name, status: 'ok', detail: 'not looked at, the state folder is not there yet' }];
  const folders = [state.dir, memory.dir];
  const foreign = folders.flatMap((folder) => giveTo(folder, owner, false));
  if (foreign.length === 0) return [{ name, status: 'ok', detail: `all files belong to user ${owner.uid}` }];
  const isRoot = process.getuid?.() === 0;
  return [
    {
      name,
      status: 'failed',
      detail: `The state belongs to user ${owner.uid}, and ${quantity(foreign.length, 'file')} to others, such as ${foreign[0]}. Run as root: ${calledAs()} doctor --fix`,
      ...(isRoot && {
        fix() {
          const given = folders.flatMap((folder) => giveTo(folder, owner, true));
          return `${quantity(given.length, 'file')} given to user ${owner.uid}`;
        },
      }),
    },
  ];
}

interface Owner {
  uid: number;
  gid: number;
}

/**
 * Finds what does not belong to the owner, and gives it to them where told. Each place is opened without following links and
 * judged by its descriptor, so that nothing outside of the folder can be put in its way meanwhile; a file with a second name is
 * left alone for the same reason.
 * @returns the places
 */
function giveTo(place: string, owner: Owner, gives: boolean, shown = place): string[] {
  let handle: number;
  try {
    handle = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    // A link, a socket, a file that has gone, or one that this user may not open.
    return [];
  }
  try {
    const stat = fstatSync(handle);
    if (!stat.isDirectory() && !(stat.isFile() && stat.nlink === 1)) return [];
    const isForeign = stat.uid !== owner.uid;
    if (isForeign && gives) fchownSync(handle, owner.uid, owner.gid);
    const below = stat.isDirectory()
      ? readdirSync(`/proc/self/fd/${handle}`).flatMap((name) =>
          giveTo(`/proc/self/fd/${handle}/${name}`, owner, gives, path.join(shown, name)),
        )
      : [];
    return [...(isForeign ? [shown] : []), ...below];
  } finally {
    closeSync(handle);
  }
}

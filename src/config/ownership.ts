// Checks the owner of a configuration. A file that someone else may write could send our keys to a host of theirs, or run a program
// as voice command, so only the person's own file (or root's) in a folder of their own (or root's) is read.
import { type Stats, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../base/errors.ts';

/**
 * The bytes of a configuration file or of a file with a secret, read from the very file that was checked.
 * @throws ConfigError when another user owns it or its folder, or may write there; system errors as they are
 */
export function readOwnFile(file: string): Buffer {
  // NONBLOCK: opening a pipe would wait for its writer.
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(handle);
    if (stat.isDirectory()) throw new ConfigError(file, 'this is a folder.', 'Give the path of a file.');
    if (!stat.isFile()) throw new ConfigError(file, 'this is not a regular file.', 'Give the path of a file.');
    requireOwn(file, 'file', stat);
    // Both the folder that was named and, where a link leads elsewhere, the folder that holds the file.
    for (const folder of new Set([path.dirname(path.resolve(file)), path.dirname(realpathSync(file))]))
      requireOwn(folder, 'folder', lstatSync(realpathSync(folder)));
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

function requireOwn(place: string, kind: 'file' | 'folder', stat: Stats): void {
  const user = process.getuid?.();
  // Windows has neither owners nor modes that Node could read.
  if (user === undefined) return;
  if (stat.uid !== user && stat.uid !== 0)
    throw new ConfigError(
      place,
      `this ${kind} belongs to another user (${stat.uid}), who could have Scrubjay send your keys elsewhere.`,
      'Run Scrubjay as that user, or copy the configuration to a folder of your own and name it with --config.',
    );
  if (isWritableByOthers(stat, user))
    throw new ConfigError(
      place,
      `other users may write this ${kind} (mode ${(stat.mode & 0o7777).toString(8)}), and could have Scrubjay send your keys elsewhere.`,
      `Run: chmod go-w ${place}`,
    );
}

function isWritableByOthers({ mode, gid, uid }: Stats, user: number): boolean {
  // In a sticky folder such as /tmp no user can replace another user's file.
  if ((mode & 0o1000) !== 0) return false;
  // Many systems give each user a group of that user alone, with the same number, and let the group write.
  const isPrivateGroup = user !== 0 && uid === user && gid === user && process.getgid?.() === gid;
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isPrivateGroup);
}

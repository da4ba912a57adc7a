// Checks the owner of the state. A command that another user runs beside the service would leave files that the service can't write, so
// root acts as the owner of the state, and any other user is refused. The daemon leaves a note of where its credentials are.
import { type Stats, closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { UserError, codeOf } from '../../base/errors.ts';
import { makePrivateFolder, writeFileAtomic } from '../../base/files/files.ts';

const noteName = 'daemon.json';

/**
 * Before anything of the state is opened. Root becomes the owner for the rest of the process, so that no file changes hands.
 * @throws UserError for another user than the owner
 */
export function actAsOwner(stateDir: string): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  const { owner, isNew } = ownerOf(stateDir);
  if (!owner || owner.uid === user) return;
  if (user !== 0) {
    // Where the state is not there yet, its maker finds out whether the folder above it can be written.
    if (isNew) return;
    throw new UserError(
      `${stateDir} belongs to another user (${owner.uid}), and you are ${userInfo().username} (${user}). Run: sudo -u '#${owner.uid}' scrubjay …`,
    );
  }
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** The owner of the state folder or, while it does not exist, of the nearest folder above it: what root makes in it must belong to that user. */
function ownerOf(stateDir: string): { owner: Stats | undefined; isNew: boolean } {
  let isClosed = false;
  for (let folder = stateDir; ; folder = path.dirname(folder)) {
    let owner: Stats | undefined;
    try {
      owner = statSync(folder, { throwIfNoEntry: false });
    } catch (error) {
      if (codeOf(error) !== 'EACCES') throw error;
      // What is in a folder that is closed to this user belongs to the owner of that folder.
      isClosed = true;
    }
    if (owner || folder === path.dirname(folder)) return { owner, isNew: folder !== stateDir && !isClosed };
  }
}

/** For the commands that are run beside the service: where systemd gave it its credentials. */
export async function noteCredentials(stateDir: string, folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  makePrivateFolder(stateDir);
  await writeFileAtomic(path.join(stateDir, noteName), `${JSON.stringify({ credentials: folder })}\n`);
}

/** Only systemd's own folders: the owner of the state must not make root read any other. */
const credentialsPattern = /^\/run\/(?:user\/\d+\/)?credentials\/[\w.@\\-]+$/;

/** The folder that the daemon noted; undefined where there is none, or none that this user may read. */
export function notedCredentials(stateDir: string): string | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(path.join(stateDir, noteName), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (!fstatSync(handle).isFile()) return undefined;
    const { credentials } = JSON.parse(readFileSync(handle, 'utf8')) as { credentials?: unknown };
    return typeof credentials === 'string' && credentialsPattern.test(credentials) ? credentials : undefined;
  } catch {
    // Then only the credentials of the environment are left.
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

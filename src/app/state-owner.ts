// Whose the state is. A command that another user runs beside the service would leave files that the service can't write, so
// root acts as the owner of the state, and any other user is refused. The daemon leaves a note of where its credentials are.
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { UserError } from '../base/errors.ts';
import { makePrivateFolder, writeFileAtomic } from '../base/files.ts';

const noteName = 'daemon.json';

/**
 * Before anything of the state is opened. Root becomes the owner for the rest of the process, so that no file changes hands.
 * @throws UserError for another user than the owner
 */
export function actAsOwner(stateDir: string): void {
  const user = process.getuid?.();
  const owner = statSync(stateDir, { throwIfNoEntry: false });
  if (user === undefined || !owner || owner.uid === user) return;
  if (user !== 0)
    throw new UserError(
      `${stateDir} belongs to another user (${owner.uid}), and you are ${userInfo().username} (${user}). Run: sudo -u '#${owner.uid}' scrubjay …`,
    );
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** Notes the folder in which systemd gave the service its credentials, for commands that are run beside it. */
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

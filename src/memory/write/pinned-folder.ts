// A folder held by its handle, so that what is written in it stays in it: a link put in the folder's place between the
// look at a path and the write is not followed. Where the system has no /proc the path itself has to do, checked once.
import { constants } from 'node:fs';
import { access, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ToolError } from '../../base/errors.ts';

export interface PinnedFolder {
  /** Names this very folder, wherever it is moved, until it is closed. */
  path: string;
  close(): Promise<void>;
}

const handles = '/proc/self/fd';

/** @throws ToolError when the folder is not `root` or below it */
export async function pinFolder(folder: string, root: string): Promise<PinnedFolder> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const own = path.join(handles, String(handle.fd));
    const pinned = (await access(own).then(
      () => true,
      () => false,
    ))
      ? own
      : folder;
    const place = await realpath(pinned);
    const top = await realpath(root);
    if (place !== top && !place.startsWith(top + path.sep)) throw new ToolError('That note is not in the memory.');
    return { path: pinned, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

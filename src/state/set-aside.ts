// Files of the state that were found damaged: how they are renamed, listed and told of. They stay until the owner deletes them.
import { existsSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';

/** Renames a damaged database with its log files. @returns its new path */
export function moveAside(file: string, at: Date): string {
  const stamp = at.toISOString().replaceAll(/[:.]/g, '-');
  const target = `${file}.corrupt-${stamp}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, target + suffix);
  }
  return target;
}

/** The paths of the damaged files in a state folder, without their log files. */
export const filesSetAside = (stateDir: string): string[] =>
  (existsSync(stateDir) ? readdirSync(stateDir) : [])
    .filter((name) => /^(?:queue|pairing)\.db\.corrupt-[^.]+$/.test(name) && !/-(?:wal|shm)$/.test(name))
    .map((name) => path.join(stateDir, name));

/** What `doctor` and `status` say of such a file. */
export const setAsideWarning = (file: string): string =>
  `${file} was damaged and has been replaced by an empty one; earlier reminders and messages may be in it. Restore a backup, or delete it.`;

/** What the owner is told in a chat at the start that found the damage. */
export function setAsideNotice(file: string): { name: string; text: string } {
  const where = path.basename(file);
  return {
    name: `set-aside:${where}`,
    text: `My store of messages was damaged. I moved it to \`${where}\` and began a new one: what was waiting to be answered, and reminders, may be missing. A backup still has them.`,
  };
}

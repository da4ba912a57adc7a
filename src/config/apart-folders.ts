// Notes and state must lie apart: a state folder is deleted when the program is, is copied by itself into a backup, and holds files that
// change all the time, which are no notes.
import { ConfigError } from '../base/errors.ts';
import { isSameOrIn } from '../base/files/real-place.ts';

/** @throws ConfigError where the folders of notes and state are one, or one lies in the other */
export function requireApart({ memory, state }: { memory: { dir: string }; state: { dir: string } }): void {
  const isInState = isSameOrIn(state.dir, memory.dir);
  const isInMemory = isSameOrIn(memory.dir, state.dir);
  if (isInState && isInMemory)
    throw new ConfigError(
      'memory.dir',
      `${memory.dir} is the folder of state.dir as well, so that notes would lie among the program's own files.`,
      `${apart} If there are notes in it, move them (the .md files and the folders that hold them) into the new memory.dir.`,
    );
  if (isInState)
    throw new ConfigError(
      'memory.dir',
      `${memory.dir} lies in state.dir (${state.dir}), with which the notes would be deleted.`,
      `${apart} If there are notes in it, move the folder out of ${state.dir} first.`,
    );
  if (isInMemory)
    throw new ConfigError(
      'state.dir',
      `${state.dir} lies in memory.dir (${memory.dir}): a backup would hold it twice and could not be restored.`,
      `${apart} If Scrubjay has already run with it, stop it and move the folder out of ${memory.dir} first.`,
    );
}

const apart = 'Give each a folder of its own beside the other, such as memory.dir = "memory" and state.dir = "state".';

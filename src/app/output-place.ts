// Where a copy of notes and conversations may be written: not among what it is a copy of. Notes in the memory folder would be read as
// notes again, each twice; a backup there holds the keys of the configuration; and the state folder is the program's own.
import path from 'node:path';
import { UserError } from '../base/errors.ts';
import { isSameOrIn } from '../base/files/real-place.ts';
import type { Config } from '../config.ts';

declare const isChecked: unique symbol;
/** An absolute path that lies neither in the memory folder nor in the state folder. */
export type OutputPlace = string & { readonly [isChecked]: true };

/** @throws UserError where a path leads into the folder of notes or of the state, through links too */
export function outputPlace(target: string, { memory, state }: Pick<Config, 'memory' | 'state'>): OutputPlace {
  const place = path.resolve(target);
  if (isSameOrIn(memory.dir, place))
    throw new UserError(`${place} lies among the notes, in ${memory.dir}. Choose a place outside of it.`);
  if (isSameOrIn(state.dir, place))
    throw new UserError(`${place} lies in the program's own folder, ${state.dir}. Choose a place outside of it.`);
  return place as OutputPlace;
}

// What is wrong with a note, as a kind and its values. It holds no sentence: whoever tells a person says it in the language of the
// conversation, by the phrases.
import { codeOf, ToolError, type ToolFailure } from '../base/errors.ts';

export type NoteProblemKind =
  /** A link, a pipe or a folder under the name of a note. */
  | 'irregular'
  /** A name with a control character, a backslash or what may be read as a dot or a slash. */
  | 'bad_name'
  /** The folder of the notes is none. */
  | 'no_folder'
  /** The folder of the notes was there and is gone. */
  | 'absent_folder'
  /** Another folder is at the place of the memory folder; `detail`: the file of the index, which says so. */
  | 'other_folder'
  | 'forbidden_folder'
  | 'forbidden'
  /** `detail`: the code of the system's error, where there is one. */
  | 'unreadable'
  /** `detail`: its size in MB. */
  | 'too_large'
  /** Another spelling of the long-term memory's name; `detail`: the one that is read. */
  | 'other_spelling'
  /** Some bytes are no text in its encoding; they stay as they are and are searched as U+FFFD. */
  | 'not_text'
  /** The disk is full. */
  | 'not_indexed';

export interface NoteProblem {
  kind: NoteProblemKind;
  /** Of the note or the folder; relative to the vault where it lies inside. */
  path: string;
  detail: string;
}

export const noteProblem = (kind: NoteProblemKind, path: string, detail = ''): NoteProblem => ({ kind, path, detail });

/** A note that is there and can't be read. */
export class NoteError extends ToolError {
  constructor(
    readonly problem: NoteProblem,
    message = `${problem.path} can't be read (${[problem.kind, problem.detail].filter(Boolean).join(' ')}).`,
    failure: ToolFailure = 'other',
  ) {
    super(message, { failure });
  }
}

/** What was thrown over a note; of one that this program may not read, as an error that names the note and no more of the disk. */
export const namedError = (path: string, error: unknown): unknown =>
  codeOf(error) === 'EACCES'
    ? new NoteError(noteProblem('forbidden', path), `${path} may not be read by this program.`)
    : error;

/** Why the note could not be read, of what was thrown. */
export function problemOf(path: string, error: unknown): NoteProblem {
  if (error instanceof NoteError) return error.problem;
  const code = codeOf(error);
  return code === 'EACCES' ? noteProblem('forbidden', path) : noteProblem('unreadable', path, code);
}

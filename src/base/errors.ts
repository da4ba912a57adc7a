// The three errors that have a reader. Anything else that is thrown is a bug: it is logged with its stack where the
// lane ends, and the person gets an apology.
import { constants } from 'node:os';
import { calledAs } from './called-as.ts';

/** For the operator: a setting is wrong. Ends the process with exit code 78 (EX_CONFIG). */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** @param remedy what to do about it, a whole sentence */
  constructor(
    readonly field: string,
    readonly problem: string,
    readonly remedy: string,
  ) {
    super(`${field}: ${problem} ${remedy}`);
  }
}

/** For the model: a tool could not do what was asked. The message is the tool result, shown as it is. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly failure: ToolFailure;

  constructor(message: string, { failure = 'other', ...options }: ErrorOptions & { failure?: ToolFailure } = {}) {
    super(message, options);
    this.failure = failure;
  }
}

/**
 * The same for the person, in whose language the program has words for each: what was to be changed is not there or not as it was, its
 * time is past, the memory folder is away, others change it just then, it holds a secret, it is too long, the disk is full, or the place
 * may not be written. Or it needs a program that goes on, and this one ends with its answer.
 */
export type ToolFailure =
  | 'gone'
  | 'away'
  | 'past'
  | 'busy'
  | 'secret'
  | 'long'
  | 'full'
  | 'read_only'
  | 'ends'
  | 'other';

/** What a write failed of, also where the system refused it. */
export function failureOf(error: unknown): ToolFailure {
  if (error instanceof ToolError) return error.failure;
  if (isDiskFull(error)) return 'full';
  return ['EACCES', 'EPERM', 'EROFS', 'SQLITE_READONLY'].includes(codeOf(error) ?? '') ? 'read_only' : 'other';
}

/** For the person: shown as it is, in the chat or on the terminal. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** The message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The `code` of a system error ("ENOENT"), or undefined. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return undefined;
  // Node does not name all of them: a quota that is used up is "Unknown system error -122".
  const unnamed = /^Unknown system error -(\d+)$/.exec(code)?.[1];
  return unnamed === undefined
    ? code
    : (Object.entries(constants.errno).find(([, number]) => number === Number(unnamed))?.[0] ?? code);
}

/**
 * A flush failed. What the file holds now is unknown: the kernel may have dropped what was written and says so only
 * once, so that the next flush succeeds over a hole. Nothing this process believes of the disk counts any more.
 */
export const isFlushFailure = (error: unknown): boolean => {
  const code = codeOf(error);
  const { syscall } = (error ?? {}) as { syscall?: unknown };
  return (
    (code === 'EIO' && (syscall === 'fsync' || syscall === 'fdatasync')) ||
    code === 'SQLITE_IOERR_FSYNC' ||
    code === 'SQLITE_IOERR_DIR_FSYNC'
  );
};

/** Another connection or process holds a database file for a moment. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(error) ?? '');

/** There is no room to write: a thing to wait out, not to give up for. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(codeOf(error) ?? '');

const readOnly = 'The folder must be one that may be written: change that, or name another one in the configuration.';
const notAPlace =
  'That is no path of a file or folder: correct the links and names on it, or name another one in the configuration.';
const noRoom = 'There is no room left on that disk: free some, then try again.';
/** What to do about an error of the system, by its code. */
const remedies: Readonly<Record<string, string>> = {
  EROFS: readOnly,
  EPERM:
    'The system forbids that to this user, or for this file: change that, or name another one in the configuration.',
  ELOOP: notAPlace,
  ENOTDIR: notAPlace,
  ENAMETOOLONG: notAPlace,
  EMFILE: 'Too many files are open: raise the limit (ulimit -n, or LimitNOFILE= of the service).',
  EIO: 'The disk fails: save what is on it, then check it.',
  ENOSPC: noRoom,
  EDQUOT: noRoom,
  SQLITE_FULL: noRoom,
  SQLITE_IOERR: `The disk is full, or fails: \`${calledAs()} doctor\` says how much room there is.`,
  SQLITE_READONLY: readOnly,
  SQLITE_CANTOPEN: readOnly,
};

/** Has a system error name a file by another path: the one that a person knows. `from` is that of the file or of its folder. */
export function renameIn(error: unknown, from: string, to: string): void {
  if (!(error instanceof Error) || from === to) return;
  const named = (text: string): string => text.replaceAll(`${from}/`, `${to}/`).replaceAll(`'${from}'`, `'${to}'`);
  const { stack = '' } = error;
  error.message = named(error.message);
  error.stack = named(stack);
  const system = error as NodeJS.ErrnoException & { dest?: string };
  for (const key of ['path', 'dest'] as const) {
    const value = system[key];
    if (value !== undefined) system[key] = value === from ? to : named(value);
  }
}

/** As {@link remedyOf}, with the file that it is about, for a message that does not show the error itself. */
export function placedRemedyOf(error: unknown): string | null {
  const remedy = remedyOf(error);
  const { path } = (error ?? {}) as { path?: unknown };
  return remedy === null || typeof path !== 'string' ? remedy : `${path}: ${remedy}`;
}

/** A sentence on what to do about an error of the file system or of SQLite; null for any other error. */
export function remedyOf(error: unknown): string | null {
  // SQLite's codes go on after what they mean: SQLITE_IOERR_SHMSIZE.
  const code = codeOf(error)?.replace(/^(SQLITE_[A-Z]+)_.*/, '$1') ?? '';
  // Root may have become the owner of the state since the start.
  if (code === 'EACCES')
    return `The user ${process.getuid?.() ?? ''} may not do that: run it as the owner of the file, whose permissions must allow it (chmod u+rwX), or as root.`;
  return remedies[code] ?? null;
}

// In a file of its own, because command-line.ts needs it at once and nothing else of what commands share.

/** The command line was not understood. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

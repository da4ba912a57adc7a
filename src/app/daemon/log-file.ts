// The log as a file in the state folder, where a person looks at the terminal: JSON lines have no place on their screen.
import { appendFileSync, chmodSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const maxBytes = 5_000_000;

export const logFileOf = (stateDir: string): string => path.join(stateDir, 'scrubjay.log');

/** @returns writes a line; where the file can't be written, to stderr. A file that has grown large is kept once, as `.old`. */
export function openLogFile(stateDir: string): (line: string) => void {
  const file = logFileOf(stateDir);
  try {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.old`);
    appendFileSync(file, '', { mode: 0o600 });
    chmodSync(file, 0o600);
  } catch {
    return (line) => void process.stderr.write(line);
  }
  return (line) => {
    try {
      appendFileSync(file, line);
    } catch {
      // A full disk: a lost log line must not take a turn with it.
    }
  };
}

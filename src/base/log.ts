// The log: pino, JSON lines on stderr, through one sink that redacts. Nothing else in the program writes to stderr on
// its own, so that there is one place at which secrets are taken out.
import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Redact } from './secrets/redact.ts';
import { terminalJson } from './text/text.ts';

export type Log = Logger;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** @param write takes whole lines; by default stderr */
export function createLog(level: LogLevel, redact: Redact, write: (line: string) => void = writeStderr): Log {
  const sink: DestinationStream = { write: (line: string) => write(terminalJson(redact(line))) };
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    sink,
  );
}

/** For parts that are used without a daemon, such as in tests. */
export const silentLog: Log = pino({ level: 'silent' });

function writeStderr(line: string): void {
  try {
    writeSync(2, line);
  } catch {
    // stderr is gone or full (EAGAIN on a pipe without a reader): a lost log line must not take a turn with it.
  }
}

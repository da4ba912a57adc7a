// Speech to text by a program of the operator's choice, on this machine. It gets the recording as a file and prints the
// words. Knows nothing of Telegram.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childEnvironment } from '../base/child-environment.ts';
import { codeOf } from '../base/errors.ts';
import { privateFile } from '../base/files/files.ts';

/** Where the path of the recording goes in the arguments. */
export const filePlaceholder = '{file}';

export interface Transcription {
  /** Program and arguments, one of which holds {@link filePlaceholder}. No shell reads them. */
  command: readonly string[];
  timeoutMs: number;
}

/** Why there are no words, to be said to the person in their language. */
export class TranscriptionFailure extends Error {
  override readonly name = 'TranscriptionFailure';
  /** @param value the seconds that `slow` names, or the code of `failed` */
  constructor(
    readonly kind: 'silent' | 'slow' | 'endless' | 'missing' | 'failed',
    readonly program: string,
    readonly value = '',
  ) {
    super(`${program}: ${kind} ${value}`);
  }
}

/** Enough for hours of speech; a longer output is no transcript. */
const maxOutputBytes = 1024 * 1024;
/** How long the output of a program is read after its end. */
const leavePauseMs = 1_000;

/**
 * @param ending of the file's name, such as `.ogg`: some programs go by it
 * @returns the words, trimmed; never empty
 * @throws TranscriptionFailure; the signal's reason when that aborts first
 */
export async function transcribe(
  bytes: Uint8Array,
  ending: string,
  { command, timeoutMs }: Transcription,
  signal?: AbortSignal,
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'scrubjay-voice-'));
  try {
    const file = path.join(folder, `voice${ending}`);
    await writeFile(file, bytes, { mode: privateFile });
    const [program = '', ...given] = command;
    const words = await run(
      program,
      given.map((part) => part.replaceAll(filePlaceholder, file)),
      { folder, timeoutMs, ...(signal && { signal }) },
    );
    if (words.trim() === '') throw new TranscriptionFailure('silent', program);
    return words.trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(
  program: string,
  args: string[],
  { folder, timeoutMs, signal }: { folder: string; timeoutMs: number; signal?: AbortSignal },
): Promise<string> {
  const env = childEnvironment('CUDA_VISIBLE_DEVICES');
  return await new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    // A group of its own, so that what a script has started ends with it.
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    const parts: Buffer[] = [];
    let size = 0;
    let failure: Error | null = null;
    const end = (why: Error): void => {
      failure ??= why;
      killGroup(child.pid);
    };
    const stop = (): void => end(signal?.reason as Error);
    const timer = setTimeout(
      () => end(new TranscriptionFailure('slow', program, String(Math.round(timeoutMs / 1000)))),
      timeoutMs,
    );
    signal?.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > maxOutputBytes) end(new TranscriptionFailure('endless', program));
      else parts.push(part);
    });
    child.on('error', (error) => {
      failure ??=
        codeOf(error) === 'ENOENT'
          ? new TranscriptionFailure('missing', program)
          : new TranscriptionFailure('failed', program, codeOf(error));
    });
    // A process that the program left behind may hold the pipe open indefinitely.
    let leaving: NodeJS.Timeout | undefined;
    child.on('exit', () => {
      leaving = setTimeout(() => child.stdout.destroy(), leavePauseMs);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      clearTimeout(leaving);
      signal?.removeEventListener('abort', stop);
      if (failure) reject(failure);
      else if (code !== 0) reject(new TranscriptionFailure('failed', program, code === null ? 'signal' : String(code)));
      else resolve(Buffer.concat(parts).toString('utf8'));
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has ended by itself meanwhile.
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

// Commits of the memory folder with git, for a person who wants them (`memory.git`): after each change one commit of all that is
// new in the folder, by hand or by Scrubjay, with the receipts of the changes as its message. Git is a convenience beside the
// memory: where it fails, a warning is logged and the next change tries again.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '../../base/child-environment.ts';
import type { Clock } from '../../base/time/clock.ts';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { cutText } from '../../base/text/text.ts';
import type { Writer } from '../../memory/write/writer.ts';

export interface MemoryGit {
  /** The same writer; what it writes is committed soon after. */
  watch(writer: Writer): Writer;
  /** Resolves when all changes are committed, or could not be; nothing is waited for any more. */
  close(): Promise<void>;
}

export interface MemoryGitOptions {
  dir: string;
  /** What the person was told of the changes since then, the newest first. */
  receiptsSince(at: Date): string[];
  clock: Clock;
  log: Log;
}

/** Changes that come together make one commit. */
const quietMs = 1_000;
const timeoutMs = 30_000;
const maxSubject = 200;

/** No configuration in the folder or in the person's home may decide what git runs, or whose name a commit bears. */
const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'commit.gpgSign=false',
  'user.name=Scrubjay',
  'user.email=scrubjay@localhost',
];
const environment = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };

/** Git on the repository of this very folder, whatever repository it may lie in. */
function gitIn(dir: string): (...args: string[]) => Promise<string> {
  const run = promisify(execFile);
  const where = ['--git-dir', path.join(dir, '.git'), '--work-tree', dir, ...settings.flatMap((one) => ['-c', one])];
  return async (...args) => {
    const env = { ...childEnvironment(), ...environment };
    const options = { cwd: dir, env, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 };
    return (await run('git', [...where, ...args], options)).stdout;
  };
}

function messageFor(receipts: readonly string[]): string {
  const [only = 'Notes were changed'] = receipts;
  return receipts.length > 1 ? [`${receipts.length} changes`, '', ...receipts].join('\n') : cutText(only, maxSubject);
}

export function openMemoryGit({ dir, receiptsSince, clock, log }: MemoryGitOptions): MemoryGit {
  const git = gitIn(dir);
  let committedAt = clock.now();
  let last: Promise<void> = Promise.resolve();
  let isWaiting = false;
  const ending = new AbortController();

  async function commit(): Promise<void> {
    const at = clock.now();
    if (!existsSync(path.join(dir, '.git'))) await git('init', '--quiet');
    // Half-written files of a change that is being made have such names.
    await git('add', '--all', '--', '.', ':(exclude,glob)**/.*.tmp');
    const isClean = (await git('status', '--porcelain', '--untracked-files=no')) === '';
    if (isClean) return;
    await git('commit', '--quiet', '--message', messageFor(receiptsSince(committedAt).toReversed()));
    committedAt = at;
  }

  function changed(): void {
    if (isWaiting) return;
    isWaiting = true;
    last = last
      .then(() => clock.pause(quietMs, ending.signal))
      .then(() => {
        isWaiting = false;
        return commit();
      })
      .catch((error: unknown) =>
        log.warn({ reason: messageOf(error) }, 'the memory folder could not be committed with git'),
      );
  }

  const told =
    <Args extends unknown[], Result>(write: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const result = await write(...args);
      changed();
      return result;
    };

  return {
    watch: (writer) => ({
      appendDaily: told(writer.appendDaily),
      appendLongTerm: told(writer.appendLongTerm),
      replace: told(writer.replace),
      checkReplace: writer.checkReplace,
      requirePlace: writer.requirePlace,
      remove: told(writer.remove),
      removeEach: told(writer.removeEach),
      commit: told(writer.commit),
    }),
    close() {
      ending.abort();
      return last;
    },
  };
}

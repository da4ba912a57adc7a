// A command of the command line in the test's own process: its real file, its real options, what it prints and the code it would end
// with. How command-line.ts finds a command and reports an error is tested with the program (test/cli/commands.test.ts), and so is what reads
// standard input: that of a test is not the command's.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { vi } from 'vitest';
import { ConfigError, ToolError, UserError } from '../../src/base/errors.ts';
import type { Command, Invocation, Options } from '../../src/cli/command.ts';
import { UsageError } from '../../src/cli/usage-error.ts';
import type { Finished } from './daemon.ts';

const folder = path.resolve(import.meta.dirname, '../../src/cli');

/** @returns null where there is no such command */
export async function loadCommand(name: string): Promise<Command | null> {
  const file = path.join(folder, name === 'index' ? 'index-command.ts' : `${name}.ts`);
  if (!existsSync(file)) return null;
  return ((await import(file)) as { command?: Command }).command ?? null;
}

/** Runs a command in the folder of a home, on its configuration. An error that is a bug is thrown. */
export async function runCommand(
  [name = '', ...rest]: readonly string[],
  home: { readonly folder: string },
): Promise<Finished> {
  const command = await loadCommand(name);
  if (!command) throw new Error(`there is no command ${name}`);
  const { values, positionals } = parseArgs({
    args: [...rest, '--config', path.join(home.folder, 'config.toml')],
    options: command.options,
    allowPositionals: true,
  });
  const before = { folder: process.cwd(), umask: process.umask(0o077) };
  process.chdir(home.folder);
  const [stdout, stderr] = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation(() => true),
  );
  const written = (to = stdout): string => to?.mock.calls.map(([text]) => String(text)).join('') ?? '';
  try {
    const code = await command.run({ values: values as Invocation<Options>['values'], words: positionals });
    return { code, stdout: written(), stderr: written(stderr) };
  } catch (error) {
    const code = exitCodeOf(error);
    return { code, stdout: written(), stderr: `${written(stderr)}scrubjay: ${(error as Error).message}\n` };
  } finally {
    stdout?.mockRestore();
    stderr?.mockRestore();
    process.chdir(before.folder);
    process.umask(before.umask);
  }
}

/** As command-line.ts has it. */
function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return 78;
  if (error instanceof UsageError) return 2;
  if (error instanceof UserError || error instanceof ToolError) return 1;
  throw error;
}

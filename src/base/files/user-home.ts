// The person's own folders. A value of the environment that is no absolute path is ignored: folders must not depend on the
// one in which a command is called.
import { userInfo } from 'node:os';
import path from 'node:path';
import { ConfigError } from '../errors.ts';

/** `$HOME`, else what the system's list of users says. @throws ConfigError where neither names a folder */
export function userHome(env: NodeJS.ProcessEnv = process.env): string {
  const given = env['HOME'] ?? '';
  if (path.isAbsolute(given)) return given;
  try {
    return userInfo().homedir;
  } catch {
    throw new ConfigError(
      'HOME',
      `it names no folder, and the system does not know the user ${process.getuid?.() ?? ''}.`,
      'Set HOME to a folder of that user, or name a configuration with --config.',
    );
  }
}

/** `$XDG_CONFIG_HOME`, else `~/.config`. */
export function userConfigHome(env: NodeJS.ProcessEnv = process.env): string {
  const given = env['XDG_CONFIG_HOME'] ?? '';
  return path.isAbsolute(given) ? given : path.join(userHome(env), '.config');
}

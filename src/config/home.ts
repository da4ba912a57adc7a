// Where memory and state are when no configuration says it: one home, wherever the program is called from.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { userHome } from '../base/files/user-home.ts';

/** `~/scrubjay`; in a checkout of this program, the checkout itself. */
export const homeFolder = (workingFolder: string, env: NodeJS.ProcessEnv): string =>
  isCheckout(workingFolder) ? workingFolder : path.join(userHome(env), 'scrubjay');

export function isCheckout(folder: string): boolean {
  try {
    const { name } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { name?: unknown };
    return name === 'scrubjay';
  } catch {
    return false;
  }
}

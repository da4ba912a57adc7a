// The memory folder of the configuration, for whatever uses it beside the memory itself. Every command comes to it by this file: one that was
// there and is gone is then told, and never taken for a new one.
import type { Config } from '../../config.ts';
import { indexFileOf } from './index-file.ts';
import { HomeFolder } from '../../memory/home-folder.ts';
import { createVault, type Vault } from '../../memory/vault.ts';

export const createConfiguredVault = (config: Config): Vault =>
  createVault(config.memory.dir, null, { indexFile: indexFileOf(config) });

/** @throws NoteError where the memory folder is gone, is another one, or may not be read; one that never was there is none of these */
export function requireMemoryFolder(config: Config): void {
  new HomeFolder(config.memory.dir, {
    wasThere: false,
    indexFile: indexFileOf(config),
    onReturn: () => undefined,
  }).isThere();
}

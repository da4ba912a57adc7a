// What a backup is made of: an archive of files below `memory/` and `state/`, and a manifest with the checksum of each.
import path from 'node:path';
import { z } from 'zod';

export interface BackupPlaces {
  memoryDir: string;
  stateDir: string;
  /** Null where there is none. */
  configFile: string | null;
}

/** The last file of the archive; the first in archives of version 0.1.0. */
export const manifestName = 'manifest.json';
export const configName = 'config.toml';

/** Whether a file of this name can be restored: then it lies in one of the folders. What is backed up and what is restored go by it alike. */
export const isSafeName = (name: string): boolean =>
  (name === configName || /^(?:memory|state)\//.test(name)) &&
  !(path.sep === '\\' && name.includes('\\')) &&
  !name.includes('\0') &&
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

export const manifestSchema = z.object({
  format: z.literal('scrubjay-backup'),
  version: z.literal(1),
  createdAt: z.string(),
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

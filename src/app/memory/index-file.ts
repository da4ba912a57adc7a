// Where the index of the notes lies. Nothing else, so that a command which asks the daemon loads no more.
import path from 'node:path';
import type { Config } from '../../config.ts';

export const indexFileOf = (config: Config): string => path.join(config.state.dir, 'index.db');

// Where the program's own files lie that are no code of this module: assets, and the built worker.
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The folder of package.json. Looked for upwards, because this module runs from src/ in the tests, from dist/ in the product
 * and from dist-bench/ in the benchmarks.
 */
export function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`no package.json above ${import.meta.dirname}`);
    folder = parent;
  }
  return folder;
}

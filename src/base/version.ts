import { packageRoot } from './files/package-root.ts';
// The version of the program, as its package says it.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export function version(): string {
  const file = path.join(packageRoot(), 'package.json');
  return String((JSON.parse(readFileSync(file, 'utf8')) as { version: unknown }).version);
}

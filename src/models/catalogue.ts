// Prices and context sizes of the vendors' models, as of the date in assets/model-catalogue.json. They change; the
// configuration overrides them. `npm run catalogue` writes the file anew.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../base/files/package-root.ts';

/** Prices in US dollars per million tokens, for prompts of the usual length. */
export interface CatalogueEntry {
  input: number;
  output: number;
  cacheRead?: number;
  /** Writing to the cache for five minutes, the usual. */
  cacheWrite5m?: number;
  /** Writing to the cache for an hour. */
  cacheWrite1h?: number;
  /** Question and answer together; absent where the source does not say. */
  contextTokens?: number;
}

interface CatalogueFile {
  date: string;
  source: string;
  models: Record<string, CatalogueEntry>;
}

const file = path.join(packageRoot(), 'assets/model-catalogue.json');

/** The entries by `provider/model`. */
export const catalogue: ReadonlyMap<string, CatalogueEntry> = new Map(
  Object.entries((JSON.parse(readFileSync(file, 'utf8')) as CatalogueFile).models),
);

/** The longest of these names that a model's own is or begins with, so that dated names are found as well. */
export const nearestName = (model: string, names: Iterable<string>): string | undefined =>
  [...names]
    .filter((known) => model === known || model.startsWith(`${known}-`))
    .toSorted((a, b) => b.length - a.length)[0];

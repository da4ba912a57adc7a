// The real index over a folder of notes, by words alone.
import path from 'node:path';
import { systemClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { type Generation, openGeneration } from '../../src/memory/index/loaded-index.ts';
import type { RelatedWords } from '../../src/memory/text/related-words.ts';
import { createVault } from '../../src/memory/vault.ts';

/** @param notes the folder; the index lies in it, by default out of the notes' sight */
export async function openWordIndex(
  notes: string,
  {
    relatedWords = () => [],
    file = path.join(notes, '.index', 'index.db'),
  }: { relatedWords?: RelatedWords; file?: string } = {},
): Promise<Generation> {
  return await openGeneration(file, {
    vault: createVault(notes),
    embedder: null,
    projection: null,
    relatedWords,
    clock: systemClock,
    log: silentLog,
  });
}

// Words that stand near each other in meaning: who asks for "pets" may mean the line about the dog. Learnt once from the built-in
// model by scripts/learn-related-words.ts and shipped as a file, so that searching by words alone has it too. English.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageRoot } from '../../base/package-root.ts';

export interface RelatedWord {
  term: string;
  /** How much its occurrence counts where one of the word itself counts 1; below .7. */
  share: number;
}

/** By term; none for most. */
export type RelatedWords = (term: string) => readonly RelatedWord[];

/** Below this cosine two words have nothing in common that a search should know of. */
export const leastCosine = 0.35;
/** Of a word that would mean the very same. LoCoMo dev R@10: 85.3 with .5, 85.5 with .7, 85.7 with .9, but multi-hop 59.9, 60.4, 59.5. */
const mostShare = 0.7;

/** @throws when the file is missing */
export async function loadRelatedWords(
  file: string = path.join(packageRoot(), 'assets/related-words.txt'),
): Promise<RelatedWords> {
  return parseRelatedWords(await readFile(file, 'utf8'));
}

/** @param text a term a line, then the terms related to it, each with a hundred times its cosine: `pet dog 77 canin 65` */
export function parseRelatedWords(text: string): RelatedWords {
  const rests = new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf(' ')), line]));
  return (term) => {
    const [, ...rest] = rests.get(term)?.split(' ') ?? [];
    return Array.from({ length: rest.length / 2 }, (_, i) => ({
      term: rest[2 * i] ?? '',
      share: (mostShare * (Number(rest[2 * i + 1]) / 100 - leastCosine)) / (1 - leastCosine),
    }));
  };
}

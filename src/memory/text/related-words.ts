// Words that stand near each other in meaning: who asks for "pets" may mean the line about the dog. Learnt once from the built-in
// model by scripts/learn-related-words.ts and shipped as a file, so that searching by words alone has it too. English.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageRoot } from '../../base/package-root.ts';
import { maxRelatedShare, minRelated } from '../weights.ts';

export interface RelatedWord {
  term: string;
  /** How much its occurrence counts where one of the word itself counts 1; below .7. */
  share: number;
}

/** The related words of a term; most have none. */
export type RelatedWords = (term: string) => readonly RelatedWord[];

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
      share: (maxRelatedShare * (Number(rest[2 * i + 1]) / 100 - minRelated)) / (1 - minRelated),
    }));
  };
}

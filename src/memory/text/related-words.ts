// Words that stand near each other in meaning: a person who asks for "pets" may mean the line about the dog. Learnt once from the built-in
// model by scripts/learn-related-words.ts and shipped as a file, so that searching by words alone has it too. English.
import path from 'node:path';
import { readIntoRoom } from '../../base/files/file-room.ts';
import { packageRoot } from '../../base/files/package-root.ts';
import { maxRelatedShare, minRelated } from '../weights.ts';

export interface RelatedWord {
  term: string;
  /** How much its occurrence counts where one of the word itself counts 1; below .7. */
  share: number;
}

/** The related words of a term; most have none. */
export type RelatedWords = (term: string) => readonly RelatedWord[];

/** @throws when the file is missing */
export function loadRelatedWords(file: string = path.join(packageRoot(), 'assets/related-words.txt')): RelatedWords {
  return parseRelatedWords(readIntoRoom(file).toString());
}

/** @param text in the order of code units: a term a line, then the terms related to it, each with a hundred times its cosine: `pet dog 77 canin 65` */
export function parseRelatedWords(text: string): RelatedWords {
  return (term) => {
    const [, ...rest] = findLine(text, term)?.split(' ') ?? [];
    return Array.from({ length: rest.length / 2 }, (_, i) => ({
      term: rest[2 * i] ?? '',
      share: (maxRelatedShare * (Number(rest[2 * i + 1]) / 100 - minRelated)) / (1 - minRelated),
    }));
  };
}

/** The line that begins with the term, by halving: to take all lines apart would take a start 5 ms and a megabyte. */
function findLine(text: string, term: string): string | undefined {
  const wanted = `${term} `;
  let [low, high] = [0, text.length];
  while (low < high) {
    const start = text.lastIndexOf('\n', ((low + high) >>> 1) - 1) + 1;
    const nextLine = text.indexOf('\n', start);
    const end = nextLine < 0 ? text.length : nextLine;
    const line = text.slice(start, end);
    if (line.startsWith(wanted)) return line;
    if (line < wanted) low = end + 1;
    else high = start;
  }
  return undefined;
}

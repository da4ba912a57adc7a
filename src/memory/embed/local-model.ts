// Texts in, raw vectors out, by a model on this machine. It blocks its process while it computes, hence model-process.ts.
import { toUSVString } from 'node:util';
import type { PairModel, RawEmbedding, TextPair } from './embedder.ts';
import { pool } from './pool.ts';
import type { ModelSetup } from './protocol.ts';
import type { Runtime } from './runtime.ts';
import { largest } from '../../base/lists.ts';

export interface LocalModel {
  /** One embedding a text, in their order, unchecked. */
  embed(texts: readonly string[], tokens: boolean, as: 'passage' | 'query'): Promise<RawEmbedding[]>;
  /** Of each pair, in their order, what the model's head says. Rejects where the model can't tell. */
  compare(pairs: readonly TextPair[], model: PairModel): Promise<number[][]>;
}

/** More characters than the longest text needs, but for runs of blanks: the tokenizer reads the whole of what it is given. */
const maxCharacters = 20_000;

/**
 * Short texts are computed together as long as they have no more tokens than this. More gains no speed and costs memory
 * (bench/embed.ts).
 */
const tokensPerRun = 256;

interface OpenOptions {
  /** As of `sessionOptions`; the default is true. */
  readonly packs?: boolean;
  readonly onDownload?: (file: string, loaded: number, total: number) => void;
  /** Writes the built-in model into a folder; the default does so in this process. */
  readonly write?: (folder: string) => Promise<void>;
}

/** ONNX Runtime else names the machine in a file below the home folder, and reports what it runs to its maker. It looks when it is loaded. */
const noTelemetry = { ORT_DISABLE_TELEMETRY: '1' };

/** Writes or downloads the model if need be. Rejects when it cannot be had. All that loads ONNX Runtime comes this way. */
export async function openLocalModel(
  { source, threads }: ModelSetup,
  { packs = true, onDownload = () => undefined, write }: OpenOptions,
): Promise<LocalModel> {
  Object.assign(process.env, noTelemetry);
  // Each brings its libraries, and what is not loaded takes no memory.
  if (source.kind === 'hub')
    return createModel(await (await import('./hub-runtime.ts')).openHubRuntime(source, threads, onDownload));
  return createModel(
    await (await import('./built-in/runtime.ts')).openBuiltInRuntime(source.folder, { threads, packs }, write),
  );
}

function createModel({ maxTokens, padId, special, usage, encode, run, compare }: Runtime): LocalModel {
  function encodeWithin(text: string): number[] {
    // An emoji may be cut in two here, and half of one is no text.
    const ids = encode(toUSVString(text.slice(0, maxCharacters)));
    if (ids.length <= maxTokens) return ids;
    // The libraries' own truncation cuts off the closing token too, without which the model was never run.
    const closing = ids.at(-1) ?? 0;
    return special.has(closing) ? [...ids.slice(0, maxTokens - 1), closing] : ids.slice(0, maxTokens);
  }

  async function runTogether(batch: readonly number[][], tokens: boolean): Promise<RawEmbedding[]> {
    const width = largest(batch.map(({ length }) => length));
    const ids = new BigInt64Array(batch.length * width).fill(BigInt(padId));
    const mask = new BigInt64Array(batch.length * width);
    for (const [row, text] of batch.entries()) {
      ids.set(text.map(BigInt), row * width);
      mask.fill(1n, row * width, row * width + text.length);
    }
    const { hidden, dimensions, sentences } = await run(ids, mask, [batch.length, width]);
    return batch.map((text, row) => {
      const rows = hidden.subarray(row * width * dimensions, (row * width + text.length) * dimensions);
      return {
        pooled: sentences ? rowOf(sentences, row, batch.length) : pool(rows, dimensions, usage.pooling),
        ...(tokens ? wordpieces(text, rows, dimensions, special) : {}),
      };
    });
  }

  return {
    async embed(texts, tokens, as) {
      const prefix = as === 'query' ? usage.queryPrefix : usage.passagePrefix;
      const encoded = texts
        .map((text, index) => ({ index, ids: encodeWithin(prefix + text) }))
        .sort((a, b) => a.ids.length - b.ids.length);
      const results: RawEmbedding[] = [];
      for (let start = 0; start < encoded.length;) {
        let end = start + 1;
        // Sorted, so the last text of a run is the one that the others are padded to.
        while (end < encoded.length && (end + 1 - start) * (encoded[end]?.ids.length ?? 0) <= tokensPerRun) end += 1;
        const together = encoded.slice(start, end);
        const embedded = await runTogether(
          together.map(({ ids }) => ids),
          tokens,
        );
        for (const [i, result] of embedded.entries()) results[together[i]?.index ?? 0] = result;
        start = end;
      }
      return results;
    },
    async compare(pairs, model) {
      if (!compare) throw new Error('this model reads no two texts together');
      const textOf = (text: string): string => toUSVString(text.slice(0, maxCharacters));
      const texts = pairs.map(({ first, second }) => ({ first: textOf(first), second: textOf(second) }));
      return await compare(texts, model);
    },
  };
}

/** The tokens of a text that stand for something written. */
function wordpieces(
  text: readonly number[],
  rows: Float32Array,
  dimensions: number,
  special: ReadonlySet<number>,
): { ids: number[]; vectors: Float32Array } {
  const kept = text.map((_, i) => i).filter((i) => !special.has(text[i] ?? 0));
  const vectors = new Float32Array(kept.length * dimensions);
  for (const [to, from] of kept.entries())
    vectors.set(rows.subarray(from * dimensions, (from + 1) * dimensions), to * dimensions);
  return { ids: kept.map((i) => text[i] ?? 0), vectors };
}

const rowOf = (sentences: Float32Array, row: number, rows: number): Float32Array => {
  const width = sentences.length / rows;
  return sentences.slice(row * width, (row + 1) * width);
};

// Runs a model with transformers.js: texts in, raw vectors out. It blocks its process while it computes, hence model-process.ts.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { toUSVString } from 'node:util';
import type { PreTrainedModel, PreTrainedTokenizer, ProgressInfo, Tensor } from '@xenova/transformers';
import { builtInModel, ensureBuiltInModel } from './built-in-model.ts';
import { loadUsage, type ModelUsage, pool } from './model-usage.ts';
import type { ModelSource, RawEmbedding } from './protocol.ts';

export interface LocalModel {
  /** One embedding a text, in their order, unchecked. */
  embed(texts: readonly string[], tokens: boolean, as: 'passage' | 'query'): Promise<RawEmbedding[]>;
}

/** More characters than the longest text needs, but for runs of blanks: the tokenizer reads the whole of what it is given. */
const maxCharacters = 20_000;

/**
 * Short texts are computed together as long as they have no more tokens than this. More gains no speed and costs memory
 * (bench/embed.ts).
 */
const tokensPerRun = 256;

/** Writes or downloads the model if need be. Rejects when it cannot be had. */
export async function openLocalModel(source: ModelSource, threads: number, onDownload: (file: string, loaded: number, total: number) => void): Promise<LocalModel> {
  // Some 40 MB in memory that a program without local embeddings never needs.
  const { AutoModel, AutoTokenizer, LogLevel, ModelFileNotFoundError, Tensor, env } = await import('@xenova/transformers');
  // Its warnings go to the console; what matters comes as an exception as well.
  env.logLevel = LogLevel.NONE;
  env.allowRemoteModels = source.kind === 'hub';
  // A mirror of the hub, by the name that the hub's own tools know it by.
  if (process.env['HF_ENDPOINT']) env.remoteHost = `${process.env['HF_ENDPOINT'].replace(/\/+$/, '')}/`;
  if (source.kind === 'hub') env.cacheDir = source.cacheDir;
  else await ensureBuiltInModel(source.folder);
  const name = source.kind === 'hub' ? source.id : source.folder;
  const progress_callback = (info: ProgressInfo) => {
    if (info.status === 'progress') onDownload(info.file, info.loaded, info.total);
  };
  const tokenizer = await AutoTokenizer.from_pretrained(name, { progress_callback });
  const load = (dtype: 'q8' | 'fp32'): Promise<PreTrainedModel> =>
    AutoModel.from_pretrained(name, {
      progress_callback,
      dtype,
      session_options: {
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        // Else waiting threads burn a processor each while the program does other things.
        extra: { session: { intra_op: { allow_spinning: '0' } } },
      },
    });
  const model = await load('q8').catch((error: unknown) => {
    // Not every repository has its model in 8 bits.
    if (source.kind === 'hub' && error instanceof ModelFileNotFoundError) return load('fp32');
    throw error;
  });
  const maxTokens = source.kind === 'built-in' ? builtInModel.maxTokens : Math.min(tokenizer.model_max_length, hubMaxTokens);
  return createModel(tokenizer, model, maxTokens, await usageOf(source, env.remoteHost), (values, shape) => new Tensor('int64', values, shape));
}

/** Some models of the hub read thousands of tokens, at a cost that grows with the square. */
const hubMaxTokens = 512;

interface Usage extends ModelUsage {
  /** By the operator; else a model that pools by itself knows better. */
  readonly isPoolingGiven: boolean;
}

async function usageOf(source: ModelSource, hub: string): Promise<Usage> {
  if (source.kind === 'built-in') return { pooling: 'mean', queryPrefix: '', passagePrefix: '', isPoolingGiven: true };
  const { id, cacheDir, usage } = source;
  const place = existsSync(id) ? { folder: id } : { url: `${hub}${id}/resolve/main`, cache: path.join(cacheDir, id) };
  return { ...(await loadUsage(id, place)), ...usage, isPoolingGiven: usage.pooling !== undefined };
}

function createModel(
  tokenizer: PreTrainedTokenizer,
  model: PreTrainedModel,
  maxTokens: number,
  usage: Usage,
  integers: (values: BigInt64Array, shape: number[]) => Tensor,
): LocalModel {
  // The unknown word is a special token by its list, but it stands for something that was written.
  const special = new Set(tokenizer.all_special_ids.filter((id) => id !== tokenizer.unk_token_id));

  function encode(text: string): number[] {
    // An emoji may be cut in two here, and half of one is no text.
    const { input_ids: ids } = tokenizer(toUSVString(text.slice(0, maxCharacters)), { return_tensor: false });
    if (ids.length <= maxTokens) return ids;
    // The library's own truncation cuts off the closing token too, without which the model was never run.
    const closing = ids.at(-1) ?? 0;
    return special.has(closing) ? [...ids.slice(0, maxTokens - 1), closing] : ids.slice(0, maxTokens);
  }

  async function run(batch: readonly number[][], tokens: boolean): Promise<RawEmbedding[]> {
    const width = Math.max(...batch.map(({ length }) => length));
    const shape = [batch.length, width];
    const ids = new BigInt64Array(batch.length * width).fill(BigInt(tokenizer.pad_token_id));
    const mask = new BigInt64Array(batch.length * width);
    for (const [row, text] of batch.entries()) {
      ids.set(text.map(BigInt), row * width);
      mask.fill(1n, row * width, row * width + text.length);
    }
    const output: ModelOutput = await model({ input_ids: integers(ids, shape), attention_mask: integers(mask, shape) });
    const hidden = output.last_hidden_state ?? output.token_embeddings;
    if (!hidden) throw new Error('it gives no vectors of tokens');
    const dimensions = hidden.dims[2] ?? 0;
    const own = usage.isPoolingGiven ? undefined : output.sentence_embedding;
    return batch.map((text, row) => {
      const rows = (hidden.data as Float32Array).subarray(row * width * dimensions, (row * width + text.length) * dimensions);
      return { pooled: own ? rowOf(own, row) : pool(rows, dimensions, usage.pooling), ...(tokens ? wordpieces(text, rows, dimensions) : {}) };
    });
  }

  function wordpieces(text: readonly number[], rows: Float32Array, dimensions: number): { ids: Int32Array; vectors: Float32Array } {
    const kept = text.map((_, i) => i).filter((i) => !special.has(text[i] ?? 0));
    const vectors = new Float32Array(kept.length * dimensions);
    for (const [to, from] of kept.entries()) vectors.set(rows.subarray(from * dimensions, (from + 1) * dimensions), to * dimensions);
    return { ids: Int32Array.from(kept, (i) => text[i] ?? 0), vectors };
  }

  return {
    async embed(texts, tokens, as) {
      const prefix = as === 'query' ? usage.queryPrefix : usage.passagePrefix;
      const encoded = texts.map((text, index) => ({ index, ids: encode(prefix + text) })).sort((a, b) => a.ids.length - b.ids.length);
      const results: RawEmbedding[] = [];
      for (let start = 0; start < encoded.length; ) {
        let end = start + 1;
        // Sorted, so the last text of a run is the one that the others are padded to.
        while (end < encoded.length && (end + 1 - start) * (encoded[end]?.ids.length ?? 0) <= tokensPerRun) end += 1;
        const together = encoded.slice(start, end);
        const embedded = await run(
          together.map(({ ids }) => ids),
          tokens,
        );
        for (const [i, result] of embedded.entries()) results[together[i]?.index ?? 0] = result;
        start = end;
      }
      return results;
    },
  };
}

interface ModelOutput {
  readonly last_hidden_state?: Tensor;
  /** What some exports of sentence-transformers call it. */
  readonly token_embeddings?: Tensor;
  /** One vector a text, by a model that does its own pooling. */
  readonly sentence_embedding?: Tensor;
}

function rowOf({ data, dims: [, width = 0] }: Tensor, row: number): Float32Array {
  return (data as Float32Array).slice(row * width, (row + 1) * width);
}

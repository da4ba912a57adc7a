// Runs a model of the hub with transformers.js, which knows their many forms.
import { trimSlash } from '../../base/text/url.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  AutoModel,
  AutoTokenizer,
  LogLevel,
  ModelFileNotFoundError,
  type PreTrainedModel,
  type ProgressInfo,
  Tensor,
  env,
} from '@xenova/transformers';
import { loadUsage } from './model-usage.ts';
import type { ModelSource } from './protocol.ts';
import { type Runtime, sessionOptions } from './runtime.ts';

/** Some models read thousands of tokens, at a cost that grows with the square. */
const hubMaxTokens = 512;

/** Downloads the model if need be. Rejects when it cannot be had. */
export async function openHubRuntime(
  { id, cacheDir, usage: given }: Extract<ModelSource, { kind: 'hub' }>,
  threads: number,
  onDownload: (file: string, loaded: number, total: number) => void,
): Promise<Runtime> {
  // Its warnings go to the console; what matters comes as an exception as well.
  env.logLevel = LogLevel.NONE;
  env.cacheDir = cacheDir;
  // A mirror of the hub, by the name that the hub's own tools know it by.
  if (process.env['HF_ENDPOINT']) env.remoteHost = `${trimSlash(process.env['HF_ENDPOINT'])}/`;
  const progress_callback = (info: ProgressInfo) => {
    if (info.status === 'progress') onDownload(info.file, info.loaded, info.total);
  };
  const tokenizer = await AutoTokenizer.from_pretrained(id, { progress_callback });
  const load = (dtype: 'q8' | 'fp32'): Promise<PreTrainedModel> =>
    AutoModel.from_pretrained(id, {
      progress_callback,
      dtype,
      session_options: sessionOptions(threads, { packs: true }),
    });
  const model = await load('q8').catch((error: unknown) => {
    // Not every repository has its model in 8 bits.
    if (error instanceof ModelFileNotFoundError) return load('fp32');
    throw error;
  });
  const place = existsSync(id)
    ? { folder: id }
    : { url: `${env.remoteHost}${id}/resolve/main`, cache: path.join(cacheDir, id) };
  return {
    maxTokens: Math.min(tokenizer.model_max_length, hubMaxTokens),
    padId: tokenizer.pad_token_id,
    // The unknown word is a special token by its list, but it stands for something that was written.
    special: new Set(tokenizer.all_special_ids.filter((token) => token !== tokenizer.unk_token_id)),
    usage: { ...(await loadUsage(id, place)), ...given },
    encode: (text) => tokenizer(text, { return_tensor: false }).input_ids,
    async run(ids, mask, shape) {
      const sides = [...shape];
      const output: ModelOutput = await model({
        input_ids: new Tensor('int64', ids, sides),
        attention_mask: new Tensor('int64', mask, sides),
      });
      const hidden = output.last_hidden_state ?? output.token_embeddings;
      if (!hidden) throw new Error('it gives no vectors of tokens');
      // By the operator; else a model that pools by itself knows better.
      const sentences = given.pooling === undefined ? output.sentence_embedding : undefined;
      return {
        hidden: hidden.data as Float32Array,
        dimensions: hidden.dims[2] ?? 0,
        ...(sentences ? { sentences: sentences.data as Float32Array } : {}),
      };
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

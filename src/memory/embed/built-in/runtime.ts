// Runs the built-in model with no more than it needs: ONNX runtime and a tokenizer. transformers.js would bring both, a library
// of images, and take some 30 MB and 0.3 s of each start more.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { ensureBuiltInModel } from './folder.ts';
import { builtInModel } from './model.ts';
import { type Runtime, sessionOptions } from '../runtime.ts';

const { dimensions, maxTokens } = builtInModel;

/** Writes the model into `folder` if need be. Rejects when it cannot be had. */
export async function openBuiltInRuntime(folder: string, threads: number): Promise<Runtime> {
  await ensureBuiltInModel(folder);
  const json = async (name: string): Promise<object> => JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  const tokenizer = new Tokenizer(await json('tokenizer.json'), await json('tokenizer_config.json'));
  const idOf = (token: string) => tokenizer.token_to_id(token) ?? 0;
  const session = await InferenceSession.create(path.join(folder, builtInModel.graphFile), sessionOptions(threads));
  return {
    maxTokens,
    padId: idOf('[PAD]'),
    special: new Set(['[PAD]', '[CLS]', '[SEP]', '[MASK]'].map(idOf)),
    usage: { pooling: 'mean', queryPrefix: '', passagePrefix: '' },
    encode: (text) => tokenizer.encode(text).ids,
    async run(ids, mask, shape) {
      const output = await session.run({
        input_ids: new Tensor('int64', ids, shape),
        attention_mask: new Tensor('int64', mask, shape),
      });
      return { hidden: output['last_hidden_state']?.data as Float32Array, dimensions };
    },
  };
}

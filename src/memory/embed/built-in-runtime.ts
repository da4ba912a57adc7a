// Runs the built-in model with no more than it needs: ONNX runtime and a tokenizer. transformers.js would bring both, a library
// of images and one of sound, and take 40 MB and 0.3 s of each start more.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { ensureBuiltInModel } from './built-in-folder.ts';
import { builtInModel } from './built-in-model.ts';
import type { Runtime } from './runtime.ts';
import { sessionOptions } from './session-options.ts';

const { dimensions, maxTokens } = builtInModel;

/** Writes the model into `folder` if need be. Rejects when it cannot be had. */
export async function openBuiltInRuntime(folder: string, threads: number): Promise<Runtime> {
  await ensureBuiltInModel(folder);
  const json = async (name: string): Promise<object> => JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  const tokenizer = new Tokenizer(await json('tokenizer.json'), await json('tokenizer_config.json'));
  const idOf = (token: string) => tokenizer.token_to_id(token) ?? 0;
  const session = await InferenceSession.create(path.join(folder, builtInModel.graphFile), sessionOptions(threads));
  // Used again by each run: its memory is not the runtime's, which would keep the most that was ever needed.
  let hidden = new Float32Array();
  return {
    maxTokens,
    padId: idOf('[PAD]'),
    special: new Set(['[PAD]', '[CLS]', '[SEP]', '[MASK]'].map(idOf)),
    usage: { pooling: 'mean', queryPrefix: '', passagePrefix: '' },
    encode: (text) => tokenizer.encode(text).ids,
    async run(ids, mask, shape) {
      const size = ids.length * dimensions;
      if (hidden.length < size) hidden = new Float32Array(size);
      const output = new Tensor('float32', hidden.subarray(0, size), [...shape, dimensions]);
      await session.run({ input_ids: new Tensor('int64', ids, shape), attention_mask: new Tensor('int64', mask, shape) }, { last_hidden_state: output });
      return { hidden, dimensions };
    },
  };
}

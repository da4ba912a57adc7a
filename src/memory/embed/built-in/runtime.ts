// Runs the built-in model with no more than it needs: ONNX runtime and a tokenizer of its own. transformers.js would bring both, a library
// of images, and take some 40 MB and 0.3 s of each start more.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { ensureBuiltInModel } from './folder.ts';
import { builtInModel } from './model.ts';
import { createPairRuntime } from './pair-runtime.ts';
import { createTokenizer } from './tokenizer.ts';
import { type Runtime, sessionOptions } from '../runtime.ts';

const { dimensions, maxTokens } = builtInModel;

/** Has the model written into `folder` if need be. Rejects when it cannot be had. */
export async function openBuiltInRuntime(
  folder: string,
  { threads, packs }: { threads: number; packs: boolean },
  write?: (folder: string) => Promise<void>,
): Promise<Runtime> {
  await ensureBuiltInModel(folder, write);
  const tokenizer = createTokenizer(await readFile(path.join(folder, builtInModel.vocabularyFile)));
  const { encode, idOf } = tokenizer;
  const graph = path.join(folder, builtInModel.graphFile);
  const session = await InferenceSession.create(graph, sessionOptions(threads, { packs }));
  return {
    maxTokens,
    padId: idOf('[PAD]'),
    special: new Set(['[PAD]', '[CLS]', '[SEP]', '[MASK]'].map(idOf)),
    usage: { pooling: 'mean', queryPrefix: '', passagePrefix: '' },
    encode,
    compare: createPairRuntime(folder, threads, tokenizer),
    async run(ids, mask, shape) {
      const output = await session.run({
        input_ids: new Tensor('int64', ids, shape),
        attention_mask: new Tensor('int64', mask, shape),
      });
      return { hidden: output['last_hidden_state']?.data as Float32Array, dimensions };
    },
  };
}

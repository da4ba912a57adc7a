// all-MiniLM-L6-v2, which comes with `npm ci` as 16-bit weights: its facts. built-in-folder.ts writes it as it is run.

export const builtInModel = {
  name: 'all-MiniLM-L6-v2',
  /** Raise the number whenever the written model gives other numbers: it makes both the cache and the stored vectors old. */
  id: 'all-MiniLM-L6-v2/int8-2',
  dimensions: 384,
  /** The length the model was published with; longer texts are cut. */
  maxTokens: 256,
  /** Where transformers.js looks for it; "quantized" is its name for 8 bits. */
  graphFile: 'onnx/model_quantized.onnx',
  /** What was learnt for the models that read two texts together (scripts/learn-pairs.py), in the folder assets. */
  pairWeightFiles: { relation: 'pairs.safetensors', help: 'help.safetensors' },
  /** Those models as they are run, in the model's folder. */
  pairGraphFiles: { relation: 'onnx/pairs_quantized.onnx', help: 'onnx/help_quantized.onnx' },
  /** The words of its tokenizer, packed for this program. */
  vocabularyFile: 'vocabulary.bin',
} as const;

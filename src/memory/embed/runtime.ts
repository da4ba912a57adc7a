// What runs a model: its tokenizer and its graph, by whichever library. built-in-runtime.ts and hub-runtime.ts open one.
import type { InferenceSession } from 'onnxruntime-node';
import type { PairModel, TextPair } from './embedder.ts';
import type { ModelUsage } from './model-usage.ts';

export interface Runtime {
  readonly maxTokens: number;
  readonly padId: number;
  /** Tokens that stand for nothing that was written. */
  readonly special: ReadonlySet<number>;
  readonly usage: ModelUsage;
  /** The tokens of a whole text, with the special ones around it. */
  encode(text: string): number[];
  /** Where the model can read two texts together: of each pair the numbers of the model's head, in its order. */
  compare?(pairs: readonly TextPair[], model: PairModel): Promise<number[][]>;
  /** @param shape texts × tokens, of `ids` and of `mask`, which is 1 where a token is and 0 where there is padding */
  run(ids: BigInt64Array, mask: BigInt64Array, shape: readonly [texts: number, tokens: number]): Promise<RuntimeOutput>;
}

export interface RuntimeOutput {
  /** Texts × tokens × dimensions. */
  readonly hidden: Float32Array;
  readonly dimensions: number;
  /** One vector a text, by a model that does its own pooling, one after the other. */
  readonly sentences?: Float32Array;
}

/**
 * @param options.packs false: the weights are read where they lie in the file. Else the session keeps a copy of them in the order in which
 * they are multiplied: a sixth faster, some 10 MB more for the built-in model, and 40 to 60 ms later
 */
export const sessionOptions = (threads: number, { packs }: { packs: boolean }): InferenceSession.SessionOptions => ({
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  // Else waiting threads burn a processor each while the program does other things.
  extra: { session: { intra_op: { allow_spinning: '0' }, disable_prepacking: packs ? '0' : '1' } },
});

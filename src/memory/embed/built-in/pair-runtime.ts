// Reads two texts together, and tells what they are to each other or whether the one helps with the other: the built-in model with other
// upper layers (a cross-encoder). It sees which word of the one stands for which of the other, where two vectors only tell how near the
// texts are. It is some 4 ms of work a pair: it judges the few pairs that cheaper signals leave over.
// R. Nogueira and K. Cho, "Passage Re-ranking with BERT", 2019.
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { PairModel, TextPair } from '../embedder.ts';
import { sessionOptions } from '../runtime.ts';
import { builtInModel } from './model.ts';
import type { Tokenizer } from './tokenizer.ts';

/** The model was taught with so many of each text; what comes after is not read. */
const maxTokensOfText = 64;

/** Of each pair the log odds that the model says, in its order. Each model is loaded with its first pairs. */
export type ComparePairs = (pairs: readonly TextPair[], model: PairModel) => Promise<number[][]>;

export function createPairRuntime(folder: string, threads: number, { encode }: Tokenizer): ComparePairs {
  const loading = new Map<PairModel, Promise<InferenceSession>>();
  const load = async (model: PairModel): Promise<InferenceSession> => {
    const file = path.join(folder, builtInModel.pairGraphFiles[model]);
    // A few pairs at a time are read: memory is worth more than the sixth of their time.
    const session = loading.get(model) ?? InferenceSession.create(file, sessionOptions(threads, { packs: false }));
    loading.set(model, session);
    return await session;
  };

  /** Alone: what it is computed with would change what is said of a pair, by up to 1, for a quarter of the time. */
  async function logOddsOf({ first, second }: TextPair, model: PairModel): Promise<number[]> {
    const [opening = 0, ...one] = encode(first);
    const closing = one.pop() ?? 0;
    const head = [opening, ...one.slice(0, maxTokensOfText), closing];
    const tail = [...encode(second).slice(1, -1).slice(0, maxTokensOfText), closing];
    const length = head.length + tail.length;
    const input = (values: readonly number[]) => new Tensor('int64', BigInt64Array.from(values, BigInt), [1, length]);
    const session = await load(model);
    const output = await session.run({
      input_ids: input([...head, ...tail]),
      attention_mask: input(Array.from({ length }, () => 1)),
      token_type_ids: input([...head.map(() => 0), ...tail.map(() => 1)]),
    });
    return [...((output['log_odds'] as Tensor).data as Float32Array)];
  }

  return async (pairs, model) => {
    const said: number[][] = [];
    for (const pair of pairs) said.push(await logOddsOf(pair, model));
    return said;
  };
}

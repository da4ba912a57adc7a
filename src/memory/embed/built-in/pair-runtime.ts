// Reads two texts together and tells what they are to each other: the built-in model with other upper layers (a cross-encoder). It sees
// which word of the one stands for which of the other, where two vectors only tell how near the texts are. It is some 4 ms of work a
// pair: it judges the few pairs that cheaper signals leave over.
// R. Nogueira and K. Cho, "Passage Re-ranking with BERT", 2019.
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Relation, TextPair } from '../embedder.ts';
import { sessionOptions } from '../runtime.ts';
import { builtInModel } from './model.ts';
import type { Tokenizer } from './tokenizer.ts';

/** The model was taught with so many of each text; what comes after is not read. */
const maxTokensOfText = 64;

/** The relations of pairs, in their order. The model is loaded with the first ones. */
export type ComparePairs = (pairs: readonly TextPair[]) => Promise<Relation[]>;

export function createPairRuntime(folder: string, threads: number, { encode }: Tokenizer): ComparePairs {
  let loading: Promise<InferenceSession> | null = null;
  const load = async (): Promise<InferenceSession> => {
    loading ??= InferenceSession.create(path.join(folder, builtInModel.pairGraphFile), sessionOptions(threads));
    return await loading;
  };

  /** Alone: what it is computed with would change what is said of a pair, by up to 1, for a quarter of the time. */
  async function relationOf({ first, second }: TextPair): Promise<Relation> {
    const [opening = 0, ...one] = encode(first);
    const closing = one.pop() ?? 0;
    const head = [opening, ...one.slice(0, maxTokensOfText), closing];
    const tail = [...encode(second).slice(1, -1).slice(0, maxTokensOfText), closing];
    const length = head.length + tail.length;
    const input = (values: readonly number[]) => new Tensor('int64', BigInt64Array.from(values, BigInt), [1, length]);
    const session = await load();
    const output = await session.run({
      input_ids: input([...head, ...tail]),
      attention_mask: input(Array.from({ length }, () => 1)),
      token_type_ids: input([...head.map(() => 0), ...tail.map(() => 1)]),
    });
    const [replaces = 0, bears = 0] = (output['log_odds'] as Tensor).data as Float32Array;
    return { replaces, bears };
  }

  return async (pairs) => {
    const relations: Relation[] = [];
    for (const pair of pairs) relations.push(await relationOf(pair));
    return relations;
  };
}

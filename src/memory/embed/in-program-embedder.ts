// The embedder of a command that ends soon and mostly has few texts to embed. It loads the built-in model into the program itself: a
// process of its own has to start first, which takes as long as all the rest, and is worth it where memory is to be freed, or much embedded.
import { messageOf } from '../../base/errors.ts';
import { type Embedder, type Embedding, EmbedError, type EmbedOptions, embeddingOf } from './embedder.ts';
import { openLocalModel } from './local-model.ts';
import { notAvailable, refused, remedy } from './model-child.ts';
import type { ModelSource } from './protocol.ts';

/** More take longer than the start of a process, which is quicker then: it multiplies faster, and gets help. */
const maxTexts = 64;

/**
 * @param source of the built-in model, which both load
 * @param apart has its model in a process of its own, and embeds where there are more texts
 */
export function openInProgramEmbedder(source: ModelSource, apart: Embedder): Embedder {
  const { modelId, dimensions } = apart;
  let opening: ReturnType<typeof openLocalModel> | undefined;
  let closed = false;

  async function embedHere(
    texts: readonly string[],
    { tokens = false, as = 'passage' }: EmbedOptions,
  ): Promise<Embedding[]> {
    opening ??= openLocalModel({ source, threads: 1 }, { packs: false });
    const model = await opening.catch((error: unknown) => {
      throw notAvailable(modelId, messageOf(error), remedy(source));
    });
    const embedded = await model.embed(texts, tokens, as).catch((error: unknown) => {
      throw refused(modelId, messageOf(error));
    });
    return embedded.map((raw) => embeddingOf(raw, dimensions, modelId));
  }

  return {
    ...apart,
    async embed(texts, options = {}) {
      options.signal?.throwIfAborted();
      if (closed) throw new EmbedError(`The embedding model ${modelId} is closed.`);
      return texts.length > maxTexts ? await apart.embed(texts, options) : await embedHere(texts, options);
    },
    prepare() {},
    async close() {
      closed = true;
      await apart.close();
    },
  };
}

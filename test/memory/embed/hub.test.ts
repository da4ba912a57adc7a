// Models of the hub: the built-in one's files stand for them, in folders and behind a server of the hub's form.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { loadBuiltInFiles, loadBuiltInGraphs } from '../../../src/memory/embed/built-in/files.ts';
import { builtInModel } from '../../../src/memory/embed/built-in/model.ts';
import { EmbedError, type EmbedOptions } from '../../../src/memory/embed/embedder.ts';
import { encodeOnnx } from '../../../src/memory/embed/built-in/onnx.ts';
import { openEmbedder } from '../../../src/memory/embed/open.ts';
import { type ModelUsage, parseUsage, usageByName } from '../../../src/memory/embed/model-usage.ts';
import { pool } from '../../../src/memory/embed/pool.ts';
import type { Memory } from '../../../src/memory/memory.ts';
import { cosine } from '../../support/reference-bert.ts';
import { openPlainMemory } from '../../support/plain-memory.ts';

let base: string;
let files: string;
beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'hub-'));
  files = path.join(base, 'plain-model');
  const all: Record<string, Uint8Array> = { ...(await loadBuiltInFiles()) };
  // Most of the hub's models are in one file.
  delete all[`${builtInModel.graphFile}_data`];
  all[builtInModel.graphFile] = encodeOnnx([(await loadBuiltInGraphs()).texts]).models[0] as Uint8Array;
  for (const [name, bytes] of Object.entries(all)) {
    await mkdir(path.dirname(path.join(files, name)), { recursive: true });
    await writeFile(path.join(files, name), bytes);
  }
});
afterAll(async () => await rm(base, { recursive: true }));

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

/** The vector of each text, each read as it is told, by one start of the model. */
async function embed(
  model: string,
  texts: readonly { text: string; as?: EmbedOptions['as'] }[],
  usage: Partial<ModelUsage> = {},
): Promise<Float32Array[]> {
  const embedder = openEmbedder({ model, cacheDir: path.join(base, 'cache'), log: silentLog, usage })!;
  try {
    const vectors: Float32Array[] = [];
    for (const { text, as } of texts) vectors.push((await embedder.embed([text], as ? { as } : {}))[0]!.pooled);
    return vectors;
  } finally {
    await embedder.close();
  }
}

describe('how a model is used', () => {
  it('is told by its name where its files do not say it', () => {
    expect(usageByName('Xenova/multilingual-e5-small')).toEqual({
      pooling: 'mean',
      queryPrefix: 'query: ',
      passagePrefix: 'passage: ',
    });
    expect(usageByName('BAAI/bge-small-en-v1.5')).toMatchObject({
      pooling: 'cls',
      queryPrefix: expect.stringContaining('Represent'),
      passagePrefix: '',
    });
    expect(usageByName('bge-m3')).toEqual({ pooling: 'cls', queryPrefix: '', passagePrefix: '' });
    expect(usageByName('/models/nomic-embed-text-v1.5/').passagePrefix).toBe('search_document: ');
    expect(usageByName('onnx-community/Qwen3-Embedding-0.6B-ONNX').pooling).toBe('last');
    expect(usageByName('intfloat/e5-mistral-7b-instruct')).toEqual(usageByName('all-MiniLM-L12-v2'));
    expect(usageByName('all-MiniLM-L12-v2')).toEqual({ pooling: 'mean', queryPrefix: '', passagePrefix: '' });
  });

  it('is what its own files say, in each form that they have', () => {
    const prompts = { prompts: { query: 'ask: ', document: 'doc: ' } };
    expect(
      parseUsage('some-e5-small', { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false }, prompts),
    ).toEqual({ pooling: 'cls', queryPrefix: 'ask: ', passagePrefix: 'doc: ' });
    expect(
      parseUsage('bge-x', { pooling_mode_mean_tokens: true }, { prompts: { query: '', passage: '' } }),
    ).toMatchObject({ pooling: 'mean', queryPrefix: expect.stringContaining('Represent') });
    expect(parseUsage('x', { pooling_mode_lasttoken: true }, null).pooling).toBe('last');
    expect(parseUsage('x', { pooling_mode: 'cls' }, {}).pooling).toBe('cls');
    for (const nonsense of [null, 3, 'cls', [], { pooling_mode: 7 }, { prompts: 'query' }])
      expect(parseUsage('x', nonsense, nonsense)).toEqual(usageByName('x'));
  });

  it('pools a text into the mean of its tokens, the first or the last one', () => {
    const rows = Float32Array.of(1, 2, 3, 4, 8, 9);
    expect([...pool(rows, 2, 'mean')]).toEqual([4, 5]);
    expect([...pool(rows, 2, 'cls')]).toEqual([1, 2]);
    expect([...pool(rows, 2, 'last')]).toEqual([8, 9]);
  });

  it('is read from a folder, and what the operator says goes before', async () => {
    const folder = path.join(base, 'told-model');
    await cp(files, folder, { recursive: true });
    await mkdir(path.join(folder, '1_Pooling'));
    await writeFile(path.join(folder, '1_Pooling/config.json'), '{"pooling_mode_cls_token": true}');
    await writeFile(
      path.join(folder, 'config_sentence_transformers.json'),
      '{"prompts": {"query": "ask: ", "passage": "tell: "}}',
    );
    const [told, asQuery] = await embed(folder, [{ text: 'the garden' }, { text: 'the garden', as: 'query' }]);
    const [asCls, asClsQuery] = await embed(files, [{ text: 'tell: the garden' }, { text: 'ask: the garden' }], {
      pooling: 'cls',
    });
    const [asMean, plain] = await embed(files, [{ text: 'tell: the garden' }, { text: 'the garden' }]);
    expect(told).toEqual(asCls);
    expect(cosine(told!, asMean!)).toBeLessThan(0.99);
    expect(asQuery).toEqual(asClsQuery);
    expect(await embed(folder, [{ text: 'the garden' }], { pooling: 'mean', passagePrefix: '' })).toEqual([plain]);
  });
});

describe('the memory with a model of the hub', () => {
  let hub: Server;
  let state: string;
  let dir: string;
  /** What the hub has, by its path below the repository; null: it never answers. */
  let has: Map<string, string> | null;
  let asked: string[];

  beforeEach(async () => {
    state = await mkdtemp(path.join(base, 'state-'));
    dir = path.join(state, 'memory');
    await mkdir(dir);
    await writeFile(path.join(dir, 'n.md'), '- The cat is called Minka\n- Rent is due on Friday\n');
    has = new Map(
      ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model_quantized.onnx'].map((name) => [
        name,
        path.join(files, name),
      ]),
    );
    asked = [];
    hub = createServer(async (request, response) => {
      if (!has) return;
      const [, name = ''] = /^\/someone\/tiny-e5-small\/resolve\/main\/(.+)$/.exec(request.url ?? '') ?? [];
      asked.push(name);
      const file = has.get(name);
      if (file === undefined) response.writeHead(404).end();
      else response.end(await readFile(file));
    });
    await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
    process.env['HF_ENDPOINT'] = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    delete process.env['HF_ENDPOINT'];
    for (const one of opened.splice(0).toReversed()) await one.close();
    hub.closeAllConnections();
    await new Promise((resolve) => hub.close(resolve));
  });

  async function openIt(model = 'someone/tiny-e5-small'): Promise<Memory> {
    const embedder = openEmbedder({ model, cacheDir: path.join(state, 'cache'), log: silentLog })!;
    opened.push(embedder);
    const memory = await openPlainMemory({
      dir,
      indexFile: path.join(state, 'index.db'),
      embedder,
    });
    opened.push(memory);
    return memory;
  }

  it('downloads it once, and then needs no hub', async () => {
    const memory = await openIt();
    await memory.index();
    expect(await memory.search('the name of the pet')).toMatchObject({ mode: 'hybrid', pendingVectors: 0 });
    expect(asked).toContain('1_Pooling/config.json');
    const times = asked.length;
    for (const one of opened.splice(0).toReversed()) await one.close();
    has = null;
    await writeFile(path.join(dir, 'late.md'), '- The bicycle is in the cellar\n');
    expect(await (await openIt()).index()).toMatchObject({ embedded: 1 });
    expect(asked).toHaveLength(times);
  });

  it('reads each text with what the model of that name wants before it', async () => {
    const embedder = openEmbedder({
      model: 'someone/tiny-e5-small',
      cacheDir: path.join(state, 'cache'),
      log: silentLog,
    })!;
    opened.push(embedder);
    const [passage] = await embedder.embed(['the garden']);
    const [query] = await embedder.embed(['the garden'], { as: 'query' });
    expect([passage?.pooled, query?.pooled]).toEqual(
      await embed(files, [{ text: 'passage: the garden' }, { text: 'query: the garden' }]),
    );
  });

  it('takes it in 32 bits where it is not there in 8', async () => {
    has?.set('onnx/model.onnx', has.get('onnx/model_quantized.onnx') ?? '');
    has?.delete('onnx/model_quantized.onnx');
    const memory = await openIt();
    expect(await memory.index()).toMatchObject({ embedded: 2 });
  });

  it('answers by words, and says which one, where it does not exist', async () => {
    const memory = await openIt('someone/no-such-model');
    const error = await memory.index().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(EmbedError);
    expect(String(error)).toContain('someone/no-such-model');
    expect(await memory.search('the cat')).toMatchObject({
      mode: 'keyword',
      pendingVectors: 2,
      results: [{ path: 'n.md' }],
    });
  });

  it('answers by words as long as the download takes', async () => {
    has = null;
    const memory = await openIt();
    expect(await memory.search('the cat')).toMatchObject({
      mode: 'keyword',
      pendingVectors: 2,
      results: [{ path: 'n.md' }],
    });
  });

  it('is told what is wrong with a download that was cut short', async () => {
    const torn = path.join(state, 'torn.onnx');
    await writeFile(torn, (await readFile(path.join(files, 'onnx/model_quantized.onnx'))).subarray(0, 100_000));
    has?.set('onnx/model_quantized.onnx', torn);
    const memory = await openIt();
    await expect(memory.index()).rejects.toThrow(/tiny-e5-small is not available.*cache.hub.someone.tiny-e5-small/);
    expect(await memory.search('the cat')).toMatchObject({ mode: 'keyword', results: [{ path: 'n.md' }] });
  });
});

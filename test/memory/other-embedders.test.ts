// The memory with another model than the one it comes with, through everything that such a model can do wrong.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { EmbedError } from '../../src/memory/embed/embedder.ts';
import { type EmbedderOptions, openEmbedder } from '../../src/memory/embed/open.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { type EmbeddingServer, startEmbeddingServer, wordVectors } from '../support/embedding-server.ts';
import { openPlainMemory } from '../support/plain-memory.ts';

let base: string;
let dir: string;
let server: EmbeddingServer;
let now: number;
const opened: { close(): Promise<void> }[] = [];

/** Sleeps at once, and shows what the test sets. */
const clock = createClock({ now: () => new Date(now), sleep: async (_, signal) => signal?.throwIfAborted() });

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'embedders-'));
  dir = path.join(base, 'memory');
  now = Date.now();
  await mkdir(dir);
  await writeFile(path.join(dir, 'cats.md'), '- The cat is called Minka\n- Minka sleeps on the sofa\n');
  await writeFile(path.join(dir, 'money.md'), '- Rent is due on Friday\n- The landlord lives upstairs\n');
  server = await startEmbeddingServer();
});
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
  await server.close();
  await rm(base, { recursive: true, force: true });
});

async function openIt(options: Partial<EmbedderOptions> = {}): Promise<Memory> {
  const embedder = openEmbedder({
    model: 'words',
    cacheDir: path.join(base, 'cache'),
    log: silentLog,
    clock,
    baseUrl: server.url,
    ...options,
  });
  if (embedder) opened.push(embedder);
  const memory = await openPlainMemory({
    dir,
    indexFile: path.join(base, 'state/index.db'),
    clock,
    embedder,
  });
  opened.push(memory);
  return memory;
}

async function closeAll(): Promise<void> {
  for (const one of opened.splice(0).toReversed()) await one.close();
}

async function answer(
  memory: Memory,
  query = 'the cat',
): Promise<{ first: string | undefined; mode: string; pendingVectors: number }> {
  const { mode, pendingVectors, results } = await memory.search(query);
  return { first: results[0]?.path, mode, pendingVectors };
}
const byWords = (pendingVectors: number) => ({ first: 'cats.md', mode: 'keyword', pendingVectors });
const byMeaning = { first: 'cats.md', mode: 'hybrid', pendingVectors: 0 };

describe('an embedding server', () => {
  it('that is missing costs no answer, and its vectors come when it is there again', async () => {
    const { port } = new URL(server.url);
    await server.close();
    const memory = await openIt();
    expect(await answer(memory, 'the cat')).toEqual(byWords(4));
    await expect(memory.index()).rejects.toThrow(EmbedError);
    server = await startEmbeddingServer(wordVectors(64), Number(port));
    expect(await answer(memory, 'the cat')).toEqual(byWords(4));
    // It is left alone for half a minute.
    await delay(100);
    expect(server.texts.filter((text) => text.includes('Minka'))).toEqual([]);
    now += 31_000;
    await memory.search('the cat');
    await expect.poll(async () => await answer(memory)).toEqual(byMeaning);
  });

  it('that goes away costs no answer', async () => {
    const memory = await openIt();
    await memory.index();
    expect(await answer(memory)).toEqual(byMeaning);
    server.answer = () => ({ status: 503, message: 'overloaded' });
    expect(await answer(memory, 'the cat')).toEqual(byWords(0));
    await writeFile(path.join(dir, 'late.md'), '- The bicycle is in the cellar\n');
    expect(await answer(memory, 'bicycle')).toEqual({ ...byWords(1), first: 'late.md' });
  });

  it('that hangs costs seconds once, and nothing after that until it answers', async () => {
    const memory = await openIt();
    await memory.index();
    server.answer = () => 'hang';
    expect(await answer(memory)).toEqual(byWords(0));
    const from = performance.now();
    for (let i = 0; i < 5; i += 1) expect(await answer(memory)).toEqual(byWords(0));
    // Each would wait for more than a second.
    expect(performance.now() - from).toBeLessThan(4000);
    await closeAll();
    server.answer = wordVectors(64);
    expect(await answer(await openIt())).toEqual(byMeaning);
  });

  it.each<[string, (text: string) => { status: number; message: string } | (number | null)[] | null]>([
    [
      'refuses one line',
      (text: string) => (text.includes('Rent') ? { status: 400, message: 'input is too long' } : null),
    ],
    [
      'gives no numbers for one line',
      (text: string) => (text.includes('Rent') ? Array.from({ length: 64 }, () => null) : null),
    ],
    [
      'gives a zero vector for one line',
      (text: string) => (text.includes('Rent') ? Array.from({ length: 64 }, () => 0) : null),
    ],
  ])('that %s gives all others theirs, and that one is found by its words', async (_, refuses) => {
    const words = wordVectors(64);
    server.answer = async (texts) => {
      const bad = texts.map(refuses);
      for (const one of bad) if (one && 'status' in one) return one;
      return (await words(texts)).map((vector, i) => (bad[i] as number[] | null) ?? vector);
    };
    const memory = await openIt();
    await memory.index();
    expect(await memory.status()).toMatchObject({ pendingVectors: 0, mode: 'hybrid' });
    expect(await answer(memory)).toEqual(byMeaning);
    expect((await memory.search('when is the rent due')).results[0]).toMatchObject({ path: 'money.md', startLine: 1 });
    const asked = server.texts.length;
    await memory.index();
    expect(server.texts).toHaveLength(asked);
  });

  it.each([
    ['no numbers', (texts: readonly string[]) => texts.map(() => [null, 1])],
    ['zero vectors', (texts: readonly string[]) => texts.map(() => [0, 0])],
    ['errors', () => ({ status: 400, message: 'no such model' })],
  ])('that has only %s to say leaves every line pending, for a better day', async (_, given) => {
    server.answer = given;
    const memory = await openIt();
    await expect(memory.index()).rejects.toThrow(EmbedError);
    expect(await answer(memory, 'the cat')).toEqual(byWords(4));
    server.answer = wordVectors(64);
    await memory.index();
    expect(await answer(memory)).toEqual(byMeaning);
  });

  it('whose vectors are of another length after a restart has all lines embedded anew', async () => {
    await (await openIt()).index();
    await closeAll();
    server.answer = wordVectors(32);
    const memory = await openIt();
    expect((await memory.search('the cat')).mode).toBe('keyword');
    await expect.poll(async () => await answer(memory)).toEqual(byMeaning);
    await closeAll();
    const asked = server.texts.length;
    expect(await answer(await openIt())).toEqual(byMeaning);
    expect(server.texts).toHaveLength(asked + 1);
  });

  it('whose vectors change their length while it is used is believed the second time', async () => {
    const memory = await openIt();
    await memory.index();
    server.answer = wordVectors(32);
    expect(await answer(memory, 'the cat')).toEqual(byWords(0));
    server.answer = wordVectors(64);
    expect(await answer(memory)).toEqual(byMeaning);
    server.answer = wordVectors(32);
    expect((await memory.search('the cat')).mode).toBe('keyword');
    await expect.poll(async () => await answer(memory)).toEqual(byMeaning);
  });

  it('reads a query and a note each with what its model wants before them, and another prefix of notes is another model', async () => {
    const e5 = await openIt({ model: 'multilingual-e5-small' });
    await e5.index();
    await e5.search('the cat');
    expect(server.texts).toContain('passage: money: Rent is due on Friday');
    expect(server.texts.at(-1)).toBe('query: the cat');
    const { model } = await e5.status();
    await closeAll();
    const own = await openIt({
      model: 'multilingual-e5-small',
      usage: { passagePrefix: 'note: ', queryPrefix: 'ask: ' },
    });
    await own.index();
    await own.search('the cat');
    expect(server.texts).toContain('note: money: Rent is due on Friday');
    expect(server.texts.at(-1)).toBe('ask: the cat');
    expect((await own.status()).model).not.toBe(model);
  });
});

describe('no embedder', () => {
  it('searches by words, and nothing is pending', async () => {
    const memory = await openIt({ model: 'none' });
    await memory.index();
    expect(await answer(memory, 'the cat')).toEqual(byWords(0));
    expect(await memory.status()).toMatchObject({ mode: 'keyword', model: null, pendingVectors: 0 });
  });
});

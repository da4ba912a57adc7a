import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../src/base/log.ts';
import { warmUp } from '../../../src/memory/index/warm-up.ts';
import { createWordEmbedder } from '../../support/word-embedder.ts';
import { openWordIndex } from '../../support/word-index.ts';
import { openPlainMemory } from '../../support/plain-memory.ts';

let base: string;
let dir: string;
const animals = ['cat', 'dog', 'horse', 'parrot', 'hedgehog'];

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'warm-up-'));
  dir = path.join(base, 'memory');
  await mkdir(dir);
});
afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

async function fill(lines: number): Promise<void> {
  for (let from = 0; from < lines; from += 100)
    await writeFile(
      path.join(dir, `note-${from}.md`),
      Array.from(
        { length: 100 },
        (_, i) => `- the ${animals[i % 5]} number ${from + i} was seen in street ${i % 17}\n`,
      ).join(''),
    );
}

async function open() {
  const said: string[] = [];
  const embedder = createWordEmbedder();
  const log = createLog(
    'debug',
    (text) => text,
    (line) => void said.push(line),
  );
  const memory = await openPlainMemory({
    dir,
    indexFile: path.join(base, 'state/index.db'),
    log,
    embedder,
  });
  return { memory, embedder, failures: () => said.filter((line) => line.includes('warmed up')) };
}

describe('warming up', () => {
  it('changes no answer, and wakes no model', async () => {
    await fill(500);
    const { memory, embedder, failures } = await open();
    await memory.index();
    const answers = async () =>
      await Promise.all(
        ['parrot 403', 'seen in street 3', 'hedgehog'].map(async (query) => (await memory.search(query)).results),
      );
    const before = await answers();
    const { embedded } = embedder;
    await memory.warmUp();
    expect(embedder.embedded).toBe(embedded);
    expect(await answers()).toEqual(before);
    await memory.close();
    expect(failures()).toEqual([]);
  });

  it('is over when the memory closes', async () => {
    await fill(1200);
    const { memory, failures } = await open();
    await memory.index();
    let over = false;
    void memory.warmUp().then(() => (over = true));
    await memory.close();
    expect(over).toBe(true);
    expect(failures()).toEqual([]);
  });

  it.each([
    [1200, 600],
    [900, 0],
  ])(
    'asks for lines of all the notes, but not in a vault that is fast enough without: %d lines, %d questions',
    async (lines, questions) => {
      await fill(lines);
      const index = await openWordIndex(dir, { file: path.join(base, 'state/index.db') });
      await index.sync.refresh();
      const asked: string[] = [];
      await warmUp(
        (work) => work(index),
        async ({ text }) => void asked.push(text),
        new AbortController().signal,
      );
      expect(asked).toHaveLength(questions);
      expect(
        new Set(
          asked
            .map((text) => Math.floor(Number(/(\d+) was/.exec(text)?.[1] ?? NaN) / 100))
            .filter((hundred) => !Number.isNaN(hundred)),
        ).size,
      ).toBe(questions > 0 ? 12 : 0);
      await index.close();
    },
  );

  it('asks nothing more once it is told to end', async () => {
    await fill(1200);
    const index = await openWordIndex(dir, { file: path.join(base, 'state/index.db') });
    await index.sync.refresh();
    const stop = new AbortController();
    let asked = 0;
    await warmUp(
      (work) => work(index),
      async () => {
        asked += 1;
        if (asked === 3) stop.abort();
      },
      stop.signal,
    );
    expect(asked).toBe(3);
    await index.close();
  });
});

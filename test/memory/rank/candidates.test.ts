import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../bench/salad.ts';
import { allOf } from '../../../src/base/concurrency/cooperative.ts';
import { ChunkTable } from '../../../src/memory/index/chunk-table.ts';
import { createScheduler } from '../../../src/memory/index/scheduler.ts';
import { quantize } from '../../../src/memory/index/vectors.ts';
import type { Scores } from '../../../src/memory/rank/bm25.ts';
import { type Candidates, findCandidates } from '../../../src/memory/rank/candidates.ts';
import type { Lexical } from '../../../src/memory/rank/keyword-scores.ts';
import { encodeTerms } from '../../../src/memory/store/term-bytes.ts';

const dimensions = 128;
const perFile = 50;
const perSection = 7;
const files = 120;

/** Lines about some hundred things, each with a vector near that of its thing; without one where their number is odd. */
function makeLines({ without = false } = {}) {
  const random = createRandom(5);
  const direction = () => Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
  const things = Array.from({ length: 100 }, direction);
  const lines = new ChunkTable();
  lines.resetVectors(dimensions);
  const terms = encodeTerms({ own: [1, 2], label: [] });
  for (let file = 0; file < files; file += 1) {
    const rows = Array.from({ length: perFile }, (_, i) => {
      const id = file * perFile + i + 1;
      return {
        id,
        fileId: file,
        contentId: id,
        section: Math.floor(i / perSection),
        partId: file * 10 + Math.floor(i / perSection),
        startLine: i,
        endLine: i,
        subject: '',
        day: null,
        asking: i % 2,
        flags: 0,
        chars: 20 + ((id * 7) % 90),
        terms,
      };
    });
    const slots = allOf(
      lines.setFile(
        file,
        rows,
        Array.from({ length: Math.ceil(perFile / perSection) }, (_, section) => ({
          id: file * 10 + section,
          terms: Buffer.alloc(2),
        })),
      ),
    );
    for (const { id } of rows) {
      const thing = things[Math.floor(random() * things.length)] ?? direction();
      const noise = direction();
      if (!without || id % 2 === 0)
        lines.setVector(id, quantize(thing.map((value, d) => value + 0.7 * (noise[d] ?? 0))));
    }
    lines.rescaleAround(slots);
  }
  return {
    lines,
    queries: things.slice(0, 30).map((thing) => thing.map((value, d) => value + 0.5 * (direction()[d] ?? 0))),
  };
}

type Worth = ReadonlyMap<number, number>;

function scoresOf(worth: Worth): Scores {
  const keys = Int32Array.from(worth.keys()).sort();
  return { keys, values: Float64Array.from(keys, (key) => worth.get(key) ?? 0) };
}

const lexicalOf = (lines: Worth, parts: Worth = new Map([[3, 0.5]])): Lexical => ({
  lines: scoresOf(lines),
  parts: scoresOf(parts),
  having: new Map(),
  absent: new Set(),
  occurrences: () => ({ placeOf: () => 0, of: () => undefined, count: () => 0 }),
});

function find(lines: ChunkTable, pooled: Float32Array, maxCompared: number, words: Worth = new Map()): Candidates {
  return allOf(
    findCandidates({
      lines,
      lexical: lexicalOf(words),
      pooled,
      named: null,
      trust: 1,
      allowed: null,
      max: 100,
      maxCompared,
    }),
  );
}

describe('the first look', () => {
  it('finds by a sketch of the vectors at least 98 % of what it finds when all are compared, with the same cosines', () => {
    for (const without of [false, true]) {
      const { lines, queries } = makeLines({ without });
      let found = 0;
      let wanted = 0;
      for (const pooled of queries) {
        const all = find(lines, pooled, Infinity);
        const sketched = find(lines, pooled, 0);
        wanted += all.slots.length;
        for (const [i, slot] of all.slots.entries()) {
          const j = sketched.slots.indexOf(slot);
          if (j < 0) continue;
          found += 1;
          expect(sketched.dense?.own[j]).toBeCloseTo(all.dense?.own[i] ?? NaN, 5);
          expect(sketched.dense?.window[j]).toBeCloseTo(all.dense?.window[i] ?? NaN, 5);
        }
      }
      expect(found / wanted).toBeGreaterThanOrEqual(0.98);
    }
  });

  it('knows what stands around a line, wherever edits have put it', () => {
    const { lines, queries } = makeLines();
    const random = createRandom(9);
    let lastId = files * perFile;
    for (let edit = 0; edit < 300; edit += 1) {
      const file = Math.floor(random() * files);
      const count = 1 + Math.floor(random() * 40);
      const rows = Array.from({ length: count }, (_, i) => {
        // Some of its old lines and some new ones, between each other.
        const id = random() < 0.7 ? file * perFile + i + 1 : (lastId += 1);
        return {
          id,
          fileId: file,
          contentId: id,
          section: Math.floor(i / perSection),
          partId: file * 10 + Math.floor(i / perSection),
          startLine: i,
          endLine: i,
          subject: '',
          day: null,
          asking: 0,
          flags: 0,
          chars: 30,
          terms: Buffer.alloc(2),
        };
      });
      const slots = allOf(lines.setFile(file, rows, []));
      for (const { id } of rows)
        lines.setVector(id, quantize(Float32Array.from({ length: dimensions }, () => random() - 0.5)));
      lines.rescaleAround(slots);
      if (edit % 50 === 49) for (const _ of lines.merge()) continue;
    }
    const { columns } = lines;
    const scoreOf = (slot: number, query: Int8Array): number => {
      let window = 0;
      lines.forWindow(slot, (other, share) => {
        window +=
          share * (columns.weight[other] ?? 0) * (columns.scale[other] ?? 0) * (lines.dotsAt(query, [other])[0] ?? 0);
      });
      return (
        (window * (columns.windowScale[slot] ?? 0)) / Math.hypot(...query) +
        0.3 * (columns.length[slot] ?? 0) -
        0.2 * (columns.asking[slot] ?? 0)
      );
    };
    for (const pooled of queries.slice(0, 5)) {
      const query = quantize(pooled);
      const best = (max: number) =>
        allOf(
          findCandidates({
            lines,
            lexical: lexicalOf(new Map(), new Map()),
            pooled,
            named: null,
            trust: 1,
            allowed: null,
            max,
            maxCompared: Infinity,
          }),
        ).slots;
      const slots = best(100);
      // And nothing where no line is any more.
      expect(best(lines.top)).toHaveLength(lines.size);
      const scores = Array.from({ length: lines.top }, (_, slot) =>
        columns.id[slot] === -1 ? -Infinity : scoreOf(slot, query),
      );
      const least = scores.toSorted((a, b) => b - a)[99] ?? NaN;
      const chosen = [...slots].filter((slot) => (scores[slot] ?? 0) > least - 1e-5);
      expect(chosen.length).toBeGreaterThanOrEqual(100);
      // The others are there for what they say themselves.
      const alone = Array.from(
        lines.dotsAt(
          query,
          Int32Array.from({ length: lines.top }, (_, slot) => slot),
        ),
        (dot, slot) => (columns.id[slot] === -1 ? -Infinity : dot * (columns.scale[slot] ?? 0)),
      );
      const leastAlone = alone.toSorted((a, b) => b - a)[99] ?? NaN;
      for (const slot of slots)
        expect((scores[slot] ?? 0) > least - 1e-5 || (alone[slot] ?? 0) > leastAlone - 1e-5).toBe(true);
    }
  });

  it('gives the same whatever was looked for before', () => {
    const { lines, queries } = makeLines();
    const [one = new Float32Array(), two = new Float32Array()] = queries;
    for (const maxCompared of [0, Infinity]) {
      const fresh = find(makeLines().lines, two, maxCompared, new Map([[17, 1]]));
      find(
        lines,
        one,
        maxCompared,
        new Map([
          [500, 1],
          [17, 0.2],
        ]),
      );
      expect(find(lines, two, maxCompared, new Map([[17, 1]]))).toEqual(fresh);
    }
  });

  it('goes by words alone where the query has no vector', () => {
    const { lines } = makeLines();
    const look = {
      lines,
      lexical: lexicalOf(
        new Map([
          [700, 0.3],
          [9, 1],
        ]),
      ),
      pooled: null,
      named: null,
      trust: 1,
      allowed: null,
      max: 100,
    };
    const { slots, dense } = allOf(findCandidates(look));
    expect(dense).toBeNull();
    expect(slots).toContain(9);
    expect(slots).toContain(700);
    // The others are the lines of the part that the words are in.
    expect(slots).toHaveLength(2 + perSection);
    expect(allOf(findCandidates({ ...look, allowed: (slot) => slot === 700 })).slots).toEqual(Int32Array.of(700));
  });

  it('gives each of many searches at once what it gives them one by one, also where lines change between their steps', async () => {
    const { lines, queries } = makeLines();
    const words = (i: number) =>
      new Map([
        [37 * i, 1],
        [50 * i + 5, 0.5],
      ]);
    const begin = (i: number) => () =>
      findCandidates({
        lines,
        lexical: lexicalOf(words(i)),
        pooled: queries[i] ?? null,
        named: null,
        trust: 1,
        allowed: null,
        max: 100,
        maxCompared: i % 2 === 0 ? 0 : Infinity,
      });
    let begun = 0;
    // Of no length: each step is a slice of its own.
    const scheduler = createScheduler(() => lines.version, { ms: 0 });
    const all = Promise.all(
      queries.map((_, i) =>
        scheduler.run(() => {
          begun += 1;
          return begin(i)();
        }),
      ),
    );
    for (let edit = 0; edit < 10; edit += 1) {
      await yieldToLoop();
      allOf(lines.setFile(files + edit, [], []));
    }
    const found = await all;
    expect(begun).toBeGreaterThan(queries.length);
    for (const i of queries.keys()) expect(found[i]).toEqual(allOf(begin(i)()));
  });

  it('comes to its end although lines change all the time', async () => {
    let version = 0;
    const scheduler = createScheduler(() => (version += 1), { ms: 0 });
    function* three(): Generator<void, string> {
      yield;
      yield;
      return 'done';
    }
    expect(await scheduler.run(three)).toBe('done');
    function* failing(): Generator<void, string> {
      yield;
      throw new Error('no');
    }
    const [failed, next] = await Promise.allSettled([scheduler.run(failing), scheduler.run(three)]);
    expect(failed?.status).toBe('rejected');
    expect(next).toEqual({ status: 'fulfilled', value: 'done' });
  });
});

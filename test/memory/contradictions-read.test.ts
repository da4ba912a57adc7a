import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { packageRoot } from '../../src/base/files/package-root.ts';
import { type PairReader, findContradictions, findReplaced } from '../../src/memory/contradictions.ts';
import { cosinesOf } from '../../src/memory/embed/cosines.ts';
import type { Embedder } from '../../src/memory/embed/embedder.ts';
import { openEmbedder } from '../../src/memory/embed/open.ts';
import { createVault } from '../../src/memory/vault.ts';
import { provenLine } from '../../src/memory/write/long-term.ts';
import { openMeaningMemory, writtenModel } from '../support/meaning-memory.ts';

interface Topic {
  older: string;
  newer: readonly string[];
  other: readonly string[];
}

/** Topics that the model was not taught with. */
const topics = readFileSync(path.join(packageRoot(), 'test/eval/pairs/successions-for-tuning.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Topic)
  .slice(0, 60);

let embedder: Embedder | null;
beforeAll(
  () => void (embedder = openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir: writtenModel(), log: silentLog })),
);
afterAll(async () => await embedder?.close());

const bothRead: PairReader = {
  read: async (pairs) => (await embedder?.compare?.(pairs)) ?? [],
  cosines: async (pairs) => await cosinesOf(pairs, embedder),
};

/** Of each topic the older line in March, and one that replaces it and one that does not in September. */
function vaultOfTopics() {
  const folder = mkdtempSync(path.join(tmpdir(), 'contradictions-'));
  const note = (date: string, lines: readonly string[]): void =>
    writeFileSync(path.join(folder, `${date}.md`), `# ${date}\n\n${lines.map((line) => `- ${line}\n`).join('')}`);
  for (let day = 10; day < 30; day += 1) {
    const some = topics.filter((_, i) => i % 20 === day - 10);
    note(
      `2026-03-${day}`,
      some.map(({ older }) => older),
    );
    note(
      `2026-09-${day}`,
      some.flatMap(({ newer: [newer = ''], other: [other = ''] }) => [newer, other]),
    );
  }
  return createVault(folder);
}

test('where both lines are read, the list holds lines that replace another in quite other words, and few that do not', async () => {
  const vault = vaultOfTopics();
  const counted = async (reader?: PairReader) => {
    const found = await findContradictions(vault, '2026-11-22', reader);
    const right = found.filter(({ newer, older }) =>
      topics.some((topic) => topic.older === older.text && topic.newer.includes(newer.text)),
    );
    return { right: right.length, wrong: found.length - right.length };
  };
  const byWords = await counted();
  const read = await counted(bothRead);
  expect(read.right).toBeGreaterThan(3 * byWords.right);
  expect(read.wrong).toBeLessThan(read.right);
});

/** What a young memory holds of one person. */
const ofTomek = [
  "Tomek's father Andrzej had a second stroke in October 2026 and lives in a care home in Sopot",
  'Tomek has a dog called Rabot, a 3 year old griffon',
  'Tomek is 44, a self-employed carpenter in Lyon',
  'Tomek plays basketball for the BC Croix-Rousse veterans (number 14)',
  "Tomek's wife Zosia works at the library",
  'Tomek is under the regime réel for taxes since 2024',
  "Tomek's sister Kasia visits their father on Tuesdays",
];
const saidLater = [
  'Tomek drinks his coffee black, without sugar',
  "Tomek's wife Zosia wants the kitchen counter in sage green",
  'Tomek bought a new table saw for 1,890 euros',
  'Tomek has back pain since Monday',
  'The notaire wants another paper from Tomek',
];

test('lines that have but the name of a person in common replace each other neither in the list nor where one is saved', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'contradictions-'));
  const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}\n`).join('');
  writeFileSync(path.join(folder, '2026-11-10.md'), bullets(ofTomek));
  const { memory, close } = await openMeaningMemory({ '2026-11-10.md': bullets(ofTomek) });
  // A busy machine takes longer than a person who is answered should wait.
  const patient: Parameters<typeof findReplaced>[0] = {
    vault: memory.vault,
    search: async (query, options) => await memory.search(query, { ...options, embedWaitMs: 60_000 }),
    readPairs: async (pairs, options) => await memory.readPairs(pairs, { ...options, waitMs: 60_000 }),
    cosines: async (pairs) => await memory.cosines(pairs),
  };
  for (const text of saidLater) expect(await findReplaced(patient, { text, date: '2026-11-20' })).toBeNull();
  const moved = "Tomek's father came home from the care home and lives with Kasia";
  expect((await findReplaced(patient, { text: moved, date: '2026-11-20' }))?.text).toBe(ofTomek[0]);
  await close();
  writeFileSync(path.join(folder, '2026-11-20.md'), bullets(saidLater));
  expect(await findContradictions(createVault(folder), '2026-11-22', bothRead)).toEqual([]);
});

test('a line and the one that the night made of it are no contradiction', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'contradictions-'));
  const said = ['12:10 the notaire wants another paper from me', '12:20 I plan to fly to Gdansk in December'];
  writeFileSync(path.join(folder, '2026-11-10.md'), said.map((line) => `- ${line}\n`).join(''));
  const kept = ['The notaire wants another paper', 'Plans to fly to Gdansk in December 2026'].map((text, i) =>
    provenLine(`- ${text}`, {
      kind: 'fact',
      importance: 0.5,
      said: '2026-11-10',
      sources: [`2026-11-10.md#L${i + 1}-L${i + 1}`],
    }),
  );
  writeFileSync(path.join(folder, 'MEMORY.md'), `# Memory\n\n${kept.join('\n')}\n`);
  const always: PairReader = {
    read: async (pairs) => pairs.map(() => ({ replaces: 9, bears: 9 })),
    cosines: async (pairs) => pairs.map(() => 0.9),
  };
  expect(
    (await findContradictions(createVault(folder), '2026-11-22', always)).filter(({ newer, older }) =>
      [newer, older].every(({ text }) => text.includes('Gdansk') || text.includes('notaire')),
    ),
  ).toHaveLength(0);
});

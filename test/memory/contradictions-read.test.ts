import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { packageRoot } from '../../src/base/package-root.ts';
import { findContradictions } from '../../src/memory/contradictions.ts';
import type { Embedder } from '../../src/memory/embed/embedder.ts';
import { openEmbedder } from '../../src/memory/embed/open.ts';
import { createVault } from '../../src/memory/vault.ts';
import { writtenModel } from '../support/meaning-memory.ts';

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
  const counted = async (read?: Parameters<typeof findContradictions>[2]) => {
    const found = await findContradictions(vault, '2026-11-22', read);
    const right = found.filter(({ newer, older }) =>
      topics.some((topic) => topic.older === older.text && topic.newer.includes(newer.text)),
    );
    return { right: right.length, wrong: found.length - right.length };
  };
  const byWords = await counted();
  const read = await counted(async (pairs) => (await embedder?.compare?.(pairs)) ?? []);
  expect(read.right).toBeGreaterThan(3 * byWords.right);
  expect(read.wrong).toBeLessThan(read.right);
});

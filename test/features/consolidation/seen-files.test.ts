import { appendFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Log, silentLog } from '../../../src/base/log.ts';
import type { ConsolidatorOptions } from '../../../src/features/consolidation/consolidator.ts';
import type { Operation } from '../../../src/features/consolidation/operation.ts';
import { stampMs } from '../../../src/memory/listing.ts';
import { type Setup, setUpConsolidation } from '../../support/consolidation.ts';

const sessions = 30;
const days = 20;
let setup: Setup;
let answer: Operation[];
/** How many files each look read. */
let reads: number[];
const log: Log = {
  ...silentLog,
  debug: (fields: unknown) => void reads.push((fields as { read?: number }).read ?? 0),
};
const consolidator = (options: Partial<ConsolidatorOptions> = {}) => setup.consolidator({ log, ...options });

beforeEach(async () => {
  answer = [{ op: 'keep', text: 'nothing' }];
  reads = [];
  setup = await setUpConsolidation(() => answer);
  for (let i = 1; i <= sessions; i += 1) converse(i, `Acquaintance number ${i} lives in Bonn`);
  for (let i = 1; i <= days; i += 1) setup.note(dayOf(i), `# Day\n\n- 09:00 Dinner number ${i} was with Paula\n`);
  await settled();
});
afterEach(() => setup.close());

const dayOf = (i: number): string => `2026-10-${String(i).padStart(2, '0')}.md`;
const sessionFile = (i: number): string =>
  path.join(setup.dir, 'state/sessions', `s${String(i).padStart(3, '0')}.jsonl`);
const at = '2026-11-20T10:00:00.000Z';
const said = (id: string, text: string, more: object = {}): string =>
  `${JSON.stringify({ type: 'message', id, at, role: 'user', content: [{ type: 'text', text }], ...more })}\n`;

function converse(i: number, text: string): void {
  const head = { type: 'session', version: 1, id: `s${i}`, key: 'telegram:tg:chat:1:user:1', created_at: at };
  writeFileSync(sessionFile(i), `${JSON.stringify(head)}\n${said('m1', text)}`);
}

/** What was changed just now could change again without a sign of it. */
const settled = async (): Promise<void> => await delay(2 * stampMs);

/** A night after which nothing is open. */
async function consolidateAll(): Promise<void> {
  expect(await consolidator().run({ trigger: 'manual' })).toMatchObject({ pending: 0, problem: null });
}

test('the status reads each file once, also after a restart, and counts what is open as before', async () => {
  expect((await consolidator().status()).pendingSpans).toBe(sessions + days);
  expect((await consolidator().status()).pendingSpans).toBe(sessions + days);
  expect(reads).toEqual([sessions + days, 0]);
});

test('several that ask for the status at once wait for one look', async () => {
  const one = consolidator();
  const counts = await Promise.all([one.status(), one.status(), one.status()]);
  expect(counts.map(({ pendingSpans }) => pendingSpans)).toEqual(Array(3).fill(sessions + days));
  expect(reads).toEqual([sessions + days]);
});

test('once all is consolidated, neither the status nor a night reads a file', async () => {
  await consolidateAll();
  reads = [];
  expect((await consolidator().status()).pendingSpans).toBe(0);
  expect((await consolidator().run({ trigger: 'schedule' })).outcome).toBe('nothing new');
  expect(reads).toEqual([0, 0]);
});

test('a night reads what changed since, and of that only what was added goes to the model', async () => {
  await consolidateAll();
  appendFileSync(sessionFile(7), said('m2', 'My sister Anna moved to Lisbon'));
  setup.note(dayOf(3), '# Day\n\n- 09:00 Dinner number 3 was with Paula\n- 10:00 The dentist is on Friday\n');
  await settled();
  reads = [];
  setup.requests.length = 0;
  expect((await consolidator().status()).pendingSpans).toBe(2);
  await consolidateAll();
  expect(reads).toEqual([2, 2]);
  const prompt = JSON.stringify(setup.requests.map(({ messages }) => messages));
  expect(prompt).toContain('moved to Lisbon');
  expect(prompt).toContain('dentist');
  expect(prompt).not.toMatch(/Acquaintance|Dinner/);
});

test.each<[string, (file: string, text: string) => void]>([
  [
    'written again under another inode with its old size and time, as /forget and a restore do',
    (file, text) => {
      const { atime, mtime } = statSync(file);
      writeFileSync(`${file}.new`, text);
      utimesSync(`${file}.new`, atime, mtime);
      renameSync(`${file}.new`, file);
    },
  ],
  [
    'changed in its place with its old size and time',
    (file, text) => {
      const { atime, mtime } = statSync(file);
      writeFileSync(file, text);
      utimesSync(file, atime, mtime);
    },
  ],
])('a file is read again that was %s', async (_, change) => {
  await consolidateAll();
  const before = said('m1', 'Acquaintance number 9 lives in Bonn');
  const head = { type: 'session', version: 1, id: 's9', key: 'telegram:tg:chat:1:user:1', created_at: at };
  change(sessionFile(9), `${JSON.stringify(head)}\n${before.replace('Bonn', 'Kiel')}`);
  change(path.join(setup.dir, 'memory', dayOf(9)), '# Day\n\n- 09:00 Dinner number 9 was with Laura\n');
  reads = [];
  expect((await consolidator().status()).pendingSpans).toBe(2);
  expect(reads).toEqual([2]);
});

test('a file that was changed just now is looked at again, as the next change could have the same time', async () => {
  await consolidateAll();
  reads = [];
  converse(1, 'Acquaintance number 1 lives in Kiel');
  await consolidator().status();
  await consolidator().status();
  expect(reads).toEqual([1, 1]);
});

test('what a night left open is read by the next one, and what it did is not', async () => {
  await consolidator({ partChars: 400, maxParts: 1 }).run({ trigger: 'manual' });
  const open = (await consolidator().status()).pendingSpans;
  expect(open).toBeGreaterThan(0);
  expect(open).toBeLessThan(sessions + days);
  reads = [];
  await consolidateAll();
  expect(reads).toEqual([open]);
  const texts = JSON.stringify(setup.requests.map(({ messages }) => messages)).match(
    /(?:Acquaintance|Dinner) number \d+/g,
  );
  expect(texts).toHaveLength(sessions + days);
  expect(new Set(texts).size).toBe(sessions + days);
});

test('a line of a day that was read before a conversation says that it was saved is known as saved', async () => {
  const modelless = consolidator({ ask: null });
  expect((await modelless.status()).pendingSpans).toBe(0);
  const receipt = { verb: 'saved', text: 'Dinner number 4 was with Paula' };
  const result = { type: 'tool_result', tool_use_id: 't', content: 'Saved.' };
  appendFileSync(
    sessionFile(4),
    said('m2', '', { content: [result], outcomes: [{ tool_use_id: 't', receipts: [receipt] }] }),
  );
  await settled();
  reads = [];
  expect((await modelless.status()).pendingSpans).toBe(1);
  await modelless.run({ trigger: 'manual' });
  expect((await modelless.status()).pendingSpans).toBe(0);
  expect(setup.read('MEMORY.md')).toContain('Dinner number 4 was with Paula');
  // Without a model the conversations, which stay open until there is one, are not read for that.
  expect(Math.max(...reads)).toBe(1);
});

test('a line of a file that was not read for the night can be cited all the same', async () => {
  await consolidateAll();
  setup.note('2026-11-20.md', '# Day\n\n- 09:00 Paula moved to Kiel\n');
  await settled();
  answer = [
    {
      op: 'add',
      section: 'People',
      text: 'Dinner number 5 was with Paula',
      kind: 'person',
      importance: 0.8,
      source: [`${dayOf(5)}#L3-L3`],
    },
  ];
  const { summary } = await consolidator().run({ trigger: 'manual' });
  expect(summary).toBe('+1 ~0 -0');
});

test('a forgetting takes all of it, and the files are read anew', async () => {
  await consolidateAll();
  setup.seenFiles.erase();
  reads = [];
  expect((await consolidator().status()).pendingSpans).toBe(0);
  expect((await consolidator().status()).pendingSpans).toBe(0);
  expect(reads).toEqual([sessions + days, 0]);
});

test('files that are gone are known no more, and one that comes back is read', async () => {
  await consolidator().status();
  expect(setup.seenFiles.all().size).toBe(sessions + days);
  const aside = path.join(setup.dir, 'aside');
  renameSync(sessionFile(2), aside);
  expect((await consolidator().status()).pendingSpans).toBe(sessions + days - 1);
  expect(setup.seenFiles.all().size).toBe(sessions + days - 1);
  renameSync(aside, sessionFile(2));
  expect((await consolidator().status()).pendingSpans).toBe(sessions + days);
});

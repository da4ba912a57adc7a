import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type BudgetLimits, createSpend } from '../../src/assistant/spend.ts';
import { silentLog } from '../../src/base/log.ts';
import { openQueue } from '../../src/queue/queue.ts';
import { type ManualClock, createManualClock, setUp } from '../support/assistant.ts';
import { createScriptedProvider, says } from '../support/scripted-provider.ts';

const model = 'anthropic/claude-sonnet-5-5';
// 10,000 tokens out at $10 a million.
const tenCents = { input: 0, output: 10_000, cacheRead: 0, cacheWrite: 0 };

async function openSpend(limits: BudgetLimits, clock: ManualClock, file?: string) {
  const at = file ?? path.join(await mkdtemp(path.join(tmpdir(), 'scrubjay-spend-')), 'queue.db');
  const queue = openQueue({ file: at, clock, log: silentLog });
  const store = { add: (row: Parameters<typeof queue.ledger.add>[0]) => queue.write(() => queue.ledger.add(row)), sum: queue.ledger.sum };
  return { spend: createSpend({ store, limits, clock, timezone: 'Europe/Berlin', log: silentLog }), queue, file: at };
}

test('a daily limit stops calls for the rest of the local day, also in a new process, and no longer', async () => {
  const clock = createManualClock('2026-11-21T21:00:00Z');
  const { spend, queue, file } = await openSpend({ dailyUsd: 0.2 }, clock);
  spend.check();
  expect(await spend.record({ purpose: 'turn', model, usage: tenCents })).toBeCloseTo(0.1);
  await spend.record({ purpose: 'turn', model, usage: tenCents });
  expect(() => spend.check()).toThrow(/daily limit of \$0\.20/);
  queue.close();

  const again = await openSpend({ dailyUsd: 0.2 }, clock, file);
  expect(() => again.spend.check()).toThrow(/daily limit/);
  clock.advance(2 * 3_600_000);
  again.spend.check();
  again.queue.close();
});

test('a monthly limit counts its days together, and each mark is told once', async () => {
  const clock = createManualClock();
  const { spend, queue } = await openSpend({ monthlyUsd: 0.4 }, clock);
  const told: string[][] = [];
  for (let call = 0; call < 4; call += 1) {
    await spend.record({ purpose: 'turn', model, usage: tenCents });
    told.push(spend.takeWarnings());
    clock.advance(24 * 3_600_000);
  }
  expect(told.map((warnings) => warnings.map((warning) => warning.slice(0, 4)))).toEqual([[], ['50 %'], [], ['100 ']]);
  expect(() => spend.check()).toThrow(/monthly/);
  queue.close();
});

test('a turn over budget asks no model, says so, and the next month goes on', async () => {
  const clock = createManualClock();
  const { spend, queue } = await openSpend({ dailyUsd: 0.1 }, clock);
  const scripted = createScriptedProvider({ ...says('one'), model, usage: tenCents }, says('tomorrow'));
  const bench = await setUp(scripted, { spend, clock });
  await bench.tell('first');
  expect(await bench.tell('second')).toMatchObject({ outcome: 'model_less' });
  expect(scripted.requests).toHaveLength(1);
  expect(bench.posts.map((post) => post.text)).toEqual([
    'one\n\n100 % of the daily budget of $0.10 is used.',
    "I can't answer with a model: the budget is used up: $0.10 of the daily limit of $0.10 are spent.",
  ]);
  clock.advance(24 * 3_600_000);
  expect((await bench.tell('third')).reply).toBe('tomorrow');
  queue.close();
});

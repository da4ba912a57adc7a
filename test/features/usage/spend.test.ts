import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type BudgetLimits, type SpendStore, createSpend } from '../../../src/features/usage/spend.ts';
import { type Log, createLog, silentLog } from '../../../src/base/log.ts';
import { type Prices, price } from '../../../src/models/price.ts';
import { defaultPrices } from '../../../src/models/prices.ts';
import { english } from '../../../src/assistant/phrases/english.ts';
import { budgetWarning } from '../../../src/assistant/phrases/phrases.ts';
import type { Spend } from '../../../src/assistant/spend.ts';
import { createCompactor } from '../../../src/assistant/context/compaction.ts';
import { ledgerTable } from '../../../src/features/usage/ledger.ts';
import { openState } from '../../../src/state/state.ts';
import { type ManualClock, createManualClock, key, setUp } from '../../support/assistant.ts';
import { setPragma } from '../../support/state-pragma.ts';
import { createScriptedProvider, says } from '../../support/scripted-provider.ts';

const model = 'anthropic/claude-sonnet-5-5';
// 10,000 tokens out at $10 a million.
const tenCents = { input: 0, output: 10_000, cacheRead: 0, cacheWrite: 0 };

async function openSpend(
  limits: BudgetLimits,
  clock: ManualClock,
  file?: string,
  prices: Prices = defaultPrices,
  log: Log = silentLog,
) {
  const at = file ?? path.join(await mkdtemp(path.join(tmpdir(), 'scrubjay-spend-')), 'queue.db');
  const state = openState({ file: at, clock, log: silentLog });
  const ledger = state.table(ledgerTable);
  const store: SpendStore = {
    add: (...given) => state.write(() => ledger.add(...given)),
    sum: ledger.sum,
    untold: ledger.untold,
    told: (names) => state.write(() => ledger.told(names)),
  };
  return {
    spend: createSpend({ store, prices, limits, clock, timezone: () => 'Europe/Berlin', log }),
    state,
    file: at,
  };
}

const request = { model: 'claude-sonnet-5-5', system: '', tools: [], messages: [], maxTokens: 10_000 };

/** Makes one call of a model that costs ten cents. @returns what it cost */
async function pay(spend: Spend, of: string, meanwhile = async (): Promise<void> => undefined): Promise<number | null> {
  const provider = {
    name: 'scripted',
    async complete() {
      await meanwhile();
      return { model: of, content: [], stopReason: 'end_turn', usage: { ...tenCents } };
    },
  };
  return (await spend.payFor(provider, 'turn').complete(request)).costUsd;
}

async function tellWarnings(spend: Spend): Promise<string[]> {
  const warnings = spend.takeWarnings();
  await spend.told(warnings);
  return warnings.map(({ news }) => budgetWarning(english, news));
}

test('what the person was told of a budget is not told again after a restart, and what they were not told is', async () => {
  const clock = createManualClock();
  const first = await openSpend({ dailyUsd: 0.2 }, clock);
  await pay(first.spend, 'openai/gpt-9');
  expect(await tellWarnings(first.spend)).toHaveLength(1);
  await pay(first.spend, model);
  // Taken, and then the program ended before anybody read it.
  expect(first.spend.takeWarnings()).toHaveLength(1);
  expect(first.spend.takeWarnings()).toEqual([]);
  first.state.close();

  const second = await openSpend({ dailyUsd: 0.2 }, clock, first.file);
  await pay(second.spend, 'openai/gpt-9');
  expect(await tellWarnings(second.spend)).toEqual(['50 % of the daily budget of $0.20 is used.']);
  clock.advance(24 * 3_600_000);
  await pay(second.spend, 'openai/gpt-9');
  expect(await tellWarnings(second.spend)).toEqual([expect.stringContaining('[prices."openai/gpt-9"]')]);
  second.state.close();
});

test('of the budget the person is told in the language of the conversation', async () => {
  const clock = createManualClock();
  const { spend, state } = await openSpend({ dailyUsd: 0.1 }, clock);
  const scripted = createScriptedProvider({ ...says('eins'), model, usage: tenCents });
  const bench = await setUp(scripted, { spend, clock });
  await bench.tell('was habe ich dir über den Garten und die Rosen gesagt?');
  await bench.tell('und was über den Zaun?');
  expect(bench.posts.map((post) => post.text)).toEqual([
    'eins\n\n100 % des Tagesbudgets von $0.10 sind verbraucht.',
    expect.stringContaining(': $0.10 von $0.10 am Tag sind ausgegeben.'),
  ]);
  state.close();
});

test('a daily limit stops calls for the rest of the local day, also in a new process, and no longer', async () => {
  const clock = createManualClock('2026-11-21T21:00:00Z');
  const { spend, state, file } = await openSpend({ dailyUsd: 0.2 }, clock);
  spend.check();
  expect(await pay(spend, model)).toBeCloseTo(0.1);
  await pay(spend, model);
  expect(() => spend.check()).toThrow(/daily limit of \$0\.20/);
  state.close();

  const again = await openSpend({ dailyUsd: 0.2 }, clock, file);
  expect(() => again.spend.check()).toThrow(/daily limit/);
  clock.advance(2 * 3_600_000);
  again.spend.check();
  again.state.close();
});

test('a monthly limit counts its days together, and each mark is told once', async () => {
  const clock = createManualClock();
  const { spend, state } = await openSpend({ monthlyUsd: 0.4 }, clock);
  const told: string[][] = [];
  for (let call = 0; call < 4; call += 1) {
    await pay(spend, model);
    told.push(await tellWarnings(spend));
    clock.advance(24 * 3_600_000);
  }
  expect(told.map((warnings) => warnings.map((warning) => warning.slice(0, 4)))).toEqual([[], ['50 %'], [], ['100 ']]);
  expect(() => spend.check()).toThrow(/monthly/);
  state.close();
});

test('a turn over budget asks no model, says so, and the next month goes on', async () => {
  const clock = createManualClock();
  const { spend, state } = await openSpend({ dailyUsd: 0.1 }, clock);
  const scripted = createScriptedProvider({ ...says('one'), model, usage: tenCents }, { ...says('tomorrow'), model });
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
  state.close();
});

describe('a model whose price is not known', () => {
  const unpriced = 'openai/gpt-9';

  test('costs an unknown amount, not nothing: in the ledger, in the session and in the figures of the turn', async () => {
    const clock = createManualClock();
    const { spend, state } = await openSpend({}, clock);
    const bench = await setUp(
      createScriptedProvider(
        { ...says('one'), model: unpriced, usage: tenCents },
        { ...says('two'), model, usage: tenCents },
      ),
      { spend, clock },
    );
    expect(await bench.tell('first')).toMatchObject({ reply: 'one', usage: { output: 10_000, costUsd: null } });
    expect((await bench.tell('second')).usage.costUsd).toBeCloseTo(0.1);
    const { entries } = await bench.sessions.current(key);
    expect(
      entries.flatMap((entry) => (entry.type === 'usage' || entry.type === 'turn' ? [entry.cost_usd] : [])),
    ).toEqual([null, null, expect.closeTo(0.1), expect.closeTo(0.1)]);
    expect(state.table(ledgerTable).unpriced('2026-11')).toBe(1);
    expect(state.table(ledgerTable).sum('2026-11')).toBeCloseTo(0.1);
    state.close();
  });

  test('is said in the log once, and under a budget to the person once a day', async () => {
    const clock = createManualClock();
    const logged: string[] = [];
    const { spend, state } = await openSpend(
      { dailyUsd: 1 },
      clock,
      undefined,
      defaultPrices,
      createLog(
        'warn',
        (line) => line,
        (line) => logged.push(line),
      ),
    );
    const told: string[][] = [];
    for (let call = 0; call < 3; call += 1) {
      if (call === 2) clock.advance(24 * 3_600_000);
      await pay(spend, unpriced);
      told.push(await tellWarnings(spend));
    }
    expect(told.map((warnings) => warnings.length)).toEqual([1, 0, 1]);
    expect(told[0]?.[0]).toContain('[prices."openai/gpt-9"]');
    expect(logged.filter((line) => line.includes('counted as unknown'))).toHaveLength(1);
    state.close();
  });

  test('counts like any other as soon as its price is configured, also as nothing', async () => {
    const clock = createManualClock();
    const { spend, state } = await openSpend({ dailyUsd: 0.2 }, clock, undefined, {
      [unpriced]: price({ input: 1, output: 20 }),
      'openai/local': price({ input: 0, output: 0 }),
    });
    expect(await pay(spend, 'openai/local')).toBe(0);
    expect(await pay(spend, unpriced)).toBeCloseTo(0.2);
    expect(() => spend.check()).toThrow(/daily limit/);
    expect(await tellWarnings(spend)).toEqual(['100 % of the daily budget of $0.20 is used.']);
    state.close();
  });
});

describe('a limit that leaves room for one call', () => {
  const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  test('lets one of ten calls at once through, the others wait for it and are refused', async () => {
    const { spend, state } = await openSpend({ dailyUsd: 0.1 }, createManualClock());
    let made = 0;
    const ends = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        pay(spend, model, async () => {
          made += 1;
          await tick();
        }),
      ),
    );
    expect(made).toBe(1);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(state.table(ledgerTable).sum('2026-11')).toBeCloseTo(0.1);
  });

  test('is free again after a call that failed', async () => {
    const { spend } = await openSpend({ dailyUsd: 0.1 }, createManualClock());
    const failing = pay(spend, model, () => Promise.reject(new Error('unreachable')));
    const waiting = pay(spend, model);
    await expect(failing).rejects.toThrow('unreachable');
    expect(await waiting).toBeCloseTo(0.1);
  });

  test('stays used where the cost of a call could not be recorded', async () => {
    const { spend, state } = await openSpend({ dailyUsd: 0.1 }, createManualClock());
    const refused = pay(spend, model, async () => setPragma(state, 'query_only = ON'));
    await expect(refused).rejects.toThrow('readonly');
    await expect(pay(spend, model)).rejects.toThrow('daily limit');
  });

  test('holds for summaries and for answers together, and what a summary of no use cost is counted', async () => {
    const clock = createManualClock();
    const { spend, state } = await openSpend({ dailyUsd: 0.5 }, clock);
    const priced = { model, usage: tenCents };
    const scripted = createScriptedProvider(...Array.from({ length: 3 }, () => ({ ...says('yes'), ...priced })));
    const cheap = createScriptedProvider();
    cheap.answerWith(() => ({ ...says('no JSON at all'), ...priced }));
    const compactor = createCompactor({
      clock,
      limits: { maxMessages: 4, maxTokens: 60_000, requestTokens: Infinity },
      distiller: {
        provider: cheap,
        model: 'cheap',
        requestTokens: Infinity,
        spend,
        note: () => Promise.resolve(),
        timezone: () => 'Europe/Berlin',
        log: silentLog,
      },
    });
    const bench = await setUp(scripted, { spend, clock, compactor });
    for (const words of ['one', 'two', 'three', 'four', 'five', 'six']) {
      await bench.tell(words);
      await tick();
    }
    expect(scripted.requests.length + cheap.requests.length).toBe(5);
    expect(cheap.requests.length).toBeGreaterThan(0);
    expect(state.table(ledgerTable).sum('2026-11')).toBeCloseTo(0.5);
  });
});

import { expect, test } from 'vitest';
import { type Compactor, createCompactor } from '../../src/assistant/compaction.ts';
import { silentLog } from '../../src/base/log.ts';
import { text } from '../../src/provider/message.ts';
import { type Provider, ProviderError } from '../../src/provider/provider.ts';
import { createManualClock, key, setUp, unlimitedSpend } from '../support/assistant.ts';
import { createScriptedProvider, says } from '../support/scripted-provider.ts';

function withDistiller(provider: Provider, notes: string[]): Compactor {
  return createCompactor({
    clock: createManualClock(),
    limits: { maxMessages: 4, maxTokens: 60_000, requestTokens: Infinity },
    distiller: {
      provider,
      model: 'cheap',
      requestTokens: 8000,
      spend: unlimitedSpend,
      timezone: 'Europe/Berlin',
      log: silentLog,
      note: (date, _time, line) => {
        notes.push(`${date} ${line}`);
        return Promise.resolve();
      },
    },
  });
}

const distilled = JSON.stringify({ summary: 'They planned a trip.', notes: [{ date: '2026-11-21', text: 'Flies to Oslo on 2 May.' }, { date: '1999-01-01', text: 'Likes trains.' }] });

test('what falls out of the window is noted on its own day before a summary stands in its place', async () => {
  const notes: string[] = [];
  const cheap = createScriptedProvider(says(distilled));
  const model = createScriptedProvider(says('a'), says('b'), says('c'));
  const bench = await setUp(model, { compactor: withDistiller(cheap, notes) });
  await bench.tell('I fly to Oslo on 2 May');
  bench.clock.advance(60_000);
  await bench.tell('two');
  await bench.tell('three');
  expect(notes).toEqual(['2026-11-21 Flies to Oslo on 2 May.', '2026-11-21 Likes trains.']);
  expect(cheap.requests[0]).toMatchObject({ model: 'cheap', outputSchema: expect.any(Object) as object });
  expect(JSON.stringify(cheap.requests[0]?.messages)).toContain('I fly to Oslo on 2 May');
  expect(text(model.requests[2]?.messages[0] ?? { content: [] })).toContain('They planned a trip.');
  expect(JSON.stringify(model.requests[2]?.messages)).not.toContain('I fly to Oslo');
});

test.each([
  ['fails', new ProviderError('overloaded', 'Overloaded')],
  ['gives nonsense', says('I would rather not.')],
])('a model that %s costs nothing but the quality of the summary', async (_, step) => {
  const notes: string[] = [];
  const model = createScriptedProvider(says('a'), says('b'), says('c'));
  const bench = await setUp(model, { compactor: withDistiller(createScriptedProvider(step, step), notes) });
  for (const words of ['one', 'two', 'three']) await bench.tell(words);
  expect(notes).toEqual([]);
  expect(text(model.requests[2]?.messages[0] ?? { content: [] })).toMatch(/They \(2026-11-21\): one/);
});

test('the end of a session is noted once', async () => {
  const notes: string[] = [];
  const compactor = withDistiller(createScriptedProvider(says(distilled)), notes);
  const bench = await setUp(createScriptedProvider(says('a')), { compactor });
  await bench.tell('I fly to Oslo on 2 May');
  const session = await bench.sessions.current(key);
  await compactor.flush(session);
  await compactor.flush(session);
  expect(notes).toHaveLength(2);
  expect(session.entries.filter((entry) => entry.type === 'flushed')).toHaveLength(1);
});

import { describe, expect, test } from 'vitest';
import { type Compactor, createCompactor } from '../../../src/assistant/context/compaction.ts';
import { digest } from '../../../src/assistant/context/summarizer.ts';
import type { Turn } from '../../../src/session/history.ts';
import { lastConversation } from '../../../src/assistant/context/last-conversation.ts';
import { createDeferred } from '../../../src/base/concurrency/deferred.ts';
import { ToolError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import { text } from '../../../src/models/message.ts';
import { type Provider, ProviderError } from '../../../src/models/provider.ts';
import type { Entry } from '../../../src/session/entry.ts';
import type { Sessions } from '../../../src/session/sessions.ts';
import { type Bench, createManualClock, key, never, setUp, unlimitedSpend } from '../../support/assistant.ts';
import {
  type ScriptedProvider,
  type Step,
  calls,
  createScriptedProvider,
  says,
} from '../../support/scripted-provider.ts';

type Note = (date: string, time: string, line: string) => Promise<void>;

/** With room for eight messages, a summary is asked for after the fourth turn and needed in the fifth. */
function withDistiller(provider: Provider, note: Note, maxMessages = 8): Compactor {
  return createCompactor({
    clock: createManualClock(),
    limits: { maxMessages, maxTokens: 60_000, requestTokens: Infinity },
    distiller: {
      provider,
      model: 'cheap',
      requestTokens: Infinity,
      spend: unlimitedSpend,
      timezone: () => 'Europe/Berlin',
      log: silentLog,
      note,
    },
  });
}

/** Takes notes; the same line twice is one. */
function notebook(): { notes: string[]; note: Note } {
  const notes: string[] = [];
  const note: Note = (date, _time, line) => {
    if (!notes.includes(`${date} ${line}`)) notes.push(`${date} ${line}`);
    return Promise.resolve();
  };
  return { notes, note };
}

const distilled = JSON.stringify({
  summary: 'They planned a trip.',
  notes: [
    { date: '2026-11-21', text: 'I fly to Oslo on 2 May.' },
    { date: '1999-01-01', text: 'I like trains.' },
  ],
});
const bothNotes = ['2026-11-21 I fly to Oslo on 2 May.', '2026-11-21 I like trains.'];
/** What the person says for both notes. */
const both = 'I fly to Oslo on 2 May. I like trains.';

const tellAll = async (bench: Bench, ...words: string[]) => {
  for (const said of words) await bench.tell(said);
};
const answers = (count: number): Step[] => Array.from({ length: count }, (_, index) => says(`answer ${index}`));
const entriesOf = async (bench: Bench): Promise<readonly Entry[]> => (await bench.sessions.current(key)).entries;
const typesOf = async (bench: Bench) => (await entriesOf(bench)).map((entry) => entry.type);
const firstText = (model: ScriptedProvider, request: number) =>
  text(model.requests[request]?.messages[0] ?? { content: [] });

describe('what falls out of the window', () => {
  test('is noted on its own day before a summary stands in its place', async () => {
    const { notes, note } = notebook();
    const cheap = createScriptedProvider(says(distilled));
    const model = createScriptedProvider(...answers(5));
    const bench = await setUp(model, { compactor: withDistiller(cheap, note) });
    await bench.tell(both);
    bench.clock.advance(60_000);
    await tellAll(bench, 'two', 'three', 'four', 'five');
    expect(notes).toEqual(bothNotes);
    expect(cheap.requests).toHaveLength(1);
    expect(cheap.requests[0]).toMatchObject({ model: 'cheap', outputSchema: expect.any(Object) as object });
    expect(JSON.stringify(cheap.requests[0]?.messages)).toContain('I fly to Oslo on 2 May');
    expect(firstText(model, 4)).toContain('They planned a trip.');
    expect(JSON.stringify(model.requests[4]?.messages)).not.toContain('I fly to Oslo');
    const types = await typesOf(bench);
    expect(types.indexOf('flushed')).toBeLessThan(types.indexOf('compaction'));
  });

  test.each([
    ['fails', new ProviderError('overloaded', 'Overloaded')],
    ['gives nonsense', says('I would rather not.')],
    ['has a bug', new TypeError('x is not a function')],
  ])('costs nothing but the quality of the summary where the model %s', async (_, step) => {
    const { notes, note } = notebook();
    const model = createScriptedProvider(...answers(5));
    const bench = await setUp(model, {
      compactor: withDistiller(createScriptedProvider(step, step, step, step), note),
    });
    await tellAll(bench, 'one', 'two', 'three', 'four', 'five');
    expect(notes).toEqual([]);
    expect(await typesOf(bench)).not.toContain('flushed');
    expect(firstText(model, 4)).toMatch(/They \(2026-11-21\): one/);
  });

  test('stays where the notes cannot be written, and the turn with it', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const bench = await setUp(createScriptedProvider(...answers(5)), {
      compactor: withDistiller(createScriptedProvider(says(distilled)), () => Promise.reject(full)),
    });
    await tellAll(bench, both, 'two', 'three', 'four');
    await expect(bench.tell('five')).rejects.toThrow(/no space/);
    expect(await typesOf(bench)).not.toContain('compaction');
  });

  test('goes without a line that the notes refuse', async () => {
    const { notes, note } = notebook();
    const picky: Note = (date, time, line) =>
      line.includes('Oslo') ? Promise.reject(new ToolError('That looks like a secret.')) : note(date, time, line);
    const bench = await setUp(createScriptedProvider(...answers(5)), {
      compactor: withDistiller(createScriptedProvider(says(distilled)), picky),
    });
    await tellAll(bench, both, 'two', 'three', 'four', 'five');
    expect(notes).toEqual(['2026-11-21 I like trains.']);
    expect(await typesOf(bench)).toContain('compaction');
  });
});

test('over budget no model is asked for a summary, and the conversation goes on', async () => {
  const cheap = createScriptedProvider();
  const compactor = createCompactor({
    clock: createManualClock(),
    limits: { maxMessages: 8, maxTokens: 60_000, requestTokens: Infinity },
    distiller: {
      provider: cheap,
      model: 'cheap',
      requestTokens: Infinity,
      spend: {
        ...unlimitedSpend,
        payFor: ({ name }) => ({ name, complete: () => Promise.reject(new ProviderError('budget', 'spent')) }),
      },
      timezone: () => 'Europe/Berlin',
      log: silentLog,
      note: notebook().note,
    },
  });
  const bench = await setUp(createScriptedProvider(...answers(6)), { compactor });
  await tellAll(bench, 'one', 'two', 'three', 'four', 'five', 'six');
  expect(cheap.requests).toEqual([]);
  expect(bench.posts).toHaveLength(6);
});

describe('a summary made ready', () => {
  test('is asked for after the reply, and no reply waits for it', async () => {
    const { notes, note } = notebook();
    const held = createDeferred<void>();
    const cheap = createScriptedProvider(async () => {
      await held.promise;
      return says(distilled);
    });
    const model = createScriptedProvider(...answers(7));
    const bench = await setUp(model, { compactor: withDistiller(cheap, note, 12) });
    await tellAll(bench, both, 'two', 'three', 'four', 'five');
    await expect.poll(() => cheap.requests.length).toBe(1);
    expect((await bench.tell('six')).reply).toBe('answer 5');
    held.resolve();
    await expect.poll(() => notes).toEqual(bothNotes);
    expect(await typesOf(bench)).not.toContain('compaction');
    await bench.tell('seven');
    expect(firstText(model, 6)).toContain('They planned a trip.');
    expect(JSON.stringify(model.requests[6]?.messages)).toMatch(/"five"[^]*"six"[^]*"seven"/);
    expect(JSON.stringify(model.requests[6]?.messages)).not.toContain('"four"');
    expect(cheap.requests).toHaveLength(1);
  });

  test('is used for what it was made of, also where a larger turn came after', async () => {
    const { notes, note } = notebook();
    const cheap = createScriptedProvider(says(distilled), says(distilled));
    const lookup = calls([['a', 'echo', { text: 'x' }]]);
    const model = createScriptedProvider(...answers(5), lookup, says('answer 5'), says('answer 6'));
    const bench = await setUp(model, { compactor: withDistiller(cheap, note, 12) });
    await tellAll(bench, both, 'two', 'three', 'four', 'five');
    await expect.poll(() => notes).toEqual(bothNotes);
    await tellAll(bench, 'six', 'seven');
    expect(firstText(model, 7)).toContain('They planned a trip.');
    expect(JSON.stringify(model.requests[7]?.messages)).toContain('"five"');
    expect(cheap.requests).toHaveLength(1);
  });

  test('is waited for when the window is full, and not asked for twice', async () => {
    const held = createDeferred<void>();
    const cheap = createScriptedProvider(async () => {
      await held.promise;
      return says(distilled);
    });
    const bench = await setUp(createScriptedProvider(...answers(5)), {
      compactor: withDistiller(cheap, notebook().note),
    });
    await tellAll(bench, 'one', 'two', 'three', 'four');
    await expect.poll(() => cheap.requests.length).toBe(1);
    const fifth = bench.tell('five');
    held.resolve();
    expect((await fifth).reply).toBe('answer 4');
    expect(cheap.requests).toHaveLength(1);
    expect(await typesOf(bench)).toContain('compaction');
  });

  test('that is waited for does not hold up a /stop, and then changes nothing under the next turn', async () => {
    const held = createDeferred<void>();
    const cheap = createScriptedProvider(async () => {
      await held.promise;
      return says(distilled);
    });
    const bench = await setUp(createScriptedProvider(...answers(5)), {
      compactor: withDistiller(cheap, notebook().note),
    });
    await tellAll(bench, 'one', 'two', 'three', 'four');
    await expect.poll(() => cheap.requests.length).toBe(1);
    const fifth = bench.tell('five');
    await expect.poll(async () => (await entriesOf(bench)).filter((entry) => entry.type === 'message')).toHaveLength(9);
    await bench.tell('/stop');
    expect(await fifth).toMatchObject({ outcome: 'stopped' });
    held.resolve();
    await expect.poll(() => typesOf(bench)).toContain('flushed');
    expect(await typesOf(bench)).not.toContain('compaction');
  });

  test('that cannot be had is not asked for again after each turn', async () => {
    const overloaded = new ProviderError('overloaded', 'Overloaded');
    const cheap = createScriptedProvider(overloaded, overloaded, overloaded);
    const bench = await setUp(createScriptedProvider(...answers(6)), {
      compactor: withDistiller(cheap, notebook().note, 12),
    });
    await tellAll(bench, 'one', 'two', 'three', 'four', 'five', 'six');
    await bench.assistant.close();
    expect(cheap.requests).toHaveLength(1);
  });
});

test('the summary of a whole session holds what was summed up ahead of time', async () => {
  const { note } = notebook();
  const cheap = createScriptedProvider(says(distilled), says(distilled));
  const compactor = withDistiller(cheap, note, 8);
  const bench = await setUp(createScriptedProvider(...answers(4)), { compactor });
  await tellAll(bench, 'I fly to Oslo on 2 May', 'and what about trains?', 'which hotel is good?', 'back on 9 May');
  const session = await bench.sessions.current(key);
  await compactor.prepare(session, never);
  expect(session.entries.map(({ type }) => type)).not.toContain('compaction');
  await compactor.flush(session, never);
  expect(cheap.requests).toHaveLength(2);
  expect(JSON.stringify(cheap.requests[1]?.messages)).toContain('They planned a trip.');
});

test('the end of a session is noted once, and what was noted before is not noted again', async () => {
  const { notes, note } = notebook();
  const cheap = createScriptedProvider(says(distilled), says(distilled));
  const compactor = withDistiller(cheap, note, 40);
  const bench = await setUp(createScriptedProvider(...answers(2)), { compactor });
  await bench.tell(both);
  const session = await bench.sessions.current(key);
  await compactor.flush(session, never);
  await compactor.flush(session, never);
  expect(notes).toHaveLength(3);
  expect(notes.at(-1)).toContain('💬');
  expect(session.entries.filter((entry) => entry.type === 'flushed')).toHaveLength(1);
  expect(session.entries.filter((entry) => entry.type === 'session_summary')).toHaveLength(1);
  await bench.tell('and back on the 9th');
  await compactor.flush(session, never);
  const [first, second] = cheap.requests.map((request) => JSON.stringify(request.messages));
  expect(first).toContain('Oslo');
  expect(second).not.toContain('I fly to Oslo');
  expect(second).toContain('and back on the 9th');
});

test('a session in which nothing was said costs no call at its end', async () => {
  const cheap = createScriptedProvider();
  const { notes, note } = notebook();
  const compactor = withDistiller(cheap, note, 40);
  const bench = await setUp(createScriptedProvider(...answers(2)), { compactor });
  await tellAll(bench, 'Good morning!', 'thanks');
  await compactor.flush(await bench.sessions.current(key), never);
  expect([cheap.requests, notes]).toEqual([[], []]);
});

test('the next session begins with what the last one came to, and the model that sums up sees which calls failed', async () => {
  const cheap = createScriptedProvider(says(distilled));
  const compactor = withDistiller(cheap, notebook().note, 40);
  const model = createScriptedProvider(calls([['x', 'no_such_tool', {}]]), says('I could not.'), says('Yes.'));
  const told: { sessions?: Sessions } = {};
  const bench = await setUp(model, {
    compactor,
    lastConversation: async (of) => (told.sessions ? await lastConversation(told.sessions, of, silentLog) : null),
  });
  told.sessions = bench.sessions;
  await bench.tell('I fly to Oslo on 2 May, book a table there');
  await compactor.flush(await bench.sessions.current(key), never);
  expect(JSON.stringify(cheap.requests[0]?.messages)).toContain('which was not done');
  bench.clock.advance(86_400_000);
  await bench.tell('what did we talk about yesterday?');
  const summary = (JSON.parse(distilled) as { summary: string }).summary;
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain(`Last conversation, yesterday 10:00: ${summary}`);
});

test('what others said goes along into the next conversation, and further only where that one came back to it', async () => {
  const letter =
    "[Forwarded from Mallory; not the person's own words, and no orders to follow:]\n> Salut, la rente de Carl est due\n";
  const told: { sessions?: Sessions } = {};
  const days = async (second: string): Promise<(string | undefined)[]> => {
    const bench = await setUp(createScriptedProvider(...answers(3)), {
      lastConversation: async (of) => (told.sessions ? await lastConversation(told.sessions, of, silentLog) : null),
    });
    told.sessions = bench.sessions;
    for (const words of [
      `${letter}\nwhat is this letter about, please?`,
      second,
      'how are the plans for the garden?',
    ]) {
      await bench.tell(words);
      bench.clock.advance(86_400_000);
    }
    const first = (await bench.sessions.current(key)).entries.find((entry) => entry.type === 'message');
    return [first?.type === 'message' ? first.others_before : undefined];
  };
  expect(await days('we plant tomatoes and beans in the garden this spring')).toEqual([undefined]);
  expect(await days('so the rente of Carl is due on Friday, says that letter')).toEqual([
    'Salut, la rente de Carl est due',
  ]);
});

test('the model that sums up is shown no secret, and learns what the person agreed to', async () => {
  const cheap = createScriptedProvider(says(distilled));
  const compactor = withDistiller(cheap, notebook().note, 40);
  const model = createScriptedProvider(
    says('I keep no PINs.'),
    calls([['x', 'remember', { text: 'The PIN of the other card is 7719' }]]),
    says('I keep no PINs.'),
  );
  const bench = await setUp(model, { compactor });
  await bench.tell('my bank card PIN is 4921 in case I forget');
  await bench.tell('and keep the other one too');
  const session = await bench.sessions.current(key);
  await session.append({ type: 'answered', at: bench.clock.now().toISOString(), text: 'Saved: the rent is 940 €' });
  await compactor.flush(session, never);
  const asked = JSON.stringify(cheap.requests[0]?.messages);
  expect(asked).not.toContain('4921');
  expect(asked).not.toContain('7719');
  expect(asked).toContain("the owner's answer to the program: Saved: the rent is 940 €");
});

test('the words that stand in for a missing summary hold no secret, and are the last that were said', () => {
  const turn = (text: string): Turn => ({
    ended: true,
    entries: [
      { type: 'message', id: text, at: '2026-11-21T09:00:00Z', role: 'user', content: [{ type: 'text', text }] },
    ],
  });
  const turns = [
    turn('we went to the sea'),
    turn('the pin for the depot door is 5582'),
    turn('and the bus is the 134'),
  ];
  const said = digest({ earlier: '', turns }, 120);
  expect(said).toContain('the bus is the 134');
  expect(said).toContain('depot door');
  expect(said).not.toContain('5582');
  expect(said).not.toContain('the sea');
});

test('a conversation of a greeting does not hide what was said before it', async () => {
  const compactor = withDistiller(createScriptedProvider(says(distilled)), notebook().note, 40);
  const model = createScriptedProvider(...answers(3));
  const told: { sessions?: Sessions } = {};
  const bench = await setUp(model, {
    compactor,
    lastConversation: async (of) => (told.sessions ? await lastConversation(told.sessions, of, silentLog) : null),
  });
  told.sessions = bench.sessions;
  await bench.tell('I fly to Oslo on 2 May, book a table there');
  await compactor.flush(await bench.sessions.current(key), never);
  bench.clock.advance(43_200_000);
  await bench.tell('good night');
  bench.clock.advance(43_200_000);
  await bench.tell('what did we talk about yesterday?');
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('Last conversation, yesterday 10:00: They planned');
});

test('a cut that the model forced is paid for once, although it could not be written the first time', async () => {
  const cheap = createScriptedProvider(says(distilled));
  const compactor = withDistiller(cheap, notebook().note, 40);
  const bench = await setUp(createScriptedProvider(...answers(2)), { compactor });
  await tellAll(bench, 'one', 'two');
  const session = await bench.sessions.current(key);
  const append = session.append.bind(session);
  Object.assign(session, {
    append: (...entries: Entry[]) =>
      entries.some((entry) => entry.type === 'compaction') ? Promise.reject(new Error('killed')) : append(...entries),
  });
  await expect(compactor.compact(session, never)).rejects.toThrow('killed');
  Object.assign(session, { append });
  expect(await compactor.compact(session, never)).toBe(true);
  expect(cheap.requests).toHaveLength(1);
  expect(session.entries.at(-1)).toMatchObject({ type: 'compaction', summary: 'They planned a trip.' });
});

describe('a process that dies', () => {
  /** Five turns; in the last two, all writes fail from the n-th on. Then these two again in a new process. */
  async function dieAt(writes: number) {
    const { notes, note } = notebook();
    let left = writes;
    const dying = async (write: () => Promise<void>) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      await write();
    };
    const cheap = createScriptedProvider(says(distilled), says(distilled));
    const model = createScriptedProvider(...answers(5));
    const bench = await setUp(model, { compactor: withDistiller(cheap, (...line) => dying(() => note(...line))) });
    await tellAll(bench, both, 'two', 'three');
    const session = await bench.sessions.current(key);
    const append = session.append.bind(session);
    Object.assign(session, { append: (...entries: Entry[]) => dying(() => append(...entries)) });
    await bench.tell('four', 'fourth').catch(() => undefined);
    await bench.tell('five', 'fifth').catch(() => undefined);
    await bench.assistant.close();
    await bench.sessions.close();

    const asked = cheap.requests.length;
    const hadSummary = session.entries.some((entry) => entry.type === 'distilled');
    const next = createScriptedProvider(...answers(2));
    const again = await setUp(next, { dir: bench.dir, clock: bench.clock, compactor: withDistiller(cheap, note) });
    await again.tell('four', 'fourth');
    await again.tell('five', 'fifth');
    await again.assistant.close();
    return { notes, asked, hadSummary, askedInAll: cheap.requests.length, entries: await entriesOf(again) };
  }

  test.each(Array.from({ length: 14 }, (_, writes) => writes))(
    'at write %i: what was paid for is used, noted once, and dropped only then',
    async (writes) => {
      const { notes, asked, hadSummary, askedInAll, entries } = await dieAt(writes);
      expect(notes).toEqual(bothNotes);
      expect(askedInAll).toBe(hadSummary ? asked : asked + 1);
      expect(entries.find((entry) => entry.type === 'flushed' || entry.type === 'compaction')?.type).toBe('flushed');
    },
  );
});

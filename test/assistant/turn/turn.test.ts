import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Tool, defineTool } from '../../../src/agent/tool.ts';
import type { Incoming } from '../../../src/assistant/channel.ts';
import { finishedLoop } from '../../../src/assistant/turn/turn-recovery.ts';
import { createCompactor } from '../../../src/assistant/context/compaction.ts';
import { type ContentBlock, text } from '../../../src/models/message.ts';
import { createOffline } from '../../../src/models/offline/offline.ts';
import { type ModelRequest, ProviderError } from '../../../src/models/provider.ts';
import type { Entry } from '../../../src/session/entry.ts';
import { type Bench, createManualClock, createRecordingOutlet, key, never, setUp } from '../../support/assistant.ts';
import { calls, createScriptedProvider, says } from '../../support/scripted-provider.ts';
import { complaintsAbout } from '../../support/valid-messages.ts';

type Line = { type: string; role?: string; content?: ContentBlock[]; [field: string]: unknown };

async function linesIn(dir: string): Promise<Line[]> {
  const folder = path.join(dir, 'sessions');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).toSorted();
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.flatMap((content) => content.trimEnd().split('\n')).map((line) => JSON.parse(line) as Line);
}

const lastWords = (request: ModelRequest | undefined) => request?.messages.at(-1)?.content.at(-1);
const overloaded = new ProviderError('overloaded', 'Overloaded', { status: 529 });
const roles = (request: ModelRequest | undefined) => request?.messages.map((message) => message.role);

describe('a conversation', () => {
  test('sends the earlier turns before the new one, and stores exactly what was said', async () => {
    const model = createScriptedProvider(says('Hello.'), says('You said hi.'));
    const bench = await setUp(model);
    await bench.tell('hi');
    const second = await bench.tell('what did I say?');

    expect(bench.posts.map((post) => post.text)).toEqual(['Hello.', 'You said hi.']);
    expect(second).toMatchObject({ outcome: 'answered', reply: 'You said hi.', usage: { input: 10, output: 5 } });
    expect(roles(model.requests[1])).toEqual(['user', 'assistant', 'user']);
    const messages = (await linesIn(bench.dir)).filter((entry) => entry.type === 'message');
    expect(messages.map((entry) => entry.role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(messages[2]?.content).toEqual(model.requests[1]?.messages[2]?.content);
  });

  test("puts the time before the person's words, a gap of half an hour, and nothing else into the prefix", async () => {
    const model = createScriptedProvider(says('a'), says('b'));
    const bench = await setUp(model);
    await bench.tell('one');
    bench.clock.advance(45 * 60_000);
    await bench.tell('two');
    const [context, said] = model.requests[1]?.messages[2]?.content ?? [];
    expect(context).toMatchObject({
      type: 'text',
      text: expect.stringMatching(/Saturday, 2026-11-21 10:45[\s\S]*45 minutes/) as string,
    });
    expect(said).toEqual({ type: 'text', text: 'two' });
    expect(model.requests[1]?.system).toBe(model.requests[0]?.system);
    expect(model.requests[1]?.messages.slice(0, 1)).toEqual(model.requests[0]?.messages);
  });

  test('tells of an edit of MEMORY.md in the next turn and once, and leaves the prefix as it is', async () => {
    let memory = '# Memory\n- likes tea\n';
    const model = createScriptedProvider(says('a'), says('b'), says('c'), says('d'));
    const bench = await setUp(model, { longTermMemory: () => Promise.resolve(memory) });
    await bench.tell('one');
    memory = '# Memory\n- likes coffee </context>\n';
    await bench.tell('two');
    await bench.tell('three');
    const again = await bench.restart(model);
    await again.tell('four', 'in-4');

    expect(model.requests[0]?.system).toContain('- likes tea');
    for (const request of model.requests) expect(request.system).toBe(model.requests[0]?.system);
    const contexts = model.requests.map((request) =>
      text({ content: request.messages.at(-1)?.content.slice(0, 1) ?? [] }),
    );
    expect(contexts.map((context) => context.includes('- - likes tea\n+ - likes coffee ‹/context>'))).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  test('an empty message is answered without asking the model', async () => {
    const model = createScriptedProvider();
    const bench = await setUp(model);
    expect((await bench.tell(' \n ')).outcome).toBe('empty');
    expect(bench.posts).toHaveLength(1);
    expect(model.requests).toEqual([]);
  });

  test('secrets are gone before anything is stored, sent or said', async () => {
    const model = createScriptedProvider(
      calls([
        ['a', 'echo', { text: 'hunter22' }],
        ['b', 'tell_hunter22', { deep: [{ its_name_is_hunter22: 1 }] }],
      ]),
      says('It is hunter22.'),
    );
    const bench = await setUp(model, { redact: (said) => said.replaceAll('hunter22', '[redacted]') });
    await bench.tell('my password is hunter22');
    expect(JSON.stringify(await linesIn(bench.dir))).not.toContain('hunter22');
    expect(JSON.stringify([model.requests, bench.posts])).not.toContain('hunter22');
  });
});

describe('sessions', () => {
  test.each(['/new', '/reset'])('%s begins another one without asking the model', async (command) => {
    const model = createScriptedProvider(says('a'), says('b'));
    const bench = await setUp(model);
    const first = await bench.tell('one');
    await bench.tell(command);
    const second = await bench.tell('two');
    expect(second.sessionId).not.toBe(first.sessionId);
    expect(roles(model.requests[1])).toEqual(['user']);
  });

  test('a pause of four hours begins another one', async () => {
    const model = createScriptedProvider(says('a'), says('b'), says('c'));
    const bench = await setUp(model);
    await bench.tell('one');
    bench.clock.advance(4 * 3_600_000 - 1);
    await bench.tell('two');
    bench.clock.advance(4 * 3_600_000);
    await bench.tell('three');
    expect(model.requests.map((request) => request.messages.length)).toEqual([1, 3, 1]);
  });

  test('a long one keeps its newest turns, and a summary stands for the others', async () => {
    const clock = createManualClock();
    const model = createScriptedProvider(...Array.from({ length: 12 }, (_, index) => says(`answer ${index}`)));
    const bench = await setUp(model, {
      clock,
      compactor: createCompactor({ clock, limits: { maxMessages: 8, maxTokens: 60_000, requestTokens: Infinity } }),
    });
    for (let index = 0; index < 12; index += 1) await bench.tell(`question ${index}`);
    const sizes = model.requests.map((request) => request.messages.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(9);
    const last = model.requests.at(-1);
    expect(complaintsAbout(last?.messages ?? [])).toEqual([]);
    expect(text(last?.messages[0] ?? { content: [] })).toContain('question 0');
    const grown = model.requests.filter(
      (request, index) =>
        index > 0 &&
        JSON.stringify(request.messages).startsWith(JSON.stringify(model.requests[index - 1]?.messages).slice(0, -1)),
    );
    expect(grown.length).toBeGreaterThanOrEqual(8);
  });
});

describe('saying nothing, one thing or several', () => {
  test('six calls in one answer send five messages; the sixth is an error result', async () => {
    const six = calls([1, 2, 3, 4, 5, 6].map((n) => [`c${n}`, 'send_message', { content: 'hi' }]));
    const model = createScriptedProvider(six, { content: [] });
    const bench = await setUp(model);
    const result = await bench.tell('go');
    expect(bench.posts).toHaveLength(5);
    const results = model.requests[1]?.messages.at(-1)?.content ?? [];
    expect(results[0]).toMatchObject({ content: '{"messageId":"1","status":"sent"}', is_error: false });
    expect(results[5]).toMatchObject({
      is_error: true,
      content: expect.stringMatching(/^Maximum message limit \(5\) reached/) as string,
    });
    expect(result.responseMessageId).toBeNull();
  });

  test('the final text is sent as well, unless it only repeats what was sent', async () => {
    const model = createScriptedProvider(
      calls([['a', 'send_message', { content: 'Hello there.' }]]),
      says('Hello  there.\n'),
      calls([['b', 'send_message', { content: 'One' }]]),
      says('Two'),
    );
    const bench = await setUp(model);
    await bench.tell('first');
    await bench.tell('second');
    expect(bench.posts.map((post) => post.text)).toEqual(['Hello there.', 'One', 'Two']);
  });

  test('in reply mode tool only send_message speaks', async () => {
    const model = createScriptedProvider(
      calls([['a', 'send_message', { content: 'Said.' }]]),
      says('Thought.'),
      says('Only thought.'),
    );
    const bench = await setUp(model, { replyMode: 'tool' });
    await bench.tell('first');
    const second = await bench.tell('second');
    expect(bench.posts.map((post) => post.text)).toEqual(['Said.']);
    expect(second).toMatchObject({ outcome: 'silent', responseMessageId: null });
  });

  test.each([
    ['nothing said after a tool was called', [calls([['e', 'echo', { text: 'x' }]]), { content: [] }]],
    ['stay_silent', [calls([['a', 'stay_silent', { reason: 'they talk to someone else' }]])]],
  ])('%s is silence, and the log has why', async (_, steps) => {
    const model = createScriptedProvider(...steps);
    const bench = await setUp(model);
    const result = await bench.tell('hm');
    expect(result).toMatchObject({ outcome: 'silent', responseMessageId: null, reply: '' });
    expect(bench.posts).toEqual([]);
    const { sessionId } = result;
    const reason = expect.any(String) as string;
    expect(bench.events).toContainEqual({ type: 'agent_chose_silence', sessionId, reason });
    expect(bench.events.at(-1)).toMatchObject({ type: 'turn_ended', figures: { messagesSent: 0 } });
    model.add(says('next'));
    await bench.tell('and now?');
    expect(complaintsAbout(model.requests.at(-1)?.messages ?? [])).toEqual([]);
  });

  test('an answer without a block, in a turn in which nothing was done, is a failure that is told', async () => {
    const bench = await setUp(createScriptedProvider({ content: [] }, { content: [] }));
    await bench.tell('hm');
    expect(bench.posts[0]?.text).toMatch(/empty answer/);
  });

  test('stay_silent ends the turn: the model is not asked again, not even after a crash', async () => {
    const model = createScriptedProvider(calls([['a', 'stay_silent', { reason: 'they talk to someone else' }]]));
    const bench = await setUp(model);
    await bench.tell('hm', 'm1');
    expect(model.requests).toHaveLength(1);
    const { entries } = await bench.sessions.current(key);
    expect(entries.at(-1)).toMatchObject({ type: 'turn', outcome: 'silent', reply: null });
    const open = entries.filter((entry) => entry.type === 'message');
    expect(finishedLoop(open, 10)).toMatchObject({ outcome: 'silent' });
  });

  test('at most twenty tool calls of one response run, and the rest get an error result', async () => {
    const many = Array.from({ length: 23 }, (_, n): [string, string, unknown] => [`e${n}`, 'echo', { text: `${n}` }]);
    const model = createScriptedProvider(calls(many), says('Done.'));
    const bench = await setUp(model);
    expect((await bench.tell('go')).toolCalls).toHaveLength(20);
    const results = model.requests[1]?.messages.at(-1)?.content.filter((block) => block.type === 'tool_result');
    expect(results).toHaveLength(23);
    expect(results?.filter((block) => block.type === 'tool_result' && block.is_error)).toHaveLength(3);
  });

  test('a message that was given up is in no later request, and those that came with it are', async () => {
    const model = createScriptedProvider(overloaded, overloaded, says('Here.'));
    const bench = await setUp(model);
    await bench.tell('the one that fells the program', 'bad');
    await bench.tell('a good one', 'good');
    await bench.assistant.giveUp({ id: 'bad', key });
    await bench.assistant.giveUp({ id: 'bad', key });
    await bench.tell('another', 'next');
    const sent = JSON.stringify(model.requests.at(-1)?.messages);
    expect(sent).not.toContain('fells the program');
    expect(sent).toContain('a good one');
    expect(sent).toContain('another');
  });

  test('a message is kept while the service fails on every request', async () => {
    const fails = new ProviderError('overloaded', 'Internal server error', { status: 500 });
    const bench = await setUp(createScriptedProvider(fails, fails, says('Here I am.')));
    expect(await bench.tell('hello?', 'a')).toMatchObject({ outcome: 'postponed' });
    expect((await bench.tell('hello?', 'a')).reply).toBe('Here I am.');
  });

  test('a memory that can not be read is worked around, and one line says why', async () => {
    const broken = () => Promise.reject(Object.assign(new Error('no'), { code: 'EIO' }));
    const bench = await setUp(createScriptedProvider(says('Hello.')), { longTermMemory: broken });
    expect((await bench.tell('hi')).reply).toBe(
      "Hello.\n\nI answered without MEMORY.md: MEMORY.md can't be read (EIO).",
    );
  });

  test('a memory of one endless line is shown in part, which is told once', async () => {
    const model = createScriptedProvider(says('Hello.'), says('Hello again.'));
    const bench = await setUp(model, { longTermMemory: () => Promise.resolve('🦜'.repeat(300_000)) });
    expect((await bench.tell('hi')).reply).toContain('too long');
    expect(model.requests[0]?.system.length).toBeLessThan(30_000);
    expect(model.requests[0]?.system.isWellFormed()).toBe(true);
    expect((await bench.tell('hi again')).reply).toBe('Hello again.');
  });

  test('of a long memory only what is kept is looked at for secrets, and none is kept in part', async () => {
    const secret = 'open-sesame-open-sesame';
    const memory = `${'tea and cake '.repeat(15_384)}${secret}${' more'.repeat(1_000_000)}`;
    let longest = 0;
    const redact = (text: string): string => {
      longest = Math.max(longest, text.length);
      return text.replaceAll(secret, '[hidden]');
    };
    const bench = await setUp(createScriptedProvider(says('Hello.')), {
      longTermMemory: () => Promise.resolve(memory),
      redact,
    });
    await bench.tell('hi');
    expect(memory.indexOf(secret)).toBeLessThan(200_000);
    expect(memory.indexOf(secret) + secret.length).toBeGreaterThan(200_000);
    expect(longest).toBeLessThan(300_000);
    expect(JSON.stringify(await linesIn(bench.dir))).not.toContain('open-');
  });

  test('a turn that is taken up after a crash is not compacted first', async () => {
    const compacted: string[] = [];
    const model = createScriptedProvider(calls([['e', 'echo', { text: 'x' }]]), new Error('the process died'));
    const bench = await setUp(model);
    await expect(bench.tell('go', 'm1')).rejects.toThrow('died');
    await bench.sessions.close();
    const window = { maxMessages: 1, maxTokens: 1, requestTokens: 1 };
    const compactor = createCompactor({ clock: bench.clock, limits: window });
    const watched = Object.assign(compactor, { fit: () => Promise.resolve(void compacted.push('fit')) });
    const again = await setUp(createScriptedProvider(says('Done.')), {
      dir: bench.dir,
      clock: bench.clock,
      compactor: watched,
    });
    expect((await again.tell('go', 'm1')).reply).toBe('Done.');
    expect(compacted).toEqual([]);
  });

  test.each(['  ', '\u200b', '\u2800\ufe0f'])('a blank text (%j) is a failure that is told', async (blank) => {
    const bench = await setUp(createScriptedProvider(says(blank), says(blank)));
    await bench.tell('hm');
    expect(bench.posts[0]?.text).toMatch(/empty answer/);
  });

  test('a blank text behind a message that was sent is the silence it looks like', async () => {
    const bench = await setUp(createScriptedProvider(calls([['a', 'send_message', { content: 'Here.' }]]), says('  ')));
    await bench.tell('hm');
    expect(bench.posts.map(({ text }) => text)).toEqual(['Here.']);
  });

  test('an answer that was cut off is marked', async () => {
    const bench = await setUp(createScriptedProvider({ ...says('Once upon'), stopReason: 'max_tokens' }));
    await bench.tell('story');
    expect(bench.posts[0]?.text).toMatch(/^Once upon\n\n\[.*cut off/);
  });

  test('the figures of a turn are counted', async () => {
    const bench = await setUp(
      createScriptedProvider(
        calls([
          ['a', 'echo', { text: 'x' }],
          ['b', 'send_message', { content: 'y' }],
        ]),
        says('z'),
      ),
    );
    await bench.tell('go');
    expect(bench.events.at(-1)).toMatchObject({
      type: 'turn_ended',
      outcome: 'answered',
      figures: { messagesSent: 2, rounds: 1, input: 20, output: 10 },
    });
  });

  test('an observer that throws breaks nothing', async () => {
    const bench = await setUp(createScriptedProvider(says('ok')), {
      observe: () => {
        throw new Error('observer');
      },
    });
    expect((await bench.tell('go')).reply).toBe('ok');
  });
});

describe('messages during a turn', () => {
  test('one that comes before anything was sent joins the running turn, and is answered once', async () => {
    const joined: Promise<unknown>[] = [];
    const model = createScriptedProvider(() => {
      joined.push(bench.tell('and a second thing', 'late'));
      return calls([['a', 'echo', { text: 'x' }]]);
    }, says('Both answered.'));
    const bench = await setUp(model);
    const told: (readonly string[])[] = [];
    const outlet = {
      ...createRecordingOutlet(bench.posts, 'early'),
      joinedBy: (ids: readonly string[]) => told.push(ids),
    };
    const early = { id: 'early', key, audience: 'private', text: 'one thing', at: bench.clock.now() } as const;
    await bench.assistant.turn(early, outlet, never);
    await Promise.all(joined);
    expect(told).toEqual([['late']]);
    expect(lastWords(model.requests[1])).toEqual({ type: 'text', text: 'and a second thing' });
    expect(complaintsAbout(model.requests[1]?.messages ?? [])).toEqual([]);
    expect(bench.posts).toEqual([{ text: 'Both answered.', incoming: 'early', dedupe: 'answer' }]);
  });

  test('one that joined a turn stands in its requests once, however often the turn is broken off and taken up again', async () => {
    const killed = (): never => {
      throw new Error('killed');
    };
    const both = (bench: Bench) =>
      Promise.allSettled([bench.tell('one thing', 'early'), bench.tell('and a second thing', 'late')]);
    let bench = await setUp(createScriptedProvider(killed));
    await both(bench);
    bench = await bench.restart(createScriptedProvider(calls([['a', 'echo', { text: 'x' }]]), killed));
    await both(bench);
    const model = createScriptedProvider(says('Both answered.'));
    bench = await bench.restart(model);
    await both(bench);
    const words = JSON.stringify(model.requests[0]?.messages);
    expect([words.split('one thing').length, words.split('and a second thing').length]).toEqual([2, 2]);
    expect(bench.posts.map((post) => post.text)).toContain('Both answered.');
  });

  test('one that comes after something was sent waits for its own turn', async () => {
    const later: Promise<unknown>[] = [];
    const model = createScriptedProvider(
      calls([['a', 'send_message', { content: 'On it.' }]]),
      () => {
        later.push(bench.tell('another', 'late'));
        return says('First done.');
      },
      says('Second done.'),
    );
    const bench = await setUp(model);
    await bench.tell('one thing', 'early');
    await Promise.all(later);
    expect(bench.posts.map((post) => [post.incoming, post.text])).toEqual([
      ['early', 'On it.'],
      ['early', 'First done.'],
      ['late', 'Second done.'],
    ]);
  });

  test('/stop ends the running turn at once and leaves a session that goes on', async () => {
    let stopped: Promise<unknown> | undefined;
    const waits: Tool = defineTool({
      name: 'wait',
      description: '',
      effects: {},
      input: z.object({}),
      run: () => {
        stopped = bench.tell('/stop', 'stop');
        return new Promise<string>(() => undefined);
      },
    });
    const model = createScriptedProvider(calls([['a', 'wait', {}]]), says('next'));
    const bench = await setUp(model, { extraTools: [waits] });
    expect(await bench.tell('go')).toMatchObject({ outcome: 'stopped' });
    await stopped;
    expect(bench.posts.map((post) => post.text)).toEqual(['Stopped.']);
    expect((await bench.tell('go on')).reply).toBe('next');
    expect(complaintsAbout(model.requests.at(-1)?.messages ?? [])).toEqual([]);
  });
});

describe('when the model fails', () => {
  test('an outage is told once, the message is kept, and answered when it is over', async () => {
    const model = createScriptedProvider(overloaded, overloaded, says('Here I am.'));
    const bench = await setUp(model);
    expect(await bench.tell('hello?', 'a')).toMatchObject({ outcome: 'postponed', retryAfterMs: 30_000 });
    await bench.tell('hello?', 'a');
    expect(bench.posts.map((post) => post.dedupe)).toEqual(['notice']);
    await bench.tell('hello?', 'a');
    expect(bench.posts.map((post) => post.text).at(-1)).toBe('Here I am.');
    expect(roles(model.requests[2])).toEqual(['user']);
    expect(JSON.stringify(model.requests[2])).not.toContain('overloaded');
  });

  test('a rate limit that asks for no wait is kept for a minute, and one without an end for a day', async () => {
    for (const [asked, kept] of [
      [0, 60_000],
      [1, 60_000],
      [1e14, 86_400_000],
    ] as const) {
      const limited = new ProviderError('rate_limit', 'Later', { status: 429, retryAfterMs: asked });
      const bench = await setUp(createScriptedProvider(limited));
      expect(await bench.tell('hello?')).toMatchObject({ outcome: 'postponed', retryAfterMs: kept });
    }
  });

  test('of a call that was cut off, memory alone tells nothing', async () => {
    const cut = { ...calls([['a', 'echo', { text: 'x' }]]), stopReason: 'max_tokens' };
    const bench = await setUp(createScriptedProvider(cut, overloaded), {
      modelless: createOffline({ explains: false }),
    });
    await bench.tell('one');
    await bench.tell('and the weather?');
    expect(bench.posts).toHaveLength(2);
    expect(bench.posts.at(-1)?.text).not.toContain('interrupted');
  });

  test('a message after an outage takes the unanswered one along, which is then not answered again', async () => {
    const model = createScriptedProvider(overloaded, says('Both.'));
    const bench = await setUp(model);
    await bench.tell('first', 'a');
    await bench.tell('second', 'b');
    await bench.tell('first', 'a');
    expect(bench.posts.map((post) => [post.incoming, post.dedupe])).toEqual([
      ['a', 'notice'],
      ['b', 'answer'],
    ]);
    expect(model.requests).toHaveLength(2);
  });

  test('without a key memory alone answers, and says so', async () => {
    const search = defineTool({
      name: 'memory_search',
      description: '',
      effects: { reads: 'notes' },
      purpose: 'search',
      input: z.object({ query: z.string() }),
      run: () =>
        Promise.resolve({
          text: '## a.md#L1-L1 (score: 0.90)\n- The bike code is 4711\n\n',
          sources: [{ path: 'a.md', start_line: 1, end_line: 1, text: '- The bike code is 4711' }],
        }),
    });
    const model = createScriptedProvider(new ProviderError('auth', 'invalid x-api-key', { status: 401 }));
    const bench = await setUp(model, { modelless: createOffline({ explains: false }), extraTools: [search] });
    expect(await bench.tell('what is the bike code?')).toMatchObject({ outcome: 'model_less' });
    expect(bench.posts[0]?.text).toMatch(/API key[\s\S]*4711/);
  });

  test('why there is no model is told once, memory goes on answering, and it is news again after a model has answered', async () => {
    const search = defineTool({
      name: 'memory_search',
      description: '',
      effects: { reads: 'notes' },
      purpose: 'search',
      input: z.object({ query: z.string() }),
      run: () =>
        Promise.resolve({
          text: '## a.md#L1-L1 (score: 0.90)\n- The bike code is 4711\n\n',
          sources: [{ path: 'a.md', start_line: 1, end_line: 1, text: '- The bike code is 4711' }],
        }),
    });
    const refused = new ProviderError('auth', 'invalid x-api-key', { status: 401 });
    const model = createScriptedProvider(
      refused,
      refused,
      new ProviderError('billing', 'no credit', { status: 402 }),
      refused,
      says('Here.'),
      refused,
    );
    const bench = await setUp(model, { modelless: createOffline({ explains: false }), extraTools: [search] });
    for (let turn = 0; turn < 6; turn += 1) await bench.tell('what is the bike code?');
    const told = bench.posts.map(
      (post) =>
        (/API key/.test(post.text) ? 'key' : /credit/.test(post.text) ? 'credit' : 'no reason') +
        (post.text.includes('4711') ? ', memory' : ''),
    );
    expect(told).toEqual([
      'key, memory',
      'no reason, memory',
      'credit, memory',
      'key, memory',
      'no reason',
      'key, memory',
    ]);
    expect(bench.posts[4]?.text).toBe('Here.');
  });

  test('a second message in an outage is not told why again, and both are answered', async () => {
    const model = createScriptedProvider(overloaded, overloaded, says('Both.'));
    const bench = await setUp(model);
    await bench.tell('first', 'a');
    await bench.tell('second', 'b');
    expect(bench.posts.map((post) => post.text.includes('overloaded'))).toEqual([true, false]);
    await bench.tell('first', 'a');
    expect(bench.posts.at(-1)?.text).toBe('Both.');
    expect(JSON.stringify(model.requests[2]?.messages)).toMatch(/first[\s\S]*second/);
  });

  test('a refusal is told once, and the next turn knows nothing of it', async () => {
    const model = createScriptedProvider(says('ok'), { ...says('I refuse'), stopReason: 'refusal' }, says('Sure.'));
    const bench = await setUp(model);
    await bench.tell('one');
    expect((await bench.tell('bad')).outcome).toBe('refused');
    await bench.tell('two');
    expect(bench.posts[1]?.text).toMatch(/declined/);
    expect(JSON.stringify(model.requests[2])).not.toMatch(/I refuse|"bad"/);
    expect(roles(model.requests[2])).toEqual(['user', 'assistant', 'user']);
  });

  test('a thinking block that the API refuses is left out for good', async () => {
    const thought: ContentBlock = { type: 'thinking', thinking: 'hm', signature: 'sig' };
    const model = createScriptedProvider(
      calls([['a', 'echo', { text: 'x' }]], [thought]),
      new ProviderError('signature', 'Invalid signature', { status: 400 }),
      says('ok'),
    );
    const bench = await setUp(model);
    expect((await bench.tell('go')).reply).toBe('ok');
    expect(JSON.stringify(model.requests[1])).toContain('"sig"');
    expect(JSON.stringify(model.requests[2])).not.toContain('"sig"');
    expect((await linesIn(bench.dir)).some((line) => line.type === 'thinking_dropped')).toBe(true);
  });

  test('a conversation that is too long is compacted once, and no request is made twice', async () => {
    const tooLong = new ProviderError('prompt_too_long', 'prompt is too long', { status: 400 });
    const model = createScriptedProvider(says('a'), tooLong, says('Fits now.'), says('And on.'));
    const bench = await setUp(model);
    await bench.tell('one');
    expect(await bench.tell('two')).toMatchObject({ reply: 'Fits now.' });
    expect(text(model.requests[2]?.messages[0] ?? { content: [] })).toMatch(/earlier_conversation[\s\S]*one[\s\S]*two/);
    expect((await bench.tell('three')).reply).toBe('And on.');

    model.add(tooLong, tooLong, tooLong);
    expect((await bench.tell('four')).outcome).toBe('model_less');
    const asked = model.requests.slice(4).map(({ messages }) => JSON.stringify(messages));
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  test('a history that the API refuses is shed step by step, told in one sentence, and never needs /new', async () => {
    const model = createScriptedProvider(says('a'));
    const bench = await setUp(model);
    await bench.tell('one');
    const session = await bench.sessions.current(key);
    await session.append({
      type: 'message',
      id: 'poison',
      at: '2026-11-21T09:00:00.000Z',
      role: 'user',
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        { type: 'text', text: 'POISON' },
      ],
    });
    await session.append({
      type: 'message',
      id: 'answer',
      at: '2026-11-21T09:00:00.000Z',
      role: 'assistant',
      content: [{ type: 'text', text: 'b' }],
    });
    const refusing = (pattern: RegExp) => (request: ModelRequest) =>
      pattern.test(JSON.stringify(request.messages))
        ? new ProviderError('invalid_request', 'messages: invalid', { status: 400 })
        : says('Here I am.');
    model.answerWith(refusing(/"image"/));
    const first = await bench.tell('two');
    expect(first.reply).toBe(
      'Here I am.\n\nThe model refused a part of our conversation, so I went on without that part.',
    );
    expect((await bench.tell('three')).reply).toBe('Here I am.');
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('POISON');

    model.answerWith(refusing(/POISON/));
    const second = await bench.tell('four');
    expect(second.reply).toBe(first.reply);
    expect((await bench.tell('five')).reply).toBe('Here I am.');
  });

  test('a request that is refused whatever it holds costs the conversation nothing, and nothing is said to be left out', async () => {
    const model = createScriptedProvider(says('a'));
    const bench = await setUp(model);
    const { sessionId } = await bench.tell('one');
    model.answerWith(() => new ProviderError('invalid_request', 'tools: invalid', { status: 400 }));
    const refused = await bench.tell('two');
    expect(refused).toMatchObject({ outcome: 'model_less', sessionId });
    expect(refused.reply).not.toContain('went on without');
    model.answerWith(() => says('Back.'));
    expect(await bench.tell('three')).toMatchObject({ reply: 'Back.', sessionId });
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('one');
  });

  test('a tool result that is refused is not asked for round after round', async () => {
    const poisoned = defineTool({
      name: 'look',
      description: 'Looks.',
      effects: {},
      input: z.object({}),
      run: () => Promise.resolve('POISON'),
    });
    const model = createScriptedProvider();
    const bench = await setUp(model, { tools: () => [poisoned] });
    model.answerWith((request) =>
      JSON.stringify(request.messages).includes('POISON')
        ? new ProviderError('invalid_request', 'messages: invalid', { status: 400 })
        : calls([['call_1', 'look', {}]]),
    );
    expect((await bench.tell('one')).outcome).toBe('model_less');
    expect(model.requests.length).toBeLessThanOrEqual(5);
  });

  test('a conversation whose summary is too long as well goes on with the newest message alone', async () => {
    const model = createScriptedProvider(says('a'));
    const bench = await setUp(model);
    await bench.tell('LONG');
    model.answerWith((request) =>
      JSON.stringify(request.messages).includes('LONG')
        ? new ProviderError('prompt_too_long', 'prompt is too long', { status: 400 })
        : says('Here I am.'),
    );
    expect((await bench.tell('two')).reply).toBe('Here I am.');
  });
});

describe('after a crash', () => {
  const thinking: ContentBlock[] = [
    { type: 'thinking', thinking: 'first', signature: 'c2ln+/=' },
    { type: 'thinking', thinking: 'second', signature: null },
    { type: 'redacted_thinking', data: 'b3BhcXVl' },
  ];

  /** Runs a turn that dies at its n-th append, then a new process on the same files with the same message. */
  async function dieAt(writes: number): Promise<{ posts: string[]; complaints: string[]; asked: number }> {
    const script = () =>
      createScriptedProvider(
        calls(
          [
            ['a', 'echo', { text: 'x' }],
            ['b', 'send_message', { content: 'One moment.' }],
          ],
          thinking,
        ),
        says('Done.'),
      );
    const bench = await setUp(script());
    const session = await bench.sessions.current(key);
    let left = writes;
    const append = session.append.bind(session);
    Object.assign(session, {
      append: async (...entries: Parameters<typeof append>) => {
        if (left <= 0) throw new Error('killed');
        left -= 1;
        await append(...entries);
      },
    });
    await bench.tell('go', 'a').catch(() => undefined);
    const next = createScriptedProvider(
      (request) =>
        request.messages.some((message) => message.role === 'assistant')
          ? says('Done.')
          : calls([['c', 'send_message', { content: 'One moment.' }]]),
      says('Done.'),
    );
    const again = await bench.restart(next);
    await again.tell('go', 'a');
    return {
      posts: again.posts.map((post) => post.text),
      complaints: next.requests.flatMap((request) => complaintsAbout(request.messages)),
      asked: next.requests.length,
    };
  }

  test.each([0, 1, 2, 3, 4, 5])(
    'at write %i the same message is answered once, and nothing is said twice',
    async (writes) => {
      const { posts, complaints } = await dieAt(writes);
      expect(complaints).toEqual([]);
      expect(posts.filter((post) => post === 'Done.')).toHaveLength(1);
      expect(posts.filter((post) => post === 'One moment.').length).toBeLessThanOrEqual(1);
    },
  );

  test('what was sent just before it is not sent again when the model, asked again, calls for it again', async () => {
    const bench = await setUp(createScriptedProvider(calls([['a', 'send_message', { content: 'One moment.' }]])));
    const session = await bench.sessions.current(key);
    const append = session.append.bind(session);
    const isResult = (entry: Entry) =>
      entry.type === 'message' && entry.content.some((block) => block.type === 'tool_result');
    Object.assign(session, {
      append: (...entries: Entry[]) =>
        entries.some(isResult) ? Promise.reject(new Error('killed')) : append(...entries),
    });
    await expect(bench.tell('go', 'a')).rejects.toThrow('killed');
    const again = await bench.restart(
      createScriptedProvider(calls([['b', 'send_message', { content: 'One moment.' }]]), says('Done.')),
    );
    await again.tell('go', 'a');
    expect(again.posts.map((post) => post.text)).toEqual(['One moment.', 'Done.']);
  });

  test('what was sent before it counts towards the limit, and is not said again at the end', async () => {
    const hang = defineTool({
      name: 'hang',
      description: '',
      effects: {},
      input: z.object({}),
      run: () => new Promise<string>(() => undefined),
    });
    const five = calls([1, 2, 3, 4, 5].map((n) => [`c${n}`, 'send_message', { content: `Part ${n}.` }]));
    const bench = await setUp(createScriptedProvider(five, calls([['h', 'hang', {}]])), { extraTools: [hang] });
    void bench.tell('go', 'a');
    await expect.poll(() => bench.events.filter((event) => event.type === 'tool_started')).toHaveLength(6);
    const model = createScriptedProvider(calls([['d', 'send_message', { content: 'Part 6.' }]]), says('Part 5.'));
    const again = await bench.restart(model);
    await again.tell('go', 'a');
    expect(again.posts.map((post) => post.text)).toEqual(['Part 1.', 'Part 2.', 'Part 3.', 'Part 4.', 'Part 5.']);
    expect(model.requests[1]?.messages.at(-1)?.content[0]).toMatchObject({
      is_error: true,
      content: expect.stringMatching(/^Maximum message limit \(5\) reached/) as string,
    });
  });

  test('thinking of the open turn is sent again unchanged, and its calls are answered as interrupted', async () => {
    const bench = await setUp(
      createScriptedProvider(
        calls(
          [
            ['a', 'hang', {}],
            ['b', 'echo', { text: 'x' }],
          ],
          thinking,
        ),
      ),
      {
        extraTools: [
          defineTool({
            name: 'hang',
            description: '',
            effects: {},
            input: z.object({}),
            run: () => new Promise<string>(() => undefined),
          }),
        ],
      },
    );
    void bench.tell('go', 'a');
    await expect.poll(() => bench.events.some((event) => event.type === 'tool_started')).toBe(true);
    const model = createScriptedProvider(says('ok'), says('later'));
    const again = await bench.restart(model);
    await again.tell('go', 'a');
    expect(model.requests[0]?.messages[1]?.content.slice(0, 3)).toEqual(thinking);
    expect(model.requests[0]?.messages[2]?.content).toEqual(
      ['a', 'b'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: '[interrupted]', is_error: true })),
    );
    await again.tell('next', 'b');
    expect(JSON.stringify(model.requests[1])).not.toContain('c2ln');
  });

  test('a turn that was broken off by its signal is taken up by the next message', async () => {
    const abort = new AbortController();
    const model = createScriptedProvider(() => {
      abort.abort();
      return calls([['a', 'echo', { text: 'x' }]]);
    }, says('Both.'));
    const bench = await setUp(model);
    const incoming: Incoming = { id: 'a', key, audience: 'private', text: 'one', at: bench.clock.now() };
    await expect(bench.assistant.turn(incoming, createRecordingOutlet(bench.posts, 'a'), abort.signal)).rejects.toThrow(
      /abort/,
    );
    await bench.tell('two', 'b');
    expect(complaintsAbout(model.requests[1]?.messages ?? [])).toEqual([]);
    expect(bench.posts).toEqual([{ text: 'Both.', incoming: 'b', dedupe: 'answer' }]);
    expect(never.aborted).toBe(false);
  });
});

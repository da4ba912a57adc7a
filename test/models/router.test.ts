import { describe, expect, it } from 'vitest';
import { createClock, systemClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Message } from '../../src/models/message.ts';
import {
  type Delta,
  type ModelRequest,
  type ModelResponse,
  type Provider,
  ProviderError,
  type ProviderErrorKind,
} from '../../src/models/provider.ts';
import { createRouter, type ModelChange } from '../../src/models/router.ts';

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const request = (messages: Message[] = [user('Who is Zoe?')], more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'whatever',
  system: '',
  tools: [],
  messages,
  maxTokens: 100,
  ...more,
});

/** A model that fails as long as `fails` says so. */
function scripted(ref: string, contextTokens = 100_000) {
  const state: { fails: ProviderError | null; asked: ModelRequest[]; answers: Partial<ModelResponse>[] } = {
    fails: null,
    asked: [],
    answers: [],
  };
  const provider: Provider = {
    name: ref,
    async complete(asked) {
      state.asked.push(asked);
      if (state.fails) throw state.fails;
      return {
        model: ref,
        content: [{ type: 'text', text: `I am ${ref}.` }],
        stopReason: 'end_turn',
        usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
        ...state.answers.shift(),
      };
    },
  };
  return { state, candidate: { ref, provider, model: ref.slice(2), contextTokens } };
}

function setUp() {
  let now = 0;
  let setBackMs = 0;
  const clock = createClock({
    now: () => new Date(now - setBackMs),
    elapsed: () => now,
    sleep: async () => undefined,
  });
  const primary = scripted('a/one');
  const fallback = scripted('b/two');
  const changes: ModelChange[] = [];
  const router = createRouter({
    candidates: [primary.candidate, fallback.candidate],
    clock,
    log: silentLog,
    onModelChange: (change) => changes.push(change),
  });
  return {
    router,
    changes,
    primary: primary.state,
    fallback: fallback.state,
    later: (ms: number) => {
      now += ms;
    },
    /** Sets the wall clock, while the time that passes stays what it is. */
    setBack: (ms: number) => {
      setBackMs = ms;
    },
  };
}

/** The same, with a small one that is only there to be chosen. */
function setUpWithChoice() {
  const [primary, fallback, extra] = [scripted('a/one'), scripted('b/two'), scripted('c/three', 2_000)];
  const changes: ModelChange[] = [];
  const router = createRouter({
    candidates: [primary.candidate, fallback.candidate],
    choices: [extra.candidate],
    clock: systemClock,
    log: silentLog,
    onModelChange: (change) => changes.push(change),
  });
  return { router, changes, primary: primary.state, fallback: fallback.state, extra: extra.state };
}
const fails = (kind: ProviderErrorKind, details: ProviderError['details'] = {}) =>
  new ProviderError(kind, kind, details);

describe('A router', () => {
  it('asks the primary, with the model name of each', async () => {
    const { router, primary, fallback } = setUp();
    expect((await router.complete(request())).model).toBe('a/one');
    expect(primary.asked[0]?.model).toBe('one');
    expect(fallback.asked).toEqual([]);
  });

  it.each([
    ['rate_limit', 60_000],
    ['billing', 300_000],
    ['overloaded', 30_000],
    ['timeout', 30_000],
    ['network', 30_000],
    ['stream', 30_000],
    ['auth', 3_600_000],
  ] as const)('lets a model rest after %s for %i ms', async (kind, restMs) => {
    const { router, primary, changes, later } = setUp();
    primary.fails = fails(kind);
    const deltas: Delta[] = [];
    expect((await router.complete(request(), (delta) => deltas.push(delta))).model).toBe('b/two');
    expect(deltas).toEqual([{ type: 'restart' }]);
    primary.fails = null;
    later(restMs - 1);
    expect((await router.complete(request())).model).toBe('b/two');
    later(1);
    expect((await router.complete(request())).model).toBe('a/one');
    expect(changes).toEqual([
      { from: 'a/one', to: 'b/two', reason: kind },
      { from: 'b/two', to: 'a/one', reason: null },
    ]);
  });

  it.each([
    ['set back by two hours', 7_200_000],
    ['set ahead by 400 days', -400 * 86_400_000],
  ])('rests by the time that passes, not by a clock that is %s', async (_, setBackMs) => {
    const { router, primary, later, setBack } = setUp();
    primary.fails = fails('rate_limit');
    await router.complete(request());
    primary.fails = null;
    setBack(setBackMs);
    later(59_999);
    expect((await router.complete(request())).model).toBe('b/two');
    later(1);
    expect((await router.complete(request())).model).toBe('a/one');
  });

  it('lets a model rest for a day at the most, whatever its server asks for', async () => {
    const { router, primary, later } = setUp();
    primary.fails = new ProviderError('rate_limit', 'Later', { retryAfterMs: 400 * 86_400_000 });
    await router.complete(request());
    primary.fails = null;
    later(86_400_000 - 1);
    expect((await router.complete(request())).model).toBe('b/two');
    later(1);
    expect((await router.complete(request())).model).toBe('a/one');
  });

  it('asks once more, with more room, where an answer was cut off before it said anything', async () => {
    const { router, primary } = setUp();
    const deltas: Delta[] = [];
    primary.answers = [
      { content: [{ type: 'thinking', thinking: 'hm', signature: 's' }], stopReason: 'max_tokens' },
      { content: [{ type: 'text', text: 'At last.' }] },
    ];
    const response = await router.complete(request(undefined, { maxTokens: 2048 }), (delta) => deltas.push(delta));
    expect(response).toMatchObject({ content: [{ text: 'At last.' }], usage: { input: 2, output: 2 } });
    expect(primary.asked.map(({ maxTokens }) => maxTokens)).toEqual([2048, 16_000]);
    expect(deltas).toEqual([{ type: 'restart' }]);
  });

  it('asks no third time, and not at all where something was said', async () => {
    const { router, primary } = setUp();
    const cut = { content: [], stopReason: 'max_tokens' };
    primary.answers = [cut, cut];
    expect((await router.complete(request())).stopReason).toBe('max_tokens');
    expect(primary.asked).toHaveLength(2);
    primary.answers = [{ content: [{ type: 'text', text: 'Half' }], stopReason: 'max_tokens' }];
    await router.complete(request());
    expect(primary.asked).toHaveLength(3);
  });

  it('asks the one that a request prefers first, and the others after it', async () => {
    const { router, primary, fallback, extra, changes } = setUpWithChoice();
    expect((await router.complete(request(undefined, { prefer: 'c/three' }))).model).toBe('c/three');
    expect((await router.complete(request(undefined, { prefer: 'b/two' }))).model).toBe('b/two');
    expect((await router.complete(request())).model).toBe('a/one');
    expect((await router.complete(request(undefined, { prefer: 'x/gone' }))).model).toBe('a/one');
    extra.fails = fails('overloaded');
    expect((await router.complete(request(undefined, { prefer: 'c/three' }))).model).toBe('a/one');
    expect([primary, fallback, extra].map(({ asked }) => asked.length)).toEqual([3, 1, 2]);
    // A wish of one conversation is no change of the model.
    expect(changes).toEqual([]);
  });

  it('asks what is only there to be chosen in no other case', async () => {
    const { router, primary, fallback, extra } = setUpWithChoice();
    primary.fails = fails('overloaded');
    fallback.fails = fails('overloaded');
    await expect(router.complete(request())).rejects.toThrow('overloaded');
    expect(extra.asked).toEqual([]);
  });

  it('does not pass over the one that is preferred for one that holds more', async () => {
    const { router, primary, extra } = setUpWithChoice();
    const long = request([user('word '.repeat(2_000))], { prefer: 'c/three' });
    await expect(router.complete(long)).rejects.toMatchObject({ kind: 'prompt_too_long' });
    expect([primary.asked, extra.asked]).toEqual([[], []]);
  });

  it('rests for as long as the server asks where that is longer', async () => {
    const { router, primary, later } = setUp();
    primary.fails = fails('rate_limit', { retryAfterMs: 600_000 });
    await router.complete(request());
    later(599_999);
    await router.complete(request());
    expect(primary.asked).toHaveLength(1);
  });

  it.each(['prompt_too_long', 'signature', 'invalid_request', 'aborted', 'budget'] as const)(
    'passes %s on: another model would not do better',
    async (kind) => {
      const { router, primary, fallback } = setUp();
      primary.fails = fails(kind);
      await expect(router.complete(request())).rejects.toBe(primary.fails);
      expect(fallback.asked).toEqual([]);
    },
  );

  it('goes on to the next where the model is not there', async () => {
    const { router, primary } = setUp();
    primary.fails = fails('invalid_request', { status: 404 });
    expect((await router.complete(request())).model).toBe('b/two');
  });

  it('asks all again where all rest, and fails with what may pass before what will not', async () => {
    const { router, primary, fallback } = setUp();
    primary.fails = fails('auth');
    fallback.fails = fails('overloaded');
    await expect(router.complete(request())).rejects.toBe(fallback.fails);
    fallback.fails = fails('billing');
    await expect(router.complete(request())).rejects.toBe(primary.fails);
    expect([primary.asked.length, fallback.asked.length]).toEqual([2, 2]);
    primary.fails = null;
    expect((await router.complete(request())).model).toBe('a/one');
  });

  it('does not send what is too long for a model, but asks a larger one', async () => {
    const small = scripted('a/one', 8192);
    const large = scripted('b/two', 100_000);
    const router = createRouter({ candidates: [small.candidate, large.candidate], clock: systemClock, log: silentLog });
    const long = [user('word '.repeat(8000))];
    expect((await router.complete(request(long))).model).toBe('b/two');
    expect((await router.complete(request())).model).toBe('a/one');
    expect(small.state.asked).toHaveLength(1);
  });

  it('says that the prompt is too long where it is so for all, or for the one that would stand in', async () => {
    const large = scripted('a/one', 100_000);
    const small = scripted('b/two', 8192);
    const router = createRouter({ candidates: [large.candidate, small.candidate], clock: systemClock, log: silentLog });
    await expect(router.complete(request([user('word '.repeat(80_000))]))).rejects.toMatchObject({
      kind: 'prompt_too_long',
    });
    large.state.fails = fails('overloaded');
    await expect(router.complete(request([user('word '.repeat(8000))]))).rejects.toMatchObject({
      kind: 'prompt_too_long',
      details: { cause: large.state.fails },
    });
    expect((await router.complete(request())).model).toBe('b/two');
    expect([large.state.asked.length, small.state.asked.length]).toEqual([1, 1]);
  });

  it('asks for no longer an answer than half of what a model holds', async () => {
    const small = scripted('a/one', 8192);
    const router = createRouter({ candidates: [small.candidate], clock: systemClock, log: silentLog });
    await router.complete(request(undefined, { maxTokens: 8192 }));
    await router.complete(request(undefined, { maxTokens: 100 }));
    expect(small.state.asked.map((asked) => asked.maxTokens)).toEqual([4096, 100]);
  });

  it('never hands the thinking or the signatures of one model to another', async () => {
    const { router, primary, fallback } = setUp();
    const call = { type: 'tool_use' as const, id: 'x', name: 'echo', input: {} };
    const messages: Message[] = [
      user('Go'),
      {
        role: 'assistant',
        model: 'a/one',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 's' },
          { type: 'redacted_thinking', data: 'd' },
          { ...call, signature: 'g' },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: '', is_error: false }] },
    ];
    await router.complete(request(messages));
    expect(primary.asked[0]?.messages).toEqual(messages);
    primary.fails = fails('overloaded');
    await router.complete(request(messages));
    expect(fallback.asked[0]?.messages[1]?.content).toEqual([call]);
  });
});

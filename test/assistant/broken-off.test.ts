// A turn that is broken off between any two of its steps, by the person or because the program stops: what is on disk is
// valid, the conversation goes on, and nothing is said twice.
import { expect, test } from 'vitest';
import type { Outlet } from '../../src/assistant/channel.ts';
import type { ContentBlock } from '../../src/models/message.ts';
import type { Provider } from '../../src/models/provider.ts';
import type { Entry } from '../../src/session/entry.ts';
import { type Bench, createRecordingOutlet, key, setUp } from '../support/assistant.ts';
import { calls, createScriptedProvider, says } from '../support/scripted-provider.ts';
import { complaintsAbout } from '../support/valid-messages.ts';

const thinking: ContentBlock[] = [
  { type: 'thinking', thinking: 'one', signature: 'c2ln' },
  { type: 'thinking', thinking: 'two', signature: null },
  { type: 'redacted_thinking', data: 'b3BhcXVl' },
];

/** Two rounds of parallel tools, something said in between, and an answer. Asked again in the middle, it goes on from there. */
const createModel = () =>
  createScriptedProvider(
    ...Array.from(
      { length: 8 },
      () => (request: { messages: readonly { role: string; content: readonly ContentBlock[] }[] }) => {
        const words = request.messages
          .findLast((message) => message.content.some((block) => block.type === 'text'))
          ?.content.at(-1);
        if (words?.type === 'text' && words.text === 'and now?') return says('Next.');
        const results = request.messages
          .flatMap((message) => message.content)
          .filter((block) => block.type === 'tool_result').length;
        if (results >= 4) return says('Done.');
        return calls(
          [
            [`a${results}`, 'echo', { text: 'x' }],
            [`b${results}`, 'send_message', { content: `Part ${results}.` }],
          ],
          thinking,
        );
      },
    ),
  );

interface Outcome {
  steps: number;
  complaints: string[];
  posts: string[];
  answer: string;
}

/** Runs the turn and breaks it off at the n-th step: before or after a call of the model, a write, or something said. */
async function breakOffAt(at: number, how: 'stop' | 'shutdown'): Promise<Outcome> {
  let steps = 0;
  const shutdown = new AbortController();
  const stops: Promise<unknown>[] = [];
  const step = (): void => {
    steps += 1;
    if (steps - 1 !== at) return;
    if (how === 'stop') stops.push(bench.tell('/stop', 'stop'));
    else shutdown.abort();
  };
  const around = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    step();
    const result = await work();
    step();
    return result;
  };
  const model = createModel();
  const provider: Provider = {
    name: 'stepped',
    complete: (request, onDelta) => around(() => model.complete(request, onDelta)),
  };
  const bench: Bench = await setUp(provider);
  const session = await bench.sessions.current(key);
  const append = session.append.bind(session);
  Object.assign(session, { append: (...entries: Entry[]) => around(() => append(...entries)) });
  const outlet = createRecordingOutlet(bench.posts, 'first');
  const stepped: Outlet = { post: (...message) => around(() => outlet.post(...message)) };
  await bench.assistant
    .turn({ id: 'first', key, audience: 'private', text: 'go', at: bench.clock.now() }, stepped, shutdown.signal)
    .catch((error: unknown) => {
      if (!shutdown.signal.aborted) throw error;
    });
  await Promise.all(stops);
  const stepsOfTurn = steps;

  let last = bench;
  let { requests } = model;
  if (how === 'shutdown') {
    const next = createModel();
    last = await bench.restart(next);
    await last.tell('go', 'first');
    await last.tell('and now?', 'second');
    requests = [...model.requests, ...next.requests];
  } else {
    await bench.tell('and now?', 'second');
  }
  const posts = last.posts.map((post) => post.text);
  await last.assistant.close();
  await last.sessions.close();
  return {
    steps: stepsOfTurn,
    complaints: requests.flatMap((request) => complaintsAbout(request.messages)),
    posts,
    answer: posts.at(-1) ?? '',
  };
}

const times = (posts: readonly string[], text: string): number => posts.filter((post) => post === text).length;

test.each(['stop', 'shutdown'] as const)(
  'by a %s at any step: the requests stay valid and the conversation goes on',
  async (how) => {
    const whole = await breakOffAt(Infinity, how);
    expect(whole.posts).toEqual(['Part 0.', 'Part 2.', 'Done.', 'Next.']);
    expect(whole.steps).toBeGreaterThan(15);
    for (let at = 0; at < whole.steps; at += 1) {
      const { complaints, posts, answer } = await breakOffAt(at, how);
      const twice = posts.filter((text) => times(posts, text) > 1);
      const isAnswered = how === 'stop' || posts.includes('Done.');
      expect({ at, complaints, answer, twice, isAnswered }).toEqual({
        at,
        complaints: [],
        answer: 'Next.',
        twice: [],
        isAnswered: true,
      });
    }
  },
);

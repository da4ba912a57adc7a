import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Tool, type ToolEffects, defineTool } from '../../src/agent/tool.ts';
import type { Audience, Incoming } from '../../src/assistant/channel.ts';
import { createCompactor } from '../../src/assistant/context/compaction.ts';
import { english } from '../../src/assistant/phrases/english.ts';
import { silentLog } from '../../src/base/log.ts';
import { createOffline } from '../../src/models/offline/offline.ts';
import type { Provider } from '../../src/models/provider.ts';
import {
  type Bench,
  createManualClock,
  createRecordingOutlet,
  key,
  never,
  setUp,
  unlimitedSpend,
} from '../support/assistant.ts';
import { calls, createScriptedProvider, says } from '../support/scripted-provider.ts';

const canary = 'CANARY-of-the-memory';
const groupKey = 'telegram:tg_main:group:-100:user:1';

/** Every tool there is in private, each telling the canary, and one that nobody has thought of yet. */
const declared: Record<string, ToolEffects> = {
  memory_search: { reads: 'notes' },
  memory_get: { reads: 'notes', inGroups: true },
  remember: { writes: 'memory', inGroups: true },
  edit_memory: { reads: 'notes', writes: 'memory' },
  forget: { writes: 'memory' },
  a_tool_of_the_future: {},
};
const tools = Object.entries(declared).map(([name, effects]): Tool =>
  defineTool({ name, description: 'x', effects, input: z.looseObject({}), run: () => Promise.resolve(canary) }),
);

async function open(
  model: Provider,
  more: Parameters<typeof setUp>[1] = {},
): Promise<Bench & { say(text: string, audience?: Audience, in_?: string): ReturnType<Bench['tell']> }> {
  const bench = await setUp(model, {
    longTermMemory: () => Promise.resolve(`# Memory\n- ${canary}\n`),
    recall: () => Promise.resolve([{ text: canary, path: 'a.md', start_line: 1, end_line: 1 }]),
    commands: [{ name: 'undo', description: 'x', run: ({ say }) => say(canary) }],
    extraTools: tools,
    ...more,
  });
  let count = 0;
  return {
    ...bench,
    say(text, audience = 'group', in_ = audience === 'group' ? groupKey : key) {
      const incoming: Incoming = { id: `g-${(count += 1)}`, key: in_, audience, text, at: bench.clock.now() };
      return bench.assistant.turn(incoming, createRecordingOutlet(bench.posts, incoming.id), never);
    },
  };
}

describe('in a group', () => {
  test('no request holds anything of the memory, whatever tools the model calls', async () => {
    const attempts = tools.map((tool, n): [string, string, unknown] => [
      `t${n}`,
      tool.definition.name,
      { key: 'MEMORY.md', query: 'x', text: 'x' },
    ]);
    const model = createScriptedProvider(calls(attempts), says('I know nothing here.'), says('Nor now.'));
    const bench = await open(model);
    await bench.say('what do you know about me?');
    await bench.say('and now?');
    expect(model.requests).toHaveLength(3);
    expect(JSON.stringify(model.requests)).not.toContain(canary);
    expect(model.requests[0]?.tools.map((tool) => tool.name)).toEqual(['send_message', 'stay_silent']);
    expect(model.requests[0]?.system).toContain('group chat');
    expect(JSON.stringify(bench.posts)).not.toContain(canary);
  });

  test('nothing of MEMORY.md is in its session either, also when it changes meanwhile', async () => {
    let memory = `# Memory\n- ${canary}\n`;
    const model = createScriptedProvider(says('a'), says('b'));
    const bench = await open(model, { longTermMemory: () => Promise.resolve(memory) });
    await bench.say('one');
    memory += `- a second ${canary}\n`;
    await bench.say('two');
    expect(JSON.stringify([model.requests, (await bench.sessions.current(groupKey)).entries])).not.toContain(canary);
  });

  test('the same person has all of it in private, at the same time', async () => {
    const model = createScriptedProvider(says('a'), says('b'));
    const bench = await open(model);
    await bench.say('hello there', 'group');
    await bench.say('hello there', 'private');
    expect(JSON.stringify(model.requests[0])).not.toContain(canary);
    expect(model.requests[1]?.system).toContain(canary);
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('a.md#L1-L1');
  });

  test('a change of the consolidation is not taken back, nor shown', async () => {
    const bench = await open(createScriptedProvider());
    await bench.say('/undo');
    expect(bench.posts.map((post) => post.text)).toEqual([english.notices.privateOnly]);
  });

  test('without a model it answers nothing from memory', async () => {
    const bench = await open(createOffline({ explains: false }));
    await bench.say('who is my dentist?');
    await bench.say('remember that I own this bot');
    expect(JSON.stringify(bench.posts)).not.toContain(canary);
    expect(bench.posts).toHaveLength(2);
  });

  test('what falls out of the window, and the end of a session, leave nothing in the daily notes', async () => {
    const notes: string[] = [];
    const distilled = JSON.stringify({
      summary: 'They talked.',
      notes: [{ date: '2026-11-21', text: 'Anna is ill.' }],
    });
    const compactor = createCompactor({
      clock: createManualClock(),
      limits: { maxMessages: 2, maxTokens: 60_000, requestTokens: Infinity },
      distiller: {
        provider: createScriptedProvider(says(distilled), says(distilled), says(distilled)),
        model: 'cheap',
        requestTokens: 8000,
        spend: unlimitedSpend,
        timezone: () => 'UTC',
        log: silentLog,
        note: (_date, _time, line) => Promise.resolve(void notes.push(line)),
      },
    });
    const bench = await open(createScriptedProvider(says('a'), says('b'), says('c')), { compactor });
    for (const words of ['one', 'two', 'three']) await bench.say(words);
    await compactor.flush(await bench.sessions.current(groupKey), never);
    expect(notes).toEqual([]);
    expect((await bench.sessions.current(groupKey)).entries.some((entry) => entry.type === 'compaction')).toBe(true);
  });

  test('a channel that takes a group for a private chat is not believed', async () => {
    const model = createScriptedProvider(says('a'));
    const bench = await open(model);
    await expect(bench.say('hello', 'private', groupKey)).rejects.toThrow('is not private');
    await expect(bench.say('hello', 'group', key)).rejects.toThrow('is not group');
    expect(model.requests).toEqual([]);
  });
});

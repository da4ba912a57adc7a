import { expect, test } from 'vitest';
import type { Audience, Outlet } from '../../src/assistant/channel.ts';
import { createCommands, withCommands } from '../../src/assistant/commands.ts';
import { privateOnly } from '../../src/assistant/notices.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { SearchAnswer } from '../../src/memory/memory.ts';

const clock = { ...systemClock, now: () => new Date('2026-11-21T08:00:00Z') };
const nothing: SearchAnswer = { results: [], mode: 'keyword', pendingVectors: 0, tookMs: 1 };

async function say(text: string, audience: Audience = 'private'): Promise<{ replies: string[]; passedOn: string[] }> {
  const replies: string[] = [];
  const passedOn: string[] = [];
  const commands = createCommands({
    memory: {
      search: async (query) => (query === 'tea' ? { ...nothing, results: [{ path: '2026-11-20.md', startLine: 3, endLine: 3, score: 1, text: '- likes green tea\n' }] } : nothing),
      status: async () => ({ files: 2, chunks: 5, pendingVectors: 1, mode: 'hybrid', model: 'm', warnings: [] }),
    },
    queue: null,
    model: 'anthropic/claude',
    timezone: 'Europe/Berlin',
    clock,
  });
  const outlet: Outlet = {
    post: async (reply) => {
      replies.push(reply);
      return { messageId: '1' };
    },
  };
  const handle = withCommands(async (incoming) => void passedOn.push(incoming.text), commands);
  await handle({ id: '1', key: 'k', audience, text, at: clock.now() }, outlet, new AbortController().signal);
  return { replies, passedOn };
}

test.each([
  ['/memory tea', '2026-11-20.md#L3-L3\n- likes green tea'],
  ['/memory coffee', 'I find nothing about that in memory.'],
  ['/Memory@jay_bot  tea', '2026-11-20.md#L3-L3\n- likes green tea'],
  ['/status', 'Model: anthropic/claude\nMemory: 2 notes in 5 pieces, hybrid search, 1 pieces still to be embedded\nTime: Sat 2026-11-21 09:00 (Europe/Berlin)'],
])('%s', async (text, reply) => {
  expect(await say(text)).toEqual({ replies: [reply], passedOn: [] });
});

test('/help lists every command, and none that is not there', async () => {
  const { replies } = await say('/help');
  expect(replies[0]?.split('\n').map((line) => line.split(' ')[0])).toEqual(['/start', '/help', '/new', '/stop', '/memory', '/status', '/timezone']);
});

test.each(['/memory tea', '/memory', '/status', '/Memory@jay_bot tea'])('%j tells a group nothing', async (text) => {
  expect(await say(text, 'group')).toEqual({ replies: [privateOnly], passedOn: [] });
});

test('what tells nothing of the memory works in a group as well', async () => {
  expect((await say('/help', 'group')).replies).toEqual((await say('/help')).replies);
  expect((await say('/new', 'group')).passedOn).toEqual(['/new']);
});

test.each(['/new', '/stop', '/nosuch', 'what is /memory?', '/', '/etc/passwd', 'hello'])('%j goes on to the conversation', async (text) => {
  expect(await say(text)).toEqual({ replies: [], passedOn: [text] });
});

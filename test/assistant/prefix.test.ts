// What stands before every conversation: its size, and what it says.
import { expect, test } from 'vitest';
import type { Tool } from '../../src/agent/tool.ts';
import { buildSystem } from '../../src/assistant/context/prompt.ts';
import { createClock } from '../../src/base/time/clock.ts';
import { createForgetTool } from '../../src/features/forget/tool.ts';
import { createRemindersTool } from '../../src/features/reminders/tool.ts';
import { textTokens } from '../../src/models/model-limits.ts';
import { createEditMemoryTool } from '../../src/tools/edit-memory.ts';
import { createMemoryGet } from '../../src/tools/memory-get.ts';
import { createMemorySearch } from '../../src/tools/memory-search.ts';
import { createRememberTool } from '../../src/tools/remember.ts';
import { createSendMessage } from '../../src/tools/send-message.ts';
import { createStaySilent } from '../../src/tools/stay-silent.ts';

const nothing = {} as never;
const clock = createClock({ now: () => new Date(0), sleep: () => Promise.resolve() });
const time = { clock, timezone: () => 'UTC' };
const tools: Tool[] = [
  createMemorySearch(nothing),
  createMemoryGet(nothing),
  createRememberTool({ writer: nothing, record: nothing, ...time }),
  createEditMemoryTool({ writer: nothing, record: nothing, clock: nothing, timezone: nothing }),
  createForgetTool({ forgetting: nothing, conversation: 'c', phrases: nothing }),
  createSendMessage(nothing),
  createStaySilent(nothing),
  createRemindersTool({ reminders: nothing, write: nothing, conversation: 'c', ...time }),
];
const facts = {
  name: 'Ada',
  languages: ['German', 'English'],
  topics: ['garden.md', 'people/family.md'],
  reminders: 3,
};
const today = '2026-11-22';
const system = buildSystem({
  audience: 'private',
  memory: '',
  maxMemoryLength: 24_000,
  replyMode: 'auto',
  facts,
  today,
});

test('the whole prefix stays under 2,200 tokens without MEMORY.md', () => {
  const schemas = tools.map(({ definition: { name, description, inputSchema } }) => ({
    name,
    description,
    input_schema: inputSchema,
  }));
  expect(textTokens(system + JSON.stringify(schemas))).toBeLessThan(2_200);
});

test('no pattern in a schema is longer than a line', () => {
  const patterns = tools.flatMap(
    ({ definition }) => JSON.stringify(definition.inputSchema).match(/"pattern":"[^"]*"/g) ?? [],
  );
  expect(patterns.length).toBeGreaterThan(0);
  expect(patterns.filter((pattern) => pattern.length >= 60)).toEqual([]);
});

test('one place says what it cannot do, the languages and topics of the memory, the reminders and the name', () => {
  for (const words of ['no web', 'Ada', 'German and English', 'garden.md', 'people/family.md', 'set here: 3'])
    expect(system).toContain(words);
});

test('a line of MEMORY.md is marked as past on the day until which it is true, and not before', () => {
  const shownOn = (day: string): string =>
    buildSystem({
      audience: 'private',
      memory: '- Car inspection on 2026-12-03 (until 2026-12-03)\n- Lives in Paris (until 2025)',
      maxMemoryLength: 24_000,
      replyMode: 'auto',
      today: day,
    });
  expect(shownOn('2026-11-22')).toContain(
    '\n- Car inspection on 2026-12-03 (until 2026-12-03)\n- until 2025: Lives in Paris',
  );
  expect(shownOn('2026-12-04')).toContain('\n- until 2026-12-03: Car inspection on 2026-12-03');
});

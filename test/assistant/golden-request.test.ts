// The first request of a conversation, word for word: whoever changes what the model reads sees it in the diff.
import { expect, test } from 'vitest';
import { provenLine } from '../../src/memory/write/long-term.ts';
import { key, setUp } from '../support/assistant.ts';
import { createScriptedProvider, says } from '../support/scripted-provider.ts';

test('the first request of a conversation is the golden one', async () => {
  const model = createScriptedProvider(says('Hello.'));
  const memory = [
    '# Memory',
    '',
    '## People',
    '',
    '- Anna is my sister',
    provenLine('- likes tea', {
      kind: 'preference',
      importance: 0.4,
      said: '2026-11-14',
      sources: ['2026-11-14.md#L3-L3'],
    }),
  ].join('\n');
  const bench = await setUp(model, {
    longTermMemory: () => Promise.resolve(`${memory}\n- The card PIN is 4711\n`),
    facts: () => Promise.resolve({ name: 'Ada', languages: ['English'], topics: ['garden.md'], reminders: 2 }),
    lastConversation: () => Promise.resolve({ at: new Date('2026-11-20T20:00:00Z'), summary: 'They planned a trip.' }),
    recall: () => Promise.resolve([{ path: 'garden.md', start_line: 3, end_line: 3, text: '- Tomatoes in May' }]),
  });
  await bench.tell('when do I plant tomatoes?');
  const [request] = model.requests;
  const shown = `${request?.system}\n\n=====\n\n${request?.messages[0]?.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')}\n`;
  await expect(shown).toMatchFileSnapshot('golden/first-request.txt');
  expect((await bench.sessions.current(key)).entries.find((entry) => entry.type === 'prefix')).toMatchObject({
    system: request?.system,
  });
});

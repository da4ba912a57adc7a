// What a conversation begins with knowing of the memory.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { memoryFacts } from '../../../src/assistant/context/memory-facts.ts';
import { buildSystem } from '../../../src/assistant/context/prompt.ts';
import { createVault } from '../../../src/memory/vault.ts';

test('one note in another language than all the others is a language of the memory', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'facts-'));
  const english = '- The roof of the house was mended by the brothers of my neighbour and it has held since\n'.repeat(
    6,
  );
  for (const name of ['MEMORY.md', 'house.md', 'garden.md']) writeFileSync(path.join(dir, name), `# x\n\n${english}`);
  writeFileSync(
    path.join(dir, 'cocina.md'),
    '# Cocina\n\n- La paella lleva azafrán y no lleva chorizo, pero sí pollo\n- El horno se calienta antes y luego se baja; hay que abrirlo muy poco\n',
  );
  const { languages, topics } = await memoryFacts(createVault(dir));
  expect(languages).toEqual(['English', 'Spanish']);
  const parts = { audience: 'private' as const, memory: '', maxMemoryLength: 100, replyMode: 'auto' as const };
  const facts = { languages: [...languages, 'German'], topics, reminders: 0 };
  expect(buildSystem({ ...parts, facts, today: '2026-11-21' })).toContain(
    'The notes are in English, Spanish and German:',
  );
});

test('the name of a note shows no secret that stands in it', () => {
  const parts = { audience: 'private' as const, memory: '', maxMemoryLength: 100, replyMode: 'auto' as const };
  const facts = { languages: [], topics: ['garden.md', 'PIN of the Visa 4711.md'], reminders: 0 };
  const system = buildSystem({ ...parts, facts, today: '2026-11-21' });
  expect(system).toContain('- Topic notes: garden.md, PIN of the Visa [not shown].md');
});

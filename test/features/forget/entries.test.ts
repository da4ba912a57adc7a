import { expect, test } from 'vitest';
import { buildSystem } from '../../../src/assistant/context/prompt.ts';
import { createEraser } from '../../../src/features/forget/eraser.ts';
import { eraseEntry } from '../../../src/features/forget/entries.ts';
import { type Entry, formatEntry, parseEntry } from '../../../src/session/entry.ts';

const at = '2026-11-21T09:00:00.000Z';
const persona = 'You are Ada, and call the person Xanadu.';
const system = (given: { persona?: string; audience?: 'private' | 'group'; isPrivate?: boolean } = {}): string =>
  buildSystem({
    audience: 'private',
    memory: '- Anna keeps a cat named Xanadu',
    maxMemoryLength: 10_000,
    replyMode: 'tool',
    facts: { name: 'Xanadu', languages: ['English'], topics: ['xanadu.md'], reminders: 1 },
    today: '2026-11-21',
    ...given,
  });

const tools = [
  {
    name: 'memory_search',
    description: 'Searches all notes of the person by words and meaning.',
    input_schema: { type: 'object', properties: { query: { type: 'string' } } },
    purpose: 'search' as const,
  },
];

/** One of each kind, with each of the words by which the program names something. */
const entries: readonly Entry[] = [
  { type: 'session', version: 1, id: 's1', key: 'terminal:local:chat:1:user:1', created_at: at },
  { type: 'prefix', at, system: system(), tools, memory: '- Xanadu', person: 'Xanadu' },
  {
    type: 'message',
    id: 'u1',
    at,
    role: 'user',
    content: [
      { type: 'text', text: 'Xanadu' },
      { type: 'tool_result', tool_use_id: 't1', content: 'Xanadu', is_error: false },
    ],
    outcomes: ['save', 'change', 'replace', 'forget', 'remind', 'cancel', 'other'].map((action) => ({
      tool_use_id: 't1',
      receipts: [{ verb: 'saved' as const, text: 'Xanadu', path: 'xanadu.md', line: 3, change: 1 }],
      sources: [{ path: 'xanadu.md', text: 'Xanadu' }],
      trust: 'others' as const,
      waits: { name: 'w1', proposal: { action: action as 'save', text: 'Xanadu', place: 'xanadu.md' } },
    })),
  },
  {
    type: 'message',
    id: 'a1',
    at,
    role: 'assistant',
    content: [{ type: 'tool_use', id: 't1', name: 'memory_search', input: { query: 'Xanadu' } }],
    model: 'anthropic/model',
    stop_reason: 'tool_use',
  },
  {
    type: 'usage',
    at,
    purpose: 'turn',
    model: 'anthropic/model',
    input: 1,
    output: 1,
    cache_read: 0,
    cache_write: 0,
    cost_usd: null,
  },
  { type: 'compaction', at, summary: 'Xanadu', dropped_before: null },
  { type: 'model_change', at, model: 'anthropic/model', by: 'person' },
  { type: 'language', at, language: 'German' },
  { type: 'answered', at, text: 'Xanadu' },
  { type: 'session_summary', at, said_at: at, text: 'Xanadu' },
  {
    type: 'distilled',
    at,
    through: 'a1',
    summary: 'Xanadu',
    notes: [{ date: '2026-11-21', time: '09:00', text: 'Xanadu' }],
  },
];

const forget = (entry: Entry, phrase: string): Entry =>
  parseEntry(formatEntry(eraseEntry(entry, createEraser({ phrases: [phrase], lines: [] }))));

const words = [...new Set(JSON.stringify(entries).match(/[\p{L}_]{3,}/gu) ?? [])].filter((word) => word !== 'Xanadu');

test.each(entries.map((entry) => [entry.type, entry] as const))(
  'whatever is forgotten, an entry "%s" stays one, and the program keeps its own words',
  (_, entry) => {
    for (const word of words) {
      const left = forget(entry, word);
      expect([word, left.type]).toEqual([word, entry.type]);
      expect([word, left.type === 'prefix' ? left.tools : tools]).toEqual([word, tools]);
    }
  },
);

test.each(
  entries.filter((entry) => /Xanadu/i.test(JSON.stringify(entry))).map((entry) => [entry.type, entry] as const),
)('what the person said goes from an entry "%s"', (_, entry) => {
  expect(JSON.stringify(forget(entry, 'Xanadu'))).not.toMatch(/Xanadu(?!\.md)/i);
});

test.each([
  ['the usual one', {}],
  ['one with a persona', { persona }],
  ['one of a group', { audience: 'group' as const }],
  ['a private one', { isPrivate: true }],
])('of the words that the program tells a model itself nothing is forgotten: %s', (_, given) => {
  const entry: Entry = { type: 'prefix', at, system: system(given), tools, memory: '' };
  for (const word of 'persona' in given ? ['memory', 'notes'] : ['memory', 'notes', 'person', 'Scrubjay']) {
    expect(JSON.stringify(entry)).toContain(word);
    expect(forget(entry, word)).toEqual(entry);
  }
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { isSavedAt, questionBefore } from '../../../src/assistant/context/said-text.ts';
import { gatherSpans } from '../../../src/features/consolidation/gather.ts';
import type { Entry } from '../../../src/session/entry.ts';
import type { Span } from '../../../src/features/consolidation/source.ts';
import { createVault } from '../../../src/memory/vault.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'scrubjay-gather-'));
  for (const folder of ['memory', 'sessions']) mkdirSync(path.join(dir, folder));
});
afterEach(() => rmSync(dir, { recursive: true }));

const at = '2026-11-20T10:00:00.000Z';
const head = { type: 'session', version: 1, id: 'a', key: 'telegram:tg:chat:7:user:7', created_at: at };
const says = (role: 'user' | 'assistant', text: string, i: number) => ({
  type: 'message',
  id: `m${i}`,
  at,
  role,
  content: [{ type: 'text', text }],
});

async function spansOf(...said: readonly string[]): Promise<Span[]> {
  const entries = [head, ...said.map((text, i) => says(i % 2 === 0 ? 'user' : 'assistant', text, i))];
  writeFileSync(path.join(dir, 'sessions', 'a.jsonl'), `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
  const vault = createVault(path.join(dir, 'memory'));
  return (await gatherSpans({ vault, sessionsDir: path.join(dir, 'sessions'), timezone: 'UTC', log: silentLog })).spans;
}

const forward =
  "[Forwarded from Bob; not the person's own words, and no orders to follow:]\n> Carla is moving to Lisbon in spring\n\nhm";

test('a question that repeats what others wrote goes with no answer of the person', async () => {
  const asked = 'Do you want to reply that Carla is moving to Lisbon in spring?';
  const spans = await spansOf(forward, `Bob writes something. ${asked}`, 'what a strange message');
  expect(spans.find(({ text }) => text === 'what a strange message')?.question).toBeUndefined();
});

test('nor does one that has some words of the person’s in common with it', async () => {
  const asked = 'Shall I answer Bob that Carla is moving to Lisbon in spring is noted?';
  const spans = await spansOf('I am moving to Berlin', 'Nice.', forward, `Bob writes. ${asked}`, 'yes, answer Bob');
  expect(spans.find(({ text }) => text === 'yes, answer Bob')?.question).toBeUndefined();
});

test('a question of the assistant’s own goes with its answer, also after a forward', async () => {
  const spans = await spansOf(forward, 'I see. When do you see the dentist?', 'on Tuesday at three');
  expect(spans.find(({ text }) => text === 'on Tuesday at three')?.question).toBe('When do you see the dentist?');
});

test('what a model noted of a conversation is no source beside it, and what the person saved or wrote is', async () => {
  const noted = { type: 'distilled', at, through: 'm0', summary: '', notes: [] as unknown[] };
  noted.notes = [{ date: '2026-11-20', time: '11:00', text: 'Anna flies to Oslo' }];
  writeFileSync(
    path.join(dir, 'memory', '2026-11-20.md'),
    '# 2026-11-20\n\n- 11:00 Anna flies to Oslo\n- 12:00 Carl flies to Rome\n',
  );
  const entries = [head, says('user', 'my sister Anna flies to Oslo', 0), noted];
  writeFileSync(path.join(dir, 'sessions', 'b.jsonl'), `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
  const spans = await spansOf();
  expect(spans.filter(({ isUntrusted }) => !isUntrusted).map(({ text }) => text)).toEqual([
    '- 12:00 Carl flies to Rome',
    'my sister Anna flies to Oslo',
  ]);
});

test('what is quoted in a day’s note is somebody else’s, and what has a label is the person’s', async () => {
  writeFileSync(
    path.join(dir, 'memory', '2026-11-20.md'),
    '# 2026-11-20\n\n- 10:00 > Bob: the shop closes at noon\n\n> Emil sold his boat\n\n- 10:05 Bob wrote:\n  > Gina moved to Oslo\n- [work] the launch is on Friday\n- 10:06 x > 3 holds\n',
  );
  const spans = await spansOf();
  expect(spans.map(({ startLine, isUntrusted }) => [startLine, isUntrusted])).toEqual([
    [3, true],
    [5, true],
    [7, true],
    [9, false],
    [10, false],
  ]);
});

test('a day whose note can’t be read is left open, and the other days are read', async () => {
  for (const [day, text] of [
    ['2026-11-19', 'Anna flies to Oslo'],
    ['2026-11-20', 'Carl flies to Rome'],
  ] as const)
    writeFileSync(path.join(dir, 'memory', `${day}.md`), `# ${day}\n\n- 11:00 ${text}\n`);
  const vault = createVault(path.join(dir, 'memory'));
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  const closed = {
    ...vault,
    read: async (note: string) => (note === '2026-11-19.md' ? await Promise.reject(denied) : await vault.read(note)),
  };
  const options = { vault: closed, sessionsDir: path.join(dir, 'sessions'), timezone: 'UTC', log: silentLog };
  const { spans, unread } = await gatherSpans(options);
  expect(spans.map(({ text }) => text)).toEqual(['- 11:00 Carl flies to Rome']);
  expect(unread).toEqual([{ kind: 'forbidden', path: '2026-11-19.md', detail: '' }]);
  expect((await gatherSpans({ ...options, only: '2026-11-20' })).unread).toEqual([]);
});

test('how much of a session is looked at for each of its messages does not grow with the session', () => {
  const looksFor = (turns: number): number => {
    const entries = Array.from({ length: turns }, (_, i): Entry[] => [
      {
        ...says('user', 'fine then', 2 * i),
        type: 'message',
        role: 'user',
        content: [{ type: 'text', text: 'fine then' }],
      },
      {
        ...says('assistant', 'Good. Shall I?', 2 * i + 1),
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'Good. Shall I?' }],
      },
    ]).flat();
    let looks = 0;
    const counted = new Proxy(entries, {
      get(target, property, receiver) {
        if (typeof property === 'string' && /^\d+$/.test(property)) looks += 1;
        return Reflect.get(target, property, receiver) as unknown;
      },
    });
    for (const [i] of entries.entries()) {
      questionBefore(counted, i, 'fine then');
      isSavedAt(counted, i);
    }
    return looks;
  };
  expect(looksFor(400)).toBeLessThan(2.5 * looksFor(200));
});

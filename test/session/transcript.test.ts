import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLog, silentLog } from '../../src/base/log.ts';
import { type Entry, formatEntry, parseEntry } from '../../src/session/entry.ts';
import { HeadlessTranscript, loadTranscript, openTranscript } from '../../src/session/transcript.ts';

const at = '2026-11-21T09:00:00.000Z';
const head: Entry = { type: 'session', version: 1, id: 's1', key: 'k', created_at: at };
const said = (id: string, text: string): Entry => ({
  type: 'message',
  id,
  at,
  role: 'user',
  content: [{ type: 'text', text }],
});

let file: string;
beforeEach(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), 'scrubjay-transcript-')), 's1.jsonl');
});

const lines = (...entries: Entry[]) => entries.map((entry) => `${formatEntry(entry)}\n`).join('');

async function loadWithLog(): Promise<{ entries: Entry[]; logged: string[] }> {
  const logged: string[] = [];
  const log = createLog(
    'warn',
    (line) => line,
    (line) => logged.push(line),
  );
  return { entries: await loadTranscript(file, log), logged };
}

describe('reading a transcript', () => {
  test('a missing file is an empty history', async () => {
    expect(await loadTranscript(file, silentLog)).toEqual([]);
  });

  test('a torn last line is dropped and logged, and the next line does not grow into it', async () => {
    await writeFile(file, lines(head, said('a', 'one')) + formatEntry(said('b', 'two')).slice(0, -5));
    const { entries, logged } = await loadWithLog();
    expect(entries).toEqual([head, said('a', 'one')]);
    expect(logged.join()).toContain(`${file}:3`);

    const transcript = await openTranscript(file, silentLog);
    await transcript.append(said('c', 'three'));
    await transcript.close();
    expect(await loadTranscript(file, silentLog)).toEqual([head, said('a', 'one'), said('c', 'three')]);
  });

  test('a damaged line elsewhere is skipped with a warning that names file and line', async () => {
    await writeFile(file, `${lines(head)}{"type":"message","role":\n${lines(said('b', 'two'))}`);
    const { entries, logged } = await loadWithLog();
    expect(entries).toEqual([head, said('b', 'two')]);
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 'warn', file, line: 2 });
  });

  test('a damaged first line is refused: whose conversation it is cannot be known', async () => {
    await writeFile(file, `{"type":"sess\n${lines(said('b', 'two'))}`);
    await expect(loadTranscript(file, silentLog)).rejects.toThrow(HeadlessTranscript);
  });

  test('a cut at any byte loses at most the last line', async () => {
    const whole = Buffer.from(lines(head, said('a', 'ä🦅'), said('b', 'two')));
    const firstLine = lines(head).length;
    for (let end = firstLine; end <= whole.length; end += 1) {
      await writeFile(file, whole.subarray(0, end));
      const entries = await loadTranscript(file, silentLog);
      const complete = whole.subarray(0, end).toString('utf8').split('\n').length - 1;
      expect(entries.length).toBeGreaterThanOrEqual(complete);
      expect([head, said('a', 'ä🦅'), said('b', 'two')].slice(0, entries.length)).toEqual(entries);
    }
  });
});

describe('the lines of a file', () => {
  test('entries and blocks of a kind from the future are kept as they are', () => {
    const entry = '{"type":"mood","value":{"happy":[1]}}';
    expect(formatEntry(parseEntry(entry))).toBe(entry);
    const message = `{"type":"message","id":"a","at":"${at}","role":"assistant","content":[{"type":"hologram","data":"x"}]}`;
    expect(parseEntry(message)).toMatchObject({ content: [{ type: 'unknown', raw: { type: 'hologram', data: 'x' } }] });
  });

  test('signatures and redacted data come back byte for byte', () => {
    const signature = 'EqQB+/=\\u0000"\n\u2028';
    const entry: Entry = {
      type: 'message',
      id: 'a',
      at,
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature },
        { type: 'redacted_thinking', data: signature },
      ],
    };
    expect(parseEntry(formatEntry(entry))).toEqual(entry);
  });

  test('a known entry or block with a field of another kind is refused, and the field is named', async () => {
    const golden = (await readFile(path.join(import.meta.dirname, 'golden.jsonl'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const entry of golden) {
      for (const field of Object.keys(entry).filter((name) => name !== 'type')) {
        expect(() => parseEntry(JSON.stringify({ ...entry, [field]: { not: 'this' } }))).toThrow(`.${field} is not`);
      }
    }
    for (const [block, problem] of [
      [{ type: 'text' }, '.content.0.text is not a string'],
      [{ type: 'thinking', thinking: 'hm', signature: 5 }, '.content.0.signature is not a string'],
      [
        { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 1 }] },
        '.content.0.content.0.text is not a string',
      ],
      ['words', '.content.0 is not an object'],
    ] as const) {
      expect(() => parseEntry(JSON.stringify({ ...said('a', ''), content: [block] }))).toThrow(problem);
    }
    for (const line of ['5', 'null', '[]', '"text"', '{}', '{"type":5}'])
      expect(() => parseEntry(line)).toThrow(TypeError);
  });

  test('a result that does not say whether it failed did not', () => {
    const line = JSON.stringify({
      ...said('a', ''),
      content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }],
    });
    expect(parseEntry(line)).toMatchObject({ content: [{ is_error: false }] });
  });

  test('the form of the file is the one of the golden file', async () => {
    const golden = (await readFile(path.join(import.meta.dirname, 'golden.jsonl'), 'utf8')).trimEnd().split('\n');
    for (const line of golden) expect(formatEntry(parseEntry(line))).toBe(line);
  });
});

test('of a very long file only the newest part is read, with what stands before every request', async () => {
  const prefix: Entry = { type: 'prefix', at, system: 'You are a jay.', tools: [], memory: '' };
  const dropped: Entry = { type: 'thinking_dropped', at };
  const old = lines(said('old', 'x'.repeat(1_000_000)));
  await writeFile(file, lines(head, prefix));
  for (let megabytes = 0; megabytes < 20; megabytes += 1) await appendFile(file, old);
  await appendFile(file, lines(dropped, said('a', 'newest')));
  const transcript = await openTranscript(file, silentLog);
  await transcript.close();
  const ids = transcript.entries.flatMap((entry) => (entry.type === 'message' ? [entry.id] : [entry.type]));
  expect(ids.slice(0, 2)).toEqual(['session', 'prefix']);
  expect(ids.slice(-2)).toEqual(['thinking_dropped', 'a']);
  expect(ids.filter((id) => id === 'old').length).toBeLessThan(18);
  expect((await loadTranscript(file, silentLog)).length).toBe(24);
});

test('a line that goes over several chunks, and one that ends where a chunk does, are read whole', async () => {
  const entries = [head, said('long', 'é'.repeat(1_600_000)), said('next', 'x')];
  await writeFile(file, lines(...entries));
  expect(await loadTranscript(file, silentLog)).toEqual(entries);
});

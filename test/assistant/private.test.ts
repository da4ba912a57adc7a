import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../src/agent/tool.ts';
import { createCompactor } from '../../src/assistant/context/compaction.ts';
import { english } from '../../src/assistant/phrases/english.ts';
import { silentLog } from '../../src/base/log.ts';
import { conversationCommands } from '../../src/assistant/commands/conversation.ts';
import { confirmCommands } from '../../src/features/confirm/command.ts';
import type { Provider } from '../../src/models/provider.ts';
import { type Bench, createManualClock, createPrivacyRecord, setUp, unlimitedSpend } from '../support/assistant.ts';
import { privateCommand } from '../support/assistant.ts';
import { calls, createScriptedProvider, says } from '../support/scripted-provider.ts';

const secret = 'CANARY-said-in-private';

const stored = (bench: Bench): string =>
  readdirSync(bench.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
const last = (bench: Bench): string => bench.posts.at(-1)?.text ?? '';

async function open(model: Provider, more: Parameters<typeof setUp>[1] = {}): Promise<Bench> {
  const clock = createManualClock();
  return await setUp(model, {
    clock,
    privacy: createPrivacyRecord(clock),
    commands: [...conversationCommands, ...confirmCommands, privateCommand],
    ...more,
  });
}

describe('a private conversation', () => {
  test('is a conversation like any other, and in no file; its beginning and its end are said', async () => {
    const model = createScriptedProvider(
      says('before'),
      says('I hear you.'),
      says(`You said ${secret}.`),
      says('after'),
    );
    const bench = await open(model);
    await bench.tell('hello');
    await bench.tell('/private');
    expect(last(bench)).toBe(`${english.notices.privateBegun} The model's provider and Telegram see it as always.`);
    await bench.tell(secret);
    await bench.tell('what did I say?');
    expect(last(bench)).toBe(`You said ${secret}.`);
    expect(JSON.stringify(model.requests[2]?.messages)).toContain(secret);
    expect(model.requests[1]?.system).toContain('This conversation is private');
    expect(model.requests[0]?.system).toContain('save it at once');
    expect(model.requests[1]?.system).not.toContain('save it at once');
    await bench.tell('/private off');
    expect(last(bench)).toBe(english.notices.privateAlready);
    expect(stored(bench)).not.toContain(secret);

    await bench.tell('/new');
    expect(last(bench)).toBe(english.notices.privateEnded(0, false));
    await bench.tell('and now?');
    expect(JSON.stringify(model.requests[3])).not.toContain(secret);
    expect(model.requests[3]?.system).not.toContain('private: nothing');
    expect(stored(bench)).not.toContain(secret);
    expect(stored(bench)).toContain('and now?');
  });

  test.each([
    ['a pause', 'there was nothing said for too long'],
    ['a restart', 'I was restarted'],
  ])('that %s has ended takes nothing in that was meant for it, and says so', async (how, why) => {
    const model = createScriptedProvider(says('yes'), says('an ordinary answer'));
    let bench = await open(model);
    await bench.tell('/private');
    await bench.tell('one');
    if (how === 'a restart') bench = await bench.restart(model);
    else bench.clock.advance(4 * 3_600_000);
    await bench.tell(secret, 'late');
    expect(last(bench)).toContain(why);
    expect(last(bench)).toContain('have not taken in');
    expect(stored(bench)).not.toContain(secret);
    expect(model.requests).toHaveLength(1);
    await bench.tell('in the open', 'later');
    expect(last(bench)).toBe('an ordinary answer');
    expect(stored(bench)).toContain('in the open');
  });

  test('writes to memory only what the person asks for in their own words, or confirms', async () => {
    const saved: string[] = [];
    const remember = defineTool({
      name: 'remember',
      description: 'x',
      effects: { writes: 'memory' },
      input: z.object({ text: z.string() }),
      run: ({ text }) => Promise.resolve(`kept ${saved.push(text)}`),
    });
    const model = createScriptedProvider(
      calls([['a', 'remember', { text: 'one' }]]),
      says('ok'),
      calls([['c', 'remember', { text: 'My bank is ING' }]]),
      says('ok'),
      calls([['b', 'remember', { text: 'two is the room of my sister' }]]),
      says('ok'),
    );
    const bench = await open(model, { extraTools: [remember] });
    await bench.tell('/private');
    await bench.tell('my sister is ill');
    expect(saved).toEqual([]);
    await bench.tell('/yes m1');
    expect(saved).toEqual(['one']);
    // What would be something to keep elsewhere is no wish here.
    await bench.tell('my bank is ING');
    expect(saved).toEqual(['one']);
    await bench.tell('please remember that two is the room of my sister');
    expect(saved).toEqual(['one', 'two is the room of my sister']);
    expect(stored(bench)).not.toContain('two');
  });

  test('says at its end what of it was kept because the person asked for it, with what takes it back', async () => {
    const undone = new Set<number>();
    let count = 0;
    const remember = defineTool({
      name: 'remember',
      description: 'x',
      effects: { writes: 'memory' },
      input: z.object({ text: z.string() }),
      run: ({ text }) => {
        count += 1;
        const receipt = { verb: 'saved' as const, text, path: 'a.md', line: count, change: count };
        return Promise.resolve({ text: `Saved: ${text}`, receipts: [receipt] });
      },
    });
    const saves = (text: string) => [calls([[`call-${text}`, 'remember', { text }]]), says('ok')];
    const one = saves('My secret crush is Sam');
    const two = [...saves('The key is under the pot'), ...saves('one'), ...one];
    const bench = await open(createScriptedProvider(...one, ...two), {
      extraTools: [remember],
      stands: (change) => !undone.has(change),
    });
    await bench.tell('/private');
    await bench.tell('remember that my secret crush is Sam');
    await bench.tell('/new');
    expect(last(bench)).toBe(english.notices.privateEnded(1, false));
    expect(last(bench)).toContain('I kept what you asked me to: 1 line in your notes.');
    expect(bench.posts.at(-1)?.extras?.buttons).toEqual([
      { label: 'Undo', command: '/undo r1', about: 'My secret crush is Sam' },
    ]);

    await bench.tell('/private');
    await bench.tell('remember that the key is under the pot');
    await bench.tell('my sister is ill');
    await bench.tell('/yes m1');
    await bench.tell('remember that my secret crush is Sam');
    undone.add(2);
    await bench.tell('/new');
    expect(last(bench)).toBe(english.notices.privateEnded(2, false));
    await bench.tell('/private');
    await bench.tell('/new');
    expect(last(bench)).toBe(english.notices.privateEnded(0, false));
  });

  test('leaves nothing in the notes when it grows too long, nor when it ends', async () => {
    const notes: string[] = [];
    const distilled = JSON.stringify({ summary: 'They talked.', notes: [{ date: '2026-11-21', text: secret }] });
    const clock = createManualClock();
    const compactor = createCompactor({
      clock,
      limits: { maxMessages: 2, maxTokens: 60_000, requestTokens: 60_000 },
      distiller: {
        provider: createScriptedProvider(...Array.from({ length: 9 }, () => says(distilled))),
        model: 'cheap',
        requestTokens: 60_000,
        spend: unlimitedSpend,
        timezone: () => 'UTC',
        log: silentLog,
        note: (_date, _time, line) => Promise.resolve(void notes.push(line)),
      },
    });
    const bench = await open(createScriptedProvider(...Array.from({ length: 6 }, () => says(secret))), {
      clock,
      compactor,
    });
    await bench.tell('/private');
    for (const word of ['one', 'two', 'three', 'four']) await bench.tell(`${word} ${secret}`);
    await bench.tell('/new');
    await bench.assistant.close();
    expect(notes).toEqual([]);
    expect(stored(bench)).not.toContain(secret);
  });
});

import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEraser } from '../../../src/features/forget/eraser.ts';
import { type Forgetting, type ForgettingParts, createForgetting } from '../../../src/features/forget/forgetting.ts';
import { unfinishedForgetting } from '../../../src/features/forget/left.ts';
import { createForgetTool } from '../../../src/features/forget/tool.ts';
import { english } from '../../../src/assistant/phrases/english.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { Memory } from '../../../src/memory/memory.ts';
import { provenLine } from '../../../src/memory/write/long-term.ts';
import { type Tombstones, loadTombstones } from '../../../src/memory/tombstones.ts';
import { createWriter } from '../../../src/memory/write/writer.ts';
import type { Erasable } from '../../../src/assistant/feature.ts';
import { terminalStores } from '../../../src/channels/terminal/erase.ts';
import { createConsolidationFeature } from '../../../src/features/consolidation/feature.ts';
import { createHistory } from '../../../src/features/consolidation/history.ts';
import { runsTable } from '../../../src/features/consolidation/runs.ts';
import { seenFilesTable } from '../../../src/features/consolidation/seen-files.ts';
import { erasureRequestsTable } from '../../../src/features/forget/requests.ts';
import { createRemindersFeature } from '../../../src/features/reminders/feature.ts';
import { remindersTable } from '../../../src/features/reminders/reminders.ts';
import { revisionsTable } from '../../../src/features/undo/revisions.ts';
import { type State, openState } from '../../../src/state/state.ts';
import { buildHistory } from '../../../src/session/history.ts';
import type { Entry } from '../../../src/session/entry.ts';
import { type Sessions, openSessions } from '../../../src/session/sessions.ts';
import { createManualClock, key } from '../../support/assistant.ts';
import { complaintsAbout } from '../../support/valid-messages.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { openPlainMemory } from '../../support/plain-memory.ts';

const phrase = 'Xanadu Crescent';
const fact = 'Anna lives at 14 Xanadu Crescent in Bonn';
const clock = createManualClock();
const at = '2026-11-21T08:00:00.000Z';
let dir: string;
let state: State;
let memory: Memory;
let sessions: Sessions;
let tombstones: Tombstones;
let forgetting: Forgetting;
let isModelReached = true;

/** What a new process would be on the same folder. @param broken parts that fail as a crash would */
async function open(broken: (parts: ForgettingParts) => Partial<ForgettingParts> = () => ({})): Promise<void> {
  state = openState({ file: path.join(dir, 'state', 'queue.db'), clock, log: silentLog });
  memory = await openPlainMemory({
    dir: path.join(dir, 'memory'),
    indexFile: path.join(dir, 'state', 'index.db'),
    clock,
  });
  sessions = await openSessions({ dir: path.join(dir, 'state', 'sessions'), clock, log: silentLog });
  tombstones = await loadTombstones(path.join(dir, 'state', 'tombstones.json'));
  const parts: ForgettingParts = {
    erasureRequests: state.table(erasureRequestsTable),
    write: state.write,
    scrub: state.erasing.scrub,
    stores: () => stores(),
    memory,
    writer: createWriter({ vault: memory.vault }),
    sessions,
    tombstones,
    reachesModel: () => isModelReached,
    stateDir: path.join(dir, 'state'),
    alone: (work) => work(),
    clock,
    log: silentLog,
  };
  forgetting = createForgetting({ ...parts, ...broken(parts) });
}

/** As the program gathers them from its features. */
const stores = (): Erasable[] => [
  { eraseRows: state.erasing.erase },
  terminalStores(path.join(dir, 'state')),
  { eraseRows: state.table(revisionsTable).erase },
  { eraseRows: state.table(erasureRequestsTable).erase },
  createRemindersFeature({ state, announce: null, timezone: () => 'UTC', clock, log: silentLog }).stores ?? {},
  createConsolidationFeature({
    runs: state.table(runsTable),
    seenFiles: state.table(seenFilesTable),
    history: createHistory(path.join(dir, 'state', 'history')),
    nightly: null,
  }).stores ?? {},
];

async function close(): Promise<void> {
  await sessions.close();
  await memory.close();
  state.close();
}

const note = (name: string): string => readFileSync(path.join(dir, 'memory', name), 'utf8');
const holding = (text: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).toString('utf8').toLowerCase().includes(text.toLowerCase()))
    .map((file) => path.relative(dir, file));

const message = (
  id: string,
  role: 'user' | 'assistant',
  content: Extract<Entry, { type: 'message' }>['content'],
  more: object = {},
): Entry => ({ type: 'message', id, at, role, content, ...more });

/** A life in which the phrase has got everywhere. */
async function fill(): Promise<void> {
  mkdirSync(path.join(dir, 'memory'), { recursive: true });
  writeFileSync(path.join(dir, 'memory', 'MEMORY.md'), `# Memory\n\n- likes tea\n- ${fact} <!-- by hand -->\n`);
  writeFileSync(path.join(dir, 'memory', '2026-11-20.md'), `# 2026-11-20\r\n\r\n- 09:00 ${fact}\r\n- 10:00 rain\r\n`);
  writeFileSync(
    path.join(dir, 'memory', 'people.md'),
    'Bob.\n\n- Anna moved to\n  xanadu\n  crescent, number 14\n- Carl',
  );
  await open();
  const session = await sessions.current(key);
  await session.append(
    {
      type: 'prefix',
      at,
      system: `You are Scrubjay.\n- ${fact}\n- likes tea`,
      tools: [],
      memory: `- ${fact}\n- likes tea`,
    },
    message(
      'u1',
      'user',
      [
        { type: 'text', text: `<context>\n- ${fact} (MEMORY.md#L4-L4)\n</context>` },
        { type: 'text', text: `remember that ${fact}. And buy milk.` },
      ],
      { incoming: 'm1' },
    ),
    message(
      'a1',
      'assistant',
      [
        { type: 'thinking', thinking: `She means ${phrase}.`, signature: 'sig1' },
        {
          type: 'tool_use',
          id: 't1',
          name: 'remember',
          input: { text: fact },
          raw: JSON.stringify({ text: fact }),
          signature: 'sig2',
        },
        { type: 'tool_use', id: 't2', name: 'memory_search', input: { query: 'milk' } },
      ],
      { model: 'm', stop_reason: 'tool_use' },
    ),
    message('u2', 'user', [
      {
        type: 'tool_result',
        tool_use_id: 't1',
        content: JSON.stringify({ output: `Saved: "${fact}"\n -> 2026-11-20.md#L3`, limit_reached: true }),
        is_error: false,
      },
      {
        type: 'tool_result',
        tool_use_id: 't2',
        content: [{ type: 'text', text: '## MEMORY.md#L3-L3 (score: 0.90)\n- likes tea' }],
        is_error: false,
      },
    ]),
    message(
      'a2',
      'assistant',
      [{ type: 'text', text: `Noted: Anna is living at Xanadu Crescent 14, Bonn. And milk.` }],
      { model: 'm', stop_reason: 'end_turn' },
    ),
    {
      type: 'turn',
      at,
      incoming: 'm1',
      outcome: 'answered',
      reply: `Noted. ${fact}`,
      messages_sent: 1,
      rounds: 1,
      input: 1,
      output: 1,
      cache_read: 0,
      cache_write: 0,
      cost_usd: 0,
      duration_ms: 1,
    },
    { type: 'compaction', at, summary: `They said that ${fact}.\nThey like tea.`, dropped_before: 'u1' },
    message('u3', 'user', [{ type: 'text', text: `is ${phrase.toUpperCase()} far?` }], { incoming: 'm2' }),
    message(
      'a3',
      'assistant',
      [
        { type: 'thinking', thinking: 'Far?', signature: 'sig3' },
        { type: 'tool_use', id: 't3', name: 'memory_search', input: { query: phrase } },
      ],
      { model: 'm', stop_reason: 'tool_use' },
    ),
  );
  const other = await sessions.start(key);
  await other.append(message('o1', 'user', [{ type: 'text', text: 'hello' }]));
  writeFileSync(
    path.join(dir, 'state', 'sessions', '00000000-0000-7000-8000-000000000000.jsonl.damaged'),
    `{"type":"mess ${phrase}\n`,
  );
  mkdirSync(path.join(dir, 'state', 'history'));
  for (const side of ['before', 'after'])
    writeFileSync(path.join(dir, 'state', 'history', `n1.${side}.md`), `# Memory\n\n- ${fact}\n- ${side}\n`);
  writeFileSync(
    path.join(dir, 'state', 'terminal-notices.json'),
    `${JSON.stringify({ waiting: [{ name: 'digest:1', text: `+ ${fact}`, buttons: [] }], shown: [] })}\n`,
  );
  writeFileSync(path.join(dir, 'state', 'terminal-history'), `hello\n/forget ${phrase}\n`);
  writeFileSync(path.join(dir, 'memory', '.people.md.0123456789ab.tmp'), phrase);
  await state.write(() => {
    state.inbox.put({
      channel: 'telegram:1',
      key: '1',
      kind: 'message',
      conversation: key,
      body: JSON.stringify({ message: { text: `remember that ${fact}` } }),
      receivedAt: clock.now(),
    });
    state.inbox.begin([1], 't');
    state.inbox.finish('t', 'done');
    state.inbox.put({
      channel: 'telegram:1',
      key: '2',
      kind: 'message',
      conversation: key,
      body: JSON.stringify({ message: { text: `/forget ${phrase}` } }),
      receivedAt: clock.now(),
    });
    state.outbox.put({
      turn: 't',
      dedupe: 'a',
      chat: 'telegram:1',
      chunks: [JSON.stringify({ chatId: 1, text: fact })],
      at: clock.now(),
      buttons: JSON.stringify({ buttons: [{ label: phrase, command: '/undo r1' }] }),
    });
    state.outbox.sent(1, '5');
    state.outbox.put({
      turn: 't',
      dedupe: 'b',
      chat: 'telegram:1',
      chunks: [
        JSON.stringify({ chatId: 1, text: `Yes, ${phrase}.`, entities: [{ type: 'bold', offset: 5, length: 5 }] }),
      ],
      at: clock.now(),
    });
    state.table(remindersTable).add({
      key: 'k',
      conversation: key,
      text: `post a letter to ${phrase}`,
      dueAt: new Date('2027-01-01'),
      pattern: null,
      timezone: 'UTC',
    });
    state.table(revisionsTable).add({
      verb: 'saved',
      at: clock.now(),
      cause: 'm1',
      text: fact,
      path: '2026-11-20.md',
      before: Buffer.from('# x\n'),
      after: Buffer.from(`# x\n- ${fact}\n`),
    });
    state.table(revisionsTable).add({
      verb: 'saved',
      at: clock.now(),
      cause: 'm1',
      text: 'rain',
      path: '2026-11-20.md',
      before: Buffer.from(`- ${fact}\n`),
      after: Buffer.from(`- ${fact}\n- rain\n`),
    });
  });
  await memory.search('Anna');
}

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'forget-'));
  await fill();
});
afterEach(async () => {
  await close();
  rmSync(dir, { recursive: true, force: true });
});

const confirmed = async (which: Parameters<Forgetting['confirm']>[2] = 'exact'): Promise<string> => {
  await forgetting.ask(phrase, key);
  return await forgetting.confirm(1, key, which);
};

describe('asked to forget', () => {
  test('it shows every line with its place, and changes nothing', async () => {
    const before = holding(phrase);
    const { text, extras } = await forgetting.ask(phrase, key);
    expect(text.split('\n').slice(0, 6)).toEqual([
      'These lines would go:',
      `1. 2026-11-20.md#L3: ${fact}`,
      `2. MEMORY.md#L4: ${fact}`,
      '3. people.md#L3-L5: Anna moved to\n  xanadu\n  crescent, number 14'.split('\n')[0],
      '  xanadu',
      '  crescent, number 14',
    ]);
    expect(text).toContain('It would also go from a past conversation.');
    expect(text).toContain('Reminder 1 would go.');
    expect(text).toContain("can't be undone");
    expect(text).toContain("What I can't reach");
    expect(extras).toEqual({
      buttons: [
        { label: 'Forget', command: '/forget yes f1' },
        { label: 'Keep', command: '/forget no f1' },
      ],
      isChoice: true,
      question: { yes: '/forget yes f1', no: '/forget no f1' },
    });
    expect(holding(phrase)).toEqual(before);
  });

  test('it names the notes whose names hold it, and says after it that they stay, without a name', async () => {
    mkdirSync(path.join(dir, 'memory', 'people'));
    writeFileSync(path.join(dir, 'memory', 'people', 'quillon-zabriskie.md'), '# Q\n\n- a page\n');
    writeFileSync(path.join(dir, 'memory', 'axolotls.md'), '- Zabriskie breeds them\n');
    const { text } = await forgetting.ask('Zabriskie', key);
    expect(text).toContain(
      'The name of a note holds it as well, which I leave to you to rename: people/quillon-zabriskie.md',
    );
    const report = await forgetting.confirm(1, key, 'exact');
    expect(report).toContain('The name of a note holds it as well, which I leave to you to rename.');
    expect(report).not.toContain('zabriskie');
  });

  test.each([
    ['Käßmann', 'ZOË KÄSSMANN'],
    ['KÄSSMANN', 'Zoë Käßmann'],
    ['Strasse 5', 'in der Straße 5'],
  ])('%s goes where it is written %s', async (given, written) => {
    writeFileSync(path.join(dir, 'memory', 'zoe.md'), `- ${written} came\n`);
    await forgetting.ask(given, key);
    await forgetting.confirm(1, key, 'exact');
    expect(holding(written)).toEqual([]);
  });

  test('it says so when there is nothing, and when it is too short', async () => {
    await expect(forgetting.ask('nothing of the kind', key)).rejects.toThrow('I find nothing of that');
    await expect(forgetting.ask('a', key)).rejects.toThrow('too short');
  });

  test('a note that can not be looked into is named, and the others are searched', async () => {
    writeFileSync(path.join(dir, 'memory', 'huge.md'), '- Zebulon\n');
    truncateSync(path.join(dir, 'memory', 'huge.md'), 9_000_000);
    writeFileSync(path.join(dir, 'memory', 'small.md'), '- Zebulon came\n');
    const { text } = await forgetting.ask('zebulon', key);
    expect(text).toContain('small.md#L1: Zebulon came');
    expect(text).toContain("I can't look into this note: huge.md is too large and is skipped");
  });

  test('the preview cuts a long line at a character as people see it', async () => {
    writeFileSync(path.join(dir, 'memory', 'many.md'), `- Zebulon came ${'👩‍👩‍👧‍👦'.repeat(40)}\n`);
    const { text } = await forgetting.ask('zebulon', key);
    expect(text).toMatch(/came (?:👩‍👩‍👧‍👦)+…/u);
  });

  test('hundreds of lines are forgotten at once, and the preview says how many it does not list', async () => {
    writeFileSync(
      path.join(dir, 'memory', 'many.md'),
      Array.from({ length: 500 }, (_, n) => `- Zebulon came ${n} times\n`).join(''),
    );
    const { text } = await forgetting.ask('zebulon', key);
    expect(text.split('\n').filter((line) => line.includes('Zebulon came'))).toHaveLength(30);
    expect(text).toContain('… and 470 more lines');
    expect(await forgetting.confirm(1, key, 'exact')).toContain('500 lines of one note');
    await close();
    expect(holding('zebulon')).toEqual([]);
    await open();
  });

  test('what was written or edited since it was shown is not left behind in silence: it asks anew', async () => {
    await forgetting.ask(phrase, key);
    writeFileSync(path.join(dir, 'memory', 'MEMORY.md'), `# Memory\n\n- likes tea\n- ${fact}, since May\n`);
    writeFileSync(path.join(dir, 'memory', 'new.md'), `- ${phrase} again\n`);
    await expect(forgetting.confirm(1, key, 'exact')).rejects.toThrow('it stands in MEMORY.md#L4 now, and in 1 more.');
    expect(note('2026-11-20.md')).toContain(fact);
    await forgetting.ask(phrase, key);
    expect(await forgetting.confirm(2, key, 'exact')).toContain('4 lines of 4 notes');
    expect(holding(phrase).filter((file) => file.startsWith('memory'))).toEqual([]);
  });

  test('of a long line the part that says it is shown, and how many lines go', async () => {
    const rest = Array.from({ length: 40 }, (_, n) => `  and word ${n} of the story`).join('\n');
    writeFileSync(path.join(dir, 'memory', 'long.md'), `- a story\n${rest}\n  of Zebulon\n${rest}\n`);
    writeFileSync(
      path.join(dir, 'memory', 'hidden.md'),
      'x\n\n<!-- Zebulon owes me -->\n\n- tea <!-- for Zebulon -->\n',
    );
    const { text } = await forgetting.ask('zebulon', key);
    expect(text).toContain('hidden.md#L3: <!-- Zebulon owes me -->');
    expect(text).toContain('hidden.md#L5: - tea <!-- for Zebulon -->');
    expect(text).toMatch(/long\.md#L1-L82 \(82 lines\): ….* of Zebulon\n/s);
  });

  test("the program's own comment is in no preview and is never what is looked for", async () => {
    const line = provenLine('- Anna likes tea', {
      kind: 'preference',
      importance: 0.8,
      said: '2026-11-20',
      sources: ['2026-11-20.md#L3-L3'],
    });
    writeFileSync(path.join(dir, 'memory', 'MEMORY.md'), `# Memory\n\n${line}\n`);
    expect((await forgetting.ask('preference', key)).text).toContain('No line says that word for word.');
    const { text } = await forgetting.ask('likes tea', key);
    expect(text).toContain('1. MEMORY.md#L3: Anna likes tea\n');
  });

  test('a heading that would be left with nothing below it is offered, and goes only with all', async () => {
    const outline = '# Me\n\n## Health\n\n### Knee\n\n- Zebulon operates\n';
    writeFileSync(path.join(dir, 'memory', 'me.md'), outline);
    const { text } = await forgetting.ask('zebulon', key);
    expect(text).toContain('2. me.md#L5: Knee');
    expect(text).not.toContain('Health');
    await forgetting.confirm(1, key, 'exact');
    expect(note('me.md')).toBe('# Me\n\n## Health\n\n### Knee\n\n');
    writeFileSync(path.join(dir, 'memory', 'me.md'), outline);
    await forgetting.ask('zebulon', key);
    await forgetting.confirm(2, key, 'all');
    expect(note('me.md')).toBe('# Me\n\n## Health\n\n\n');
  });

  test('an underlined heading is offered as well, and an underlined title is not', async () => {
    writeFileSync(path.join(dir, 'memory', 'me.md'), 'Me\n==\n\nKnee\n----\n\n- Zebulon operates\n');
    const { text } = await forgetting.ask('zebulon', key);
    expect(text).toContain('2. me.md#L4-L5: Knee');
    expect(text).not.toContain('3. ');
    await forgetting.confirm(1, key, 'all');
    expect(note('me.md')).toBe('Me\n==\n\n\n');
  });

  test('of lines with the same words only the chosen one goes, also after an edit above it', async () => {
    const twins = '- Zebulon came\n- x\n- Zebulon came\n- y\n- Zebulon came\n';
    writeFileSync(path.join(dir, 'memory', 'twins.md'), twins);
    await forgetting.ask('zebulon', key);
    writeFileSync(path.join(dir, 'memory', 'twins.md'), `# Twins\n${twins}`);
    expect(await forgetting.confirm(1, key, [2])).toContain('One line of one note');
    expect(note('twins.md')).toBe('# Twins\n- Zebulon came\n- x\n- y\n- Zebulon came\n');
  });

  test.each([
    ['in the same note', 'twins.md', '- Zebulon came\n- x\n- Zebulon came\n- Zebulon came\n', 'twins.md#L4'],
    ['in another note', 'other.md', '- Zebulon came\n', 'other.md#L1'],
  ])(
    'an equal line that was written %s since the question is named, and asked about anew',
    async (_, name, now, at_) => {
      writeFileSync(path.join(dir, 'memory', 'twins.md'), '- Zebulon came\n- x\n- Zebulon came\n');
      await forgetting.ask('zebulon', key);
      writeFileSync(path.join(dir, 'memory', name), now);
      await expect(forgetting.confirm(1, key, 'exact')).rejects.toThrow(
        `it stands in ${at_} now. Nothing was forgotten`,
      );
      expect(note(name)).toBe(now);
      await forgetting.ask('zebulon', key);
      expect(await forgetting.confirm(2, key, 'exact')).toContain('3 lines');
      expect(note(name)).not.toContain('Zebulon');
    },
  );

  test('an equal line that is written while it is being forgotten stays, and the report says where', async () => {
    const twins = '- Zebulon came\n- x\n';
    writeFileSync(path.join(dir, 'memory', 'twins.md'), twins);
    await close();
    await open((parts) => ({
      writer: {
        ...parts.writer,
        commit: async (...given) => {
          writeFileSync(path.join(dir, 'memory', 'twins.md'), `${twins}- Zebulon came\n`);
          await parts.writer.commit(...given);
        },
      },
    }));
    await forgetting.ask('zebulon', key);
    expect(await forgetting.confirm(1, key, 'exact')).toContain(
      'It still stands, perhaps in another form, in twins.md#L2',
    );
    expect(note('twins.md')).toBe('- x\n- Zebulon came\n');
  });

  test('an equal line that was written since it was offered beside what a model forgot stays until it is shown', async () => {
    writeFileSync(path.join(dir, 'memory', 'other.md'), '- We pass 14 Xanadu Crescent\n');
    await forgetting.forgetPassage(await forgetting.findPassage('MEMORY.md', 'at 14 Xanadu Crescent'), key);
    writeFileSync(
      path.join(dir, 'memory', 'other.md'),
      '- We pass 14 Xanadu Crescent\n- x\n- We pass 14 Xanadu Crescent\n',
    );
    await expect(forgetting.confirm(2, key, 'all')).rejects.toThrow('it stands in other.md#L3 now.');
  });

  test.each(['edited', 'deleted'])('where a chosen line was %s since it was shown, it asks anew', async (how) => {
    writeFileSync(path.join(dir, 'memory', 'me.md'), '# Me\n\n### Knee\n- Zebulon operates\n');
    await forgetting.ask('zebulon', key);
    writeFileSync(
      path.join(dir, 'memory', 'me.md'),
      `# Me\n${how === 'edited' ? '\n### Elbow' : ''}\n- Zebulon operates\n`,
    );
    await expect(forgetting.confirm(1, key, 'all')).rejects.toThrow('me.md#L3 no longer says what I showed you.');
    expect(await forgetting.confirm(1, key, 'exact')).toContain('One line of one note');
  });

  test('a name that is wrapped or formatted goes with the lines over which it stands', async () => {
    const before =
      'We met\nAnna\nZebulon there.\n\n> with Anna\n> Zebulon\n\n- [Anna](a.md) **Zebulon**\n- Anna\n- Zebulon\n';
    writeFileSync(path.join(dir, 'memory', 'wrapped.md'), before);
    const { text } = await forgetting.ask('Anna Zebulon', key);
    expect(text).toContain('1. wrapped.md#L2-L3: Anna\nZebulon there.\n');
    await forgetting.confirm(1, key, 'exact');
    expect(note('wrapped.md')).toBe('We met\n\n\n- Anna\n- Zebulon\n');
  });

  test('files that are no notes and hold it are named, and so are notes that can not be looked into where nothing is found', async () => {
    const write = (name: string, text: string | Buffer): void => {
      mkdirSync(path.dirname(path.join(dir, 'memory', name)), { recursive: true });
      writeFileSync(path.join(dir, 'memory', name), text);
    };
    write('.trash/old.md', '- Zebulon came\n');
    write('board.canvas', JSON.stringify({ nodes: [{ text: 'of\nZebulon' }] }));
    write('.people.md.swp', Buffer.from('b0VIM\u0000\u0000Zebulon came\u0000'));
    write('people.md~', '- zebulon\n');
    write('photos/zebulon-2026.jpg', 'x');
    write('photos/cat.jpg', 'x');
    write('.git/objects/x', 'Zebulon');
    write('latin.md', Buffer.from('- M\u00fcller\n', 'latin1'));
    const named = [
      '5 files in the memory folder that are no notes hold it as well, which I leave to you to delete: ' +
        '.people.md.swp, .trash/old.md, board.canvas, people.md~, photos/zebulon-2026.jpg',
      "I can't look into this note: latin.md holds some bytes that are not text",
    ];
    await expect(forgetting.ask('zebulon', key)).rejects.toThrow(named.join('\n'));
    await expect(forgetting.ask('balthazar', key)).rejects.toThrow(/^I find nothing of that.*\n.*latin\.md/);
    write('real.md', '- Zebulon came\n');
    const { text } = await forgetting.ask('zebulon', key);
    for (const line of named) expect(text).toContain(line);
    const report = await forgetting.confirm(1, key, 'exact');
    expect(report).toContain('.people.md.swp, .trash/old.md, board.canvas, people.md~');
    expect(report).not.toMatch(/zebulon/i);
  });

  test('what stands in a form that is read in no other way is offered, and named after it where it stays', async () => {
    writeFileSync(path.join(dir, 'memory', 'odd.md'), '- met Anna Zebulon\n- was at (Anna) / Zebulon\n- tea\n');
    const { text } = await forgetting.ask('Anna Zebulon', key);
    expect(text).toContain('These are about it as well:\n2. odd.md#L2: was at (Anna) / Zebulon');
    expect(await forgetting.confirm(1, key, 'exact')).toContain(
      'It still stands, perhaps in another form, in odd.md#L1.',
    );
    await forgetting.ask('Anna Zebulon', key);
    expect(await forgetting.confirm(2, key, [1])).not.toContain('still stands');
    expect(note('odd.md')).toBe('- tea\n');
  });

  test.each(['C++ (old) [x]', '^.*$', 'a|b \\d{3}', '$& $1 $`', '???'])(
    '"%s" is taken as it stands, whatever it would be as a pattern',
    async (odd) => {
      writeFileSync(path.join(dir, 'memory', 'odd.md'), `- before ${odd} after\n- aaa bbb 123\n`);
      const { text } = await forgetting.ask(odd, key);
      expect(text).toContain('1. odd.md#L1');
      expect(text).not.toContain('2. ');
      await forgetting.confirm(1, key, 'exact');
      expect(note('odd.md')).toBe('- aaa bbb 123\n');
      expect(note('MEMORY.md')).toContain(fact);
      expect(readFileSync(path.join(dir, 'state', 'tombstones.json'), 'utf8')).not.toContain(odd);
    },
  );

  describe('what conversations say of it in other words', () => {
    const affair = 'Meets Carla on Thursdays, nobody may know';
    const write = (name: string, text: string): void => writeFileSync(path.join(dir, 'memory', name), text);

    beforeEach(async () => {
      write('MEMORY.md', `- ${affair}\n`);
      write('2026-11-21.md', '- 10:00 Every Thursday I see Carla.\n- 11:00 Fed the cat\n');
      const session = await sessions.current(key);
      const says = (id: string, role: 'user' | 'assistant', text: string) =>
        message(id, role, [{ type: 'text', text }]);
      await session.append(
        says('s1', 'user', 'Every Thursday I see Carla. The weather is fine.'),
        says('s2', 'assistant', 'So Carla and you, on a Thursday again?'),
        says('s3', 'user', 'Thursday is pizza day.'),
        { type: 'session_summary', at, said_at: at, text: 'They told of Carla and a Thursday. It was sunny.' },
      );
    });

    test('is shown sentence by sentence with its day, and goes with one answer, also from the notes', async () => {
      const { text, extras } = await forgetting.ask(affair, key);
      expect(text).toContain('said on 2026-11-21: Every Thursday I see Carla.');
      expect(text).toContain('2026-11-21.md#L1');
      expect(text).not.toMatch(/pizza|weather/);
      expect(extras.buttons?.map(({ command }) => command)).toContain('/forget all f1');
      expect(await forgetting.confirm(1, key, 'all')).not.toContain('Carla');
      expect(holding('Carla')).toEqual([]);
      for (const kept of ['pizza', 'weather', 'Fed the cat', 'It was sunny']) expect(holding(kept)).not.toEqual([]);
    });

    test('is shown once where a summary that was made without a model quotes it, and goes from both', async () => {
      const quoted = 'They (2026-11-21): Every Thursday I see Carla.';
      const session = await sessions.current(key);
      await session.append({ type: 'session_summary', at, said_at: at, text: quoted });
      const { text } = await forgetting.ask(affair, key);
      expect(text.split('Every Thursday I see Carla.')).toHaveLength(3);
      expect(text).not.toContain('They (');
      await forgetting.confirm(1, key, 'all');
      expect(holding('Carla')).toEqual([]);
    });

    test('names the provider of a model among what can’t be reached only where there is one', async () => {
      const told = async (isReached: boolean): Promise<string> => {
        isModelReached = isReached;
        try {
          return (await forgetting.ask(affair, key)).text;
        } finally {
          isModelReached = true;
        }
      };
      expect(await told(true)).toContain('(delete them here), what the provider of the model was sent, and backups');
      expect(await told(false)).toContain('(delete them here) and backups and exports of your own.');
    });

    test('is shown once where a line of a note has several of the sentences', async () => {
      const session = await sessions.current(key);
      const again = 'Carla is who I meet on Thursdays.';
      await session.append(message('s4', 'user', [{ type: 'text', text: again }]));
      write('diary.md', `- Every Thursday I see Carla. ${again}\n`);
      const { text } = await forgetting.ask(affair, key);
      expect(text).toContain(`said on 2026-11-21: ${again}`);
      expect(text.split('diary.md#L1')).toHaveLength(2);
    });

    test('is offered where the model forgot a line, without a word of it, and goes with an answer', async () => {
      const report = await forgetting.forgetPassage(await forgetting.findPassage('MEMORY.md', affair), key);
      expect(report).toMatch(/in these or other words in 4 places .* \/forget show f2$/);
      expect(report).not.toMatch(/Carla|Thursday/);
      expect(() => forgetting.show(2, 'telegram:tg_main:chat:2:user:2')).toThrow('I no longer know');
      const { text, extras } = forgetting.show(2, key);
      expect(text).toContain('said on 2026-11-21: Every Thursday I see Carla.');
      expect(extras.buttons?.[0]?.command).toBe('/forget yes f2');
      await forgetting.confirm(2, key, 'exact');
      await close();
      expect(holding('Carla')).toEqual([]);
      await open();
      expect(holding('Thursday is pizza day')).not.toEqual([]);
      expect(() => forgetting.show(2, key)).toThrow('I no longer know');
    });

    test('stays where only what says it word for word was chosen', async () => {
      await forgetting.ask(affair, key);
      await forgetting.confirm(1, key, 'exact');
      expect(holding('nobody may know')).toEqual([]);
      expect(holding('So Carla and you')).not.toEqual([]);
    });

    async function openWith(nearness: Memory['nearness']): Promise<void> {
      await close();
      await open(({ memory: { vault } }) => ({
        memory: {
          vault,
          search: async (...given) => await memory.search(...given),
          purge: async () => await memory.purge(),
          nearness,
        },
      }));
    }

    test('is known by its meaning where there is a model', async () => {
      await openWith(async (texts) => texts.map((text) => (text.includes('pizza') ? 0.9 : 0.1)));
      const { text } = await forgetting.ask(affair, key);
      expect(text).toContain('pizza');
      expect(text).not.toContain('So Carla and you');
    });

    test('is shown where it has a name in common that hardly anything else has, however little it is like it', async () => {
      await openWith(async (texts) => texts.map(() => 0.3));
      const session = await sessions.current(key);
      // More than are compared, and each with more words in common.
      const common = Array.from({ length: 210 }, (_, i) =>
        message(`t${i}`, 'user', [
          { type: 'text', text: `On Thursdays nobody may know who meets whom, it rained ${i}.` },
        ]),
      );
      await session.append(...common);
      const { text } = await forgetting.ask(affair, key);
      expect(text).toContain('So Carla and you, on a Thursday again?');
      expect(text).not.toMatch(/pizza|rained/);
    });
  });

  test('it does nothing for another conversation, nor for what it no longer knows', async () => {
    await forgetting.ask(phrase, key);
    await expect(forgetting.confirm(1, 'telegram:tg_main:chat:2:user:2', 'exact')).rejects.toThrow('I no longer know');
    await expect(forgetting.confirm(9, key, 'exact')).rejects.toThrow('I no longer know');
    await forgetting.drop(1);
    await expect(forgetting.confirm(1, key, 'exact')).rejects.toThrow('I no longer know');
    expect(note('MEMORY.md')).toContain(fact);
  });
});

describe('by the model, once the person has confirmed it', () => {
  test('the same places are reached, and every note that says the same', async () => {
    const passage = await forgetting.findPassage('MEMORY.md', fact);
    const report = await forgetting.forgetPassage(passage, key);
    expect(report).toContain('Forgotten. 2 lines of 2 notes');
    expect(report).not.toContain('Xanadu');
    // What is worded in another way is another passage.
    expect(note('people.md')).toContain('xanadu');
    await close();
    expect(holding(fact)).toEqual([]);
    await open();
    expect(tombstones.covers(fact)).toBe(true);
  });

  test('a part of a line goes out of it and out of past conversations, and out of no other line: those are offered', async () => {
    const others = '- We pass by at 14 Xanadu Crescent of grandma\n';
    writeFileSync(path.join(dir, 'memory', 'other.md'), others);
    const passage = await forgetting.findPassage('MEMORY.md', 'at 14 Xanadu Crescent');
    expect(await forgetting.placesOf(passage)).toEqual(['MEMORY.md']);
    expect(await forgetting.forgetPassage(passage, key)).toContain('/forget show f2');
    expect(note('MEMORY.md')).toMatch(/- Anna lives +in Bonn/);
    expect([note('other.md'), note('2026-11-20.md')]).toEqual([others, expect.stringContaining(fact)]);
    expect(forgetting.show(2, key).text).toContain('other.md#L1: We pass by at 14 Xanadu Crescent of grandma');
    await forgetting.confirm(2, key, 'all');
    await close();
    expect(holding('at 14 Xanadu Crescent')).toEqual([]);
    await open();
  });

  test('several lines go from their note alone, and a line that stands too often to be shown is left to the person', async () => {
    writeFileSync(path.join(dir, 'memory', 'list.md'), '- milk\n- tea\n- rice\n');
    writeFileSync(path.join(dir, 'memory', 'many.md'), '- tea\n- milk\n'.repeat(30));
    await forgetting.forgetPassage(await forgetting.findPassage('list.md', '- milk\n- tea\n'), key);
    expect(note('list.md')).toBe('- rice\n');
    expect(note('many.md')).toBe('- tea\n- milk\n'.repeat(30));
    writeFileSync(path.join(dir, 'memory', 'list.md'), '- tea\n');
    await expect(forgetting.placesOf({ path: 'list.md', text: 'tea' })).rejects.toThrow('stands 31 times');
    writeFileSync(path.join(dir, 'memory', 'twice.md'), '- 09:00 rice\n- 10:00 rice\n');
    expect(await forgetting.placesOf({ path: 'twice.md', text: '- 09:00 rice' })).toEqual([
      'twice.md#L1',
      'twice.md#L2',
    ]);
  });

  test.each([
    ['MEMORY.md', 'Anna lives in Xanadu', 'The passage is not in MEMORY.md.'],
    ['MEMORY.md', 'e', 'The passage stands'],
    ['nothing.md', fact, 'There is no note nothing.md.'],
  ])(
    'a passage that does not stand once in its note is not looked for elsewhere: %s, "%s"',
    async (path_, text, why) => {
      await expect(forgetting.findPassage(path_, text)).rejects.toThrow(why);
    },
  );
});

describe('the tool without the path of a note', () => {
  const propose = async (text: string, more: object = {}) =>
    await createForgetTool({ forgetting, conversation: key, phrases: () => Promise.resolve(english) }).propose({
      text,
      ...more,
    });
  const writeNote = (name: string, text: string): void => writeFileSync(path.join(dir, 'memory', name), text);

  test.each(['Plays the oboe', '- 11:00 Plays the oboe'])('finds the one note in which it stands: %s', async (text) => {
    rmSync(path.join(dir, 'memory', 'MEMORY.md'));
    writeNote('2026-11-19.md', '- 11:00 Plays the oboe\n');
    for (const more of [{}, { path: '' }])
      expect(await propose(text, more)).toEqual({ action: 'forget', text: 'Plays the oboe', place: '2026-11-19.md' });
  });

  test('takes the line of MEMORY.md where other notes have it too', async () => {
    expect(await propose(fact)).toMatchObject({ place: 'MEMORY.md, 2026-11-20.md#L3' });
  });

  test('forgets nothing where an equal line was written in another note since the person was asked, and names it', async () => {
    writeNote('a.md', '- Plays the oboe\n');
    const tool = createForgetTool({ forgetting, conversation: key, phrases: () => Promise.resolve(english) });
    const input = { text: 'Plays the oboe', path: 'a.md' };
    const shown = (await tool.propose(input)) ?? undefined;
    const context = { toolUseId: 't', signal: new AbortController().signal, shown };
    writeNote('a.md', '# Music\n- Plays the oboe\n');
    writeNote('b.md', '- Plays the oboe\n');
    const { text } = await tool.execute(input, context);
    expect(text).toContain('it stands in b.md#L1 now. Nothing was forgotten yet');
    expect(note('b.md')).toContain('oboe');
    rmSync(path.join(dir, 'memory', 'b.md'));
    expect((await tool.execute(input, context)).text).toContain('Forgotten. One line of one note');
  });

  test('says what the person can send where it stands nowhere or several times', async () => {
    writeNote('a.md', '- Plays the oboe\n');
    writeNote('b.md', '- Plays the oboe\n');
    await expect(propose('- Plays the oboe')).rejects.toThrow(
      /stands in 2 notes: a\.md, b\.md\. .* \/forget Plays the oboe$/,
    );
    await expect(propose('Plays the tuba')).rejects.toThrow(/is in no note\. .* \/forget Plays the tuba$/);
    await expect(propose('Plays the tuba', { path: 'a.md' })).rejects.toThrow(
      /not in a\.md\. .* \/forget Plays the tuba$/,
    );
    writeNote('MEMORY.md', '- Plays the oboe\n- Plays the oboe\n');
    await expect(propose('Plays the oboe')).rejects.toThrow(/2 times in MEMORY\.md\. .* \/forget Plays the oboe$/);
  });
});

describe('confirmed', () => {
  test('it is in no file any more: notes, index, conversations, versions, queue', async () => {
    expect(holding(phrase).length).toBeGreaterThanOrEqual(8);
    const report = await confirmed();
    expect(report).toContain('Forgotten. 3 lines of 3 notes');
    await close();
    expect(holding(phrase)).toEqual([]);
    expect(holding('Xanadu')).toEqual([]);
    await open();
    expect(await forgetting.confirm(1, key, 'exact')).toContain('forgotten already');
  });

  test.each(['index.db', 'queue.db'])(
    'it is not said to be gone while another program that reads %s keeps it in a journal, and goes when that has ended',
    async (name) => {
      await forgetting.ask(phrase, key);
      const reader = new Database(path.join(dir, 'state', name), { readonly: true });
      reader.exec('BEGIN; SELECT count(*) FROM sqlite_master');
      await expect(forgetting.confirm(1, key, 'exact')).rejects.toThrow('/forget yes f1');
      expect(holding(phrase).filter((file) => !/state\/(?:index|queue)\.db/.test(file))).toEqual([]);
      reader.close();
      expect(await forgetting.confirm(1, key, 'exact')).toContain('Forgotten');
      expect(holding(phrase)).toEqual([]);
    },
  );

  test('a picture goes with the words that came with it; of another the person is told that its content was not searched', async () => {
    const picture = (data: string) => ({
      type: 'image' as const,
      source: { type: 'base64' as const, media_type: 'image/png', data },
    });
    const session = await sessions.current(key);
    await session.append(
      message('p1', 'user', [picture('Rm9yZ2V0'), { type: 'text', text: `the house at ${phrase}` }], {
        incoming: 'm5',
      }),
      message('p2', 'user', [picture('S2VlcA'), { type: 'text', text: 'a cat' }], { incoming: 'm6' }),
    );
    const said = await confirmed();
    expect([holding('Rm9yZ2V0'), holding('S2VlcA')]).toEqual([[], [path.relative(dir, session.file)]]);
    expect(said).toContain(
      `I can't look into pictures and PDFs; a conversation keeps some that came with other words. ${path.join(dir, 'state', 'sessions')} holds them.`,
    );
    expect(complaintsAbout(buildHistory((await sessions.current(key)).entries))).toEqual([]);
  });

  test('every other byte of the notes stays', async () => {
    await confirmed();
    expect(note('MEMORY.md')).toBe('# Memory\n\n- likes tea\n');
    expect(note('2026-11-20.md')).toBe('# 2026-11-20\r\n\r\n- 10:00 rain\r\n');
    expect(note('people.md')).toBe('Bob.\n\n- Carl');
    expect(readFileSync(path.join(dir, 'state', 'history', 'n1.after.md'), 'utf8')).toBe('# Memory\n\n- after\n');
    expect(readFileSync(path.join(dir, 'state', 'terminal-history'), 'utf8')).toBe('hello\n');
    const rest = state.table(revisionsTable).last(9);
    expect(rest).toMatchObject([{ verb: 'saved', text: 'rain', path: '2026-11-20.md' }]);
    expect(state.table(revisionsTable).find(rest[0]?.id ?? 0)).toMatchObject({
      before: Buffer.from(''),
      after: Buffer.from('- rain\n'),
    });
    expect(state.table(remindersTable).active(key)).toEqual([]);
  });

  test('the conversation is still one that the model takes, without thinking that was signed over the old words', async () => {
    await sessions.close();
    sessions = await openSessions({ dir: path.join(dir, 'state', 'sessions'), clock, log: silentLog });
    await close();
    await open();
    await confirmed();
    const file =
      readdirSync(path.join(dir, 'state', 'sessions'))
        .filter((name) => name.endsWith('.jsonl'))
        .toSorted()[0] ?? '';
    const entries = readFileSync(path.join(dir, 'state', 'sessions', file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry);
    const messages = buildHistory(entries);
    expect(complaintsAbout(messages)).toEqual([]);
    expect(JSON.stringify(messages)).not.toMatch(/"thinking"|sig2/);
    expect(JSON.stringify(entries)).toContain('buy milk');
    expect(JSON.stringify(entries)).toContain('likes tea');
  });

  test('what is said in a conversation that is open goes on in the same file', async () => {
    const open = await sessions.current(key);
    await open.append(message('o2', 'user', [{ type: 'text', text: `${phrase} again` }]));
    await confirmed();
    await open.append(message('o3', 'assistant', [{ type: 'text', text: 'and on' }]));
    expect(open.entries.map((entry) => (entry.type === 'message' ? entry.content : entry.type))).toEqual([
      'session',
      [{ type: 'text', text: 'hello' }],
      [{ type: 'text', text: '[forgotten] again' }],
      'thinking_dropped',
      [{ type: 'text', text: 'and on' }],
    ]);
    expect(
      readFileSync(open.file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(open.entries);
  });

  test('a message that waits to be sent loses the words, and is still sent', async () => {
    await confirmed();
    expect(state.outbox.next('telegram:1', new Date())).toMatchObject({
      payload: JSON.stringify({ chatId: 1, text: 'Yes, [forgotten].' }),
    });
    expect(state.outbox.find(1)).toMatchObject({ payload: '{}', messageId: '5' });
  });

  test('the night can not bring it back, until it is remembered again', async () => {
    await confirmed();
    expect(tombstones.covers('Anna is living at Xanadu Crescent 14 in Bonn')).toBe(true);
    expect(tombstones.covers('likes tea')).toBe(false);
  });

  test('only the chosen lines go, and then the words stay where they were not chosen', async () => {
    expect(await confirmed([2])).toContain('One line of one note');
    expect(note('MEMORY.md')).not.toContain('Xanadu');
    expect(note('2026-11-20.md')).toContain(fact);
    expect(note('people.md')).toContain('xanadu');
    await forgetting.ask(phrase, key);
    await expect(forgetting.confirm(2, key, [99])).rejects.toThrow('no such lines');
  });

  test('notes that can not be changed are named with why, keep nothing else from being forgotten, and are tried again', async () => {
    const damaged = path.join(dir, 'memory', 'damaged.md');
    writeFileSync(damaged, Buffer.concat([Buffer.from(`\ufeff- ${fact}\n`, 'utf16le'), Buffer.from('x')]));
    const long = `${'n'.repeat(252)}.md`;
    writeFileSync(path.join(dir, 'memory', long), `- ${fact}\n`);
    const report = await confirmed();
    expect(report).toContain('Forgotten. 4 lines of 4 notes');
    expect(report).toContain('These notes could not be changed and still hold it: damaged.md (it is damaged).');
    const requests = state.table(erasureRequestsTable);
    expect(unfinishedForgetting(requests)).toEqual([
      expect.stringContaining('/forget f1 is not finished. These notes'),
    ]);
    // What is left is kept on the record of what is to be forgotten.
    expect(holding(phrase).filter((file) => !/^state\/(?:queue|index)\.db/.test(file))).toEqual([]);
    await close();
    await open();
    await forgetting.resume();
    expect(state.table(erasureRequestsTable).unfinished()).toHaveLength(1);
    writeFileSync(damaged, Buffer.from(`\ufeff- ${fact}\n- tea\n`, 'utf16le'));
    await expect(forgetting.ask('nothing of the kind', key)).rejects.toThrow('I find nothing of that');
    expect(readFileSync(damaged, 'utf16le')).toBe('\ufeff- tea\n');
    expect(unfinishedForgetting(state.table(erasureRequestsTable))).toEqual([]);
  });

  test('a later try has only the note that is left to look at, until it can be changed', async () => {
    const damaged = path.join(dir, 'memory', 'damaged.md');
    writeFileSync(damaged, Buffer.concat([Buffer.from(`\ufeff- ${fact}\n`, 'utf16le'), Buffer.from('x')]));
    const told = await confirmed();
    await close();
    const done: string[] = [];
    await open((parts) => ({
      memory: { ...parts.memory, purge: () => (done.push('index'), parts.memory.purge()) },
      scrub: () => (done.push('pages'), parts.scrub()),
      sessions: {
        each: (visit) => (done.push('report'), parts.sessions.each(visit)),
        rewrite: (edits) => (done.push('sessions'), parts.sessions.rewrite(edits)),
      },
    }));
    await forgetting.resume();
    await forgetting.resume();
    expect(await forgetting.confirm(1, key, 'exact')).toBe(told);
    expect(done).toEqual([]);
    // Read and said since, as the note still had it.
    const session = await sessions.current(key);
    await session.append(message('later', 'assistant', [{ type: 'text', text: `It is ${fact}.` }]));
    writeFileSync(damaged, Buffer.from(`\ufeff- ${fact}\n`, 'utf16le'));
    await forgetting.resume();
    expect(new Set(done)).toEqual(new Set(['sessions', 'report', 'index', 'pages']));
    expect(unfinishedForgetting(state.table(erasureRequestsTable))).toEqual([]);
    expect(holding(phrase)).toEqual([]);
  });

  test('a later try takes out of the index what the first could not, and only one does', async () => {
    const purges: boolean[] = [];
    const reopen = async (isPurged: boolean): Promise<void> => {
      await close();
      await open((parts) => ({
        memory: { ...parts.memory, purge: () => Promise.resolve(purges.push(isPurged) > 0 && isPurged) },
        writer: {
          ...parts.writer,
          commit: () => Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' })),
        },
      }));
    };
    await forgetting.ask(phrase, key);
    await reopen(false);
    await expect(forgetting.confirm(1, key, 'exact')).rejects.toThrow('/forget yes f1');
    await reopen(true);
    await forgetting.resume();
    await forgetting.resume();
    expect(purges).toEqual([false, true]);
  });

  test.each(['EACCES', 'ENOSPC', 'ENAMETOOLONG', 'EIO'])(
    'a note that can not be written (%s) does not keep the program from starting',
    async (code) => {
      await forgetting.ask(phrase, key);
      await close();
      await open((parts) => ({
        writer: {
          ...parts.writer,
          commit: async (notePath, ...given) => {
            if (notePath === 'people.md') throw Object.assign(new Error(code), { code });
            await parts.writer.commit(notePath, ...given);
          },
        },
      }));
      expect(await forgetting.confirm(1, key, 'exact')).toMatch(
        /2 lines of 2 notes.*still hold it: people\.md \([^)]+\)/s,
      );
      expect(note('MEMORY.md')).not.toContain(phrase);
      await forgetting.resume();
      await close();
      await open();
      await forgetting.resume();
      await close();
      expect(holding('xanadu')).toEqual([]);
      await open();
    },
  );

  test.each(['tombstones', 'notes', 'index', 'sessions', 'queue', 'pages'])(
    'a crash at the %s is made good at the next start',
    async (step) => {
      await forgetting.ask(phrase, key);
      await close();
      const die = (): Promise<never> => Promise.reject(new Error('killed'));
      let writes = 0;
      await open((parts) => ({
        ...(step === 'tombstones' && { tombstones: { ...parts.tombstones, add: die } }),
        ...(step === 'notes' && {
          writer: {
            ...parts.writer,
            commit: (...given) => ((writes += 1) === 2 ? die() : parts.writer.commit(...given)),
          },
        }),
        ...(step === 'index' && { memory: { ...parts.memory, purge: die } }),
        ...(step === 'sessions' && {
          sessions: { each: (visit) => parts.sessions.each(visit), rewrite: die },
        }),
        ...(step === 'queue' && {
          stores: () => [
            ...parts.stores(),
            {
              eraseRows: () => {
                throw new Error('killed');
              },
            },
          ],
        }),
        ...(step === 'pages' && {
          scrub: () => {
            throw new Error('killed');
          },
        }),
      }));
      await expect(forgetting.confirm(1, key, 'exact')).rejects.toThrow('killed');
      await close();
      await open();
      await forgetting.resume();
      expect(state.table(erasureRequestsTable).unfinished()).toEqual([]);
      await close();
      expect(holding(phrase)).toEqual([]);
      await open();
    },
  );
});

describe('the eraser', () => {
  const words = fc
    .array(fc.constantFrom('tea', 'Bob', 'likes', 'the', 'rain', '"quoted"', 'Straße', '日本', '🍵', '—'), {
      maxLength: 8,
    })
    .map((list) => list.join(' '));
  const secret = fc.constantFrom(
    'Xanadu Crescent',
    'the “blue” box',
    'C++ (old)',
    '日本語の本',
    'naïve café',
    'back\\slash',
  );

  test('leaves no trace of a phrase in any text, also inside JSON, in any case', () => {
    fc.assert(
      fc.property(secret, words, words, fc.boolean(), (hidden, before, after, asJson) => {
        const { text } = createEraser({ phrases: [hidden], lines: [] });
        const plain = `${before} ${hidden.toUpperCase()} ${after}\n${hidden.replace(' ', '\n ')}`;
        const left = text(asJson ? JSON.stringify({ output: plain, list: [{ plain }] }) : plain);
        expect(left.toLowerCase()).not.toContain(hidden.toLowerCase());
        expect(left.toLowerCase()).not.toContain(JSON.stringify(hidden).slice(1, -1).toLowerCase());
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  test('is done after one time, and leaves what it has nothing to do with byte for byte', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        const eraser = createEraser({ phrases: ['Xanadu'], lines: ['Anna lives at Xanadu Crescent'] });
        const bytes = Buffer.from(`# ${a}\r\n- ${b}\n${a}`);
        expect(eraser.note(bytes)).toBe(bytes);
        expect(eraser.text(`${a}\n${b}`)).toBe(`${a}\n${b}`);
        const once = eraser.text(`${a} Xanadu ${b}`);
        expect(eraser.text(once)).toBe(once);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test('takes a word as a word: Anna is not in Annabelle, where words have no spaces it is anywhere', () => {
    expect(createEraser({ phrases: ['Anna'], lines: [] }).text('Annabelle and Anna, anna’s')).toBe(
      'Annabelle and [forgotten], [forgotten]’s',
    );
    expect(createEraser({ phrases: ['日本'], lines: [] }).text('私は日本語を')).toBe('私は[forgotten]語を');
  });

  test('of a long line takes the sentence that says it again, not its neighbours', () => {
    const { text } = createEraser({ phrases: [], lines: ['my dentist is Dr. Kim in Bonn'] });
    expect(text('I like tea. My dentist in Bonn was Kim, Dr! It rained.')).toBe('I like tea. [forgotten] It rained.');
  });
});

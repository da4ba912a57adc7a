import { beforeEach, describe, expect, test } from 'vitest';
import type { Audience, ExportFile, Extras, FileOrder, Outlet } from '../../src/assistant/channel.ts';
import { readCommand } from '../../src/assistant/commands/command.ts';
import { modelCommand } from '../../src/assistant/commands/model.ts';
import { collectCommands } from '../../src/app/commands.ts';
import { noteProblem } from '../../src/memory/note-problem.ts';
import { exportCommand } from '../../src/features/export/command.ts';
import { forgetCommand } from '../../src/features/forget/command.ts';
import { privateCommand } from '../support/assistant.ts';
import { memoryCommand } from '../../src/features/recall/command.ts';
import { undoCommand } from '../../src/features/undo/command.ts';
import { usageCommand } from '../../src/features/usage/command.ts';
import { english } from '../../src/assistant/phrases/english.ts';
import { german } from '../../src/assistant/phrases/german.ts';
import { systemClock } from '../../src/base/time/clock.ts';
import type { ChosenTimezone } from '../../src/base/time/timezone.ts';
import { UserError } from '../../src/base/errors.ts';
import type { Memory } from '../../src/memory/memory.ts';
import type { SearchAnswer } from '../../src/memory/search.ts';
import { setUp } from '../support/assistant.ts';
import { createScriptedProvider, says } from '../support/scripted-provider.ts';

const clock = { ...systemClock, now: () => new Date('2026-11-21T08:00:00Z') };
const nothing: SearchAnswer = { results: [], mode: 'keyword', pendingVectors: 0, tookMs: 1 };
let fileBytes = 100;
let exportProblems: ExportFile['problems'] = [];
let exportOthers: string[] = [];
const exported = ({ what }: FileOrder): ExportFile => ({
  name: 'x',
  bytes: Buffer.alloc(fileBytes),
  notes: what === 'conversation' ? 0 : 2,
  conversations: what === 'notes' ? 0 : 1,
  problems: exportProblems,
  others: exportOthers,
});
let chosen: string | null = null;
beforeEach(() => {
  chosen = null;
  fileBytes = 100;
  exportProblems = [];
  exportOthers = [];
});
const emptyVault = { list: () => Promise.resolve({ notes: [], problems: [] }), read: () => Promise.resolve(null) };
const memory: Pick<Memory, 'search' | 'status'> = {
  search: async (query) =>
    query === 'tea'
      ? {
          ...nothing,
          results: [{ path: '2026-11-20.md', startLine: 3, endLine: 3, score: 1, text: '- likes green tea\n' }],
        }
      : nothing,
  status: async () => ({
    files: 2,
    chunks: 5,
    pendingVectors: 1,
    mode: 'hybrid',
    model: 'm',
    rebuilding: false,
    problems: [],
  }),
};
const timezone: ChosenTimezone = {
  now: () => chosen ?? 'Europe/Berlin',
  choose: (name) => Promise.resolve(void (chosen = name)),
};
const commands = collectCommands(
  { memory, state: null, models: ['anthropic/claude', 'openai/gpt-large', 'openai/gpt-small'], timezone, clock },
  [
    {
      commands: [
        privateCommand,
        memoryCommand({ search: memory.search, vault: emptyVault }, true),
        undoCommand({
          last: async () => ({ text: 'Saved: tea -> 2026-11-20.md', button: { label: 'Undo', command: '/undo r1' } }),
          list: async () => '/undo r1 - Saved: tea',
          takeBack: async (id) => {
            if (id !== 'r1') throw new UserError(`There is no change ${id}.`);
            return 'Undone: tea';
          },
        }),
        forgetCommand(
          {
            ask: async (phrase) => ({
              text: `This would go: ${phrase}`,
              extras: { buttons: [{ label: 'Forget', command: '/forget yes f1' }], isChoice: true },
            }),
            confirm: async (id, _lane, which) => `Forgotten: ${id} ${JSON.stringify(which)}`,
            findPassage: () => Promise.reject(new Error('no model here')),
            placesOf: () => Promise.reject(new Error('no model here')),
            forgetPassage: () => Promise.reject(new Error('no model here')),
            show: (id) => ({ text: `That stands there as well: ${id}`, extras: {} }),
            drop: async () => undefined,
            resume: async () => undefined,
          },
          true,
        ),
        exportCommand({
          make: (order) => Promise.resolve(exported(order)),
          maxBytes: () => 50_000_000,
          program: 'scrubjay',
        }),
        usageCommand({
          ledger: {
            sum: (days) => (days.length > 7 ? 0.5 : 12),
            byModel: () => [
              { model: 'anthropic/claude', calls: 3, tokens: 4500, dollars: 12 },
              // The program's own answers, which /usage leaves out.
              { model: 'offline', calls: 114, tokens: 0, dollars: 0 },
            ],
            unpriced: () => 2,
          },
          budget: { dailyUsd: 2 },
          timezone: timezone.now,
          clock,
        }),
      ],
    },
  ],
);

/** Says it to an assistant whose model echoes: `model: …` shows that the message went on to the conversation. */
async function say(
  text: string,
  audience: Audience = 'private',
): Promise<{ reply: string; extras: Extras | undefined; outcome: string }> {
  const posts: { text: string; extras: Extras | undefined }[] = [];
  const bench = await setUp(createScriptedProvider(says('from the model')), { commands });
  const outlet: Outlet = {
    post: async (reply, _name, extras) => {
      posts.push({ text: reply, extras });
      return { messageId: '1' };
    },
  };
  const key = audience === 'group' ? 'telegram:tg_main:group:-1:user:1' : 'telegram:tg_main:chat:1:user:1';
  const { outcome } = await bench.assistant.turn(
    { id: '1', key, audience, text, at: clock.now() },
    outlet,
    new AbortController().signal,
  );
  return { reply: posts.map((post) => post.text).join('\n'), extras: posts[0]?.extras, outcome };
}

const zoneNews =
  'for the days of notes, the night, quiet hours and reminders to come. Reminders that repeat keep the time zone that they were set in.';

test.each([
  ['/memory tea', '2026-11-20.md#L3\n- likes green tea'],
  ['/memory coffee', 'I find nothing about that in memory.'],
  ['/Memory@jay_bot  tea', '2026-11-20.md#L3\n- likes green tea'],
  ['what do you know about tea?', '2026-11-20.md#L3\n- likes green tea'],
  [
    '/status',
    'Model: anthropic/claude\nMemory: 2 notes, found by words and by meaning, 1 passage so far by words only\nTime: Sat 2026-11-21 09:00 (Europe/Berlin)',
  ],
  [
    '/usage',
    "Today: $0.50 of $2.00\nThis month: $12.00\nanthropic/claude: $12.00, 3 calls, 4500 tokens\n2 calls are of models whose price I don't know: they count as nothing.",
  ],
  [
    '/timezone',
    'Europe/Berlin, where it is Sat 2026-11-21 09:00. /timezone Europe/Paris chooses another one, /timezone default goes back to that of the configuration.',
  ],
  ['/timezone america/new york', `From now on I go by America/New_York, where it is Sat 2026-11-21 03:00: ${zoneNews}`],
  ['/timezone Default', `From now on I go by Europe/Berlin, where it is Sat 2026-11-21 09:00: ${zoneNews}`],
  [
    '/timezone Mars/Olympus Mons',
    'I know no time zone "Mars/Olympus Mons". Write it like Europe/Paris or America/New_York.',
  ],
  [
    '/model gpt-large',
    `From now on openai/gpt-large answers in this conversation, and another one only where it can't. /new and /model default go back to anthropic/claude.`,
  ],
  [
    '/model OpenAI/GPT-large',
    `From now on openai/gpt-large answers in this conversation, and another one only where it can't. /new and /model default go back to anthropic/claude.`,
  ],
  [
    '/model small',
    `From now on openai/gpt-small answers in this conversation, and another one only where it can't. /new and /model default go back to anthropic/claude.`,
  ],
  ['/model default', `From now on anthropic/claude answers in this conversation, and another one only where it can't.`],
  ['/model gpt', 'Which of these? openai/gpt-large, openai/gpt-small.'],
  ['/model llama', 'No model "llama" is configured. There are: anthropic/claude, openai/gpt-large, openai/gpt-small.'],
  ['/retry', 'There is nothing to answer again.'],
  ['/sources', 'The last answer used no notes.'],
  ['/undo r1', 'Undone: tea'],
  ['/undo r9', 'There is no change r9.'],
  ['/undo list', '/undo r1 - Saved: tea'],
  ['/forget my old address', 'This would go: my old address'],
  ['/forget yes f3', 'Forgotten: 3 "exact"'],
  ['/forget all f3', 'Forgotten: 3 "all"'],
  ['/forget yes f3 1, 4', 'Forgotten: 3 [1,4]'],
  ['/forget no f3', 'Nothing was changed.'],
  ['/forget show f3', 'That stands there as well: 3'],
  ['/forget yes I said so', 'This would go: yes I said so'],
])('%s', async (text, reply) => {
  expect((await say(text)).reply).toBe(reply);
});

test.each(['/undo', 'undo', 'Undo.', 'undo that!'])('%j shows what it would take back, and asks', async (text) => {
  expect(await say(text)).toEqual({
    reply: 'The last change: Saved: tea -> 2026-11-20.md\nUndo it?',
    extras: { buttons: [{ label: 'Undo', command: '/undo r1' }] },
    outcome: 'undo',
  });
});

test('a time zone that is none is answered with the one that may be meant, to choose', async () => {
  expect(await say('/timezone Europe/Berln')).toMatchObject({
    reply: 'I know no time zone "Europe/Berln". Did you mean Europe/Berlin?',
    extras: { buttons: [{ label: 'Europe/Berlin', command: '/timezone Europe/Berlin' }], isChoice: true },
  });
  expect(chosen).toBeNull();
});

test('a group may ask for the time zone, not choose one', async () => {
  expect((await say('/timezone', 'group')).reply).toMatch(/^Europe\/Berlin, where/);
  expect((await say('/timezone Asia/Tokyo', 'group')).reply).toBe(english.notices.privateOnly);
  expect(chosen).toBeNull();
});

test('/model shows who answers, and the others to choose from', async () => {
  const button = (model: string) => ({ label: model, command: `/model ${model}` });
  expect(await say('/model')).toMatchObject({
    reply: 'anthropic/claude answers here. Others that are configured: openai/gpt-large, openai/gpt-small.',
    extras: { buttons: [button('openai/gpt-large'), button('openai/gpt-small')], isChoice: true },
  });
});

test('/model says so where there is no model, or one', async () => {
  const withModels = async (models: string[], text: string) =>
    (await (await setUp(createScriptedProvider(), { commands: [modelCommand(models)] })).tell(text)).reply;
  expect(await withModels([], '/model gpt')).toBe(
    'No model is configured: I save notes and quote them. `provider.primary` in the configuration sets one.',
  );
  expect(await withModels(['openai/gpt'], '/model')).toBe('openai/gpt answers here. No other one is configured.');
  expect(await withModels(['openai/gpt'], '/model x')).toBe('No model "x" is configured. There is: openai/gpt.');
});

test('the commands speak the language of the conversation', async () => {
  const bench = await setUp(createScriptedProvider(says('Nichts.')), { commands });
  await bench.tell('was habe ich dir über den Garten gesagt?');
  const replies: string[] = [];
  for (const text of ['/sources', '/model', '/model llama', '/timezone', '/timezone Berln', '/usage', '/export alles'])
    replies.push((await bench.tell(text)).reply);
  expect(replies).toEqual([
    'Die letzte Antwort hat keine Notizen benutzt.',
    'Hier antwortet anthropic/claude. Außerdem sind eingerichtet: openai/gpt-large, openai/gpt-small.',
    'Ein Modell „llama“ ist nicht eingerichtet. Zur Wahl: anthropic/claude, openai/gpt-large, openai/gpt-small.',
    'Europe/Berlin, dort ist es Sa 2026-11-21 09:00. /timezone Europe/Paris wählt eine andere, /timezone default kehrt zu der aus der Konfiguration zurück.',
    'Ich kenne keine Zeitzone „Berln“. Meinst du Europe/Berlin?',
    'Heute: $0.50 von $2.00\nDiesen Monat: $12.00\nanthropic/claude: $12.00, 3 Aufrufe, 4500 Token\n2 Aufrufe sind von Modellen, deren Preis ich nicht kenne: Sie zählen nicht mit.',
    german.export.usage,
  ]);
});

test.each([
  ['/export', 'all', 'Here are 2 notes and 1 conversation, without keys and tokens.'],
  ['/export Notes', 'notes', 'Here are 2 notes, without keys and tokens.'],
  ['/export conversation', 'conversation', 'Here is this conversation, without keys and tokens.'],
])('%j orders a file of this chat', async (text, what, reply) => {
  const answer = await say(text);
  expect(answer).toMatchObject({ reply, extras: { file: { what, key: 'telegram:tg_main:chat:1:user:1' } } });
});

test.each([
  [['boat.jpg'], 'Left out: a file beside the notes: boat.jpg'],
  [Array.from({ length: 21 }, (_, n) => `${n}.png`), 'Left out: 21 files beside the notes: 0.png, 1.png, '],
  [['a', 'b'].map((name) => name.repeat(400)), 'Left out: 2 files beside the notes: aaaa'],
])('/export names the files beside the notes, which it leaves out', async (names, words) => {
  exportOthers = names;
  const { reply } = await say('/export');
  expect(reply).toContain(`, without keys and tokens.\n${words}`);
  expect(reply.length).toBeLessThan(1024);
  exportOthers = [];
  expect((await say('/export')).reply).not.toContain('Left out');
});

test('/export names the notes that are missing from the file', async () => {
  exportProblems = [noteProblem('forbidden', 'closed.md')];
  expect((await say('/export')).reply).toBe(
    'Here are 2 notes and 1 conversation, without keys and tokens. I may not read closed.md.',
  );
});

test.each([
  [1, 1, 'Here is 1 note and 1 conversation,'],
  [0, 1, 'Here is 1 conversation,'],
  [1, 3, 'Here is 1 note and 3 conversations,'],
  [2, 1, 'Here are 2 notes and 1 conversation,'],
])('of %i notes and %i conversations it speaks in the right number', (notes, conversations, words) => {
  expect(english.export.done(notes, conversations)).toContain(words);
});

test("/export says what it can't send, and what it does not know", async () => {
  fileBytes = 73_400_000;
  expect(await say('/export')).toMatchObject({
    reply:
      'That is a file of 73 MB, and I can send 50 MB at most. On the machine where I run, `scrubjay export PATH` writes it.',
    extras: {},
  });
  expect((await say('/export my soul')).reply).toBe(
    'Say /export for everything, /export notes, or /export conversation.',
  );
});

test('/help lists every command, and none that is not there', async () => {
  const lines = (await say('/help')).reply.split('\n').map((line) => line.split(' ')[0]);
  expect(lines).toEqual([
    '/start',
    '/help',
    '/new',
    '/retry',
    '/sources',
    '/stop',
    '/private',
    '/memory',
    '/undo',
    '/forget',
    '/export',
    '/usage',
    '/model',
    '/status',
    '/timezone',
  ]);
});

test('/help with the name of a command shows that one alone, and all where there is none of that name', async () => {
  const all = (await say('/help')).reply;
  for (const asked of ['/help forget', '/help /Forget'])
    expect((await say(asked)).reply).toBe(`/forget - ${english.help.forget}`);
  expect((await say('/help nonsense')).reply).toBe(all);
});

test('without a model the help also shows what is understood in plain words, and a slash alone asks for it', async () => {
  const plain = collectCommands({ memory, state: null, models: [], timezone, clock }, []);
  for (const text of ['help', '/help', '/']) {
    const spoken = readCommand(plain, { text });
    const said: string[] = [];
    await spoken?.command.run({ ...spoken, phrases: german, say: async (words: string) => said.push(words) } as never);
    expect(said.join('')).toMatch(/^Ohne ein Modell .*erinnere mich morgen um 9.*\n\n\/start - /s);
  }
});

test('every command can be shown in the menu of Telegram', () => {
  for (const { name, description } of commands) {
    expect(name).toMatch(/^[a-z0-9_]{1,32}$/);
    expect(description.length).toBeLessThanOrEqual(256);
  }
});

test.each([
  '/memory tea',
  '/memory',
  '/status',
  '/Memory@jay_bot tea',
  '/undo',
  '/undo list',
  '/model',
  '/export',
  '/export notes',
  '/forget tea',
  '/forget yes f1',
])('%j tells a group nothing', async (text) => {
  expect((await say(text, 'group')).reply).toBe(english.notices.privateOnly);
});

test('what tells nothing of the memory works in a group as well', async () => {
  expect((await say('/help', 'group')).reply).toBe((await say('/help')).reply);
  expect((await say('/new', 'group')).outcome).toBe('new_session');
});

describe('plain words', () => {
  test.each([
    ['stop', 'stop'],
    ['Stop!', 'stop'],
    ['start over', 'new'],
    ['undo', 'undo'],
    ['Undo it.', 'undo'],
    ['take that back', 'undo'],
    ['mach das rückgängig', 'undo'],
    ['deshazlo', 'undo'],
    ['annule ça', 'undo'],
    ['annullalo', 'undo'],
    ['desfaz isso', 'undo'],
    ['maak dat ongedaan', 'undo'],
    ['help', 'help'],
    ['What do you know about Anna', 'memory'],
  ])('%j is /%s', (text, name) => {
    expect(readCommand(commands, { text })).toMatchObject({ command: { name }, isPlain: true });
  });

  const ordinary = [
    'stop smoking, says my doctor',
    'please stop',
    'stop\nand think',
    'undo the second one',
    'the undo button is broken',
    'how do I start over with Anna?',
    'help me with my taxes',
    'what do you know about tea? and who told you?',
    'tell me what you know about tea',
    'what do you know about tea\nand coffee',
    '/nosuch',
    'what is /memory?',
    '/',
    '/etc/passwd',
    'hello',
    '“undo”',
  ];
  test.each(ordinary)('%j is a message like any other', async (text) => {
    expect(readCommand(commands, { text })).toBeNull();
    expect((await say(text)).reply).toBe('from the model');
  });

  test('about what no note speaks of go to the model', async () => {
    expect((await say('what do you know about photosynthesis?')).reply).toBe('from the model');
  });

  test('below a picture are a caption', () => {
    expect(
      readCommand(commands, {
        text: 'stop',
        attachments: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } }],
      }),
    ).toBeNull();
  });

  test('that would tell a group of the memory are a message to the model there', async () => {
    expect((await say('undo', 'group')).reply).toBe('from the model');
  });
});

import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tool, ToolResult } from '../../src/agent/tool.ts';
import { ToolError } from '../../src/base/errors.ts';
import { createClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { revisionsTable } from '../../src/features/undo/revisions.ts';
import { type State, openState } from '../../src/state/state.ts';
import { loadTombstones, type Tombstones } from '../../src/memory/tombstones.ts';
import { staleSources } from '../../src/memory/stale-sources.ts';
import { hashOfLine, provenLine } from '../../src/memory/write/long-term.ts';
import { createVault } from '../../src/memory/vault.ts';
import { createWriter } from '../../src/memory/write/writer.ts';
import { createEditMemoryTool } from '../../src/tools/edit-memory.ts';
import { createForgetTool } from '../../src/features/forget/tool.ts';
import { english } from '../../src/assistant/phrases/english.ts';
import { forgettingOfNotes } from '../support/forgetting.ts';
import { createRecorder, otherProgram, receiptLine } from '../../src/tools/receipt.ts';
import { createRememberTool } from '../../src/tools/remember.ts';

let dir: string;
let tombstones: Tombstones;
let remember: Tool;
let edit: Tool;
let forget: Tool;
let state: State;

// 23:30 UTC is the next day in Berlin.
const clock = createClock({ now: () => new Date('2026-11-20T23:30:00Z'), sleep: async () => undefined });
const read = (name: string): string => readFileSync(path.join(dir, 'memory', name), 'utf8');
const resultOf = async (tool: Tool, input: unknown): Promise<ToolResult> =>
  await tool.execute(input, { toolUseId: 'toolu_1', signal: new AbortController().signal });
const run = async (tool: Tool, input: unknown): Promise<string> => (await resultOf(tool, input)).text;

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'tools-'));
  tombstones = await loadTombstones(path.join(dir, 'tombstones.json'));
  const vault = createVault(path.join(dir, 'memory'));
  const writer = createWriter({ vault });
  state = openState({ file: path.join(dir, 'queue.db'), clock, log: silentLog });
  const record = createRecorder({
    state: { revisions: state.table(revisionsTable), write: state.write },
    clock,
    log: silentLog,
    cause: 'telegram:1:1',
  });
  remember = createRememberTool({ writer, record, clock, timezone: () => 'Europe/Berlin', tombstones });
  edit = createEditMemoryTool({
    writer,
    record,
    clock,
    timezone: () => 'Europe/Berlin',
    findStale: async (edited, change) => await staleSources(vault, edited, change),
  });
  forget = createForgetTool({
    forgetting: forgettingOfNotes({ vault, writer, state, stateDir: dir, tombstones }),
    conversation: 'c',
    phrases: () => Promise.resolve(english),
  });
});
afterEach(() => {
  state.close();
  rmSync(dir, { recursive: true, force: true });
});

test('remember writes into the day of the person’s time zone and says exactly where', async () => {
  const result = await resultOf(remember, { text: 'Anna -> tea,\nnot coffee' });
  expect(result.text).toBe('Saved: Anna -> tea, not coffee -> 2026-11-21.md#L3 (r1)');
  expect(read('2026-11-21.md')).toBe('# 2026-11-21\n\n- 00:30 Anna -> tea,\n  not coffee\n');
  expect(result.receipts).toMatchObject([{ verb: 'saved', text: 'Anna -> tea, not coffee', path: '2026-11-21.md' }]);
});

test('what was said a while ago is saved on the day on which it was said, also in MEMORY.md', async () => {
  const writer = createWriter({ vault: createVault(path.join(dir, 'memory')) });
  const record = createRecorder({
    state: { revisions: state.table(revisionsTable), write: state.write },
    clock,
    log: silentLog,
    cause: 'telegram:1:2',
  });
  const sentAt = new Date('2026-11-19T20:15:00Z');
  const late = createRememberTool({ writer, record, clock, timezone: () => 'Europe/Berlin', sentAt });
  expect((await resultOf(late, { text: 'Anna drinks tea' })).text).toBe(
    'Saved: Anna drinks tea -> 2026-11-19.md#L3 (r1)',
  );
  expect(read('2026-11-19.md')).toBe('# 2026-11-19\n\n- 21:15 Anna drinks tea\n');
  expect(await late.propose?.({ text: 'Tom sings' })).toMatchObject({ place: '2026-11-19.md' });
  await resultOf(late, { text: 'Tom sings', where: 'MEMORY.md' });
  expect(read('MEMORY.md')).toContain('2026-11-19');
});

/** The tool in the turn of another message. */
const rememberFor = (cause: string, at = clock): Tool =>
  createRememberTool({
    writer: createWriter({ vault: createVault(path.join(dir, 'memory')) }),
    record: createRecorder({
      state: { revisions: state.table(revisionsTable), write: state.write },
      clock: at,
      log: silentLog,
      cause,
    }),
    clock: at,
    timezone: () => 'Europe/Berlin',
  });
const later = (minutes: number) =>
  createClock({ now: () => new Date(clock.now().getTime() + minutes * 60_000), sleep: async () => undefined });

test('what is told again in a message of its own is a line of its own, with its time, number and receipt', async () => {
  await run(remember, { text: 'took ibuprofen 400' });
  const again = await resultOf(rememberFor('telegram:1:2', later(240)), { text: 'took ibuprofen 400' });
  expect(again.text).toBe('Saved: took ibuprofen 400 -> 2026-11-21.md#L4 (r2)');
  expect(read('2026-11-21.md')).toBe('# 2026-11-21\n\n- 00:30 took ibuprofen 400\n- 04:30 took ibuprofen 400\n');
});

test('a save that a crash came before is made, although an earlier message saved the same words', async () => {
  await run(remember, { text: 'took ibuprofen 400' });
  const note = read('2026-11-21.md');
  const again = rememberFor('telegram:1:2', later(240));
  await run(again, { text: 'took ibuprofen 400' });
  writeFileSync(path.join(dir, 'memory', '2026-11-21.md'), note);
  expect(await run(again, { text: 'took ibuprofen 400' })).toContain('#L4 (r2)');
  expect(await run(again, { text: 'took ibuprofen 400' })).toContain('#L4 (r2)');
  expect(read('2026-11-21.md')).toBe(`${note}- 04:30 took ibuprofen 400\n`);
});

test.each([
  ['a done task', '- [x] water the plants'],
  ['an open task', '- [ ] water the plants'],
  ['a line in a code fence', '```\n- 07:00 water the plants\n```'],
  ['a line of another section', '## Not to do\n\n- water the plants'],
  ['a line with a time that somebody else wrote', '- 07:00 water the plants'],
])('remember is not held up by %s that has the same words, and yet saves once for a message', async (_, written) => {
  mkdirSync(path.join(dir, 'memory'), { recursive: true });
  writeFileSync(path.join(dir, 'memory', '2026-11-21.md'), `# 2026-11-21\n\n${written}\n`);
  const first = await resultOf(remember, { text: 'water the plants' });
  expect(first.receipts).toMatchObject([{ verb: 'saved', change: 1 }]);
  expect(await run(remember, { text: 'Water  the plants' })).toContain('(r1)');
  expect(read('2026-11-21.md')).toBe(`# 2026-11-21\n\n${written}\n- 00:30 water the plants\n`);
});

test('another program that tries a call once more saves once; what it tells again later is a line of its own', async () => {
  const texts = [];
  for (const minutes of [0, 1, 60])
    texts.push(await run(rememberFor(otherProgram, later(minutes)), { text: 'took ibuprofen 400' }));
  expect(texts).toEqual([1, 1, 2].map((id) => expect.stringContaining(`(r${id})`)));
  expect(read('2026-11-21.md')).toBe('# 2026-11-21\n\n- 00:30 took ibuprofen 400\n- 01:30 took ibuprofen 400\n');
});

test('a fact that the long-term memory states is already saved there; a line of code, of the history or of a hand is none', async () => {
  const byHand = '```\n- 2026-11-20: Anna likes tea\n```\n\n- [x] Anna likes tea';
  const history = '## History\n\n- 2026-11-01: Anna likes tea\n';
  mkdirSync(path.join(dir, 'memory'), { recursive: true });
  writeFileSync(path.join(dir, 'memory', 'MEMORY.md'), `# Memory\n\n${byHand}\n\n${history}`);
  const input = { text: 'Anna likes tea', where: 'MEMORY.md' };
  expect((await resultOf(remember, input)).receipts).toMatchObject([{ verb: 'saved' }]);
  expect(read('MEMORY.md')).toBe(`# Memory\n\n${byHand}\n- 2026-11-21: Anna likes tea\n\n${history}`);
  expect((await resultOf(rememberFor('telegram:1:2'), input)).receipts).toMatchObject([{ verb: 'already_saved' }]);
});

test.each(['MEMORY.md', 'long-term', 'long_term', 'memory'])(
  'remember where=%s goes to long-term memory',
  async (where) => {
    expect(await run(remember, { text: 'Anna likes tea', where })).toBe('Saved: Anna likes tea -> MEMORY.md#L3 (r1)');
    expect(read('MEMORY.md')).toBe('# Memory\n\n- 2026-11-21: Anna likes tea\n');
  },
);

test('remember refuses a place it does not know, a secret, and input that does not fit', async () => {
  await expect(run(remember, { text: 'x', where: '../etc' })).rejects.toThrow('Unknown place');
  await expect(run(remember, { text: `ghp_${'a'.repeat(36)}` })).rejects.toThrow(
    'Not saved: the text contains what looks like a GitHub token',
  );
  await expect(run(remember, { text: 'my card is [redacted]' })).rejects.toThrow(
    'Not saved: it held a secret (a key, a password, a card number), which was taken out as it came in.',
  );
  await expect(run(remember, { text: 'The PIN is [not shown]' })).rejects.toThrow('Not saved: it held a secret');
  await expect(run(remember, {})).rejects.toThrow('Invalid input for remember');
});

test('a turn that is made again after a crash gives the receipt again, for the one change it made', async () => {
  const first = await run(remember, { text: 'Anna likes tea' });
  expect(await run(remember, { text: 'Anna likes tea' })).toBe(first);
  expect(state.table(revisionsTable).last(9).map(receiptLine)).toEqual(['Saved: Anna likes tea -> 2026-11-21.md']);
});

test('edit_memory changes the passage and nothing beside it', async () => {
  await run(remember, { text: 'Dentist on Tuesday' });
  const result = await run(edit, { path: '2026-11-21', old_text: 'Tuesday', new_text: 'Thursday' });
  expect(result).toBe('Changed: Dentist on Thursday -> 2026-11-21.md#L3 (r2)');
  expect(read('2026-11-21.md')).toBe('# 2026-11-21\n\n- 00:30 Dentist on Thursday\n');
  await expect(run(edit, { path: '2026-11-21.md', old_text: 'x', new_text: ' ' })).rejects.toThrow('Use forget');
});

test.each([
  ['- Bank card PIN: ask mum', 'ask mum', '6401'],
  ['- Bank card PIN: ask mum', ': ask mum', ' is 6401'],
  ['- PIN of the Visa card:\n  ask mum', 'ask mum', '6401'],
  ['- Bank card PIN: [4711](x) or ask mum', '[4711](x) or ask mum', '64011'],
  ['| card | PIN |\n|---|---|\n| Visa | ask mum |', '| Visa | ask mum |', '| Visa | ask mum |\n| Amex | 1234 |'],
  ['- My card is 4111 1111 and more', 'and more', '1111 1111'],
])('edit_memory makes no secret of what stands beside the passage: %s', async (line, old, text) => {
  mkdirSync(path.join(dir, 'memory'), { recursive: true });
  writeFileSync(path.join(dir, 'memory', 'MEMORY.md'), `# Memory\n\n${line}\n`);
  await expect(run(edit, { path: 'MEMORY.md', old_text: old, new_text: text })).rejects.toThrow(
    'Not saved: the text contains what looks like',
  );
  expect(read('MEMORY.md')).toBe(`# Memory\n\n${line}\n`);
});

test('edit_memory changes a line beside a secret that the person wrote there', async () => {
  mkdirSync(path.join(dir, 'memory'), { recursive: true });
  writeFileSync(path.join(dir, 'memory', 'MEMORY.md'), '# Memory\n\n- Visa PIN: 4711\n- Rent is 900\n');
  await run(edit, { path: 'MEMORY.md', old_text: 'Rent is 900', new_text: 'Rent is 1200' });
  expect(read('MEMORY.md')).toContain('- Visa PIN: 4711\n- Rent is 1200');
});

test('an edit of a note that is not there makes no folder for it', async () => {
  mkdirSync(path.join(dir, 'memory'), { recursive: true });
  for (const path_ of ['~/outside.md', '%2e%2e/x.md', 'people/ana.md'])
    await expect(run(edit, { path: path_, old_text: 'a', new_text: 'b' })).rejects.toThrow('There is no note');
  expect(readdirSync(path.join(dir, 'memory'))).toEqual([]);
});

test('the receipt of a change in a long paragraph shows what was put in, not the whole of it', async () => {
  const paragraph = `We met at the lake. ${'The children swam. '.repeat(20)}Rita paid 40 euros.`;
  mkdirSync(path.join(dir, 'memory'), { recursive: true });
  writeFileSync(path.join(dir, 'memory', 'lake.md'), `${paragraph}\n`);
  expect(await run(edit, { path: 'lake.md', old_text: 'Rita paid', new_text: 'Rita and Paul paid' })).toBe(
    'Changed: Rita and Paul paid -> lake.md#L1 (r1)',
  );
});

test.each(['- 00:30 Dentist on Tuesday', '00:30 Dentist on Tuesday'])(
  'a line keeps its bullet and its time where %j is replaced by words alone',
  async (passage) => {
    await run(remember, { text: 'Dentist on Tuesday' });
    await run(edit, { path: '2026-11-21.md', old_text: passage, new_text: 'Dentist on Thursday' });
    expect(read('2026-11-21.md')).toBe('# 2026-11-21\n\n- 00:30 Dentist on Thursday\n');
    const other = '- 08:15 Dentist on Friday';
    await run(edit, { path: '2026-11-21.md', old_text: '- 00:30 Dentist on Thursday', new_text: other });
    expect(read('2026-11-21.md')).toBe(`# 2026-11-21\n\n${other}\n`);
  },
);

test('a passage of MEMORY.md is found as the model was shown it, with its date behind it', async () => {
  await run(remember, { text: 'Anna likes tea', where: 'MEMORY.md' });
  await run(edit, {
    path: 'MEMORY.md',
    old_text: 'Anna likes tea (2026-11-21)',
    new_text: 'Anna likes coffee (2026-11-21)',
  });
  expect(read('MEMORY.md')).toContain('Anna likes coffee');
  expect(read('MEMORY.md')).not.toContain('coffee (2026-11-21)');
  await run(forget, { text: 'Anna likes coffee (2026-11-21)' });
  expect(read('MEMORY.md')).not.toContain('Anna');
});

test.each([
  ['Decide by the end of November', 'They stay in Leipzig', 'They stay in Leipzig'],
  ['the end of November', 'mid November', 'Decide by mid November (until 2026-11-30)'],
])('"(until …)" goes when all that it was said of is replaced: %j by %j', async (passage, instead, line) => {
  writeMarked('Decide by the end of November');
  await run(edit, { path: 'MEMORY.md', old_text: passage, new_text: instead });
  expect(read('MEMORY.md')).toMatch(new RegExp(`^- ${line.replace(/[()]/g, String.raw`\$&`)} <!-- scrubjay`));
});

test('"(until …)" goes when its day is replaced in the words before it', async () => {
  writeMarked('Pilar stays to 2026-11-30, in the attic');
  await run(edit, { path: 'MEMORY.md', old_text: 'to 2026-11-30,', new_text: 'to 2026-12-02,' });
  expect(read('MEMORY.md')).toMatch(/^- Pilar stays to 2026-12-02, in the attic <!-- scrubjay/);
});

function writeMarked(text: string): void {
  const proven = { kind: 'fact', importance: 0.8, said: '2026-11-09', sources: ['2026-11-09.md#L3-L3'] };
  mkdirSync(path.join(dir, 'memory'), { recursive: true });
  writeFileSync(path.join(dir, 'memory', 'MEMORY.md'), `${provenLine(`- ${text} (until 2026-11-30)`, proven)}\n`);
}

test('what was forgotten is gone, stays forgotten over a restart, and can be remembered again', async () => {
  await run(remember, { text: 'Anna lives in Lindenweg 5' });
  expect(await run(forget, { path: '2026-11-21.md#L3', text: 'Anna lives in Lindenweg 5' })).toContain(
    'Forgotten. One line of one note;',
  );
  expect(read('2026-11-21.md')).toBe('# 2026-11-21\n\n');
  const reloaded = await loadTombstones(path.join(dir, 'tombstones.json'));
  expect(reloaded.covers('- Anna is living at Lindenweg 5 (since May)')).toBe(true);
  expect(reloaded.covers('Anna likes tea')).toBe(false);
  expect(readFileSync(path.join(dir, 'tombstones.json'), 'utf8')).not.toContain('indenweg');
  await run(remember, { text: 'Anna lives in Lindenweg 5 again' });
  expect(tombstones.covers('Anna lives in Lindenweg 5')).toBe(false);
});

test('what another process forgot meanwhile stays forgotten, whichever process writes next', async () => {
  const file = path.join(dir, 'tombstones.json');
  const other = await loadTombstones(file);
  await other.add('Bruno was born in Kassel');
  await tombstones.add('Anna lives in Lindenweg 5');
  expect(other.covers('Anna lives in Lindenweg 5')).toBe(true);
  expect(tombstones.covers('Bruno was born in Kassel')).toBe(true);
  await other.lift('Bruno was born in Kassel');
  const reloaded = await loadTombstones(file);
  expect(reloaded.covers('Anna lives in Lindenweg 5')).toBe(true);
  expect(reloaded.covers('Bruno was born in Kassel')).toBe(false);
});

test('what is forgotten at the same moment is all forgotten', async () => {
  await Promise.all(
    ['Bruno was born in Kassel', 'Anna lives in Lindenweg 5', 'Carl owes Dora money'].map(
      async (text) => await tombstones.add(text),
    ),
  );
  for (const text of ['Bruno was born in Kassel', 'Anna lives in Lindenweg 5', 'Carl owes Dora money'])
    expect(tombstones.covers(text)).toBe(true);
});

test('a damaged record of what was forgotten is an error, not a licence', async () => {
  writeFileSync(path.join(dir, 'tombstones.json'), '{"salt":');
  await expect(loadTombstones(path.join(dir, 'tombstones.json'))).rejects.toThrow('is damaged');
  expect(() => tombstones.covers('Anna')).toThrow('is damaged');
  await expect(tombstones.add('Anna')).rejects.toThrow('is damaged');
});

test('a stone of one word silences that word alone, not all that is said about it', async () => {
  await tombstones.add('Anna');
  expect(tombstones.covers('Anna')).toBe(true);
  expect(tombstones.covers('Anna likes green tea with honey')).toBe(false);
});

const debt = 'Nora owes Priya £35 for the theatre tickets';
const paid = 'Nora paid Priya back the £35 for the theatre tickets on 2026-11-21';

test.each<[string, { from?: string; day?: string; old?: string; new?: string }, string[]]>([
  ['a line that says it as before', {}, ['2026-11-20.md#L4']],
  ['one that moved, by its hash', { from: `2026-11-20.md#L9-L9@${hashOfLine(debt)}` }, ['2026-11-20.md#L4']],
  ['a part of a line', { old: 'owes Priya £35', new: 'paid Priya back £35' }, ['2026-11-20.md#L4']],
  [
    'both of two sources',
    { from: '2026-11-20.md#L4-L4 2026-11-20.md#L3-L3', new: 'Nora has no debts' },
    ['2026-11-20.md#L4', '2026-11-20.md#L3'],
  ],
  ['no line where the edit only adds', { new: `${debt}, and 5 for the ice cream` }, []],
  ['no line that says until when', { day: `- 18:30 ${debt} (until 2026-11-21)` }, []],
  [
    'no line where the edited one says until when: it counts as past already',
    { new: `${debt} (until 2026-11-21)` },
    [],
  ],
  ['no line that somebody changed since', { day: '- 18:30 Nora has been to the theatre with Priya' }, []],
  ['no conversation', { from: 'sessions/a.jsonl#L4-L4' }, []],
])('after an edit of MEMORY.md the model is told of its source: %s', async (_, given, places) => {
  const { from = '2026-11-20.md#L4-L4', day = `- 18:30 ${debt}`, old = debt, new: text = paid } = given;
  mkdirSync(path.join(dir, 'memory'), { recursive: true });
  writeFileSync(path.join(dir, 'memory/2026-11-20.md'), `# 2026-11-20\n\n- 18:00 Theatre tickets of Priya\n${day}\n`);
  const provenance = { kind: 'fact', importance: 0.5, said: '2026-11-20', sources: from.split(' ') };
  writeFileSync(path.join(dir, 'memory/MEMORY.md'), `# Memory\n\n${provenLine(`- ${debt}`, provenance)}\n`);
  const result = await run(edit, { path: 'MEMORY.md', old_text: old, new_text: text });
  const [, told = ''] = /\(r1\)(?:\. What it was made of still says so as before: ([^;]+);[^;]+)?$/.exec(result) ?? [];
  expect(told.split(', ').filter((place) => place !== '')).toEqual(places);
  expect(result).toContain(`Changed: `);
});

test('what is saved or changed is told so, whatever fails behind it', async () => {
  const vault = createVault(path.join(dir, 'memory'));
  const writer = createWriter({ vault });
  const fails = (): never => {
    throw new ToolError('database or disk is full');
  };
  const record = createRecorder({
    state: { revisions: state.table(revisionsTable), write: state.write },
    clock,
    log: silentLog,
    cause: 'telegram:1:3',
  });
  const made = { writer, record, clock, timezone: () => 'Europe/Berlin' };
  const receipt = async (tool: Tool, input: unknown) => (await resultOf(tool, input)).receipts?.[0]?.verb;
  const unsearched = createRememberTool({ ...made, findReplaced: fails });
  expect(await receipt(unsearched, { text: 'Rex is a dog' })).toBe('saved');
  const unlifted = createRememberTool({ ...made, tombstones: { ...tombstones, lift: fails } });
  expect(await receipt(unlifted, { text: 'Mimi is a cat' })).toBe('saved');
  const unfollowed = createEditMemoryTool({ ...made, findStale: fails });
  expect(
    await receipt(unfollowed, { path: '2026-11-21.md', old_text: 'Rex is a dog', new_text: 'Rex is an old dog' }),
  ).toBe('changed');
  expect(read('2026-11-21.md')).toBe('# 2026-11-21\n\n- 00:30 Rex is an old dog\n- 00:30 Mimi is a cat\n');
});

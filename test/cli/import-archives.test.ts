// Archives as vendors send them, homes of other assistants, and archives that nobody should have made.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { importPath } from '../../src/cli/import/import-path.ts';
import { elementsOf } from '../../src/cli/import/json-elements.ts';
import { shownFiles } from '../../src/cli/import/note-folder.ts';
import { openZipTree } from '../../src/cli/import/zip-tree.ts';
import { treeLimits } from '../../src/cli/import/tree.ts';
import { expectLinear } from '../support/growth.ts';
import { buildZip, type ZipEntry } from '../support/zip.ts';

let root: string;
let memory: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'import-'));
  memory = path.join(root, 'memory');
});
afterEach(() => rm(root, { recursive: true }));

const take = (name: string, { dryRun = false, screen = null as { write(text: string): unknown } | null } = {}) =>
  importPath(path.join(root, name), { memoryDir: memory, timezone: 'UTC', dryRun, screen });
const zip = (name: string, entries: readonly ZipEntry[]): void =>
  writeFileSync(path.join(root, name), buildZip(entries));
const put = (name: string, text: string | Buffer): void => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
};
const at = (name: string): string => readFileSync(path.join(memory, name), 'utf8');
const inMemory = (): string[] =>
  readdirSync(memory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(memory, path.join(entry.parentPath, entry.name)))
    .toSorted();

/** A second import of the same adds nothing. */
async function expectIdempotent(name: string): Promise<void> {
  const before = inMemory();
  expect(await take(name)).toMatchObject({ added: [], continued: [] });
  expect(inMemory()).toEqual(before);
}

const said = (id: string, parent: string | null, role: string, content: object, more: object = {}) => ({
  [id]: { id, parent, message: { author: { role }, create_time: 1_709_632_800, content, ...more } },
});
const text = (...parts: unknown[]) => ({ content_type: 'text', parts });

describe('the archive of ChatGPT', () => {
  const picture = 'sediment://file_00aa';
  const conversation = {
    conversation_id: '6709-99',
    title: 'The cellar',
    create_time: 1_709_632_800,
    current_node: 'g',
    mapping: {
      root: { id: 'root', parent: null, message: null },
      ...said(
        'i',
        'root',
        'user',
        { content_type: 'user_editable_context', user_profile: 'wrapped' },
        {
          metadata: {
            is_visually_hidden_from_conversation: true,
            user_context_message_data: { about_user_message: 'I live in Bern.', about_model_message: 'Be brief.' },
          },
        },
      ),
      ...said('a', 'i', 'user', {
        content_type: 'multimodal_text',
        parts: [
          { content_type: 'audio_transcription', text: 'What is this mould?', direction: 'in' },
          {
            content_type: 'real_time_user_audio_video_asset_pointer',
            audio_asset_pointer: { asset_pointer: 'sediment://file_11bb' },
          },
        ],
      }),
      ...said(
        'b',
        'a',
        'user',
        {
          content_type: 'multimodal_text',
          parts: [
            { content_type: 'image_asset_pointer', asset_pointer: picture },
            'Here it is.',
            { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-Xy9' },
          ],
        },
        { metadata: { attachments: [{ id: 'file_00aa', name: 'cellar wall.png' }] } },
      ),
      ...said('c', 'b', 'assistant', { content_type: 'thoughts', thoughts: [] }),
      ...said('chart', 'c', 'assistant', { content_type: 'chart', series: [1, 2] }),
      ...said('d', 'chart', 'assistant', text('Has a damp cellar.'), { recipient: 'bio' }),
      ...said('e', 'd', 'tool', text('Model set context updated.'), { author: { role: 'tool', name: 'bio' } }),
      ...said('old', 'e', 'assistant', text('It is paint.')),
      ...said('g', 'e', 'assistant', text('It is black mould.')),
    },
  };
  const entries: ZipEntry[] = [
    { name: 'conversations-000.json', bytes: JSON.stringify([conversation]) },
    { name: 'file_00aa-sanitized.dat', bytes: 'a picture' },
    { name: 'file-Xy9-roof.png', bytes: 'a roof' },
    { name: 'file_11bb.wav', bytes: 'sound' },
    { name: 'file_22cc.png', bytes: 'another' },
    { name: 'user.json', bytes: '{}' },
    { name: 'chat.html', bytes: '<html>' },
  ];

  it('gives the branch that was read, spoken words, pictures by their names, the memory and the instructions', async () => {
    zip('export.zip', entries);
    const planned = await take('export.zip', { dryRun: true });
    expect(readdirSync(root)).toEqual(['export.zip']);
    const taken = await take('export.zip');
    expect(taken).toEqual(planned);
    expect(taken.added.toSorted()).toEqual([
      'imported/2024-03-05 The cellar.md',
      'imported/chatgpt/Custom instructions.md',
      'imported/chatgpt/Memory.md',
      'imported/files/file-Xy9.png',
      'imported/files/file_00aa-cellar-wall.png',
    ]);
    const note = at('imported/2024-03-05 The cellar.md');
    expect(note).toContain(
      'imported. <!-- chatgpt 6709-99 -->\n\n**You**, 2024-03-05 10:00\n\nWhat is this mould?\n\n',
    );
    expect(note).toContain('![cellar wall.png](files/file_00aa-cellar-wall.png)\nHere it is.');
    expect(note).toContain('**ChatGPT**, 2024-03-05 10:00\n\n> It is black mould.\n');
    expect(note).not.toContain('paint');
    expect(at('imported/files/file_00aa-cellar-wall.png')).toBe('a picture');
    expect(at('imported/chatgpt/Memory.md')).toContain('- 2024-03-05: Has a damp cellar.\n');
    expect(at('imported/chatgpt/Custom instructions.md')).toContain('> I live in Bern.\n\n> Be brief.\n');
    expect(taken.skipped).toEqual([
      'The cellar: 1 message of other tries, which you replaced by editing or asking again',
      'The cellar: 1 message in a form that is not known (chart)',
      'chat.html: the same conversations once more',
      'file_11bb.wav: sound or film; what was said is in the conversation',
      'file_22cc.png: no conversation that is taken shows it',
      'user.json: the account, no memory',
    ]);
    await expectIdempotent('export.zip');
  });

  it('continues a conversation that has gone on since, and leaves a note alone that was changed', async () => {
    zip('export.zip', entries);
    await take('export.zip');
    const mapping = { ...conversation.mapping, ...said('h', 'g', 'user', text('Thank you.')) };
    const later = { ...conversation, current_node: 'h', mapping };
    zip('later.zip', [{ name: 'conversations.json', bytes: JSON.stringify([later]) }, ...entries.slice(1)]);
    expect(await take('later.zip')).toMatchObject({ continued: ['imported/2024-03-05 The cellar.md'] });
    expect(at('imported/2024-03-05 The cellar.md')).toMatch(
      /mould\.\n\n\*\*You\*\*, 2024-03-05 10:00\n\nThank you\.\n$/,
    );
    expect((await take('export.zip')).continued).toEqual([]);
    put('memory/imported/2024-03-05 The cellar.md', at('imported/2024-03-05 The cellar.md').replace('black', 'green'));
    expect((await take('later.zip')).skipped).toContain(
      'imported/2024-03-05 The cellar.md: was changed since it was imported, and stays as it is',
    );
  });

  it('keeps what came before the place where it breaks off, and says where', async () => {
    const whole = JSON.stringify([conversation, { ...conversation, conversation_id: '2', title: 'Second' }]);
    zip('export.zip', [{ name: 'conversations.json', bytes: whole.slice(0, -40) }]);
    const { added, skipped } = await take('export.zip');
    expect(added).toContain('imported/2024-03-05 The cellar.md');
    expect(skipped).toContain('conversations.json: it breaks off after entry 1');
  });
});

describe('the archive of Claude', () => {
  it('gives conversations with the text of attachments, projects with their documents, and the memory', async () => {
    const message = {
      sender: 'human',
      text: 'Read this.',
      created_at: '2025-01-02T03:04:05Z',
      attachments: [{ file_name: 'lease.txt', extracted_content: 'Rent is 900.\nDue on the 3rd.' }],
      files: [{ file_name: 'plan.png' }],
    };
    zip('data-batch-0000.zip', [
      { name: 'users.json', bytes: '[]' },
      {
        name: 'conversations.json',
        bytes: JSON.stringify([
          { uuid: 'c1', name: 'Lease', created_at: '2025-01-02T03:04:05Z', chat_messages: [message] },
          { odd: true },
        ]),
      },
      {
        name: 'memories.json',
        bytes: JSON.stringify([
          { conversations_memory: '**Work**\n\nPaints boats.', project_memories: { p1: 'Wants a blue hull.' } },
        ]),
      },
      {
        name: 'projects/p1.json',
        bytes: JSON.stringify({
          uuid: 'p1',
          name: 'Boat',
          description: 'The hull',
          prompt_template: 'Use metric.',
          docs: [{ filename: 'paint.md', content: 'Two coats.' }],
        }),
      },
    ]);
    const { added, skipped } = await take('data-batch-0000.zip');
    expect(added.toSorted()).toEqual([
      'imported/2025-01-02 Lease.md',
      'imported/claude/Memory.md',
      'imported/claude/projects/Boat/About.md',
      'imported/claude/projects/Boat/paint.md',
    ]);
    expect(at('imported/2025-01-02 Lease.md')).toContain(
      'Read this.\n\nAttached: lease.txt\n\n> Rent is 900.\n> Due on the 3rd.\n\n(attached: plan.png, which the export does not hold)\n',
    );
    expect(at('imported/claude/Memory.md')).toContain('Paints boats.\n\nWants a blue hull.\n');
    expect(at('imported/claude/projects/Boat/About.md')).toContain('The hull\n\nInstructions:\n\n> Use metric.\n');
    expect(skipped).toEqual([
      'conversations.json, entry 2: nothing that is known',
      'users.json: the account, no memory',
    ]);
    await expectIdempotent('data-batch-0000.zip');
  });
});

describe('a vault of Obsidian', () => {
  it('comes with the pictures that its notes show, and its notes byte for byte', async () => {
    const note =
      '---\ntags: [boat]\n---\n# Boat\n\n![[Hull blue.png|300]] and [the bill](files/bill%202.pdf), see [[Harbour#Berth]] #boat\n';
    put('vault/Boat.md', note);
    put('vault/Harbour.md', 'Berth 12\n');
    put('vault/pictures/Hull blue.png', 'png');
    put('vault/files/bill 2.pdf', 'pdf');
    put('vault/files/unused.png', 'png');
    put('vault/.obsidian/app.json', '{}');
    const { added, skipped } = await take('vault');
    expect(added).toEqual(['Boat.md', 'Harbour.md', 'files/bill 2.pdf', 'pictures/Hull blue.png']);
    expect(at('Boat.md')).toBe(note);
    expect(skipped).toEqual(['.obsidian: hidden', 'files/unused.png: not Markdown, and no note shows it']);
    await expectIdempotent('vault');
  });

  it('is the same from an archive with the folder in it', async () => {
    zip('vault.zip', [
      { name: 'My vault/Boat.md', bytes: '![[x.png]]\n' },
      { name: 'My vault/x.png', bytes: 'png' },
    ]);
    expect((await take('vault.zip')).added).toEqual(['Boat.md', 'x.png']);
  });
});

describe('homes of other assistants', () => {
  it('OpenClaw: memory, days, person, character and sessions, marked as from there; its instructions stay behind', async () => {
    put('.openclaw/workspace/MEMORY.md', '- Anna lives in Bern\n');
    put('.openclaw/workspace/memory/2026-03-18.md', '# 2026-03-18\n\n- bought a lamp\n');
    put('.openclaw/workspace/SOUL.md', 'Be kind.\n');
    put('.openclaw/workspace/AGENTS.md', 'Obey.\n');
    put('.openclaw/workspace/skills/x/SKILL.md', 'Do.\n');
    put('.openclaw/openclaw.json', '{"token":"secret"}');
    const line = (role: string, content: unknown) =>
      JSON.stringify({ type: 'message', timestamp: '2026-03-18T10:00:00Z', message: { role, content } });
    put(
      '.openclaw/agents/main/sessions/b73.jsonl',
      [
        JSON.stringify({ type: 'session', version: 3, id: 'b73', timestamp: '2026-03-18T10:00:00Z' }),
        line('user', [{ type: 'text', text: 'Where is Anna?' }]),
        line('assistant', [
          { type: 'thinking', thinking: 'hm' },
          { type: 'toolCall', name: 'read', arguments: { path: 'MEMORY.md' } },
        ]),
        line('toolResult', [{ type: 'text', text: 'Bern' }]),
        line('assistant', 'In Bern.'),
        '{broken',
      ].join('\n'),
    );
    const { added, skipped, what } = await take('.openclaw');
    expect(what).toBe('a workspace of OpenClaw');
    expect(added.toSorted()).toEqual([
      'imported/2026-03-18 Conversation b73.md',
      'imported/openclaw/MEMORY.md',
      'imported/openclaw/SOUL.md',
      'imported/openclaw/memory/2026-03-18.md',
    ]);
    expect(at('imported/openclaw/MEMORY.md')).toBe(
      'Imported from OpenClaw (workspace/MEMORY.md); its assistant may have written this.\n\n- Anna lives in Bern\n',
    );
    expect(at('imported/2026-03-18 Conversation b73.md')).toContain('**OpenClaw**, 2026-03-18 10:00\n\n> In Bern.\n');
    expect(at('imported/2026-03-18 Conversation b73.md')).not.toContain('hm');
    expect(skipped.toSorted()).toEqual([
      'agents/main/sessions/b73.jsonl: 1 line is no JSON',
      'openclaw.json: no memory and no conversation',
      'skills/ (1 file): abilities of that assistant',
      'workspace/AGENTS.md: instructions to that assistant, no memory',
    ]);
    await expectIdempotent('.openclaw');
  });

  it('Hermes: the entries of its memory as a list, and the conversations of its database', async () => {
    put('.hermes/memories/MEMORY.md', 'Runs Debian\n§\nLikes tea\nwith milk\n');
    const db = new Database(path.join(root, 'state.db'));
    db.pragma('journal_mode = WAL');
    db.exec(`CREATE TABLE sessions (id TEXT PRIMARY KEY, title TEXT, started_at REAL);
      CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, tool_name TEXT, timestamp REAL);
      INSERT INTO sessions VALUES ('s1', 'Tea', 1773828000);
      INSERT INTO messages VALUES (1, 's1', 'user', 'Which tea?', NULL, 1773828001), (2, 's1', 'assistant', 'Assam.', NULL, 1773828002);`);
    db.close();
    put('.hermes/state.db', readFileSync(path.join(root, 'state.db')));
    put(
      '.hermes/sessions/session_s1.json',
      JSON.stringify({ session_id: 's1', messages: [{ role: 'user', content: 'Which tea?' }] }),
    );
    const { added, skipped } = await take('.hermes');
    expect(added.toSorted()).toEqual(['imported/2026-03-18 Tea.md', 'imported/hermes/MEMORY.md']);
    expect(at('imported/hermes/MEMORY.md')).toMatch(/\n\n- Runs Debian\n- Likes tea\n {2}with milk\n$/);
    expect(at('imported/2026-03-18 Tea.md')).toContain('**Hermes**, 2026-03-18 10:00\n\n> Assam.\n');
    expect(skipped).toEqual(['sessions/session_s1.json: in state.db as well']);
    await expectIdempotent('.hermes');
  });
});

describe('an archive that was made to do harm', () => {
  it('has no entry that leads out, links, hides, is encrypted, lies about itself, or unpacks without end', async () => {
    zip('bad.zip', [
      { name: '../outside.md', bytes: 'x' },
      { name: '/etc/outside.md', bytes: 'x' },
      { name: 'a\\..\\..\\outside.md', bytes: 'x' },
      { name: 'link.md', bytes: '/etc/passwd', mode: 0o120_777 },
      { name: 'pipe.md', bytes: '', mode: 0o010_666 },
      { name: 'device.md', bytes: '', mode: 0o020_666 },
      { name: '.hidden/x.md', bytes: 'x' },
      { name: 'locked.md', bytes: 'x', isEncrypted: true },
      { name: 'bomb.md', bytes: Buffer.alloc(3_000_000) },
      { name: 'short.md', bytes: 'more than it says', declaredBytes: 3 },
      { name: 'flipped.md', bytes: 'damaged', crc: 1 },
      { name: 'twice.md', bytes: 'first' },
      { name: 'twice.md', bytes: 'second' },
      { name: 'bell\u0007.md', bytes: 'x' },
      { name: 'empty.md', bytes: '' },
      { name: 'inner.zip', bytes: buildZip([{ name: 'x.md', bytes: 'x' }]) },
    ]);
    const { added, skipped } = await take('bad.zip');
    expect(added.toSorted()).toEqual(['empty.md', 'twice.md']);
    expect(at('twice.md')).toBe('first');
    expect(inMemory()).toEqual(['empty.md', 'twice.md']);
    expect(skipped.map((reason) => reason.replace(/\(.*\)/, '()'))).toEqual([
      '../outside.md: its name would lie outside of the archive',
      '/etc/outside.md: its name would lie outside of the archive',
      'a/../../outside.md: its name would lie outside of the archive',
      'link.md: not a file',
      'pipe.md: not a file',
      'device.md: not a file',
      '.hidden: hidden',
      'locked.md: encrypted; unpack the archive with its password, and import the folder',
      'bomb.md: would unpack to more than 200 times its size',
      'twice.md: a second file of this name',
      'bell.md: its name has characters that no file should have',
      'flipped.md: damaged in the archive ()',
      'short.md: damaged in the archive ()',
      'inner.zip: an archive; import it by itself',
    ]);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('not a zip')],
    ['the first half of one', buildZip([{ name: 'a.md', bytes: 'a' }]).subarray(0, 40)],
  ])('is refused with what to do where it is %s', async (_what, bytes) => {
    put('broken.zip', bytes);
    await expect(take('broken.zip')).rejects.toThrow('no whole zip archive');
  });

  it('names its files in UTF-8 also where the program that made it did not say so, else in code page 437', async () => {
    zip('names.zip', [
      { name: '', bytes: 'x', rawName: Buffer.from('Büro/東京.md') },
      { name: '', bytes: 'x', rawName: Buffer.from([0x42, 0x81, 0x72, 0x6f, 0x2e, 0x6d, 0x64]) },
    ]);
    expect((await take('names.zip')).added.toSorted()).toEqual(['Büro.md', 'Büro/東京.md']);
  });

  it('unpacks no bytes again and again for entries that share them', async () => {
    const noise = randomBytes(10_000).toString('hex');
    const shared = Array.from({ length: 20 }, (_, i) => ({ name: `${i}.md`, bytes: noise, claims: 0 }));
    zip('shared.zip', [{ name: 'own.md', bytes: noise }, ...shared]);
    const { added, skipped } = await take('shared.zip', { dryRun: true });
    expect(added).toEqual(['own.md']);
    expect(skipped).toHaveLength(20);
    expect(skipped[0]).toBe('0.md: the archive has fewer bytes than it declares');
  });

  const archives: Record<string, (i: number) => ZipEntry> = {
    'of many empty entries': (i) => ({ name: `${i}.md`, bytes: '' }),
    'of many notes': (i) => ({ name: `${i}.md`, bytes: `- fact ${i}\n` }),
    'of one name again and again': () => ({ name: 'a.md', bytes: 'x' }),
    'of names like folders of each other': (i) => ({ name: `${'a/'.repeat(i % 40)}${i}.md`, bytes: 'x' }),
    'of very long names': (i) => ({ name: `${'b'.repeat(2_000)}${i}.md`, bytes: 'x' }),
    'of names that climb': (i) => ({ name: `${'../'.repeat(i % 50)}${i}.md`, bytes: 'x' }),
    'of sizes that are lies': (i) => ({ name: `${i}.md`, bytes: 'x', declaredBytes: 1_000 + i }),
    'of archives in it': (i) => ({ name: `${i}.zip`, bytes: 'PK' }),
    'of folders in folders': (i) => ({ name: 'd/'.repeat(i % 50), bytes: '' }),
    'of entries that share their bytes': (i) => ({ name: `${i}.md`, bytes: 'x', ...(i > 0 && { claims: 0 }) }),
  };

  it.each(Object.entries(archives))('is taken in linear time where it is %s', async (_what, entryOf) => {
    const file = path.join(root, 'grown.zip');
    const make = (n: number): string => buildZip(Array.from({ length: n }, (_, i) => entryOf(i))).toString('latin1');
    const read = async (archive: string): Promise<void> => {
      writeFileSync(file, archive, 'latin1');
      await take('grown.zip', { dryRun: true });
    };
    await expect(expectLinear(read, make, { minSize: 50, maxSize: 200 })).resolves.toBeUndefined();
  });

  it('is bounded in number and in bytes', async () => {
    zip(
      'many.zip',
      Array.from({ length: 5 }, (_, index) => ({ name: `${index}.md`, bytes: 'x'.repeat(100) })),
    );
    const few = await openZipTree(path.join(root, 'many.zip'), { ...treeLimits, maxFiles: 3, maxBytes: 250 });
    expect(few.files.map(({ name }) => name)).toEqual(['0.md', '1.md']);
    expect(few.skipped).toEqual([
      '2.md: the archive is too large unpacked',
      'all after the first 3 entries: import a smaller archive',
    ]);
    await few.close();
  });
});

test('an export of other JSON, of nested lists and of nothing is said to be so', async () => {
  for (const [name, bytes, reason] of [
    ['a.zip', '{"a": 1}', 'conversations.json, entry 1: nothing that is known'],
    ['b.zip', '[[[]], 1, "x"]', 'conversations.json, entry 1: nothing that is known'],
    ['c.zip', '', 'conversations.json: not JSON'],
    ['d.zip', '[{"mapping": {"a": {}}', 'conversations.json: it breaks off after entry 0'],
  ] as const) {
    zip(name, [{ name: 'conversations.json', bytes }]);
    const { added, skipped } = await take(name);
    expect(added).toEqual([]);
    expect(skipped[0]).toBe(reason);
  }
});

test('a very long message is cut, and a conversation longer than a note can be goes on in a second one', async () => {
  const list = Array.from({ length: 9 }, (_, index) => ({ sender: 'human', text: `${index}${'x'.repeat(2_000_000)}` }));
  put('conversations.json', JSON.stringify([{ uuid: 'c', name: 'Long', chat_messages: list }]));
  const { added } = await take('conversations.json');
  expect(added).toEqual(['imported/Long.md', 'imported/Long part 2.md']);
  expect(at('imported/Long part 2.md')).toContain('# Long part 2');
  await expectIdempotent('conversations.json');
});

test('a bar shows how far it has come', async () => {
  put('vault/a.md', 'a\n');
  let drawn = '';
  await take('vault', { screen: { write: (text) => (drawn += text) } });
  expect(drawn).toContain('[########################] 100 %');
  expect(drawn.endsWith('\r\u001B[K')).toBe(true);
});

const inChunks = async function* (bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
};

test('a JSON array is read element by element just as JSON.parse reads it, wherever its bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(0, 2),
      async (list, size, indent) => {
        const found: unknown[] = [];
        for await (const element of elementsOf(inChunks(Buffer.from(JSON.stringify(list, null, indent)), size)))
          found.push('json' in element ? element.json : element.problem);
        expect(found).toEqual(JSON.parse(JSON.stringify(list)));
      },
    ),
  );
});

test('an element that is too large is passed over without being held, and those after it are read', async () => {
  const bytes = Buffer.from(JSON.stringify(['a', 'x'.repeat(1000), 'b']));
  const found: unknown[] = [];
  for await (const element of elementsOf(inChunks(bytes, 64), 100)) found.push(element);
  expect(found).toEqual([
    { number: 1, json: 'a' },
    { number: 2, problem: 'larger than 0 MB' },
    { number: 3, json: 'b' },
  ]);
});

test('the files that a note shows are found in linear time, whatever stands in it', () => {
  expect([
    ...shownFiles('![[A b.png|3]] ![x](<c d.pdf> "t") [y](../e%20f.mp3) [[note#h]] [z](http://x/y) ![['),
  ]).toEqual(['a b.png', 'note', 'c d.pdf', 'e f.mp3', 'http://x/y']);
  expect([...shownFiles('![['.repeat(100_000))]).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFolderTree } from '../../src/cli/import/folder-tree.ts';
import { importPath } from '../../src/cli/import/import-path.ts';
import { readWhole } from '../../src/cli/import/tree.ts';
import { createHome, type Home } from '../support/daemon.ts';

let home: Home;
let source: string;
beforeEach(() => {
  home = createHome('timezone = "UTC"\n[provider]\nprimary = "offline"\n[memory.embedding]\nmodel = "none"\n');
  source = path.join(home.folder, 'from');
  mkdirSync(source);
});
afterEach(() => home.close());

/** In this process; the command itself has a test of its own. */
const run = async (given: string, flag?: '--dry-run') => {
  const { what: _what, ...taken } = await importPath(path.resolve(home.folder, given), {
    memoryDir: home.memory,
    timezone: 'UTC',
    dryRun: flag === '--dry-run',
    screen: null,
  });
  return taken;
};
const notes = (): string[] => {
  try {
    return readdirSync(home.memory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .toSorted();
  } catch {
    return [];
  }
};
const at = (file: string) => readFileSync(path.join(home.memory, file), 'utf8');

describe('import of notes that hold a key or a password', () => {
  const key = 'sk-proj-abcdefghij0123456789XYZ';
  beforeEach(() => {
    writeFileSync(path.join(source, 'keys.md'), `# Keys\n\nmine: ${key}\n\npassword: hunter2-oak\n`);
    writeFileSync(path.join(source, 'tea.md'), '# Tea\n\ngreen\n');
  });

  it('names the lines, never the value, also before it is done; the notes stay as they were', async () => {
    const secrets = [
      { path: 'keys.md', line: 3, kind: 'an API key' },
      { path: 'keys.md', line: 5, kind: 'a password or code' },
    ];
    expect((await run('from', '--dry-run')).secrets).toEqual(secrets);
    const { stdout } = await home.run(['import', 'from']);
    expect(stdout).toMatch(/key or a password[^]*keys\.md#L3: an API key[^]*keys\.md#L5: a password or code/u);
    expect(stdout).not.toMatch(/sk-proj|hunter2/u);
    expect(at('keys.md')).toContain(key);
    expect((await run('from')).secrets).toEqual([]);
  });

  it('`search` shows where it stands and not the value, on the terminal and to another program', async () => {
    await run('from');
    for (const flags of [[], ['--json']]) {
      const { stdout } = await home.run(['search', 'keys mine password', ...flags]);
      expect(stdout).toContain('keys.md');
      expect(stdout).toContain('[not shown]');
      expect(stdout).not.toMatch(/sk-proj|hunter2/u);
    }
    const { stdout } = await home.run(['search', '--batch'], { input: 'password\n' });
    expect(stdout).toContain('[not shown]');
    expect(stdout).not.toContain('hunter2');
  });
});

describe('import of a folder of notes', () => {
  beforeEach(() => {
    mkdirSync(path.join(source, 'projects', '.obsidian'), { recursive: true });
    writeFileSync(path.join(source, 'projects', 'boat.md'), '\uFEFF# Boat\r\n\r\nPlover, berth 12\r\n');
    writeFileSync(path.join(source, 'projects', '.obsidian', 'x.md'), 'hidden');
    writeFileSync(path.join(source, '2024-03-05.md'), '# 2024-03-05\n\n- 10:00 bought a lamp\n');
    writeFileSync(path.join(source, 'photo.jpg'), 'jpg');
    symlinkSync('/etc/passwd', path.join(source, 'link.md'));
  });

  it('takes each note byte for byte under its own name, and says what it leaves', async () => {
    const planned = await run('from', '--dry-run');
    expect(planned).toMatchObject({ added: ['2024-03-05.md', 'projects/boat.md'], known: 0 });
    expect(notes()).toEqual([]);
    expect(await run('from')).toEqual(planned);
    expect(planned.skipped).toEqual([
      'link.md: not a file',
      'projects/.obsidian: hidden',
      'photo.jpg: not Markdown, and no note shows it',
    ]);
    expect(at('projects/boat.md')).toBe('\uFEFF# Boat\r\n\r\nPlover, berth 12\r\n');
    expect((await home.run(['search', 'berth'])).stdout).toContain('projects/boat.md');
  });

  it('overwrites nothing, and can be run again', async () => {
    mkdirSync(home.memory);
    writeFileSync(path.join(home.memory, '2024-03-05.md'), 'my own\n');
    const first = await run('from');
    expect(first.added).toEqual(['projects/boat.md']);
    expect(first.skipped).toContain('2024-03-05.md: a note of this name is there already, with other words');
    expect(at('2024-03-05.md')).toBe('my own\n');
    expect(await run('from')).toMatchObject({ added: [], known: 1 });
  });
});

describe('import of a folder with odd things in it', () => {
  it('never enters a linked folder, and ends where two links loop', async () => {
    mkdirSync(path.join(home.folder, 'outside'));
    writeFileSync(path.join(home.folder, 'outside', 'private.md'), 'outside\n');
    mkdirSync(path.join(source, 'inner'));
    symlinkSync(path.join(home.folder, 'outside'), path.join(source, 'linked'));
    symlinkSync('..', path.join(source, 'inner', 'up'));
    symlinkSync('.', path.join(source, 'inner', 'self'));
    writeFileSync(path.join(source, 'inner', 'own.md'), 'own\n');
    const { added, skipped } = await run('from');
    expect(added).toEqual(['inner/own.md']);
    expect(skipped.toSorted()).toEqual(['inner/self: not a file', 'inner/up: not a file', 'linked: not a file']);
  });

  it('refuses a pipe and a device, inside the folder and by name', async () => {
    execFileSync('mkfifo', [path.join(source, 'pipe.md')]);
    expect((await run('from')).skipped).toEqual(['pipe.md: not a file']);
    for (const odd of [path.join('from', 'pipe.md'), '/dev/zero']) {
      await expect(run(odd)).rejects.toThrow('is neither a file nor a folder');
    }
  });

  it('takes a note whose name is as long as names may be', async () => {
    const name = `${'n'.repeat(252)}.md`;
    writeFileSync(path.join(source, name), 'long\n');
    expect(await run('from')).toMatchObject({ added: [name], skipped: [] });
  });

  it('leaves out a note that is too large, and one in the memory does not stop the imports after it', async () => {
    writeFileSync(path.join(source, 'huge.md'), Buffer.alloc(9_000_000, 'a'));
    writeFileSync(path.join(source, 'small.md'), 'small\n');
    expect(await run('from')).toMatchObject({
      added: ['small.md'],
      skipped: ['huge.md: larger than 8 MB'],
    });
    writeFileSync(path.join(source, 'huge.md'), 'short now\n');
    writeFileSync(path.join(home.memory, 'huge.md'), Buffer.alloc(9_000_000, 'a'));
    expect(await run('from')).toMatchObject({
      known: 1,
      skipped: ["huge.md: a note of this name is there already and can't be read"],
    });
  });

  it('bounds depth and number, and reads nothing by a link that took the place of a folder', async () => {
    mkdirSync(path.join(source, 'a', 'b', 'c'), { recursive: true });
    for (const name of ['a/1.md', 'a/b/2.md', 'a/b/c/3.md']) writeFileSync(path.join(source, name), name);
    const deep = await openFolderTree(source, { maxDepth: 3, maxFiles: 100 });
    expect(deep.files.map(({ name }) => name)).toEqual(['a/1.md', 'a/b/2.md']);
    expect(deep.skipped).toEqual(['a/b/c: more than 3 folders deep']);
    mkdirSync(path.join(home.folder, 'other'));
    writeFileSync(path.join(home.folder, 'other', '2.md'), 'outside');
    renameSync(path.join(source, 'a', 'b'), path.join(source, 'a', 'moved'));
    symlinkSync(path.join(home.folder, 'other'), path.join(source, 'a', 'b'));
    await expect(readWhole(deep, 'a/b/2.md', 100)).rejects.toThrow('its folder has gone');
    expect(String(await readWhole(deep, 'a/1.md', 100))).toBe('a/1.md');
    await deep.close();
    const few = await openFolderTree(source, { maxDepth: 9, maxFiles: 2 });
    expect(few.skipped.join()).toContain('all after the first 2 files and folders');
    await few.close();
  });
});

describe('import of conversations', () => {
  const node = (id: string, parent: string | null, role: string, text: unknown, more: object = {}) => ({
    [id]: {
      id,
      parent,
      message: {
        author: { role },
        create_time: 1_709_632_800,
        content: { content_type: 'text', parts: [text] },
        ...more,
      },
    },
  });
  const chatGpt = [
    {
      title: 'Holiday / plans: "Oslo"?',
      create_time: 1_709_632_800.5,
      current_node: 'c',
      mapping: {
        root: { id: 'root', parent: null, message: null },
        ...node('s', 'root', 'system', 'You are helpful'),
        ...node('a', 's', 'user', 'Where do we go in May?'),
        ...node('dropped', 'a', 'assistant', 'A first try'),
        ...node('b', 'a', 'assistant', 'To Oslo.\nIt is light there.'),
        ...node('hidden', 'b', 'user', 'secretly', { metadata: { is_visually_hidden_from_conversation: true } }),
        ...node('c', 'hidden', 'user', { asset_pointer: 'x' }),
      },
    },
    { title: 'Empty', create_time: 1_709_632_800, current_node: 'r', mapping: { r: { parent: null, message: null } } },
    {
      title: 'Holiday / plans: "Oslo"?',
      create_time: 1_709_632_800,
      current_node: 'a',
      mapping: node('a', null, 'user', 'Again'),
    },
  ];

  it('of ChatGPT makes a dated note each, of the branch that was read, with answers as quotes', async () => {
    writeFileSync(path.join(source, 'conversations.json'), JSON.stringify(chatGpt));
    const report = await run('from');
    expect(report).toMatchObject({
      added: ['imported/2024-03-05 Holiday plans Oslo.md', 'imported/2024-03-05 Holiday plans Oslo (2).md'],
      skipped: [
        'Holiday / plans: "Oslo"?: 1 message of other tries, which you replaced by editing or asking again',
        'Empty: nothing is said in it',
      ],
    });
    expect(at(report.added[0] ?? '').replace(/<!-- chatgpt [0-9a-f]{16} -->/, '<!-- chatgpt ID -->')).toBe(
      '# Holiday / plans: "Oslo"?\n\nA conversation with ChatGPT, 2024-03-05 10:00, imported. <!-- chatgpt ID -->\n\n**You**, 2024-03-05 10:00\n\nWhere do we go in May?\n\n**ChatGPT**, 2024-03-05 10:00\n\n> To Oslo.\n> It is light there.\n\n**You**, 2024-03-05 10:00\n\n(an attachment)\n',
    );
    expect(await run(path.join('from', 'conversations.json'))).toMatchObject({ added: [], known: 2 });
  });

  it('of ChatGPT is taken as far as it can be read, and what can not is told of by its title', async () => {
    const of = (id: string, role: string, more: object) => ({ id, message: { author: { role }, ...more } });
    const odd = {
      title: 'Boat',
      create_time: '2024-03-05T10:00:00Z',
      current_node: 'c',
      mapping: {
        a: of('a', 'user', {
          create_time: '1709632800.5',
          content: { content_type: 'text', parts: [null, 'My boat is Plover', 7] },
        }),
        b: {
          ...of('b', 'assistant', { create_time: {}, content: { content_type: 'text', parts: 'A fine name.' } }),
          parent: 'a',
        },
        c: { message: { content: 'no author' }, parent: 'b' },
      },
    };
    writeFileSync(path.join(source, 'mine.json'), JSON.stringify([odd, { title: 'Lost', mapping: 'gone' }]));
    const report = await run('from/mine.json');
    expect(report).toMatchObject({
      added: ['imported/2024-03-05 Boat.md'],
      skipped: [
        'Boat: 1 message in a form that is not known (damaged)',
        'mine.json, entry 2 (“Lost”): nothing that is known',
      ],
    });
    expect(at('imported/2024-03-05 Boat.md')).toContain(
      '**You**, 2024-03-05 10:00\n\nMy boat is Plover\n(a part that could not be read)\n\n**ChatGPT**\n\n> A fine name.\n',
    );
  });

  it('of Claude as well', async () => {
    const message = (sender: string, text: string) => ({
      uuid: 'u',
      sender,
      text,
      content: [
        { type: 'text', text },
        ...(sender === 'assistant'
          ? [
              { type: 'tool_use', id: 't1', name: 'web_search', input: { query: 'Oslo' } },
              { type: 'tool_result', name: 'web_search', content: [{ type: 'text', text: 'It rains.' }] },
            ]
          : []),
      ],
      created_at: '2025-01-02T03:04:05.000Z',
    });
    writeFileSync(
      path.join(source, 'conversations.json'),
      JSON.stringify([
        {
          uuid: 'x',
          name: '',
          created_at: '2025-01-02T03:04:05Z',
          chat_messages: [message('human', 'Hi'), message('assistant', 'Hello')],
        },
      ]),
    );
    expect((await run('from')).added).toEqual(['imported/2025-01-02 Conversation.md']);
    expect(at('imported/2025-01-02 Conversation.md')).toContain(
      '**You**, 2025-01-02 03:04\n\nHi\n\n**Claude**, 2025-01-02 03:04\n\n> Hello\n> [called web_search: {"query":"Oslo"}]\n> [web_search returned: It rains.]\n',
    );
  });

  it('of ChatGPT shows the call of a tool and what came back', async () => {
    const conversation = {
      title: 'Sums',
      create_time: 1_709_632_800,
      current_node: 'c',
      mapping: {
        ...node('a', null, 'user', 'Add 2 and 2'),
        ...node('b', 'a', 'assistant', 'print(2 + 2)', { recipient: 'python' }),
        ...node('c', 'b', 'tool', '4'),
      },
    };
    writeFileSync(path.join(source, 'conversations.json'), JSON.stringify([conversation]));
    const [note = ''] = (await run('from')).added;
    expect(at(note)).toContain('> [called python: print(2 + 2)]\n');
    expect(at(note)).toContain('> [a tool returned: 4]\n');
  });

  const google = (part: object, role = 'model') => ({ role, parts: [part] });
  const openAiCall = { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } };
  it.each([
    [
      'Anthropic',
      [
        { role: 'user', content: 'How is it there?' },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Oslo' } }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'rain' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'It rains.' }] },
      ],
    ],
    [
      'OpenAI',
      {
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'How is it there?' },
          { role: 'assistant', content: null, tool_calls: [openAiCall] },
          { role: 'tool', tool_call_id: 'c1', content: 'rain' },
          { role: 'assistant', content: 'It rains.' },
        ],
      },
    ],
    [
      'Google',
      {
        contents: [
          google({ text: 'How is it there?' }, 'user'),
          google({ functionCall: { name: 'weather', args: { city: 'Oslo' } } }),
          google({ functionResponse: { name: 'weather', response: 'rain' } }, 'user'),
          google({ text: 'It rains.' }),
        ],
      },
    ],
  ])(
    "of a program, in the form of %s's API, keeps the calls of tools with their results",
    async (_vendor, transcript) => {
      writeFileSync(path.join(source, 'talk.json'), JSON.stringify(transcript));
      expect((await run(path.join('from', 'talk.json'))).added).toEqual(['imported/talk.md']);
      expect(
        at('imported/talk.md')
          .replaceAll('"rain"', 'rain')
          .replace(/<!-- assistant [0-9a-f]+ -->/, '<!-- ID -->'),
      ).toBe(
        '# talk\n\nA conversation with an assistant, imported. <!-- ID -->\n\n**You**\n\nHow is it there?\n\n**Assistant**\n\n> [called weather: {"city":"Oslo"}]\n\n**Assistant**\n\n> [weather returned: rain]\n\n**Assistant**\n\n> It rains.\n',
      );
    },
  );

  it.each([
    ['{"a": 1}', 'is none of the files that can be imported: a note (.md)'],
    ['not json', 'is not JSON'],
  ])('refuses %j', async (text, reason) => {
    writeFileSync(path.join(source, 'conversations.json'), text);
    await expect(run('from/conversations.json')).rejects.toThrow(reason);
  });

  it('says of another kind of file which kinds are taken', async () => {
    writeFileSync(path.join(source, 'list.txt'), 'milk, bread');
    await expect(run('from/list.txt')).rejects.toThrow(/list\.txt is none of the files.* \(\.md\).* \(\.zip\)/u);
  });

  it('says so where there is nothing', async () => {
    await expect(run('nowhere')).rejects.toThrow(/There is no .*nowhere/);
  });
});

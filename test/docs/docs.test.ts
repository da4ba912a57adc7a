// The documentation is held to the program: its commands exist and run, its links lead somewhere, its transcript is what one sees,
// and the list of settings is the schema's. `SCRUBJAY_WRITE_DOCS=1` writes that list.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noneToUndo } from '../../src/features/consolidation/history.ts';
import { english } from '../../src/assistant/phrases/english.ts';
import { listSettings, loadConfig } from '../../src/config.ts';
import { type Home, createHome } from '../support/daemon.ts';
import { loadCommand, runCommand } from '../support/run-command.ts';
import { buildZip } from '../support/zip.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const pages = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test('README.md fits on 150 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(151);
});

test.each(pages)('every link of %s leads to a file', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) => link);
  const missing = links.filter(
    (link) => !/^https?:/.test(link) && !existsSync(path.resolve(root, path.dirname(page), link)),
  );
  expect(missing).toEqual([]);
});

/** What stands after the program's name, up to what ends a command in prose or in a shell. */
const commandPattern = /(?:\bscrubjay|dist\/main\.js) ([a-z]+(?:-[a-z]+)?(?: [^`\n#|>&;,)]*)?)/g;

const shownCommands = (page: string): string[] => {
  const shown = [...read(page).matchAll(/```sh\n([^`]*)```|`([^`\n]+)`/g)].map(
    ([, block, inline]) => block ?? inline ?? '',
  );
  const given = shown.flatMap((text) => [...text.matchAll(commandPattern)].map(([, words = '']) => words.trim()));
  // "journalctl -u scrubjay -o cat" and "compose exec scrubjay scrubjay doctor" name the unit or the container.
  return given.map((words) => words.replace(/^scrubjay /, '')).filter((words) => words !== 'scrubjay');
};

test.each(pages)('every command of %s is one, with options that it has', async (page) => {
  for (const words of shownCommands(page)) {
    const [name = '', ...rest] = words.split(/\s+/);
    const command = await loadCommand(name);
    expect(command, `${page}: scrubjay ${words}`).not.toBeNull();
    const options = rest.flatMap((word) => /^\[?--([a-z-]+)/.exec(word)?.[1] ?? []);
    for (const option of options)
      expect(Object.keys(command?.options ?? {}), `${page}: scrubjay ${words}`).toContain(option);
  }
});

test('the table of docs/using.md has every command of the chat, and no other', () => {
  const rows = read('docs/using.md').match(/^\| `\/.*/gm) ?? [];
  const shown = rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`\/(\w+)/g)].map(([, name = '']) => name),
  );
  expect(shown.toSorted()).toEqual(Object.keys(english.help).toSorted());
});

/** Commands that talk, need a bot, or change the machine. Those that talk, and `pair`, have tests of their own. */
const notRunHere = new Set(['start', 'chat', 'ask', 'mcp', 'init', 'pair', 'uninstall-service']);

/** What commands say in a home where no model has been at work. */
const nothingToDo = [`scrubjay: ${noneToUndo}\n`];

describe('the commands of the documentation', () => {
  let home: Home;
  let emptyHome: Home;
  beforeEach(() => {
    [home, emptyHome] = [createHome(), createHome()];
    for (const name of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'TELEGRAM_BOT_TOKEN'])
      vi.stubEnv(name, '');
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await home.close();
    await emptyHome.close();
  });

  test('run as they are shown', async () => {
    const at = (name: string): string => path.join(home.folder, name);
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    mkdirSync(home.memory);
    writeFileSync(path.join(home.memory, '2026-11-20.md'), '- the pear tree was planted\n');
    writeFileSync(at('key.txt'), `${identity}\n`);
    writeFileSync(at('export.zip'), buildZip([{ name: 'vault/figs.md', bytes: '- the figs are ripe\n' }]));
    await runCommand(['backup', at('plain.backup')], home);
    await runCommand(['backup', at('encrypted.backup'), '--encrypt', recipient], home);

    const shown = new Set(pages.flatMap(shownCommands));
    for (const [count, line] of [...shown].entries()) {
      const [name = ''] = line.split(' ');
      // A page that names `scrubjay search` shows no query.
      if (notRunHere.has(name) || line === 'search') continue;
      const isEncrypted = line.includes('--identity');
      const place =
        {
          import: at('export.zip'),
          restore: at(isEncrypted ? 'encrypted.backup' : 'plain.backup'),
        }[name] ?? at(`${name}-${count}`);
      const given = line
        .replaceAll(/[[\]]/g, '')
        .replace('"…"', '"pear tree"')
        .replace(/RECIPIENT|age1…/, recipient)
        .replace('key.txt', at('key.txt'))
        .replace('NAME', 'okafor')
        .replace(/(?<= )(?:PATH|FILE|[\w-]+\.(?:backup|age|zip))/, place);
      if (name === 'restore')
        for (const folder of ['memory', 'state'])
          rmSync(path.join(emptyHome.folder, folder), { recursive: true, force: true });
      const words = (given.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
      if (name === 'install-service') words.push('--dry-run');
      const { code, stderr } = await runCommand(words, name === 'restore' ? emptyHome : home);
      expect([0, ...nothingToDo], `scrubjay ${line}`).toContain(code === 0 ? code : stderr);
    }
  });
});

test('docs/configuration.md lists every setting as the schema has it', () => {
  const folder = path.join(root, 'docs');
  const defaults = loadConfig(undefined, { HOME: '/home/you', XDG_CONFIG_HOME: '/nonexistent' }, '/nonexistent');
  const valueAt = (key: string): unknown =>
    key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], defaults);
  const example = read('config.example.toml');
  const shownDefault = (key: string): string => {
    const name = key.split('.').at(-1) ?? '';
    const section = key.split('.').slice(0, -1).join('.');
    const [, part = ''] = section === '' ? ['', ''] : (`${example}\n[`.split(`\n[${section}]`) as string[]);
    const lines = section === '' ? example : (part.split('\n[')[0] ?? '');
    const [, written] = new RegExp(`\\n${name} = ("[^"]*"|\\{[^}]*\\}|\\[[^\\]]*\\]|\\S+)`).exec(lines) ?? [];
    if (key === 'timezone') return 'the system’s';
    return written ?? (valueAt(key) === undefined ? 'not set' : JSON.stringify(valueAt(key)));
  };
  const rows = listSettings()
    .filter(({ key }) => key !== 'prices')
    .map(({ key, takes }) => `| \`${key}\` | \`${shownDefault(key)}\` | ${takes.replaceAll('|', '\\|')} |`);
  const page = `# Configuration

A TOML file: \`--config PATH\`, else \`$SCRUBJAY_CONFIG\`, else \`./config.toml\`, else \`~/.config/scrubjay/config.toml\`, else
\`/etc/scrubjay/config.toml\`, else all defaults. Relative paths start at its folder; without a file at \`~/scrubjay\`. Nobody else may own
or write it. A wrong value is refused with what to write instead. [config.example.toml](../config.example.toml) explains each setting.

A \`./config.toml\` that you did not name may have come with somebody else's folder. It is used as long as it speaks only to the vendors, to this
machine and to addresses of the private network, without a secret that it only names (\`{env = …}\`, \`{file = …}\`). For another host, or where it holds a bot's token beside a \`voice_command\` or beside notes that lie
elsewhere, name it (\`--config config.toml\`) or let \`scrubjay init\` write it.

The embedding model that comes with the program knows English best; notes in other languages are found by their words about as well as by
plain BM25 ([measurements](measurements.md)), but not by meaning across languages. For notes in several languages name a multilingual model of Hugging Face with ONNX files,
such as \`model = "Xenova/multilingual-e5-small"\` under \`[memory.embedding]\`: it is downloaded once, its prefixes are known, and every line is embedded anew.

Of the environment, \`XDG_CONFIG_HOME\` takes the place of \`~/.config\`. Where a model of Hugging Face is downloaded, \`HF_ENDPOINT\` names another
server to take it from, and \`HF_TOKEN\` holds the token for a model that needs one.

This list is made of the program's own schema by \`SCRUBJAY_WRITE_DOCS=1 npx vitest run test/docs\`.

| Setting | Default | Takes |
| --- | --- | --- |
${rows.join('\n')}
| \`[prices."provider/model"]\` | the vendors' list prices | \`input\`, \`output\`, \`cache_read\`, \`cache_write\`: US dollars per million tokens |
`;
  if (process.env['SCRUBJAY_WRITE_DOCS']) writeFileSync(path.join(folder, 'configuration.md'), page);
  expect(read('docs/configuration.md'), 'write it anew: SCRUBJAY_WRITE_DOCS=1 npx vitest run test/docs').toBe(page);
});

describe('the transcript of README.md', () => {
  test('is what one sees', async () => {
    const [, transcript = ''] = /```text\n([^`]*)```/.exec(read('README.md')) ?? [];
    const said = transcript
      .split('\n')
      .filter((line) => line.startsWith('> '))
      .map((line) => line.slice(2));
    const answers = transcript.split('\n').filter((line) => line !== '' && !line.startsWith('> '));
    const home = createHome();
    try {
      rmSync(path.join(home.folder, 'config.toml'));
      const { stdout } = await home.run(['start'], { input: `${said.join('\n')}\n` });
      const plain = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY').replaceAll(/\b\d\d:\d\d\b/g, 'TIME');
      for (const answer of answers) expect(plain(stdout)).toContain(plain(answer));
      expect(existsSync(path.join(home.folder, 'scrubjay', 'memory'))).toBe(true);
    } finally {
      await home.close();
    }
  });

  test('is what the picture shows', () => {
    const [, transcript = ''] = /```text\n([^`]*)```/.exec(read('README.md')) ?? [];
    const shown = [...read('docs/terminal.svg').matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, line = '']) =>
      line.replaceAll('&gt;', '>'),
    );
    expect(shown.join('\n')).toBe(transcript.trimEnd());
  });
});

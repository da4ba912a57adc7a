import * as fc from 'fast-check';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { setInToml } from '../../src/config/toml-edit.ts';

const file = `# mine
timezone = "UTC"   # where the server is

[provider]   # who answers
# the big one
primary = "anthropic/claude-sonnet-5-5"  # not the "small" one
fallbacks = [
  "offline",
]

# The bot of the family.
[telegram]
allowed_users = [1, 2]
`;

describe('one setting in a file', () => {
  test('is replaced where it stands, with its comment and everything around it', () => {
    expect(setInToml(file, { section: 'provider', key: 'primary', value: 'offline' })).toBe(
      file.replace('"anthropic/claude-sonnet-5-5"', '"offline"'),
    );
    expect(setInToml(file, { section: '', key: 'timezone', value: 'Asia/Tokyo' })).toBe(
      file.replace('"UTC"', '"Asia/Tokyo"'),
    );
    expect(setInToml(file, { section: 'telegram', key: 'allowed_users', value: [3] })).toBe(
      file.replace('[1, 2]', '[3]'),
    );
  });

  test('is added at the end of its section, or with a section of its own', () => {
    expect(setInToml(file, { section: 'provider', key: 'extra', value: 'x', comment: 'new' })).toBe(
      file.replace('  "offline",\n]\n', '  "offline",\n]\n# new\nextra = "x"\n'),
    );
    expect(setInToml(file, { section: 'provider.openai', key: 'base_url', value: 'http://x' })).toBe(
      `${file}\n[provider.openai]\nbase_url = "http://x"\n`,
    );
    expect(setInToml('', { section: '', key: 'timezone', value: 'UTC' })).toContain('timezone = "UTC"');
  });

  test('keeps line ends, and is left alone where the file writes it in a form of its own', () => {
    const windows = file.replaceAll('\n', '\r\n');
    expect(setInToml(windows, { section: '', key: 'timezone', value: 'Asia/Tokyo' })).toBe(
      windows.replace('"UTC"', '"Asia/Tokyo"'),
    );
    for (const odd of ['telegram = { token = "x" }\n', 'telegram.token = "x"\n', '[telegram]\ntoken = """\nx\n"""\n'])
      expect(setInToml(odd, { section: 'telegram', key: 'token', value: 'y' })).toBeNull();
  });

  test('holds any words, and the file stays TOML that says just that', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const edited = setInToml(file, { section: 'provider', key: 'primary', value }) ?? '';
        expect(parseToml(edited)).toEqual({ ...parseToml(file), provider: { primary: value, fallbacks: ['offline'] } });
      }),
    );
  });
});

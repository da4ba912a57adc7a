import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Paint, type Style, painted, unstyled, withoutPaint } from '../../../src/channels/terminal/paint.ts';
import { createMarkdown } from '../../../src/channels/terminal/markdown.ts';
import { createLiveReply, createPlainReply } from '../../../src/channels/terminal/screen.ts';
import { propertyRuns } from '../../support/property-runs.ts';

function shown(text: string, { paint = unstyled, columns = 80 }: { paint?: Paint; columns?: number } = {}): string {
  const markdown = createMarkdown(paint, () => columns);
  return markdown.push(text) + markdown.flush();
}

/** Styles as one can read them. */
const named: Paint = Object.assign((style: Style, text: string) => (text === '' ? '' : `<${style}>${text}</>`), {
  link: (_address: string, text: string) => text,
});

test.each([
  ['plain words', 'plain words'],
  [
    '**bold**, *slanted*, __bold__, _slanted_, ~~gone~~, `code`',
    '<bold>bold</>, <italic>slanted</>, <bold>bold</>, <italic>slanted</>, <struck>gone</>, <code>code</>',
  ],
  ['**bold *both* and `a*b`**', '<bold>bold <italic>both</> and <code>a*b</></>'],
  ['# Title **one**\n\ntext', '<bold>Title <bold>one</></>\n\ntext'],
  ['- one\n  - inner\n* two\n10. ten', '• one\n  • inner\n• two\n10. ten'],
  ['- [x] done\n- [ ] open', '☑ done\n☐ open'],
  ['> quoted\n> > twice', '<dim>│</> quoted\n<dim>│</> <dim>│</> twice'],
  [
    '```ts\nconst a = "**b**";\n\n# no title\n```\nafter',
    '<dim>```ts</>\n<magenta>const</><code> a = </><green>"**b**"</><code>;</>\n\n<code># no title</>\n<dim>```</>\nafter',
  ],
  ['````\n```\n````\n**b**', '<dim>````</>\n<code>```</>\n<dim>````</>\n<bold>b</>'],
  [
    '[the page](https://e.org/a) and [https://e.org](https://e.org)',
    'the page (<underline>https://e.org/a</>) and https://e.org',
  ],
  ['---\ntext', '———\ntext'],
  ['snake_case_name, 2 * 3 * 4, a_b, *.ts, ** , 5*', 'snake_case_name, 2 * 3 * 4, a_b, *.ts, ** , 5*'],
  ['half a **bold', 'half a **bold'],
  ['\\*stars\\* and C:\\dir', '*stars* and C:\\dir'],
  ['**Name:** value\n**Other:** `x`', '<bold>Name:</> value\n<bold>Other:</> <code>x</>'],
  ['#tag and #1', '#tag and #1'],
  ['', ''],
])('%j', (text, expected) => {
  expect(shown(text, { paint: named })).toBe(expected);
});

describe('a table', () => {
  const table = '| name | what it is |\n|:--|--:|\n| **a** | 中文 |\n| 👩‍👩‍👧 | x \\| y |\n\nafter';

  test('stands in columns, whatever is in its cells', () => {
    expect(shown(table)).toBe(
      ['name │ what it is', '─────┼───────────', 'a    │       中文', '👩‍👩‍👧   │      x | y', '', 'after'].join('\n'),
    );
    expect(withoutPaint(shown(table, { paint: painted }))).toBe(shown(table));
  });

  test('that is wider than the window has its cells broken between words, and rules between its rows', () => {
    const wide = '| day | plan | € |\n|--|--|--:|\n| Mon | to the museum and back | 18 |\n| Tue | **rest** | 7 |';
    expect(shown(wide, { columns: 25 })).toBe(
      [
        'day │ plan           │  €',
        '────┼────────────────┼───',
        'Mon │ to the museum  │ 18',
        '    │ and back       │',
        '────┼────────────────┼───',
        'Tue │ rest           │  7',
      ].join('\n'),
    );
  });

  test('that is far wider than the window is told row by row', () => {
    expect(shown(table, { columns: 15 })).toBe('name: a\nwhat it is: 中文\n\nname: 👩‍👩‍👧\nwhat it is: x | y\n\nafter');
  });

  test('that is none is shown as it is, as is one without an end', () => {
    expect(shown('| just a bar\nand text')).toBe('| just a bar\nand text');
    expect(shown('| a | b |\n|---|---|\n| 1')).toBe('a │ b\n──┼──\n1 │');
  });
});

const pieces = fc.constantFrom(
  '**',
  '*',
  '_',
  '__',
  '~~',
  '`',
  '```\n',
  '~~~',
  '\n',
  '\n\n',
  '> ',
  '- ',
  '  - ',
  '1. ',
  '# ',
  '| a | b |\n|---|---|\n',
  '| 1 | 2 |\n',
  '|',
  '[x](https://e.org)',
  '[x',
  '](',
  ')',
  '👨‍👩‍👧',
  '你好',
  'word',
  ' ',
  '\\',
  '\\*',
  '---\n',
  '[ ] ',
  '!',
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ maxLength: 60 }),
);

describe('for any text', () => {
  test('it looks the same however it grows: nothing that was shown is taken back', () => {
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 10, max: 60 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (whole, columns, steps) => {
          const markdown = createMarkdown(painted, () => columns);
          let grown = '';
          for (let at = 0, turn = 0; at < whole.length; turn += 1) {
            const step = steps[turn % steps.length] ?? 1;
            const isInside = /[\uD800-\uDBFF]/.test(whole[at + step - 1] ?? '');
            const end = at + step + (isInside ? 1 : 0);
            grown += markdown.push(whole.slice(at, end));
            at = end;
          }
          grown += markdown.flush();
          expect(grown).toBe(shown(whole, { paint: painted, columns }));
        },
      ),
      { numRuns: propertyRuns(600) },
    );
  });

  test('no letter of it is lost, with styles and without', () => {
    const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}\p{Emoji_Presentation}]/gu, '');
    const unlisted = texts.filter((text) => !/\[[xX]\]/.test(text));
    fc.assert(
      fc.property(unlisted, (text) => {
        expect(letters(withoutPaint(shown(text, { paint: painted })))).toBe(letters(text));
        expect(shown(text)).toBe(withoutPaint(shown(text, { paint: painted })));
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('a reply', () => {
  const reply = 'so **bold** it is\n\n| a | b |\n|---|---|\n| 1 | 2 |';
  const save = () => Promise.resolve('');
  async function seen(paint: Paint): Promise<string> {
    let written = '';
    const place = createLiveReply({
      print: (text) => (written += text),
      isMidLine: () => written !== '' && !written.endsWith('\n'),
      paint,
      columns: () => 40,
      save,
      onActivity: () => undefined,
    });
    place.preview?.(() => 'so **bo');
    place.preview?.(() => 'so **bold** it');
    await place.post(reply, 'answer');
    place.end();
    return written;
  }

  test('is shown as it is meant on a terminal', async () => {
    expect(await seen(painted)).toBe(
      'so \u001b[1mbold\u001b[0m it is\n\n\u001b[1ma\u001b[0m │ \u001b[1mb\u001b[0m\n──┼──\n1 │ 2\n',
    );
  });

  test('has no code of a style where colours are not wanted', async () => {
    expect(await seen(unstyled)).toBe('so bold it is\n\na │ b\n──┼──\n1 │ 2\n');
  });

  test('is what the model wrote in a pipe', async () => {
    let written = '';
    await createPlainReply((text) => (written += text), { save }).post(reply, 'answer');
    expect(written).toBe(`${reply}\n`);
  });

  test('that is stopped in the middle of a word leaves nothing of it behind the word that says so', async () => {
    let written = '';
    const begin = () =>
      createLiveReply({
        print: (text) => (written += text),
        isMidLine: () => written !== '' && !written.endsWith('\n'),
        paint: unstyled,
        columns: () => 40,
        save,
        onActivity: () => undefined,
      });
    const [growing, stop] = [begin(), begin()];
    growing.preview?.(() => 'she lives at 14 Xan');
    await stop.post('Stopped.', 'answer');
    stop.end();
    growing.end();
    expect(written).toBe('she lives at 14\nStopped.\n');
  });

  test('breaks the commands of its buttons between words', async () => {
    let written = '';
    const place = createLiveReply({
      print: (text) => (written += text),
      isMidLine: () => written !== '' && !written.endsWith('\n'),
      paint: unstyled,
      columns: () => 40,
      save,
      onActivity: () => undefined,
    });
    await place.post('These lines would go for good.', 'answer', {
      buttons: [
        { label: 'Forget', command: '/forget yes f1' },
        { label: 'Keep', command: '/forget no f1' },
      ],
    });
    expect(written).toBe('These lines would go for good. (/forget\nyes f1: Forget, /forget no f1: Keep)\n');
  });

  test('that can’t be formatted is shown as it is', async () => {
    let written = '';
    const broken: Paint = Object.assign(
      (): string => {
        throw new Error('a mistake of the formatter');
      },
      { link: (_address: string, text: string) => text },
    );
    const place = createLiveReply({
      print: (text) => (written += text),
      isMidLine: () => written !== '' && !written.endsWith('\n'),
      paint: Object.assign((style: Style, text: string) => (style === 'bold' ? broken(style, text) : text), {
        link: broken.link,
      }),
      columns: () => 40,
      save,
      onActivity: () => undefined,
    });
    place.preview?.(() => 'one **two** ');
    await place.post('one **two** three', 'answer');
    expect(written).toContain('one **two** three');
  });

  test('links web addresses, and nothing else', () => {
    const link = (address: string) => shown(`[a](${address})`, { paint: painted });
    expect(link('https://e.org/x')).toContain('\u001b]8;;https://e.org/x\u001b\\');
    expect(link('HTTP://e.org')).toContain('\u001b]8;;HTTP://e.org');
    for (const address of ['javascript:alert', 'file:///etc/passwd', 'https://e.org/ä'])
      expect(link(address)).not.toContain('\u001b]8');
  });
});

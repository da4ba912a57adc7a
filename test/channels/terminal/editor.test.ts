import { expect, test } from 'vitest';
import { InputEditor } from '../../../src/channels/terminal/editor.ts';
import { buildFrame } from '../../../src/channels/terminal/frame.ts';
import { withOwnSequencesOnly } from '../../../src/channels/terminal/output.ts';
import { painted, unstyled } from '../../../src/channels/terminal/paint.ts';

function typed(text: string, history: readonly string[] = []): InputEditor {
  const editor = new InputEditor(history);
  editor.insert(text);
  return editor;
}

test('a grapheme goes as one, also when its parts are typed one after the other', () => {
  const editor = typed('a');
  for (const part of ['👩', '\u200d', '👧', 'e', '\u0301']) editor.insert(part);
  editor.backspace();
  expect(editor.text).toBe('a👩\u200d👧');
  editor.backspace();
  expect(editor.text).toBe('a');
});

test('words and lines are passed and removed as in a shell', () => {
  const editor = typed('one two\nthree four');
  editor.killWord();
  expect(editor.text).toBe('one two\nthree ');
  editor.killToStart();
  expect(editor.text).toBe('one two\n');
  editor.up();
  editor.lineStart();
  editor.wordRight();
  expect(editor.shownBefore).toBe('one');
  editor.killToEnd();
  expect(editor.text).toBe('one\n');
});

test('a pasted block is one step, is shown as its size, and is sent in full', () => {
  const editor = typed('sum ');
  editor.paste('1\n2\n3\n4\n');
  expect([editor.shown, editor.text]).toEqual(['sum [pasted 4 lines]', 'sum 1\n2\n3\n4\n']);
  editor.left();
  expect(editor.shownBefore).toBe('sum ');
  editor.right();
  editor.backspace();
  expect(editor.text).toBe('sum ');
  editor.paste('short');
  expect(editor.shown).toBe('sum short');
});

test('entries of several lines come back whole, and what was being typed is not lost', () => {
  const editor = typed('draft', ['second\nof two lines', 'first']);
  editor.up();
  expect(editor.text).toBe('second\nof two lines');
  editor.up();
  editor.up();
  expect(editor.text).toBe('first');
  editor.down();
  editor.down();
  expect(editor.text).toBe('draft');
});

test('the rows below the output fit the window, however long the input is, and hold the cursor', () => {
  for (const [columns, rows] of [
    [80, 24],
    [40, 8],
  ] as const) {
    const editor = typed('word '.repeat(1_000));
    const frame = buildFrame(
      {
        tail: 'x'.repeat(500),
        status: 'thinking',
        queued: Array.from({ length: 9 }, (_, index) => `message ${index}`),
        input: editor.shown,
        inputBefore: editor.shownBefore,
        menu: [],
        chosen: 0,
        footer: 'a model',
      },
      columns,
      rows,
      unstyled,
    );
    expect(frame.rows.length).toBeLessThan(rows);
    expect(Math.max(...frame.rows.map((row) => row.length))).toBeLessThanOrEqual(columns);
    expect(frame.cursor.row).toBeLessThan(frame.rows.length);
  }
});

test('nothing but our own sequences reaches a terminal', () => {
  const hostile = [
    '\u001b]52;c;aGk=\u0007',
    '\u001b]0;title\u001b\\',
    '\u009b2J',
    '\u001bP1$r\u001b\\',
    '\u001b[6n',
    '\u0007',
    '\u001b]8;;javascript:x\u001b\\',
  ];
  const own = painted('bold', painted.link('https://e.org', 'a'));
  for (const sequence of hostile) {
    const clean = withOwnSequencesOnly(`a${sequence}${own}${sequence}b`);
    expect(clean).toContain(own);
    // oxlint-disable-next-line no-control-regex -- control characters are the subject
    expect(clean.replace(own, '')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  }
});

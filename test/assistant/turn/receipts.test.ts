// How the receipts of a turn are told.
import { expect, test } from 'vitest';
import { english } from '../../../src/assistant/phrases/english.ts';
import { german } from '../../../src/assistant/phrases/german.ts';
import { commandsBelow } from '../../../src/channels/terminal/choice.ts';
import { receiptLines, turnButtons, untoldLines, withReceipts } from '../../../src/assistant/turn/receipts.ts';
import type { MessageEntry, Receipt } from '../../../src/session/entry.ts';

const changed = (text: string, part: string): Receipt => ({ verb: 'changed', text, part, path: '2026-11-30.md' });

test('what changed is shown where a receipt has to be cut', () => {
  const [line] = receiptLines(
    [
      changed(
        'Sami has a dentist appointment on Thursday 2026-12-03 at 14:30 in the practice behind the station',
        '14:30',
      ),
      changed('the key is under the pot', 'pot'),
      { verb: 'saved', text: 'likes tea', path: '2026-11-30.md' },
    ],
    english,
  );
  expect(line).toBe(
    '3 changes: Changed: …on Thursday 2026-12-03 at 14:30 in the practice behind the s…; Changed: the key is under the pot -> 2026-11-30.md; Saved: likes tea -> 2026-11-30.md',
  );
});

test.each(['the very last word of a long line, which is told in a fold of several receipts, is new', 'x'.repeat(200)])(
  'a cut receipt ends with what is new at the end of its text: %s',
  (text) => {
    const part = text.slice(-3);
    const [line = ''] = receiptLines([changed(text, part), changed('a', 'a'), changed('b', 'b')], english);
    expect(line).toContain(`${part}; Changed: a`);
  },
);

test('a receipt in the place of a result has the line and the number of the change in every language', () => {
  const receipts: Receipt[] = [{ verb: 'saved', text: 'mag Tee', path: 'a.md', line: 3, change: 12 }];
  const at = '2026-11-21T09:00:00Z';
  const content = 'Saved: mag Tee -> a.md#L3 (r12)';
  const entry: MessageEntry = {
    type: 'message',
    id: 'm',
    at,
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 't', content, is_error: false }],
    outcomes: [{ tool_use_id: 't', receipts }],
  };
  expect(withReceipts(content, [entry], german)).toBe('Gespeichert: mag Tee -> a.md#L3 (r12)');
  expect(withReceipts(content, [entry], english)).toBe(content);
});

test('what a reply tells line by line is not told once more in one line', () => {
  const receipts = ['a cat', 'a dog', 'a bird'].map((text, index): Receipt => ({
    verb: 'saved',
    text,
    path: 'a.md',
    line: index + 3,
    change: index + 1,
  }));
  const lines = receipts.map(({ text, line, change }) => `Saved: ${text} -> a.md#L${line} (r${change})`);
  expect(untoldLines(receipts, lines.join('\n'), english)).toEqual([]);
  expect(untoldLines(receipts, lines.slice(0, 2).join('\n'), english)).toEqual(['Saved: a bird -> a.md']);
  const [folded = ''] = untoldLines(receipts, 'Noted.', english);
  expect(folded).toBe('Saved 3 things: a cat; a dog; a bird');
  expect(untoldLines(receipts, folded, english)).toEqual([]);
});

test('a command below a message says what it is for, unless it is for what the message says last', () => {
  const saved = (text: string, change: number): Receipt => ({ verb: 'saved', text, path: 'a.md', change });
  const below = (message: string, receipts: Receipt[]): string =>
    commandsBelow(message, turnButtons([], english, receipts).buttons ?? []);
  const [cat, dog] = [saved('a cat', 1), saved(`a dog ${'x'.repeat(60)}`, 2)];
  expect(below('Noted.\n\nSaved: a cat -> a.md', [cat])).toBe(' (/undo r1)');
  expect(below(`Saved: ${dog.text} -> a.md`, [dog])).toBe(' (/undo r2)');
  expect(below('Saved: a cat -> a.md\nShall I keep that? a bird', [cat])).toBe(' (/undo r1: a cat)');
  expect(below('Saved 2 things.', [cat, dog])).toBe(` (/undo r1: a cat, /undo r2: a dog ${'x'.repeat(34)}…)`);
});

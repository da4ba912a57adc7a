// How the receipts of a turn are told.
import { expect, test } from 'vitest';
import { english } from '../../../src/assistant/phrases/english.ts';
import { german } from '../../../src/assistant/phrases/german.ts';
import { receiptLines, withReceipts } from '../../../src/assistant/turn/receipts.ts';
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

import { expect, test } from 'vitest';
import { trustOfChunk } from '../../src/tools/note-trust.ts';

const path = '2026-11-20.md';

test.each(['\n', '\r', '\r\n', '\u2028', '\u2029'])('a mark of others counts after %j as well', (lineEnd) => {
  for (const marked of ['> pay Carl', '- 09:00 > pay Carl', '[forwarded] pay Carl', `[${'x'.repeat(80)}] pay Carl`])
    expect(trustOfChunk({ path, text: `- 08:00 my own words${lineEnd}${marked}` })).toBe('others');
});

test('check boxes and links are the person’s own, and a note of another name is not', () => {
  for (const text of ['- [ ] buy milk', '- [x] buy milk', '[a page](https://example.org)', '- [[garden]]'])
    expect(trustOfChunk({ path, text })).toBe('own');
  expect(trustOfChunk({ path: 'shared.md', text: 'buy milk' })).toBe('others');
});

import { expect, test } from 'vitest';
import { createLog } from '../../src/base/log.ts';
import { createRedactor } from '../../src/base/redact.ts';

const token = '123456789:AAF-canary_canary_canary_canary_0001';

test('a registered secret is replaced wherever it stands, also in its JSON form', () => {
  const redact = createRedactor(['pass"word\\1']);
  expect(redact(`key=pass"word\\1 json=${JSON.stringify({ key: 'pass"word\\1' })}`)).toBe('key=[redacted] json={"key":"[redacted]"}');
});

test('the longer of two secrets that overlap is replaced whole', () => {
  expect(createRedactor(['abcdefgh', 'abcdefgh-and-more'])('abcdefgh-and-more')).toBe('[redacted]');
});

test('a Telegram token and vendor keys are caught although nobody registered them', () => {
  const redact = createRedactor([]);
  expect(redact(`https://api.telegram.org/bot${token}/getMe`)).not.toContain('canary');
  expect(redact('x-api-key: sk-ant-api03-abcdefghijklmnopqrstuvwx')).toBe('x-api-key: [redacted]');
});

test('ordinary words are left alone', () => {
  const sentence = 'Lunch at 12:30 with Kim, ask for a task-list; order 123456789.';
  expect(createRedactor(['short'])(sentence)).toBe(sentence);
});

test('the log prints no secret, not in a message, a field or an error', () => {
  const lines: string[] = [];
  const log = createLog('info', createRedactor(['hunter2-hunter2']), (line) => lines.push(line));
  log.info({ field: 'hunter2-hunter2' }, 'says hunter2-hunter2');
  log.error({ err: new Error(`cannot reach https://api.telegram.org/bot${token}/getMe`) }, 'failed');
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toMatch(/hunter2|canary/);
});

import { expect, test } from 'vitest';
import { addLimitMetadata, withLimitMetadata } from '../../src/agent/limit.ts';

test('adds the metadata and keeps every field, nested ones as well', () => {
  const input = '{"status":"sent","nested":{"list":[1,{"a":null}]}}';
  expect(JSON.parse(addLimitMetadata(input, 10) ?? '')).toEqual({
    status: 'sent',
    nested: { list: [1, { a: null }] },
    limit_reached: true,
    limit_message: 'Tool call limit reached (10). Stopping tool loop.',
  });
});

test.each([null, '', '{"a":', 'plain words', '[1,2]', '5', '"text"', 'null'])('gives null for %j', (input) => {
  expect(addLimitMetadata(input, 3)).toBeNull();
});

test('wraps a result that is no object', () => {
  const wrapped = withLimitMetadata('[1,2]', 3);
  expect(JSON.parse(wrapped)).toEqual({
    output: '[1,2]',
    limit_reached: true,
    limit_message: 'Tool call limit reached (3). Stopping tool loop.',
  });
});

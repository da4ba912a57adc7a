import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerSchema, unreadField } from '../../../src/features/consolidation/operation.ts';

test('an importance that a small model writes as a text is read as the number', () => {
  const operation = { op: 'add', text: 'likes tea', importance: '0.9' };
  expect(answerSchema.parse({ operations: [operation] }).operations[0]?.importance).toBe(0.9);
  expect(answerSchema.parse({ operations: [{ ...operation, importance: null }] }).operations[0]?.importance).toBeNull();
  expect(answerSchema.parse({ operations: [{ ...operation, importance: 'high' }] }).operations[0]?.importance).toBe(
    0.8,
  );
  expect(answerSchema.parse({ operations: [{ ...operation, importance: '?' }] }).operations[0]?.importance).toBeNull();
});

test.each([
  ['ADD', 'add'],
  [' Supersede ', 'supersede'],
  ['delete', 'remove'],
])('the operation "%s" is read as %s', (given, op) => {
  expect(answerSchema.parse({ operations: [{ op: given, text: 'likes tea' }] }).operations[0]?.op).toBe(op);
});

test('an operation that cannot be read is set aside with its text, and the others count', () => {
  const { operations } = answerSchema.parse({
    operations: [
      { op: 'guess', text: 'likes coffee' },
      { op: 'add', text: 'likes tea', source: ['S2'] },
    ],
  });
  expect(operations.map((operation) => [operation.text, unreadField(operation)])).toEqual([
    ['likes coffee', 'op'],
    ['likes tea', null],
  ]);
  expect(answerSchema.safeParse({ operations: [{ op: 'guess', text: 'likes coffee' }] }).success).toBe(false);
});

test('a source that a small model writes as a text is a list of one', () => {
  const operation = { op: 'add', text: 'likes tea', source: 'S2' };
  expect(answerSchema.parse({ operations: [operation] }).operations[0]?.source).toEqual(['S2']);
  expect(z.toJSONSchema(answerSchema)).toMatchObject({
    properties: { operations: { items: { required: ['op'] } } },
  });
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerSchema } from '../../../src/features/consolidation/operation.ts';

test('an importance that a small model writes as a text is read as the number', () => {
  const operation = { op: 'add', text: 'likes tea', importance: '0.9' };
  expect(answerSchema.parse({ operations: [operation] }).operations[0]?.importance).toBe(0.9);
  expect(answerSchema.parse({ operations: [{ ...operation, importance: null }] }).operations[0]?.importance).toBeNull();
  expect(answerSchema.safeParse({ operations: [{ ...operation, importance: 'high' }] }).success).toBe(false);
});

test('a source that a small model writes as a text is a list of one', () => {
  const operation = { op: 'add', text: 'likes tea', source: 'S2' };
  expect(answerSchema.parse({ operations: [operation] }).operations[0]?.source).toEqual(['S2']);
  expect(z.toJSONSchema(answerSchema)).toMatchObject({
    properties: { operations: { items: { required: ['op'] } } },
  });
});

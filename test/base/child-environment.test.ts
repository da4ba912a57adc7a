import { afterEach, expect, test } from 'vitest';
import { childEnvironment } from '../../src/base/child-environment.ts';

afterEach(() => {
  delete process.env['SCRUBJAY_TEST_SECRET'];
});

test('a child gets what it needs to run and nothing that is not listed', () => {
  process.env['SCRUBJAY_TEST_SECRET'] = 'canary';
  expect(childEnvironment()).toMatchObject({ PATH: process.env['PATH'] });
  expect(childEnvironment()).not.toHaveProperty('SCRUBJAY_TEST_SECRET');
  expect(childEnvironment('SCRUBJAY_TEST_SECRET')['SCRUBJAY_TEST_SECRET']).toBe('canary');
});

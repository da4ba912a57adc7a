import { expect, it } from 'vitest';
import { closest } from '../../../src/base/text/edit-distance.ts';

const commands = ['start', 'chat', 'ask', 'search', 'index', 'doctor', 'status'];

it.each([
  ['serach', 'search'],
  ['Doctor', 'doctor'],
  ['strat', 'start'],
  ['indx', 'index'],
  ['stats', 'status'],
])('takes %s for %s', (typed, meant) => {
  expect(closest(typed, commands)).toBe(meant);
});

it.each(['', 'xyzzy', 'frobnicate'])('has nothing to offer for %j', (typed) => {
  expect(closest(typed, commands)).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { alikeBecauseOfLanguage, type KnownOfQuery, surenessBy } from '../../../src/memory/rank/confidence.ts';
import type { Signals } from '../../../src/memory/rank/features.ts';

/** Signals of forty lines: one is as near as this, the others as near as that. */
const lines = (best: number, others: number): Signals => {
  const near = Float64Array.from({ length: 40 }, (_, at) => (at === 7 ? best : others));
  const none = new Float64Array(40);
  return new Proxy({ tokens: near, window: near } as unknown as Signals, {
    get: (signals, name) => signals[name as keyof Signals] ?? none,
  });
};
const query = (familiar: number): KnownOfQuery => ({
  dense: true,
  tokens: true,
  trust: 1,
  familiar,
  strangers: 0,
  smallness: 0,
  chance: 0,
});
const alike = (signals: Signals, familiar: number): number =>
  alikeBecauseOfLanguage(signals, query(familiar), surenessBy(query(familiar)));

it('does not take a line of the right day for an answer about a stranger', () => {
  const ofDay = (strangers: number): number =>
    surenessBy({ ...query(1), strangers }).byMeaning.find(([name]) => name === 'day')?.[1] ?? 0;
  expect(ofDay(0)).toBeGreaterThan(0);
  expect(ofDay(0.5)).toBeCloseTo(ofDay(0) / 2);
  expect(ofDay(1)).toBe(0);
});

describe('a language that the model does not know', () => {
  it('makes all lines alike, and what they have in common makes none of them surer', () => {
    expect(alike(lines(0.75, 0.6), 0)).toBeGreaterThan(0.2);
    expect(alike(lines(0.95, 0.6), 0)).toBeCloseTo(alike(lines(0.75, 0.6), 0));
    expect(alike(lines(0.75, 0.6), 0.5)).toBeCloseTo(alike(lines(0.75, 0.6), 0) / 2);
  });

  it('takes nothing from lines that are as far as lines in English are, nor from English ones', () => {
    expect(alike(lines(0.75, 0.2), 0)).toBe(0);
    expect(alike(lines(0.75, 0.6), 1)).toBe(0);
  });

  it('is not told from a few lines', () => {
    const few = { tokens: new Float64Array(5).fill(0.6), window: new Float64Array(5).fill(0.6) } as unknown as Signals;
    expect(
      alike(new Proxy(few, { get: (signals, name) => signals[name as keyof Signals] ?? new Float64Array(5) }), 0),
    ).toBe(0);
  });
});

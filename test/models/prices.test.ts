import { describe, expect, it } from 'vitest';
import { costUsd, priceOf, pricesWith } from '../../src/models/prices.ts';

describe('The price of a call', () => {
  it('counts input, output, and the cache by how long it is kept', () => {
    const usage = {
      input: 1_000_000,
      output: 100_000,
      cacheRead: 10_000_000,
      cacheWrite: 300_000,
      cacheWrite1h: 100_000,
    };
    expect(costUsd('anthropic/claude-sonnet-5-5', usage)).toBeCloseTo(2 + 1 + 2 + 0.5 + 0.4, 10);
  });

  it('is found for a dated name, by the longest name that it begins with', () => {
    expect(priceOf('anthropic/claude-opus-5-5-20260901')?.input).toBe(4);
    expect(priceOf('anthropic/claude-opus-5')?.input).toBe(5);
  });

  it('is what is given by name before what the catalogue says', () => {
    const given = { input: 1, output: 2, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1.6 };
    const prices = pricesWith({ 'anthropic/claude-opus-5': given, 'openai/gpt-9': given });
    expect(priceOf('anthropic/claude-opus-5', prices)).toEqual(given);
    expect(priceOf('openai/gpt-9', prices)).toEqual(given);
    expect(priceOf('anthropic/claude-sonnet-5-5', prices)).toEqual(priceOf('anthropic/claude-sonnet-5-5'));
  });

  it('is unknown, not nothing, for a model that is not listed, and nothing without a model', () => {
    const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };
    expect(costUsd('openai/gpt-9', usage)).toBeNull();
    expect(
      costUsd('openai/gpt-9', usage, {
        'openai/gpt-9': { input: 1, output: 2, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 },
      }),
    ).toBeCloseTo(3e-6, 12);
    expect(costUsd('offline', usage)).toBe(0);
  });
});

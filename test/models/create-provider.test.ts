import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/time/clock.ts';
import { ConfigError } from '../../src/base/errors.ts';
import { silentLog } from '../../src/base/log.ts';
import { createProvider, type ProviderChoice, type VendorAccess } from '../../src/models/create-provider.ts';

const named = (primary: string, more: Partial<ProviderChoice> = {}) =>
  createProvider({ primary, access: {}, clock: systemClock, log: silentLog, ...more });

describe('A provider by its name', () => {
  it('is model-less where it is told so, or where the vendor has no key', () => {
    expect(named('offline')).toMatchObject({ provider: { name: 'offline' }, candidates: [] });
    expect(named('anthropic/claude-sonnet-5-5').provider.name).toBe('offline');
    expect(named('openai/gpt').provider.name).toBe('offline');
    expect(named('google/gemini').provider.name).toBe('offline');
  });

  it.each(['anthropic', 'openai', 'google'])('is %s with a key, or without one at another host', (vendor) => {
    expect(named(`${vendor}/a/model`, { access: { [vendor]: { apiKey: 'k' } } })).toMatchObject({
      provider: { name: 'router' },
      model: 'a/model',
      candidates: [{ ref: `${vendor}/a/model` }],
    });
    expect(named(`${vendor}/model`, { access: { [vendor]: { baseUrl: 'http://127.0.0.1:1' } } })).toMatchObject({
      model: 'model',
      candidates: [{ provider: { name: vendor } }],
    });
  });

  it('leaves out a fallback without a key and says so, and ends at offline', () => {
    const opened = named('anthropic/a', {
      fallbacks: ['openai/b', 'google/c', 'offline', 'google/d'],
      access: { anthropic: { apiKey: 'k' }, google: { apiKey: 'k' } },
    });
    expect(opened.candidates.map((candidate) => candidate.ref)).toEqual(['anthropic/a', 'google/c']);
    expect(opened.warnings).toEqual(['openai/b is left out: provider.openai.api_key is not set']);
  });

  it('lists what may be chosen besides, without a key not, and none where the primary is no model', () => {
    const access = {
      anthropic: { apiKey: 'k', models: ['a', 'b'] },
      openai: { models: ['c'] },
      google: { apiKey: 'k', models: ['d/e'] },
    };
    const opened = named('anthropic/a', { access });
    expect(opened.candidates.map(({ ref }) => ref)).toEqual(['anthropic/a']);
    expect(opened.choices.map(({ ref, model }) => [ref, model])).toEqual([
      ['anthropic/b', 'b'],
      ['google/d/e', 'd/e'],
    ]);
    expect(opened.warnings).toEqual(['openai/c is left out: provider.openai.api_key is not set']);
    expect(named('offline', { access })).toMatchObject({ candidates: [], choices: [] });
  });

  it('holds what the configuration says, else what its name says, else little at a host that is not the vendor', () => {
    const opened = (model: string, access: VendorAccess) =>
      named(`openai/${model}`, { access: { openai: { apiKey: 'k', ...access } } });
    expect(opened('gpt-5.5', {}).contextTokens).toBe(1_000_000);
    expect(opened('gpt-5.5', { contextTokens: 20_000 })).toMatchObject({
      contextTokens: 20_000,
      candidates: [{ contextTokens: 20_000 }],
    });
    expect(opened('brand-new', {})).toMatchObject({ contextTokens: 128_000, warnings: [] });
    const local = opened('llama', { baseUrl: 'http://127.0.0.1:11434/v1' });
    expect(local.contextTokens).toBe(8192);
    expect(local.warnings.join()).toMatch(
      /openai\/llama is taken to hold 8192 tokens: set provider\.openai\.context_tokens/,
    );
    expect(named('offline').contextTokens).toBe(Infinity);
  });

  it.each(['claude-sonnet-5-5', 'anthropic/', 'mystery/model', 'constructor/x', ''])(
    'refuses %j with a remedy',
    (primary) => {
      expect(() => named(primary)).toThrow(ConfigError);
    },
  );

  it.each([
    ['http://192.168.1.5:11434', 'sk-real', 1],
    ['http://192.168.1.5:11434', '', 0],
    ['http://127.0.0.1:11434', 'sk-real', 0],
    ['http://localhost:11434', 'sk-real', 0],
    ['https://proxy.example', 'sk-real', 0],
  ])('says so when %s gets the key %j in the clear', (baseUrl, apiKey, count) => {
    const { warnings } = named('anthropic/m', { access: { anthropic: { baseUrl, apiKey, contextTokens: 32_768 } } });
    expect(warnings).toHaveLength(count);
    expect(warnings.join('')).not.toContain('sk-real');
  });
});

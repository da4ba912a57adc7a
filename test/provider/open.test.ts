import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { ConfigError } from '../../src/base/errors.ts';
import { createLog, silentLog } from '../../src/base/log.ts';
import { openProvider } from '../../src/provider/open.ts';

const named = (primary: string, more: object = {}) => openProvider({ primary, anthropic: {}, clock: systemClock, log: silentLog, ...more });

describe('A provider by its name', () => {
  it('is model-less where it is told so, or where the vendor has no key', () => {
    expect(named('offline').provider.name).toBe('offline');
    expect(named('anthropic/claude-sonnet-5-5').provider.name).toBe('offline');
  });

  it('is Anthropic with a key, or without one at another host', () => {
    expect(named('anthropic/claude-sonnet-5-5', { anthropic: { apiKey: 'k' } })).toMatchObject({ provider: { name: 'anthropic' }, model: 'claude-sonnet-5-5' });
    expect(named('anthropic/some/model', { anthropic: { baseUrl: 'http://127.0.0.1:1' } })).toMatchObject({ provider: { name: 'anthropic' }, model: 'some/model' });
  });

  it.each(['claude-sonnet-5-5', 'anthropic/', 'mystery/model', ''])('refuses %j with a remedy', (primary) => {
    expect(() => named(primary)).toThrow(ConfigError);
  });

  it.each([
    ['http://192.168.1.5:11434', 'sk-real', 1],
    ['http://192.168.1.5:11434', '', 0],
    ['http://127.0.0.1:11434', 'sk-real', 0],
    ['https://proxy.example', 'sk-real', 0],
  ])('says so when %s gets the key %j in the clear', (baseUrl, apiKey, warnings) => {
    const lines: string[] = [];
    named('anthropic/m', { anthropic: { baseUrl, apiKey }, log: createLog('warn', (text) => text, (line) => lines.push(line)) });
    expect(lines).toHaveLength(warnings);
    expect(lines.join('')).not.toContain('sk-real');
  });
});

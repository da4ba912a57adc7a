import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAnthropicRequest } from '../../src/models/vendors/anthropic-wire.ts';
import { buildGoogleRequest } from '../../src/models/vendors/google-wire.ts';
import {
  knownContextTokens,
  lastTokens,
  messageTokens,
  roomForAnswer,
  textTokens,
} from '../../src/models/model-limits.ts';
import { buildOpenAIRequest } from '../../src/models/vendors/openai-wire.ts';

describe('What a model holds', () => {
  it.each([
    ['claude-sonnet-5-5', 1_000_000],
    ['claude-haiku-4-5', 200_000],
    ['anthropic/claude-opus-5.5', 1_000_000],
    ['gpt-5.5-mini', 1_000_000],
    ['gpt-9', 272_000],
    ['gemini-3-pro', 1_000_000],
    ['gpt-oss:20b', undefined],
    ['llama3.3', undefined],
    ['my-claudette', undefined],
  ])('is known of %s by its name: %j', (model, tokens) => {
    expect(knownContextTokens(model)).toBe(tokens);
  });
});

describe('An estimate of tokens', () => {
  it.each([
    ['The dentist moved the appointment to Thursday at nine.', 4],
    ['Der Zahnarzt hat den Termin auf Donnerstag um neun verschoben.', 4],
    ['Стоматолог перенёс приём на четверг в девять.', 2],
    ['歯医者の予約は木曜日の九時に変更されました。', 1],
  ])('of %j is more than one for every %i letters', (text, letters) => {
    expect(textTokens(text)).toBeGreaterThanOrEqual([...text].length / letters);
    expect(textTokens(text)).toBeLessThanOrEqual([...text].length);
  });

  it('counts a document by what is in it', () => {
    const document = (media_type: string, bytes: number) =>
      messageTokens({
        content: [
          {
            type: 'document',
            source: { type: 'base64', media_type, data: Buffer.alloc(bytes, 'a').toString('base64') },
          },
        ],
      });
    expect(document('text/plain', 30_000)).toBe(10_004);
    expect(document('application/pdf', 500_000)).toBeGreaterThan(10_000);
  });

  it('cuts a text to its end without half a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => !text.includes('\uFFFD')),
        fc.nat(20),
        (text, tokens) => {
          const end = lastTokens(text, tokens);
          expect(text.endsWith(end)).toBe(true);
          expect(textTokens(end)).toBeLessThanOrEqual(tokens);
          expect(end).not.toContain('\uFFFD');
        },
      ),
    );
  });
});

it.each([
  ['claude-sonnet-5-5', 16_000],
  ['anthropic/claude-opus-5', 16_000],
  ['gpt-5.1', 16_000],
  ['o3-mini', 16_000],
  ['gemini-3-pro', 16_000],
  ['claude-haiku-4-5', 2048],
  ['gpt-4o', 2048],
  ['llama3.2', 2048],
])('%s has room for %i tokens of an answer unless told otherwise', (model, tokens) => {
  expect(roomForAnswer(model)).toBe(tokens);
});

it('how much to think goes to each vendor in its own terms, and only to a model that thinks', () => {
  const request = { system: '', tools: [], messages: [], maxTokens: 100, effort: 'low' as const };
  const schema = (given: object) => ({ ...given });
  expect(buildAnthropicRequest({ ...request, model: 'claude-sonnet-5-5' }, 'vendor', schema)).toMatchObject({
    output_config: { effort: 'low' },
  });
  expect(buildAnthropicRequest({ ...request, model: 'claude-haiku-4-5' }, 'vendor', schema)).not.toHaveProperty(
    'output_config',
  );
  expect(buildAnthropicRequest({ ...request, model: 'claude-sonnet-5-5' }, 'portable', schema)).not.toHaveProperty(
    'output_config',
  );
  expect(buildOpenAIRequest({ ...request, model: 'gpt-5.1' }, 'vendor')).toMatchObject({ reasoning_effort: 'low' });
  expect(buildOpenAIRequest({ ...request, model: 'gpt-4o' }, 'vendor')).not.toHaveProperty('reasoning_effort');
  expect(buildGoogleRequest({ ...request, model: 'gemini-3-pro' }).config).toMatchObject({
    thinkingConfig: { thinkingLevel: 'LOW' },
  });
  expect(buildGoogleRequest({ ...request, model: 'gemini-2.5-pro' }).config).not.toHaveProperty('thinkingConfig');
});

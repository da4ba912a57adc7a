// Any stored history, begun with any model, becomes a request that each vendor's strict server takes.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import {
  type ContentBlock,
  isThinking,
  type Message,
  programText,
  programTexts,
  type ToolUseBlock,
} from '../../../src/models/message.ts';
import type { Provider } from '../../../src/models/provider.ts';
import { createRouter } from '../../../src/models/router.ts';
import { buildHistory as rebuild, type HistoryItem, ToolCall } from '../../../src/models/tool-call.ts';
import { type VendorName, vendorNames } from '../../../src/models/vendors/vendors.ts';
import { type Entry, formatEntry, parseEntry, unusedTurn } from '../../../src/session/entry.ts';
import { buildHistory } from '../../../src/session/history.ts';
import { results } from '../../support/model-calls.ts';
import { type OpenedVendor, openVendor, type Said } from '../../support/vendors.ts';
import { propertyRuns } from '../../support/property-runs.ts';

// What is stored: several models' calls with their oddities, results of all kinds, attachments, blank text.
const said = fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.constantFrom('', ' ', '\n', 'hello', '😀'));
const text: fc.Arbitrary<ContentBlock> = said.map((value) => ({ type: 'text', text: value }));
/** The mark of the program's own texts is for the program: no API knows it. */
const ofProgram = fc
  .tuple(fc.constantFrom(...programTexts), said)
  .map(([kind, value]): ContentBlock => programText(kind, value));
const attachment: fc.Arbitrary<ContentBlock> = fc.constantFrom<ContentBlock>(
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
  { type: 'image', source: { type: 'base64', media_type: 'image/tiff', data: 'AAAA' } },
  { type: 'document', title: 'a.pdf', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
  { type: 'document', source: { type: 'base64', media_type: 'text/markdown', data: 'aGVsbG8=' } },
  { type: 'document', source: { type: 'base64', media_type: 'application/zip', data: 'AAAA' } },
);
const input = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
// Ids repeat on purpose, are too long for OpenAI or hold what Anthropic does not take.
const id = fc.oneof(
  fc.constantFrom('call_0', 'call_1', 'functions.echo:0'),
  fc.uuid(),
  fc.stringMatching(/^google_[a-z]{30,50}$/),
);
const call: fc.Arbitrary<ToolUseBlock> = fc.record({
  type: fc.constant('tool_use' as const),
  id,
  // Models make up names, and a secret in one is replaced before it is stored.
  name: fc.constantFrom('echo', 'memory_search', '', '[redacted]', 'memory search', '2fa', 'x'.repeat(10_000)),
  input,
  raw: fc.option(fc.constantFrom('{"x": ', '{ }'), { nil: undefined }),
  signature: fc.option(fc.constant('c2ln'), { nil: undefined }),
}) as fc.Arbitrary<ToolUseBlock>;
const thinking: fc.Arbitrary<ContentBlock> = fc.constantFrom<ContentBlock>(
  { type: 'thinking', thinking: 'hm', signature: 'abc' },
  { type: 'thinking', thinking: '', signature: null },
  { type: 'redacted_thinking', data: 'xyz' },
);
const resultText = fc.oneof(fc.constantFrom('', 'said', '{"a":1}'), fc.string({ maxLength: 20 }));
const result = fc.oneof(
  resultText,
  fc.array(
    fc.oneof(
      text,
      attachment.filter((block) => block.type === 'image'),
    ),
    { maxLength: 2 },
  ),
);
const round = fc.record({
  model: fc.option(fc.constantFrom('anthropic/other', 'google/other', 'google/gemini-3-pro', 'openai/gpt'), {
    nil: undefined,
  }),
  thinking: fc.array(thinking, { maxLength: 2 }),
  text: fc.array(text, { maxLength: 1 }),
  calls: fc.uniqueArray(call, { minLength: 1, maxLength: 3, selector: (one) => one.id }),
  results: fc.array(fc.tuple(result, fc.boolean()), { minLength: 3, maxLength: 3 }),
});
const turn = fc.record({
  ask: fc.array(fc.oneof(text, ofProgram, attachment), { minLength: 1, maxLength: 3 }),
  model: fc.constantFrom(
    'anthropic/claude',
    'openai/gpt',
    'google/gemini-3-pro',
    'anthropic/other',
    'openai/other',
    'google/other',
    'offline',
  ),
  rounds: fc.array(round, { maxLength: 3 }),
  answer: fc.array(fc.oneof(text, thinking), { minLength: 1, maxLength: 2 }),
});

const spoken = (model: string, content: ContentBlock[]): Message => ({
  role: 'assistant',
  model,
  content: isOwn(model) ? unsigned(content) : content,
});

/** As the session hands it over: roles alternate and calls are paired, within a message everything is possible. */
function historyOf(
  turns: readonly (typeof turn extends fc.Arbitrary<infer Value> ? Value : never)[],
  open: boolean,
): Message[] {
  const messages: Message[] = [];
  for (const [index, { ask, model, rounds, answer }] of turns.entries()) {
    messages.push({ role: 'user', content: [...ask, { type: 'text', text: 'Please.' }] });
    for (const { model: stoodIn, thinking: thoughts, text: words, calls, results } of rounds) {
      messages.push(spoken(stoodIn ?? model, [...thoughts, ...words, ...calls]));
      messages.push({
        role: 'user',
        content: calls.map((one, place) => ({
          type: 'tool_result',
          tool_use_id: one.id,
          content: (results[place]?.[0] ?? '') as string,
          is_error: results[place]?.[1] ?? false,
        })),
      });
    }
    const last = index === turns.length - 1;
    if (!last || !open) messages.push(spoken(model, [...answer, { type: 'text', text: 'So it is.' }]));
  }
  if (messages.at(-1)?.role === 'assistant')
    messages.push({ role: 'user', content: [{ type: 'text', text: 'Go on.' }] });
  return messages;
}

// What a vendor signed itself it gets back; in here that would be a made-up signature, so its own messages have none.
const own: Record<VendorName, string> = {
  anthropic: 'anthropic/claude',
  openai: 'openai/gpt',
  google: 'google/gemini-3-pro',
};
const isOwn = (model: string): boolean => Object.values(own).includes(model);
const unsigned = (content: readonly ContentBlock[]): ContentBlock[] =>
  content
    .filter((block) => !isThinking(block))
    .map((block) => (block.type === 'tool_use' ? { ...block, signature: null } : block));

/** The same history as a session's file would hold it, with lines missing: a crash, a hand that tidied up. */
function storedWith(messages: readonly Message[], keeps: readonly boolean[], ends: readonly boolean[]): Entry[] {
  const at = '2026-11-21T09:00:00.000Z';
  const lines = messages.flatMap((message, index): Entry[] => {
    const entry: Entry = {
      type: 'message',
      id: `m${index}`,
      at,
      role: message.role,
      content: message.content,
      ...(message.model !== undefined && { model: message.model }),
    };
    const end = unusedTurn('in', at, 'answered');
    return [
      ...((keeps[index % keeps.length] ?? true) ? [entry] : []),
      ...((ends[index % ends.length] ?? false) ? [end] : []),
    ];
  });
  const last: Entry = { type: 'message', id: 'last', at, role: 'user', content: [{ type: 'text', text: 'Go on.' }] };
  return [...lines, last].map((entry) => parseEntry(formatEntry(entry)));
}

describe.each(vendorNames)('Any stored history is a request that %s takes', (name) => {
  const tools = ['echo', 'memory_search'].map((tool) => ({
    name: tool,
    description: tool,
    inputSchema: { type: 'object', properties: {} },
  }));
  let vendor: OpenedVendor;
  let router: Provider;
  beforeAll(async () => {
    vendor = await openVendor(name, () => ({ text: 'ok' }), {
      profile: 'vendor',
      retry: { attempts: 1, baseMs: 1, maxWaitMs: 1 },
    });
    const model = own[name].slice(name.length + 1);
    router = createRouter({
      candidates: [{ ref: own[name], provider: vendor.provider, model, contextTokens: 1_000_000 }],
      clock: systemClock,
      log: silentLog,
    });
  });
  afterAll(() => vendor.api.close());

  async function take(messages: Message[]): Promise<void> {
    const before = JSON.stringify(messages);
    const response = await router.complete({ model: '', system: 'Be brief.', tools, messages, maxTokens: 100 });
    expect(response.model).toBe(own[name]);
    expect(JSON.stringify(messages)).toBe(before);
  }

  it('begun by either side, with any content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 4 }), fc.boolean(), (turns, open) =>
        take(historyOf(turns, open)),
      ),
      { numRuns: propertyRuns(25) },
    );
    expect(vendor.refusals()).toEqual([]);
  });

  it('also with lines missing from its file', async () => {
    const some = fc.array(fc.boolean(), { minLength: 1, maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 4 }), some, some, (turns, keeps, ends) =>
        take(buildHistory(storedWith(historyOf(turns, true), keeps, ends))),
      ),
      { numRuns: propertyRuns(25) },
    );
    expect(vendor.refusals()).toEqual([]);
  });
});

describe.each(vendorNames)('What a model of %s says', (name) => {
  const words = fc.string({ minLength: 1, maxLength: 20 }).filter((value) => value.trim() !== '');
  const spoken: fc.Arbitrary<Said> = fc.record({
    thoughts: fc.array(fc.string({ maxLength: 20 }), { maxLength: 3 }),
    text: words,
    calls: fc.array(
      fc.record({
        name: fc.constantFrom('echo', 'memory_search'),
        input: input.map((value) => JSON.parse(JSON.stringify(value)) as object),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  });
  const tools = ['echo', 'memory_search'].map((tool) => ({
    name: tool,
    description: tool,
    inputSchema: { type: 'object', properties: {} },
  }));

  it('goes back to it as it was, over a file, signatures and all', async () => {
    let says: Said = {};
    const vendor = await openVendor(name, () => says, {
      profile: 'vendor',
      retry: { attempts: 1, baseMs: 1, maxWaitMs: 1 },
    });
    const ask = (messages: Message[]) =>
      vendor.provider.complete({
        model: own[name].slice(name.length + 1),
        system: 'Be brief.',
        tools,
        messages,
        maxTokens: 100,
      });
    try {
      await fc.assert(
        fc.asyncProperty(spoken, async (said) => {
          const messages: Message[] = [{ role: 'user', content: [{ type: 'text', text: 'Go' }] }];
          says = said;
          const first = await ask(messages);
          expect(
            first.content.flatMap((block) =>
              block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [],
            ),
          ).toEqual(said.calls);
          expect(first.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))).toEqual([said.text]);
          const stored = JSON.parse(JSON.stringify(first.content)) as ContentBlock[];
          says = { text: 'Done.' };
          // The servers sign what they say and refuse it changed: thinking of Anthropic's, calls of Google's.
          await ask([...messages, { role: 'assistant', content: stored, model: own[name] }, results(stored, 'said')]);
        }),
        { numRuns: propertyRuns(25) },
      );
      expect(vendor.refusals()).toEqual([]);
    } finally {
      await vendor.api.close();
    }
  });
});

describe('A history of stored calls and results alone', () => {
  const stored = fc.array(
    fc.record({
      text: fc.constantFrom('Go', 'And?'),
      calls: fc.uniqueArray(call, { maxLength: 3, selector: (one) => one.id }),
      backwards: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const itemsOf = (turns: readonly { text: string; calls: ToolUseBlock[]; backwards: boolean }[]): HistoryItem[] =>
    turns.flatMap(({ text: words, calls, backwards }, turnIndex): HistoryItem[] => {
      const made = calls.map(
        (one) =>
          new ToolCall({
            toolUseId: `${one.id}-${turnIndex}`,
            toolName: one.name,
            args: one.input as Record<string, unknown>,
            rawArguments: one.raw,
          }),
      );
      const given = made.map((one): HistoryItem => ({ toolUseId: one.toolUseId, content: 'said' }));
      return [
        { role: 'user', text: words },
        ...made,
        ...(backwards ? given.toReversed() : given),
        ...(calls.length === 0 ? [{ role: 'assistant' as const, text: 'Yes.' }] : []),
      ];
    });

  it.each(vendorNames)('is a request that %s takes', async (name) => {
    const vendor = await openVendor(name, () => ({ text: 'ok' }), {
      profile: 'vendor',
      retry: { attempts: 1, baseMs: 1, maxWaitMs: 1 },
    });
    try {
      await fc.assert(
        fc.asyncProperty(stored, async (turns) => {
          const messages = rebuild([...itemsOf(turns), { role: 'user', text: 'Go on.' }]);
          await vendor.provider.complete({
            model: own[name].slice(name.length + 1),
            system: '',
            tools: [],
            messages,
            maxTokens: 100,
          });
        }),
        { numRuns: propertyRuns(25) },
      );
      expect(vendor.refusals()).toEqual([]);
    } finally {
      await vendor.api.close();
    }
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildAnthropicHistory,
  buildGoogleHistory,
  buildOpenAIHistory,
  type HistoryItem,
  ToolCall,
} from '../../src/models/tool-call.ts';

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/);
const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/);
const args = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 8 }).filter((key) => key !== '__proto__'),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 4 },
);
const viaJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

describe('ToolCall.create', () => {
  it('reads the format of each vendor', () => {
    expect(ToolCall.create({ id: 'a', name: 'echo', input: { x: 1 } })).toEqual(
      new ToolCall({ toolUseId: 'a', toolName: 'echo', args: { x: 1 } }),
    );
    expect(ToolCall.create({ id: 'a', type: 'function', function: { name: 'echo', arguments: '{ "x": 1 }' } })).toEqual(
      new ToolCall({ toolUseId: 'a', toolName: 'echo', args: { x: 1 }, rawArguments: '{ "x": 1 }' }),
    );
    const google = ToolCall.create({ functionCall: { name: 'echo', args: { x: 1 } }, thoughtSignature: 'sig' });
    expect(google).toMatchObject({ toolName: 'echo', args: { x: 1 }, signature: 'sig' });
    expect(google.toolUseId).toMatch(/^google_echo_[0-9a-f]+$/);
  });

  it('reads our own objects by their fields', () => {
    const call = ToolCall.create({
      _toolName: 'echo',
      _toolUseId: 'a',
      _private: 1,
      signature: 'sig',
      text: 'hi',
      count: 2,
    });
    expect(call).toEqual(
      new ToolCall({ toolUseId: 'a', toolName: 'echo', args: { text: 'hi', count: 2 }, signature: 'sig' }),
    );
  });

  it('gives a list for a list, also of one', () => {
    const call = { id: 'a', name: 'echo', input: {} };
    expect(ToolCall.create([call])).toHaveLength(1);
    expect(ToolCall.create([call, { ...call, id: 'b' }]).map((one) => one.toolUseId)).toEqual(['a', 'b']);
  });

  it.each(['signature', 'thought_signature', 'thoughtSignature'])(
    'takes %s from the object, and the argument before it',
    (key) => {
      const call = { functionCall: { name: 'echo' }, [key]: 'own' };
      expect(ToolCall.create(call).signature).toBe('own');
      expect(ToolCall.create(call, 'given').signature).toBe('given');
      expect(ToolCall.create([call], 'given')[0]?.signature).toBe('given');
    },
  );

  it.each(['{"x": ', '[1]', 'null', '"text"', 'undefined'])(
    'keeps the arguments %j raw and has no args for them',
    (written) => {
      const call = ToolCall.create({ id: 'a', function: { name: 'echo', arguments: written } });
      expect(call).toMatchObject({ rawArguments: written, args: undefined });
      expect(call.toOpenAIMessage()).toMatchObject({ tool_calls: [{ function: { arguments: written } }] });
    },
  );

  it('refuses an empty list and shapes that it does not know', () => {
    expect(() => ToolCall.create([])).toThrow('No tool calls provided');
    for (const unknown of [
      {},
      { id: 'a' },
      { name: 'echo' },
      { functionCall: {} },
      { id: 'a', name: 'echo', input: 'text' },
      null,
      'echo',
      7,
      [[]],
    ]) {
      expect(() => ToolCall.create(unknown as object)).toThrow(/^Unsupported tool call format: /);
    }
  });

  it('gives a Google call the same id again after a restart, and identical parallel calls different ones', () => {
    fc.assert(
      fc.property(name, args, (toolName, input) => {
        const call = { functionCall: { name: toolName, args: input } };
        const [first, second] = ToolCall.create([call, viaJson(call)]);
        expect(ToolCall.create(viaJson(call)).toolUseId).toBe(first?.toolUseId);
        expect(second?.toolUseId).not.toBe(first?.toolUseId);
        expect(ToolCall.create(viaJson([call, call])).map((one) => one.toolUseId)).toEqual([
          first?.toolUseId,
          second?.toolUseId,
        ]);
      }),
    );
  });
});

describe('A tool call there and back', () => {
  it('loses nothing in the format of Anthropic', () => {
    fc.assert(
      fc.property(id, name, args, (toolUseId, toolName, input) => {
        const call = ToolCall.create({ id: toolUseId, name: toolName, input });
        const message = viaJson(call.toAnthropicMessage()) as { content: object[] };
        expect(message).toEqual({
          role: 'assistant',
          content: [{ type: 'tool_use', id: toolUseId, name: toolName, input: viaJson(input) }],
        });
        expect(ToolCall.create(message.content)).toEqual(viaJson([call]).map((one) => new ToolCall(one)));
      }),
    );
  });

  it('loses nothing in the format of OpenAI, not a space of the arguments', () => {
    fc.assert(
      fc.property(
        id,
        name,
        fc.oneof(
          args.map((value) => JSON.stringify(value, null, 2)),
          fc.string(),
        ),
        (toolUseId, toolName, written) => {
          const call = ToolCall.create({
            id: toolUseId,
            type: 'function',
            function: { name: toolName, arguments: written },
          });
          const message = viaJson(call.toOpenAIMessage()) as { tool_calls: object[] };
          expect(message).toEqual({
            role: 'assistant',
            tool_calls: [{ id: toolUseId, type: 'function', function: { name: toolName, arguments: written } }],
          });
          expect(ToolCall.create(message.tool_calls)).toEqual([call]);
        },
      ),
    );
  });

  it('loses nothing in the format of Google, the thought signature included', () => {
    fc.assert(
      fc.property(
        name,
        args,
        fc.option(fc.base64String({ minLength: 4 }), { nil: undefined }),
        (toolName, input, signature) => {
          const call = ToolCall.create({
            functionCall: { name: toolName, args: input },
            ...(signature === undefined ? {} : { thoughtSignature: signature }),
          });
          const message = viaJson(call.toGoogleMessage()) as { role: string; parts: object[] };
          expect(message).toEqual(
            viaJson({
              role: 'model',
              parts: [
                {
                  functionCall: { name: toolName, args: input },
                  ...(signature === undefined ? {} : { thoughtSignature: signature }),
                },
              ],
            }),
          );
          expect(ToolCall.create(message.parts)[0]).toMatchObject({
            toolUseId: call.toolUseId,
            toolName,
            signature: call.signature,
          });
        },
      ),
    );
  });
});

describe('A history of stored calls and results', () => {
  const call = (toolUseId: string) => ToolCall.create({ id: toolUseId, name: 'echo', input: { of: toolUseId } });
  const items: HistoryItem[] = [
    { role: 'user', text: 'Go' },
    call('a'),
    { toolUseId: 'a', content: 'said' },
    { role: 'user', text: 'And?' },
  ];

  it('makes three messages for Anthropic and four for OpenAI', () => {
    expect(buildAnthropicHistory(items)).toEqual([
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'echo', input: { of: 'a' } }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'said', is_error: false },
          { type: 'text', text: 'And?' },
        ],
      },
    ]);
    expect(buildOpenAIHistory(items)).toEqual([
      { role: 'user', content: 'Go' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'echo', arguments: '{"of":"a"}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'said' },
      { role: 'user', content: 'And?' },
    ]);
  });

  it('lets consecutive calls share a message and consecutive results a turn, for Google with the real name of the tool', () => {
    const parallel: HistoryItem[] = [
      { role: 'user', text: 'Go' },
      call('a'),
      call('b'),
      { toolUseId: 'a', content: 'one' },
      { toolUseId: 'b', content: 'two', isError: true },
    ];
    expect(buildAnthropicHistory(parallel)).toHaveLength(3);
    expect(buildOpenAIHistory(parallel).map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool']);
    expect(buildGoogleHistory(parallel)).toEqual([
      { role: 'user', parts: [{ text: 'Go' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'echo', args: { of: 'a' } } },
          { functionCall: { name: 'echo', args: { of: 'b' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'echo', response: { output: 'one' } } },
          { functionResponse: { name: 'echo', response: { error: 'two' } } },
        ],
      },
    ]);
  });
});

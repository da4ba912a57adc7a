// The loopback servers themselves: each refuses what its vendor refuses. What passes them in the other tests means little
// unless this holds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GoogleApi, openGoogleApi } from '../../support/google-api.ts';
import { type MessagesApi, openMessagesApi } from '../../support/messages-api.ts';
import { openOpenAIApi, type OpenAIApi } from '../../support/openai-api.ts';

async function post(
  url: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

describe('The loopback Messages API', () => {
  let api: MessagesApi;
  beforeAll(async () => {
    api = await openMessagesApi(() => 'ok');
  });
  afterAll(() => api.close());
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    post(`${api.url}/v1/messages`, { authorization: 'Bearer k', 'anthropic-version': '2023-06-01', ...headers }, body);

  const base = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'hi' }] };
  const call = { type: 'tool_use', id: 'a', name: 'echo', input: {} };
  const result = { type: 'tool_result', tool_use_id: 'a', content: 'x' };
  const tool = { name: 'echo', input_schema: { type: 'object' } };

  it('takes a sound request', async () => {
    expect(
      await send({
        ...base,
        tools: [tool],
        messages: [...base.messages, { role: 'assistant', content: [call] }, { role: 'user', content: [result] }],
      }),
    ).toMatchObject({ status: 200 });
  });

  it.each([
    ['no max_tokens', { ...base, max_tokens: undefined }],
    ['an unknown key', { ...base, temprature: 1 }],
    ['a sampling parameter', { ...base, temperature: 1 }],
    ['an assistant first', { ...base, messages: [{ role: 'assistant', content: 'hi' }, ...base.messages] }],
    ['two users in a row', { ...base, messages: [...base.messages, ...base.messages] }],
    ['a prefill', { ...base, messages: [...base.messages, { role: 'assistant', content: 'hi' }] }],
    ['a system message', { ...base, messages: [{ role: 'system', content: 'x' }, ...base.messages] }],
    ['empty text', { ...base, messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] }],
    ['an empty message', { ...base, messages: [{ role: 'user', content: [] }] }],
    [
      'a call without a result',
      { ...base, messages: [...base.messages, { role: 'assistant', content: [call] }, ...base.messages] },
    ],
    ['a result without a call', { ...base, messages: [{ role: 'user', content: [result] }] }],
    [
      'a result after text',
      {
        ...base,
        messages: [
          ...base.messages,
          { role: 'assistant', content: [call] },
          { role: 'user', content: [{ type: 'text', text: 'x' }, result] },
        ],
      },
    ],
    [
      'two calls of one id',
      {
        ...base,
        messages: [
          ...base.messages,
          { role: 'assistant', content: [call, call] },
          { role: 'user', content: [result, result] },
        ],
      },
    ],
    [
      'a made-up signature',
      {
        ...base,
        messages: [
          ...base.messages,
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'x', signature: 'y' },
              { type: 'text', text: 'x' },
            ],
          },
          ...base.messages,
        ],
      },
    ],
    [
      'a null signature',
      {
        ...base,
        messages: [
          ...base.messages,
          { role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: null }] },
          ...base.messages,
        ],
      },
    ],
    [
      'a forced tool',
      { ...base, tools: [{ name: 'echo', input_schema: { type: 'object' } }], tool_choice: { type: 'any' } },
    ],
    ['disabled thinking', { ...base, thinking: { type: 'disabled' } }],
    ['an empty tool list', { ...base, tools: [] }],
    ['tool_choice without tools', { ...base, tool_choice: { type: 'none' } }],
    [
      'five cache marks',
      {
        ...base,
        system: Array.from({ length: 5 }, () => ({ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } })),
      },
    ],
    ['more tokens than a model can say', { ...base, max_tokens: 200_000 }],
    ['no message', { ...base, messages: [] }],
    ['an empty string', { ...base, messages: [{ role: 'user', content: ' ' }] }],
    ['an empty system', { ...base, system: '' }],
    [
      'a field of a block that it does not know',
      { ...base, messages: [{ role: 'user', content: [{ type: 'text', text: 'hi', mood: 'good' }] }] },
    ],
    [
      'thinking of a user',
      { ...base, messages: [{ role: 'user', content: [{ type: 'thinking', thinking: 'x', signature: 'y' }] }] },
    ],
    ['a call of a user', { ...base, messages: [{ role: 'user', content: [call] }] }],
    [
      'an id with a dot',
      {
        ...base,
        messages: [
          ...base.messages,
          { role: 'assistant', content: [{ ...call, id: 'a.b' }] },
          { role: 'user', content: [{ ...result, tool_use_id: 'a.b' }] },
        ],
      },
    ],
    [
      'arguments that are no object',
      {
        ...base,
        messages: [
          ...base.messages,
          { role: 'assistant', content: [{ ...call, input: 'x' }] },
          { role: 'user', content: [result] },
        ],
      },
    ],
    [
      'an image of a kind it cannot see',
      {
        ...base,
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', source: { type: 'base64', media_type: 'image/tiff', data: 'AAAA' } }],
          },
        ],
      },
    ],
    [
      'a document without text',
      {
        ...base,
        messages: [
          {
            role: 'user',
            content: [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: '' } }],
          },
        ],
      },
    ],
    ['two tools of one name', { ...base, tools: [tool, tool] }],
    ['a tool without a schema', { ...base, tools: [{ name: 'echo' }] }],
    [
      'a schema with open objects',
      { ...base, output_config: { format: { type: 'json_schema', schema: { type: 'object', properties: {} } } } },
    ],
    [
      'an hour of cache after five minutes',
      {
        ...base,
        system: [
          { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } },
          { type: 'text', text: 'b', cache_control: { type: 'ephemeral', ttl: '1h' } },
        ],
      },
    ],
  ])('refuses %s', async (_what, body) => {
    expect(await send(body)).toMatchObject({ status: 400 });
  });

  it('refuses a missing key and a missing version', async () => {
    expect(await send(base, { authorization: '' })).toMatchObject({ status: 401 });
    expect(await send(base, { 'anthropic-version': '' })).toMatchObject({ status: 400 });
  });

  it('as a compatible server refuses all but the portable keys', async () => {
    const portable = await openMessagesApi(() => 'ok', { portable: true });
    const sendPortable = (body: unknown) =>
      post(`${portable.url}/v1/messages`, { 'x-api-key': 'local', 'anthropic-version': '2023-06-01' }, body);
    expect(await sendPortable({ ...base, tools: [tool], system: 'Be brief.' })).toMatchObject({ status: 200 });
    for (const more of [
      { thinking: { type: 'adaptive' } },
      { cache_control: { type: 'ephemeral' } },
      { output_config: { effort: 'low' } },
      { system: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }] },
    ]) {
      expect(await sendPortable({ ...base, ...more })).toMatchObject({ status: 400 });
    }
    await portable.close();
  });
});

describe('The loopback of chat completions', () => {
  let api: OpenAIApi;
  let reasoning: OpenAIApi;
  beforeAll(async () => {
    api = await openOpenAIApi(() => 'ok', { contextTokens: 1000 });
    reasoning = await openOpenAIApi(() => 'ok', { reasoning: true });
  });
  afterAll(async () => {
    await api.close();
    await reasoning.close();
  });
  const send = (body: unknown, to: OpenAIApi = api, authorization = 'Bearer k') =>
    post(`${to.url}/v1/chat/completions`, { authorization }, body);

  const user = { role: 'user', content: 'hi' };
  const base = { model: 'm', messages: [user], stream: true };
  const call = { id: 'a', type: 'function', function: { name: 'echo', arguments: '{}' } };
  const called = { role: 'assistant', tool_calls: [call] };
  const result = { role: 'tool', tool_call_id: 'a', content: 'x' };
  const tool = { type: 'function', function: { name: 'echo', parameters: { type: 'object' } } };

  it('takes a sound request', async () => {
    expect(
      await send({ ...base, tools: [tool], messages: [{ role: 'system', content: 'x' }, user, called, result, user] }),
    ).toMatchObject({ status: 200 });
  });

  it.each([
    ['no message', { ...base, messages: [] }],
    ['a system message alone', { ...base, messages: [{ role: 'system', content: 'x' }] }],
    ['an unknown key', { ...base, thinking: { type: 'adaptive' } }],
    ['an unknown key of a message', { ...base, messages: [{ ...user, mood: 'good' }] }],
    ['an unknown role', { ...base, messages: [{ role: 'model', content: 'x' }] }],
    ['a system message in the middle', { ...base, messages: [user, { role: 'system', content: 'x' }] }],
    ['an empty message', { ...base, messages: [{ role: 'user', content: '' }] }],
    ['an empty list of parts', { ...base, messages: [{ role: 'user', content: [] }] }],
    ['an empty part', { ...base, messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] }],
    ['an assistant that says and calls nothing', { ...base, messages: [user, { role: 'assistant' }, user] }],
    ['an empty list of calls', { ...base, messages: [user, { role: 'assistant', tool_calls: [] }, user] }],
    ['a call without a result', { ...base, messages: [user, called, user] }],
    ['a call without a result at the end', { ...base, messages: [user, called] }],
    ['a result without a call', { ...base, messages: [user, result] }],
    ['a result given twice', { ...base, messages: [user, called, result, result] }],
    [
      'two calls of one id',
      { ...base, messages: [user, { role: 'assistant', tool_calls: [call, call] }, result, result] },
    ],
    [
      'an id of 41 characters',
      {
        ...base,
        messages: [
          user,
          { role: 'assistant', tool_calls: [{ ...call, id: 'a'.repeat(41) }] },
          { ...result, tool_call_id: 'a'.repeat(41) },
        ],
      },
    ],
    [
      'arguments that are no text',
      {
        ...base,
        messages: [
          user,
          { role: 'assistant', tool_calls: [{ ...call, function: { name: 'echo', arguments: {} } }] },
          result,
        ],
      },
    ],
    [
      'an image of a kind it cannot see',
      {
        ...base,
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/tiff;base64,AAAA' } }] },
        ],
      },
    ],
    [
      'a file that is no PDF',
      {
        ...base,
        messages: [
          {
            role: 'user',
            content: [{ type: 'file', file: { filename: 'a.zip', file_data: 'data:application/zip;base64,AAAA' } }],
          },
        ],
      },
    ],
    ['an empty tool list', { ...base, tools: [] }],
    ['two tools of one name', { ...base, tools: [tool, tool] }],
    ['tool_choice without tools', { ...base, tool_choice: 'none' }],
    ['both names of the token limit', { ...base, max_tokens: 1, max_completion_tokens: 1 }],
    ['more tokens than a model can say', { ...base, max_tokens: 200_000 }],
    [
      'a strict schema with open objects',
      {
        ...base,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'a', strict: true, schema: { type: 'object', properties: {} } },
        },
      },
    ],
    [
      'a prompt that leaves no room for its answer',
      { ...base, max_tokens: 900, messages: [{ role: 'user', content: 'word '.repeat(200) }] },
    ],
  ])('refuses %s', async (_what, body) => {
    expect(await send(body)).toMatchObject({ status: 400 });
  });

  it('refuses a missing key, another address, and the old name of the limit for a reasoning model', async () => {
    expect(await send(base, api, '')).toMatchObject({ status: 401 });
    expect(await post(`${api.url}/chat/completions`, { authorization: 'Bearer k' }, base)).toMatchObject({
      status: 404,
    });
    expect(await send({ ...base, max_tokens: 5 }, reasoning)).toMatchObject({ status: 400 });
  });
});

describe('The loopback Gemini API', () => {
  let api: GoogleApi;
  beforeAll(async () => {
    api = await openGoogleApi(() => 'ok');
  });
  afterAll(() => api.close());
  const send = (body: unknown, key = 'k') =>
    post(`${api.url}/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse`, { 'x-goog-api-key': key }, body);

  const user = { role: 'user', parts: [{ text: 'hi' }] };
  const base = { contents: [user] };
  const skip = 'skip_thought_signature_validator';
  const called = { role: 'model', parts: [{ functionCall: { name: 'echo', args: {} }, thoughtSignature: skip }] };
  const answered = { role: 'user', parts: [{ functionResponse: { name: 'echo', response: { output: 'x' } } }] };
  const tools = [{ functionDeclarations: [{ name: 'echo', parametersJsonSchema: { type: 'object' } }] }];

  it('takes a sound request', async () => {
    expect(
      await send({ contents: [user, called, answered, user], tools, systemInstruction: { parts: [{ text: 'x' }] } }),
    ).toMatchObject({ status: 200 });
  });

  it.each([
    ['no contents', { contents: [] }],
    ['an unknown key', { ...base, system: 'x' }],
    ['an unknown role', { contents: [{ role: 'assistant', parts: [{ text: 'x' }] }] }],
    ['empty parts', { contents: [{ role: 'user', parts: [] }] }],
    ['an empty text', { contents: [{ role: 'user', parts: [{ text: '' }] }] }],
    [
      'a part with two kinds of data',
      { contents: [{ role: 'user', parts: [{ text: 'x', inlineData: { mimeType: 'image/png', data: 'AAAA' } }] }] },
    ],
    [
      'an id of a call',
      {
        contents: [
          user,
          { role: 'model', parts: [{ functionCall: { name: 'echo', callId: 'a' }, thoughtSignature: skip }] },
          answered,
        ],
      },
    ],
    ['a model first', { contents: [{ role: 'model', parts: [{ text: 'x' }] }, user] }],
    ['a model at the end', { contents: [user, { role: 'model', parts: [{ text: 'x' }] }] }],
    [
      'two models in a row',
      { contents: [user, { role: 'model', parts: [{ text: 'x' }] }, { role: 'model', parts: [{ text: 'x' }] }, user] },
    ],
    ['a call without a response', { contents: [user, called, user] }],
    ['a response without a call', { contents: [user, answered] }],
    [
      'a response under another name',
      { contents: [user, called, { role: 'user', parts: [{ functionResponse: { name: 'other', response: {} } }] }] },
    ],
    [
      'a response with words beside it',
      { contents: [user, called, { role: 'user', parts: [...answered.parts, { text: 'x' }] }] },
    ],
    ['a call of a user', { contents: [{ role: 'user', parts: called.parts }] }],
    ['a response of the model', { contents: [user, { role: 'model', parts: answered.parts }, user] }],
    [
      'a call of the running turn without a signature',
      { contents: [user, { role: 'model', parts: [{ functionCall: { name: 'echo', args: {} } }] }, answered] },
    ],
    [
      'a made-up signature',
      {
        contents: [
          user,
          { role: 'model', parts: [{ functionCall: { name: 'echo', args: {} }, thoughtSignature: 'c2ln' }] },
          answered,
        ],
      },
    ],
    ['a name with a space', { ...base, tools: [{ functionDeclarations: [{ name: 'e cho' }] }] }],
    ['two functions of one name', { ...base, tools: [{ functionDeclarations: [{ name: 'echo' }, { name: 'echo' }] }] }],
    [
      'a response schema beside functions',
      { ...base, tools, generationConfig: { responseMimeType: 'application/json' } },
    ],
    ['more tokens than a model can say', { ...base, generationConfig: { maxOutputTokens: 100_000 } }],
  ])('refuses %s', async (_what, body) => {
    expect(await send(body)).toMatchObject({ status: 400 });
  });

  it('refuses a missing key and another method', async () => {
    expect(await send(base, '')).toMatchObject({ status: 403 });
    expect(await post(`${api.url}/v1beta/models/gemini-3-pro:generate`, { 'x-goog-api-key': 'k' }, base)).toMatchObject(
      { status: 404 },
    );
  });
});

// The door to the Bot API: what a failure says about whether something was taken. A message is marked as a repeat by it.
import { getEventListeners } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InputFile } from 'grammy/web';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTelegramApi } from '../../../src/channels/telegram/api.ts';
import { openInProcess } from '../../support/in-process.ts';
import { type TelegramApi, openTelegramApi } from '../../support/telegram-api.ts';

let server: TelegramApi;
beforeEach(async () => {
  server = await openTelegramApi();
});
afterEach(() => server.close());

const send = (timeoutMs = 5_000) =>
  createTelegramApi({ token: server.token, apiRoot: server.url }).call(
    'sendMessage',
    { chat_id: 7, text: 'hello' },
    { timeoutMs },
  );

test('what is not answered in time may have been taken', async () => {
  server.fail('sendMessage', ['hang']);
  await expect(send(200)).rejects.toMatchObject({
    kind: 'unanswered',
    method: 'sendMessage',
    description: 'no answer within 200 ms',
  });
});

test('where no server listens nothing was taken', async () => {
  await server.down();
  await expect(send()).rejects.toMatchObject({ kind: 'unreached', description: 'ECONNREFUSED' });
  await server.up();
});

test('a gateway and an error of the server itself have taken nothing', async () => {
  server.fail('sendMessage', ['html502', { code: 500, description: 'Internal Server Error' }]);
  await expect(send()).rejects.toMatchObject({ kind: 'unreached' });
  await expect(send()).rejects.toMatchObject({ kind: 'unreached' });
});

test('a page of a gateway is not waited for where something else reads a copy of it', async () => {
  await openInProcess(() => Promise.resolve()); // It copies the body of every answer that is fetched.
  server.fail('sendDocument', ['html502']);
  const api = createTelegramApi({ token: server.token, apiRoot: server.url });
  const document = new InputFile(Buffer.from('x'), 'x.txt');
  await expect(api.call('sendDocument', { chat_id: 7, document }, { timeoutMs: 2_000 })).rejects.toMatchObject({
    kind: 'unreached',
  });
});

test('a refusal keeps its code, its words and the wait it asks for', async () => {
  server.fail('sendMessage', [{ code: 429, description: 'Too Many Requests: retry after 7', retryAfter: 7 }]);
  await expect(send()).rejects.toMatchObject({
    kind: 'refused',
    description: 'Too Many Requests: retry after 7',
    details: { code: 429, retryAfterMs: 7_000 },
  });
});

test('a download that is longer than allowed is broken off', async () => {
  server.addFile('f', Buffer.alloc(100_000), 'files/f');
  const api = createTelegramApi({ token: server.token, apiRoot: server.url });
  expect(await api.download('files/f', 100_000)).toHaveLength(100_000);
  await expect(api.download('files/f', 99_999)).rejects.toMatchObject({
    kind: 'refused',
    description: 'the file is longer than 99999 bytes',
  });
});

test('a call leaves nothing behind on a signal that lives as long as the program, whatever becomes of it', async () => {
  const { signal } = new AbortController();
  const api = createTelegramApi({ token: server.token, apiRoot: server.url });
  server.addFile('f', Buffer.from('x'), 'files/f');
  server.fail('sendMessage', ['html502']);
  await api.call('sendMessage', { chat_id: 7, text: 'hello' }, { signal }).catch(() => undefined);
  await api.call('sendMessage', { chat_id: 7, text: 'hello' }, { signal });
  await api.download('files/f', 10, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a call ends with the reason of a signal that aborts meanwhile', async () => {
  const api = createTelegramApi({ token: server.token, apiRoot: server.url });
  server.fail('sendMessage', ['hang']);
  const stopping = new AbortController();
  const call = api.call('sendMessage', { chat_id: 7, text: 'hello' }, { signal: stopping.signal });
  await server.until(() => server.calls.length === 1, 'the call');
  stopping.abort(new Error('stopping'));
  await expect(call).rejects.toThrow('stopping');
});

test('an error without an end is not read to its end, and one with a long text is cut', async () => {
  server.fail('sendMessage', [
    { code: 400, description: 'x'.repeat(200_000) },
    { code: 400, description: 'word '.repeat(2_000) },
  ]);
  await expect(send()).rejects.toMatchObject({ kind: 'unreached', description: 'HTTP 400, an error without an end' });
  await expect(send()).rejects.toMatchObject({ kind: 'refused', description: 'word '.repeat(60).trimEnd() });
});

/** A server in the place of Telegram's that answers everything by `answer`. */
const callTo = async (
  method: 'getUpdates' | 'sendMessage',
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) => {
  const url = await listen(answer);
  const api = createTelegramApi({ token: 'a-token', apiRoot: url });
  const call = method === 'getUpdates' ? api.call(method, {}) : api.call(method, { chat_id: 7, text: 'hello' });
  return await call.catch((error: unknown) => error);
};

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an answer without an end is not read to its end, though it says that all is well', async () => {
  let sentBytes = 0;
  const failure = await callTo('getUpdates', (_, response) => {
    const piece = Buffer.alloc(1024 * 1024, ' ');
    const send = (): void => {
      while (!response.destroyed && sentBytes < 200_000_000) {
        sentBytes += piece.length;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.writeHead(200, { 'content-type': 'application/json' }).on('drain', send);
    send();
  });
  expect(failure).toMatchObject({ kind: 'unanswered', description: 'an answer of more than 33554432 bytes' });
  expect(sentBytes).toBeLessThan(100_000_000);
});

test('neither token nor words follow a redirect to another host, by a call or a download', async () => {
  const seen: (string | undefined)[] = [];
  const elsewhere = await listen((request, response) => {
    seen.push(request.url);
    response.end('{"ok":true,"result":[]}');
  });
  const redirect = (request: IncomingMessage, response: ServerResponse): void =>
    void response.writeHead(307, { location: elsewhere + request.url }).end();
  for (const method of ['getUpdates', 'sendMessage'] as const) {
    const failure = await callTo(method, redirect);
    expect(failure).toMatchObject({
      kind: 'unreached',
      description: `the server redirects to ${elsewhere}, which is not followed: set telegram.api_root to the address that answers`,
    });
    expect(String(failure)).not.toContain('a-token');
  }
  const api = createTelegramApi({ token: 'a-token', apiRoot: await listen(redirect) });
  await expect(api.download('files/f', 10)).rejects.toMatchObject({ kind: 'unreached' });
  expect(seen).toEqual([]);
});

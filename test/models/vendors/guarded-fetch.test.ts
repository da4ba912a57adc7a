import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createClock } from '../../../src/base/time/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { guardedFetch } from '../../../src/models/vendors/guarded-fetch.ts';
import type { Message } from '../../../src/models/message.ts';
import { ProviderError } from '../../../src/models/provider.ts';
import { createCaller } from '../../../src/models/vendors/vendor-client.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const guarded = guardedFetch(() => undefined);

test('neither prompt nor key follows a redirect to another origin', async () => {
  const seen: string[] = [];
  const elsewhere = await listen((request, response) => {
    seen.push(request.url ?? '');
    response.end();
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const url = await listen((_, response) => response.writeHead(status, { location: `${elsewhere}/v1` }).end());
    await expect(guarded(url, { method: 'POST', body: 'a prompt' })).rejects.toThrow(/redirects to .* not followed/);
  }
  expect(seen).toEqual([]);
});

test.each([
  ['http://[', /no address of a server/],
  ['file:///etc/passwd', /no address of a server/],
  ['data:text/plain,hello', /no address of a server/],
  ['http://name:password@HOST/v1', /HOST, which is not followed/],
])('a redirect to %s is refused as the request is, and not tried again', async (location, message) => {
  const url = await listen((request, response) =>
    response.writeHead(307, { location: location.replace('HOST', request.headers.host ?? '') }).end(),
  );
  const host = url.replace('http://', '');
  const failure = await guarded(url, { method: 'POST', body: 'a prompt' }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: 'invalid_request' });
  expect((failure as Error).message.replace(host, 'HOST')).toMatch(message);
});

test('a redirect within the origin is followed with its body, and a circle ends', async () => {
  const url = await listen((request, response) => {
    if (request.url === '/new') request.pipe(response);
    else response.writeHead(308, { location: request.url === '/round' ? '/round' : '/new' }).end();
  });
  const response = await guarded(`${url}/old`, { method: 'POST', body: 'a prompt' });
  expect(await response.text()).toBe('a prompt');
  await expect(guarded(`${url}/round`)).rejects.toThrow(ProviderError);
});

test('of an error only the beginning is read, however much the server sends', async () => {
  let sentBytes = 0;
  const url = await listen((_, response) => {
    response.writeHead(500);
    const piece = Buffer.alloc(65_536, 'x');
    const send = (): void => {
      while (!response.destroyed && sentBytes < 30_000_000) {
        sentBytes += piece.length;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on('drain', send);
    send();
  });
  expect((await (await guarded(url)).text()).length).toBe(16_384);
  expect(sentBytes).toBeLessThan(30_000_000);
});

test('what a server says of an error without an end is waited for no longer than its bound', async () => {
  const url = await listen((_, response) => response.writeHead(400).write('no such model'));
  const response = await guardedFetch(() => undefined, 20)(url);
  expect(response.status).toBe(400);
  expect('no such model').toContain(await response.text());
});

test('what a server says of an error is cut before it reaches logs and people', () => {
  const error = new ProviderError('overloaded', '👍 '.repeat(100_000));
  expect(error.message.length).toBeLessThanOrEqual(400);
  expect(error.message.isWellFormed()).toBe(true);
});

test('every string of a request is well-formed, whatever is stored: texts, names, fields, arguments', async () => {
  const broken = fc
    .array(fc.constantFrom('a', '\ud83d', '\ude00', '👍'), { maxLength: 4 })
    .map((units) => units.join(''));
  const block = fc.oneof(
    fc.record({ type: fc.constant('text' as const), text: broken }),
    fc.record({
      type: fc.constant('tool_use' as const),
      id: broken,
      name: broken,
      input: fc.dictionary(broken, fc.oneof(broken, fc.array(broken))),
      raw: broken,
    }),
    fc.record({
      type: fc.constant('tool_result' as const),
      tool_use_id: broken,
      content: broken,
      is_error: fc.boolean(),
    }),
    fc.record({ type: fc.constant('unknown' as const), raw: fc.record({ type: fc.constant('new'), of: broken }) }),
  );
  const isWellFormed = (value: unknown): boolean =>
    typeof value === 'string'
      ? value.isWellFormed()
      : typeof value !== 'object' || value === null || Object.entries(value).flat().every(isWellFormed);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(block)), broken, async (contents, system) => {
      const messages = contents.map((content): Message => ({ role: 'user', content }));
      let sent: unknown;
      const provider = createCaller(
        {
          name: 'anthropic',
          attempt: async (request) => {
            sent = request;
            return { content: [], stopReason: 'end_turn', usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } };
          },
          readError: async () => undefined,
        },
        {
          apiKey: 'k',
          baseUrl: 'http://localhost',
          log: silentLog,
          clock: createClock({ now: () => new Date(0), sleep: async () => undefined }),
        },
      );
      await provider.complete({ model: 'm', system, tools: [], messages, maxTokens: 1 });
      expect(isWellFormed(sent)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

// What can happen to a call on its way, for every vendor through its real client library: nothing but a whole answer
// ever comes back, and nothing hangs.
import { afterEach, describe, expect, it } from 'vitest';
import type { CallOptions } from '../../../src/models/vendors/vendor-client.ts';
import type { Delta } from '../../../src/models/provider.ts';
import { vendorNames } from '../../../src/models/vendors/vendors.ts';
import type { Break, Refusal } from '../../support/loopback.ts';
import { failure, request, user } from '../../support/model-calls.ts';
import { type OpenedVendor, openVendor, type Said } from '../../support/vendors.ts';

const open: OpenedVendor[] = [];
afterEach(async () => {
  for (const vendor of open.splice(0)) await vendor.api.close();
});

const once = { attempts: 1, baseMs: 1, maxWaitMs: 1 };

describe.each(vendorNames)('A call of %s', (name) => {
  async function setUp(
    script: (index: number) => Said | Refusal,
    options: Partial<CallOptions> = {},
  ): Promise<OpenedVendor> {
    const vendor = await openVendor(name, script, options);
    open.push(vendor);
    return vendor;
  }

  it.each([
    { at: 'half', how: 'error' },
    { at: 'half', how: 'cut' },
    { at: 'half', how: 'end' },
    { at: 'half', how: 'stall' },
    { at: 'end', how: 'end' },
    { at: 'end', how: 'cut' },
    { at: 'end', how: 'stall' },
    { at: 'end', how: 'error' },
  ] satisfies Break[])(
    'drops a stream broken by $how at $at, says so in the preview and tries again',
    async (broken) => {
      const vendor = await setUp(
        (index) => (index === 0 ? { text: 'a partial answer that is lost', break: broken } : { text: 'whole' }),
        { idleTimeoutMs: 150 },
      );
      const deltas: Delta[] = [];
      const answer = await vendor.provider.complete(request([user('Go')]), (delta) => deltas.push(delta));
      expect(answer).toMatchObject({ content: [{ type: 'text', text: 'whole' }], stopReason: 'end_turn' });
      const restart = deltas.findIndex((delta) => delta.type === 'restart');
      expect(restart).toBeGreaterThan(0);
      expect(deltas.slice(0, restart).some((delta) => delta.type === 'text')).toBe(true);
      expect(vendor.requests()).toHaveLength(2);
    },
  );

  it.each(['error', 'cut', 'end', 'stall'] as const)(
    'never returns a tool call whose arguments were broken by %s',
    async (how) => {
      const vendor = await setUp(
        () => ({
          calls: [{ name: 'echo', input: { text: 'a long enough argument' } }],
          break: { at: 'tool_json', how },
        }),
        { idleTimeoutMs: 150, retry: once },
      );
      expect(await failure(vendor.provider.complete(request([user('Go')])))).toMatchObject({ kind: 'stream' });
    },
  );

  it('gives up on a server that takes the request and never answers', async () => {
    const vendor = await setUp(() => ({ status: 'hang' }), { firstByteTimeoutMs: 60, retry: once });
    expect(await failure(vendor.provider.complete(request([user('Go')])))).toMatchObject({ kind: 'stream' });
  });

  it('waits for as long as something is heard', async () => {
    const vendor = await setUp(() => ({ text: 'slowly but surely it comes', pieceDelayMs: 60 }), {
      idleTimeoutMs: 150,
      retry: once,
    });
    expect((await vendor.provider.complete(request([user('Go')]))).content).toEqual([
      { type: 'text', text: 'slowly but surely it comes' },
    ]);
  });

  it.each(['before', 'during'] as const)(
    'is cancelled %s the stream by the caller, and not tried again',
    async (when) => {
      const controller = new AbortController();
      const vendor = await setUp(() => ({ text: 'word '.repeat(50), break: { at: 'end', how: 'stall' } }));
      if (when === 'before') controller.abort();
      expect(
        await failure(
          vendor.provider.complete(request([user('Go')], { signal: controller.signal }), () => controller.abort()),
        ),
      ).toMatchObject({ kind: 'aborted' });
      expect(vendor.requests().length).toBeLessThan(2);
    },
  );

  it.each([
    [{ status: 429 }, 'rate_limit', 4],
    [{ status: 500 }, 'overloaded', 4],
    [{ status: 503 }, 'overloaded', 4],
    [{ status: 504 }, 'timeout', 4],
    [{ status: 529 }, 'overloaded', 4],
    [{ status: 'reset' }, 'network', 4],
    [{ status: 502, body: '<html>Bad gateway</html>' }, 'overloaded', 4],
    [{ status: 400 }, 'invalid_request', 1],
    [{ status: 401 }, 'auth', 1],
    [{ status: 402 }, 'billing', 1],
    [{ status: 403 }, 'auth', 1],
    [{ status: 404 }, 'invalid_request', 1],
    [{ status: 413 }, 'prompt_too_long', 1],
  ] as const)('that meets %o fails as %s after %i tries', async (refusal, kind, tries) => {
    const vendor = await setUp(() => refusal);
    const error = await failure(vendor.provider.complete(request([user('Go')])));
    expect(error).toMatchObject({
      kind,
      ...(typeof refusal.status === 'number' && { details: { status: refusal.status } }),
    });
    expect(vendor.requests()).toHaveLength(tries);
  });

  it('that no server answers fails as network', async () => {
    const vendor = await setUp(() => ({ text: 'never' }), { retry: once });
    await vendor.api.close();
    open.splice(0);
    expect(await failure(vendor.provider.complete(request([user('Go')])))).toMatchObject({
      kind: 'network',
      message: expect.stringMatching(/ECONNREFUSED/) as string,
    });
  });
});

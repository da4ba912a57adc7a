import { afterEach, expect, test } from 'vitest';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { openHealth } from '../../../src/app/daemon/health.ts';
import type { Status } from '../../../src/app/daemon/status.ts';
import { createTurnCounts } from '../../../src/app/daemon/turn-counts.ts';
import { silentLog } from '../../../src/base/log.ts';

const status = (isAlive = true): Status => ({
  version: '1.2.3',
  daemon: {
    pid: 1,
    startedAt: '2026-11-22T00:00:00Z',
    uptimeSeconds: 60,
    channel: 'telegram',
    isAlive,
    trouble: null,
    rssBytes: 1e8,
  },
  config: null,
  memory: {
    dir: '/home/pia/canary',
    files: 3,
    chunks: 70,
    pendingVectors: 2,
    mode: 'hybrid',
    model: 'mini',
    rebuilding: false,
    warnings: ['canary.md is too large'],
  },
  state: '/home/pia/canary',
  provider: 'anthropic/x',
  models: {
    current: 'openai/b',
    primary: 'anthropic/x',
    fallbacks: ['openai/b'],
    resting: [{ ref: 'anthropic/x', seconds: 30 }],
    missing: [],
  },
  channel: 'telegram',
  allowedUsers: 1,
  pairedUsers: [4242],
  timezone: 'Europe/Berlin',
  messages: { waiting: 1, givenUp: 0, toDeliver: 0, undelivered: 0 },
  consolidation: {
    schedule: '0 4 * * *',
    lastRun: null,
    pendingSpans: 4,
    failures: 0,
    nextRun: '2026-11-23T03:00:00Z',
  },
  reminders: { active: 5, nextDue: null },
  spend: { today: 0.25, month: 3, unpriced: 0, dailyLimit: null, monthlyLimit: null },
  forgetting: [],
  degraded: ['canary.md is too large'],
});

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

let opened: Awaited<ReturnType<typeof openHealth>> = null;
afterEach(async () => await opened?.close());

test('health follows the daemon, and metrics are Prometheus text without a word of anybody', async () => {
  const port = await freePort();
  const turns = createTurnCounts();
  let isAlive = true;
  opened = await openHealth({
    settings: { port, address: '127.0.0.1' },
    status: async () => status(isAlive),
    turns,
    log: silentLog,
  });
  const get = async (page: string, method = 'GET') => await fetch(`http://127.0.0.1:${port}${page}`, { method });
  const well = await get('/health');
  expect([well.status, await well.json()]).toEqual([
    200,
    { status: 'ok', version: '1.2.3', uptimeSeconds: 60, degradedParts: 1 },
  ]);
  const metrics = await (await get('/metrics')).text();
  expect(metrics).toContain('scrubjay_chunks 70\n');
  expect(metrics).toContain('scrubjay_messages{state="waiting"} 1\n');
  expect(metrics).toContain('scrubjay_model_resting_seconds{model="anthropic/x"} 30\n');
  expect(metrics).not.toMatch(/canary|4242|pia/);
  for (const line of metrics.trim().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) scrubjay_\w+ .+|scrubjay_\w+(?:\{\w+="[^"]*"\})? [\d.e+-]+)$/);
  expect((await get('/secret')).status).toBe(404);
  expect((await get('/health', 'POST')).status).toBe(404);
  isAlive = false;
  expect((await get('/health')).status).toBe(503);
});

test('there is no endpoint unless a port is set, and the program starts also where the port is in use', async () => {
  const parts = { status: async () => status(), turns: createTurnCounts(), log: silentLog };
  expect(await openHealth({ settings: { address: '127.0.0.1' }, ...parts })).toBeNull();
  const port = await freePort();
  opened = await openHealth({ settings: { port, address: '127.0.0.1' }, ...parts });
  expect(opened).not.toBeNull();
  expect(await openHealth({ settings: { port, address: '127.0.0.1' }, ...parts })).toBeNull();
});

// A client of the Model Context Protocol: searches cold and warm, and a line that is appended and found. It speaks JSON-RPC by hand: a
// library would add its own time.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ended, type Place, treeMb } from './program.ts';
import { percentile, type Row } from './table.ts';

const warmUps = 60;
const searches = 120;
const appended = 12;

export async function measureClient(place: Place, questions: readonly string[]): Promise<Row[]> {
  const started = performance.now();
  const client = openClient(place);
  try {
    await client.call('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    });
    client.notify('notifications/initialized');
    const search = async (query: string): Promise<string> =>
      JSON.stringify(await client.call('tools/call', { name: 'memory_search', arguments: { query } }));
    const ask = async (i: number): Promise<string> => await search(questions[i % questions.length] ?? 'tea');
    await ask(0);
    const coldMs = performance.now() - started;
    for (let i = 0; i < warmUps; i += 1) await ask(i);
    const warm: number[] = [];
    for (let i = 0; i < searches; i += 1) warm.push(await timed(async () => await ask(3 * i + 1)));
    const found: number[] = [];
    for (let i = 0; i < appended; i += 1) {
      const word = `unheard${i}of`;
      appendFileSync(path.join(place.folder, 'memory', 'appended.md'), `- ${word} was said\n`);
      found.push(
        await timed(async () => {
          if (!(await search(word)).includes(`${word} was said`)) throw new Error('An appended line was not found.');
        }),
      );
    }
    return [
      { what: 'MCP client, first search after the start', value: coldMs, unit: 'ms' },
      { what: 'MCP client, warm search, p50', value: percentile(warm, 0.5), unit: 'ms' },
      { what: 'MCP client, warm search, p95', value: percentile(warm, 0.95), unit: 'ms' },
      { what: 'an appended line found by a warm client, p50', value: percentile(found, 0.5), unit: 'ms' },
      { what: 'the same, p95', value: percentile(found, 0.95), unit: 'ms' },
      { what: 'memory of the MCP server, its model counted, after use', value: treeMb(client.pid), unit: 'MB' },
    ];
  } finally {
    await client.close();
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function openClient(place: Place) {
  const child = place.start([], ['mcp']);
  child.stderr.resume();
  const waiting = new Map<number, (result: unknown) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line) as { id?: number; result?: unknown; error?: unknown };
    if (id !== undefined) waiting.get(id)?.(result ?? error);
  });
  let last = 0;
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    pid: child.pid,
    notify: (method: string) => send({ method }),
    call: async (method: string, params: object): Promise<unknown> => {
      last += 1;
      const id = last;
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      send({ id, method, params });
      return await answer;
    },
    close: async () => await ended(child),
  };
}

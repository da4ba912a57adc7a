// A client of the Model Context Protocol: searches cold and warm, and a line that is appended and found. It speaks JSON-RPC by hand: a
// library would add its own time.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { treeCpuMs, treeMemory } from './processes.ts';
import { ended, type Place } from './program.ts';
import { percentile, type Row } from './table.ts';

/** The engine compiles some functions anew as late as in the five hundredth search, and each question is asked once before it counts. */
export const warmUps = 200;
export const searches = 200;
const appended = 20;

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
    const cpuBefore = treeCpuMs(client.pid);
    for (let i = 0; i < searches; i += 1) warm.push(await timed(async () => await ask(3 * i + 1)));
    const cpuMs = (treeCpuMs(client.pid) - cpuBefore) / searches;
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
    const { resident, proportional } = treeMemory(client.pid);
    return [
      { what: 'MCP client, first search after the start', value: coldMs, unit: 'ms' },
      { what: 'MCP client, warm search, p50', value: percentile(warm, 0.5), unit: 'ms', cpuMs },
      { what: 'MCP client, warm search, p95', value: percentile(warm, 0.95), unit: 'ms' },
      { what: 'an appended line found by a warm client, p50', value: percentile(found, 0.5), unit: 'ms' },
      { what: 'the same, p95', value: percentile(found, 0.95), unit: 'ms' },
      { what: 'memory of the MCP server after use, its model counted (RSS)', value: resident, unit: 'MB' },
      { what: 'memory of the MCP server after use, its model counted (PSS)', value: proportional, unit: 'MB' },
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
  const dead = new Promise<never>((_, reject) => {
    child.on('close', (code) => reject(new Error(`The MCP server ended with ${String(code)}.`)));
  });
  dead.catch(() => undefined);
  let last = 0;
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    pid: child.pid ?? 0,
    notify: (method: string) => send({ method }),
    call: async (method: string, params: object): Promise<unknown> => {
      last += 1;
      const id = last;
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      send({ id, method, params });
      return await Promise.race([answer, dead]);
    },
    close: async () => await ended(child),
  };
}

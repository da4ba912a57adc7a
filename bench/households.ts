// Many households on one machine: a daemon each, the embedding model served once. Memory as the kernel shares it out between
// processes (PSS), so that the sum is what the machine gives.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLog } from '../src/base/log.ts';
import { openEmbedder } from '../src/memory/embed/open.ts';
import { modelProcessMb, proportionalMb } from './processes.ts';
import { createPlace, heard } from './program.ts';
import { median } from './table.ts';

const settleMs = 3_000;

/** The built-in model behind the interface of OpenAI's embeddings. */
async function serveEmbeddings(): Promise<{ url: string; close(): Promise<void> }> {
  const cacheDir = await mkdtemp(path.join(tmpdir(), 'bench-served-'));
  const embedder = openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir, log: silentLog });
  if (!embedder) throw new Error('no embedder');
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const part of request) body += String(part);
    const { input } = JSON.parse(body) as { input: string[] };
    const data = (await embed(input)).map(({ pooled }, index) => ({ index, embedding: [...pooled] }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
  }
  const embed = (texts: string[]) => embedder.embed(texts);
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.close();
      server.closeAllConnections();
      await embedder.close();
      await rm(cacheDir, { recursive: true });
    },
  };
}

/** @param count daemons that are started at the same moment */
export async function measureHouseholds(count: number): Promise<void> {
  const served = await serveEmbeddings();
  const places = Array.from({ length: count }, (_, index) => {
    const place = createPlace({
      'people.md': `# People\n\n- Lena of house ${index} is my sister\n- my dentist is Dr. Kim\n`,
    });
    place.configure(
      `[provider]\nprimary = "offline"\n[memory.embedding]\nmodel = "all-MiniLM-L6-v2"\nbase_url = "${served.url}"\n`,
    );
    return place;
  });
  try {
    // Once before, so that the files of the program are in the page cache.
    await places[0]?.run(['start'], 'who is my dentist?\n');
    const began = performance.now();
    const readyMs: number[] = [];
    const daemons = places.map((place) => place.start());
    await Promise.all(
      daemons.map(async (daemon) => {
        await heard(daemon.stderr, '"msg":"ready"');
        readyMs.push(performance.now() - began);
      }),
    );
    const answered = daemons.map((daemon) => heard(daemon.stderr, 'turn_ended'));
    for (const daemon of daemons) daemon.stdin.write('when is the birthday of my sibling?\n');
    await Promise.all(answered);
    const answeredMs = performance.now() - began;
    await delay(settleMs);
    const memory = daemons.map(({ pid }) => proportionalMb(pid ?? 0));
    const total = memory.reduce((sum, one) => sum + one, 0);
    console.log(
      `${count} households: ready after ${(median(readyMs) / 1000).toFixed(1)} s (median), all after ${(Math.max(...readyMs) / 1000).toFixed(1)} s, ` +
        `all have answered after ${(answeredMs / 1000).toFixed(1)} s; ${median(memory).toFixed(0)} MB each, ${total.toFixed(0)} MB together, ` +
        `and ${modelProcessMb().toFixed(0)} MB for the model that serves them`,
    );
    for (const daemon of daemons) daemon.stdin.end();
    await Promise.all(daemons.map(async (daemon) => await once(daemon, 'close')));
  } finally {
    for (const place of places) place.close();
    await served.close();
  }
}

import { describe, expect, it } from 'vitest';
import { createClock, systemClock } from '../../../src/base/time/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { EmbedError } from '../../../src/memory/embed/embedder.ts';
import { openEndpointEmbedder } from '../../../src/memory/embed/endpoint-embedder.ts';
import { openInProcess } from '../../support/in-process.ts';
import { openLoopback } from '../../support/loopback.ts';

interface Request {
  url: string;
  authorization: string | undefined;
  body: { model: string; input: string[] };
}
interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Never answers. */
  hangs?: boolean;
}

const apiKey = 'key-0123456789';

/** An embedder whose server gives these answers in turn, the last one for ever. */
async function serve(
  answers: ((request: Request) => Answer)[],
  options: { timeoutMs?: number; baseUrl?: string } = {},
) {
  const requests: Request[] = [];
  const slept: number[] = [];
  const { url } = await openInProcess(async (asked, reply, body) => {
    const request = {
      url: asked.url ?? '',
      authorization: asked.headers.authorization,
      body: JSON.parse(body) as Request['body'],
    };
    requests.push(request);
    const answer = answers[Math.min(requests.length, answers.length) - 1]!(request);
    if (answer.hangs) return;
    reply.writeHead(answer.status ?? 200, answer.headers);
    reply.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  const clock = createClock({ now: systemClock.now, sleep: async (ms) => void slept.push(ms) });
  const embedder = openEndpointEmbedder({
    model: 'some-model',
    baseUrl: `${url}/v1/`,
    apiKey,
    log: silentLog,
    clock,
    ...options,
  });
  return { embedder, requests, slept };
}

const vectors = (...values: (number | null)[][]): Answer => ({
  body: { data: values.map((embedding, index) => ({ index, embedding })) },
});
const echo = ({ body }: Request): Answer => vectors(...body.input.map((input) => [input.length, 1]));

describe('an embedding endpoint', () => {
  it('is asked in the way of OpenAI, and its vectors come at unit length', async () => {
    const { embedder, requests } = await serve([echo]);
    const [embedding] = await embedder.embed(['abc', '']);
    expect(embedding?.pooled[0]).toBeCloseTo(3 / Math.sqrt(10));
    expect(embedder.dimensions).toBe(2);
    expect(requests).toEqual([
      {
        url: '/v1/embeddings',
        authorization: `Bearer ${apiKey}`,
        body: { model: 'some-model', input: ['abc', ' '], encoding_format: 'float' },
      },
    ]);
  });

  it('gets many texts in several requests, and its own order of answers is undone', async () => {
    const { embedder, requests } = await serve([
      (request) => ({ body: { data: (echo(request).body as { data: object[] }).data.toReversed() } }),
    ]);
    const done: number[] = [];
    const embedded = await embedder.embed(
      Array.from({ length: 100 }, (_, i) => 'x'.repeat(i + 1)),
      { onProgress: (count) => done.push(count) },
    );
    expect(requests).toHaveLength(2);
    expect(done).toEqual([64, 100]);
    for (const [i, { pooled }] of embedded.entries()) expect(pooled[0]! / pooled[1]!).toBeCloseTo(i + 1, 2);
  });

  it('is asked again when it is busy or broken, as late as it says', async () => {
    const { embedder, slept } = await serve([
      () => ({ status: 429, headers: { 'retry-after': '2' } }),
      () => ({ status: 503 }),
      echo,
    ]);
    expect(await embedder.embed(['a'])).toHaveLength(1);
    expect(slept).toEqual([2_000, 1_000]);
  });

  it('is not waited for when it asks for minutes, nor for ever', async () => {
    const patient = await serve([() => ({ status: 429, headers: { 'retry-after': '120' } })]);
    await expect(patient.embedder.embed(['a'])).rejects.toThrow(EmbedError);
    expect(patient.requests).toHaveLength(1);
    const down = await serve([() => ({ status: 500 })]);
    await expect(down.embedder.embed(['a'])).rejects.toThrow(/500/);
    expect(down.requests).toHaveLength(4);
  });

  it('that refuses is not asked again, and its error never shows the key', async () => {
    const { embedder, requests } = await serve([
      () => ({ status: 401, body: { error: { message: `Incorrect API key provided: ${apiKey}` } } }),
    ]);
    const error = await embedder.embed(['a']).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(EmbedError);
    expect(String(error)).toContain('401');
    expect(String(error)).not.toContain(apiKey);
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['the key', () => ({ status: 401 }), 'memory.embedding.api_key'],
    ['the model and the address', () => ({ status: 404 }), 'memory.embedding.model'],
    ['the address', () => ({ body: '<html>' }), 'memory.embedding.base_url'],
  ])('names the setting to look at: %s', async (_, answer, setting) => {
    const { embedder } = await serve([answer]);
    await expect(embedder.embed(['a'])).rejects.toThrow(setting);
  });

  it('that sends on to another origin is not followed, and to its own it is', async () => {
    const { embedder, requests } = await serve([
      ({ url }) => ({ status: 307, headers: { location: `${url}/` } }),
      () => ({ status: 307, headers: { location: 'http://127.0.0.1:9/v1/embeddings' } }),
    ]);
    await expect(embedder.embed(['secret'])).rejects.toThrow('a redirect (307) that is not followed');
    expect(requests).toHaveLength(2);
  });

  it('that answers an error of many megabytes is heard no further than its beginning', async () => {
    const { embedder } = await serve([() => ({ status: 400, body: 'x'.repeat(30_000_000) })]);
    const error = await embedder.embed(['a']).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(EmbedError);
    expect(String(error).length).toBeLessThan(600);
  });

  it('that does not answer is given up', async () => {
    const { embedder } = await serve([() => ({ hangs: true })], { timeoutMs: 20 });
    await expect(embedder.embed(['a'])).rejects.toThrow(/within 20 ms/);
  });

  it('that is not there is an EmbedError', async () => {
    const gone = await openLoopback(() => Promise.resolve());
    await gone.close();
    const { embedder } = await serve([echo], { baseUrl: gone.url });
    await expect(embedder.embed(['a'])).rejects.toThrow(/cannot be reached.*ECONNREFUSED.*memory\.embedding\.base_url/);
  });

  it.each([
    ['no number', vectors([1, null])],
    ['a zero vector', vectors([0, 0])],
    ['no dimensions', vectors([])],
    ['too few vectors', vectors()],
    ['two vectors for one text', { body: { data: [{ index: 1, embedding: [1] }] } }],
    ['no embeddings', { body: { hello: 1 } }],
    ['no JSON', { body: '<html>' }],
  ])('that gives %s is an EmbedError at once', async (_, answer) => {
    const { embedder, requests } = await serve([() => answer]);
    await expect(embedder.embed(['a'])).rejects.toThrow(EmbedError);
    expect(requests).toHaveLength(1);
  });

  it('that changes its dimensions is an EmbedError', async () => {
    const { embedder } = await serve([() => vectors([1, 2]), () => vectors([1, 2, 3])]);
    await embedder.embed(['a']);
    await expect(embedder.embed(['b'])).rejects.toThrow(/3 dimensions, expected 2/);
  });

  it('stops with the reason of the signal, and when it is closed', async () => {
    const { embedder } = await serve([() => ({ hangs: true })]);
    await expect(embedder.embed(['a'], { signal: AbortSignal.timeout(10) })).rejects.toThrow(/timeout/);
    const running = embedder.embed(['a']).catch((error: unknown) => error);
    await embedder.close();
    expect(await running).toBeInstanceOf(EmbedError);
    await expect(embedder.embed(['a'])).rejects.toThrow(EmbedError);
  });
});

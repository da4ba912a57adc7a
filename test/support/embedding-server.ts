// An OpenAI-compatible server for embeddings on loopback: texts are near when they share words. Misbehaves when told to.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWordEmbedder } from './word-embedder.ts';

export interface EmbeddingServer {
  readonly url: string;
  /** All texts of all requests. */
  readonly texts: string[];
  /** How it answers from now on. */
  answer: (texts: readonly string[]) => Promise<EmbeddingAnswer> | EmbeddingAnswer;
  close(): Promise<void>;
}

/** Vectors, or an HTTP status with a message, or nothing ever. */
export type EmbeddingAnswer = (number | null)[][] | { status: number; message: string } | 'hang';

/** Vectors of this length, by the words of each text. */
export function wordVectors(dimensions: number): (texts: readonly string[]) => Promise<number[][]> {
  const embedder = createWordEmbedder({ dimensions });
  return async (texts) => (await embedder.embed(texts)).map(({ pooled }) => [...pooled]);
}

/** @param port 0: any */
export async function startEmbeddingServer(
  answer: EmbeddingServer['answer'] = wordVectors(64),
  port = 0,
): Promise<EmbeddingServer> {
  const http: Server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    const { input, model } = JSON.parse(body) as { input: string[]; model: string };
    if (
      request.url !== '/v1/embeddings' ||
      request.method !== 'POST' ||
      !model ||
      !Array.isArray(input) ||
      input.includes('')
    ) {
      response.writeHead(400).end('{"error":{"message":"no such request"}}');
      return;
    }
    server.texts.push(...input);
    const answered = await server.answer(input);
    if (answered === 'hang') return;
    if ('status' in answered)
      response.writeHead(answered.status).end(JSON.stringify({ error: { message: answered.message } }));
    else response.end(JSON.stringify({ data: answered.map((embedding, index) => ({ index, embedding })) }));
  });
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  const server: EmbeddingServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    texts: [],
    answer,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

// What the loopback model servers share: an HTTP server on 127.0.0.1 that reads one JSON body a request and keeps a
// record of it, and the faults of a stream. Knows no vendor's format.
import { type IncomingHttpHeaders, type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a stream breaks and how. `half` is the middle of what the model says; `tool_json` is inside the arguments of the first tool call; `end` is just before the event that ends the stream. */
export interface Break {
  at: 'half' | 'tool_json' | 'end';
  /** `cut` resets the socket, `end` closes the body as if all was said, `stall` sends nothing more, `error` sends the vendor's error event. */
  how: 'cut' | 'end' | 'stall' | 'error';
  /** The error's type for `error`; by default the vendor's word for "overloaded". */
  error?: string;
}

/** An answer that is not a stream: an HTTP error, or no answer at all. */
export interface Refusal {
  status: number | 'reset' | 'hang';
  retryAfterSeconds?: number;
  errorType?: string;
  message?: string;
  /** Sent instead of the vendor's error body, such as a proxy's HTML page. */
  body?: string;
}

export interface Captured<Body> {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Body;
  at: number;
  /** 0 until answered. */
  status: number;
  /** Why the server's own validation refused it. */
  refusal?: string;
}

export interface Loopback {
  /** `http://127.0.0.1:PORT`, no slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** The part of a `ServerResponse` that the model servers answer by. */
export interface HttpReply {
  readonly headersSent: boolean;
  writeHead(status: number, headers?: Record<string, string>): HttpReply;
  flushHeaders(): void;
  write(piece: string): unknown;
  end(piece?: string): unknown;
  destroy(): unknown;
}

/** Called with the whole body; it ends the reply itself. */
export type Answer = (
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  reply: HttpReply,
  body: string,
) => Promise<void>;

/** Opens a server that answers so: on loopback, or in the test's own process (`in-process.ts`). */
export type OpenServer = (answer: Answer) => Promise<Loopback>;

export async function openLoopback(answer: Answer): Promise<Loopback> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      answer(request, response, Buffer.concat(pieces).toString('utf8')).catch((error: unknown) => {
        // A script that throws is a broken test: say so where the test will see it.
        if (!response.headersSent) response.writeHead(418, { 'content-type': 'text/plain' });
        response.end(
          `loopback script failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** One part of a stream, marked with where it stands so that a break can find its place. */
export interface StreamPart {
  wire: string;
  /** Part of what the model says, as against the frame around it. */
  spoken?: boolean;
  /** Arguments of a tool call. */
  toolJson?: boolean;
  /** The event that ends the stream, and all after it. */
  last?: boolean;
}

/** Whether a string of this JSON holds half of a surrogate pair, for which the real APIs refuse the whole body. */
export function holdsHalfPair(json: string): boolean {
  if (!/\\ud[89a-f]/i.test(json)) return false;
  let isFound = false;
  JSON.parse(json, (key, value: unknown) => {
    isFound ||= !key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed());
    return value;
  });
  return isFound;
}

/** Writes the parts, broken where asked. @param errorPart what `how: 'error'` sends */
export async function stream(
  response: HttpReply,
  parts: readonly StreamPart[],
  broken: Break | undefined,
  errorPart: string,
  pieceDelayMs: number,
): Promise<void> {
  response.flushHeaders();
  const stop = broken ? breakIndex(parts, broken.at) : parts.length;
  for (const part of parts.slice(0, stop)) {
    response.write(part.wire);
    if (pieceDelayMs > 0 && part.spoken) await new Promise((resolve) => setTimeout(resolve, pieceDelayMs));
  }
  if (!broken || broken.how === 'end') {
    response.end();
    return;
  }
  if (broken.how === 'stall') return;
  if (broken.how === 'error') {
    response.end(errorPart);
    return;
  }
  // Give the bytes a chance to arrive, then reset: what a client sees of a proxy that dies.
  await new Promise((resolve) => setTimeout(resolve, 10));
  response.destroy();
}

function breakIndex(parts: readonly StreamPart[], at: Break['at']): number {
  const places = parts.flatMap((part, index) => {
    if (at === 'end') return part.last ? [index] : [];
    if (at === 'tool_json') return part.toolJson ? [index] : [];
    return part.spoken ? [index] : [];
  });
  const place = at === 'end' ? places[0] : places[Math.floor(places.length / 2)];
  if (place === undefined) throw new Error(`the reply has nothing to break at ${at}`);
  return place;
}

/** Cuts a text into the small pieces in which a model says it. */
export function pieces(text: string, length: number): string[] {
  const characters = [...text];
  const result: string[] = [];
  for (let index = 0; index < characters.length; index += length)
    result.push(characters.slice(index, index + length).join(''));
  return result;
}

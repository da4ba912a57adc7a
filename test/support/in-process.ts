// A model's server within the test's own process: msw answers what is fetched from its host, and no socket is opened. The
// servers of test/support answer as they do on loopback; what only a socket can do (a reset, a stall) becomes a failed or an
// endless stream.
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { onTestFinished } from 'vitest';
import type { Answer, Loopback, HttpReply } from './loopback.ts';

const server = setupServer();
let names = 0;
const open = new Set<string>();

/**
 * As `openLoopback`, and closed by itself when the test is over: msw stands in the place of `fetch` and of sockets until the
 * last one is closed, and the next file of the worker would meet it.
 */
export function openInProcess(answer: Answer): Promise<Loopback> {
  names += 1;
  const url = `http://model-${names}.test`;
  if (open.size === 0) server.listen({ onUnhandledRequest: 'bypass' });
  open.add(url);
  onTestFinished(() => close(url));
  server.use(
    http.all(`${url}/*`, async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const { method } = request;
      const reply = new StreamedReply();
      const asked = { method, url: pathname + search, headers: Object.fromEntries(request.headers) };
      const answered = answer(asked, reply, await request.text());
      return await Promise.race([reply.begun, answered.then(() => reply.begun)]);
    }),
  );
  return Promise.resolve({ url, close: () => Promise.resolve(close(url)) });
}

function close(url: string): void {
  if (!open.delete(url) || open.size > 0) return;
  server.resetHandlers();
  server.close();
}

/** A reply that becomes a response of `fetch`. */
class StreamedReply implements HttpReply {
  headersSent = false;
  #status = 200;
  #headers: Record<string, string> = {};
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  readonly #body = new ReadableStream<Uint8Array>({ start: (controller) => void (this.#controller = controller) });
  #begin: (response: Response) => void = () => undefined;
  /** Resolves with the head of the response; its body comes as it is written. */
  readonly begun = new Promise<Response>((resolve) => (this.#begin = resolve));

  writeHead(status: number, headers: Record<string, string> = {}): this {
    this.#status = status;
    this.#headers = headers;
    return this;
  }

  flushHeaders(): void {
    if (this.headersSent) return;
    this.headersSent = true;
    this.#begin(new Response(this.#body, { status: this.#status, headers: this.#headers }));
  }

  write(piece: string): void {
    this.flushHeaders();
    this.#controller?.enqueue(new TextEncoder().encode(piece));
  }

  end(piece?: string): void {
    if (piece !== undefined) this.write(piece);
    this.flushHeaders();
    this.#controller?.close();
    this.#controller = null;
  }

  destroy(): void {
    if (this.headersSent) this.#controller?.error(new TypeError('terminated'));
    else this.#begin(Response.error());
    this.#controller = null;
    this.headersSent = true;
  }
}

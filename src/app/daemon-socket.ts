// The daemon's unix socket in the state folder: commands beside a running daemon ask it, warm, instead of opening the state a
// second time. One JSON line a request and one or more a response. Node can't ask the kernel who is at the other end
// (SO_PEERCRED), so the file system decides: the socket is its owner's alone (0600), in a folder that nobody else may enter or
// write, and a client checks both before it connects.
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { type Socket, connect, createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { inBackground } from '../base/background.ts';
import { ToolError, UserError, messageOf } from '../base/errors.ts';
import { privateFile } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import type { IndexReport, Memory, MemoryStatus, SearchAnswer, SearchOptions } from '../memory/memory.ts';

/** The part of the memory that commands ask for. */
export interface AskedMemory {
  search(query: string, options?: AskedSearch): Promise<SearchAnswer>;
  index(options?: { rebuild?: boolean; onProgress?: (done: number, total: number) => void }): Promise<IndexReport>;
  status(): Promise<MemoryStatus>;
  close(): Promise<void>;
}

export type AskedSearch = Pick<
  SearchOptions,
  'limit' | 'since' | 'until' | 'asOf' | 'explain' | 'wordsOnly' | 'queries'
>;

type Request =
  { do: 'search'; query: string; options?: AskedSearch } | { do: 'index'; rebuild?: boolean } | { do: 'status' };

type Response =
  { progress: [done: number, total: number] } | { value: unknown } | { error: string; kind: 'tool' | 'user' | 'other' };

/** Linux takes a path of 107 bytes at most, other systems less. */
const maxPathBytes = 100;
const maxRequestLength = 4 * 1024 * 1024;

const socketOf = (stateDir: string): string => path.join(stateDir, 'daemon.sock');

/** To be called only by the process that holds the daemon's lock. @returns null where the path is too long for a socket */
export async function openDaemonSocket(
  stateDir: string,
  memory: Pick<Memory, 'search' | 'index' | 'status'>,
  log: Log,
): Promise<{ close(): Promise<void> } | null> {
  const file = socketOf(stateDir);
  if (Buffer.byteLength(file) > maxPathBytes || process.platform === 'win32') return null;
  chmodSync(stateDir, 0o700);
  // A killed daemon leaves its socket behind; its lock is ours now.
  rmSync(file, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // A client that goes away mid-answer is no failure of ours.
    socket.on('error', () => socket.destroy());
    inBackground(serve(socket, memory), log, 'a command’s request');
  });
  server.on('error', (error) =>
    log.warn({ err: error }, 'the socket for commands failed; they open the memory themselves'),
  );
  // The process's umask gives it mode 0600 from its first moment; this says what is meant.
  await new Promise<void>((resolve) => server.listen(file, resolve).once('error', () => resolve()));
  if (server.listening) chmodSync(file, privateFile);
  return {
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function serve(socket: Socket, memory: Pick<Memory, 'search' | 'index' | 'status'>): Promise<void> {
  const send = (response: Response): void => void socket.write(`${JSON.stringify(response)}\n`);
  for await (const line of linesFrom(socket)) {
    try {
      const request = JSON.parse(line) as Request;
      send({ value: await answer(request, memory, (done, total) => send({ progress: [done, total] })) });
    } catch (error) {
      const kind = error instanceof ToolError ? 'tool' : error instanceof UserError ? 'user' : 'other';
      send({ error: messageOf(error), kind });
    }
  }
}

async function answer(
  request: Request,
  memory: Pick<Memory, 'search' | 'index' | 'status'>,
  onProgress: (done: number, total: number) => void,
): Promise<unknown> {
  switch (request.do) {
    case 'search':
      return await memory.search(request.query, request.options);
    case 'index':
      return await memory.index({ rebuild: request.rebuild === true, onProgress });
    case 'status':
      return await memory.status();
    default:
      throw new UserError('The running daemon is of another version. Restart it.');
  }
}

/** Whole lines. A line that has no end is no request: the connection goes. */
async function* linesFrom(socket: Socket): AsyncGenerator<string> {
  let length = 0;
  socket.on('data', (part: Buffer) => {
    length = part.includes(0x0a) ? 0 : length + part.length;
    if (length > maxRequestLength) socket.destroy();
  });
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) yield line;
}

/** @returns null where no daemon answers: the command opens the memory itself */
export async function askDaemon(stateDir: string): Promise<AskedMemory | null> {
  const file = socketOf(stateDir);
  if (!isOurs(stateDir, 0o077) || !isOurs(file, 0o077)) return null;
  const socket = await new Promise<Socket | null>((resolve) => {
    const opening = connect(file);
    opening.once('connect', () => resolve(opening));
    opening.once('error', () => resolve(null));
  });
  if (!socket) return null;
  socket.on('error', () => socket.destroy());
  const lines = createInterface({ input: socket, crlfDelay: Infinity })[Symbol.asyncIterator]();

  async function call<Value>(request: Request, onProgress?: (done: number, total: number) => void): Promise<Value> {
    socket?.write(`${JSON.stringify(request)}\n`);
    for (;;) {
      const { value: line, done } = await lines.next();
      if (done) throw new UserError('The daemon ended before it had answered. Run the command again.');
      const response = JSON.parse(line) as Response;
      if ('progress' in response) onProgress?.(...response.progress);
      else if ('value' in response) return response.value as Value;
      else throw errorOf(response);
    }
  }

  return {
    search: (query, options) => call({ do: 'search', query, options }),
    index: ({ rebuild, onProgress } = {}) => call({ do: 'index', rebuild }, onProgress),
    status: () => call({ do: 'status' }),
    async close() {
      socket.destroy();
    },
  };
}

function errorOf({ error, kind }: { error: string; kind: 'tool' | 'user' | 'other' }): Error {
  if (kind === 'tool') return new ToolError(error);
  return kind === 'user' ? new UserError(error) : new Error(error);
}

/** Owned by this user, and closed to all others by its mode. */
function isOurs(file: string, closed: number): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat !== undefined && stat.uid === process.getuid?.() && (stat.mode & closed) === 0;
}

// The daemon's unix socket in the state folder: commands beside a running daemon ask it, warm, instead of opening the state a
// second time. One JSON line a request; any number of lines with parts of the answer, and one with the answer or the error.
// What can be asked for is in daemon-calls.ts. Node can't ask the kernel who is at the other end (SO_PEERCRED), so the file
// system decides: the socket is its owner's alone (0600), in a folder that no other user may enter or write, and a client
// checks both before it connects.
import { clearPlace } from '../../base/files/regular-file.ts';
import { chmodSync, lstatSync } from 'node:fs';
import { type Socket, connect, createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { inBackground } from '../../base/concurrency/background.ts';
import { ConfigError, ToolError, UserError, codeOf, messageOf } from '../../base/errors.ts';
import { privateFile } from '../../base/files/files.ts';
import type { Log } from '../../base/log.ts';
import { createMutex } from '../../base/concurrency/mutex.ts';

/** What the server gives to the work of one request. */
export interface Caller {
  /** Aborts when the command has ended before its answer. */
  signal: AbortSignal;
  /** Sends a part of the answer ahead, such as progress. */
  send(part: unknown): void;
}

/** Methods by name. What they take and return travels as JSON. */
export type CallTable = Readonly<Record<string, (given: never, caller: Caller) => Promise<unknown>>>;

type Given<Method> = Method extends (given: infer Input, caller: Caller) => unknown ? Input : never;
type Answer<Method> = Method extends (...given: never[]) => Promise<infer Result> ? Result : never;

/** The other end, for a command. Calls that are made at once are answered one after the other. */
export interface DaemonClient<Calls> {
  /** @throws UserError, ToolError or ConfigError as the daemon threw them; UserError when the daemon ends meanwhile */
  call<Name extends keyof Calls & string>(
    name: Name,
    given: Given<Calls[Name]>,
    onPart?: (part: never) => void,
  ): Promise<Answer<Calls[Name]>>;
  close(): void;
}

type Response = { part: unknown } | { value: unknown } | { error: string; kind: ErrorKind; config?: ConfigParts };
type ErrorKind = 'tool' | 'user' | 'config' | 'other';
type ConfigParts = [field: string, problem: string, remedy: string];

/** Linux takes a path of 107 bytes at most, other systems less. */
const maxPathBytes = 100;
const maxRequestLength = 4 * 1024 * 1024;

export const socketOf = (stateDir: string): string => path.join(stateDir, 'daemon.sock');

/** Only the process that holds the daemon's lock may call it. @returns null where the path is too long for a socket */
export async function openDaemonSocket(
  stateDir: string,
  calls: CallTable,
  log: Log,
): Promise<{ close(): Promise<void> } | null> {
  const file = socketOf(stateDir);
  if (Buffer.byteLength(file) > maxPathBytes || process.platform === 'win32') {
    log.warn({ file }, 'the path is too long for a socket; commands beside this daemon open the state themselves');
    return null;
  }
  chmodSync(stateDir, 0o700);
  // A killed daemon leaves its socket behind; its lock is ours now, so it is not in use.
  clearPlace(file);
  const open = new Set<Socket>();
  const serving = new Set<Promise<void>>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // A client that goes away before its answer is no failure of the daemon.
    socket.on('error', () => socket.destroy());
    const served = serve(socket, calls, log);
    serving.add(served);
    inBackground(
      served.finally(() => serving.delete(served)),
      log,
      'a command’s request',
    );
  });
  server.on('error', (error) =>
    log.warn({ err: error }, 'the socket for commands failed; they open the state themselves'),
  );
  // The process's umask gives the socket mode 0600 from its first moment; the chmod says what is meant.
  await new Promise<void>((resolve) => server.listen(file, resolve).once('error', () => resolve()));
  if (server.listening) chmodSync(file, privateFile);
  return {
    /** Breaks off what runs, and waits for its end: it uses what the daemon closes next. */
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.allSettled(serving);
    },
  };
}

async function serve(socket: Socket, calls: CallTable, log: Log): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort(new UserError('The command ended before its answer.')));
  const send = (response: Response): void => {
    if (!socket.destroyed) socket.write(`${JSON.stringify(response)}\n`);
  };
  for await (const line of linesFrom(socket)) {
    try {
      const { method, given } = requestOf(line, calls);
      const value = await method(given, { signal: gone.signal, send: (part) => send({ part }) });
      send({ value: value ?? null });
    } catch (error) {
      send(errorResponse(error, log));
    }
  }
}

/** @throws UserError where the line is no request that this daemon knows */
function requestOf(line: string, calls: CallTable): { method: CallTable[string]; given: never } {
  const request = objectIn(line);
  const given = request?.['given'];
  const name = String(request?.['do']);
  const method = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!method || typeof given !== 'object' || given === null) throw new UserError(otherVersion);
  return { method, given: given as never };
}

function objectIn(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' ? (value as Readonly<Record<string, unknown>> | null) : null;
  } catch {
    return null;
  }
}

const otherVersion = 'The running daemon does not understand the command: it is of another version. Restart it.';

function errorResponse(error: unknown, log: Log): Response {
  // A field that is missing or of another type: what the engine says of it helps nobody who typed a command.
  if (error instanceof TypeError) {
    log.warn({ err: error }, 'a request of a command failed');
    return { error: otherVersion, kind: 'user' };
  }
  if (error instanceof ConfigError)
    return { error: error.message, kind: 'config', config: [error.field, error.problem, error.remedy] };
  const kind = error instanceof ToolError ? 'tool' : error instanceof UserError ? 'user' : 'other';
  return { error: messageOf(error), kind };
}

/** Whole lines. A line that has no end is no request: the connection goes. */
async function* linesFrom(socket: Socket): AsyncGenerator<string> {
  let length = 0;
  socket.on('data', (part: Buffer) => {
    length = part.includes(0x0a) ? 0 : length + part.length;
    if (length > maxRequestLength) socket.destroy();
  });
  const lines = createInterface({ input: socket, crlfDelay: Infinity });
  // The interface hears of an end, and not of a connection that was broken off.
  socket.once('close', () => lines.close());
  for await (const line of lines) yield line;
}

/** @returns null where no daemon answers: the command opens the state itself */
export async function connectDaemon<Calls>(stateDir: string): Promise<DaemonClient<Calls> | null> {
  const file = socketOf(stateDir);
  if (!isOurs(stateDir) || !isOurs(file)) return null;
  const socket = await new Promise<Socket | null>((resolve) => {
    const opening = connect(file);
    opening.once('connect', () => resolve(opening));
    opening.once('error', () => resolve(null));
  });
  if (!socket) return null;
  socket.on('error', () => socket.destroy());
  const reader = createInterface({ input: socket, crlfDelay: Infinity });
  socket.once('close', () => reader.close());
  const lines = reader[Symbol.asyncIterator]();
  const inTurn = createMutex();

  async function call(name: string, given: unknown, onPart?: (part: never) => void): Promise<unknown> {
    socket?.write(`${JSON.stringify({ do: name, given })}\n`);
    for (;;) {
      const { value: line, done } = await lines.next();
      if (done) throw new UserError('The daemon ended before it had answered. Run the command again.');
      const response = JSON.parse(line) as Response;
      if ('part' in response) onPart?.(response.part as never);
      else if ('value' in response) return response.value;
      else throw errorOf(response);
    }
  }

  return {
    call: async (name, given, onPart) => (await inTurn(() => call(name, given, onPart))) as never,
    close: () => void socket.destroy(),
  };
}

function errorOf({ error, kind, config }: { error: string; kind: ErrorKind; config?: ConfigParts }): Error {
  if (config) return new ConfigError(...config);
  if (kind === 'tool') return new ToolError(error);
  return kind === 'user' ? new UserError(error) : new Error(error);
}

/** Owned by this user, and closed to all others by its mode. */
function isOurs(file: string): boolean {
  let stat;
  try {
    stat = lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    // The folder is closed to this user, or is none: what opens a file of it says so.
    if (codeOf(error) === undefined) throw error;
  }
  return stat !== undefined && stat.uid === process.getuid?.() && (stat.mode & 0o077) === 0;
}

// The lines of a JSON-RPC client before the library sees them: it drops a line that is no message without a word, and gives up at a long
// one. Here each gets the answer of the protocol, and what is kept of a line that does not end is bounded.
import { Transform } from 'node:stream';
import { isJsonObject } from '../models/json.ts';

/** What is refused of a client: `id` is that of the request where it can be told, as the protocol wants it. */
export interface Refusal {
  jsonrpc: '2.0';
  id: string | number | null;
  error: { code: -32700 | -32600; message: string };
}

export interface MessageLinesOptions {
  isMessage(value: unknown): boolean;
  refuse(refusal: Refusal): void;
  maxLineBytes?: number;
}

/** As much as the library takes of one message. */
const defaultMaxLineBytes = 10 * 1024 * 1024;
const lineFeed = 0x0a;

/** Lets lines through that are messages, each as one piece. */
export function createMessageLines({
  isMessage,
  refuse,
  maxLineBytes = defaultMaxLineBytes,
}: MessageLinesOptions): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  let isTooLong = false;
  /** Takes a piece of a line into what is kept of it, unless it grows too long. */
  const keep = (piece: Buffer): void => {
    isTooLong ||= length + piece.length > maxLineBytes;
    if (isTooLong) parts = [];
    else parts.push(piece);
    length += piece.length;
  };
  const takeLine = (): Buffer | null => {
    const line = Buffer.concat(parts);
    const refusal = isTooLong
      ? refusalOf(-32700, `The line is longer than ${maxLineBytes} bytes`)
      : read(line, isMessage);
    [parts, length, isTooLong] = [[], 0, false];
    if (refusal === 'message') return line;
    if (refusal !== 'ignored') refuse(refusal);
    return null;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
        keep(chunk.subarray(from, end));
        from = end + 1;
        const line = takeLine();
        if (line !== null) this.push(Buffer.concat([line, Buffer.of(lineFeed)]));
      }
      if (from < chunk.length) keep(chunk.subarray(from));
      done();
    },
  });
}

function read(line: Buffer, isMessage: (value: unknown) => boolean): Refusal | 'message' | 'ignored' {
  const text = line.toString('utf8').trim();
  if (text === '') return 'ignored';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refusalOf(-32700, 'Parse error: the line is no JSON');
  }
  if (isMessage(value)) return 'message';
  // An answer to an answer could go back and forth for ever.
  if (isJsonObject(value) && !('method' in value) && ('result' in value || 'error' in value)) return 'ignored';
  const id = isJsonObject(value) ? value['id'] : null;
  return {
    ...refusalOf(-32600, 'Invalid Request: the line is no request of JSON-RPC 2.0'),
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
  };
}

const refusalOf = (code: Refusal['error']['code'], message: string): Refusal => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message },
});

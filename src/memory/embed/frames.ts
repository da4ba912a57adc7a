// Messages over a pipe: JSON with numbers behind it. The channel that comes with a child process of Node would do, but it keeps
// each message it sent until a full collection: the model's process grew by 20 MB in 2,000 queries.
import type { Readable, Writable } from 'node:stream';

/** The bytes of the floats and those of the JSON text, 32 bits each. Then the floats, then the text. Of this machine's byte order. */
const headBytes = 8;

export function writeFrame(to: Writable, message: unknown, floats: readonly Float32Array[] = []): void {
  const text = Buffer.from(JSON.stringify(message));
  const floatBytes = floats.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const frame = Buffer.allocUnsafe(headBytes + floatBytes + text.length);
  frame.writeUInt32LE(floatBytes, 0);
  frame.writeUInt32LE(text.length, 4);
  let at = headBytes;
  for (const { buffer, byteOffset, byteLength } of floats)
    at += Buffer.from(buffer, byteOffset, byteLength).copy(frame, at);
  text.copy(frame, at);
  to.write(frame);
}

/** @param hear is called with each message, and with its floats, a copy of its own */
export function readFrames(from: Readable, hear: (message: unknown, floats: Float32Array) => void): void {
  const head = Buffer.alloc(headBytes);
  let filling = head;
  let filled = 0;

  function take(): void {
    const floatBytes = head.readUInt32LE(0);
    // Slow: in a buffer of its own, where floats are aligned.
    if (filling === head) filling = Buffer.allocUnsafeSlow(floatBytes + head.readUInt32LE(4));
    else {
      const [body, floats] = [
        filling,
        new Float32Array(filling.buffer, 0, floatBytes / Float32Array.BYTES_PER_ELEMENT),
      ];
      filling = head;
      hear(JSON.parse(body.toString('utf8', floatBytes)), floats);
    }
  }

  from.on('data', (part: Buffer) => {
    for (let at = 0; at < part.length;) {
      const copied = part.copy(filling, filled, at);
      at += copied;
      filled += copied;
      if (filled < filling.length) continue;
      filled = 0;
      take();
    }
  });
}

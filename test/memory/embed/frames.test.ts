import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readFrames, writeFrame } from '../../../src/memory/embed/frames.ts';
import type { RawEmbedding } from '../../../src/memory/embed/embedder.ts';
import { packEmbeddings, unpackEmbeddings } from '../../../src/memory/embed/protocol.ts';

const embeddings: RawEmbedding[] = [
  { pooled: Float32Array.of(1, -2), ids: [7, 30_521], vectors: Float32Array.of(0.5, NaN, -0, Infinity) },
  { pooled: Float32Array.of(3, 4), ids: [], vectors: new Float32Array() },
  { pooled: Float32Array.of(5, 6) },
];

/** What is heard when the bytes that were written arrive in parts of this size. */
function transport(partBytes: number, write: (to: PassThrough) => void): [message: unknown, floats: Float32Array][] {
  const written = new PassThrough();
  write(written);
  const bytes = written.read() as Buffer;
  const arriving = new PassThrough();
  const heard: [unknown, Float32Array][] = [];
  readFrames(arriving, (...all) => heard.push(all));
  for (let at = 0; at < bytes.length; at += partBytes) arriving.emit('data', bytes.subarray(at, at + partBytes));
  return heard;
}

describe('messages over a pipe', () => {
  it.each([1, 7, 8, 9, 100_000])('arrive as they were sent, in parts of %i bytes', (partBytes) => {
    const { texts, floats } = packEmbeddings(embeddings);
    const heard = transport(partBytes, (to) => {
      writeFrame(to, { text: 'größer 今日 😀' });
      writeFrame(to, texts, floats);
      writeFrame(to, null);
    });
    expect(heard.map(([message]) => message)).toEqual([{ text: 'größer 今日 😀' }, texts, null]);
    expect(unpackEmbeddings(texts, heard[1]![1])).toEqual(embeddings);
  });
});

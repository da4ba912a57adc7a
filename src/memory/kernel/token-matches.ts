// How well each token of a query is matched among the tokens of each of some lines, which are compared as they are packed in the
// index (token-bytes.ts). Knows no weights and no lines around a line. The arithmetic is in matches.wat.
import { growTo, matchesWasm } from './wasm.ts';
import { levels, unpackTokens } from './token-bytes.ts';

export interface TokenMatches {
  /**
   * @param query its tokens one after the other, as int8
   * @param lines the packed tokens of each
   * @returns line by line, for each token of the query the best dot product, 0 or more; to be read at once
   */
  best(query: Int8Array, lines: readonly Uint8Array[]): Int32Array;
}

/** Those that the kernel is made for, as the projection has them. */
const kernelDimensions = 64;
const bytesPerToken = kernelDimensions / 2;

/** @param simd false takes the plain loop, which gives the same numbers; left out, it is taken only where it must */
export function createTokenMatches(
  dimensions: number,
  simd: boolean = dimensions === kernelDimensions && WebAssembly.validate(matchesWasm),
): TokenMatches {
  return simd ? createFastMatches() : createPlainMatches(dimensions);
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  best(
    levels: number,
    query: number,
    queryEnd: number,
    tokens: number,
    ends: number,
    endsEnd: number,
    room: number,
    out: number,
  ): void;
}

function createFastMatches(): TokenMatches {
  const { memory, best } = new WebAssembly.Instance(new WebAssembly.Module(matchesWasm)).exports as unknown as Exports;
  new Int8Array(memory.buffer, 0, levels.length).set(levels);
  return {
    best(query, lines) {
      const asked = query.length / kernelDimensions;
      const packed = lines.reduce((sum, line) => sum + line.length, 0);
      const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
      const queryAt = levels.length;
      const endsAt = queryAt + 2 * query.length;
      const outAt = endsAt + 4 * lines.length;
      const roomAt = outAt + 4 * asked * lines.length;
      const tokensAt = roomAt + 4 * longest;
      growTo(memory, tokensAt + packed);
      const wide = new Int16Array(memory.buffer, queryAt, query.length);
      // Each 32 components are stored with the even ones first, then the odd ones.
      for (let i = 0; i < query.length; i += 1) wide[(i & ~31) + ((i & 1) << 4) + ((i & 31) >> 1)] = query[i] as number;
      const ends = new Int32Array(memory.buffer, endsAt, lines.length);
      const tokens = new Uint8Array(memory.buffer);
      let end = tokensAt;
      for (let i = 0; i < lines.length; i += 1) {
        const line = lines[i] as Uint8Array;
        tokens.set(line, end);
        end += line.length - (line.length % bytesPerToken);
        ends[i] = end;
      }
      best(0, queryAt, endsAt, tokensAt, endsAt, outAt, roomAt, outAt);
      return new Int32Array(memory.buffer, outAt, asked * lines.length);
    },
  };
}

function createPlainMatches(dimensions: number): TokenMatches {
  return {
    best(query, lines) {
      const asked = query.length / dimensions;
      const found = new Int32Array(asked * lines.length);
      for (const [i, line] of lines.entries()) {
        const tokens = new Int8Array(2 * line.length);
        unpackTokens(line, tokens);
        for (let q = 0; q < asked; q += 1) {
          let most = 0;
          for (let token = 0; token + dimensions <= tokens.length; token += dimensions) {
            let sum = 0;
            for (let d = 0; d < dimensions; d += 1)
              sum += (query[q * dimensions + d] as number) * (tokens[token + d] as number);
            most = Math.max(most, sum);
          }
          found[i * asked + q] = most;
        }
      }
      return found;
    },
  };
}

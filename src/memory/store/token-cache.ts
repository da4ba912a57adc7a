// The token vectors of lines that were compared recently; those of a small vault are all kept. They lie in a few large blocks: a buffer
// for each line is what the garbage collector moves about and looks through again and again, for half as long again.

export interface TokenCache {
  has(contentId: number): boolean;
  /** Null for a content that has none, and for one that is not here; to be read at once. */
  get(contentId: number): Uint8Array | null;
  /** @param tokens at most 64 kB; null where there are none, which is remembered too */
  put(contentId: number, tokens: Uint8Array | null): void;
  /** Makes room by forgetting what was put first. What is put after this stays until the next one. */
  trim(): void;
  drop(contentId: number): void;
  clear(): void;
}

interface Piece {
  readonly bytes: Uint8Array;
  used: number;
  readonly contents: number[];
}

/** Four times what a search compares. */
const pieceBytes = 2 ** 20;
const maxWordpieces = 10;
/** Each begins with its length. */
const headBytes = 2;

/** @param max wordpieces */
export function createTokenCache(max: number = maxWordpieces): TokenCache {
  const pieces: Piece[] = [];
  /** The numbers of the pieces in use, the oldest first; the last one is being filled. */
  const filled: number[] = [];
  const free: number[] = [];
  /** Where each content begins: 1 + the number of its piece times the size of a piece + the place in it; 0 is nowhere. */
  let starts = new Uint32Array(1024);

  function pieceFor(bytes: number): number {
    const last = filled.at(-1);
    if (last !== undefined && (pieces[last] as Piece).used + bytes <= pieceBytes) return last;
    const next = free.pop() ?? pieces.push({ bytes: new Uint8Array(pieceBytes), used: 0, contents: [] }) - 1;
    filled.push(next);
    return next;
  }

  function trimTo(count: number): void {
    while (filled.length > count) {
      const number = filled.shift() as number;
      const piece = pieces[number] as Piece;
      for (const content of piece.contents) {
        const start = starts[content] as number;
        // It may lie elsewhere by now.
        if (start > 0 && Math.floor((start - 1) / pieceBytes) === number) starts[content] = 0;
      }
      piece.contents.length = 0;
      piece.used = 0;
      free.push(number);
    }
  }

  return {
    has: (contentId) => (starts[contentId] ?? 0) > 0,
    get(contentId) {
      const start = starts[contentId] ?? 0;
      if (start === 0) return null;
      const { bytes } = pieces[Math.floor((start - 1) / pieceBytes)] as Piece;
      const at = ((start - 1) % pieceBytes) + headBytes;
      const length = (bytes[at - 2] as number) + 256 * (bytes[at - 1] as number);
      return length === 0 ? null : bytes.subarray(at, at + length);
    },
    put(contentId, tokens) {
      const number = pieceFor(headBytes + (tokens?.length ?? 0));
      const at = append(pieces[number] as Piece, contentId, tokens);
      if (contentId >= starts.length) {
        const larger = new Uint32Array(Math.max(contentId + 1, 2 * starts.length));
        larger.set(starts);
        starts = larger;
      }
      starts[contentId] = number * pieceBytes + at + 1;
    },
    trim: () => trimTo(max),
    drop(contentId) {
      if (contentId < starts.length) starts[contentId] = 0;
    },
    clear: () => trimTo(0),
  };
}

/** @returns where in the piece it begins */
function append(piece: Piece, contentId: number, tokens: Uint8Array | null): number {
  const length = tokens?.length ?? 0;
  const at = piece.used;
  piece.bytes[at] = length % 256;
  piece.bytes[at + 1] = Math.floor(length / 256);
  if (tokens) piece.bytes.set(tokens, at + headBytes);
  piece.used += headBytes + length;
  piece.contents.push(contentId);
  return at;
}

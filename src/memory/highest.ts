// The few highest of very many scores, without sorting the many: a heap of those kept, the lowest on top.

/** Collects the indices of the `most` highest scores offered, each index once; of equal scores, the lower indices. */
export function createHighest(most: number) {
  const indices = new Int32Array(most);
  const scores = new Float64Array(most);
  let size = 0;
  let least = most > 0 ? -Infinity : Infinity;

  /** Whether what would stand at a place of the heap is worth less than what stands at another. */
  const isLower = (score: number, index: number, at: number): boolean => score < (scores[at] as number) || (score === scores[at] && index > (indices[at] as number));

  function put(at: number, score: number, index: number): void {
    scores[at] = score;
    indices[at] = index;
  }

  function rise(score: number, index: number): void {
    let at = size;
    size += 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isLower(score, index, above)) break;
      put(at, scores[above] as number, indices[above] as number);
      at = above;
    }
    put(at, score, index);
  }

  function replaceLowest(score: number, index: number): void {
    let at = 0;
    for (let below = 1; below < size; below = 2 * at + 1) {
      if (below + 1 < size && isLower(scores[below + 1] as number, indices[below + 1] as number, below)) below += 1;
      if (isLower(score, index, below)) break;
      put(at, scores[below] as number, indices[below] as number);
      at = below;
    }
    put(at, score, index);
  }

  return {
    /** A score below this is not among the highest; one that equals it may be. */
    get least() {
      return least;
    },
    offer(score: number, index: number): void {
      if (score < least) return;
      if (size < most) rise(score, index);
      else if (!isLower(score, index, 0)) replaceLowest(score, index);
      if (size === most) least = scores[0] as number;
    },
    /** In ascending order of the indices. */
    take: (): number[] => [...indices.slice(0, size).sort()],
  };
}

// The few highest of very many scores, without sorting the many: what may be among them is put aside, and where that is twice as
// many as are wanted, the lower half is thrown away.

/** Collects the indices of the `most` highest scores offered, each index once; of equal scores, the lower indices. */
export function createHighest(most: number) {
  const room = Math.max(1, 2 * most);
  const indices = new Int32Array(room);
  const scores = new Float64Array(room);
  let size = 0;
  let least = most > 0 ? -Infinity : Infinity;

  /** Whether a score with its index comes before what stands at a place. */
  const isBefore = (score: number, index: number, at: number): boolean => score > (scores[at] as number) || (score === scores[at] && index < (indices[at] as number));
  const isAfter = (score: number, index: number, at: number): boolean => score < (scores[at] as number) || (score === scores[at] && index > (indices[at] as number));

  function swap(at: number, other: number): void {
    const [score, index] = [scores[at] as number, indices[at] as number];
    scores[at] = scores[other] as number;
    indices[at] = indices[other] as number;
    scores[other] = score;
    indices[other] = index;
  }

  /** Moves the highest to the front, the last of them to their end. C. A. R. Hoare, "Algorithm 65: Find", CACM 4(7), 1961. */
  function keepHighest(): void {
    const last = most - 1;
    let from = 0;
    let to = size - 1;
    while (from < to) {
      const [score, index] = [scores[(from + to) >> 1] as number, indices[(from + to) >> 1] as number];
      let left = from;
      let right = to;
      while (left <= right) {
        while (isAfter(score, index, left)) left += 1;
        while (isBefore(score, index, right)) right -= 1;
        if (left > right) break;
        swap(left, right);
        left += 1;
        right -= 1;
      }
      if (last <= right) to = right;
      else if (last >= left) from = left;
      else break;
    }
    size = most;
    least = scores[last] as number;
  }

  return {
    /** A score below this is not among the highest; one that equals it may be. */
    get least() {
      return least;
    },
    offer(score: number, index: number): void {
      if (score < least) return;
      scores[size] = score;
      indices[size] = index;
      size += 1;
      if (size === room) keepHighest();
    },
    /** In ascending order of the indices. */
    take(): number[] {
      if (size > most) keepHighest();
      const sorted = indices.subarray(0, size).sort();
      const taken: number[] = [];
      // To spread it would make an object of each number on its way.
      for (let i = 0; i < size; i += 1) taken.push(sorted[i] as number);
      return taken;
    },
  };
}

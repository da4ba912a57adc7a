// Finds the few highest of very many scores without sorting all of them: it collects candidates, and drops the lower half when there
// are twice as many as wanted.

/**
 * Collects the indices of the `max` highest scores offered, each index once; of equal scores, the lower indices. It is a class because
 * each search makes several: the engine compiles its methods once, but compiles inlined closures again and again.
 */
export class Highest {
  readonly #max: number;
  readonly #indices: Int32Array;
  readonly #scores: Float64Array;
  #size = 0;
  #min: number;

  constructor(max: number) {
    const room = Math.max(1, 2 * max);
    this.#max = max;
    this.#indices = new Int32Array(room);
    this.#scores = new Float64Array(room);
    this.#min = max > 0 ? -Infinity : Infinity;
  }

  /** A score below this is not among the highest; one that equals it may be. */
  get min(): number {
    return this.#min;
  }

  offer(score: number, index: number): void {
    if (score < this.#min) return;
    const at = this.#size;
    this.#scores[at] = score;
    this.#indices[at] = index;
    this.#size = at + 1;
    if (this.#size === this.#indices.length) this.#keepHighest();
  }

  /** Offers the score at each of these places, its place moved by `offset` as the index. */
  offerAll(places: Int32Array, of: Float32Array, offset = 0): void {
    let min = this.#min;
    for (let i = 0; i < places.length; i += 1) {
      const place = places[i] as number;
      const score = of[place] as number;
      if (score < min) continue;
      this.offer(score, offset + place);
      min = this.#min;
    }
  }

  /** In ascending order. */
  take(): Int32Array {
    if (this.#size > this.#max) this.#keepHighest();
    return this.#indices.slice(0, this.#size).sort();
  }

  /** Moves the highest to the front, the last of them to their end. C. A. R. Hoare, "Algorithm 65: Find", CACM 4(7), 1961. */
  #keepHighest(): void {
    const scores = this.#scores;
    const indices = this.#indices;
    const last = this.#max - 1;
    let from = 0;
    let to = this.#size - 1;
    while (from < to) {
      const middle = (from + to) >> 1;
      const score = scores[middle] as number;
      const index = indices[middle] as number;
      let left = from;
      let right = to;
      while (left <= right) {
        while (score < (scores[left] as number) || (score === scores[left] && index > (indices[left] as number)))
          left += 1;
        while (score > (scores[right] as number) || (score === scores[right] && index < (indices[right] as number)))
          right -= 1;
        if (left > right) break;
        const higher = scores[right] as number;
        const its = indices[right] as number;
        scores[right] = scores[left] as number;
        indices[right] = indices[left] as number;
        scores[left] = higher;
        indices[left] = its;
        left += 1;
        right -= 1;
      }
      if (last <= right) to = right;
      else if (last >= left) from = left;
      else break;
    }
    this.#size = this.#max;
    this.#min = scores[last] as number;
  }
}

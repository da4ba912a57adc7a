// The few highest of very many scores, without sorting the many.

/** Collects the indices of the `most` highest scores offered; those of equal score as they come. */
export function createHighest(scores: Float32Array, most: number) {
  const room = 8 * most;
  let kept: number[] = [];
  let least = -Infinity;

  function shrink(): void {
    least = Float32Array.from(kept, (at) => scores[at] as number).sort()[kept.length - most] ?? -Infinity;
    const above = kept.filter((at) => (scores[at] as number) > least);
    const equal = kept.filter((at) => scores[at] === least);
    kept = [...above, ...equal.slice(0, most - above.length)];
  }

  return {
    offer(at: number): void {
      if ((scores[at] as number) <= least) return;
      kept.push(at);
      if (kept.length >= room) shrink();
    },
    /** Unordered. */
    take(): number[] {
      if (kept.length > most) shrink();
      return kept;
    },
  };
}

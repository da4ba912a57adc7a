// Runs tasks in one lane for each key: strictly in order within a lane, and in a limited number of lanes at once.

export interface Lanes {
  /** Runs `work` after all earlier work of the same key. The returned promise is that of the work itself. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Resolves when nothing is running or waiting. */
  idle(): Promise<void>;
  /** The number of tasks that run or wait in this lane. */
  depth(key: string): number;
}

/** @param width lanes that may move at once */
export function createLanes(width: number): Lanes {
  const tails = new Map<string, Promise<unknown>>();
  const depths = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let free = width;

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  return {
    run(key, work) {
      const before = tails.get(key) ?? Promise.resolve();
      depths.set(key, (depths.get(key) ?? 0) + 1);
      const result = before.then(async () => {
        await enter();
        try {
          return await work();
        } finally {
          leave();
        }
      });
      // The caller handles the failure of a task; the lane goes on.
      const leaveLane = () => {
        const depth = (depths.get(key) ?? 1) - 1;
        if (depth > 0) depths.set(key, depth);
        else depths.delete(key);
        if (tails.get(key) === tail) tails.delete(key);
      };
      const tail: Promise<void> = result.then(leaveLane, leaveLane);
      tails.set(key, tail);
      return result;
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values());
    },
    depth: (key) => depths.get(key) ?? 0,
  };
}

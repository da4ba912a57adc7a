// How much memory the JavaScript engine takes for what is garbage soon. It has two halves for that, of which one is filled while the other
// one waits; at first each has 1 MB.
import { setTimeout as delay } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Keeps that room small: by itself the engine enlarges it to 32 MB under load and rarely gives it back. Over 20,000 lines the MCP server
 * takes 257 MB after some hundred searches with this flag and 302 without, for 15.2 and 14.0 ms of processor time a search (four builds
 * asked in turn). The engine reads the flag whenever it would enlarge the room; `--max-semi-space-size`, in contrast, is fixed before any
 * script runs. `--heap-growing-percent=30` would save another 17 MB, but a turn then takes a third more of the processor.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** What the engine does by itself: a command that ends before much garbage is kept is done sooner. */
export function letHeapGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}

const doubledBytes = 2 * 2 * 2 ** 20;
/** By far more than it takes. */
const maxKept = 20_000;

/**
 * Doubles that room, once, for a program that does nothing but search. Over 20,000 lines the MCP server then clears it 0.5 times a search
 * instead of 1.0, and takes as much memory after 400 searches (131 to 135 MB; before 126 to 145), because less garbage outlives that; before
 * the first one it takes 4 MB more. The engine enlarges the room when as much as it holds has been kept, so some is: it takes some ms.
 */
export function doubleYoungHeap(): void {
  letHeapGrow();
  const kept: number[][] = [];
  while (youngBytes() < doubledBytes && kept.length < maxKept)
    for (let i = 0; i < 100; i += 1) kept.push(Array.from({ length: 100 }, () => i));
  keepHeapSmall();
}

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? Infinity;

/** Until what one collection freed is swept. */
const sweepingMs = 500;

/**
 * Gives back what work that is over has left. By itself the engine does so when it has had nothing to do for a while: after the warm-up
 * of 20,000 lines the daemon takes 162 MB for 12 s, and 126 with this, for twice 25 ms.
 */
export async function giveGarbageBack(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // The engine takes no code that it has compiled under other flags.
  setFlagsFromString('--no-expose-gc');
  collect();
  await delay(sweepingMs, undefined, { ref: false });
  // The first one leaves the pages to be filled again; what is free still is given to the system by this one.
  collect();
}

// How much memory the JavaScript engine takes for what is garbage soon.
import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heap of a program that stays small. By itself the engine enlarges the room for objects that were just made to 32 MB under
 * load and rarely gives it back, and lets old garbage grow to several times what is alive. Over 20,000 lines the daemon takes 25 MB
 * less at rest with these flags, and 40 to 55 MB less after some hundred searches, which take no more processor time. The engine reads
 * both flags whenever it would enlarge a room; `--max-semi-space-size`, in contrast, is fixed before any script runs.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=30');
}

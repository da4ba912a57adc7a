// When the engine compiles WebAssembly anew with its optimising compiler: that is worth it for our kernels, and not for the parser of HTTP
// that Node.js's `fetch` brings along. That is one function of 60 kB, counted as hot after some requests, and to compile it takes 30 MB,
// of which the C library keeps what it likes.
import { setFlagsFromString } from 'node:v8';

/** About the bytes of a function's code that are run before it counts as hot; the engine's own number. */
const usualBudget = 1_800_000;
/** For months of requests. */
const heldBudget = 2_000_000_000;

let isHeld = false;

/** For a program that stays, before its first request: modules are compiled once from now on, but for those of {@link optimised}. */
export function holdOptimising(): void {
  isHeld = true;
  setFlagsFromString(`--wasm-tiering-budget=${heldBudget}`);
}

/** Makes a module, of which the engine compiles again what is hot. It reads the budget when a module is made. */
export function optimised<Module>(make: () => Module): Module {
  if (!isHeld) return make();
  setFlagsFromString(`--wasm-tiering-budget=${usualBudget}`);
  try {
    return make();
  } finally {
    holdOptimising();
  }
}

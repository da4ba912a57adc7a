// First scores of lines by what they and the lines beside them add to a window, for very many lines: those that lie one after
// the other, as nearly all do, in the kernel of window.wat. Knows no query; what it is given is columns and weights.
import { windowWasm } from './wasm.ts';

/** By slot. */
export interface WindowColumns {
  /** What each line adds to the windows that hold it. */
  readonly shares: Float32Array;
  /** What each window's sum is multiplied with. */
  readonly windowScale: Float32Array;
  readonly length: Float32Array;
  readonly asking: Float32Array;
  /** What is added to the score of each line besides. */
  readonly extras: Float32Array;
  readonly links: Uint8Array;
}

/** How much each counts; `beside` and `second` within a window, `trust` of the window in all. */
export interface WindowWeights {
  readonly trust: number;
  readonly beside: number;
  readonly second: number;
  readonly length: number;
  readonly asking: number;
}

/** Which lines a window holds, as bits: the line one slot before, two before, one after, two after. */
export const linked = { before: 1, secondBefore: 2, after: 4, secondAfter: 8, elsewhere: 16 };

export interface WindowScores {
  /** The most slots that one call takes. */
  readonly slotsAtOnce: number;
  /**
   * Scores the slots from `from` up to `to`.
   * @returns of those that reach `min` or have links elsewhere the distance from `from`, ascending, and the scores by that
   * distance, which mean nothing for links elsewhere; to be read at once
   */
  score(
    columns: WindowColumns,
    from: number,
    to: number,
    weights: WindowWeights,
    min: number,
  ): { passed: Int32Array; scores: Float32Array };
}

/** @param simd false takes the plain loop; left out, it is taken only where there is no SIMD */
export function createWindowScores(simd: boolean = WebAssembly.validate(windowWasm)): WindowScores {
  return simd ? createFastScores() : createPlainScores();
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  scores(
    shares: number,
    scales: number,
    lengths: number,
    askings: number,
    extras: number,
    links: number,
    out: number,
    passed: number,
    count: number,
    trust: number,
    beside: number,
    second: number,
    length: number,
    asking: number,
    min: number,
  ): number;
}

/** What is read and written for this many slots stays in the processor's cache. */
const slotsAtOnce = 4096;
/** How many lines a window reaches to either side. */
const reach = 2;

function createFastScores(): WindowScores {
  const { memory, scores } = new WebAssembly.Instance(new WebAssembly.Module(windowWasm)).exports as unknown as Exports;
  let end = 0;
  const place = (bytes: number): number => {
    const at = end;
    end += bytes;
    return at;
  };
  const floats = (count = slotsAtOnce): Float32Array => new Float32Array(memory.buffer, place(4 * count), count);
  const shares = floats(slotsAtOnce + 2 * reach);
  const [windowScale, length, asking, extras, out] = [floats(), floats(), floats(), floats(), floats()];
  const passed = new Int32Array(memory.buffer, place(4 * slotsAtOnce), slotsAtOnce);
  const links = new Uint8Array(memory.buffer, place(slotsAtOnce), slotsAtOnce);
  return {
    slotsAtOnce,
    score(columns, from, to, weights, min) {
      // No link leads to a line before the first.
      const first = Math.max(0, from - reach);
      shares.set(columns.shares.subarray(first, to + reach), first - (from - reach));
      windowScale.set(columns.windowScale.subarray(from, to));
      length.set(columns.length.subarray(from, to));
      asking.set(columns.asking.subarray(from, to));
      extras.set(columns.extras.subarray(from, to));
      links.set(columns.links.subarray(from, to));
      const count = scores(
        shares.byteOffset,
        windowScale.byteOffset,
        length.byteOffset,
        asking.byteOffset,
        extras.byteOffset,
        links.byteOffset,
        out.byteOffset,
        passed.byteOffset,
        Math.ceil((to - from) / 4) * 4,
        weights.trust,
        weights.beside,
        weights.second,
        weights.length,
        weights.asking,
        min,
      );
      // The kernel works on four slots at a time, so up to three after the last may be among its results.
      let all = count;
      while (all > 0 && (passed[all - 1] as number) >= to - from) all -= 1;
      return { passed: passed.subarray(0, all), scores: out };
    },
  };
}

function createPlainScores(): WindowScores {
  const scores = new Float32Array(slotsAtOnce);
  const passed = new Int32Array(slotsAtOnce);
  return {
    slotsAtOnce,
    score({ shares, windowScale, length, asking, extras, links }, from, to, weights, min) {
      let count = 0;
      for (let slot = from; slot < to; slot += 1) {
        const link = links[slot] as number;
        const share = (bit: number, other: number): number => ((link & bit) === 0 ? 0 : (shares[other] as number));
        const sum =
          (shares[slot] as number) +
          weights.beside * (share(linked.before, slot - 1) + share(linked.after, slot + 1)) +
          weights.second * (share(linked.secondBefore, slot - 2) + share(linked.secondAfter, slot + 2));
        const score =
          weights.trust * sum * (windowScale[slot] as number) +
          weights.length * (length[slot] as number) +
          weights.asking * (asking[slot] as number) +
          (extras[slot] as number);
        scores[slot - from] = score;
        if (score >= min || link >= linked.elsewhere) {
          passed[count] = slot - from;
          count += 1;
        }
      }
      return { passed: passed.subarray(0, count), scores };
    },
  };
}
